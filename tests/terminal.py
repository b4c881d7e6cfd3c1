"""The terminal's commands, run in this process, and small captures of our own for them."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import hopscope

ENGINE = str(Path(hopscope.__file__).parents[1])  # what PYTHONPATH is for a child
EXAMPLES = Path(__file__).parents[1] / "schemas" / "examples"


@dataclass(frozen=True)
class Done:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Done]


def runner(capture: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs `hopscope` with arguments, and with `given` as standard input."""
    from hopscope.cli import main

    def run(*arguments: str | Path, given: str | bytes = "") -> Done:
        raw = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
        code = main([str(argument) for argument in arguments])
        sys.stdout.flush()
        told = capture.readouterr()
        return Done(code, told.out.decode(), told.err.decode())

    return run


def schema(tool: str, side: str) -> Any:
    """A schema of the example contracts."""
    return json.loads((EXAMPLES / tool / f"{side}.json").read_text(encoding="utf-8"))


def tool(name: str = "get_ticket", **members: Any) -> dict[str, Any]:
    """A tool of the example contracts as an MCP server lists it."""
    stated = {"name": name, "inputSchema": schema(name, "input"), "outputSchema": schema(name, "output")}
    return {**stated, "description": "One ticket by its number.", **members}


def response(arguments: str, name: str = "get_ticket", **members: Any) -> dict[str, Any]:
    """A Chat Completions response with one call."""
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}],
        **members,
    }


TICKET = {"ticketId": "T-1", "title": "Printer on fire", "status": "open", "assignee": None}


def rpc(number: int, name: str, arguments: Any) -> dict[str, Any]:
    """A `tools/call` request."""
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def answer(number: int, value: Any) -> dict[str, Any]:
    """The answer to it."""
    content = [{"type": "text", "text": json.dumps(value)}]
    return {"jsonrpc": "2.0", "id": number, "result": {"content": content, "structuredContent": value}}


def listed(number: int = 1, *tools: dict[str, Any]) -> list[dict[str, Any]]:
    """A `tools/list` and its answer."""
    asked = {"jsonrpc": "2.0", "id": number, "method": "tools/list"}
    return [asked, {"jsonrpc": "2.0", "id": number, "result": {"tools": list(tools) or [tool()]}}]


def lines(messages: Iterable[Any]) -> str:
    """Messages as JSON Lines."""
    return "".join(f"{json.dumps(message)}\n" for message in messages)


def timed(messages: Iterable[Any], step: float = 1.0) -> list[dict[str, Any]]:
    """Messages as a recorder writes them, each `step` seconds after the one before."""
    return [{"ts": 1_700_000_000 + number * step, "message": one} for number, one in enumerate(messages)]


def written(case: dict[str, Any]) -> list[str]:
    """The documents of a case as files under their own names; skips where a name or text is none for a file."""
    documents = case["params"]["documents"]
    names = [document["name"] for document in documents]
    if len(set(names)) < len(names) or any("/" in name or name.startswith("-") or not name for name in names):
        pytest.skip("these documents have no names that files could have")
    for document in documents:
        try:
            Path(document["name"]).write_bytes(document["text"].encode())
        except UnicodeEncodeError:
            pytest.skip("this text is no UTF-8")
    return names
