"""Two contracts compared by meaning: whether what one lets through the other lets through, keyword by keyword."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hopscope.contracts import _sides, words
from hopscope.contracts._effects import Difference, differences
from hopscope.contracts.shapes import Path
from hopscope.text.numbers import equal
from hopscope.text.write import dumps

Class = Literal["breaking", "compatible", "text-only", "order-only"]


@dataclass(frozen=True, slots=True)
class ContractChange:
    """One difference of two schemas.

    `path` is a JSON Pointer in use order (references followed); `left_keys` and `right_keys` lead to the place in each schema,
    None where it is not there. `before` and `after` are JSON values, None where there is nothing.
    """

    path: str
    kind: Literal["added", "removed", "changed", "moved"]
    before: Any
    after: Any
    class_: Class
    keyword: str
    message: str
    left_keys: Path | None = None
    right_keys: Path | None = None


def compare(left: Any, right: Any, direction: Literal["input", "output"] = "input") -> tuple[ContractChange, ...]:
    """What changed from `left` to `right`.

    Of an input schema a change is breaking if some value that was valid is not any more, of an output schema if some value is
    valid that was not; what cannot be decided is breaking.
    """
    if dumps(left) == dumps(right):
        return ()
    try:
        found = list(differences(_sides.root(left), _sides.root(right)))
    except RecursionError:
        found = [Difference((), "", left, right, (), (), narrows=True, widens=True)]
    return tuple(_change(one, direction) for one in found or [_bytes_only(left, right)])


def _bytes_only(left: Any, right: Any) -> Difference:
    """The same meaning in other words or another order of keywords."""
    order = equal(left, right)
    return Difference((), "", left, right, (), (), text=not order, order=order)


def _change(one: Difference, direction: str) -> ContractChange:
    class_ = _class(one, direction)
    pointer = words.pointer(one.path)
    kind = _kind(one)
    shown = f": {words.shown(one.before)} before, {words.shown(one.after)} now" if kind == "changed" else ""
    message = f"{pointer or 'The schema'} was {kind} ({class_}){shown}."
    return ContractChange(pointer, kind, one.before, one.after, class_, one.keyword, message, one.left, one.right)


def _kind(one: Difference) -> Literal["added", "removed", "changed", "moved"]:
    if one.order:
        return "moved"
    return "added" if one.left is None else "removed" if one.right is None else "changed"


def _class(one: Difference, direction: str) -> Class:
    if one.order:
        return "order-only"
    if one.text:
        return "text-only"
    return "breaking" if (one.narrows if direction == "input" else one.widens) else "compatible"
