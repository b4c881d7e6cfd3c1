"""Gemini Interactions as its users meet it: interactions, steps in a request, streams in both shapes."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import CAPTURES, MISSING, alarms, arguments, calls, captured, read, recognised, trace
from hopscope import dialects

ID = "gemini-interactions"
TOOL = {"type": "function", "name": "ring", "parameters": {"type": "object"}}


def call(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"type": "function_call", "id": f"c{number}", "name": "ring", "arguments": {"bell": number}} | fields


def result(number: int = 1, **fields: Any) -> dict[str, Any]:
    return {"type": "function_result", "call_id": f"c{number}", "name": "ring", "result": "rung"} | fields


def interaction(*steps: dict[str, Any], status: str = "requires_action", **fields: Any) -> dict[str, Any]:
    return {"object": "interaction", "id": "v1_x", "status": status, "steps": list(steps)} | fields


def request(*steps: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"model": "m", "input": list(steps), "tools": [TOOL], "generation_config": {"tool_choice": "auto"}} | fields


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"event_type": kind} | fields


def stream(*pieces: str, closed: bool = True) -> list[dict[str, Any]]:
    deltas = [event("step.delta", index=0, delta={"type": "arguments_delta", "arguments": piece}) for piece in pieces]
    end = [
        event("step.stop", index=0),
        event("interaction.completed", interaction=interaction(usage={"total_output_tokens": 9})),
    ]
    start = event("step.start", index=0, step=call(arguments={}))
    created = event("interaction.created", interaction={"id": "v1_x", "status": "in_progress", "object": "interaction"})
    return [created, start, *deltas, *(end if closed else [])]


@pytest.mark.parametrize(
    "value",
    [
        interaction(call()),
        {"id": "v1_x", "status": "completed", "outputs": [call()]},
        request(call(), result()),
        call(),
        result(),
        [call(), result()],
        stream("{}")[1],
    ],
    ids=["interaction", "older shape", "request", "call", "result", "steps", "event"],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"type": "function_call", "call_id": "c1", "name": "ring", "arguments": "{}"},
        {"status": "completed", "steps": ["function_call", "function_result"]},
        {"event_type": "click", "index": 0},
        {"event_type": "content.published", "id": 7},
        {"event_type": "error", "level": 3},
    ],
)
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_bare_call_without_any_id_fits_responses_as_well() -> None:
    bare = {"type": "function_call", "name": "ring", "arguments": {}}
    assert recognised(bare) == [ID, "openai-responses"]


def test_a_request_states_what_it_asks_for() -> None:
    choice = {"allowed_tools": {"mode": "any", "tools": ["ring"]}}
    shape = {"type": "text", "mime_type": "application/json", "schema": {"type": "object"}}
    body = request(generation_config={"tool_choice": choice, "max_output_tokens": 70}, response_format=[shape])
    asked = read(ID, body).requests[0]
    assert (asked.forced, asked.limit, asked.answer.value) == ("ring", 70, {"type": "object"})


def test_the_steps_of_a_request_are_turns_with_their_results() -> None:
    turn = read(ID, request(call(1), call(2), result(1), result(2, is_error=True))).turns[0]
    assert [made.id for made in turn.calls] == ["c1", "c2"]
    assert [(returned.id, returned.failed) for returned in turn.returns] == [("c1", None), ("c2", True)]
    assert turn.answered


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    capture = read(ID, *stream('{"be', 'll": 3}'))
    assert arguments(calls(capture)[0]) == {"bell": 3}
    assert [(turn.stop.reason, turn.tokens) for turn in capture.turns] == [("requires_action", 9)]
    assert not capture.said


def test_a_stream_without_its_end_is_incomplete() -> None:
    capture = read(ID, *stream('{"be', closed=False))
    assert [one.finding.code for one in capture.said] == ["stream-incomplete"]
    assert calls(capture)[0].part_of_stream_end


def test_the_older_events_are_read_too() -> None:
    capture = read(
        ID,
        event("interaction.start", interaction={"id": "v1_x", "status": "in_progress"}),
        event("content.start", index=0, content={"type": "function_call"}),
        event("content.delta", index=0, delta=call()),
        event("content.stop", index=0),
        event("interaction.complete", interaction=interaction()),
    )
    assert [(made.id, made.name, arguments(made)) for made in calls(capture)] == [("c1", "ring", {"bell": 1})]


def test_a_server_tool_carries_its_own_result() -> None:
    made = {"type": "mcp_server_tool_call", "id": "m1", "name": "find", "server_name": "maps", "arguments": {}}
    found = {"type": "mcp_server_tool_result", "call_id": "m1", "result": [{"type": "text", "text": "here"}]}
    hosted = calls(read(ID, interaction(made, found, status="completed")))[0]
    assert (hosted.hosted, hosted.namespace, hosted.execution.response.texts[0].string) == (True, "maps", "here")


def test_the_errors_of_a_failed_interaction_are_told() -> None:
    failed = interaction(status="failed", errors=[{"code": "tool_error", "message": "no such bell"}])
    assert "no such bell" in read(ID, failed).said[0].finding.message


def test_the_reply_is_a_failed_result_step() -> None:
    made = calls(read(ID, interaction(call())))[0]
    assert dialects.every()[ID].reply(made, "no") == result(result="no", is_error=True)


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", captured("gemini-interactions"), ids=lambda path: path.name)
def test_each_real_capture_is_recognised_and_raises_no_false_alarm(path: Any) -> None:
    told = trace(path.read_text(encoding="utf-8"))
    assert [document["dialect"] for document in told["documents"]] == [ID]
    assert alarms(told) == []
