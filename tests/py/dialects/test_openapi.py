"""OpenAPI operations as contracts: what a caller sends is one object, and every part keeps its place in the document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api

OPERATION = {
    "operationId": "moveBoat",
    "summary": "Move a boat to another berth.",
    "parameters": [
        {"$ref": "#/components/parameters/Boat"},
        {"name": "dry", "in": "query", "description": "Only pretend", "schema": {"type": "boolean", "nullable": True}},
        {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
    ],
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Move"}}},
    },
    "responses": {
        "200": {
            "description": "Moved",
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Berth"}}},
        }
    },
}
DOCUMENT = {
    "openapi": "3.0.3",
    "info": {"title": "Harbour", "version": "1"},
    "paths": {
        "/boats/{boat}": {"post": OPERATION, "get": {"operationId": "getBoat", "responses": {}, "parameters": []}}
    },
    "components": {
        "parameters": {
            "Boat": {"name": "boat", "in": "path", "required": True, "schema": {"type": "string", "maxLength": 9}}
        },
        "schemas": {
            "Move": {
                "type": "object",
                "properties": {
                    "berth": {"$ref": "#/components/schemas/Berth"},
                    "depth": {"type": "number", "minimum": 1, "exclusiveMinimum": True},
                },
                "required": ["berth"],
            },
            "Berth": {
                "type": "object",
                "properties": {"pier": {"type": "string"}, "near": {"$ref": "#/components/schemas/Berth"}},
            },
        },
    },
}


def door(method: str, value: Any, **params: Any) -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    documents = [{"name": "api.json", "text": text}]
    request = {"id": 1, "method": method, "params": {"documents": documents, **params}}
    return dict(json.loads(api.handle(json.dumps(request)))["result"])


def linted(text: str, provider: str) -> list[dict[str, Any]]:
    return [one for one in door("lint", text, providers=[provider])["findings"] if one["fault"] == "provider"]


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    for edit in sorted(edits, key=lambda one: one["start"], reverse=True):
        text = text[: edit["start"]] + edit["text"] + text[edit["end"] :]
    return text


def mark(finding: dict[str, Any]) -> tuple[Any, ...]:
    return finding["params"]["tool"], finding["params"].get("path"), finding["params"].get("keyword")


def tools(value: Any, to: str = "mcp") -> list[Any]:
    return list(json.loads(door("convert", value, to=to)["text"])["tools"])


def test_parameters_and_body_are_one_input_and_the_good_response_is_the_output() -> None:
    (move, get) = tools(DOCUMENT)
    assert (move["name"], move["description"]) == ("moveBoat", "Move a boat to another berth.")
    schema = move["inputSchema"]
    assert schema["properties"] == {
        "boat": {"type": "string", "maxLength": 9},
        "dry": {"type": ["boolean", "null"], "description": "Only pretend"},
        "berth": {"$ref": "#/$defs/Berth"},
        "depth": {"type": "number", "exclusiveMinimum": 1},
    }
    assert schema["required"] == ["boat", "berth"]
    assert schema["$defs"]["Berth"]["properties"]["near"] == {"$ref": "#/$defs/Berth"}
    assert move["outputSchema"]["properties"]["pier"] == {"type": "string"}
    assert get["inputSchema"] == {"type": "object", "properties": {}}


def test_what_http_says_of_a_method_is_what_the_tool_says_of_its_effects() -> None:
    (move, get) = tools(DOCUMENT)
    assert (move["annotations"]["readOnlyHint"], get["annotations"]["readOnlyHint"]) == (False, True)


@pytest.mark.parametrize("alone", [OPERATION, {"post": OPERATION}])
def test_an_operation_copied_out_of_its_document_is_enough(alone: Any) -> None:
    (tool,) = tools(alone)
    assert (tool["name"], "dry" in tool["inputSchema"]["properties"]) == ("moveBoat", True)


def test_a_body_that_is_no_plain_object_is_one_argument() -> None:
    body = {
        "content": {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}},
        "required": True,
    }
    (tool,) = tools({"operationId": "sum", "requestBody": body, "responses": {}})
    assert tool["inputSchema"]["properties"] == {"body": {"type": "array", "items": {"type": "integer"}}}
    assert tool["inputSchema"]["required"] == ["body"]


def test_a_body_whose_names_the_parameters_have_too_stays_apart() -> None:
    schema = {"type": "object", "properties": {"id": {"type": "string"}}}
    operation = {
        "operationId": "rename", "parameters": [{"name": "id", "in": "query", "schema": {"type": "integer"}}],
        "requestBody": {"content": {"application/json": {"schema": schema}}},
    }  # fmt: skip
    (tool,) = tools(operation)
    assert tool["inputSchema"]["properties"] == {"id": {"type": "integer"}, "body": schema}


def test_the_older_form_carries_schema_words_in_the_parameter_itself() -> None:
    document = {
        "swagger": "2.0",
        "paths": {"/a": {"post": {
            "operationId": "add",
            "parameters": [
                {"name": "n", "in": "query", "type": "integer", "maximum": 9},
                {"name": "payload", "in": "body", "required": True, "schema": {"$ref": "#/definitions/Add"}},
            ],
            "responses": {"201": {"schema": {"$ref": "#/definitions/Add"}}},
        }}},
        "definitions": {"Add": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}},
    }  # fmt: skip
    (tool,) = tools(document)
    assert tool["inputSchema"]["properties"] == {"n": {"type": "integer", "maximum": 9}, "x": {"type": "string"}}
    assert tool["inputSchema"]["required"] == ["x"]
    assert tool["outputSchema"]["required"] == ["x"]


def test_a_finding_points_at_the_part_in_the_document_wherever_a_reference_led() -> None:
    found = [
        f
        for f in door("lint", DOCUMENT, providers=["anthropic-strict"])["findings"]
        if f["params"].get("keyword") == "maxLength"
    ]
    (place,) = [finding["at"] for finding in found]
    assert place["path"] == ["/components/parameters/Boat/schema/maxLength"]


def test_a_fix_mends_the_part_where_it_stands_in_the_document_and_its_finding_is_gone() -> None:
    text = json.dumps(DOCUMENT, indent=2)
    for provider in ("anthropic-strict", "gemini", "openai-strict", "deepseek-strict"):
        for finding in linted(text, provider):
            if finding["code"] != "provider-keyword" or finding["fix"] is None:
                continue
            mended = applied(text, finding["fix"]["edits"])
            json.loads(mended)
            left = [mark(one) for one in linted(mended, provider)]
            assert mark(finding) not in left, finding["message"]
            assert len(left) < len(linted(text, provider))


def test_a_bound_that_is_refused_moves_into_the_description_of_its_own_parameter() -> None:
    text = json.dumps(DOCUMENT, indent=2)
    (finding,) = [one for one in linted(text, "anthropic-strict") if one["params"].get("keyword") == "maxLength"]
    boat = json.loads(applied(text, finding["fix"]["edits"]))["components"]["parameters"]["Boat"]
    before = DOCUMENT["components"]["parameters"]["Boat"]
    assert "maxLength" not in boat["schema"]
    said = boat.get("description") or boat["schema"]["description"]
    assert f"{{maxLength: {before['schema']['maxLength']}}}" in said
    assert {key: value for key, value in boat.items() if key not in ("schema", "description")} == {
        key: value for key, value in before.items() if key not in ("schema", "description")
    }


YAML = """\
# The harbour's own list.
openapi: 3.0.3
info: {title: Harbour, version: '1'}
paths:
  /boats/{boat}:
    post:
      operationId: moveBoat
      summary: Moves a boat.
      parameters:
        - name: boat
          in: path
          required: true
          schema: {type: string, maxLength: 12}
      requestBody:
        content:
          application/json:
            schema:
              $ref: '#/components/schemas/Move'
      responses:
        '200':
          description: ok
