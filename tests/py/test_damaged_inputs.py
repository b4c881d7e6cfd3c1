"""Inputs that once ended in an error of the engine, each the smallest of its kind; `tests/fuzz` found most of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api

TWO_CUT = "a:\n```json\n{\n```\n\nb:\n\n```json\n{\n```\n"
SCHEMA = {"type": "object", "properties": {"a": {"type": "string"}}, "required": [{"a": 1}, ["a"], None, "a"]}
TOOL = {"type": "function", "function": {"name": "f", "description": "F", "strict": True, "parameters": SCHEMA}}
REQUEST = json.dumps({"model": "m", "messages": [], "tools": [TOOL]})
CASSETTE = 'interactions:\n- request:\n    body: "{0}"\n'
POSTED = {"mimeType": "application/json", "text": json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})}
NAMELESS = {"method": "POST", "url": "x", "headers": [{"name": "Mcp-Method"}], "postData": POSTED}

WRAPPED = {"type": "object", "properties": {}, "jsonSchema": "x"}


def span(*members: Any) -> str:
    """A span in OTLP's wrappers of types with one call whose arguments are these members."""
    arguments = {"kvlistValue": {"values": members}}
    call = {"type": {"stringValue": "tool_call"}, "id": {"stringValue": "c"}, "name": {"stringValue": "f"}}
    typed = [{"key": key, "value": value} for key, value in (call | {"arguments": arguments}).items()]
    parts = {"arrayValue": {"values": [{"kvlistValue": {"values": typed}}]}}
    role = {"key": "role", "value": {"stringValue": "assistant"}}
    message = {"kvlistValue": {"values": [role, {"key": "parts", "value": parts}]}}
    said = {"key": "gen_ai.output.messages", "value": {"arrayValue": {"values": [message]}}}
    return json.dumps({"traceId": "t", "spanId": "s", "name": "chat", "attributes": [said]})


def archive(request: dict[str, Any], response: dict[str, Any]) -> str:
    return json.dumps({"log": {"version": "1.2", "entries": [{"request": request, "response": response}]}})


def documents(*texts: str) -> dict[str, Any]:
    return {"documents": [{"name": f"{n}.txt", "text": text} for n, text in enumerate(texts)]}


INPUTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a bracket in a string after the last bracket outside": ("query", {"text": '{"a":[1]}\n"]}"', "path": "$..*"}),
    "two blocks of code that are no JSON and are not mended": ("format", {"text": TWO_CUT, "repair": False}),
    "required names that are no names, linted": ("lint", documents(REQUEST)),
    "required names that are no names, converted": (
        "convert",
        documents(REQUEST) | {"to": "openai-chat", "strict": True},
    ),
    "a header without a value": ("trace", documents(archive(NAMELESS, {"status": 200}))),
    "a body that is no Base64": (
        "trace",
        documents(archive(NAMELESS, {"content": {"text": "é{}", "encoding": "base64"}})),
    ),
    "a schema beside a text where a schema is wrapped": (
        "trace",
        documents(json.dumps({"f": {"parameters": WRAPPED}})),
    ),
    "a short escape in YAML": ("trace", documents(CASSETTE.format("{\\undefined}"))),
    "typed members without a key or a value": (
        "diff",
        {"left": span({"key": "a", "value": {"intValue": "1"}}), "right": span([{"key": "a"}], {"key": "b"})},
    ),
    "an unknown escape in YAML": ("trace", documents(CASSETTE.format("{\\q}"))),
    "a sign beyond the last one in YAML": ("trace", documents(CASSETTE.format("\\U00ffffff"))),
}


@pytest.mark.parametrize("name", INPUTS)
def test_an_input_that_once_ended_in_an_error_is_answered(name: str) -> None:
    method, params = INPUTS[name]
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
    assert "error" not in reply, reply["error"]


def test_brackets_in_the_strings_of_later_values_are_no_brackets() -> None:
    reply = json.loads(
        api.handle(json.dumps({"id": 1, "method": "query", "params": {"text": '[1]\n"[2"\n[3]', "path": "$[0]"}}))
    )
    assert [match["at"]["path"] for match in reply["result"]["matches"]] == [["/0/0"], ["/2/0"]]
