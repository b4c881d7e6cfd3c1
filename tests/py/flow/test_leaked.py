"""Calls written as text: every template is seen, typed by the contract, and what only speaks of calls is left alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope.flow.leaked import Leak, leaked
from hopscope.layers import peel
from hopscope.text.node import node_of_fragments

SCHEMA = {
    "type": "object",
    "properties": {
        "quay": {"type": "integer"}, "boat": {"type": "string"}, "fast": {"type": ["boolean", "null"]},
        "crew": {"$ref": "#/$defs/crew"}, "mass": {"anyOf": [{"type": "number"}, {"type": "string"}]},
    },
    "$defs": {"crew": {"type": "array"}},
}  # fmt: skip
SCHEMAS = {"moor": SCHEMA, "sound": None}


def leaks(text: str, names: set[str] | None = None) -> list[Leak]:
    node = next(iter(peel("document", json.dumps({"text": text}, ensure_ascii=False)).parts)).node.get("text")
    return list(leaked([node], set(SCHEMAS) if names is None else names, SCHEMAS.get))


def calls(text: str) -> list[tuple[str, Any]]:
    return [(call["name"], call["arguments"]) for leak in leaks(text) for call in leak.calls]


QUAY = ("moor", {"quay": 3})
WRITTEN = {
    "hermes": '<tool_call>\n{"name": "moor", "arguments": {"quay": 3}}\n</tool_call>',
    "hermes after a sentence": 'I moor it now.\n<tool_call>{"name": "moor", "arguments": {"quay": 3}}</tool_call>',
    "qwen coder": "<tool_call>\n<function=moor>\n<parameter=quay>\n3\n</parameter>\n</function>\n</tool_call>",
    "qwen coder without its opening": "<function=moor>\n<parameter=quay>\n3\n</parameter>\n</function>\n</tool_call>",
    "glm": "<tool_call>moor<arg_key>quay</arg_key><arg_value>3</arg_value></tool_call>",
    "mistral 11": '[TOOL_CALLS]moor[ARGS]{"quay":3}',
    "mistral 3": '[TOOL_CALLS] [{"name":"moor","arguments":{"quay":3}}]',
    "kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.moor:0<|tool_call_argument_begin|>"
    '{"quay":3}<|tool_call_end|><|tool_calls_section_end|>',
    "deepseek 3": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>moor\n"
    '```json\n{"quay":3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "deepseek 3.1": '<｜tool▁call▁begin｜>moor<｜tool▁sep｜>{"quay":3}<｜tool▁call▁end｜>',
    "dsml": '<｜DSML｜function_calls><｜DSML｜invoke name="moor">\n<｜DSML｜parameter name="quay" string="false">3'
    "</｜DSML｜parameter>\n</｜DSML｜invoke></｜DSML｜function_calls>",
    "llama json": '{"name":"moor","parameters":{"quay":3}}',
    "llama with its tag": '<|python_tag|>{"name":"moor","parameters":{"quay":3}}',
    "llama pythonic": "[moor(quay=3)]",
    "llama function": '<function=moor>{"quay":3}</function>',
    "groq": '<function=moor{"quay":3}</function>',
    "minimax": '<minimax:tool_call><invoke name="moor"><parameter name="quay">3</parameter></invoke></minimax:tool_call>',
    "gemma": "<|tool_call>call:moor{quay:3}<tool_call|>",
    "function gemma": "<start_function_call>call:moor{quay:3}<end_function_call>",
    "cohere": '<|START_ACTION|>{"tool_name":"moor","parameters":{"quay":3}}<|END_ACTION|>',
    "cohere list": '<|START_ACTION|>[{"tool_name":"moor","parameters":{"quay":3}}]<|END_ACTION|>',
    "gpt-oss": '<|channel|>commentary to=functions.moor <|constrain|>json<|message|>{"quay":3}<|call|>',
    "granite": '<|tool_call|>[{"name":"moor","arguments":{"quay":3}}]',
    "name and json": 'moor{"quay": 3}',
    "name over json": 'moor\n{"quay": 3}',
    "all in a fence": '```json\n{"name": "moor", "arguments": {"quay": 3}}\n```',
    "arguments as text": '<tool_call>{"name":"moor","arguments":"{\\"quay\\": 3}"}</tool_call>',
}


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_a_call_is_seen_in_every_template(written: str) -> None:
    assert calls(written) == [QUAY]


@pytest.mark.parametrize(
    "written",
    [
        '<tool_call>{"name":"moor","arguments":{"quay":3}}</tool_call>\n<tool_call>{"name":"sound","arguments":{}}</tool_call>',
        '[TOOL_CALLS]moor[ARGS]{"quay":3}[TOOL_CALLS]sound[ARGS]{}',
        '{"name":"moor","parameters":{"quay":3}}; {"name":"sound","parameters":{}}',
        '[{"name":"moor","parameters":{"quay":3}},{"name":"sound","parameters":{}}]',
        "[moor(quay=3), sound()]",
    ],
)
def test_several_calls_are_kept_apart(written: str) -> None:
    assert calls(written) == [QUAY, ("sound", {})]


NAMED = {
    "gemma": '<|tool_call>call:moor{quay:3,boat:<|"|>A, {B}<|"|>}<tool_call|>',
    "function gemma": "<start_function_call>call:moor{quay:3,boat:<escape>A, {B}<escape>}<end_function_call>",
    "llama pythonic": "[moor(quay=3, boat='A, {B}')]",
    "glm": "<tool_call>moor<arg_key>quay</arg_key><arg_value>3</arg_value>"
    "<arg_key>boat</arg_key><arg_value>A, {B}</arg_value></tool_call>",
    "minimax": '<minimax:tool_call><invoke name="moor"><parameter name="quay">3</parameter>'
    '<parameter name="boat">A, {B}</parameter></invoke></minimax:tool_call>',
}


@pytest.mark.parametrize("written", NAMED.values(), ids=NAMED)
def test_strings_with_brackets_stay_whole_in_every_way_of_writing_them(written: str) -> None:
    assert calls(written) == [("moor", {"quay": 3, "boat": "A, {B}"})]


def test_templates_that_write_only_strings_are_typed_by_the_contract() -> None:
    pairs = {"quay": "3", "boat": "3", "fast": "True", "crew": '["Ann"]', "mass": "3.5", "other": "3"}
    written = "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in pairs.items())
    assert calls(f"<function=moor>\n{written}</function>") == [
        ("moor", {"quay": 3, "boat": "3", "fast": True, "crew": ["Ann"], "mass": "3.5", "other": "3"})
    ]


def test_a_string_that_is_not_of_the_wanted_type_stays_as_it_was_written() -> None:
    assert calls("<function=moor>\n<parameter=quay>\nthird\n</parameter>\n</function>") == [("moor", {"quay": "third"})]


def test_python_literals_become_json_values() -> None:
    assert calls("[moor(quay=3, boat='A, B', fast=None, crew=['Ann'])]") == [
        ("moor", {"quay": 3, "boat": "A, B", "fast": None, "crew": ["Ann"]})
    ]


def test_a_call_that_was_cut_keeps_its_text() -> None:
    assert calls('<tool_call>\n{"name": "moor", "arguments": {"quay": 3, "bo') == [("moor", '{"quay": 3, "bo')]


def test_the_place_is_the_slice_of_the_document() -> None:
    text = 'So — now:\n<tool_call>{"name":"moor","arguments":{"quay":3}}</tool_call> '
    document = json.dumps({"text": text}, ensure_ascii=False)
    (leak,) = leaks(text)
    assert document[leak.at.start : leak.at.end] == json.dumps(text[10:-1])[1:-1]


def test_a_call_spread_over_stream_fragments_is_one() -> None:
    pieces = ["<tool", '_call>{"name":"moor","argu', 'ments":{"quay":3}}</tool_call>']
    nodes = [part.node.get("delta") for piece in pieces for part in peel("d", json.dumps({"delta": piece})).parts]
    (leak,) = leaked([node_of_fragments(nodes)], {"moor"})
    assert leak.calls == ({"name": "moor", "arguments": {"quay": 3}},)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The boat is moored at quay 3.",
        "moor",
        'A call looks like this:\n```json\n{"name": "moor", "arguments": {"quay": 3}}\n```\nand the host runs it.',
        "```\n<tool_call>{}</tool_call>\n``` is what Hermes writes.",
        'Hermes writes `<tool_call>{"name":"moor","arguments":{}}</tool_call>` into its text.',
        'The answer is {"name":"moor","arguments":{"quay":3}} as JSON.',
        '{"name":"Ann","arguments":{"age":41}}',
        '{"name":"moor","description":"Moor a boat.","parameters":{"type":"object","properties":{"quay":{}}}}',
        '{"name":"moor","parameters":{"type":"object","properties":{"quay":{"type":"integer"}}}}',
        '{"quay": 3}',
        "[1, 2, 3]",
        '["moor(quay=3)"]',
        "Use <function=name> to call a function.",
        "<tool_call>",
        "<think>I could write <tool_call>{\"name\":\"moor\",\"arguments\":{}}</tool_call></think>No boat is there.",
        'You write <tool_call>{"name": "my_tool", "arguments": {}}</tool_call>, and then the server parses it for you.',
    ],
)  # fmt: skip
def test_what_only_speaks_of_calls_is_left_alone(text: str) -> None:
    assert leaks(text) == []


def test_without_contracts_only_marks_tell_a_call() -> None:
    assert len(leaks(WRITTEN["hermes"], set())) == 1
    assert leaks(WRITTEN["llama json"], set()) == []


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<tool_call>" * 8_000, 0), ("<function=moor>" * 8_000, 0), ("moor" + " " * 150_000 + "x", 0), ("```" * 60_000, 0),
        ('<tool_call>{"name":"moor","arguments":{}}</tool_call>' + "<|x|>" * 25_000 + "!", 1), ("<think>" * 25_000, 0),
        ("<function=moor{" + " " * 150_000, 1), ('<invoke name="moor">' + '<parameter name="a"' * 10_000, 0),
        ("[" * 1_000 + "moor(a=1)" + "]" * 1_000, 0), ("[TOOL_CALLS]" * 6_000, 0),
    ],
    ids=range(10),
)  # fmt: skip
def test_hostile_texts_are_read_to_their_end_and_no_mark_alone_becomes_a_call(text: str, written: int) -> None:
    assert len(calls(text)) == written
