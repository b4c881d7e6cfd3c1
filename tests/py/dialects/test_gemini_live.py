"""The Gemini Live API as its users meet it: the frames of one session."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised
from hopscope import dialects

ID = "gemini-live"
SETUP = {
    "setup": {"model": "m", "tools": [{"functionDeclarations": [{"name": "wind", "parameters": {"type": "OBJECT"}}]}]}
}
FIRST, SECOND = {"id": "f1", "name": "wind", "args": {"turns": 4}}, {"id": "f2", "name": "wind", "args": {}}
CALL = {"toolCall": {"functionCalls": [FIRST, SECOND]}}
SNAKE = {"tool_call": {"function_calls": [FIRST]}}


def answer(*ids: str, response: Any = None) -> dict[str, Any]:
    responses = [{"id": each, "name": "wind", "response": response or {"output": "wound"}} for each in ids]
    return {"toolResponse": {"functionResponses": responses}}


def spoken(words: str) -> dict[str, Any]:
    return {"serverContent": {"modelTurn": {"parts": [{"text": words}]}}}


@pytest.mark.parametrize(
    "value",
    [SETUP, CALL, SNAKE, answer("f1"), spoken("Done."), {"toolCallCancellation": {"ids": ["f1"]}}, [SETUP, CALL]],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize("value", [{"toolCall": "f1"}, {"setup": {"steps": []}}, {"serverContent": "hello"}])
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


@pytest.mark.parametrize("frame", [CALL, SNAKE])
def test_a_call_is_read_in_both_spellings(frame: Any) -> None:
    made = calls(read(ID, SETUP, frame))[0]
    assert (made.id, made.name, arguments(made)) == ("f1", "wind", {"turns": 4})


def test_answers_are_given_to_the_calls_they_name() -> None:
    capture = read(ID, SETUP, CALL, answer("f2"), spoken("Do"), spoken("ne."), answer("f1"))
    turn, text = capture.turns
    assert [returned.id for returned in turn.returns] == ["f2", "f1"]
    assert turn.answered
    assert [said.string for said in text.texts] == ["Done."]


def test_a_call_that_waits_for_its_answer_is_not_missing_one() -> None:
    assert not read(ID, SETUP, CALL).turns[0].answered


def test_a_cancelled_call_needs_no_answer() -> None:
    assert not read(ID, SETUP, CALL, {"toolCallCancellation": {"ids": ["f2"]}}, answer("f1")).turns[0].answered


def test_the_reply_is_a_tool_response_frame() -> None:
    made = calls(read(ID, CALL))[0]
    assert dialects.every()[ID].reply(made, "no") == answer("f1", response={"error": "no"})
