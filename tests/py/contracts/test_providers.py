"""What each provider does with each keyword, held against a table of its own, row by row and cell by cell."""

from __future__ import annotations

from typing import Any

import pytest

from hopscope.contracts import providers
from hopscope.contracts.cycles import cyclic
from hopscope.contracts.survey import Surveyed
from judging import value

COLUMNS = (
    "openai-strict", "anthropic-strict", "anthropic", "gemini", "gemini-json-schema", "deepseek-strict", "cohere",
    "ollama", "llama-cpp",
)  # fmt: skip
# A accepted, R refused, I ignored, W unclear wording, ? no source: nothing is said.
TABLE = """
type            | A A A A A A A A A | {"type": "string"}
type list       | A A A R A ? ? A ? | {"type": ["string", "null"]}
enum of strings | A A A A A A A A A | {"type": "string", "enum": ["a", "b"]}
enum of numbers | A A A R A ? ? A ? | {"type": "integer", "enum": [1, 2]}
enum of objects | ? R A R ? ? ? ? ? | {"enum": [{"a": 1}]}
const           | A A A R I ? W I A | {"const": "x"}
const number    | A A A R I ? A I A | {"const": 4}
default         | W A A A I ? ? I ? | {"type": "string", "default": "x"}
description     | A A A A A A A A A | {"type": "string", "description": "Which one"}
$schema         | W A A R A ? ? I A | {"type": "string", "$schema": "https://json-schema.org/draft/2020-12/schema"}
additionalProp. | A A A R A A A I A | {"type": "object", "properties": {}, "required": [], "additionalProperties": false}
anyOf           | A A A A A A A A A | {"anyOf": [{"type": "string"}, {"type": "integer"}]}
oneOf           | R W A R A ? I I A | {"oneOf": [{"type": "string"}, {"type": "integer"}]}
allOf           | R A A R I ? I I A | {"allOf": [{"type": "string"}]}
not             | R W A R I ? I I I | {"not": {"type": "string"}}
if              | R W A R I ? ? I I | {"if": {"type": "string"}}
dependentReq.   | R W A R I ? ? I I | {"dependentRequired": {"a": ["b"]}}
minLength       | W R A A I R I I A | {"type": "string", "minLength": 2}
maxLength       | W R A A I R I I A | {"type": "string", "maxLength": 2}
pattern         | A A A A I A W I A | {"type": "string", "pattern": "^a+$"}
open pattern    | A A A A I A A I R | {"type": "string", "pattern": "a+"}
lookahead       | R R A A I A W I A | {"type": "string", "pattern": "^(?=a)a+$"}
backreference   | A R A A I A W I A | {"type": "string", "pattern": "^(a)\\\\1$"}
format date     | A A A A A W A I A | {"type": "string", "format": "date"}
format email    | A A A A A A I I W | {"type": "string", "format": "email"}
format uri      | W A A W A W I I W | {"type": "string", "format": "uri"}
minimum         | A R A A A A I I A | {"type": "integer", "minimum": 2}
maximum number  | A R A A A A I I W | {"type": "number", "maximum": 2}
exclusiveMin    | A R A R I A ? I A | {"type": "integer", "exclusiveMinimum": 2}
multipleOf      | A R A R I A ? I ? | {"type": "integer", "multipleOf": 2}
minItems 1      | A A A A A R I I A | {"type": "array", "items": {"type": "string"}, "minItems": 1}
minItems 2      | A R A A A R I I A | {"type": "array", "items": {"type": "string"}, "minItems": 2}
maxItems        | A R A A A R I I A | {"type": "array", "items": {"type": "string"}, "maxItems": 2}
uniqueItems     | R R A R I ? I I I | {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
prefixItems     | W W A R A ? ? I W | {"type": "array", "prefixItems": [{"type": "string"}]}
items as list   | ? R R R ? ? ? ? ? | {"type": "array", "items": [{"type": "string"}]}
no items        | R ? A ? ? ? ? A ? | {"type": "array"}
minProperties   | R R A A I ? ? I ? | {"type": "object", "properties": {}, "minProperties": 1}
propertyNames   | R W A R I ? ? I I | {"propertyNames": {"type": "string"}}
nullable        | ? ? A A ? ? ? I ? | {"type": "string", "nullable": true}
ordering        | ? ? A A A ? ? I ? | {"type": "object", "properties": {}, "propertyOrdering": []}
examples        | W W A R I ? ? I I | {"type": "string", "examples": ["x"]}
"""
SAID = {"R": "error", "I": "warning", "W": "warning", "A": None, "?": None}
ROWS = [[cell.strip() for cell in line.split(" | ")] for line in TABLE.strip().splitlines()]
CELLS = [
    pytest.param(column, mark, schema, id=f"{row}-{column}")
    for row, marks, schema in ROWS
    for column, mark in zip(COLUMNS, marks.split(), strict=True)
]


def said(provider: str, schema: Any) -> list[Any]:
    """The rulings on the keywords of a schema that stands in a property."""
    whole = {"type": "object", "properties": {"x": schema}, "required": ["x"], "additionalProperties": False}
    found = providers.every()[provider].schema(Surveyed(whole))
    return [one for one in found if one.code == "provider-keyword" and one.path[:2] == ("properties", "x")]


@pytest.mark.parametrize(("provider", "mark", "schema"), CELLS)
def test_a_provider_takes_refuses_or_ignores_a_keyword_as_its_source_says(
    provider: str, mark: str, schema: str
) -> None:
    levels = {one.level for one in said(provider, value(schema))}
    assert levels == ({SAID[mark]} if SAID[mark] else set())


