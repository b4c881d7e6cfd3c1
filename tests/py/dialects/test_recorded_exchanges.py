"""Recorded exchanges with real APIs: the calls of each file, counted here by a few lines of their own, and no false alarm."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dialect_reading import CAPTURES, alarms, trace

FOLDER = CAPTURES.parent / "corpora" / "provider-dialects"
MISSING = "the recorded exchanges are not beside this checkout (../shared/corpora/provider-dialects)"
HOSTS = {
    "api.anthropic.com": "anthropic-messages",
    "generativelanguage.googleapis.com": "gemini-generatecontent",
    "aiplatform.googleapis.com": "gemini-generatecontent",
    "bedrock-runtime.us-east-1.amazonaws.com": "bedrock-converse",
}
# What these exchanges really hold: a tool that failed, a forced call that did not come, arguments that break the contract.
TOLD = ("result-error", "call-absent", "arguments-schema", "answer-refused", "provider-error", "schema-dialect")
Made = tuple[str, str]


@cache
def exchanges(path: Path) -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(path.read_text(encoding="utf-8"))["interactions"])


def dialect_of(path: Path) -> str | None:
    """The one dialect of ours that all exchanges of a file speak."""
    compatible = any("/openai/" in exchange["uri"] for exchange in exchanges(path))
    hosts = {HOSTS.get(exchange["uri"].split("/")[2]) for exchange in exchanges(path)}
    return hosts.pop() if len(hosts) == 1 and not compatible else None


def files() -> list[Path]:
    found = sorted(FOLDER.glob("*.json")) if FOLDER.is_dir() else []
    return [path for path in found if dialect_of(path)]


def blocks(value: Any) -> Iterator[dict[str, Any]]:
    """The content blocks or parts of one message, whatever the dialect calls them."""
    content = value.get("content", value.get("parts")) if isinstance(value, dict) else None
    yield from (block for block in content if isinstance(block, dict)) if isinstance(content, list) else ()


def made(block: dict[str, Any]) -> Made | None:
    """The name and arguments of a call block of Anthropic, Bedrock or Gemini."""
    if block.get("type") in ("tool_use", "server_tool_use", "mcp_tool_use"):
        return block["name"], json.dumps(block["input"], sort_keys=True)
    if use := block.get("toolUse"):
        return use["name"], json.dumps(use["input"], sort_keys=True)
    call = block.get("functionCall", block.get("toolCall"))
    if not call:
        return None
    name = call.get("name") or call.get("toolType") or call["tool_type"]
    return name, json.dumps(call.get("args", {}), sort_keys=True)


def past(request: Any) -> Counter[Made]:
    messages = request.get("messages", request.get("contents", [])) if isinstance(request, dict) else []
    return Counter(call for message in messages for block in blocks(message) if (call := made(block)))


def present(response: Any) -> Counter[Made]:
    if isinstance(response, str):
        return streamed([json.loads(line[5:]) for line in response.splitlines() if line.startswith("data:")])
    messages = [response, response.get("output", {}).get("message")] if isinstance(response, dict) else []
    messages += [one.get("content") for one in response.get("candidates", [])] if isinstance(response, dict) else []
    return Counter(call for message in messages for block in blocks(message) if (call := made(block)))


def streamed(events: list[dict[str, Any]]) -> Counter[Made]:
    """The calls of a stream: Gemini's come whole, Anthropic's in pieces by the number of their block."""
    found, begun, pieces = Counter[Made](), {}, {}
    for event in events:
        found += present(event) if "candidates" in event else Counter()
        if event.get("type") == "content_block_start" and "input" in event["content_block"]:
            begun[event["index"]] = event["content_block"]
        elif piece := event.get("delta", {}).get("partial_json"):
            pieces[event["index"]] = pieces.get(event["index"], "") + piece
    for index, block in begun.items():
        whole = json.loads(pieces[index]) if index in pieces else block["input"]
        found[block["name"], json.dumps(whole, sort_keys=True)] += 1
    return found


def expected(path: Path) -> Counter[Made]:
    """Each call once: what the responses hold, and what only a history holds."""
    answers: Counter[Made] = Counter()
    total: Counter[Made] = Counter()
    for exchange in exchanges(path):
        total |= past(exchange["request"])
        answers += present(exchange["response"])
    return total | answers


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_the_calls_of_a_recording_are_read_each_once_without_false_alarm(path: Path) -> None:
    told = trace(path.read_text(encoding="utf-8"))
    assert {document["dialect"] for document in told["documents"]} == {dialect_of(path)}
    calls = Counter((call["name"], json.dumps(call["value"], sort_keys=True)) for call in told["calls"])
    assert calls == expected(path)
    assert [alarm for alarm in alarms(told) if alarm[0] not in TOLD] == []