components:
  schemas:
    Move:
      type: object
      required: [berth]
      properties:
        berth:
          type: integer
          minimum: 1
        since:
          type: string
          nullable: true
"""


def test_a_document_in_yaml_is_read_as_the_same_in_json_with_places_in_the_yaml() -> None:
    (tool,) = json.loads(door("convert", YAML, to="mcp")["text"])["tools"]
    assert tool["name"] == "moveBoat"
    assert tool["inputSchema"] == {
        "type": "object",
        "properties": {
            "boat": {"type": "string", "maxLength": 12},
            "berth": {"type": "integer", "minimum": 1},
            "since": {"type": ["string", "null"]},
        },
        "required": ["boat"],
    }
    (finding,) = [one for one in linted(YAML, "anthropic-strict") if one["params"].get("keyword") == "minimum"]
    assert YAML[finding["at"]["start"] : finding["at"]["end"]] == "1"
    assert YAML.splitlines()[finding["at"]["line"] - 1].strip() == "minimum: 1"
    assert all(one["fix"] is None for one in linted(YAML, "anthropic-strict"))


@pytest.mark.parametrize(
    "text",
    [
        "tools:\n  - name: sow\n    inputSchema:\n      type: object\n      properties:\n        plot: {type: string}\n",
        "title: sow\ntype: object\nproperties:\n  plot:\n    type: string\n",
    ],
)
def test_tool_lists_and_schemas_in_yaml_are_contracts_too(text: str) -> None:
    assert [one["name"] for one in door("lint", text)["contracts"]] == ["sow"]


@pytest.mark.parametrize(
    "text", ["name: CI\non: push\njobs: {}\n", "properties: of the soil\n", "parameters:\n\tnot: yaml\n", "properties:"]
)
def test_other_yaml_is_no_contract(text: str) -> None:
    assert door("lint", text)["contracts"] == []


def test_a_call_is_judged_by_the_operation_that_it_names() -> None:
    call = {
        "role": "assistant",
        "tool_calls": [
            {"id": "c", "type": "function", "function": {"name": "moveBoat", "arguments": '{"boat":"x","berth":7}'}}
        ],
    }
    documents = [
        {"name": "api.json", "text": json.dumps(DOCUMENT)},
        {"name": "chat.json", "text": json.dumps({"messages": [call]})},
    ]
    result = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}})))[
        "result"
    ]
    assert result["verdict"]["code"] == "arguments-schema"


@pytest.mark.parametrize(
    "wrong", [None, 5, "x", [], {}, {"a": 1}, [{"$ref": "#/paths"}], {"$ref": "#/components/parameters/Boat"}]
)
@pytest.mark.parametrize("key", ["parameters", "requestBody", "responses", "description"])
def test_a_damaged_operation_is_no_crash(key: str, wrong: Any) -> None:
    document = {**DOCUMENT, "paths": {"/a": {"parameters": wrong, "post": {**OPERATION, key: wrong}}}}
    assert len(door("lint", document)["contracts"]) <= 1


def test_references_that_lead_in_a_circle_end() -> None:
    document = {**DOCUMENT, "components": {"parameters": {"Boat": {"$ref": "#/components/parameters/Boat"}}}}
    assert len(tools(document)) == 2
