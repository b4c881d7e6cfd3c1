"""Converting tool lists: valid for the target by its own rules, the meaning kept, and every loss told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from converting import RICH, chat, convert, losses, names, refusals, silent
from hopscope import api, dialects

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
TARGETS = [
    (to, strict)
    for to, how in dialects.offerings().items()
    for strict in ((False, True) if how.strict_rules else (False,))
]

OUTPUT = {"type": "object", "properties": {"sown": {"type": "boolean"}}, "required": ["sown"]}
MCP_LIST = {
    "tools": [
        {"name": "sow.plot", "description": "Sow a plot.", "inputSchema": RICH, "outputSchema": OUTPUT},
        {"name": "sow_plot", "description": "Sow it again.", "inputSchema": {"type": "object"}},
        {"name": "rest", "inputSchema": {"type": "object", "properties": {"days": {"type": "integer"}}}},
    ]
}


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


# What each provider takes


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


@pytest.mark.parametrize("format", ['{"type": "text"}', None, [], {}, 7])
def test_a_free_text_tool_whose_format_is_none_takes_plain_text(format: Any) -> None:
    request = {"model": "m", "input": "x", "tools": [{"type": "custom", "name": "cut", "format": format}]}
    result = convert(request, "openai-chat")
    assert json.loads(result["text"])["tools"][0]["custom"]["format"] == {"type": "text"}


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
