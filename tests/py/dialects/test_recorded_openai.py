"""Recorded exchanges with OpenAI, Cohere and servers that speak Chat: each body's calls, counted here by other code."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dialect_reading import CAPTURES, alarms, calls, read, recognised, trace

FOLDER = CAPTURES.parent / "corpora" / "provider-dialects"
MISSING = "the recorded exchanges are not beside this checkout (../shared/corpora/provider-dialects)"
PATHS = {"/responses": "openai-responses", "/chat/completions": "openai-chat", "api.cohere.com": "cohere-v2"}
ITEMS = {"function_call": "arguments", "custom_tool_call": "input"}
# What these exchanges really hold: refused calls, a schema of draft 7, an id and arguments left empty, seeds beyond a double.
TOLD = {
    "provider-error",
    "stream-error",
    "arguments-schema",
    "schema-dialect",
    "call-id-missing",
    "arguments-empty",
    "text-number-unsafe",
}
Body = dict[str, Any] | str
Made = tuple[str | None, str, str | None]


def dialect_of(uri: str) -> str | None:
    return next((id for part, id in PATHS.items() if part in uri), None)


def exchanges(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["interactions"]


def files() -> list[Path]:
    found = sorted(FOLDER.glob("*.json")) if FOLDER.is_dir() else []
    return [path for path in found if all(dialect_of(one["uri"]) for one in exchanges(path))]


def events(stream: str) -> list[dict[str, Any]]:
    return [json.loads(line[6:]) for line in stream.splitlines() if line.startswith("data: {")]


def made(body: Body, dialect: str) -> list[Made]:
    """Id, name and arguments of the calls in one body, in their order."""
    if dialect == "openai-responses":
        return [
            (item["call_id"], item["name"], item[ITEMS[item["type"]]])
            for item in items(body)
            if item.get("type") in ITEMS
        ]
    found = [call for message in messages(body) for call in message.get("tool_calls") or []]
    return [(call["id"] or None, call["function"]["name"], call["function"].get("arguments")) for call in found]


def items(body: Body) -> Iterator[dict[str, Any]]:
    if isinstance(body, str):
        yield from (one["item"] for one in events(body) if one.get("type") == "response.output_item.done")
    else:
        told = body["input"] if isinstance(body.get("input"), list) else body.get("output") or []
        yield from told


def messages(body: Body) -> list[dict[str, Any]]:
    if isinstance(body, str):
        return [{"tool_calls": joined(body)}]
    choices = [choice["message"] for choice in body.get("choices", [])]
    own = [body["message"]] if isinstance(body.get("message"), dict) else []
    return body.get("messages") or choices or own


def joined(stream: str) -> list[dict[str, Any]]:
    """The calls of a stream by its indexes alone: these recordings have no conflicts."""
    found: dict[int, dict[str, Any]] = {}
    for choice in (choice for chunk in events(stream) for choice in chunk.get("choices", [])):
        for piece in choice["delta"].get("tool_calls") or []:
            call = found.setdefault(piece["index"], {"id": "", "function": {"name": "", "arguments": ""}})
            call["id"] += piece.get("id") or ""
            for member in ("name", "arguments"):
                call["function"][member] += piece["function"].get(member) or ""
    return list(found.values())


def bodies(path: Path) -> Iterator[tuple[str, Body]]:
    for exchange in exchanges(path):
        for side in ("request", "response"):
            if exchange[side]:
                yield str(dialect_of(exchange["uri"])), exchange[side]


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_the_calls_of_each_body_are_read_as_they_stand(path: Path) -> None:
    for dialect, body in bodies(path):
        found = [call for call in calls(read(dialect, body)) if not (call.hosted or call.builtin)]
        told = [(call.id, call.name, call.arguments.string if call.arguments else None) for call in found]
        assert told == made(body, dialect)


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_no_body_is_taken_for_another_dialect(path: Path) -> None:
    for dialect, body in bodies(path):
        values = events(body) if isinstance(body, str) else [body]
        for value in values:
            assert recognised(value) in ([], [dialect]) or "error" in value


@pytest.mark.skipif(not FOLDER.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_a_recorded_conversation_raises_no_false_alarm(path: Path) -> None:
    texts = [body if isinstance(body, str) else json.dumps(body) for _, body in bodies(path)]
    assert [alarm for alarm in alarms(trace(*texts)) if alarm[0] not in TOLD] == []
