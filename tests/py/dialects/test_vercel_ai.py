"""Vercel AI SDK as its users meet it: messages of both kinds, results, and the streams."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised, trace

ID = "vercel-ai"
SCHEMA = {"type": "object", "properties": {"quay": {"type": "integer"}}}
FINISH = {"type": "finish", "finishReason": "tool-calls"}


def called(**fields: Any) -> dict[str, Any]:
    return {"type": "tool-call", "toolCallId": "c-1", "toolName": "moor", "input": {"quay": 3}} | fields


def resulted(output: Any) -> dict[str, Any]:
    return {"type": "tool-result", "toolCallId": "c-1", "toolName": "moor", "output": output}


def conversation(output: Any) -> dict[str, Any]:
    return {"messages": [
        {"role": "user", "content": "Moor at quay 3."},
        {"role": "assistant", "content": [{"type": "text", "text": "So."}, called()]},
        {"role": "tool", "content": [resulted(output)]},
    ]}  # fmt: skip


def ui(*more: dict[str, Any], pieces: tuple[str, ...] = ('{"qu', 'ay":3}')) -> str:
    start = {"type": "tool-input-start", "toolCallId": "c-1", "toolName": "moor"}
    deltas = [{"type": "tool-input-delta", "toolCallId": "c-1", "inputTextDelta": piece} for piece in pieces]
    events = [{"type": "start"}, {"type": "start-step"}, start, *deltas, *more]
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events)


AVAILABLE = {"type": "tool-input-available", "toolCallId": "c-1", "toolName": "moor", "input": {"quay": 3}}
DONE = {"type": "tool-output-available", "toolCallId": "c-1", "output": {"moored": True}}
STEP = {"type": "finish-step"}


@pytest.mark.parametrize(
    "value",
    [
        called(),
        [called()],
        conversation({"type": "text", "value": "ok"}),
        {"content": [called(input='{"quay":3}')], "finishReason": "tool-calls"},
        {
            "prompt": [],
            "tools": [{"type": "function", "name": "moor", "inputSchema": SCHEMA}],
            "toolChoice": {"toolName": "moor"},
        },
        {
            "role": "assistant",
            "parts": [{"type": "tool-moor", "toolCallId": "c-1", "state": "input-available", "input": {}}],
        },
        {
            "role": "assistant",
            "toolInvocations": [{"state": "call", "toolCallId": "c-1", "toolName": "moor", "args": {}}],
        },
        {"type": "tool-input-delta", "id": "c-1", "delta": "{"},
    ],
)
def test_what_the_sdk_writes_is_recognised(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value", [{"type": "text-delta", "text": "tool-call"}, {"toolCallId": "c-1"}, {"type": "tool-box", "id": 1}]
)
def test_what_only_looks_like_it_is_not(value: Any) -> None:
    assert ID not in recognised(value)


@pytest.mark.parametrize(
    ("output", "content", "failed"),
    [
        ({"type": "json", "value": {"moored": True}}, {"moored": True}, False),
        ({"type": "text", "value": "moored"}, "moored", False),
        ({"type": "error-text", "value": "quay taken"}, "quay taken", True),
        ({"moored": True}, {"moored": True}, None),
    ],
)
def test_a_conversation_pairs_calls_with_results(output: Any, content: Any, failed: bool | None) -> None:
    (turn,) = read(ID, conversation(output)).turns
    assert [(call.id, call.name, arguments(call)) for call in turn.calls] == [("c-1", "moor", {"quay": 3})]
    assert [(one.id, one.content.value, one.failed) for one in turn.returns] == [("c-1", content, failed)]
    assert turn.history


def test_a_last_message_of_the_model_is_its_own_response() -> None:
    messages = conversation("ok")["messages"][:2]
    (turn,) = read(ID, {"messages": messages}).turns
    assert not turn.history


def test_input_may_be_an_object_or_the_providers_text() -> None:
    (call,) = calls(read(ID, {"content": [called(input='{"quay":3}')], "finishReason": "tool-calls"}))
    assert (call.encoded, arguments(call)) == (True, {"quay": 3})


def test_interface_messages_keep_the_result_beside_the_input() -> None:
    part = {
        "type": "tool-moor",
        "toolCallId": "c-1",
        "state": "output-error",
        "input": {"quay": 3},
        "errorText": "taken",
    }
    (turn,) = read(ID, [{"role": "user", "parts": []}, {"role": "assistant", "parts": [part]}]).turns
    assert [call.name for call in turn.calls] == ["moor"]
    assert [(one.id, one.failed) for one in turn.returns] == [("c-1", True)]


def test_version_4_invocations_are_read() -> None:
    invoked = {"state": "result", "toolCallId": "c-1", "toolName": "moor", "args": {"quay": 3}, "result": "moored"}
    (turn,) = read(ID, {"messages": [{"role": "assistant", "content": "", "toolInvocations": [invoked]}]}).turns
    assert (arguments(turn.calls[0]), turn.returns[0].content.value) == ({"quay": 3}, "moored")


def test_tools_and_a_forced_choice_are_read_from_call_options() -> None:
    options = {
        "prompt": [{"role": "user", "content": [{"type": "text", "text": "Moor."}]}],
        "tools": [{"type": "function", "name": "moor", "inputSchema": SCHEMA}], "toolChoice": {"type": "tool", "toolName": "moor"},
    }  # fmt: skip
    capture = read(ID, options)
    assert [(mount.name, mount.hop, mount.input.value) for mount in capture.mounts] == [("moor", "offer", SCHEMA)]
    assert capture.requests[0].forced == "moor"


def test_an_interface_stream_is_put_together_with_its_fragments() -> None:
    capture = read(ID, ui(AVAILABLE, DONE, STEP, {"type": "finish", "finishReason": "stop"}) + "data: [DONE]\n\n")
    (turn,) = capture.turns
    assert arguments(turn.calls[0]) == {"quay": 3}
    assert [piece.text for piece in turn.calls[0].fragments] == ["", '{"qu', 'ay":3}', '{"quay": 3}']
    assert (turn.returns[0].content.value, turn.stop.reason) == ({"moored": True}, "stop")
    assert capture.said == ()


def test_each_step_of_a_stream_is_a_turn() -> None:
    text = [{"type": "start-step"}, {"type": "text-delta", "id": "t", "delta": "Moored."}, STEP, {"type": "finish"}]
    turns = read(ID, ui(AVAILABLE, DONE, STEP, *text)).turns
    assert [(len(turn.calls), [one.string for one in turn.texts]) for turn in turns] == [(1, []), (0, ["Moored."])]


def test_a_providers_stream_gives_the_text_once() -> None:
    events = [
        {"type": "stream-start"}, {"type": "tool-input-start", "id": "c-1", "toolName": "moor"},
        {"type": "tool-input-delta", "id": "c-1", "delta": '{"quay":3}'}, {"type": "tool-input-end", "id": "c-1"},
        called(input='{"quay":3}'), FINISH,
    ]  # fmt: skip
    (turn,) = read(ID, *events).turns
    assert arguments(turn.calls[0]) == {"quay": 3}
    assert turn.stop.means == "call"


def test_a_stream_that_breaks_off_is_told() -> None:
    capture = read(ID, ui())
    assert [one.finding.code for one in capture.said] == ["stream-incomplete"]
    assert not capture.turns[0].whole
    assert capture.turns[0].calls[0].part_of_stream_end


@pytest.mark.parametrize("part", [called(), called(input='{"quay":3}'), resulted({"type": "text", "value": "moored"})])
def test_a_part_copied_out_of_a_message_is_no_stream_that_broke_off(part: dict[str, Any]) -> None:
    assert read(ID, part).said == ()


DATA = (
    'f:{"messageId":"m-1"}\n0:"So "\n0:"then."\ng:"It is free."\nb:{"toolCallId":"c-1","toolName":"moor"}\n'
    'c:{"toolCallId":"c-1","argsTextDelta":"{\\"qu"}\nc:{"toolCallId":"c-1","argsTextDelta":"ay\\":3}"}\n'
)
CALLED = '9:{"toolCallId":"c-1","toolName":"moor","args":{"quay":3}}\n'
RESULT = 'a:{"toolCallId":"c-1","result":{"moored":true}}\n'
ENDED = 'e:{"finishReason":"tool-calls","isContinued":false}\nf:{"messageId":"m-2"}\n0:"Moored."\nd:{"finishReason":"stop"}\n'


def test_a_data_stream_of_version_4_is_put_together() -> None:
    called_, said = read(ID, DATA + CALLED + RESULT + ENDED).turns
    assert [(call.id, call.name, arguments(call)) for call in called_.calls] == [("c-1", "moor", {"quay": 3})]
    assert [piece.text for piece in called_.calls[0].fragments] == ["", '{"qu', 'ay":3}', '{"quay":3}']
    assert [text.string for text in called_.texts] == ["So then."]
    assert [(one.id, one.content.value) for one in called_.returns] == [("c-1", {"moored": True})]
    assert (called_.stop.means, said.stop.means, said.calls) == ("call", "end", ())


def test_a_data_stream_that_breaks_off_is_told() -> None:
    capture = read(ID, DATA)
    assert [one.finding.code for one in capture.said] == ["stream-incomplete"]
    assert capture.turns[0].calls[0].part_of_stream_end


def test_a_data_stream_that_breaks_off_behind_a_whole_call_does_not_say_that_it_was_coming() -> None:
    (said,) = read(ID, DATA + CALLED).said
    assert "still" not in said.finding.message


def test_a_data_streams_error_is_told_in_its_words() -> None:
    (said,) = read(ID, DATA + CALLED + '3:"The quay is taken."\n').said
    assert (said.finding.code, said.finding.params["said"]) == ("stream-error", "The quay is taken.")


@pytest.mark.parametrize("line", [CALLED, DATA.splitlines()[5]])
def test_what_stands_behind_a_code_is_recognised_without_it(line: str) -> None:
    assert recognised(json.loads(line[2:])) == [ID]


SAYING = 'f:{{"messageId":"m-1"}}\n{}e:{{"finishReason":"stop","isContinued":false}}\nd:{{"finishReason":"stop"}}\n'


@pytest.mark.parametrize(
    "pieces",
    [
        ["function moor(quay) {"], ['{"quay": 3}'], ['{"na', 'me": "Ann"}'], ["data: x\n\n"], ["```json\n{"],
    ],
)  # fmt: skip
def test_text_in_a_data_stream_is_text_whatever_it_looks_like(pieces: list[str]) -> None:
    told = trace(SAYING.format("".join(f"0:{json.dumps(piece)}\n" for piece in pieces)))
    assert (told["findings"], told["documents"][0]["completeness"]) == ([], "normalised")


def test_a_call_leaked_into_a_data_streams_text_is_seen() -> None:
    pieces = ['<tool_call>{"name":"moor","arg', 'uments":{"quay":3}}</tool_call>']
    told = trace(SAYING.format("".join(f"0:{json.dumps(piece)}\n" for piece in pieces)))
    assert [one["code"] for one in told["findings"]] == ["call-in-text"]


def test_an_error_in_a_stream_is_told() -> None:
    capture = read(ID, ui({"type": "error", "errorText": "overloaded"}))
    assert [(one.finding.code, one.finding.params["said"]) for one in capture.said] == [("stream-error", "overloaded")]
