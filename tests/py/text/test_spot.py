"""Places found by a name alone are those that an index of everything tells, whatever else the text holds."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from hopscope.text.reader import Reading, read
from hopscope.text.spot import spot

NAMES = ("id", "name", "arguments", "tool_calls", "a b", "é", 'x"y', "")
STRINGS = ("id", "name", '"id": 1', "\\", '\\\\"id":', "arguments", "{[", "é\U0001f600", 'say \\"id"', "é")


def made(dice: random.Random, depth: int) -> Any:
    kind = dice.randrange(6 if depth else 3)
    if kind == 0:
        return dice.choice(STRINGS)
    if kind == 1:
        return dice.choice((0, -1.5, 10**20, True, None))
    if kind == 2:
        return [] if dice.random() < 0.5 else {}
    if kind == 3:
        return [made(dice, depth - 1) for _ in range(dice.randrange(12))]
    return {dice.choice(NAMES): made(dice, depth - 1) for _ in range(dice.randrange(5))}


def written(value: Any, dice: random.Random) -> str:
    text = json.dumps(value, ensure_ascii=dice.random() < 0.5, indent=dice.choice((None, 2)))
    if dice.random() < 0.3:  # a name spelled with an escape, and one that stands twice
        text = text.replace('"id":', '"\\u0069d":', 1).replace('"name":', '"name": 7, "name":', 1)
    return text


def ways(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield way
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from ways(inner, (*way, key))


def slices(reading: Reading, n: int) -> Iterator[tuple[Any, Any]]:
    for way in ways(reading.values[n]):
        if way:
            slow = reading.index.find(reading.starts[n], way)
            assert slow
            told = (*reading.key_bounds(way, n), *reading.bounds(way, n))
            key = (slow.start, slow.end) if isinstance(way[-1], int) else (slow.key_start, slow.key_end)
            yield told, (*key, slow.start, slow.end)


@pytest.mark.parametrize("seed", range(40))
def test_each_value_of_any_text_is_found_where_the_index_has_it(seed: int) -> None:
    dice = random.Random(seed)
    reading = read("\n".join(written({"v": made(dice, 4)}, dice) for _ in range(6)))
    for n in range(len(reading.values)):
        for told, slow in slices(reading, n):
            assert told == slow


def test_in_a_long_list_each_element_is_looked_through_alone() -> None:
    dice = random.Random(1)
    reading = read(json.dumps({"log": [{"id": n, "said": made(dice, 2), "note": "x" * 200} for n in range(400)]}))
    assert all(told == slow for told, slow in slices(reading, 0))


PLAIN = '{"id": 1, "function": {"name": "look", "arguments": "{\\"id\\": 2}"}, "tags": ["a", {"b": 1}, 3.5]}'


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (("id",), "1"),
        (("function", "name"), '"look"'),
        (("function", "arguments"), '"{\\"id\\": 2}"'),
        (("tags",), '["a", {"b": 1}, 3.5]'),
        (("tags", 1), '{"b": 1}'),
        (("tags", 2), "3.5"),
    ],
)
def test_a_plain_name_is_found_without_an_index_of_everything(way: tuple[str | int, ...], said: str) -> None:
    reading = read(PLAIN)
    found = spot(PLAIN, reading.outline.plain, reading.ranges[0], way)
    assert found and PLAIN[found.start : found.end] == said


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ('{"id": 1, "inner": {"id": 2}}', ("id",)),
        ('{"\\u0069d": 1, "name": 2}', ("name",)),
        ('{"a b": 1}', ("a b",)),
        ("[1, 2]", (1,)),
    ],
)
def test_a_name_that_may_stand_elsewhere_is_left_to_the_index(text: str, way: tuple[str | int, ...]) -> None:
    reading = read(text)
    assert spot(text, reading.outline.plain, reading.ranges[0], way) is None
    start, end = reading.bounds(way)
    assert json.loads(text[start:end]) == reading.value(way)
