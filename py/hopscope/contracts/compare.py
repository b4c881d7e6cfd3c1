"""Two contracts compared by meaning: whether what one lets through the other lets through, keyword by keyword."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from hopscope.contracts import _sides, words
from hopscope.contracts._effects import Difference, differences
from hopscope.contracts.shapes import Path, Violation
from hopscope.contracts.strict import is_strict_rewrite
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
    before, after = (None if value is None else value for value in (one.before, one.after))
    message = f"{pointer or 'The schema'} was {kind} ({class_}){_shown(kind, before, after)}."
    return ContractChange(pointer, kind, before, after, class_, one.keyword, message, one.left, one.right)


def _kind(one: Difference) -> Literal["added", "removed", "changed", "moved"]:
    if one.order:
        return "moved"
    return "added" if one.left is None else "removed" if one.right is None else "changed"


def _shown(kind: str, before: Any, after: Any) -> str:
    if kind == "changed":
        return f": {words.shown(before)} before, {words.shown(after)} now"
    return ""


def _class(one: Difference, direction: str) -> Class:
    if one.order:
        return "order-only"
    if one.text:
        return "text-only"
    return "breaking" if (one.narrows if direction == "input" else one.widens) else "compatible"


def drift_explains(changes: Iterable[ContractChange], violation: Violation) -> ContractChange | None:
    """The nearest change of meaning that concerns what a violation concerns, or None; for one seen under one mount only."""
    path, names = violation.path, () if violation.at_key else violation.names
    scored = [(score, change) for change in changes if (score := _concern(change, path, names))]
    return max(scored, key=lambda pair: pair[0])[1] if scored else None


def _concern(change: ContractChange, path: Path, names: tuple[str, ...]) -> int:
    if change.class_ in ("text-only", "order-only"):
        return 0
    steps = list(_instance_steps(change.path))
    wanted = [str(key) for key in path]
    for name in (*names, None):
        full = wanted if name is None else [*wanted, name]
        if all(a in (b, "*") for a, b in zip(steps, full, strict=False)) and len(steps) <= len(full):
            return len(steps) + 1
    return 0


def _instance_steps(pointer: str) -> Iterator[str]:
    """The way in the instance that a way in the schema speaks of; `*` is any item or name."""
    keys = [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]
    place = 0
    while place < len(keys):
        key, following = keys[place], keys[place + 1] if place + 1 < len(keys) else None
        if key == "properties" and following is not None:
            yield following
            place += 1
        elif key in ("items", "additionalProperties", "patternProperties", "prefixItems", "additionalItems"):
            yield "*"
            place += key in ("patternProperties", "prefixItems")
        place += 1


__all__ = ["ContractChange", "compare", "drift_explains", "is_strict_rewrite"]
