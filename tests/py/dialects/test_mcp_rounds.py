"""MCP calls that span several messages: rounds of questions, tasks, and the server asking the host's model."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import read, trace
from mcp_messages import (
    ACCEPTED,
    ID,
    META,
    WEIGH,
    again,
    answer,
    asking,
    call,
    finished,
    handshake,
    message,
    only,
    said,
)

# Rounds


def test_a_retry_is_the_same_execution_with_the_last_answer() -> None:
    capture = read(ID, call("a", meta=META), asking("a"), again("b"), finished("b"))
    execution = only(capture)
    assert (execution.id, execution.response.kind, len(execution.retries)) == ("a", "result", 1)
    assert said(capture) == []


def test_two_rounds_make_one_execution() -> None:
    second = [asking(2, "s-2", "more"), again(3, "s-2", {"more": ACCEPTED["ok"]})]
    capture = read(ID, call(1, meta=META), asking(1), again(2), *second, finished(3))
    assert len(only(capture).retries) == 2
    assert said(capture) == []


def test_parallel_rounds_are_kept_apart_by_their_state() -> None:
    capture = read(
        ID, call(1, "A", META), call(2, "B", META), asking(2, "s-B"), asking(1, "s-A"),
        again(3, "s-A"), again(4, "s-B", arguments={"sack": "B"}), finished(4), finished(3),
    )  # fmt: skip
    assert [(one.id, [retry.id for retry in one.retries]) for one in capture.executions] == [(1, [3]), (2, [4])]
    assert said(capture) == []


def test_a_question_that_nothing_goes_on_from_stays_open() -> None:
    assert only(read(ID, call(1, meta=META), asking(1))).response.kind == "input"


def test_the_same_call_without_state_is_a_new_call() -> None:
    assert len(read(ID, call(1, meta=META), asking(1), call(2, meta=META), finished(2)).executions) == 2


@pytest.mark.parametrize(
    ("asked", "retry", "word"),
    [
        (asking(1), again(2, "s-2"), "s-1"),
        (asking(1), again(2, None), "lacks requestState"),
        (asking(1, None), again(2), "the server gave none"),
        (asking(1), again(1), "new id"),
        (asking(1), again(2, responses={"other": ACCEPTED["ok"]}), "lacks ok"),
        (asking(1), again(2, responses={"ok": {"result": {"action": "accept"}}}), "action"),
        (asking(1), again(2, responses=[]), "must be an object"),
    ],
)
def test_state_and_responses_must_be_carried_right(asked: dict[str, Any], retry: dict[str, Any], word: str) -> None:
    capture = read(ID, call(1, meta=META), asked, retry)
    (finding,) = said(capture)
    assert (finding.fault, finding.hop) == ("host", "execute")
    assert word in finding.message
    assert len(only(capture).retries) == 1


def test_a_retry_with_other_arguments_is_told_in_a_lone_log() -> None:
    log = [call(1, meta=META), asking(1), again(2, arguments={"sack": "Z"}), finished(2)]
    told = trace("\n".join(map(json.dumps, log)))
    assert [one["code"] for one in told["findings"] if one["severity"] == "error"] == ["execute-arguments-changed"]


# Tasks


TASK = {"taskId": "t-1", "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:01Z"}


def test_a_task_of_2025_11_25_ends_in_what_tasks_result_gives() -> None:
    started = message(id=1, result={"task": TASK | {"status": "working", "ttl": 1}})
    fetched = message(id=2, method="tasks/result", params={"taskId": "t-1"})
    capture = read(ID, *handshake(), call(1, task={"ttl": 1}), started, fetched, answer(2, isError=True))
    assert (only(capture).response.kind, only(capture).response.failed) == ("result", True)
    assert said(capture) == []


@pytest.mark.parametrize(
    ("state", "kind"),
    [
        ({"status": "working"}, "task"),
        ({"status": "completed", "result": {"content": []}}, "result"),
        ({"status": "failed", "error": {"code": -32603, "message": "no"}}, "error"),
        ({"status": "input_required", "inputRequests": {}}, "input"),
    ],
)
def test_a_task_of_the_extension_ends_in_what_its_state_holds(state: dict[str, Any], kind: str) -> None:
    started = message(id=1, result={"resultType": "task", "status": "working", "ttlMs": None} | TASK)
    asked = message(id=2, method="tasks/get", params={"taskId": "t-1", "_meta": META})
    told = message(id=2, result={"resultType": "complete", "ttlMs": None} | TASK | state)
    capture = read(ID, call(1, meta=META), started, asked, told)
    assert only(capture).response.kind == kind
    assert said(capture) == []


def test_a_notification_can_end_a_task() -> None:
    started = message(id=1, result={"resultType": "task", "status": "working", "ttlMs": None} | TASK)
    ended = message(method="notifications/tasks", params=TASK | {"status": "completed", "result": {"content": []}})
    assert only(read(ID, call(1, meta=META), started, ended)).response.kind == "result"


# Sampling


def test_sampling_with_tools_is_a_conversation_of_its_own() -> None:
    asked = message(
        id=1, method="sampling/createMessage",
        params={"messages": [{"role": "user", "content": {"type": "text", "text": "?"}}], "maxTokens": 9, "tools": [WEIGH]},
    )  # fmt: skip
    use = {"type": "tool_use", "id": "u-1", "name": "weigh", "input": {"sack": "A"}}
    given = message(id=1, result={"role": "assistant", "model": "m", "stopReason": "toolUse", "content": [use]})
    capture = read(ID, *handshake(), call(1), asked, given, answer(1))
    (turn,) = capture.turns
    assert [(one.id, one.name, one.arguments.value) for one in turn.calls] == [("u-1", "weigh", {"sack": "A"})]
    assert (turn.stop.means, capture.mounts[0].hop, capture.requests[0].limit) == ("call", "offer", 9)
    assert only(capture).response.kind == "result"
    assert said(capture) == []


def test_sampling_results_name_their_call_by_tool_use_id() -> None:
    messages = [
        {"role": "assistant", "content": [{"type": "tool_use", "id": "u-1", "name": "weigh", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "toolUseId": "u-1", "content": [], "isError": True}]},
    ]
    (turn,) = read(ID, {"messages": messages, "maxTokens": 9}).turns
    assert [(one.id, one.failed, one.misplaced) for one in turn.returns] == [("u-1", True, None)]
    assert turn.history


def test_sampling_without_tools_is_no_turn_of_ours() -> None:
    params = {"messages": [{"role": "user", "content": {"type": "text", "text": "?"}}], "maxTokens": 9}
    assert read(ID, message(id=1, method="sampling/createMessage", params=params)).turns == ()
