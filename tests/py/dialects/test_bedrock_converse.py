"""Bedrock Converse as its users meet it: bodies, event streams, histories, server tools, exceptions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import CAPTURES, MISSING, alarms, arguments, calls, captured, read, recognised, trace
from hopscope import dialects

ID = "bedrock-converse"
SPEC = {"toolSpec": {"name": "mow", "inputSchema": {"json": {"type": "object"}}, "strict": True}}


def use(number: int, **fields: Any) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": f"tooluse_{number}", "name": "mow", "input": {"rows": number}} | fields}


def result(number: int, **fields: Any) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": f"tooluse_{number}", "content": [{"text": "mown"}]} | fields}


def said(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def request(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"messages": list(messages), "toolConfig": {"tools": [SPEC]}, "inferenceConfig": {"maxTokens": 80}} | fields


def response(*blocks: dict[str, Any], stop: str = "tool_use") -> dict[str, Any]:
    return {"output": {"message": said("assistant", *blocks)}, "stopReason": stop, "usage": {"outputTokens": 7}}


def stream(*pieces: str, stop: str | None = "tool_use") -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = [
        {"messageStart": {"role": "assistant"}},
        {
            "contentBlockStart": {
                "contentBlockIndex": 0,
                "start": {"toolUse": {"toolUseId": "tooluse_1", "name": "mow"}},
            }
        },
    ]
    events += [
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"toolUse": {"input": piece}}}} for piece in pieces
    ]
    end = [{"contentBlockStop": {"contentBlockIndex": 0}}, {"messageStop": {"stopReason": stop}}]
    return [*events, *end, {"metadata": {"usage": {"outputTokens": 9}}}] if stop else events


@pytest.mark.parametrize(
    "value",
    [
        request(said("user", {"text": "go"})),
        response(use(1)),
        use(1),
        [use(1), use(2)],
        use(1)["toolUse"],
        said("user", result(1)),
        SPEC,
        [SPEC],
        stream("{}")[1],
        stream("{}")[-2],
        {"throttlingException": {"message": "Too many"}},
        {"__type": "ValidationException", "message": "The model returned a toolUse twice"},
    ],
    ids=[
        "request",
        "response",
        "block",
        "blocks",
        "bare block",
        "message",
        "tool",
        "tools",
        "start",
        "stop",
        "exception",
        "error",
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"text": "toolUse, toolResult, contentBlockDelta, stopReason"},
        {"toolUse": "see below"},
        {"message": "not found"},
    ],
)
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_request_states_what_it_asks_for() -> None:
    schema = {"type": "object", "required": ["rows"]}
    structure = {"type": "json_schema", "structure": {"jsonSchema": {"schema": json.dumps(schema)}}}
    config = {"tools": [SPEC, {"systemTool": {"name": "code"}}], "toolChoice": {"tool": {"name": "mow"}}}
    capture = read(ID, request(toolConfig=config, outputConfig={"textFormat": structure}))
    asked = capture.requests[0]
    assert (asked.forced, asked.limit, asked.answer.value) == ("mow", 80, schema)
    assert [(mount.name, mount.kind, mount.strict) for mount in capture.mounts] == [
        ("mow", "function", True),
        ("code", "hosted", None),
    ]


def test_text_may_stand_beside_results_but_results_may_not_be_split() -> None:
    beside = read(ID, request(said("assistant", use(1)), said("user", {"text": "here"}, result(1)))).turns[0]
    assert beside.returns[0].misplaced is None
    split = read(
        ID, request(said("assistant", use(1), use(2)), said("user", result(1)), said("user", result(2)))
    ).turns[0]
    assert [bool(returned.misplaced) for returned in split.returns] == [False, True]


def test_the_status_of_a_result_is_its_error_flag() -> None:
    message = said("user", result(1, status="error"), result(2, status="success"), result(3))
    turn = read(ID, request(said("assistant", use(1), use(2), use(3)), message)).turns[0]
    assert [returned.failed for returned in turn.returns] == [True, False, None]


def test_a_result_that_is_a_string_says_what_is_taken() -> None:
    turn = read(ID, request(said("assistant", use(1)), said("user", result(1, content="mown")))).turns[0]
    assert "list" in (turn.returns[0].wanted or "")


def test_a_streamed_call_is_joined_and_the_tokens_behind_the_stop_are_its_own() -> None:
    capture = read(ID, *stream('{"ro', 'ws": 3}'))
    assert arguments(calls(capture)[0]) == {"rows": 3}
    assert [(turn.stop.reason, turn.tokens) for turn in capture.turns] == [("tool_use", 9)]
    assert not capture.said


def test_an_empty_piece_means_no_arguments() -> None:
    assert trace("\n".join(map(json.dumps, stream(""))))["calls"][0]["value"] == {}


def test_a_stream_without_its_stop_is_incomplete() -> None:
    capture = read(ID, *stream('{"ro', stop=None))
    assert [one.finding.code for one in capture.said] == ["stream-incomplete"]
    assert calls(capture)[0].part_of_stream_end


def test_an_exception_ends_the_stream() -> None:
    capture = read(ID, *stream('{"ro', stop=None), {"modelStreamErrorException": {"message": "broke off"}})
    assert [(one.finding.code, one.finding.params["said"]) for one in capture.said] == [("stream-error", "broke off")]


@pytest.mark.parametrize("reason", ["malformed_tool_use", "malformed_model_output"])
def test_a_malformed_stop_is_told_with_what_arrived(reason: str) -> None:
    finding = read(ID, response({"text": "mow(rows="}, stop=reason)).said[0].finding
    assert finding.code == "call-malformed"
    assert reason in finding.message
    assert "mow(rows=" in finding.message


def test_a_server_tool_carries_its_own_result() -> None:
    call = calls(read(ID, response(use(1, type="server_tool_use"), result(1), stop="end_turn")))[0]
    assert (call.hosted, call.execution.response.failed) == (True, False)


def test_the_reply_is_a_failed_result() -> None:
    call = calls(read(ID, response(use(1))))[0]
    assert dialects.every()[ID].reply(call, "no") == said("user", result(1, content=[{"text": "no"}], status="error"))


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
class TestRealCaptures:
    @pytest.mark.parametrize("path", captured("bedrock-converse"), ids=lambda path: path.name)
    def test_each_is_recognised_and_raises_no_false_alarm(self, path: Any) -> None:
        told = trace(path.read_text(encoding="utf-8"))
        if "error" not in path.name:  # `{"message"}` alone says nothing of who wrote it
            assert [document["dialect"] for document in told["documents"]] == [ID]
            assert alarms(told) == []

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("amazon-bedrock-tool-call.1.chunks.txt", [("test-tool", {"value": "Sparkle Day"})]),
            ("amazon-bedrock-tool-call.1.json", [("bash", {"command": "ls -l"})]),
            (
                "test_bedrock_mixed_strict_tool_run.yaml",
                [("country_source", {}), ("capital_lookup", {"country": "Japan"})],
            ),
        ],
    )
    def test_its_calls_are_read(self, name: str, expected: list[tuple[str, Any]]) -> None:
        told = trace((CAPTURES / "bedrock-converse" / name).read_text(encoding="utf-8"))
        assert [(call["name"], call["value"]) for call in told["calls"]] == expected
