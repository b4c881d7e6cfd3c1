"""LangChain messages as they stand in logs: plain, constructed, wrapped, in graph states, and as chunks."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised, trace

ID = "langchain"
CALL = {"name": "moor", "args": {"quay": 3}, "id": "c-1", "type": "tool_call"}
HUMAN = {"type": "human", "content": "Moor at quay 3.", "additional_kwargs": {}}


def ai(*tool_calls: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "type": "ai",
        "content": "",
        "additional_kwargs": {},
        "response_metadata": {},
        "tool_calls": list(tool_calls),
    } | fields


def tool(**fields: Any) -> dict[str, Any]:
    return {"type": "tool", "content": "moored", "tool_call_id": "c-1", "additional_kwargs": {}} | fields


def constructed(kind: str, **kwargs: Any) -> dict[str, Any]:
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}


def chunk(
    args: str | None, *, id: str | None = None, name: str | None = None, index: int = 0, **fields: Any
) -> dict[str, Any]:
    piece = {"name": name, "args": args, "id": id, "index": index, "type": "tool_call_chunk"}
    return {
        "type": "AIMessageChunk",
        "content": "",
        "id": "run-1",
        "additional_kwargs": {},
        "tool_call_chunks": [piece],
    } | fields


@pytest.mark.parametrize(
    "value",
    [
        ai(CALL),
        {"messages": [HUMAN, ai(CALL), tool()]},
        [HUMAN, ai(CALL)],
        [CALL],
        constructed("AIMessage", content="", tool_calls=[CALL]),
        {"type": "ai", "data": {"content": "", "tool_calls": [CALL]}},
        {"agent": {"messages": [ai(CALL)]}},
        {"generations": [[{"text": "", "message": constructed("AIMessage", content="", tool_calls=[CALL])}]]},
        chunk("{", name="moor"),
    ],
)
def test_each_form_is_recognised_and_its_call_counted(value: Any) -> None:
    assert recognised(value) == [ID]
    assert [call.name for call in calls(read(ID, value))] == ["moor"]


@pytest.mark.parametrize(
    "value", [{"type": "ai"}, {"type": "human", "content": "hi"}, {"name": "moor", "args": ["--quay", "3"]}]
)
def test_what_only_looks_like_it_is_not(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_state_pairs_calls_with_tool_messages() -> None:
    (turn,) = read(ID, {"messages": [HUMAN, ai(CALL), tool(status="error")]}).turns
    assert [(call.id, arguments(call)) for call in turn.calls] == [("c-1", {"quay": 3})]
    assert [(one.id, one.failed) for one in turn.returns] == [("c-1", True)]
    assert turn.history


def test_a_last_message_of_the_model_is_its_own_response_with_its_reason() -> None:
    reason = {"finish_reason": "tool_calls"}
    (turn,) = read(ID, {"messages": [HUMAN, ai(CALL, response_metadata=reason)]}).turns
    assert (turn.history, turn.stop.means) == (False, "call")


def test_an_invalid_call_keeps_the_text_that_could_not_be_read() -> None:
    cut = {"name": "moor", "args": '{"quay": ', "id": "c-1", "error": None, "type": "invalid_tool_call"}
    told = trace(json.dumps(ai(invalid_tool_calls=[cut])))
    assert [one["code"] for one in told["findings"]] == ["arguments-truncated"]


def test_chunks_are_put_together_by_index() -> None:
    capture = read(
        ID, chunk("", id="c-1", name="moor"), chunk('{"qu'), chunk("", id="c-2", name="sound", index=1), chunk('ay":3}'),
        chunk("{}", index=1), chunk(None, response_metadata={"finish_reason": "tool_calls"}, tool_call_chunks=[]),
    )  # fmt: skip
    (turn,) = capture.turns
    assert [(call.id, call.name, arguments(call)) for call in turn.calls] == [
        ("c-1", "moor", {"quay": 3}),
        ("c-2", "sound", {}),
    ]
    assert turn.stop.means == "call"
    assert capture.said == ()


def test_chunks_of_another_run_are_another_turn() -> None:
    turns = read(ID, chunk("{}", id="c-1", name="moor"), chunk("{}", id="c-2", name="moor") | {"id": "run-2"}).turns
    assert [[call.id for call in turn.calls] for turn in turns] == [["c-1"], ["c-2"]]
