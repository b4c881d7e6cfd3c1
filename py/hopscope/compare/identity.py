"""By what the elements of two arrays can be told apart: a member that names each of them, found by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from hopscope.text.numbers import is_number

Steps = tuple[str, ...]

# The usual names first; what stands deeper is the const tag of a schema's branch or the name inside a tool's wrapper.
_USUAL = """
id name key call_id tool_call_id tool_use_id toolUseId toolCallId uuid _id slug uri url path code $id title label type kind
function/name toolSpec/name functionCall/name functionResponse/name toolUse/toolUseId toolResult/toolUseId
properties/type/const properties/kind/const properties/action/const $ref const
"""
USUAL: tuple[Steps, ...] = tuple(tuple(name.split("/")) for name in _USUAL.split())
_ENDINGS = ("id", "name", "key", "code", "number")
_NOT_NAMES = frozenset({"index", "created", "content", "text", "value", "arguments", "description", "score", "count"})


def identity(left: list[Any], right: list[Any]) -> tuple[str, list[Hashable], list[Hashable]] | None:
    """The member that names the objects on both sides (`function.name` for one inside another) and its values.

    It must tell all objects of each side apart, and occur with some value on both sides; None where there is no such. What is
    no object among the elements has None for a value.
    """
    first = next((one for one in left if isinstance(one, dict)), None)
    if first is None or not any(isinstance(one, dict) for one in right):
        return None
    for steps in _candidates(first):
        one = _values(left, steps)
        two = _values(right, steps) if one else None
        if one and two and not (set(one) - {None}).isdisjoint(two):
            return ".".join(steps), one, two
    return None


def _candidates(first: dict[str, Any]) -> Iterator[Steps]:
    yield from USUAL
    known = {steps[0] for steps in USUAL if len(steps) == 1} | _NOT_NAMES
    yield from ((key,) for key in first if key not in known and key.lower().endswith(_ENDINGS))


def _values(items: list[Any], steps: Steps) -> list[Hashable] | None:
    found = [_reach(item, steps) if isinstance(item, dict) else None for item in items]
    named = [value for value in found if value is not None]
    objects = sum(isinstance(item, dict) for item in items)
    return found if len(set(named)) == len(named) == objects else None


def _reach(item: Any, steps: Steps) -> Hashable | None:
    for step in steps:
        item = item.get(step) if isinstance(item, dict) else None
    if isinstance(item, str):
        return item
    return ("number", item) if is_number(item) else None
