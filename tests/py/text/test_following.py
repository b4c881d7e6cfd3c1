"""A reading that went on with its text says what a fresh one says: values, members, ways and places, in texts of all kinds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hopscope.limits import DEPTH
from hopscope.text.facts import facts
from hopscope.text.following import follow
from hopscope.text.node import Node, root
from hopscope.text.reader import Reading, read
from hopscope.text.source import Root
from hopscope.text.write import dumps

STRINGS = some.text(alphabet='ab"\\\n\té\u2028\U0001f600{}[]:,1', max_size=8)
SCALARS = some.none() | some.booleans() | some.integers(-20, 2**60) | some.floats(-5, 5) | STRINGS
VALUES = some.recursive(
    SCALARS, lambda inner: some.lists(inner, max_size=4) | some.dictionaries(STRINGS, inner, max_size=4)
)
WHOLES = some.lists(VALUES, min_size=1, max_size=4) | some.dictionaries(STRINGS, VALUES, min_size=1, max_size=4)
LAYOUTS = some.sampled_from((None, 1, 3))
ENDS = some.sampled_from(("\n", "\r\n", "\r"))
TYPED = some.sampled_from(
    ('"', ",", "1", "x", " ", "\\n", "\n", "\r", "\U0001f600", '"a": 1, ', "[2], ", "{}", "-", "e9", "")
)


def reading_of(text: str) -> Reading:
    reading = read(Root("a", text))
    look_at(reading)
    return reading


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for below in (*(member for _, member in node.items()), *node.each()):
        yield from nodes(below)


def look_at(reading: Reading) -> dict[str, Any]:
    """All that a reading can be asked for: so its memories are filled, and two readings can be compared."""
    every = list(nodes(root(reading)))
    strings = [(node, node.opened()) for node in every if isinstance(node.value, str)]
    return {
        "value": dumps(reading.values[0]),
        "members": reading.members,
        "ranges": reading.ranges,
        "facts": facts(reading),
        "places": [(node.path, node.place(), node.key_place(), node.text) for node in every],
        "inside": [[(one.place(), one.text) for one in nodes(inner)] for _, inner in strings if inner],
        "plain": reading.outline.plain,
        "ways": [reading.way(offset) for offset in range(len(reading.strict.text))],
    }


@given(WHOLES, LAYOUTS, ENDS, some.data())
def test_a_reading_goes_on_as_if_it_were_read_anew(value: Any, layout: int | None, end: str, data: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=layout).replace("\n", end)
    reading = reading_of(text)
    for _ in range(3):
        at = data.draw(some.integers(0, len(text)))
        gone = data.draw(some.integers(0, 4))
        changed = text[:at] + data.draw(TYPED) + text[at + gone :]
        if not follow(reading, changed):
            assert reading.strict.text == text
            continue
        assert look_at(reading) == look_at(reading_of(changed))
        text = changed


NUMBERS = [f'{{"n": {n}, "text": "some words", "more": [1, {{"k": {n}}}]}}' for n in range(40)]
LONG = "[" + ",\n ".join(NUMBERS) + "]"


@pytest.mark.parametrize("between", ["", "x", "\\n", "\\u00e9", '", "more": "'])
@pytest.mark.parametrize("number", [0, 1, 20, 39])
def test_what_is_typed_into_a_string_is_followed_and_the_other_values_stay_the_same_objects(
    number: int, between: str
) -> None:
    reading = reading_of(LONG)
    before = list(reading.values[0])
    at = LONG.index("some words", LONG.index(f'"n": {number},')) + 4
    assert follow(reading, LONG[:at] + between + LONG[at:]) == bool(between)
    changed = [now is not then for now, then in zip(reading.values[0], before, strict=True)]
    assert changed == [bool(between) and n == number for n in range(40)]


@pytest.mark.parametrize(
    "old, new",
    [
        ('{"a": [1]}', '{"a": [1}'),
        ('{"a": [1]}', '{"a": [1]]}'),
        ('{"a": [1]}', '{"b": [1]}'),
        ('{"a": [1]}', '{"a": [1], "b": 2}'),
        ('{"a": ["x"]}', '{"a": ["x]}'),
        ('{"a": ["x"]}', '{"a": ["x" "y"]}'),
        ('{"a": [1]}', '{"a": [NaN]}'),
        ('{"a": [1]} {"a": [1]}', '{"a": [2]} {"a": [1]}'),
        ("{'a': [1]}", "{'a': [2]}"),
        ('{"a": ["x"], "a": 1}', '{"a": ["xy"], "a": 1}'),
        ("[1]", ""),
    ],
)
def test_what_must_be_read_as_a_whole_is_left_as_it_was(old: str, new: str) -> None:
    reading = reading_of(old)
    before = look_at(reading)
    assert follow(reading, new) is False
    assert look_at(reading) == before


def test_no_reading_follows_its_text_too_deep() -> None:
    text = "[" * (DEPTH - 1) + "1, 1" + "]" * (DEPTH - 1)
    reading = read(Root("a", text))
    at = text.index("1, 1")
    assert not follow(reading, text[:at] + "[[1]], 1" + text[at + 4 :])
