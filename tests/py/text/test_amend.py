"""Amending a text: after the edits it says what was wanted, and nothing else in it has changed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from hopscope.layers import peel
from hopscope.text.amend import amended
from hopscope.text.node import Node, root
from hopscope.text.reader import read
from hopscope.text.source import Root


def node(text: str, *keys: str | int) -> Node:
    return root(read(Root("d", text))).get(*keys)


def applied(text: str, edits: list[dict[str, Any]] | None) -> str:
    assert edits is not None
    raw = text.encode("utf-16-le")
    for edit in sorted(edits, key=lambda one: one["start"], reverse=True):
        raw = raw[: 2 * edit["start"]] + edit["text"].encode("utf-16-le") + raw[2 * edit["end"] :]
    return raw.decode("utf-16-le")


@pytest.mark.parametrize(
    ("text", "wanted", "becomes"),
    [
        ('{"a":1,"b":2}', {"a": 1}, '{"a":1}'),
        ('{"a":1,"b":2}', {"b": 2}, '{"b":2}'),
        ('{"a": 1, "b": 2, "c": 3}', {"a": 1, "c": 3}, '{"a": 1, "c": 3}'),
        ('{"a": 1}', {"a": 1, "b": {"c": [1, 2]}}, '{"a": 1, "b": {"c": [1,2]}}'.replace("[1,2]", "[1, 2]")),
        ('{"a":1}', {"a": 1, "b": [1, 2]}, '{"a":1,"b":[1,2]}'),
        ('{"oneOf": [ 1,2 ], "x": 1.50}', {"anyOf": [1, 2], "x": 1.5}, None),
        ('{\n  "a": 1\n}', {"a": 1, "b": {"c": 2}}, '{\n  "a": 1,\n  "b": {\n    "c": 2\n  }\n}'),
        ('{\r\n\t"a": 1\r\n}', {"a": 1, "b": [2]}, '{\r\n\t"a": 1,\r\n\t"b": [\r\n\t\t2\r\n\t]\r\n}'),
        ("[1, [2, 3]]", [1, [2, 4]], "[1, [2, 4]]"),
        ('{"👍": 1, "b": 2}', {"👍": 1, "b": "ü"}, '{"👍": 1, "b": "ü"}'),
        ('{"a": 1}', {}, "{}"),
    ],
)
def test_only_what_differs_is_touched(text: str, wanted: Any, becomes: str | None) -> None:
    after = applied(text, amended(node(text), wanted))
    assert json.loads(after) == wanted
    assert becomes is None or after == becomes


def test_a_member_that_only_changes_its_name_keeps_its_layout() -> None:
    text = '{"oneOf": [ 1,2 ], "x": 1}'
    assert applied(text, amended(node(text), {"anyOf": [1, 2], "x": 1})) == '{"anyOf": [ 1,2 ], "x": 1}'


def test_what_is_equal_needs_no_edit() -> None:
    assert (
        amended(node('{"a": 1e2, "b": 12345678901234567890}'), node('{"a":1e2,"b":12345678901234567890}').value) == []
    )


def test_inside_a_string_the_edit_is_escaped_once_a_layer() -> None:
    inner = json.dumps({"schema": json.dumps({"a": 'x"', "b": 2})})
    text = json.dumps({"body": inner})
    there = node(text, "body").opened().get("schema").opened()
    after = applied(text, amended(there, {"a": 'x"', "c": 'ü"\\'}))
    assert json.loads(json.loads(json.loads(after)["body"])["schema"]) == {"a": 'x"', "c": 'ü"\\'}


def test_a_text_that_had_to_be_mended_is_not_edited_in_place() -> None:
    assert amended(node("{'a': 1, 'b': True}"), {"a": 2}) is None


@pytest.mark.parametrize(
    "text",
    [
        'create(model="m", body={"a": 1}, n=2)',  # a member put in would be no Python
        '+ {\n+   "a": "x"\n+ }\n',
        'id,args\n1,"{""a"": ""x""}"\n',
        "<pre>{&quot;a&quot;: &quot;x&quot;}</pre>",
        'data: {"a":\ndata: "x"}\n\n',
    ],
)
def test_what_would_not_arrive_as_it_is_written_is_not_edited_in_place(text: str) -> None:
    (found,) = peel("d", text).values
    assert amended(found, {**found.value, "a": 'two\n"lines"'}) is None


@pytest.mark.parametrize(
    "text", ['2026-01-02 03:04:05 INFO {"a": "x"}', '```json\n{"a": "x"}\n```', 'data: {"a": "x"}\n\n']
)
def test_in_a_line_of_a_log_a_fence_or_an_event_it_is_edited_in_place(text: str) -> None:
    (found,) = peel("d", text).values
    (after,) = peel("d", applied(text, amended(found, {"a": 'two\n"lines"'}))).values
    assert after.value == {"a": 'two\n"lines"'}


def test_a_key_that_stands_twice_is_written_anew() -> None:
    text = '{"a": 1, "a": 2, "b": 3}'
    assert json.loads(applied(text, amended(node(text), {"a": 2}))) == {"a": 2}


def made(rng: random.Random, depth: int = 3) -> Any:
    kind = rng.randrange(6 if depth else 3)
    if kind > 3:
        return {rng.choice("abcdefg"): made(rng, depth - 1) for _ in range(rng.randrange(5))}
    return (
        [made(rng, depth - 1) for _ in range(rng.randrange(4))]
        if kind == 3
        else rng.choice([1, "x", None, True, "ü👍"])
    )


@pytest.mark.parametrize("indent", [None, 2, "\t"])
def test_any_value_becomes_any_other(indent: Any) -> None:
    rng = random.Random(7)
    for _ in range(400):
        before, after = made(rng), made(rng)
        text = json.dumps(before, indent=indent, ensure_ascii=False)
        assert json.loads(applied(text, amended(node(text), after))) == after
