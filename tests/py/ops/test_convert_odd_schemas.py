"""Converting schemas of an odd kind: the result is valid for its target, or what is still refused is told."""

from __future__ import annotations

from typing import Any

import pytest

from converting import convert, passes, strict_schema
from tool_lists import targets, travelled

ODD: dict[str, Any] = {
    "a root that is several types": {"type": ["object", "null"], "properties": {"a": {"type": "string"}}},
    "a root that lists one type": {"type": ["object"], "properties": {"a": {"type": []}}},
    "types in capitals": {"type": "OBJECT", "properties": {"a": {"type": "ARRAY", "items": {"type": "STRING"}}}},
    "a required name that no property describes": {
        "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "b"],
    },
    "references in a circle": {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}},
    },
    "a tree": {
        "type": "object",
        "properties": {"root": {"$ref": "#/$defs/Node"}},
        "$defs": {"Node": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Node"}, "v": {"type": "number"}}}},
    },
    "a root that leads back to itself": {
        "type": "object", "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}},
    },
    "unions with null in every spelling": {
        "type": "object",
        "properties": {
            "a": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
            "b": {"type": ["integer", "null"], "minimum": 0},
            "c": {"oneOf": [{"type": "null"}, {"type": "array", "items": {"type": "string"}}]},
            "d": {"enum": ["a", None]},
            "e": {"type": "string", "nullable": True},
            "f": {"const": None},
            "g": {"type": "null"},
        },
    },
    "a tuple of draft-07": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {"t": {"type": "array", "items": [{"type": "number"}, {"type": "string"}], "additionalItems": False}},
    },
    "a tuple of 2020-12": {
        "type": "object",
        "properties": {"t": {"type": "array", "prefixItems": [{"type": "number"}], "items": False, "minItems": 2}},
    },
    "bounds of draft-04": {
        "type": "object", "properties": {"n": {"type": "number", "minimum": 0, "exclusiveMinimum": True}},
    },
    "properties named like keywords": {
        "type": "object",
        "properties": {"default": {"type": "string"}, "$ref": {"type": "string"}, "a/b~c": {"type": "integer", "minimum": 1}},
    },
    "schemas that are true or false": {
        "type": "object", "properties": {"any": True, "none": False, "list": {"type": "array", "items": True}},
    },
    "conditions": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "if": {"required": ["a"]}, "then": {"required": ["b"]}, "dependencies": {"a": ["b"]}, "not": {"required": ["c"]},
    },
    "a reference to another document": {"type": "object", "properties": {"a": {"$ref": "https://example.test/a.json"}}},
    "members of the wrong kind": {"type": "object", "properties": {"a": {"type": "string"}}, "required": "a"},
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_an_odd_schema_becomes_valid_for_every_target_or_what_is_still_refused_is_told(name: str) -> None:
    for to, provider in targets():
        journey = travelled([{"name": "t", "description": "T.", "inputSchema": ODD[name]}], to, provider)
        told = [finding["message"] for finding in journey.there["findings"]]
        assert (to, provider, journey.untold) == (to, provider, [])
        assert (to, provider, journey.refused) == (to, provider, []) or told


@pytest.mark.parametrize("schema", [{"type": "string"}, {"type": "array", "items": {"type": "string"}}])
def test_a_root_that_is_no_object_is_told_of_the_result(schema: Any) -> None:
    result = convert({"tools": [{"name": "t", "description": "T.", "inputSchema": schema}]}, "anthropic-messages")
    assert [finding["code"] for finding in result["findings"]] == ["schema-root"]


def test_a_closed_object_asks_for_nothing_that_no_property_describes() -> None:
    schema = strict_schema(ODD["a required name that no property describes"], "anthropic-messages")
    assert schema["required"] == ["a"]
    assert passes(schema, {"a": "x"})
