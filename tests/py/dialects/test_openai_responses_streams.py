"""Streams of OpenAI Responses as their users meet them: items put together, ids that change, errors, cuts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import arguments, calls, read
from responses_writing import ID, call, event, response, said


def streamed(*pieces: str, ids: tuple[str, ...] = (), closed: bool = True) -> list[dict[str, Any]]:
    """The stream of one call; `ids` are item ids that change from event to event."""
    names = iter(ids) if ids else iter(["fc_1"] * 99)
    started = response(status="in_progress", output=[])
    opened = [event("output_item.added", output_index=0, item=call(1, arguments="", id=next(names)))]
    deltas = [
        event("function_call_arguments.delta", item_id=next(names), output_index=0, delta=piece) for piece in pieces
    ]
    whole = "".join(pieces)
    end = [
        event("function_call_arguments.done", item_id=next(names, "fc_1"), output_index=0, arguments=whole),
        event("output_item.done", output_index=0, item=call(1, arguments=whole, id=next(names, "fc_1"))),
        event("completed", response=response(call(1, arguments=whole))),
    ]
    return [event("created", response=started), *opened, *deltas, *(end if closed else [])]


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    (found,) = calls(read(ID, *streamed('{"be', 'd":1', "}")))
    assert (found.id, found.name, arguments(found)) == ("call_1", "read_soil", {"bed": 1})
    assert [fragment.text for fragment in found.fragments] == ["", '{"be', 'd":1', "}"]
    assert found.fragments[0].id == "call_1"


def test_a_place_in_a_streamed_argument_leads_to_its_fragment() -> None:
    text = "\n".join(map(json.dumps, streamed('{"be', 'd":77', "}")))
    (found,) = calls(read(ID, text))
    place = found.arguments.opened().get("bed").place()
    assert text[place.start : place.end] == "77"


def test_item_ids_that_change_with_every_event_do_no_harm() -> None:
    capture = read(ID, *streamed('{"be', 'd":1', "}", ids=tuple(f"rotating_{n}" for n in range(9))))
    (found,) = calls(capture)
    assert (found.id, arguments(found), capture.said) == ("call_1", {"bed": 1}, ())


def test_parallel_calls_are_kept_apart_by_item() -> None:
    events = [
        event("created", response=response(status="in_progress", output=[])),
        event("output_item.added", output_index=0, item=call(1, arguments="")),
        event("output_item.added", output_index=1, item=call(2, arguments="")),
        event("function_call_arguments.delta", item_id="fc_2", output_index=1, delta='{"bed":'),
        event("function_call_arguments.delta", item_id="fc_1", output_index=0, delta='{"bed":1}'),
        event("function_call_arguments.delta", item_id="fc_2", output_index=1, delta="2}"),
        event("completed", response=response(call(1), call(2))),
    ]
    assert [arguments(found) for found in calls(read(ID, *events))] == [{"bed": 1}, {"bed": 2}]


def test_two_calls_on_one_index_are_a_conflict_and_still_kept_apart() -> None:
    events = [
        event("created", response=response(status="in_progress", output=[])),
        event("output_item.added", output_index=0, item=call(1, arguments="")),
        event("function_call_arguments.delta", item_id="fc_1", output_index=0, delta='{"bed":1}'),
        event("output_item.added", output_index=0, item=call(2, arguments="")),
        event("function_call_arguments.delta", item_id="fc_2", output_index=0, delta='{"bed":2}'),
        event("completed", response=response(call(1), call(2))),
    ]
    capture = read(ID, *events)
    assert [arguments(found) for found in calls(capture)] == [{"bed": 1}, {"bed": 2}]
    (told,) = capture.said
    assert told.finding.code == "stream-index-conflict"
    assert "call_1" in told.finding.message and "call_2" in told.finding.message


def test_arguments_without_pieces_are_taken_from_the_event_that_ends_them() -> None:
    events = streamed('{"bed":1}')
    (found,) = calls(read(ID, *[one for one in events if not one["type"].endswith(".delta")]))
    assert arguments(found) == {"bed": 1}


def test_a_stream_without_its_end_is_incomplete_and_its_call_open() -> None:
    capture = read(ID, *streamed('{"be', closed=False))
    (found,) = calls(capture)
    assert found.part_of_stream_end
    assert [(told.finding.code, "read_soil" in told.finding.message) for told in capture.said] == [
        ("stream-incomplete", True)
    ]


def test_the_closing_event_alone_holds_the_whole_response() -> None:
    capture = read(ID, event("completed", response=response(call(1), said())))
    assert [found.id for found in calls(capture)] == ["call_1"]
    assert capture.said == ()


@pytest.mark.parametrize(
    "error",
    [
        {"type": "error", "code": "rate_limit_exceeded", "message": "Slow down.", "param": None},
        {"type": "error", "error": {"type": "tokens", "code": "rate_limit_exceeded", "message": "Slow down."}},
    ],
)
def test_an_error_event_is_told_once(error: dict[str, Any]) -> None:
    failed = event(
        "failed", response=response(status="failed", error={"code": "rate_limit_exceeded", "message": "Slow down."})
    )
    capture = read(ID, event("created", response=response(status="in_progress", output=[])), error, failed)
    assert [told.finding.code for told in capture.said] == ["stream-error"]
    assert "rate_limit_exceeded" in capture.said[0].finding.message


def test_two_streams_in_one_document_are_two_turns() -> None:
    assert len(read(ID, *streamed('{"bed":1}'), *streamed('{"bed":2}')).turns) == 2


def test_streamed_words_are_one_text() -> None:
    words = [
        event("output_text.delta", item_id="m", output_index=0, content_index=0, delta=word)
        for word in ("Very ", "dry.")
    ]
    capture = read(
        ID,
        event("created", response=response(output=[])),
        *words,
        event("completed", response=response(said("Very dry."))),
    )
    assert [text.string for text in capture.turns[0].texts] == ["Very dry."]
