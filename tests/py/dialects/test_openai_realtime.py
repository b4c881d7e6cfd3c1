"""OpenAI Realtime as its users meet it: the events of a session from both sides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised
from hopscope import dialects

ID = "openai-realtime"
TOOL = {
    "type": "function",
    "name": "ring_bell",
    "parameters": {"type": "object", "properties": {"times": {"type": "integer"}}},
}
Json = dict[str, Any]


def event(type_: str, **fields: Any) -> Json:
    return {"type": type_, "event_id": f"event_{type_}"} | fields


def item(number: int, **fields: Any) -> Json:
    plain = {"id": f"item_{number}", "object": "realtime.item", "type": "function_call", "call_id": f"call_{number}"}
    return plain | {"name": "ring_bell", "arguments": json.dumps({"times": number})} | fields


def created(number: int) -> Json:
    return event("response.created", response={"object": "realtime.response", "id": f"resp_{number}", "output": []})


def done(number: int, *output: Json, **fields: Any) -> Json:
    response = {"object": "realtime.response", "id": f"resp_{number}", "status": "completed", "output": list(output)}
    return event("response.done", response=response | fields)


def streamed(number: int, *pieces: str) -> list[Json]:
    named = {"response_id": f"resp_{number}", "output_index": 0}
    opened = event("response.output_item.added", item=item(number, arguments=""), **named)
    deltas = [
        event("response.function_call_arguments.delta", item_id=f"item_{number}", delta=piece, **named)
        for piece in pieces
    ]
    return [created(number), opened, *deltas]


def answered(number: int, output: str = "rung") -> Json:
    """What a client sends; its events need no id."""
    made = {"type": "function_call_output", "call_id": f"call_{number}", "output": output}
    return {"type": "conversation.item.create", "item": made}


@pytest.mark.parametrize(
    "value",
    [
        {"type": "session.update", "session": {"tools": [TOOL]}},
        event("session.created", session={"object": "realtime.session", "tools": [TOOL]}),
        created(1),
        done(1, item(1)),
        item(1),
        [item(1), item(2)],
        answered(1),
        {"type": "response.create"},
        event(
            "response.function_call_arguments.done", response_id="resp_1", call_id="call_1", name="f", arguments="{}"
        ),
        event("error", error={"type": "invalid_request_error", "code": "x", "message": "No."}),
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"readme": "session.update, conversation.item.create and response.done are events of Realtime."},
        {"type": "session.updated", "properties": {"id": 1}},
        {"type": "response.created", "response": {"object": "response", "id": "resp_1"}, "sequence_number": 0},
    ],
)
def test_words_and_other_events_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_the_tools_that_the_client_set_are_mounted_once() -> None:
    session = {"object": "realtime.session", "tools": [TOOL], "tool_choice": "required"}
    capture = read(ID, {"type": "session.update", "session": session}, event("session.updated", session=session))
    assert [(mount.name, mount.echo) for mount in capture.mounts] == [("ring_bell", False)]
    assert [request.forced for request in capture.requests] == ["*"]


def test_tools_that_only_the_server_tells_are_its_echo() -> None:
    capture = read(ID, event("session.created", session={"object": "realtime.session", "tools": [TOOL]}))
    assert [(mount.name, mount.echo) for mount in capture.mounts] == [("ring_bell", True)]


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    capture = read(ID, *streamed(1, '{"ti', 'mes":1}'), done(1, item(1)))
    (found,) = calls(capture)
    assert (found.id, found.item, arguments(found)) == ("call_1", "item_1", {"times": 1})
    assert [fragment.text for fragment in found.fragments] == ["", '{"ti', 'mes":1}']
    assert capture.said == ()


def test_the_event_that_ends_the_arguments_is_a_call_by_itself() -> None:
    named = {"response_id": "resp_1", "item_id": "item_1", "output_index": 0, "call_id": "call_1", "name": "ring_bell"}
    capture = read(ID, event("response.function_call_arguments.done", arguments='{"times":1}', **named))
    assert [(found.id, found.name, arguments(found)) for found in calls(capture)] == [
        ("call_1", "ring_bell", {"times": 1})
    ]
    assert capture.said == ()


def test_a_result_is_counted_once_though_the_server_repeats_it() -> None:
    echo = item(9, type="function_call_output", call_id="call_1", output="rung")
    log = [*streamed(1, '{"times":1}'), done(1, item(1)), answered(1), event("conversation.item.added", item=echo)]
    (turn,) = read(ID, *log).turns
    assert [returned.id for returned in turn.returns] == ["call_1"]


def test_two_results_that_the_client_sent_are_two() -> None:
    (turn,) = read(ID, created(1), done(1, item(1)), answered(1), answered(1)).turns
    assert len(turn.returns) == 2


def test_a_result_of_an_unknown_call_stands_with_the_last_calls() -> None:
    (turn,) = read(ID, created(1), done(1, item(1)), answered(7)).turns
    assert [returned.id for returned in turn.returns] == ["call_7"]


def test_a_result_without_any_call_stands_alone() -> None:
    assert [returned.id for returned in read(ID, answered(1)).returns] == ["call_1"]


def test_a_turn_without_any_result_is_not_yet_answered() -> None:
    turns = read(ID, created(1), done(1, item(1)), created(2), done(2)).turns
    assert [turn.answered for turn in turns] == [False, False]


def test_a_turn_is_answered_when_the_next_response_begins() -> None:
    turns = read(ID, created(1), done(1, item(1), item(2)), answered(1), created(2), done(2)).turns
    assert [turn.answered for turn in turns] == [True, False]


def test_responses_that_overlap_are_kept_apart() -> None:
    log = [
        *streamed(1, '{"times"'),
        *streamed(2, '{"times":2}'),
        *streamed(1, ":1}")[2:],
        done(1, item(1)),
        done(2, item(2)),
    ]
    assert [arguments(found) for found in calls(read(ID, *log))] == [{"times": 1}, {"times": 2}]


def test_a_conversation_put_in_again_is_history() -> None:
    earlier = {"type": "conversation.item.create", "item": item(1)}
    (turn,) = read(ID, earlier, answered(1)).turns
    assert (turn.history, [returned.id for returned in turn.returns]) == (True, ["call_1"])


@pytest.mark.parametrize(
    ("fields", "means"),
    [
        ({}, "end"),
        ({"status": "incomplete", "status_details": {"type": "incomplete", "reason": "max_output_tokens"}}, "length"),
        ({"status": "cancelled", "status_details": {"type": "cancelled", "reason": "turn_detected"}}, None),
    ],
)
def test_the_status_says_why_it_ended(fields: Json, means: str | None) -> None:
    (turn,) = read(ID, created(1), done(1, item(1), **fields)).turns
    assert turn.stop.means == means


def test_a_failed_response_says_why() -> None:
    failed = done(
        1, status="failed", status_details={"error": {"type": "server_error", "code": "x", "message": "Gone."}}
    )
    (told,) = read(ID, created(1), failed).said
    assert (told.finding.code, "Gone." in told.finding.message) == ("stream-error", True)


def test_a_log_that_ends_inside_a_response_is_incomplete() -> None:
    capture = read(ID, *streamed(1, '{"ti'))
    assert calls(capture)[0].part_of_stream_end
    assert [told.finding.code for told in capture.said] == ["stream-incomplete"]


def test_the_reply_is_an_item_that_the_client_creates() -> None:
    (found,) = calls(read(ID, done(1, item(1))))
    assert dialects.every()[ID].reply(found, "no") == answered(1, "no")
