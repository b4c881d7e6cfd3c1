"""MCP as its users meet it: logs, lone messages, rounds of questions, tasks, sampling."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import MISSING, captured, read, recognised, trace
from hopscope.findings import Finding
from hopscope.model import Capture, Execution

ID = "mcp"
STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientCapabilities": {},
}
WEIGH = {
    "name": "weigh",
    "inputSchema": {"type": "object", "properties": {"sack": {"type": "string"}}, "required": ["sack"]},
    "outputSchema": {"type": "object", "properties": {"kg": {"type": "number"}}, "required": ["kg"]},
    "annotations": {"readOnlyHint": True},
}
ACCEPTED = {"ok": {"action": "accept", "content": {}}}


def message(**fields: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0"} | fields


def call(
    id: Any, sack: Any = "A", meta: dict[str, Any] | None = None, name: str = "weigh", **params: Any
) -> dict[str, Any]:
    meta = {"_meta": meta} if meta else {}
    return message(id=id, method="tools/call", params={"name": name, "arguments": {"sack": sack}} | meta | params)


def answer(id: Any, **result: Any) -> dict[str, Any]:
    return message(id=id, result={"content": [{"type": "text", "text": "done"}]} | result)


def handshake(revision: str = "2025-11-25", server: str = "mill") -> list[dict[str, Any]]:
    client, host = {"name": "desk", "version": "1"}, {"name": server, "version": "2"}
    return [
        message(
            id=0, method="initialize", params={"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
        ),
        message(id=0, result={"protocolVersion": revision, "capabilities": {}, "serverInfo": host}),
        message(method="notifications/initialized"),
    ]


def listed(*tools: dict[str, Any]) -> list[dict[str, Any]]:
    return [message(id="l", method="tools/list"), message(id="l", result={"tools": list(tools)})]


def asking(id: Any, state: str | None = "s-1", *keys: str) -> dict[str, Any]:
    question = {"method": "elicitation/create", "params": {"message": "Sure?", "requestedSchema": {"type": "object"}}}
    result = {"resultType": "input_required", "inputRequests": dict.fromkeys(keys or ("ok",), question)}
    return message(id=id, result=result | ({"requestState": state} if state else {}))


def again(id: Any, state: str | None = "s-1", responses: Any = ACCEPTED, **more: Any) -> dict[str, Any]:
    carried = {"requestState": state} if state else {}
    return call(id, meta=META, inputResponses=responses, **carried, **more)


def finished(id: Any, **result: Any) -> dict[str, Any]:
    return answer(id, resultType="complete", **result)


def said(capture: Capture, code: str = "rpc-invalid") -> list[Finding]:
    return [one.finding for one in capture.said if one.finding.code == code]


def only(capture: Capture) -> Execution:
    assert len(capture.executions) == 1
    return capture.executions[0]


# Detection


@pytest.mark.parametrize(
    "value",
    [
        call(1),
        answer(1),
        message(id=1, error={"code": -32601, "message": "no"}),
        message(method="notifications/initialized"),
        {"method": "tools/call", "params": {"name": "weigh"}},
        {"tools": [WEIGH]},
        WEIGH,
        [WEIGH],
        [call(1), answer(1)],
        {"content": [{"type": "text", "text": "x"}], "isError": False},
        {"content": [], "structuredContent": {"kg": 1}},
        {"resultType": "input_required", "requestState": "s"},
        {"name": "weigh", "arguments": {"sack": "A"}, "_meta": META},
        {"name": "weigh", "arguments": {"sack": "A"}},
        {"type": "tool_result", "toolUseId": "u", "content": []},
    ],
)
def test_what_mcp_writes_is_recognised(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {
            "openapi": "3.1.0",
            "paths": {"/tools/call": {"post": {"operationId": "tools/list"}}},
            "info": {"title": "MCP"},
        },
        {"method": "GET", "url": "/tools"},
        {"content": [{"type": "text", "text": "hello"}], "role": "assistant"},
        {"name": "weigh", "tools": "tools/call, jsonrpc 2.0"},
        {"action": "accept all", "content": {}},
    ],
)
def test_what_only_mentions_it_is_not(value: Any) -> None:
    assert ID not in recognised(value)


# Contracts and executions


def test_a_listing_states_contracts_of_the_server() -> None:
    (mount,) = read(ID, *handshake(), *listed(WEIGH)).mounts
    assert (mount.name, mount.hop, mount.server, mount.carries_output) == ("weigh", "discover", "mill", True)
    assert mount.input.value == WEIGH["inputSchema"]
    assert mount.output.value == WEIGH["outputSchema"]
    assert mount.annotations == {"readOnlyHint": True}


def test_before_2025_06_18_no_contract_could_state_an_output() -> None:
    (mount,) = read(ID, *handshake("2025-03-26"), *listed(WEIGH)).mounts
    assert mount.carries_output is False


def test_each_call_has_its_own_answer_whatever_their_order() -> None:
    capture = read(ID, call(1, "A"), call(2, "B"), answer(2, isError=True), answer(1))
    assert [(one.id, one.response.failed) for one in capture.executions] == [(1, False), (2, True)]


def test_an_id_keeps_its_type() -> None:
    capture = read(ID, call(1), answer("1"))
    assert only(capture).response is None
    assert [finding.params["id"] for finding in said(capture, "rpc-id-unmatched")] == ['"1"']


def test_an_error_keeps_code_message_and_data() -> None:
    response = only(read(ID, call(1), message(id=1, error={"code": -32602, "message": "bad", "data": [1]}))).response
    assert (response.kind, response.number, response.said, response.data.value) == ("error", -32602, "bad", [1])


def test_arguments_sent_as_a_string_stay_a_string() -> None:
    sent = call(1)
    sent["params"]["arguments"] = '{"sack": "A"}'
    capture = read(ID, sent, answer(1))
    assert only(capture).arguments.value == '{"sack": "A"}'
    assert said(capture) == []


def test_null_for_structured_content_is_a_value_only_where_results_say_their_type() -> None:
    assert only(read(ID, call(1), answer(1, structuredContent=None))).response.structured is None
    assert only(read(ID, call(1, meta=META), finished(1, structuredContent=None))).response.structured is not None


def test_progress_and_other_notifications_are_no_answers() -> None:
    progress = message(method="notifications/progress", params={"progressToken": 1, "progress": 0.5})
    capture = read(ID, call(1), progress, answer(1))
    assert only(capture).response.kind == "result"
    assert said(capture) == []


def test_a_whole_log_in_one_array_is_no_batch() -> None:
    capture = read(ID, json.dumps([*handshake(), call(1), answer(1)]))
    assert only(capture).response is not None
    assert said(capture) == []


# Ids


def test_an_answer_to_nothing_is_told() -> None:
    assert len(said(read(ID, *handshake(), call(1), answer(7)), "rpc-id-unmatched")) == 1


@pytest.mark.parametrize("log", [[answer(7)], [answer(7), call(8), answer(8)], [call(8), answer(7), answer(8)]])
def test_a_log_whose_beginning_was_cut_off_answers_older_requests(log: list[dict[str, Any]]) -> None:
    assert said(read(ID, *log), "rpc-id-unmatched") == []


def test_one_request_answered_twice_and_differently_breaks_json_rpc() -> None:
    assert "twice" in said(read(ID, call(1), answer(1), answer(1, isError=True)))[0].message
    assert said(read(ID, call(1), answer(1), answer(1))) == []


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


# Revision


@pytest.mark.parametrize("revision", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_revision_is_what_the_handshake_agreed_on(revision: str) -> None:
    log = handshake(revision)
    log[0]["params"]["protocolVersion"] = "2025-11-25"
    (note,) = said(read(ID, *log), "mcp-revision")
    assert (note.severity, note.params["revision"]) == ("note", revision)


def test_the_revision_is_what_requests_claim_where_there_is_no_handshake() -> None:
    (note,) = said(read(ID, call(1, meta=META), finished(1)), "mcp-revision")
    assert note.params["revision"] == STATELESS


def test_a_feature_of_one_revision_gives_it_away() -> None:
    (note,) = said(read(ID, call(1), finished(1)), "mcp-revision")
    assert (note.params["revision"], note.params["evidence"]) == (STATELESS, "resultType")


def test_what_belongs_to_another_revision_is_named() -> None:
    (note,) = said(read(ID, *handshake("2025-03-26"), *listed(WEIGH)), "mcp-revision")
    assert "outputSchema (2025-06-18)" in note.message


def test_nothing_is_said_where_nothing_tells() -> None:
    assert said(read(ID, call(1), answer(1)), "mcp-revision") == []


# Pieces apart


def test_a_lone_request_is_not_called_unanswered() -> None:
    assert trace(json.dumps(call(1)))["verdict"]["status"] == "unchecked"


def test_a_request_and_its_answer_in_two_documents_are_one_execution() -> None:
    wrong = answer(1, structuredContent={"kg": "3"})
    told = trace(json.dumps({"tools": [WEIGH]}), json.dumps(call(1)), json.dumps(wrong))
    assert told["verdict"]["code"] == "result-schema"
    assert len(told["calls"]) == 1


def test_a_bare_result_is_held_against_the_contract_of_the_one_call_there_is() -> None:
    chat = {"role": "assistant", "tool_calls": [
        {"id": "c-1", "type": "function", "function": {"name": "weigh", "arguments": '{"sack": "A"}'}},
    ]}  # fmt: skip
    told = trace(
        json.dumps({"tools": [WEIGH]}), json.dumps(chat), json.dumps(answer(1, structuredContent={})["result"])
    )
    (one,) = told["calls"]
    assert (one["hops"]["execute"]["status"], one["hops"]["gate-out"]["status"]) == ("absent", "fail")


def test_an_error_without_its_request_is_told_by_itself() -> None:
    told = trace(json.dumps(message(id=9, error={"code": -32602, "message": "Unknown tool"})))
    assert told["verdict"]["code"] == "result-rpc-error"
    assert "Invalid params" in told["verdict"]["message"]


def test_a_refused_probe_is_no_fault_but_a_refused_listing_is() -> None:
    refused = {"code": -32601, "message": "Method not found"}
    probe = read(ID, *handshake(), message(id=1, method="prompts/list"), message(id=1, error=refused))
    listing = read(ID, *handshake(), message(id=1, method="tools/list"), message(id=1, error=refused))
    assert said(probe, "result-rpc-error") == []
    assert len(said(listing, "result-rpc-error")) == 1


# Real messages

NO_CAPTURE = {"EmptyResult", "ServerCapabilities", "TextContent", "ToolUseContent"}  # pieces that could be anybody's


@pytest.mark.parametrize("folder", ["mcp-2025-11-25", "mcp-2026-07-28"])
def test_the_examples_of_the_specification_are_recognised_and_healthy(folder: str) -> None:
    files = captured(folder)
    if not files:
        pytest.skip(MISSING)
    for path in files:
        kind = path.name.split("__")[0]
        told = trace(path.read_text(encoding="utf-8"))
        if kind not in NO_CAPTURE:
            assert told["documents"][0]["dialect"] == ID, path.name
        errors = {one["code"] for one in told["findings"] if one["severity"] == "error"}
        assert errors == ({"result-rpc-error"} if kind.endswith("Error") else set()), path.name


FAULTS = {
    "batch-array-body": "batch", "invalid-spec-params": "name", "notification-invalid-spec-params": "requestId",
    "null-request-id": "id", "request-extra-top-level-key": "extraTop", "result-not-an-object": "result",
    "wrong-jsonrpc-version": "jsonrpc",
}  # fmt: skip
UNKNOWN_IDS = ("error-response-unknown-id", "result-response-unknown-id")


def test_each_message_that_a_reader_must_refuse_is_found() -> None:
    files = captured("mcp-invalid-messages")
    if not files:
        pytest.skip(MISSING)
    for path in files:
        told = json.loads(path.read_text(encoding="utf-8"))["message"]
        before = [*handshake(), call("x"), answer("x")] if path.stem in UNKNOWN_IDS else []
        capture = read(ID, *before, told)
        fields = [finding.params["field"] for finding in said(capture)]
        assert fields == ([FAULTS[path.stem]] if path.stem in FAULTS else []), path.name
        assert len(said(capture, "rpc-id-unmatched")) == (path.stem in UNKNOWN_IDS), path.name
