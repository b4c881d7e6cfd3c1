"""Typing in a long conversation: only what changed is judged again, and every answer is the one that the text gets alone."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from hopscope import api
from hopscope.flow import gates
from hopscope.layers import har
from hopscope.text import recent
from hopscope.text.reader import Reading

CALLS = 40
SCHEMA = {"type": "object", "properties": {"row": {"type": "integer"}}, "required": ["row"]}
GO: dict[str, Any] = {"role": "user", "content": "go"}


def chat(schema: Any = SCHEMA) -> dict[str, Any]:
    messages = [GO]
    for n in range(CALLS):
        call = {"id": f"c{n}", "type": "function", "function": {"name": "sow", "arguments": f'{{"row": {n}}}'}}
        messages.append({"role": "assistant", "content": f"turn {n} begins", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{n}", "content": f"sown {n}"})
    tool = {"type": "function", "function": {"name": "sow", "parameters": schema}}
    return {"model": "m", "messages": messages, "tools": [tool]}


def anthropic() -> dict[str, Any]:
    messages = [GO]
    for n in range(CALLS):
        use = {"type": "tool_use", "id": f"c{n}", "name": "sow", "input": {"row": n}}
        messages.append({"role": "assistant", "content": [{"type": "text", "text": f"turn {n} begins"}, use]})
        result = {"type": "tool_result", "tool_use_id": f"c{n}", "content": f"sown {n}"}
        messages.append({"role": "user", "content": [result]})
    return {"model": "m", "max_tokens": 9, "messages": messages, "tools": [{"name": "sow", "input_schema": SCHEMA}]}


def ollama() -> dict[str, Any]:
    messages = [GO]
    for n in range(CALLS):
        call = {"id": f"c{n}", "function": {"name": "sow", "arguments": {"row": n}}}
        messages.append({"role": "assistant", "content": f"turn {n} begins", "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"c{n}", "tool_name": "sow", "content": f"sown {n}"})
    tool = {"type": "function", "function": {"name": "sow", "parameters": SCHEMA}}
    return {"model": "m", "options": {"num_predict": 9}, "messages": messages, "tools": [tool]}


def gemini() -> dict[str, Any]:
    contents: list[dict[str, Any]] = [{"role": "user", "parts": [{"text": "go"}]}]
    for n in range(CALLS):
        call = {"functionCall": {"id": f"c{n}", "name": "sow", "args": {"row": n}}}
        answer = {"id": f"c{n}", "name": "sow", "response": {"output": f"sown {n}"}}
        contents.append({"role": "model", "parts": [{"text": f"turn {n} begins"}, call]})
        contents.append({"role": "user", "parts": [{"functionResponse": answer}]})
    tool = {"functionDeclarations": [{"name": "sow", "parametersJsonSchema": SCHEMA}]}
    return {"contents": contents, "tools": [tool]}


def ag_ui() -> dict[str, Any]:
    messages: list[dict[str, Any]] = [{**GO, "id": "u"}]
    for n in range(CALLS):
        call = {"id": f"c{n}", "type": "function", "function": {"name": "sow", "arguments": f'{{"row": {n}}}'}}
        messages.append({"id": f"m{n}", "role": "assistant", "content": f"turn {n} begins", "toolCalls": [call]})
        messages.append({"id": f"r{n}", "role": "tool", "toolCallId": f"c{n}", "content": f"sown {n}"})
    tool = {"name": "sow", "description": "Sows.", "parameters": SCHEMA}
    return {"threadId": "t", "runId": "r", "messages": messages, "tools": [tool], "context": [], "state": {}}


TEXTS = {"chat": json.dumps(chat(), indent=2)} | {
    made.__name__: json.dumps(made()) for made in (anthropic, ollama, gemini, ag_ui)
}


def request(documents: dict[str, str], method: str = "trace", **params: Any) -> Any:
    given = [{"name": name, "text": text} for name, text in documents.items()]
    asked = {"id": 1, "method": method, "params": {"documents": given, **params}}
    return json.loads(api.handle(json.dumps(asked)))["result"]


def alone(documents: dict[str, str], **params: Any) -> Any:
    recent.forget()
    return request(documents, **params)


def row(text: str, n: int, value: str) -> str:
    """The text with another value in the arguments of one call."""
    changed, times = re.subn(rf'(row\\*": ){n}\b', rf"\g<1>{value}", text, count=1)
    assert times == 1
    return changed


@pytest.mark.parametrize("name", TEXTS)
def test_no_call_is_judged_again_but_the_one_that_was_typed_in(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str | None] = []
    judge = gates.gate_in
    monkeypatch.setattr(gates, "gate_in", lambda journey, read: judged.append(journey.call.id) or judge(journey, read))
    text = TEXTS[name]
    alone({"a": text})
    assert judged == [f"c{n}" for n in range(CALLS)]
    for call, typed in (
        ("c20", text.replace("turn 20 begins", "turn 20 goes on")),
        ("c33", text.replace("sown 33", "so")),
        ("c7", row(text, 7, "70")),
    ):
        request({"a": text})
        judged.clear()
        assert typed != text
        request({"a": typed})
        assert judged == [call]


@pytest.mark.parametrize("name", TEXTS)
def test_faults_that_are_typed_and_mended_come_and_go_with_their_places(name: str) -> None:
    text = TEXTS[name]
    early, late = row(text, 3, "true"), row(text, 30, "true")
    states = [text, early, text, late, late.replace("turn 2 begins", "turn 2\\n"), row(late, 3, "null"), late, text]
    failing = [0, 1, 0, 1, 1, 2, 1, 0]
    fresh = [alone({"a": state}, rows=1) for state in states]
    recent.forget()
    for state, count, expected in zip(states, failing, fresh, strict=True):
        answer = request({"a": state}, rows=1)
        assert answer == expected
        assert [call["verdict"]["status"] for call in answer["calls"]].count("fail") == count


@pytest.mark.parametrize("name", TEXTS)
def test_the_whole_of_a_call_is_told_with_its_places_of_now(name: str) -> None:
    every = list(range(CALLS))
    text = TEXTS[name]
    alone({"a": text}, rows=1)
    typed = text.replace("turn 2 begins", "turn 2\\nis longer now")
    request({"a": typed}, rows=1)
    told = request({"a": typed}, method="calls", calls=every)
    assert told == alone({"a": typed}, method="calls", calls=every)
    before = alone({"a": text}, method="calls", calls=every)
    request({"a": typed}, rows=1)
    assert request({"a": text}, method="calls", calls=every) == before


def test_all_calls_are_judged_again_when_the_schema_they_refer_to_is_typed_in() -> None:
    log = json.dumps(chat({"type": "object", "properties": {"row": {"$ref": "row.json"}}}))
    states = [{"log": log, "row.json": json.dumps({"anyOf": [{"type": kind}]})} for kind in ("integer", "string")]
    recent.forget()
    for state, status in ((states[0], "pass"), (states[1], "fail"), (states[0], "pass")):
        answer = request(state)
        assert {call["verdict"]["status"] for call in answer["calls"]} == {status}


def test_calls_are_judged_again_when_they_are_seen_to_run() -> None:
    sent = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "sow", "arguments": {"row": "far"}}}
    refused = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "no such row"}}
    log = "\n".join(json.dumps({**one, "id": n}) for n in range(CALLS) for one in (sent, refused))
    states: list[dict[str, str]] = [{"a": TEXTS["chat"]}, {"a": TEXTS["chat"], "log": log}, {"a": TEXTS["chat"]}]
    fresh = [alone(state) for state in states]
    recent.forget()
    assert [request(state) for state in states] == fresh
    assert fresh[0] != fresh[1]


def test_two_texts_of_one_name_in_one_request_are_told_apart() -> None:
    text = TEXTS["chat"]
    given = [{"name": "a", "text": one} for one in (text, row(text, 5, "true"))]
    both = json.dumps({"id": 1, "method": "trace", "params": {"documents": given}})
    recent.forget()
    fresh = api.handle(both)
    alone({"a": text})
    assert api.handle(both) == fresh


def thinking(*members: str) -> str:
    """A conversation with a short list of blocks and a long one: in each the last block has a member of such a name."""
    blocks = [[{"type": "thinking", "thinking": str(n), "aside": ""} for n in range(size)] for size in (1, 30)]
    for those, member in zip(blocks, members, strict=True):
        those[-1][member] = "signed"
    messages = [GO, *({"role": "assistant", "content": those} for those in blocks)]
    return json.dumps({"max_tokens": 9, "messages": messages}, indent=1)


def test_evidence_that_two_lists_give_is_there_while_one_of_them_gives_it() -> None:
    names = ("aside", "signature")
    states = [thinking(one, other) for one in names for other in names]
    fresh = {state: alone({"a": state}) for state in states}
    assert [len(fresh[state]["documents"][0]["evidence"]) for state in states] == [0, 1, 1, 1]
    dice = random.Random(3)
    recent.forget()
    for state in dice.choices(states, k=60):
        assert request({"a": state}) == fresh[state]


@pytest.mark.parametrize("owner, step", [(Reading, "go_on"), (har, "unwrap")])
def test_a_request_that_fails_half_way_leaves_nothing_behind(
    owner: Any, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    late = row(TEXTS["chat"], 30, "true")
    longer = late.replace("turn 2 begins", "turn 2\\nis longer now")
    fresh = {text: alone({"a": text}) for text in (late, longer)}
    for text in (late, longer):
        alone({"a": late})
        with monkeypatch.context() as broken:
            broken.setattr(owner, step, fail)
            with pytest.raises(KeyError, match="result"):
                request({"a": longer})
        assert request({"a": text}) == fresh[text]


def test_keys_in_a_row_anywhere_give_the_answers_of_their_texts_alone() -> None:
    dice = random.Random(9)
    for text in TEXTS.values():
        alone({"a": text})
        for _ in range(60):
            at = dice.randrange(len(text))
            typed = text[:at] + dice.choice("ab1 ") + text[at + dice.randrange(2) :]
            answers = [request({"a": state}, rows=0) for state in (typed, text)]
            recent.forget()
            assert answers == [request({"a": state}, rows=0) for state in (typed, text)]
