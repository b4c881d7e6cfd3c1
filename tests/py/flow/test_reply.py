"""What a host should answer where a gate stops the call: complete, in the call's own form, with an example that really passes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

import casebook
from hopscope import contracts
from hopscope.flow.contracts import schema_of
from hopscope.flow.reply import LONGEST, SAID
from hopscope.flow.trace import trace as traced
from hopscope.flow.way import Way
from hopscope.ops import trace
from hopscope.text.write import dumps
from judging import value

NAMELESS = ("ollama",)  # results go by the name of their tool

FIELDS: dict[str, Any] = {
    "ticket": {"type": "string", "pattern": "^T-[0-9]+$"},
    "priority": {"enum": ["low", "mid", "high"]},
    "count": {"type": "integer", "minimum": 1},
    "options": {"type": "object", "properties": {"deep": {"type": "boolean"}}, "required": ["deep"]},
    "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    "target": {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "user"}, "id": {"type": "integer"}}, "required": ["kind", "id"]},
        {"type": "object", "properties": {"kind": {"const": "team"}, "name": {"type": "string"}}, "required": ["kind", "name"]},
    ]},
}  # fmt: skip
SCHEMA = {"type": "object", "properties": FIELDS, "required": ["ticket", "priority"], "additionalProperties": False}
GOOD = {"ticket": "T-1", "priority": "low"}
FAULTS: dict[str, dict[str, Any]] = {
    "required": {"ticket": "T-1"},
    "misspelt": {"tickte": "T-1", "priority": "low"},
    "extra": GOOD | {"colour": "red"},
    "enum": GOOD | {"priority": "hgh"},
    "pattern": GOOD | {"ticket": "12"},
    "bound": GOOD | {"count": 0},
    "coercible": GOOD | {"count": "7"},
    "nested": GOOD | {"options": '{"deep": true}'},
    "nested and wrong inside": GOOD | {"options": '{"deep": "deep"}'},
    "missing inside": GOOD | {"options": {}},
    "too few": GOOD | {"tags": []},
    "one for many": GOOD | {"tags": "a"},
    "branch": GOOD | {"target": {"kind": "team", "name": 7}},
    "wrong tag": GOOD | {"target": {"kind": "teem", "name": "a"}},
    "several at once": {"tickte": "T-1", "priority": "hgh", "count": "x y", "tags": "a", "options": '{"deep": 1}'},
}


def chat(arguments: Any, schema: Any = SCHEMA) -> list[dict[str, str]]:
    function = {"name": "update", "arguments": json.dumps(arguments)}
    message = {"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    offered = {"type": "function", "function": {"name": "update", "description": "Updates", "parameters": schema}}
    request = {"model": "gpt-x", "messages": [], "tools": [offered]}
    answer = {"choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}
    return [document("request", request), document("answer", answer)]


def document(name: str, *values: Any) -> dict[str, str]:
    return {"name": name, "text": "\n".join(json.dumps(one) for one in values)}


def listed(schema: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "update", "inputSchema": schema}]}}


def replied(documents: list[dict[str, str]]) -> dict[str, Any]:
    (call,) = trace.run({"documents": documents})["calls"]
    reply: dict[str, Any] = call["reply"]
    return reply


def example_in(text: str) -> Any:
    found = re.search(r"for example (\{.*\})\.$", text)
    assert found, text
    return value(found[1])


@pytest.mark.parametrize("fault", FAULTS)
def test_the_reply_names_each_fault_and_shows_arguments_that_pass(fault: str) -> None:
    message = json.loads(replied(chat(FAULTS[fault]))["text"])
    assert (message["role"], message["tool_call_id"]) == ("tool", "call_1")
    assert message["content"].startswith("update was not run. ")
    assert contracts.compile(value(json.dumps(SCHEMA))).check(example_in(message["content"])).valid is True


@pytest.mark.parametrize(("count", "said"), [(1, "And 1 more fault."), (2, "And 2 more faults.")])
def test_faults_that_are_not_told_one_by_one_are_counted(count: int, said: str) -> None:
    schema = {"type": "object", "properties": {f"n{at}": {"type": "integer"} for at in range(SAID + count)}}
    content = json.loads(replied(chat({name: [] for name in schema["properties"]}, schema))["text"])["content"]
    assert said in content


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"ticket": "T-1"}{"priority": "low"}', "Call it again with one JSON object that holds them all."),
        (json.dumps(GOOD) * 2, "Make one call for each of them."),
        ('{"x": 1}{"x": 2}', "Make one call for each of them."),
    ],
)
def test_arguments_of_several_values_are_answered_by_what_the_contract_says_of_them(text: str, said: str) -> None:
    request, answer = chat(GOOD)
    answer["text"] = answer["text"].replace(json.dumps(json.dumps(GOOD)), json.dumps(text))
    assert json.loads(replied([request, answer])["text"])["content"].endswith(said)


def test_a_long_list_of_tools_says_how_many_it_leaves_out() -> None:
    tools = [{"type": "function", "function": {"name": f"tool_{at:02}", "parameters": SCHEMA}} for at in range(33)]
    _, answer = chat(GOOD)
    request = document("request", {"model": "gpt-x", "messages": [], "tools": tools})
    assert json.loads(replied([request, answer])["text"])["content"].endswith("tool_28, tool_29, 3 more.")


@pytest.mark.parametrize("fault", FAULTS)
def test_the_annotated_arguments_are_the_arguments_with_a_comment_at_each_fault(fault: str) -> None:
    annotated = replied(chat(FAULTS[fault]))["annotated"]
    lines = [line.partition(" // ") for line in annotated.splitlines()]
    assert json.loads("\n".join(line for line, _, _ in lines)) == FAULTS[fault]
    said = [words for _, mark, words in lines if mark]
    assert said and all(words.endswith((".", "?")) for words in said)


def test_the_example_passes_what_was_offered_and_what_the_server_wants() -> None:
    loose = SCHEMA | {
        "properties": FIELDS | {"priority": {"type": "string"}},
        "required": ["ticket", "priority", "count"],
    }
    reply = replied([*chat(GOOD | {"priority": "urgent"}), document("server", listed(loose))])
    example = example_in(json.loads(reply["text"])["content"])
    assert all(contracts.compile(value(json.dumps(one))).check(example).valid for one in (SCHEMA, loose))


def test_a_fault_by_both_mounts_is_told_once() -> None:
    other = SCHEMA | {"required": ["ticket", "priority", "count"]}
    reply = replied([*chat(GOOD | {"priority": "urgent", "count": 1}), document("server", listed(other))])
    assert reply["text"].count("/priority must be") == reply["annotated"].count("/priority must be") == 1


def test_a_request_without_its_model_is_answered_as_the_server_should() -> None:
    params = {"name": "update", "arguments": {"ticket": "T-1"}}
    log = [listed(SCHEMA), {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}]
    answer = json.loads(replied([document("log", *log)])["text"])
    assert (answer["jsonrpc"], answer["id"], answer["result"]["isError"]) == ("2.0", 2, True)
    assert example_in(answer["result"]["content"][0]["text"]) == {"ticket": "T-1", "priority": "low"}


def test_an_example_too_long_for_a_model_is_left_out() -> None:
    schema = {"type": "object", "properties": {"text": {"const": "x" * LONGEST}}, "required": ["text"]}
    assert json.loads(replied(chat({}, schema))["text"])["content"].endswith("Call it again with corrected arguments.")


def refused() -> Iterator[tuple[str, dict[str, Any], Way]]:
    """Each call of the cases about arguments that a gate refuses, as the door tells it and as the engine has it."""
    for name, case in (casebook.read(casebook.OWN) | casebook.read(casebook.SHARED)).items():
        if case["method"] == "trace" and "gate-in" in json.dumps(case["expect"]):
            documents = case["params"]["documents"]
            ways = traced([(one["name"], one["text"]) for one in documents]).ways
            calls = trace.run({"documents": documents})["calls"]
            yield from ((f"{name} {at}", *pair) for at, pair in enumerate(zip(calls, ways, strict=True)))


CALLS = {where: (call, way) for where, call, way in refused()}
MENDED = sorted(where for where, (_, way) in CALLS.items() if way.gate_in.example)
# A long example is left out, a call that ran is not made again for a result that breaks its promise, and what a framework
# only logs is answered by nobody.
SHOWN = [
    where
    for where in MENDED
    if CALLS[where][0]["reply"]
    and len(CALLS[where][1].gate_in.example) <= LONGEST
    and CALLS[where][0]["hops"]["gate-out"]["status"] != "fail"
]
NAMED = sorted(
    where for where, (call, _) in CALLS.items() if call["reply"] and call["id"] and call["dialect"] not in NAMELESS
)


def test_the_cases_hold_calls_of_each_kind() -> None:
    assert min(len(MENDED), len(SHOWN), len(NAMED)) > 10


@pytest.mark.parametrize("where", MENDED)
def test_the_example_for_a_refused_call_passes_its_contract(where: str) -> None:
    way = CALLS[where][1]
    mount = way.journey.contract.inputs[0]
    assert contracts.compile(schema_of(mount)).check(value(way.gate_in.example)).valid is True


@pytest.mark.parametrize("where", SHOWN)
def test_the_reply_to_a_refused_call_shows_its_example(where: str) -> None:
    call, way = CALLS[where]
    assert dumps(way.gate_in.example)[1:-1] in call["reply"]["text"]


def test_of_a_call_that_ran_and_gave_a_bad_result_no_other_arguments_are_asked_for() -> None:
    call, way = CALLS["trace-bad-call-run-and-bad-result 0"]
    assert way.gate_in.example
    assert "for example" not in call["reply"]["text"]
    assert "its result does not have the promised form" in call["reply"]["text"]


@pytest.mark.parametrize("where", NAMED)
def test_a_reply_answers_the_call_by_its_own_id(where: str) -> None:
    call, _ = CALLS[where]
    assert dumps(call["id"]) in call["reply"]["text"]
