"""Cohere's chat as its users meet it: a plan and its calls, null for no arguments, streams of typed events."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised
from hopscope import dialects

ID = "cohere-v2"
TOOL = {"type": "function", "function": {"name": "trim_sail", "parameters": {"type": "object"}}}
Json = dict[str, Any]


def call(number: int, text: str = '{"sail":"jib"}') -> Json:
    return {"id": f"trim_{number}", "type": "function", "function": {"name": "trim_sail", "arguments": text}}


def assistant(*made: Json) -> Json:
    return {"role": "assistant", "tool_plan": "I will trim.", "tool_calls": list(made)}


def result(number: int, content: Any = "trimmed") -> Json:
    return {"role": "tool", "tool_call_id": f"trim_{number}", "content": content}


def request(*messages: Json, **fields: Any) -> Json:
    return {"model": "m", "messages": list(messages), "tools": [TOOL], "strict_tools": True} | fields


def response(*made: Json, reason: str = "TOOL_CALL") -> Json:
    return {"id": "c1", "message": assistant(*made), "finish_reason": reason, "usage": {"tokens": {"output_tokens": 5}}}


def event(name: str, message: Json | None = None, **fields: Any) -> Json:
    return {"type": name} | ({"delta": {"message": message}} if message else {}) | fields


def streamed(*pieces: str, closed: bool = True) -> list[Json]:
    begun = {"id": "trim_1", "type": "function", "function": {"name": "trim_sail", "arguments": ""}}
    log = [
        event("message-start", {"role": "assistant"}, id="c1"),
        event("tool-plan-delta", {"tool_plan": "I will"}),
        event("tool-call-start", {"tool_calls": begun}, index=0),
        *[event("tool-call-delta", {"tool_calls": {"function": {"arguments": piece}}}, index=0) for piece in pieces],
    ]
    end = [
        event("tool-call-end", index=0),
        event("message-end", delta={"finish_reason": "TOOL_CALL", "usage": {"tokens": {"output_tokens": 5}}}),
    ]
    return [*log, *(end if closed else [])]


@pytest.mark.parametrize(
    "value",
    [
        request({"role": "user", "content": "Trim."}),
        {"model": "command-a-03-2025", "messages": [{"role": "user", "content": "Trim."}], "tools": [TOOL]},
        {"messages": [assistant(call(1)), result(1)], "tools": [TOOL]},
        {"messages": [{"role": "user", "content": ""}], "tools": [TOOL], "tool_choice": "REQUIRED"},
        response(call(1)),
        assistant(call(1)),
        [assistant(call(1)), result(1)],
        *streamed("{}"),
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"readme": "A tool_plan precedes tool-call-start; finish_reason is TOOL_CALL."},
        {"type": "content-start"},
        {"type": "tool-call-delta", "toolCallId": "1", "toolName": "f", "argsTextDelta": "{"},
        {"messages": [{"role": "user", "content": ""}], "tools": [TOOL], "tool_choice": "required"},
    ],
)
def test_words_and_other_dialects_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_request_states_what_it_asks_for() -> None:
    form = {"type": "json_object", "json_schema": {"type": "object"}}
    capture = read(ID, request(tool_choice="REQUIRED", response_format=form, max_tokens=20))
    (asked,) = capture.requests
    assert (asked.forced, asked.answer.value, asked.limit) == ("*", {"type": "object"}, 20)
    assert [(mount.name, mount.strict) for mount in capture.mounts] == [("trim_sail", True)]


def test_the_plan_is_no_answer() -> None:
    (turn,) = read(ID, response(call(1))).turns
    assert (turn.texts, turn.tokens, turn.stop.means) == ((), 5, "call")


def test_results_belong_to_the_turn_before_them() -> None:
    document = [{"type": "document", "document": {"data": "trimmed"}}]
    (turn,) = read(ID, request(assistant(call(1), call(2)), result(1), result(2, document))).turns
    assert [returned.id for returned in turn.returns] == ["trim_1", "trim_2"]
    assert [[text.string for text in returned.texts] for returned in turn.returns] == [["trimmed"], ["trimmed"]]
    assert not any(returned.misplaced or returned.wanted for returned in turn.returns)


def test_a_result_that_is_an_object_says_what_is_taken() -> None:
    (turn,) = read(ID, request(assistant(call(1)), result(1, {"sail": "jib"}))).turns
    assert turn.returns[0].wanted


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    capture = read(ID, *streamed('{"sa', 'il":"jib"}'))
    (found,) = calls(capture)
    assert (found.id, found.name, arguments(found), capture.said) == ("trim_1", "trim_sail", {"sail": "jib"}, ())
    assert [fragment.text for fragment in found.fragments] == ["", '{"sa', 'il":"jib"}']


def test_no_fragment_of_arguments_means_none() -> None:
    (found,) = calls(read(ID, *streamed()))
    assert (found.blank, found.arguments.string) == (True, "")


def test_a_stream_without_its_end_is_incomplete_and_its_call_open() -> None:
    capture = read(ID, *streamed('{"sa', closed=False))
    assert calls(capture)[0].part_of_stream_end
    (told,) = capture.said
    assert (told.finding.code, "trim_sail" in told.finding.message) == ("stream-incomplete", True)


def test_a_second_stream_is_another_turn() -> None:
    assert len(read(ID, *streamed("{}"), *streamed("{}")).turns) == 2


def test_a_call_that_could_not_be_read_is_told() -> None:
    assert [told.finding.code for told in read(ID, response(reason="ERROR")).said] == ["call-malformed"]


def test_an_error_body_in_a_capture_is_told() -> None:
    capture = read(ID, request(), {"id": "e1", "message": "invalid request: tools[0] has no name"})
    assert [told.finding.code for told in capture.said] == ["provider-error"]


def test_the_reply_is_a_document_under_the_id_of_the_call() -> None:
    (found,) = calls(read(ID, response(call(1))))
    told = dialects.every()[ID].reply(found, "no such sail")
    assert (told["role"], told["tool_call_id"]) == ("tool", "trim_1")
    assert told["content"][0]["document"]["data"] == "no such sail"
