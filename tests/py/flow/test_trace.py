"""The whole way from documents to verdicts: what must hold for any capture, damaged ones included."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

import pytest

import casebook
from hopscope import api

CASES = {name: case for name, case in casebook.read(casebook.OWN).items() if case["method"] == "trace"}


def trace(documents: list[dict]) -> dict:
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}})))
    assert "result" in reply, reply["error"]
    return reply["result"]


def damaged(text: str, seed: int) -> Iterator[str]:
    """The text cut, without one of its lines, with a piece missing, and with a bracket turned round."""
    spots = [(seed * step) % max(1, len(text)) for step in (7, 31, 101, 233)]
    yield from (text[:spot] for spot in spots[:2])
    lines = text.splitlines(keepends=True)
    yield "".join(line for number, line in enumerate(lines) if number != seed % len(lines))
    yield text[: spots[2]] + text[spots[2] + 9 :]
    yield text[: spots[3]] + text[spots[3] :].replace("{", "[", 1)


@pytest.mark.parametrize("name", CASES)
def test_damage_to_any_document_is_told_and_never_stops_the_trace(name: str) -> None:
    documents = CASES[name]["params"]["documents"]
    number = zlib.crc32(name.encode()) % len(documents)
    for text in damaged(documents[number]["text"] or " ", zlib.crc32(name.encode())):
        traced = trace([{**one, "text": text} if n == number else one for n, one in enumerate(documents)])
        assert traced["verdict"]["message"]


@pytest.mark.parametrize("name", CASES)
def test_every_place_lies_inside_its_document(name: str) -> None:
    documents = CASES[name]["params"]["documents"]
    units = {one["name"]: len(one["text"].encode("utf-16-le", "surrogatepass")) // 2 for one in documents}
    for finding in trace(documents)["findings"]:
        for place in filter(None, [finding["at"], finding["schema_at"], *finding["related"]]):
            assert 0 <= place["start"] <= place["end"] <= units[place["document"]]
            assert place["path"]


@pytest.mark.parametrize("name", CASES)
def test_the_order_of_the_documents_does_not_change_which_ids_the_calls_have(name: str) -> None:
    documents = CASES[name]["params"]["documents"]
    forth, back = trace(documents), trace(documents[::-1])
    assert sorted(call["id"] for call in forth["calls"] if call["id"]) == sorted(
        call["id"] for call in back["calls"] if call["id"]
    )


@pytest.mark.parametrize(
    "entries", [[], [{"request": {"method": "GET", "url": "https://api.example.test/"}, "response": {}}]]
)
def test_an_archive_without_any_json_body_is_nothing_and_no_fault(entries: list[dict]) -> None:
    archive = {"log": {"version": "1.2", "creator": {"name": "relay"}, "entries": entries}}
    assert trace([{"name": "session.har", "text": json.dumps(archive)}])["verdict"]["status"] == "nothing"


def test_a_host_is_not_accused_of_running_a_call_that_the_capture_lost() -> None:
    chunk = {
        "object": "chat.completion.chunk",
        "choices": [
            {
                "index": 0,
                "delta": {
                    "tool_calls": [
                        {"index": 0, "id": "call_1", "function": {"name": "read_log", "arguments": '{"day":'}}
                    ]
                },
            }
        ],
    }
    run = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "read_log", "arguments": {"day": 3}}}
    documents = [
        {"name": "stream.sse", "text": f"data: {json.dumps(chunk)}\n\n"},
        {"name": "mcp.jsonl", "text": json.dumps(run)},
    ]
    codes = {finding["code"] for finding in trace(documents)["findings"]}
    assert "stream-incomplete" in codes
    assert not codes & {"execute-rejected-call", "execute-arguments-changed"}


QUAY = '{"quay":3}'
HEADLESS = {
    "openai-chat": [
        {"object": "chat.completion.chunk", "choices": [
            {"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": QUAY}}]}, "finish_reason": "tool_calls"}
        ]}
    ],
    "anthropic-messages": [
        {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": QUAY}},
        {"type": "content_block_stop", "index": 1},
        {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}},
        {"type": "message_stop"},
    ],
    "bedrock-converse": [
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"toolUse": {"input": QUAY}}}},
        {"contentBlockStop": {"contentBlockIndex": 1}}, {"messageStop": {"stopReason": "tool_use"}},
    ],
    "cohere-v2": [
        {"type": "tool-call-delta", "index": 0, "delta": {"message": {"tool_calls": {"function": {"arguments": QUAY}}}}},
        {"type": "message-end", "delta": {"finish_reason": "TOOL_CALL"}},
    ],
    "gemini-generatecontent": [
        {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {
            "partialArgs": [{"jsonPath": "$.quay", "numberValue": 3}], "willContinue": True}}]}}]},
        {"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {}}]}, "finishReason": "STOP"}]},
    ],
    "gemini-interactions": [
        {"event_type": "step.delta", "index": 0, "delta": {"type": "arguments_delta", "arguments": QUAY}},
        {"event_type": "step.stop", "index": 0},
    ],
    "vercel-ai": [{"type": "tool-input-delta", "toolCallId": "c-1", "inputTextDelta": QUAY}, {"type": "finish"}],
    "ag-ui": [{"type": "TOOL_CALL_ARGS", "toolCallId": "c-1", "delta": QUAY}, {"type": "TOOL_CALL_END", "toolCallId": "c-1"}],
    "langchain": [{"type": "AIMessageChunk", "content": "", "tool_call_chunks": [
        {"name": None, "args": QUAY, "id": None, "index": 0, "type": "tool_call_chunk"}
    ]}],
}  # fmt: skip


@pytest.mark.parametrize("dialect", HEADLESS)
def test_a_stream_that_lacks_its_beginning_says_which_call_lacks_its_name(dialect: str) -> None:
    told = trace([{"name": "log.jsonl", "text": "\n".join(map(json.dumps, HEADLESS[dialect]))}])
    assert told["documents"][0]["dialect"] == dialect
    (found,) = (one for one in told["findings"] if one["severity"] == "warning")
    assert (found["code"], found["fault"]) == ("stream-incomplete", "capture")
    assert found["message"].startswith("Call 1 of this turn")
    assert json.loads(told["calls"][0]["arguments"]) == {"quay": 3}


def test_a_call_whose_name_the_provider_left_out_is_not_said_to_lack_its_beginning() -> None:
    piece = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "", "arguments": QUAY}}
    choice = {"index": 0, "delta": {"role": "assistant", "tool_calls": [piece]}, "finish_reason": "tool_calls"}
    told = trace([{"name": "s", "text": json.dumps({"object": "chat.completion.chunk", "choices": [choice]})}])
    assert "stream-incomplete" not in {one["code"] for one in told["findings"]}


def test_json_of_no_dialect_beside_a_contract_is_sent_to_validate() -> None:
    bare = {"name": "arguments.json", "text": '{"city": "Oslo"}'}
    schema = {"type": "object", "properties": {"city": {"type": "integer"}}}
    tool = {
        "name": "tool.json",
        "text": json.dumps({"name": "get_weather", "description": "It.", "input_schema": schema}),
    }
    for documents, sent in (([bare], False), ([bare, tool], True), ([tool, bare], True)):
        traced = trace(documents)
        unknown = next(one for one in traced["findings"] if one["code"] == "dialect-unknown")
        assert unknown["at"]["document"] == bare["name"]
        assert ("Validate holds them" in unknown["advice"]) == sent
