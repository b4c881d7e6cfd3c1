"""By what the elements of two arrays can be told apart: a member that names each of them, found by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

Steps = tuple[str, ...]

# The usual names first; what stands deeper is the const tag of a schema's branch or the name inside a tool's wrapper.
_USUAL = """
id name key call_id tool_call_id tool_use_id toolUseId toolCallId uuid _id slug uri url path code $id title label type kind
function/name toolSpec/name functionCall/name functionResponse/name toolUse/toolUseId toolResult/toolUseId
properties/type/const properties/kind/const properties/action/const $ref const
"""
USUAL: tuple[Steps, ...] = tuple(tuple(name.split("/")) for name in _USUAL.split())
_NOT_NAMES = frozenset({"index", "created", "content", "text", "value", "arguments", "description", "score", "count"})


def identity(left: list[Any], right: list[Any]) -> tuple[str, list[Hashable], list[Hashable]] | None:
    """The member that names every element on both sides (`function.name` for one inside another) and its values.

    It must tell all elements of each side apart, and occur with some value on both sides; None where there is no such.
    """
    if not left or not right or not all(isinstance(one, dict) for one in (*left, *right)):
        return None
    for steps in _candidates(left[0]):
        one = _values(left, steps)
        two = _values(right, steps) if one else None
        if one and two and not set(one).isdisjoint(two):
            return ".".join(steps), one, two
    return None


def _candidates(first: dict[str, Any]) -> Iterator[Steps]:
    yield from USUAL
    known = {steps[0] for steps in USUAL if len(steps) == 1} | _NOT_NAMES
    yield from (
        (key,) for key in first if key not in known and key.lower().endswith(("id", "name", "key", "code", "number"))
    )


def _values(items: list[Any], steps: Steps) -> list[Hashable] | None:
    found = [_reach(item, steps) for item in items]
    if any(value is None for value in found) or len(set(found)) < len(found):
        return None
    return found


def _reach(item: Any, steps: Steps) -> Hashable | None:
    for step in steps:
        item = item.get(step) if isinstance(item, dict) else None
    return (type(item).__name__, item) if isinstance(item, (str, int)) and not isinstance(item, bool) else None