def test_every_rule_names_a_source_that_its_table_knows() -> None:
    for provider in providers.every().values():
        table = provider.table
        rules = [*table["keywords"].values(), *table.get("limits", ()), table["root"]]
        rules += [table[key] for key in ("name", "property", "pattern", "formats") if table.get(key)]
        assert [rule for rule in rules if rule["source"] not in table["sources"]] == [], provider.id


def test_a_refusal_tells_provider_rule_source_and_the_date_of_the_rules() -> None:
    (ruling,) = said("anthropic-strict", {"type": "integer", "minimum": 1})
    assert ruling.path == ("properties", "x", "minimum")
    assert "2026" in ruling.advice
    assert ruling.params["source"] in ruling.advice


RECURSIVE = {
    "type": "object",
    "properties": {"tree": {"$ref": "#/$defs/Node"}},
    "required": ["tree"],
    "additionalProperties": False,
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/Link"}},
            "required": ["next"],
            "additionalProperties": False,
        },
        "Link": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
    },
}


def test_schemas_that_contain_each_other_are_recursion() -> None:
    assert cyclic(RECURSIVE) == {
        ("$defs", "Node", "properties", "next"),
        ("$defs", "Link", "anyOf", 0),
    }
    assert not cyclic({"properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}}, "$defs": {"A": {}}})


@pytest.mark.parametrize(("provider", "refused"), [("anthropic-strict", True), ("openai-strict", False)])
def test_recursion_is_refused_only_where_the_source_says_so(provider: str, refused: bool) -> None:
    levels = [
        one.level for one in providers.every()[provider].schema(Surveyed(RECURSIVE)) if one.code == "provider-keyword"
    ]
    assert ("error" in levels) is refused


@pytest.mark.parametrize(
    ("provider", "schema", "refused"),
    [
        ("openai", {"properties": {}}, "has no type"),
        ("anthropic", {"properties": {}}, "has no type"),
        ("mcp", {"properties": {}}, "has no type"),
        ("gemini", {"properties": {}}, ""),
        ("openai", {"type": "object", "properties": {}, "anyOf": []}, "has anyOf"),
        ("anthropic-strict", {"type": "object", "properties": {}, "oneOf": []}, "has oneOf"),
        ("openai", {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}, "has $ref"),
        ("mcp", {"type": "object", "anyOf": []}, ""),
        ("openai", {"type": "object", "properties": {}, "enum": []}, "has enum"),
        ("anthropic", {"type": "object", "properties": {}, "enum": []}, ""),
        ("bedrock", {"type": "array"}, "is not of type object"),
    ],
)
def test_the_root_is_refused_by_those_who_say_so(provider: str, schema: Any, refused: str) -> None:
    assert providers.every()[provider].refuses_root(schema) == refused


@pytest.mark.parametrize(
    ("provider", "name", "refused"),
    [
        ("openai", "a" * 64, None),
        ("openai", "a" * 65, "error"),
        ("openai", "a.b", "error"),
        ("anthropic", "a" * 128, None),
        ("anthropic", "a.b", "error"),
        ("gemini", "a.b:c-d", None),
        ("gemini", "1a", "error"),
        ("bedrock", "a" * 65, "error"),
        ("mcp", "a.b", None),
        ("mcp", "a b", "warning"),
        ("deepseek-strict", "a" * 65, "error"),
        ("cohere", "any name at all", None),
        ("ollama", "any name at all", None),
        ("mistral", "any name at all", None),
    ],
)
def test_names_are_held_against_each_providers_rule(provider: str, name: str, refused: str | None) -> None:
    ruling = providers.every()[provider].name(name, "", [])
    assert (ruling.level if ruling else None) == refused


def test_responses_take_longer_names_than_chat() -> None:
    openai = providers.every()["openai"]
    assert openai.name("a" * 100, "openai-responses", []) is None
    assert openai.name("a" * 100, "openai-chat", []) is not None


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"x": schema}, "required": ["x"], "additionalProperties": False}
    return schema


@pytest.mark.parametrize(("levels", "over"), [(10, []), (11, [11])])
def test_the_root_object_is_the_first_level_of_nesting(levels: int, over: list[int]) -> None:
    found = [
        one
        for one in providers.every()["openai-strict"].schema(Surveyed(nested(levels)))
        if one.code == "provider-limit"
    ]
    assert [one.params["measured"] for one in found] == over


def strict_tool(optional: int, unions: int = 0) -> dict[str, Any]:
    fields: dict[str, Any] = {f"o{number}": {"type": "string"} for number in range(optional)}
    fields |= {f"u{number}": {"type": ["string", "null"]} for number in range(unions)}
    required = [name for name in fields if name.startswith("u")]
    return {"type": "object", "properties": fields, "required": required, "additionalProperties": False}


@pytest.mark.parametrize(
    ("tools", "over"),
    [
        ([strict_tool(24)], []),
        ([strict_tool(20), strict_tool(5)], [(24, 25)]),
        ([strict_tool(0, 16)], []),
        ([strict_tool(0, 17)], [(16, 17)]),
        ([strict_tool(0)] * 21, [(20, 21)]),
    ],
)
def test_limits_of_a_request_count_its_strict_tools_together(tools: list[Any], over: list[tuple[int, int]]) -> None:
    tools = [Surveyed(tool) for tool in tools]
    found = providers.every()["anthropic-strict"].request(tools, tools)
    assert [(one.params["limit"], one.params["measured"]) for one in found] == over
    assert list(providers.every()["anthropic-strict"].request(tools, [])) == []
