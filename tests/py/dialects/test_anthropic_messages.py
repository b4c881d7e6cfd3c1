"""Anthropic Messages as its users meet it: bodies, streams, histories, hosted tools, errors."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import CAPTURES, MISSING, alarms, arguments, calls, captured, read, recognised, trace
from hopscope import dialects

ID = "anthropic-messages"
LABEL = {"name": "print_label", "input_schema": {"type": "object", "properties": {"copies": {"type": "integer"}}}}


def use(number: int, **fields: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "print_label", "input": {"copies": number}} | fields


def result(number: int, **fields: Any) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "printed"} | fields


def request(*messages: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 64, "tools": [LABEL], "messages": list(messages)} | fields


def said(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def text(words: str = "So.") -> dict[str, Any]:
    return {"type": "text", "text": words}


def response(*blocks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {
        "type": "message",
        "id": "msg_1",
        "role": "assistant",
        "content": list(blocks),
        "stop_reason": "tool_use",
    } | fields


def stream(*pieces: str, block: dict[str, Any] | None = None, closed: bool = True) -> list[dict[str, Any]]:
    started = {"type": "message_start", "message": response(id="msg_1", stop_reason=None)}
    block = block or use(1, input={})
    deltas = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": piece}}
        for piece in pieces
    ]
    end = [
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 9}},
        {"type": "message_stop"},
    ]
    return [
        started,
        {"type": "content_block_start", "index": 0, "content_block": block},
        *deltas,
        *(end if closed else []),
    ]


@pytest.mark.parametrize(
    "value",
    [
        request(said("user", text())),
        response(use(1)),
        use(1),
        [use(1), use(2)],
        said("user", result(1)),
        [said("assistant", use(1)), said("user", result(1))],
        LABEL,
        stream("{}")[1],
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        {"custom_id": "a", "result": {"type": "succeeded", "message": response(use(1))}},
    ],
    ids=["request", "response", "block", "blocks", "message", "messages", "tool", "event", "error", "batch result"],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"title": "How tool_use and tool_result work", "body": "input_schema, stop_reason, message_start"},
        {"type": "message", "text": "hello"},
        {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "hello"}]},
        {
            "components": {
                "schemas": {"ToolUseBlock": {"properties": {"type": {"const": "tool_use"}, "id": {}, "input": {}}}}
            }
        },
    ],
)
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_request_states_what_it_asks_for() -> None:
    schema = {"type": "object"}
    body = request(said("user", text()), tool_choice={"type": "tool", "name": "print_label"})
    capture = read(ID, body | {"output_config": {"format": {"type": "json_schema", "schema": schema}}})
    asked = capture.requests[0]
    assert (asked.forced, asked.limit, asked.answer.value) == ("print_label", 64, schema)
    assert [(mount.name, mount.kind) for mount in capture.mounts] == [("print_label", "function")]


def test_a_server_tool_is_a_hosted_mount() -> None:
    capture = read(ID, request(tools=[{"type": "web_search_20250305", "name": "web_search"}]))
    assert [(mount.name, mount.kind) for mount in capture.mounts] == [("web_search", "hosted")]


def test_results_first_in_the_next_user_message_are_in_their_place() -> None:
    capture = read(ID, request(said("assistant", use(1), use(2)), said("user", result(1), result(2), text())))
    turn = capture.turns[0]
    assert turn.answered
    assert [returned.misplaced for returned in turn.returns] == [None, None]


@pytest.mark.parametrize(
    "after",
    [
        [said("user", text(), result(1))],
        [said("user", text()), said("user", result(1))],
        [said("user", result(2)), said("user", result(1))],
        [said("user", text()), said("assistant", text()), said("user", result(1))],
    ],
    ids=["behind a text", "one message late", "split over two messages", "a turn late"],
)
def test_a_result_elsewhere_breaks_the_order(after: list[dict[str, Any]]) -> None:
    turn = read(ID, request(said("assistant", use(1), use(2)), *after)).turns[0]
    late = next(returned for returned in turn.returns if returned.id == "toolu_1")
    assert "right after" in (late.misplaced or "")


def test_a_system_message_between_parts_nothing() -> None:
    turn = read(ID, request(said("assistant", use(1)), said("system", text()), said("user", result(1)))).turns[0]
    assert turn.returns[0].misplaced is None


def test_the_error_flag_of_a_result_is_read() -> None:
    turn = read(
        ID, request(said("assistant", use(1), use(2)), said("user", result(1, is_error=True), result(2)))
    ).turns[0]
    assert [returned.failed for returned in turn.returns] == [True, None]


def test_a_result_of_a_refused_kind_says_what_is_taken() -> None:
    audio = [{"type": "audio", "data": ""}]
    results = said("user", result(1, content=audio), result(2, content={}))
    turn = read(ID, request(said("assistant", use(1), use(2)), results)).turns[0]
    assert all("text" in (returned.wanted or "") for returned in turn.returns)


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    capture = read(ID, *stream("", '{"copi', 'es": 3}'))
    call = calls(capture)[0]
    assert (call.id, call.name, arguments(call)) == ("toolu_1", "print_label", {"copies": 3})
    assert [(row.event, row.index, row.text) for row in call.fragments] == [
        (1, 0, ""),
        (2, 0, ""),
        (3, 0, '{"copi'),
        (4, 0, 'es": 3}'),
    ]
    assert not capture.said


def test_no_pieces_mean_what_the_block_started_with() -> None:
    assert arguments(calls(read(ID, *stream(block=use(1))))[0]) == {"copies": 1}


def test_an_empty_piece_means_no_arguments() -> None:
    call = calls(read(ID, *stream("")))[0]
    assert call.blank
    assert not call.arguments.value


def test_a_stream_without_its_end_is_incomplete_and_its_call_open() -> None:
    capture = read(ID, *stream('{"copi', closed=False))
    assert [(one.finding.code, "print_label" in one.finding.message) for one in capture.said] == [
        ("stream-incomplete", True)
    ]
    assert calls(capture)[0].part_of_stream_end


def test_an_error_event_ends_the_stream() -> None:
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    capture = read(ID, *stream('{"copi', closed=False), error)
    assert [one.finding.code for one in capture.said] == ["stream-error"]


def test_two_blocks_with_one_id_stay_two_calls() -> None:
    again = [event | {"index": 1} if "index" in event else event for event in stream('{"copies": 2}')[1:]]
    made = calls(read(ID, *stream('{"copies": 1}')[:4], *again))
    assert [(call.id, arguments(call)) for call in made] == [("toolu_1", {"copies": 1}), ("toolu_1", {"copies": 2})]


def test_a_second_stream_behind_the_first_is_another_turn() -> None:
    assert [len(turn.calls) for turn in read(ID, *stream("{}"), *stream("{}")).turns] == [1, 1]


def test_a_response_logged_block_by_block_is_one_turn() -> None:
    lines = [
        response(text(), stop_reason=None),
        response(use(1), stop_reason=None),
        said("user", result(1)),
        response(use(2)),
    ]
    capture = read(ID, *lines, response(text(), id="msg_2"))
    assert [[call.id for call in turn.calls] for turn in capture.turns] == [["toolu_1", "toolu_2"], []]
    assert [returned.id for returned in capture.returns] == ["toolu_1"]


def test_a_hosted_call_carries_its_own_result() -> None:
    block = {"type": "mcp_tool_use", "id": "mcptoolu_1", "name": "find", "server_name": "maps", "input": {"q": "x"}}
    found = {"type": "mcp_tool_result", "tool_use_id": "mcptoolu_1", "is_error": True, "content": [text("no route")]}
    call = calls(read(ID, response(block, found, stop_reason="end_turn")))[0]
    assert (call.hosted, call.namespace) == (True, "maps")
    assert (call.execution.response.failed, call.execution.response.said) == (True, "no route")


def test_an_error_names_the_tool_it_points_at() -> None:
    message = "tools.0.custom.input_schema.type: Field required"
    error = {"type": "error", "error": {"type": "invalid_request_error", "message": message}}
    finding = read(ID, request(), error).said[0].finding
    assert (finding.params["pointer"], finding.params["tool"]) == ("/tools/0/input_schema/type", "print_label")
    assert finding.related


def test_the_reply_is_a_failed_result_in_a_user_message() -> None:
    call = calls(read(ID, response(use(1))))[0]
    reply = dialects.every()[ID].reply(call, "copies must be a number")
    assert reply == said("user", result(1, content="copies must be a number", is_error=True))


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
class TestRealCaptures:
    BROKEN = ("spliced-message-start",)
    TOLD = ("answer-refused", "result-error", "provider-error")  # what these captures really hold

    @pytest.mark.parametrize("path", captured("anthropic-messages"), ids=lambda path: path.name)
    def test_each_is_recognised_and_raises_no_false_alarm(self, path: Any) -> None:
        told = trace(path.read_text(encoding="utf-8"))
        assert [document["dialect"] for document in told["documents"]] == [ID]
        if not path.name.startswith(self.BROKEN):
            assert [alarm for alarm in alarms(told) if alarm[0] not in self.TOLD] == []

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("anthropic-mcp.1.chunks.txt", [("echo", {"message": "hello world"})]),
            ("anthropic-tool-no-args.chunks.txt", [("updateIssueList", {})]),
            ("anthropic-memory-20250818.1.json", [("memory", {"command": "view", "path": "/memories"})]),
            ("tool_use_response.txt", [("get_weather", {"location": "Paris"})]),
            (
                "test_multiple_parallel_tool_calls.yaml",
                [("retrieve_entity_info", {"name": name}) for name in ("Alice", "Bob", "Charlie", "Daisy")],
            ),
        ],
    )
    def test_its_calls_are_read(self, name: str, expected: list[tuple[str, Any]]) -> None:
        told = trace((CAPTURES / "anthropic-messages" / name).read_text(encoding="utf-8"))
        assert [(call["name"], call["value"]) for call in told["calls"]] == expected
