"""The run state of the Agents SDKs: each call counted once, results found among the items, both casings."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised

ID = "openai-agents"
Json = dict[str, Any]


def call(number: int, **fields: Any) -> Json:
    plain = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": "wind_clock"}
    return plain | {"arguments": "{}"} | fields


def output(number: int) -> Json:
    return {"type": "function_call_output", "call_id": f"call_{number}", "output": "wound"}


def item(raw: Json) -> Json:
    kind = "tool_call_output_item" if raw["type"].endswith("output") else "tool_call_item"
    return {"type": kind, "agent": {"name": "keeper"}, "raw_item": raw}


def state(responses: list[list[Json]], generated: list[Json], **fields: Any) -> Json:
    told = [{"output": output_, "response_id": f"resp_{n}", "usage": {}} for n, output_ in enumerate(responses)]
    return {
        "$schemaVersion": "1.9",
        "original_input": "Wind it.",
        "model_responses": told,
        "generated_items": [item(raw) for raw in generated],
        "last_model_response": told[-1] if told else None,
    } | fields


def test_it_is_recognised_by_its_shape() -> None:
    assert recognised(state([], [call(1)])) == [ID]
    assert recognised([item(call(1)), item(output(1))]) == [ID]


@pytest.mark.parametrize("value", [{"$schemaVersion": "1.9", "pages": []}, {"doc": "generated_items hold raw_item"}])
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_call_that_stands_three_times_counts_once() -> None:
    capture = read(ID, state([[call(1)]], [call(1), output(1)]))
    assert [found.id for found in calls(capture)] == ["call_1"]
    assert [returned.id for returned in capture.turns[0].returns] == ["call_1"]


def test_every_response_but_the_last_is_answered() -> None:
    turns = read(ID, state([[call(1)], [call(2)]], [call(1), output(1), call(2)])).turns
    assert [(turn.answered, len(turn.returns)) for turn in turns] == [(True, 1), (False, 0)]


def test_a_state_without_responses_is_read_from_its_items() -> None:
    capture = read(ID, state([], [call(1), output(1)]))
    assert [(found.id, len(turn.returns)) for turn in capture.turns for found in turn.calls] == [("call_1", 1)]
    assert not capture.turns[0].history


def test_the_input_may_be_an_earlier_conversation() -> None:
    turns = read(ID, state([[call(2)]], [call(2)], original_input=[call(1), output(1)])).turns
    assert [(turn.calls[0].id, turn.history) for turn in turns] == [("call_1", True), ("call_2", False)]


def test_a_result_whose_call_is_gone_stands_alone() -> None:
    assert [returned.id for returned in read(ID, state([[call(1)]], [output(5)])).returns] == ["call_5"]


def test_a_program_carries_its_output() -> None:
    program = {"type": "program", "id": "cm_1", "call_id": "call_p", "code": "wind()"}
    ended = {"type": "program_output", "id": "cmo_1", "call_id": "call_p", "result": "wound", "status": "completed"}
    (found,) = calls(read(ID, state([[program, ended]], [])))
    assert (found.name, found.execution.response.texts[0].string) == ("program", "wound")


def test_the_javascript_state_is_read_in_camel_case() -> None:
    raw = {"type": "function_call", "id": "fc_1", "callId": "call_1", "name": "wind_clock", "arguments": '{"turns":3}'}
    result = {
        "type": "function_call_result",
        "callId": "call_1",
        "name": "wind_clock",
        "output": {"type": "text", "text": "wound"},
    }
    saved = {
        "$schemaVersion": "1.0",
        "modelResponses": [{"output": [raw], "responseId": "resp_1"}],
        "generatedItems": [{"type": "tool_call_output_item", "rawItem": result}],
    }
    assert recognised(saved) == [ID]
    (turn,) = read(ID, saved).turns
    assert (turn.id, turn.calls[0].id, arguments(turn.calls[0])) == ("resp_1", "call_1", {"turns": 3})
    assert [(returned.id, returned.texts[0].string, returned.wanted) for returned in turn.returns] == [
        ("call_1", "wound", None)
    ]
