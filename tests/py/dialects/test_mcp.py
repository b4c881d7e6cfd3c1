"""MCP as its users meet it: logs, lone messages, contracts, ids, revisions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import MISSING, captured, read, recognised, trace
from mcp_messages import ID, META, STATELESS, WEIGH, answer, call, finished, handshake, listed, message, only, said

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
        {"jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": []},
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


def test_what_a_log_says_between_the_messages_is_not_read_as_one() -> None:
    own = {"level": "error", "error": {"code": 500, "message": "disk"}}
    capture = read(ID, *handshake(), call(1), own, answer(1))
    assert only(capture).response.kind == "result"
    assert [one.finding.code for one in capture.said] == ["mcp-revision"]
    assert capture.answers == ()


# Ids


def test_an_answer_to_nothing_is_told() -> None:
    assert len(said(read(ID, *handshake(), call(1), answer(7)), "rpc-id-unmatched")) == 1


@pytest.mark.parametrize("log", [[answer(7)], [answer(7), call(8), answer(8)], [call(8), answer(7), answer(8)]])
def test_a_log_whose_beginning_was_cut_off_answers_older_requests(log: list[dict[str, Any]]) -> None:
    assert said(read(ID, *log), "rpc-id-unmatched") == []


def test_one_request_answered_twice_and_differently_breaks_json_rpc() -> None:
    assert "twice" in said(read(ID, call(1), answer(1), answer(1, isError=True)))[0].message
    assert said(read(ID, call(1), answer(1), answer(1))) == []


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
