"""Linting tool lists: who refuses what, which providers are asked, and silence over plain good tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api

GOOD = {
    "type": "object",
    "properties": {"tank": {"type": "string", "description": "Tank"}, "celsius": {"type": "number", "description": "Set point"}},
    "required": ["tank", "celsius"],
    "additionalProperties": False,
}  # fmt: skip


def lint(value: Any, *providers: str) -> dict[str, Any]:
    documents = [{"name": "tools.json", "text": json.dumps(value)}]
    request = {"id": 1, "method": "lint", "params": {"documents": documents, "providers": list(providers)}}
    return dict(json.loads(api.handle(json.dumps(request)))["result"])


def chat(schema: Any, strict: bool | None = None, name: str = "set_tank") -> dict[str, Any]:
    function = {"name": name, "description": "Set the temperature of a tank.", "parameters": schema}
    flagged = function if strict is None else {**function, "strict": strict}
    tools = [{"type": "function", "function": flagged}]
    return {"model": "m", "messages": [{"role": "user", "content": "Warm it."}], "tools": tools}


def anthropic(schema: Any, strict: bool = False, count: int = 1) -> dict[str, Any]:
    tools = [
        {"name": f"tool_{n}", "description": "T.", "input_schema": schema, **({"strict": True} if strict else {})}
        for n in range(count)
    ]
    return {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Go."}], "tools": tools}


def gemini(field: str, schema: Any) -> dict[str, Any]:
    tool = {"name": "set_tank", "description": "Set the temperature of a tank.", field: schema}
    return {"contents": [{"role": "user", "parts": [{"text": "Go."}]}], "tools": [{"functionDeclarations": [tool]}]}


def mcp(*tools: Any) -> dict[str, Any]:
    return {"tools": list(tools)}


def status(value: Any, *providers: str) -> dict[str, str]:
    return dict(lint(value, *providers)["contracts"][0]["providers"])


def codes(value: Any, *providers: str) -> list[str]:
    return sorted(finding["code"] for finding in lint(value, *providers)["findings"])


# Which providers are asked


@pytest.mark.parametrize(
    ("value", "own"),
    [
        (chat(GOOD), {"openai"}),
        (chat(GOOD, strict=True), {"openai", "openai-strict"}),
        (chat(GOOD, strict=False), {"openai"}),
        (anthropic(GOOD), {"anthropic"}),
        (anthropic(GOOD, strict=True), {"anthropic", "anthropic-strict"}),
        (gemini("parameters", GOOD), {"gemini"}),
        (gemini("parametersJsonSchema", GOOD), {"gemini-json-schema"}),
        (mcp({"name": "set_tank", "inputSchema": GOOD}), {"mcp"}),
    ],
)
def test_own_are_those_of_the_dialect_and_of_its_strict_flag(value: Any, own: set[str]) -> None:
    assert set(status(value, "own")) == own


def test_no_list_means_all_and_a_list_means_those() -> None:
    every = json.loads(api.handle('{"id":1,"method":"describe","params":{}}'))["result"]["providers"]
    assert set(status(chat(GOOD))) == {one["id"] for one in every}
    assert set(status(chat(GOOD), "cohere", "mistral")) == {"cohere", "mistral"}


@pytest.mark.parametrize(
    "value", [chat(GOOD), chat(GOOD, strict=True), anthropic(GOOD, strict=True), gemini("parametersJsonSchema", GOOD)]
)
def test_a_plain_good_tool_is_fine_with_its_own_providers(value: Any) -> None:
    assert set(status(value, "own").values()) == {"ok"}
    assert codes(value, "own") == []


def test_a_plain_good_tool_is_refused_only_where_a_word_of_it_is_unknown() -> None:
    told = {id: one for id, one in status(chat(GOOD)).items() if one != "ok"}
    assert told == {"gemini": "fail", "ollama": "warning"}


# What is said


def test_a_refused_keyword_is_told_with_provider_place_and_rewrite() -> None:
    schema = {
        **GOOD,
        "properties": {"tank": {"type": "string", "maxLength": 40, "description": "Tank"}},
        "required": ["tank"],
    }
    (finding,) = [f for f in lint(anthropic(schema, strict=True), "own")["findings"] if f["severity"] == "error"]
    assert (finding["code"], finding["fault"], finding["hop"]) == ("provider-keyword", "provider", "offer")
    assert finding["at"]["path"][-1].endswith("/input_schema/properties/tank/maxLength")
    assert finding["params"]["rewrite"] == "describe"
    assert "maxLength" in finding["message"]


def test_an_optional_field_is_named_where_strict_wants_all() -> None:
    schema = {**GOOD, "required": ["tank"]}
    result = lint(chat(schema, strict=True), "own")
    (finding,) = result["findings"]
    assert finding["code"] == "provider-required"
    assert "celsius" in finding["message"]
    assert result["contracts"][0]["providers"] == {"openai-strict": "fail", "openai": "ok"}


@pytest.mark.parametrize("strict", [True, False])
def test_strict_tools_of_a_request_are_counted_together(strict: bool) -> None:
    value = anthropic(GOOD, strict, count=21)
    over = [finding for finding in lint(value, "anthropic-strict")["findings"] if finding["code"] == "provider-limit"]
    assert [(one["params"]["limit"], one["params"]["measured"]) for one in over] == ([(20, 21)] if strict else [])


@pytest.mark.parametrize(("count", "told"), [(6, []), (7, ["note"]), (20, ["note"]), (21, ["error"])])
def test_a_limit_that_was_only_reported_is_a_note_that_says_so(count: int, told: list[str]) -> None:
    over = [
        one for one in lint(anthropic(GOOD, True, count=count), "own")["findings"] if one["code"] == "provider-limit"
    ]
    assert [one["severity"] for one in over] == told
    assert all("reported, not documented" in one["message"] for one in over if one["severity"] == "note")


@pytest.mark.parametrize(
    ("schema", "refusing"),
    [
        (
            {"type": "object", "properties": {}, "anyOf": [{}]},
            {"OpenAI", "OpenAI strict", "Anthropic", "Anthropic strict"},
        ),
        ({"type": "object", "properties": {}, "not": {}}, {"OpenAI", "OpenAI strict"}),
        ({"properties": {}}, {"OpenAI", "OpenAI strict", "Anthropic", "Anthropic strict", "MCP"}),
    ],
)
def test_a_refused_root_is_one_finding_that_names_all_who_refuse_it(schema: Any, refusing: set[str]) -> None:
    for value in (chat(schema), mcp({"name": "set_tank", "description": "T.", "inputSchema": schema})):
        found = [finding for finding in lint(value)["findings"] if finding["code"] == "schema-root"]
        assert [set(finding["params"]["mounts"]) for finding in found] == [refusing]
        assert all(f"it is refused by {', '.join(one['params']['mounts'])}." in one["message"] for one in found)


def test_a_root_that_nobody_asked_refuses_is_no_finding() -> None:
    assert "schema-root" not in codes(chat({"type": "object", "properties": {}, "anyOf": [{}]}), "cohere")


def test_openai_wants_properties_in_an_object_without_any() -> None:
    assert codes(chat({"type": "object", "additionalProperties": False}), "openai") == ["provider-keyword"]
    assert codes(chat({"type": "object", "properties": {}, "additionalProperties": False}), "openai") == []


def test_a_long_description_is_a_warning_with_both_numbers() -> None:
    value = chat(GOOD)
    value["tools"][0]["function"]["description"] = "x" * 1025
    (finding,) = lint(value, "openai")["findings"]
    assert (finding["code"], finding["severity"]) == ("provider-limit", "warning")
    assert "1024" in finding["message"]
    assert "1025" in finding["message"]


def test_a_name_is_refused_with_a_safe_one_and_its_collision() -> None:
    value = mcp({"name": "glaze.read", "inputSchema": GOOD}, {"name": "glaze_read", "inputSchema": GOOD})
    (finding,) = [f for f in lint(value, "openai")["findings"] if f["code"] == "provider-name"]
    assert finding["params"]["safe"] == "glaze_read"
    assert "another tool" in finding["advice"]


# Habits


def test_what_a_model_stumbles_over_is_told_as_notes() -> None:
    value = mcp({"name": "read_buoy", "inputSchema": {"type": "object", "properties": {"buoy": {"type": "integer"}}}})
    notes = {finding["code"] for finding in lint(value, "mcp")["findings"] if finding["severity"] == "note"}
    assert notes == {"schema-open", "schema-undescribed", "contract-no-output", "contract-side-effect"}


@pytest.mark.parametrize(
    ("hints", "told"),
    [({"readOnlyHint": True}, False), ({"destructiveHint": False}, False), ({}, True), ({"title": "T"}, True)],
)
def test_a_tool_that_says_whether_it_writes_is_not_asked_again(hints: dict[str, Any], told: bool) -> None:
    value = mcp({"name": "read_buoy", "description": "R.", "inputSchema": GOOD, "annotations": hints})
    assert ("contract-side-effect" in codes(value, "mcp")) is told


def described(*texts: str) -> list[tuple[str, str]]:
    value = mcp(*({"name": f"tool_{n}", "description": text, "inputSchema": GOOD} for n, text in enumerate(texts)))
    found = lint(value, "mcp")["findings"]
    return [(one["params"]["tool"], one["params"]["said"]) for one in found if one["code"] == "contract-broad"]


@pytest.mark.parametrize(
    "text",
    [
        "Use this tool for any question the user has.",
        "Always use this tool.",
        "Call this function first, whatever comes.",
        "Use it for everything.",
        "A general-purpose tool.",
        "Handles files. Call this for every request.",
    ],
)
def test_a_description_that_fits_everything_is_told_with_its_words(text: str) -> None:
    assert len(described(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Set the temperature of a tank; use it before fish are moved.",
        "Always returns a list.",
        "Find all messages of a conversation.",
        "Delete every task that is done.",
        "Ask a question about any repository.",
        "Use this to find flights to any city.",
    ],
)
def test_a_plain_description_is_left_alone(text: str) -> None:
    assert described(text) == []


def test_two_tools_that_are_described_alike_are_told() -> None:
    assert [tool for tool, _ in described("Read a tank.", "Read a tank.", "Read a tank now.")] == ["tool_1"]


def test_an_output_schema_whose_root_is_no_object_is_told_with_the_revision() -> None:
    tool = {"name": "t", "description": "T.", "inputSchema": GOOD, "outputSchema": {"type": "array", "items": {}}}
    (finding,) = [f for f in lint(mcp(tool), "mcp")["findings"] if f["severity"] != "note"]
    assert (finding["code"], finding["severity"]) == ("provider-keyword", "warning")
    assert "2025-11-25" in finding["message"]
    assert status(mcp({**tool, "outputSchema": {"type": "object"}}), "mcp") == {"mcp": "ok"}


def test_sizes_are_told_for_each_tool_with_the_deepest_place() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"enum": ["x", "y"]}}}}}
    (contract,) = lint(chat(schema))["contracts"]
    assert contract["sizes"] == {
        "characters": len(json.dumps(chat(schema)["tools"][0])),
        "description": len("Set the temperature of a tank."),
        "properties": 2, "depth": 2, "deepest": "/properties/a", "enum_values": 2,
    }  # fmt: skip


def test_a_trace_lists_none_of_the_notes_of_lint() -> None:
    tool = {"name": "read_buoy", "inputSchema": {"type": "object", "properties": {"buoy": {"minLength": 2}}}}
    documents = [{"name": "tools.json", "text": json.dumps(mcp(tool))}]
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}})))
    assert [finding["code"] for finding in reply["result"]["findings"]] == []


@pytest.mark.parametrize(
    "keyword", ["type", "required", "properties", "$defs", "anyOf", "enum", "items", "$ref", "format", "minItems"]
)
@pytest.mark.parametrize("wrong", [None, 5, "x", True, [], {}, [1], {"a": 1}])
def test_a_faulty_schema_is_linted_and_converted_without_a_crash(keyword: str, wrong: Any) -> None:
    inner = {
        **GOOD,
        "properties": {"tank": {"type": "object", "properties": {"a": {"type": "string"}}, keyword: wrong}},
    }
    for schema in (inner, {**GOOD, keyword: wrong}):
        documents = [{"name": "tools.json", "text": json.dumps(mcp({"name": "set_tank", "inputSchema": schema}))}]
        for method, options in (("lint", {}), ("convert", {"to": "openai-chat", "strict": True})):
            request = {"id": 1, "method": method, "params": {"documents": documents, **options}}
            assert "result" in json.loads(api.handle(json.dumps(request)))


def test_what_a_reference_leads_to_counts_as_a_level_where_it_is_used() -> None:
    leaf = {"type": "object", "properties": {"seeds": {"type": "number"}}}
    row = {
        "type": "object",
        "properties": {"beds": {"type": "array", "items": {"$ref": "#/$defs/Bed"}}, "up": {"$ref": "#/$defs/Row"}},
    }
    schema = {"type": "object", "properties": {"row": {"$ref": "#/$defs/Row"}}, "$defs": {"Bed": leaf, "Row": row}}
    (contract,) = lint(chat(schema))["contracts"]
    assert (contract["sizes"]["depth"], contract["sizes"]["deepest"]) == (3, "/$defs/Bed")


# Revisions of a protocol


def by_revision(tool: Any, form: str = "inputSchema") -> dict[str, list[str]]:
    given = {"name": "sow", "description": "Sow.", form: {"type": "object", "properties": {}}, **tool}
    (contract,) = lint({"tools": [given]}, "mcp")["contracts"]
    revisions: dict[str, list[str]] = contract["revisions"]
    return revisions


REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]


@pytest.mark.parametrize(
    ("tool", "what", "against"),
    [
        ({}, "", []),
        ({"annotations": {"readOnlyHint": True}}, "annotations", REVISIONS[:1]),
        ({"title": "Sow"}, "title", REVISIONS[:2]),
        ({"outputSchema": {"type": "object"}}, "outputSchema", REVISIONS[:2]),
        ({"outputSchema": {"type": "array"}}, "outputSchema/type", REVISIONS[2:4]),
        ({"icons": [{"src": "https://example.com/a.png"}]}, "icons", REVISIONS[:3]),
        ({"execution": {"taskSupport": "optional"}}, "execution", [*REVISIONS[:3], REVISIONS[4]]),
        ({"name": "field/sow"}, "name", REVISIONS[3:]),
        ({"inputSchema": {"properties": {}}}, "inputSchema/type", REVISIONS),
        (
            {"inputSchema": {"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": "A"}}}},
            "x-mcp-header",
            REVISIONS[:4],
        ),
    ],
)
def test_each_revision_of_mcp_says_what_it_does_not_know(tool: Any, what: str, against: list[str]) -> None:
    told = by_revision(tool)
    assert list(told) == REVISIONS
    assert [revision for revision, words in told.items() if what in words] == against


def test_revisions_are_told_of_a_tool_of_any_dialect_and_of_no_other_provider() -> None:
    assert by_revision({}, "input_schema") == {revision: [] for revision in REVISIONS}
    (contract,) = lint({"tools": [{"name": "sow", "inputSchema": {"type": "object"}}]}, "gemini")["contracts"]
    assert "revisions" not in contract


def test_without_reasons_every_status_is_the_same_and_no_provider_says_why() -> None:
    value = {
        "tools": [chat({**GOOD, "minProperties": 1, "anyOf": [GOOD]}, name=name)["tools"][0] for name in ("a.b", "c")]
    }
    documents = [{"name": "tools.json", "text": json.dumps(value)}]
    whole, brief = (
        json.loads(api.handle(json.dumps({"id": 1, "method": "lint", "params": {"documents": documents, **more}})))[
            "result"
        ]
        for more in ({}, {"reasons": False})
    )
    assert brief["contracts"] == whole["contracts"]
    reasons = ("provider-keyword", "provider-name", "provider-required")
    assert brief["findings"] == [one for one in whole["findings"] if one["code"] not in reasons]
    assert {one["code"] for one in whole["findings"]} > {one["code"] for one in brief["findings"]}


def test_the_providers_that_a_tool_is_written_for_are_named():
    strict = chat({"type": "object", "properties": {}})
    (contract,) = lint(strict)["contracts"]
    assert contract["own"] == ["openai"]
    (contract,) = lint({"functionDeclarations": [{"name": "sow", "parameters": {"type": "object"}}]})["contracts"]
    assert contract["own"] == ["gemini"]
