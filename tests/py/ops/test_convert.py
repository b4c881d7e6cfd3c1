"""Converting tool lists: valid for the target by its own rules, the meaning kept, and every loss told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hopscope import api, contracts, dialects
from tool_lists import targets, travelled

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
TARGETS = [
    (to, strict)
    for to, how in dialects.offerings().items()
    for strict in ((False, True) if how.strict_rules else (False,))
]

RICH = {
    "type": "object",
    "properties": {
        "plot": {"type": "string", "minLength": 2, "pattern": "^[A-Z]+$", "description": "Which plot"},
        "rows": {"type": "integer", "minimum": 1, "exclusiveMaximum": 90},
        "beds": {"type": "array", "items": {"$ref": "#/$defs/Bed"}, "minItems": 2},
        "mark": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        "note": {"type": ["string", "null"]},
        "kind": {"const": "spring"},
        "best": {"$ref": "#/$defs/Bed", "description": "The best of them"},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["plot"],
    "$defs": {"Bed": {"type": "object", "properties": {"seeds": {"type": "number"}}}},
}
OUTPUT = {"type": "object", "properties": {"sown": {"type": "boolean"}}, "required": ["sown"]}
MCP_LIST = {
    "tools": [
        {"name": "sow.plot", "description": "Sow a plot.", "inputSchema": RICH, "outputSchema": OUTPUT},
        {"name": "sow_plot", "description": "Sow it again.", "inputSchema": {"type": "object"}},
        {"name": "rest", "inputSchema": {"type": "object", "properties": {"days": {"type": "integer"}}}},
    ]
}


def door(method: str, **params: Any) -> dict[str, Any]:
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
    return dict(reply["result"])


def convert(value: Any, to: str, strict: bool = False, **params: Any) -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    return door("convert", documents=[{"name": "tools.json", "text": text}], to=to, strict=strict, **params)


def refusals(text: str, to: str, strict: bool) -> list[str]:
    """What the target's own rules refuse in a converted list; limits of a whole request can't be met by rewriting."""
    how = dialects.offerings()[to]
    told = door(
        "lint",
        documents=[{"name": "out.json", "text": text}],
        providers=[how.strict_rules if strict else how.rules],
    )
    return [
        finding["message"]
        for finding in told["findings"]
        if finding["severity"] == "error"
        and (finding["code"] == "schema-root" or finding["fault"] == "provider")
        and "strict tools" not in finding["message"]
        and "several types" not in finding["message"]
    ]


def silent(result: dict[str, Any]) -> list[Any]:
    """What was dropped or moved into words without being told as a loss."""
    told = {(loss["params"]["tool"], loss["params"].get("pointer")) for loss in result["losses"]}
    gone = [change for change in result["changes"] if change["kind"] in ("dropped", "moved")]
    return [change for change in gone if (change["tool"], change["pointer"]) not in told]


def chat(*tools: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": "Go."}], "tools": list(tools)}


def names(text: str) -> list[str]:
    return [str(one["name"]) for one in _objects(json.loads(text)) if isinstance(one.get("name"), str)]


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inner)


def losses(result: dict[str, Any]) -> list[str]:
    return [loss["params"]["keyword"] for loss in result["losses"]]


# Every target


@pytest.mark.parametrize(("to", "strict"), TARGETS)
def test_a_rich_list_becomes_valid_for_its_target_and_every_loss_is_told(to: str, strict: bool) -> None:
    result = convert(MCP_LIST, to, strict)
    assert refusals(result["text"], to, strict) == []
    assert silent(result) == []
    assert len(set(names(result["text"]))) == len(MCP_LIST["tools"])


@pytest.mark.parametrize("schema", [True, False, [], "STRING", 5])
@pytest.mark.parametrize("to", dialects.offerings())
def test_parameters_that_are_no_schema_of_their_dialect_are_converted_as_far_as_they_go(to: str, schema: Any) -> None:
    declared = {"name": "sow", "description": "Sow a plot.", "parameters": schema}
    request = {"contents": [], "tools": [{"functionDeclarations": [declared]}]}
    assert names(convert(request, to)["text"]) == ["sow"]


@pytest.mark.parametrize("to", sorted({to for to, _ in TARGETS} - {to for to, strict in TARGETS if strict}))
def test_a_dialect_without_a_strict_form_writes_the_form_it_has(to: str) -> None:
    assert convert(MCP_LIST, to, strict=True)["text"] == convert(MCP_LIST, to)["text"]


@pytest.mark.parametrize(("to", "strict"), TARGETS)
def test_the_result_is_recognised_as_its_target_and_converts_again(to: str, strict: bool) -> None:
    text = convert(MCP_LIST, to, strict)["text"]
    back = json.loads(convert(text, "mcp")["text"])
    assert sorted(tool["inputSchema"]["type"] for tool in back["tools"]) == ["object"] * 3


@pytest.mark.parametrize("to", ["openai-chat", "openai-responses", "anthropic-messages", "bedrock-converse", "mcp"])
def test_a_plain_tool_survives_there_and_back_without_a_loss(to: str) -> None:
    schema = {
        "type": "object",
        "properties": {"days": {"type": "integer", "description": "How many", "maximum": 9007199254740993}},
        "required": ["days"],
        "additionalProperties": False,
    }
    plain = {"tools": [{"name": "rest", "description": "Let it rest.", "inputSchema": schema}]}
    there = convert(plain, to)
    back = convert(there["text"], "mcp")
    assert [there["losses"], back["losses"], json.loads(back["text"])] == [[], [], plain]


def _lists() -> list[Path]:
    found = [path for path in sorted(CORPORA.glob("mcp-*/**/*.json")) if '"inputSchema"' in path.read_text("utf-8")]
    return found[::45]


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the collected tool lists of public MCP servers are not here")
@pytest.mark.parametrize(("to", "strict"), TARGETS)
def test_the_lists_of_real_servers_become_valid_for_every_target(to: str, strict: bool) -> None:
    for path in _lists():
        result = convert(path.read_text("utf-8"), to, strict)
        assert refusals(result["text"], to, strict) == [], path.name
        assert silent(result) == [], path.name


# Strict forms keep the meaning


def strict_schema(schema: Any, to: str = "openai-chat") -> Any:
    tool = {"name": "t", "description": "T.", "inputSchema": schema}
    written = json.loads(convert({"tools": [tool]}, to, True)["text"])["tools"][0]
    return written["function"]["parameters"] if to == "openai-chat" else written["input_schema"]


def passes(schema: Any, value: Any) -> bool | None:
    return contracts.compile(schema).check(value).valid


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


def test_gemini_has_two_fields_and_the_provider_says_which() -> None:
    there = {
        provider: json.loads(convert(MCP_LIST, "gemini-generatecontent", provider=provider)["text"])
        for provider in ("gemini", "gemini-json-schema", "vertex")
    }
    fields = {
        provider: set(told["tools"][0]["functionDeclarations"][0]) & {"parameters", "parametersJsonSchema"}
        for provider, told in there.items()
    }
    assert fields == {
        "gemini": {"parameters"},
        "gemini-json-schema": {"parametersJsonSchema"},
        "vertex": {"parameters"},
    }
    assert there["gemini"]["tools"][0]["functionDeclarations"][0]["parameters"]["type"] == "OBJECT"


@pytest.mark.parametrize("params", [{"provider": "cohere"}, {"provider": "nobody"}])
def test_a_provider_that_does_not_read_the_dialect_is_a_bad_request(params: dict[str, Any]) -> None:
    documents = [{"name": "t", "text": json.dumps(MCP_LIST)}]
    request = {"id": 1, "method": "convert", "params": {"documents": documents, "to": "openai-chat", **params}}
    assert json.loads(api.handle(json.dumps(request)))["error"]["code"] == "bad-params"


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


# The whole request


def test_limits_of_the_whole_request_are_told_of_the_result() -> None:
    tools = [
        {"name": f"t{n}", "description": "T.", "inputSchema": {"type": "object", "properties": {}}} for n in range(21)
    ]
    result = convert({"tools": tools}, "anthropic-messages", True)
    (finding,) = result["findings"]
    assert (finding["code"], finding["params"]["limit"], finding["params"]["measured"]) == ("provider-limit", 20, 21)
    assert convert({"tools": tools[:20]}, "anthropic-messages", True)["findings"] == []


def test_what_no_rewrite_mends_is_told_of_the_result() -> None:
    deep: Any = {"type": "string"}
    for _ in range(12):
        deep = {"type": "object", "properties": {"in": deep}}
    result = convert({"tools": [{"name": "n", "inputSchema": deep}]}, "openai-chat", True)
    assert [(f["code"], f["params"]["measured"]) for f in result["findings"]] == [("provider-limit", 12)]


@pytest.mark.parametrize("body", [{"messages": []}, {"input": "Go."}])
def test_a_list_that_mixes_the_flat_and_the_nested_form_loses_no_tool(body: dict[str, Any]) -> None:
    schema = {"type": "object", "properties": {}}
    nested = {"type": "function", "function": {"name": "a", "parameters": schema}}
    flat = {"type": "function", "name": "b", "parameters": schema}
    result = convert({"model": "m", **body, "tools": [nested, flat]}, "anthropic-messages")
    assert names(result["text"]) == ["a", "b"]


# Names


def test_a_renamed_tool_never_takes_the_name_of_another() -> None:
    result = convert(MCP_LIST, "openai-chat")
    assert sorted(names(result["text"])) == ["rest", "sow_plot", "sow_plot_2"]
    renamed = [c for c in result["changes"] if c["pointer"] == "/name"]
    assert [(c["tool"], c["kind"], c["before"], c["after"]) for c in renamed] == [
        ("sow.plot", "renamed", "sow.plot", "sow_plot_2")
    ]


def test_long_names_are_cut_apart_and_kept_where_the_target_takes_them() -> None:
    long = {"tools": [{"name": "a" * 99 + end, "inputSchema": {"type": "object", "properties": {}}} for end in "xy"]}
    assert [len(name) for name in names(convert(long, "openai-chat")["text"])] == [64, 64]
    assert len(set(names(convert(long, "openai-chat")["text"]))) == 2
    assert names(convert(long, "openai-responses")["text"]) == ["a" * 99 + "x", "a" * 99 + "y"]


# What has no home


def test_a_grammar_changes_its_nesting_between_chat_and_responses() -> None:
    inner = {"type": "grammar", "grammar": {"syntax": "lark", "definition": "start: A"}}
    result = convert(chat({"type": "custom", "custom": {"name": "cut", "format": inner}}), "openai-responses")
    (tool,) = json.loads(result["text"])["tools"]
    assert tool["format"] == {"type": "grammar", "syntax": "lark", "definition": "start: A"}
    assert result["losses"] == []
    back = json.loads(convert(result["text"], "openai-chat")["text"])["tools"][0]
    assert back["custom"]["format"] == inner


def test_servers_and_provider_tools_are_lost_elsewhere_and_kept_at_home() -> None:
    server = {"type": "mcp", "server_label": "yard", "server_url": "https://yard.example"}
    own = {"model": "m", "input": "x", "tools": [{"type": "web_search"}, server]}
    result = convert(own, "anthropic-messages")
    assert json.loads(result["text"]) == {"tools": []}
    assert sorted(loss["params"]["tool"] for loss in result["losses"]) == ["web_search", "yard"]
    assert silent(result) == []
    home = convert(own, "openai-responses")
    assert home["losses"] == []
    assert server in json.loads(home["text"])["tools"]


def test_a_namespace_is_lost_in_chat() -> None:
    inner = {"type": "function", "name": "get", "parameters": {"type": "object", "properties": {}}}
    own = {
        "model": "m",
        "input": "x",
        "tools": [{"type": "namespace", "name": "crm", "description": "C", "tools": [inner]}],
    }
    assert losses(convert(own, "openai-chat")) == ["namespace"]


@pytest.mark.parametrize(
    ("to", "lost"), [("bedrock-converse", []), ("gemini-generatecontent", ["strict"]), ("openai-chat", [])]
)
def test_a_strict_flag_is_carried_where_the_target_has_one(to: str, lost: list[str]) -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    tool = {"type": "function", "function": {"name": "t", "description": "T.", "strict": True, "parameters": schema}}
    assert losses(convert(chat(tool), to)) == lost


@pytest.mark.parametrize(("to", "kept"), [("mcp", True), ("contract", True), ("openai-chat", False)])
def test_annotations_are_kept_between_mcp_and_contract_files(to: str, kept: bool) -> None:
    tool = {"name": "t", "inputSchema": {"type": "object", "properties": {}}, "annotations": {"readOnlyHint": True}}
    result = convert({"tools": [tool]}, to)
    assert ("annotations" not in losses(result)) is kept
    assert ('"readOnlyHint": true' in result["text"]) is kept


def test_a_bare_schema_loses_none_of_its_keywords() -> None:
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "tide",
        "type": "object",
        "properties": {"a": {"type": "string"}},
    }
    assert convert(schema, "openai-chat")["losses"] == []


@pytest.mark.parametrize(
    ("to", "keyword"), [("gemini-generatecontent", "minLength"), ("ollama", "pattern"), ("cohere-v2", "minimum")]
)
def test_what_the_target_accepts_and_ignores_is_a_loss_that_stays_in_the_text(to: str, keyword: str) -> None:
    fields = {"a": {"type": "string", "minLength": 2, "pattern": "^a$"}, "n": {"type": "integer", "minimum": 2}}
    result = convert({"tools": [{"name": "t", "inputSchema": {"type": "object", "properties": fields}}]}, to)
    assert keyword in losses(result)
    assert f'"{keyword}"' in result["text"]


# Odd schemas


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
