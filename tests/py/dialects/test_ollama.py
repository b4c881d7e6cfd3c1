"""Ollama's own API as its users meet it: object arguments, no ids, lines that end with `done`."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import calls, read, recognised
from hopscope import dialects

ID = "ollama"
TOOL = {"type": "function", "function": {"name": "lift_gate", "parameters": {"type": "object"}}}
Json = dict[str, Any]


def call(gate: str, **fields: Any) -> Json:
    return {"function": {"name": "lift_gate", "arguments": {"gate": gate}} | fields}


def line(done: bool = False, **message: Any) -> Json:
    told = {"role": "assistant", "content": ""} | message
    return {"model": "m", "created_at": "2026-11-30T04:00:00Z", "message": told, "done": done}


def end(reason: str = "stop") -> Json:
    return line(True) | {"done_reason": reason, "eval_count": 7}


def request(*messages: Json, **fields: Any) -> Json:
    return {"model": "m", "messages": list(messages), "tools": [TOOL], "options": {"num_predict": 50}} | fields


def assistant(*made: Json) -> Json:
    return {"role": "assistant", "content": "", "tool_calls": list(made)}


def result(**fields: Any) -> Json:
    return {"role": "tool", "tool_name": "lift_gate", "content": "up"} | fields


@pytest.mark.parametrize(
    "value",
    [
        request({"role": "user", "content": "Up."}),
        {"messages": [assistant(call("north")), result()], "tools": [TOOL]},
        {"messages": [{"role": "user", "content": ""}], "format": {"type": "object"}, "tools": [TOOL]},
        line(tool_calls=[call("north")]),
        end(),
        assistant(call("north")),
        [call("north")],
        call("north"),
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"readme": "message.tool_calls has arguments as an object; done and done_reason end it."},
        {"message": "hello", "done": True},
        {"error": "not found"},
        {"messages": [{"role": "user", "content": ""}], "tools": [TOOL]},
    ],
)
def test_words_and_plain_chat_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_request_states_what_it_asks_for() -> None:
    (asked,) = read(ID, request(format={"type": "object"})).requests
    assert (asked.limit, asked.answer.value) == (50, {"type": "object"})


def test_json_as_a_format_asks_for_any_json() -> None:
    (asked,) = read(ID, request(format="json")).requests
    assert (asked.answer.value, asked.judged) == ("json", True)


def test_each_line_brings_its_calls_whole() -> None:
    capture = read(
        ID,
        line(thinking="hm"),
        line(tool_calls=[call("north", index=0)]),
        line(tool_calls=[call("south", index=1)]),
        end(),
    )
    found = calls(capture)
    assert [(one.id, one.wants_id, one.arguments.value) for one in found] == [
        (None, False, {"gate": "north"}),
        (None, False, {"gate": "south"}),
    ]
    assert [one.fragments[0].index for one in found] == [0, 1]
    assert (capture.turns[0].stop.means, capture.turns[0].tokens, capture.said) == ("end", 7, ())


def test_a_body_is_one_turn_without_fragments() -> None:
    body = line(True, tool_calls=[call("north")]) | {"done_reason": "length"}
    (turn,) = read(ID, body).turns
    assert (turn.stop.means, turn.calls[0].fragments) == ("length", None)


def test_words_over_several_lines_are_one_text() -> None:
    (turn,) = read(ID, line(content="The gate "), line(content="is up."), end()).turns
    assert [text.string for text in turn.texts] == ["The gate is up."]


def test_two_responses_one_after_the_other_are_two_turns() -> None:
    assert len(read(ID, line(content="a"), end(), line(content="b"), end()).turns) == 2


def test_lines_without_done_are_incomplete() -> None:
    assert [told.finding.code for told in read(ID, line(content="The")).said] == ["stream-incomplete"]


def test_an_error_line_ends_the_stream() -> None:
    assert [told.finding.code for told in read(ID, line(content="The"), {"error": "out of memory"}).said] == [
        "stream-error"
    ]


def test_results_are_paired_in_order_by_name() -> None:
    (turn,) = read(ID, request(assistant(call("north"), call("south")), result(), result(content="jammed"))).turns
    assert [(returned.id, returned.name) for returned in turn.returns] == [(None, "lift_gate"), (None, "lift_gate")]


def test_a_result_that_is_no_text_says_what_is_taken() -> None:
    (turn,) = read(ID, request(assistant(call("north")), result(content={"gate": "up"}))).turns
    assert turn.returns[0].wanted == "a string"


@pytest.mark.parametrize(("id_", "named"), [(None, {}), ("call_1", {"tool_call_id": "call_1"})])
def test_the_reply_names_the_tool(id_: str | None, named: Json) -> None:
    made = call("north") | ({"id": id_} if id_ else {})
    (found,) = calls(read(ID, line(True, tool_calls=[made])))
    assert (
        dialects.every()[ID].reply(found, "no") == {"role": "tool", "tool_name": "lift_gate", "content": "no"} | named
    )
