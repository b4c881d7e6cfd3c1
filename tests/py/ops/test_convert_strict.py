"""Strict forms of tool lists: the meaning kept, and what comes back from them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from converting import RICH, convert, losses, passes, strict_schema


def test_an_optional_field_becomes_required_and_takes_null() -> None:
    schema = strict_schema(
        {"type": "object", "properties": {"a": {"type": "string"}, "b": {"enum": [1]}}, "required": ["a"]}
    )
    assert sorted(schema["required"]) == ["a", "b"]
    assert passes(schema, {"a": "x", "b": None})
    assert passes(schema, {"a": "x", "b": 1})
    assert not passes(schema, {"a": None, "b": 1})
    assert not passes(schema, {"a": "x"})
    assert not passes(schema, {"a": "x", "b": 2})


@pytest.mark.parametrize("to", ["openai-chat", "anthropic-messages"])
def test_what_passed_before_passes_the_strict_form_with_null_for_what_is_absent(to: str) -> None:
    schema = strict_schema(RICH, to)
    given: dict[str, Any] = {"plot": "AB", "rows": 3, "beds": [{"seeds": 1}, {"seeds": 2}], "mark": 4, "kind": "spring"}
    absent = {"note": None, "best": None, "tags": None} if to == "openai-chat" else {}
    assert passes(RICH, given)
    assert passes(schema, {**given, **absent})
    assert not passes(schema, {**given, **absent, "mark": []})
    assert not passes(schema, {**given, **absent, "other": 1})


def test_bounds_that_a_strict_mode_refuses_stand_in_the_description_with_their_digits() -> None:
    result = convert(
        '{"tools":[{"name":"n","inputSchema":{"type":"object","properties":'
        '{"a":{"type":"integer","maximum":9007199254740993,"description":"A"}},"required":["a"]}}]}',
        "anthropic-messages",
        True,
    )
    assert "A {maximum: 9007199254740993}" in result["text"]
    (loss,) = result["losses"]
    assert (loss["params"]["pointer"], loss["fault"], loss["hop"]) == ("/properties/a/maximum", "contract", None)
    assert [change["kind"] for change in result["changes"] if change["keyword"] == "maximum"] == ["moved"]


def test_references_that_lead_back_are_dropped_only_where_they_are_refused() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    tool = {
        "name": "n",
        "inputSchema": {"type": "object", "properties": {"a": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}},
    }
    assert "$ref" in losses(convert({"tools": [tool]}, "anthropic-messages", True))
    assert "$ref" not in losses(convert({"tools": [tool]}, "openai-chat", True))


def test_definitions_that_use_each_other_twice_do_not_grow_without_end() -> None:
    parts = {
        f"d{n}": {"type": "object", "properties": {k: {"$ref": f"#/$defs/d{n + 1}"} for k in "ab"}} for n in range(25)
    }
    schema = {
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/d0"}},
        "$defs": {**parts, "d25": {"type": "string"}},
    }
    assert len(convert({"tools": [{"name": "n", "inputSchema": schema}]}, "ollama")["text"]) < 4_000_000


def test_numbers_in_an_enum_become_texts_in_gemini_s_own_language_and_that_is_a_loss() -> None:
    fields = {"a": {"enum": [1, 2]}, "b": {"const": 3}, "c": {"const": "x"}}
    tool = {"name": "n", "inputSchema": {"type": "object", "properties": fields}}
    result = convert({"tools": [tool]}, "gemini-generatecontent", provider="gemini")
    (declared,) = json.loads(result["text"])["tools"][0]["functionDeclarations"]
    written = declared["parameters"]["properties"]
    assert [written[name]["enum"] for name in "abc"] == [["1", "2"], ["3"], ["x"]]
    assert sorted(losses(result)) == ["const", "enum"]


# Back


def test_bounds_that_were_moved_into_words_come_back_as_keywords() -> None:
    fields = {"rows": {"type": "integer", "minimum": 1, "maximum": 9007199254740993, "description": "Rows"}}
    schema = {"type": "object", "properties": fields, "required": ["rows"], "additionalProperties": False}
    there = convert({"tools": [{"name": "n", "description": "N.", "inputSchema": schema}]}, "anthropic-messages", True)
    assert '"minimum"' not in there["text"]
    back = convert(there["text"], "mcp")
    assert json.loads(back["text"])["tools"][0]["inputSchema"] == schema
    assert {change["kind"] for change in back["changes"] if change["keyword"] in ("minimum", "maximum")} == {"moved"}


@pytest.mark.parametrize("text", ["Rows {minimum: }", "Rows {note: 1}", "{minimum: 1} rows", "Rows {minimum: 1"])
def test_words_that_no_conversion_wrote_stay_words(text: str) -> None:
    schema = {"type": "object", "properties": {"rows": {"type": "integer", "description": text}}}
    tool = {"name": "n", "description": "N.", "input_schema": schema}
    own = {"model": "m", "max_tokens": 1, "messages": [], "tools": [tool]}
    assert json.loads(convert(own, "mcp")["text"])["tools"][0]["inputSchema"] == schema


def test_a_server_s_own_description_is_never_read_as_keywords() -> None:
    schema = {"type": "object", "properties": {"rows": {"type": "integer", "description": "Rows {minimum: 1}"}}}
    (tool,) = json.loads(convert({"tools": [{"name": "n", "inputSchema": schema}]}, "contract")["text"])["tools"]
    assert tool["input"] == schema


def test_which_fields_could_be_left_out_does_not_come_back_from_a_strict_form_and_that_is_told() -> None:
    fields = {"a": {"type": "string"}, "b": {"type": "integer"}}
    schema = {"type": "object", "properties": fields, "required": ["a"], "additionalProperties": False}
    there = convert({"tools": [{"name": "n", "description": "N.", "inputSchema": schema}]}, "openai-chat", True)
    back = convert(there["text"], "mcp")
    (loss,) = [loss for loss in back["losses"] if loss["params"]["keyword"] == "required"]
    assert "b" in loss["message"]
    assert convert(there["text"], "openai-responses", True)["losses"] == []
