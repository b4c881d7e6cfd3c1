"""The fixes that lint offers: applied to the text, the finding is gone, and what was not meant stays as it stood."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import converting
from hopscope import api

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"

MORE = {"size": {"enum": [1, 2, 3]}, "list": {"type": "array"}}
RICH = {
    **converting.RICH,
    "$schema": "http://json-schema.org/draft-07/schema#",
    "properties": {**converting.RICH["properties"], **MORE},
}
FORMS: dict[str, Any] = {
    "mcp": {"tools": [{"name": "sow.plot", "description": "Sow a plot.", "inputSchema": RICH}]},
    "chat": {
        "model": "m", "messages": [],
        "tools": [{"type": "function", "function": {"name": "sow.plot", "description": "Sow.", "parameters": RICH}}],
    },
    "bedrock": {"toolConfig": {"tools": [{"toolSpec": {"name": "sow.plot", "inputSchema": {"json": RICH}}}]}},
    "anyOf root": {"tools": [{"name": "t", "inputSchema": {"anyOf": [{"required": ["a"]}], "properties": {"a": {}}}}]},
}  # fmt: skip


def lint(text: str, **params: Any) -> dict[str, Any]:
    documents = [{"name": "tools.json", "text": text}]
    reply = json.loads(
        api.handle(json.dumps({"id": 1, "method": "lint", "params": {"documents": documents, **params}}))
    )
    return dict(reply["result"])


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    raw = text.encode("utf-16-le", "surrogatepass")
    for edit in sorted(edits, key=lambda one: one["start"], reverse=True):
        raw = raw[: 2 * edit["start"]] + edit["text"].encode("utf-16-le", "surrogatepass") + raw[2 * edit["end"] :]
    return raw.decode("utf-16-le", "surrogatepass")


def mark(finding: dict[str, Any]) -> tuple[Any, ...]:
    params = finding["params"]
    return finding["code"], params.get("id"), params.get("path"), params.get("keyword"), params.get("what")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("indent", [None, 2])
def test_a_fix_removes_its_finding_and_raises_no_other_refusal_by_that_provider(form: str, indent: int | None) -> None:
    text = json.dumps(FORMS[form], indent=indent)
    fixable = [finding for finding in lint(text)["findings"] if finding["fix"]]
    assert len({finding["code"] for finding in fixable}) >= 3
    for finding in fixable:
        after = lint(applied(text, finding["fix"]["edits"]), providers=[finding["params"].get("id", "openai")])
        assert mark(finding) not in map(mark, after["findings"]), finding["message"]


@pytest.mark.parametrize("inside", [False, True])
def test_gemini_refuses_what_is_required_and_not_declared_and_the_fix_requires_the_declared_alone(inside: bool) -> None:
    part = {"type": "object", "properties": {"bed": {"type": "string"}}, "required": ["bed", "row"]}
    schema = {"type": "object", "properties": {"where": part}} if inside else part
    text = json.dumps({"tools": [{"name": "sow", "description": "Sow.", "inputSchema": schema}]})
    told = lint(text, providers=["gemini", "openai"])
    assert told["contracts"][0]["providers"] == {"gemini": "fail", "openai": "ok"}
    refusal = next(one for one in told["findings"] if one["code"] == "provider-keyword")
    assert text[refusal["at"]["start"] : refusal["at"]["end"]] == '["bed", "row"]'
    assert "property is not defined" in refusal["advice"]
    assert '"required": ["bed"]' in applied(text, refusal["fix"]["edits"])


def test_a_mere_condition_on_what_is_declared_round_it_is_not_told_as_undeclared() -> None:
    one = {"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}]}
    told = lint(json.dumps({"tools": [{"name": "sow", "inputSchema": one}]}), providers=["gemini"])
    assert not [one for one in told["findings"] if "not declared" in one["message"]]


def test_each_refusal_that_a_rewrite_can_mend_comes_with_its_edits() -> None:
    found = [f for f in lint(json.dumps(FORMS["mcp"]))["findings"] if f["severity"] == "error"]
    without = sorted({str(f["params"].get("keyword", f["code"])) for f in found if not f["fix"]})
    assert without == ["$defs"]  # goes with the references that lead there: the rewrite of the whole has it


@pytest.mark.parametrize("form", ["mcp", "chat", "bedrock"])
@pytest.mark.parametrize("wrap", ["{}", "```json\n{}\n```", "Here it is:\n\n{}"])
def test_the_whole_rewrite_is_what_the_provider_takes_and_touches_nothing_else(form: str, wrap: str) -> None:
    text = wrap.replace("{}", json.dumps(FORMS[form], indent=2))
    (contract,) = lint(text, rewrites=True)["contracts"]
    assert {"gemini", "openai-strict", "anthropic-strict", "deepseek-strict"} <= contract["rewrites"].keys()
    for provider, told in contract["rewrites"].items():
        after = applied(text, told["fix"]["edits"])
        said = [f for f in lint(after, providers=[provider])["findings"] if f["severity"] == "error"]
        assert [f["code"] for f in said if f["code"] != "provider-name"] == [], provider
        assert after.startswith(text[: contract["input"]["start"]])
        assert after.endswith(text[contract["input"]["end"] :])
        assert json.loads(told["before_text"]) == RICH


def test_a_fix_in_a_list_that_stands_in_a_string_is_escaped() -> None:
    text = json.dumps({"log": json.dumps(FORMS["mcp"])})
    (contract,) = lint(text, rewrites=True, providers=["gemini"])["contracts"]
    after = json.loads(json.loads(applied(text, contract["rewrites"]["gemini"]["fix"]["edits"]))["log"])
    assert "additionalProperties" not in json.dumps(after)
    assert after["tools"][0]["inputSchema"]["properties"]["kind"] == {"enum": ["spring"]}


def test_one_tool_alone_can_be_asked_for() -> None:
    text = json.dumps({"tools": [{"name": name, "inputSchema": RICH} for name in ("sow", "reap")]})
    result = lint(text, tool="reap")
    assert [contract["name"] for contract in result["contracts"]] == ["reap"]
    assert {f["params"]["tool"] for f in result["findings"] if f["code"] != "provider-limit"} == {"reap"}


def test_a_name_that_another_tool_has_already_is_not_offered() -> None:
    text = json.dumps({"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in ("a.b", "a_b", "c.d")]})
    fixes = {
        f["params"]["tool"]: f["fix"] and f["fix"]["edits"][0]["text"]
        for f in lint(text, providers=["openai"])["findings"]
        if f["code"] == "provider-name"
    }
    assert fixes == {"a.b": None, "c.d": '"c_d"'}


@pytest.mark.skipif(not CORPORA.is_dir(), reason="the collected tool lists of public MCP servers are not here")
@pytest.mark.parametrize("provider", ["gemini", "openai-strict", "anthropic-strict"])
def test_the_rewrites_of_real_tools_are_taken_and_say_what_the_text_says(provider: str) -> None:
    found = [path for path in sorted(CORPORA.glob("mcp-*/**/*.json")) if '"inputSchema"' in path.read_text("utf-8")]
    for path in found[::60]:
        text = path.read_text("utf-8")
        for contract in lint(text, rewrites=True, providers=[provider])["contracts"]:
            told = contract.get("rewrites", {}).get(provider)
            if told is None:
                continue
            after = applied(text, told["fix"]["edits"])
            said = lint(after, providers=[provider], tool=contract["name"])
            refused = [f["message"] for f in said["findings"] if f["code"] in ("provider-keyword", "provider-required")
                       and f["severity"] == "error"]  # fmt: skip
            assert refused == [], f"{path.name}: {contract['name']}"
            place = said["contracts"][0]["input"]
            raw = after.encode("utf-16-le")[2 * place["start"] : 2 * place["end"]].decode("utf-16-le")
            assert json.loads(raw) == json.loads(told["after_text"])


def test_a_reference_with_company_is_written_out_or_left_alone_as_one_chooses() -> None:
    bed = {"type": "object", "properties": {"seeds": {"type": "number"}}, "required": ["seeds"]}
    pointing = {"$ref": "#/$defs/Bed", "description": "The bed", "default": None}
    schema = {"type": "object", "properties": {"bed": pointing}, "required": ["bed"], "$defs": {"Bed": bed}}
    text = json.dumps({"tools": [{"name": "sow", "description": "Sow.", "inputSchema": schema}]}, indent=2)
    rewrite = lint(text, providers=["openai-strict"], rewrites=True)["contracts"][0]["rewrites"]["openai-strict"]
    whole, stripped = json.loads(rewrite["after_text"]), json.loads(rewrite["stripped"]["after_text"])
    assert whole["properties"]["bed"]["properties"] == bed["properties"]
    assert whole["properties"]["bed"]["description"] == "The bed"
    assert stripped["properties"]["bed"] == {"$ref": "#/$defs/Bed"}
    lost = {change["pointer"] for change in rewrite["stripped"]["changes"] if change["lost"]}
    assert lost >= {"/properties/bed/description", "/properties/bed/default"}
    for one in (rewrite, rewrite["stripped"]):
        mended = json.loads(applied(text, one["fix"]["edits"]))
        assert mended["tools"][0]["inputSchema"] == json.loads(one["after_text"])


def test_where_no_reference_has_company_there_is_only_one_way() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    text = json.dumps({"tools": [{"name": "sow", "description": "Sow.", "inputSchema": schema}]})
    (contract,) = lint(text, providers=["openai-strict"], rewrites=True)["contracts"]
    assert contract["rewrites"]["openai-strict"]["stripped"] is None
