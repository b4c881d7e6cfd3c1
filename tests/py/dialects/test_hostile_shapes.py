"""Wire formats with anything where something else belongs: reading never fails, whatever stands there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest

import casebook
from hopscope.flow import documents
from hopscope.layers import peel

JUNK = (None, True, -1, 1.5, "", "x", {}, [], {"a": 1}, [{}], [None], {"type": "tool_use"}, "{", 10**20)
EACH = 60  # ways tried in one document


def values(text: str) -> list[Any]:
    """The JSON values of a document, written again with the standard library."""
    found = [json.loads(part.node.text) for part in peel("document", text).parts if part.node]
    return found if len(found) > 1 else found[:1]


def ways(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield (*way, key)
        yield from ways(member, (*way, key))


def put(value: Any, way: tuple[Any, ...], junk: Any) -> Any:
    if not way:
        return junk
    copy = value.copy()
    copy[way[0]] = put(copy[way[0]], way[1:], junk)
    return copy


def own_documents() -> list[tuple[str, str]]:
    cases = casebook.read(casebook.OWN)
    named = [(name, document) for name, case in cases.items() for document in case["params"].get("documents", [])]
    return [(f"{name}/{document['name']}", document["text"]) for name, document in named]


@pytest.mark.parametrize(("name", "text"), own_documents(), ids=lambda value: value if len(value) < 100 else "")
def test_no_value_in_the_wrong_place_stops_a_reader(name: str, text: str) -> None:
    whole = values(text)
    every = list(ways(whole))
    step = max(1, len(every) // EACH)
    for way, junk in zip(every[::step], cycle(JUNK), strict=False):
        documents.read(name, "\n".join(json.dumps(value) for value in put(whole, way, junk)))
