"""Hostile input: whatever stands where a dialect expects something else, reading goes on and every record has its place."""

from __future__ import annotations

import copy
import json
import random
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import casebook
from hopscope import dialects
from hopscope.layers import peel

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    "",
    "x",
    [],
    {},
    [[]],
    [{}],
    [None],
    {"type": []},
    {"id": [1], "index": {}},
)
ROUNDS = 5  # damages tried on each document and each dialect


def documents() -> list[tuple[str, list[Any]]]:
    """The documents of our own cases, each as the JSON values that stand in it."""
    found = []
    for name, case in casebook.read(casebook.OWN).items():
        for document in case["params"].get("documents", []):
            values = [part.node.value for part in peel("d", document["text"]).parts if part.node]
            found.append((name, json.loads(json.dumps(values, default=lambda number: float(str(number))))))
    return [(name, values) for name, values in found if values]


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a value, but to itself."""
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield (*way, key)
        yield from ways(child, (*way, key))


def damaged(values: list[Any], chance: random.Random) -> list[Any]:
    """A copy in which one to three values are odd ones or gone."""
    out = copy.deepcopy(values)
    for _ in range(chance.randint(1, 3)):
        *home, last = chance.choice(list(ways(out)) or [(0,)])
        at = out
        for key in home:
            at = at[key]
        if isinstance(at, dict) and chance.random() < 0.3:
            del at[last]
        else:
            at[last] = copy.deepcopy(chance.choice(ODD))
    return out


@pytest.mark.parametrize("id", sorted(dialects.every()))
def test_damage_never_stops_a_reader(id: str) -> None:
    chance, dialect = random.Random(id), dialects.every()[id]
    for name, values in documents():
        for _ in range(ROUNDS):
            text = "\n".join(map(json.dumps, damaged(values, chance)))
            try:
                examine(dialect, text)
            except Exception as error:
                raise AssertionError(f"{name}: {error!r} while reading {text[:2000]}") from error


@pytest.mark.native
def test_damage_never_stops_the_reader_that_the_recipe_shows() -> None:
    page = Path(__file__).parents[3] / "docs" / "extending.md"
    (code,) = re.findall(r"^ *```python\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    recipe: dict[str, Any] = {}
    exec(textwrap.dedent(code), recipe)
    chance, values = random.Random(1), [{"acme_calls": [{"id": "1", "tool": "get_ticket", "input": {"id": "T-1"}}] * 2}]
    for _ in range(500):
        examine(recipe["DIALECT"], json.dumps(damaged(values, chance)[0]))


def examine(dialect: Any, text: str) -> None:
    parts = peel("d", text).parts
    for part in parts:
        dialects.recognition().scores(part.node.value)
    capture = dialect.read(parts, "d")
    for call in (call for turn in capture.turns for call in turn.calls):
        assert isinstance(call.name, str)
        assert call.id is None or isinstance(call.id, str)
        places = [call.node, call.arguments or call.node, *(fragment.node for fragment in call.fragments or ())]
        assert [node.place().document for node in places] == ["d"] * len(places)
    for record in (*capture.turns, *capture.mounts, *capture.requests, *capture.returns, *capture.executions):
        assert record.node.place().document == "d"
    for said in capture.said:
        assert json.dumps(said.finding.json(), default=str)
