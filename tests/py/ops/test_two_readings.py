"""Where two readings of a text fit, the finding names both, and a schema or contract in the same case picks the better."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope.ops import format, trace, validate


def object_of(**properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
LOST_QUOTE = '{"a": "b, "c": "d"}'


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ('{"path":"/a","con', "the key is kept", "the member is left out"),
        ('{"q":"a"}{"q":"b"}', "several documents", "the elements of one array"),
        (LOST_QUOTE, "the closing quote stands before", "belongs to the string"),
        ('{"a": 1, [2]}', "belongs to the value before it", "a key is missing"),
    ],
)
def test_the_message_names_both_readings(text: str, one: str, other: str) -> None:
    message = format.run({"text": text})["findings"][0]["message"]
    assert one in message
    assert other in message


@pytest.mark.parametrize(
    ("text", "schema", "wanted"),
    [
        ('{"path":"/a","con', object_of(path=TEXT), '{"path":"/a"}'),
        ('{"q":"a"}{"q":"b"}', {"type": "array"}, '[{"q":"a"},{"q":"b"}]'),
        (LOST_QUOTE, object_of(a=TEXT), '{"a":"b, \\"c\\": \\"d"}'),
        (LOST_QUOTE, object_of(a=TEXT, c=TEXT), '{"a":"b","c":"d"}'),
        ('{"n": 007}', object_of(n=NUMBER), '{"n":7}'),
        ('{"n": 007}', object_of(n=TEXT), '{"n":"007"}'),
        ('```\n{"n": 007}\n```', object_of(n=NUMBER), '{"n":7}'),
        ('{"n": 007}', {"name": "f", "inputSchema": object_of(n=NUMBER)}, '{"n":7}'),
    ],
)
def test_a_schema_picks_the_reading_that_format_shows(text: str, schema: dict[str, Any], wanted: str) -> None:
    assert format.run({"text": text, "indent": 0, "schema": json.dumps(schema)})["text"] == wanted


def test_a_broken_schema_picks_nothing() -> None:
    assert format.run({"text": '{"n": 007}', "indent": 0, "schema": "no schema"})["text"] == '{"n":"007"}'


def test_validate_judges_the_reading_that_the_schema_picks_and_says_so() -> None:
    found = validate.run({"schema": json.dumps(object_of(n=NUMBER)), "instance": '{"n": 007}'})
    assert found["valid"] is True
    assert "which the schema wants" in found["findings"][0]["message"]


def test_several_values_stay_several_where_the_schema_is_for_one_of_them() -> None:
    schema = json.dumps(object_of(n=NUMBER))
    assert validate.run({"schema": schema, "instance": '{"n": 1}{"n": 2}'})["valid"] is True
    assert len(validate.run({"schema": schema, "instance": '{"n": "x"}{"n": "y"}'})["findings"]) == 3


def traced(arguments: str, schema: dict[str, Any]) -> dict[str, Any]:
    tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": arguments}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    answer = {"id": "x", "object": "chat.completion", "model": "m", "choices": [
        {"index": 0, "finish_reason": "tool_calls", "message": message}]}  # fmt: skip
    request = {"model": "m", "messages": [], "tools": [tool]}
    return trace.run(
        {"documents": [{"name": "q", "text": json.dumps(request)}, {"name": "a", "text": json.dumps(answer)}]}
    )


@pytest.mark.parametrize(
    ("arguments", "schema", "value"),
    [
        ('{"n": 007}', object_of(n=NUMBER), {"n": 7}),
        (LOST_QUOTE, object_of(a=TEXT), {"a": 'b, "c": "d'}),
        (LOST_QUOTE, object_of(a=TEXT, c=TEXT), {"a": "b", "c": "d"}),
    ],
)
def test_the_contract_of_a_call_picks_the_reading_of_its_arguments(
    arguments: str, schema: dict[str, Any], value: dict[str, Any]
) -> None:
    found = traced(arguments, schema)
    assert found["calls"][0]["value"] == value
    assert [one["code"] for one in found["findings"]] == ["arguments-repaired"]


@pytest.mark.parametrize(
    ("arguments", "schema", "told"),
    [
        ('{"city":"Oslo"}{"unit":"C"}', object_of(city=TEXT, unit=TEXT), "one call torn apart"),
        ('{"city":"Oslo"}{"city":"Rome"}', object_of(city=TEXT), "each passes the contract by itself"),
        ('{"city":"Oslo"}{"city":7}', object_of(city=TEXT), "probably 2 parallel calls"),
    ],
)
def test_the_contract_tells_calls_that_were_merged_from_one_that_was_torn(
    arguments: str, schema: dict[str, Any], told: str
) -> None:
    finding = traced(arguments, schema)["findings"][0]
    assert finding["code"] == "arguments-merged"
    assert told in finding["message"]
