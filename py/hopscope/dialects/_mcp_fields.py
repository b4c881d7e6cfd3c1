"""Checking the fields of MCP objects by small tables of names and types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hopscope.text.node import MISSING, Node
from hopscope.text.numbers import Number, is_integer

LONGEST = 60
_WORDS = {
    "string": "a string", "object": "an object", "array": "an array", "number": "a number", "integer": "an integer",
    "boolean": "a boolean", "id": "a string or a number",
}  # fmt: skip

_KINDS: dict[type, tuple[str, ...]] = {str: ("string", "id"), dict: ("object",), list: ("array",)}


@dataclass(frozen=True, slots=True)
class Fault:
    """One broken rule: where, in words, the field's name, and the kind of rule."""

    node: Node
    sentence: str
    field: str
    rule: str = "field"


def is_type(value: Any, kind: str) -> bool:
    """Whether a JSON value is of the named type ("id" is a string or a number)."""
    if isinstance(value, bool):
        return kind == "boolean"
    if isinstance(value, (int, Number)):
        return kind in ("number", "id") or (kind == "integer" and (isinstance(value, int) or is_integer(value)))
    return kind in _KINDS.get(type(value), ())


def shown(node: Node) -> str:
    """A value as written, shortened; "missing" where there is none."""
    if node.missing:
        return "missing"
    text = node.text
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def fields(node: Node, wanted: Mapping[str, str], where: str, at: Node = MISSING) -> Iterator[Fault]:
    """A fault for each required field that is missing or of another type; `at` is the place where the object itself is missing."""
    for name, kind in wanted.items():
        value = node.get(name)
        if not is_type(value.value, kind):
            said = "is missing" if value.missing else f"is {shown(value)}"
            yield Fault(value or node or at, f"{name} in {where} {said}; it must be {_WORDS[kind]}.", name)
