"""Texts that only look like captures, or only speak of them: none is taken for one, and nothing is said against them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import trace

FOREIGN: dict[str, Any] = {
    "a README with fields of calls": '# Agent\n\nRead `choices[].delta`, `event: ping`:\n\n```json\n{"tool_calls": []}\n```\n',
    "a list of changes": "## 2.1\n- emit `tool_use` blocks\n- mend `input_json_delta`\n",
    "a page of a blog": "<html><body><p>Then send <code>tool_calls</code> back with <b>role: tool</b>.</p></body></html>",
    "a package file": {"name": "crane", "version": "1.0.0", "scripts": {"test": "x"}, "function": {"name": "lift"}},
    "settings of a compiler": {"compilerOptions": {"target": "ES2022", "module": "commonjs"}, "include": ["src"]},
    "tasks of an editor": {"version": "2.0.0", "tasks": [{"label": "build", "type": "shell", "command": "make"}]},
    "a manifest": {"apiVersion": "v1", "kind": "Pod", "spec": {"containers": [{"name": "a", "image": "b"}]}},
    "a notebook": {"cells": [{"cell_type": "code", "source": ["x"], "outputs": []}], "nbformat": 4},
    "a map": {"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "quay"}}]},
    "a poll": {"choices": [{"label": "north", "delta": {"votes": 3}}, {"label": "south", "delta": {"votes": 1}}]},
    "choices of a menu": {"choices": [{"message": {"en": "Tea?"}}]},
    "an election": {"candidates": [{"name": "Ada", "votes": 3}], "status": "OK"},
    "a tool box": {"tools": ["hammer", "saw"], "function": "drill"},
    "a chat of people": {"messages": [{"role": "admin", "content": "hello"}]},
    "a message of a messenger": {"type": "message", "channel": "C1", "user": "U1", "text": "hi"},
    "a heartbeat": {"type": "ping"},
    "a command": {"type": "shell_call", "command": "ls"},
    "rows": [{"id": 1, "name": "a", "type": "message"}, {"id": 2, "name": "b", "type": "event"}],
    "an answer of a database": {"data": {"user": {"id": 1}}, "errors": [{"message": "x", "path": ["user"]}]},
    "another protocol's request": {"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"position": {"line": 1}}},
    "another protocol's answer": {"jsonrpc": "2.0", "id": 1, "result": "0x4b7"},
    "a refusal of a store": {"__type": "ResourceNotFoundException", "message": "Requested resource not found"},
    "a refusal of a cloud": {"message": "User is not authorized", "__type": "AccessDeniedException"},
    "a refusal of a map service": {"error": {"code": 403, "message": "The request misses a key.", "status": "PERMISSION_DENIED"}},
    "a refusal in one sentence": {"error": "user not found"},
    "a refusal with a number": {"error": {"message": "Not found", "code": 404}},
    "what a web frame says of a bad body": {"detail": [{"loc": ["body", "name"], "msg": "field required", "type": "missing"}]},
    "a span without a model": {"resourceSpans": [{"scopeSpans": [{"spans": [{"name": "GET /", "attributes": []}]}]}]},
}  # fmt: skip


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_foreign_text_is_no_capture(kind: str) -> None:
    value = FOREIGN[kind]
    told = trace(value if isinstance(value, str) else json.dumps(value, indent=1))
    assert [document["dialect"] for document in told["documents"]] == [None]
    assert (told["calls"], told["contracts"]) == ([], [])


@pytest.mark.parametrize("kind", [kind for kind, value in FOREIGN.items() if not isinstance(value, str)])
def test_nothing_is_said_against_foreign_json(kind: str) -> None:
    told = trace(json.dumps(FOREIGN[kind]))
    assert [finding["code"] for finding in told["findings"] if finding["severity"] != "note"] == []
