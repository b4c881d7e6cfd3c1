"""Contract files of one's own: what is taken for one, by which name, and what is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import recognised, trace
from hopscope import api
from hopscope.dialects import every
from hopscope.layers import peel
from hopscope.model import Mount

ID = "contract"
INPUT = {"type": "object", "properties": {"buoy": {"type": "string"}}, "required": ["buoy"]}
OUTPUT = {"type": "object", "properties": {"depth": {"type": "number"}}}
DRAFT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}


def mounts(value: Any, document: str = "document") -> list[Mount]:
    return list(every()[ID].read(peel(document, json.dumps(value)).parts, document).mounts)


@pytest.mark.parametrize(
    "value",
    [
        {"name": "sound", "input": INPUT, "output": OUTPUT},
        {"name": "sound", "parameters": INPUT},
        {"name": "sound", "description": "Depth at a buoy.", "input": {}},
        [{"name": "sound", "input": INPUT}, {"name": "moor", "input": INPUT}],
        {"tools": [{"name": "sound", "input": INPUT}]},
        INPUT,
        DRAFT | {"anyOf": [{"type": "string"}]},
    ],
)
def test_a_contract_is_recognised(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"name": "sound", "parameters": {"buoy": "N-3"}},
        {"name": "sound", "input": {"buoy": "N-3"}},
        {"type": "object", "properties": {"colour": "red"}},
        {"type": "Feature", "properties": {"name": "buoy"}},
        {"$schema": "https://json.schemastore.org/package.json", "name": "harbour"},
        {"openapi": "3.1.0", "info": {"title": "Harbour"}, "components": {"schemas": {"Buoy": INPUT}}},
    ],
)
def test_what_only_looks_like_one_is_not(value: Any) -> None:
    assert ID not in recognised(value)


@pytest.mark.parametrize(
    ("value", "dialect"),
    [
        ({"name": "sound", "inputSchema": INPUT}, "mcp"),
        ({"name": "sound", "input_schema": INPUT}, "anthropic-messages"),
        ({"type": "function", "name": "sound", "parameters": INPUT}, "openai-responses"),
    ],
)
def test_the_form_of_a_real_dialect_goes_first(value: Any, dialect: str) -> None:
    assert recognised(value) == [dialect]


def test_schemas_inside_an_openapi_file_are_no_contracts() -> None:
    told = trace(
        json.dumps({"openapi": "3.1.0", "info": {"title": "Harbour"}, "components": {"schemas": {"Buoy": INPUT}}})
    )
    assert told["documents"][0]["dialect"] is None
    assert told["contracts"] == []


def test_a_file_states_input_output_and_annotations() -> None:
    (mount,) = mounts({"name": "sound", "input": INPUT, "outputSchema": OUTPUT, "annotations": {"readOnlyHint": True}})
    assert (mount.name, mount.hop, mount.carries_output, mount.guessed) == ("sound", "discover", True, False)
    assert (mount.input.value, mount.output.value, mount.annotations) == (INPUT, OUTPUT, {"readOnlyHint": True})


def test_each_tool_of_a_list_is_a_contract() -> None:
    tools = [{"name": "sound", "input": INPUT}, {"name": "moor", "parameters": INPUT}]
    assert [mount.name for mount in mounts(tools)] == ["sound", "moor"]


@pytest.mark.parametrize(
    ("document", "title", "name", "side"),
    [
        ("sound.input.json", None, "sound", "input"),
        ("sound.output.json", "Depths", "sound", "output"),
        ("sound_output_schema.json", None, "sound", "output"),
        ("schemas/sound.schema.json", None, "sound", "input"),
        ("schema.json", "sound", "sound", "input"),
        ("sound.json", "What a sounding needs", "sound", "input"),
        ("sound", None, "sound", "input"),
    ],
)
def test_a_bare_schema_is_named_by_its_document_or_its_title(
    document: str, title: str | None, name: str, side: str
) -> None:
    (mount,) = mounts(INPUT | ({"title": title} if title else {}), document)
    assert mount.name == name
    assert mount.guessed
    assert ((mount.input is None), (mount.output is None)) == (side == "output", side == "input")


def test_two_schema_files_judge_both_gates_of_one_tool() -> None:
    log = [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "sound", "arguments": {"buoy": "N-3"}}},
        {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": {"depth": "deep"}}},
    ]
    documents = [
        {"name": "sound.input.json", "text": json.dumps(INPUT)},
        {"name": "sound.output.json", "text": json.dumps(OUTPUT)},
        {"name": "log", "text": "\n".join(map(json.dumps, log))},
    ]
    told = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}})))[
        "result"
    ]
    (call,) = told["calls"]
    assert (call["hops"]["gate-in"]["status"], call["hops"]["gate-out"]["status"]) == ("ok", "fail")


# What models of data print


def names_of(text: str) -> list[str]:
    request = {"id": 1, "method": "lint", "params": {"documents": [{"name": "dump.txt", "text": text}]}}
    return [one["name"] for one in json.loads(api.handle(json.dumps(request)))["result"]["contracts"]]


SOW = {
    "title": "SowPlot",
    "type": "object",
    "properties": {"plot": {"title": "Plot", "type": "string"}},
    "required": ["plot"],
}
MOW = {"title": "MowPlot", "type": "object", "properties": {"rows": {"anyOf": [{"type": "integer"}, {"type": "null"}]}}}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (json.dumps([SOW, MOW]), ["SowPlot", "MowPlot"]),
        (json.dumps({"sow_plot": SOW, "mow_plot": MOW}), ["sow_plot", "mow_plot"]),
        (f"{SOW}\n", ["SowPlot"]),
        (f"SCHEMA = {SOW}\n", ["SowPlot"]),
        (f"[{SOW},\n {MOW}]", ["SowPlot", "MowPlot"]),
        (
            "const sow = {\n  type: 'object',\n  title: 'sow',\n  properties: { plot: { type: 'string' } },\n};\n",
            ["sow"],
        ),
        (
            "tools = [{'name': 'sow', 'input_schema': {'type': 'object', 'properties': {}}}]\nagent.run(tools=tools)\n",
            ["sow"],
        ),
    ],
)
def test_schemas_printed_or_copied_out_of_code_are_contracts_by_title_or_name(text: str, names: list[str]) -> None:
    assert names_of(text) == names


@pytest.mark.parametrize(
    "value",
    [
        {"input": SOW, "output": MOW},
        [{"title": "A report", "type": "object", "properties": {"a": {"type": "string"}}}],
        [{"title": "pen", "type": "object", "properties": {"colour": "red"}}],
        {"pen": {"type": "object", "properties": {"colour": "red"}}},
        {"pens": {"type": "object", "count": 3}},
    ],
)
def test_other_lists_and_maps_are_no_contracts(value: Any) -> None:
    assert names_of(json.dumps(value)) == []
