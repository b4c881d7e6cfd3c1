"""Proposing a contract: every payload it was drawn from passes, it says no more than they show, and it says what it is."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from hopscope import api, contracts
from hopscope.contracts.proposing import proposed
from hopscope.text.reader import read

CAPTURES = Path(__file__).parents[4] / "shared" / "captures"


def door(method: str, *texts: str, **params: Any) -> dict[str, Any]:
    documents = [{"name": f"{number}.json", "text": text} for number, text in enumerate(texts)]
    request = {"id": 1, "method": method, "params": {"documents": documents, **params}}
    reply = json.loads(api.handle(json.dumps(request)))
    assert "result" in reply, reply["error"]
    return dict(reply["result"])


def exact(value: Any) -> Any:
    """A value with its numbers as the engine reads them."""
    return read(json.dumps(value)).values[0]


def schema_of(*payloads: Any) -> Any:
    return json.loads(door("propose", *map(json.dumps, payloads))["text"])


def test_what_all_have_is_required_and_what_some_have_is_not() -> None:
    schema = schema_of({"a": 1, "b": "x"}, {"a": 2.5})
    assert (schema["required"], schema["properties"]) == (["a"], {"a": {"type": "number"}, "b": {"type": "string"}})


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2], {"type": "integer"}),
        ([1, 2.5], {"type": "number"}),
        ([None, "x"], {"type": ["string", "null"]}),
        ([True], {"type": "boolean"}),
        ([[1, "a"], []], {"type": "array", "items": {"type": ["string", "integer"]}}),
        (["2026-01-31", "2026-02-01"], {"type": "string", "format": "date"}),
        (["2026-01-31", "soon"], {"type": "string"}),
        (["https://a.example/x"], {"type": "string", "format": "uri"}),
        (["note:this"], {"type": "string"}),
        ([{}, {"a": 1}], {"type": "object", "properties": {"a": {"type": "integer"}}}),
    ],
)
def test_a_schema_says_what_the_values_show(values: list[Any], expected: Any) -> None:
    assert proposed(exact(values)) == expected


def test_it_is_marked_as_a_proposal_with_the_number_of_payloads() -> None:
    result = door("propose", '{"a":1}\n{"a":2}', '{"a":3}', name="read_tank")
    assert result["drawn"] == [{"name": "read_tank", "inputs": 3, "outputs": 0}]
    schema = json.loads(result["text"])
    assert "proposal" in schema["$comment"]
    assert "3 payloads" in schema["$comment"]
    assert schema["title"] == "read_tank"


def made(rng: random.Random, depth: int = 4) -> Any:
    kind = rng.randrange(8 if depth else 5)
    if kind > 5:
        return {rng.choice("abcde"): made(rng, depth - 1) for _ in range(rng.randrange(5))}
    if kind == 5:
        return [made(rng, depth - 1) for _ in range(rng.randrange(4))]
    return [None, True, rng.randrange(99), 1.5, rng.choice(["x", "2026-01-31", "a@b.example"])][kind]


def test_every_payload_passes_what_was_drawn_from_it() -> None:
    rng = random.Random(11)
    for _ in range(150):
        values = exact([made(rng) for _ in range(rng.randrange(1, 5))])
        schema = contracts.compile(proposed(values))
        assert schema.faults == ()
        assert all(schema.check(value).valid for value in values), values


def test_a_deep_payload_is_described_only_so_far_and_passes() -> None:
    text = '{"a":' * 300 + "1" + "}" * 300
    schema = contracts.compile(json.loads(door("propose", text)["text"]))
    assert schema.check(read(text).values[0]).valid
    assert not schema.check({}).valid


CALLS = {
    "messages": [
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "a", "type": "function", "function": {"name": "set_tank", "arguments": '{"tank": 1, "c": 20.5}'}},
            {"id": "b", "type": "function", "function": {"name": "set_tank", "arguments": '{"tank": 2'}},
            {"id": "c", "type": "function", "function": {"name": "list_tanks", "arguments": "{}"}},
        ]},
        {"role": "tool", "tool_call_id": "a", "content": '{"ok": true}'},
    ]
}  # fmt: skip


def test_calls_give_a_contract_for_each_tool_and_broken_ones_show_nothing() -> None:
    result = door("propose", json.dumps(CALLS))
    tools = {tool["name"]: tool for tool in json.loads(result["text"])["tools"]}
    assert tools["set_tank"]["input"]["required"] == ["tank", "c"]
    assert tools["set_tank"]["output"]["properties"] == {"ok": {"type": "boolean"}}
    assert "output" not in tools["list_tanks"]
    assert [(one["name"], one["inputs"], one["outputs"]) for one in result["drawn"]] == [
        ("set_tank", 1, 1),
        ("list_tanks", 1, 0),
    ]
    assert result["left_out"] == [{"name": "set_tank", "calls": 1}]
    assert "Left out: 1 " in tools["set_tank"]["input"]["$comment"]
    assert "Left out" not in tools["list_tanks"]["input"]["$comment"]


def test_calls_that_a_contract_refuses_are_told_as_left_out() -> None:
    refusing = {"name": "set_tank", "input": {"type": "object", "required": ["by"]}}
    contract = {"tools": [refusing, {"name": "list_tanks", "input": {"type": "object"}}]}
    result = door("propose", json.dumps(CALLS), json.dumps(contract))
    assert [one["name"] for one in result["drawn"]] == ["list_tanks"]
    assert result["left_out"] == [{"name": "set_tank", "calls": 2}]


def test_calls_that_are_all_broken_give_no_contract_file_without_tools() -> None:
    broken = json.dumps(CALLS).replace("20.5}", "20.5").replace('"{}"', '"{"')
    result = door("propose", broken)
    assert (result["text"], result["drawn"]) == ("", [])
    assert [one["calls"] for one in result["left_out"]] == [2, 1]


def test_a_proposed_contract_is_a_contract_file_that_judges_calls() -> None:
    text = door("propose", json.dumps(CALLS))["text"]
    later = {
        "role": "assistant",
        "tool_calls": [
            {"id": "z", "type": "function", "function": {"name": "set_tank", "arguments": '{"tank": "two", "c": 1}'}}
        ],
    }
    traced = door("trace", json.dumps({"messages": [later]}), text)
    assert [call["verdict"]["status"] for call in traced["calls"]] == ["fail"]


@pytest.mark.parametrize("text", ["", "   ", "no JSON here"])
def test_a_text_without_a_payload_gives_nothing_and_says_why(text: str) -> None:
    result = door("propose", text)
    assert (result["text"], result["drawn"]) == ("", [])
    assert result["findings"]


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="the recorded captures (../shared/captures) are not there")
def test_every_recorded_capture_gives_contracts_that_its_own_calls_pass() -> None:
    files = [path for path in sorted(CAPTURES.rglob("*")) if path.is_file() and path.stat().st_size < 60_000]
    drawn = 0
    for path in files[::5]:
        text = path.read_text("utf-8", errors="replace")
        result = door("propose", text)
        if result["drawn"] and result["drawn"][0]["inputs"] and result["text"].startswith('{\n  "tools"'):
            drawn += 1
            before, after = door("trace", text), door("trace", text, result["text"])
            assert len(after["calls"]) == len(before["calls"]), path.name
            judged = [c for c in after["calls"] if c["verdict"]["code"] == "arguments-schema" and c["arguments"]]
            assert len(judged) <= len([c for c in before["calls"] if c["hops"]["gate-in"]["status"] == "fail"]), (
                path.name
            )
    assert drawn
