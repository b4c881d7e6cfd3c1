"""A JSONPath selects in any text, through wrappers and through JSON in strings, and says where each match stands."""

from __future__ import annotations

import json

import pytest

from hopscope.ops import query

ARGUMENTS = json.dumps({"city": "Bergen", "days": [1, 2]})
TEXT = json.dumps({"stay": {"city": "Oslo"}, "function": {"arguments": ARGUMENTS}})


def found(text, path):
    return query.run({"text": text, "path": path})["matches"]


@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("$..city", ["Oslo", "Bergen"]),
        ("$.function.arguments.days[1]", [2]),
        ("$.function.arguments", [ARGUMENTS]),
        ("$.function[?@.city == 'Bergen']", [ARGUMENTS]),
        ("$.stay.city.nothing", []),
    ],
)
def test_strings_that_hold_json_are_gone_through(path, values):
    assert [match["value"] for match in found(TEXT, path)] == values


def test_a_match_in_a_string_stands_where_it_was_pasted():
    (match,) = found(TEXT, "$.function.arguments.city")
    at = match["at"]
    assert at["path"] == ["/function/arguments", "/city"]
    assert TEXT[at["start"] : at["end"]] == json.dumps("Bergen").replace('"', '\\"')


def test_a_string_in_a_string_is_gone_through_too():
    twice = json.dumps({"a": json.dumps({"b": json.dumps({"c": 12345678901234567890})})})
    (match,) = found(twice, "$.a.b.c")
    assert match["value_text"] == "12345678901234567890"
    assert match["at"]["path"] == ["/a", "/b", "/c"]


@pytest.mark.parametrize("text", ['{"a": "[not json", "b": "{"}', "[]", '[null, true, "{1"]'])
def test_strings_that_hold_no_json_stay_strings(text):
    value = json.loads(text)
    assert [match["value"] for match in found(text, "$.*")] == list(
        value.values() if isinstance(value, dict) else value
    )


def test_every_line_of_a_log_is_a_root():
    assert [match["at"]["path"] for match in found('{"a": 1}\n{"a": 2}', "$.a")] == [["/0/a"], ["/1/a"]]


def test_depth_ends_the_opening_and_not_the_answer():
    deep = "[" * 400 + json.dumps('{"x": 1}') + "]" * 400
    assert found(deep, "$..x") == []
    assert len(found(deep, "$[0][0]")) == 1
