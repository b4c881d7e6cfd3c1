"""The differences of two schemas, each with its effect: does it refuse what was valid, or let through what was not?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hopscope.contracts import _branches, _members
from hopscope.contracts._sides import ALL_TYPES, ANNOTATIONS, Side, types_of
from hopscope.contracts._walking import Difference, Walk
from hopscope.contracts.drafts import UNJUDGED
from hopscope.contracts.shapes import Path
from hopscope.text import numbers
from hopscope.text.numbers import equal

_NUMBERS = frozenset({"integer", "fraction"})
_MOST = 400


def differences(left: Side, right: Side) -> Iterator[Difference]:
    """All differences from `left` to `right`, at most some hundreds."""
    for count, one in enumerate(_walk(left, right, (), Walk(_walk))):
        if count == _MOST:
            return
        yield one


def _walk(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    pair = (left.mark, right.mark)
    if (pair in walk.seen and not isinstance(left.schema, bool)) or left.schema is right.schema:
        return
    inner = walk.within(pair)
    if isinstance(left.schema, bool) or isinstance(right.schema, bool):
        yield from _whole(left, right, path)
        return
    yield from _texts(left, right, path)
    if _values(left) is not None or _values(right) is not None:
        yield from _finite(left, right, path)
        return
    common = types_of(left) & types_of(right)
    yield from _types(left, right, path)
    for types, part in _PARTS:
        if types & common or (not types_of(left) and not types_of(right)):
            yield from part(left, right, path, inner)


def _whole(left: Side, right: Side, path: Path) -> Iterator[Difference]:
    """One of the two is `true` or `false`."""
    free = [_is_free(side) for side in (left, right)]
    if left.schema == right.schema or all(free):
        return
    shut = [side.schema is False for side in (left, right)]
    yield Difference.of(left, right, path, "", narrows=free[0] or shut[1], widens=free[1] or shut[0])


def _is_free(side: Side) -> bool:
    return side.schema is True or (isinstance(side.schema, dict) and not side.schema.keys() - ANNOTATIONS)


def _texts(left: Side, right: Side, path: Path) -> Iterator[Difference]:
    """Words, and keywords without a meaning of ours."""
    names = [*left.table, *(name for name in right.table if name not in left.table)]
    for name in names:
        if name in ANNOTATIONS or name not in _KNOWN:
            one, two = left.table.get(name), right.table.get(name)
            if (name in left.table) != (name in right.table) or not equal(one, two):
                yield Difference.at(left, right, path, name, text=True)


def _values(side: Side) -> list[Any] | None:
    """The values of a schema that lists them."""
    if "const" in side.table:
        return [side.table["const"]]
    found = side.table.get("enum")
    return found if isinstance(found, list) else None


def _finite(left: Side, right: Side, path: Path) -> Iterator[Difference]:
    """At least one of the two lists its values: every listed value is held against the other schema."""
    keyword = next(name for name in ("enum", "const") if name in right.table or name in left.table)
    before, after = _passing(left), _passing(right)
    lost = None if before is None else any(not _takes(right, after, value) for value in before)
    won = None if after is None else any(not _takes(left, before, value) for value in after)
    narrows = lost if lost is not None else not _covers(after or [], left)
    widens = won if won is not None else not _covers(before or [], right)
    if narrows or widens:
        yield Difference.at(left, right, path, keyword, narrows=narrows, widens=widens)
    elif before and after and len(before) == len(after) and not all(map(equal, before, after)):
        yield Difference.at(left, right, path, keyword, order=True)


def _passing(side: Side) -> list[Any] | None:
    """The listed values that the other keywords beside the list let through."""
    values = _values(side)
    if values is None:
        return None
    rest = {key: value for key, value in side.table.items() if key not in ("enum", "const")}
    return [value for value in values if next(side.validator.descend(value, rest), None) is None]


def _takes(side: Side, listed: list[Any] | None, value: Any) -> bool:
    if listed is not None:
        return any(equal(value, one) for one in listed)
    return next(side.validator.descend(value, side.schema), None) is None


def _covers(values: list[Any], side: Side) -> bool:
    """Whether a list holds all that a schema without a list lets through (true and false, null)."""
    types = types_of(side)
    wanted = [value for value, name in ((True, "boolean"), (False, "boolean"), (None, "null")) if name in types]
    return types <= {"boolean", "null"} and all(any(equal(one, value) for one in values) for value in wanted)


def _types(left: Side, right: Side, path: Path) -> Iterator[Difference]:
    one, two = types_of(left), types_of(right)
    if one != two:
        yield Difference.at(left, right, path, "type", narrows=bool(one - two), widens=bool(two - one))
        return
    spelled = [side.table.get("type") for side in (left, right)]
    if all(isinstance(names, list) for names in spelled) and spelled[0] != spelled[1]:
        yield Difference.at(left, right, path, "type", order=True)


Bound = tuple[Any, bool]


def _lower(side: Side) -> Bound | None:
    return _bound(side, "minimum", "exclusiveMinimum", 1)


def _upper(side: Side) -> Bound | None:
    return _bound(side, "maximum", "exclusiveMaximum", -1)


def _bound(side: Side, keyword: str, open_keyword: str, sign: int) -> Bound | None:
    """The tighter of a closed and an open bound (draft 4: one bound and a flag); for integers always closed."""
    closed, opened = side.table.get(keyword), side.table.get(open_keyword)
    if opened is True:
        closed, opened = None, closed
    found = [(value, is_open) for value, is_open in ((closed, False), (opened, True)) if numbers.is_number(value)]
    if not found:
        return None
    value, is_open = max(found, key=lambda bound: _Tight(bound, sign))
    if is_open and isinstance(value, int) and "fraction" not in types_of(side):
        return (value + sign, False)
    return (value, is_open)


@dataclass(frozen=True, slots=True)
class _Tight:
    """Orders bounds by how much they refuse; an open one refuses more than a closed one of the same value."""

    bound: Bound
    sign: int

    def __lt__(self, other: _Tight) -> bool:
        order = numbers.compare(self.bound[0], other.bound[0]) * self.sign
        return order < 0 or (order == 0 and not self.bound[1] and other.bound[1])


def _tighter(left: Bound | None, right: Bound | None, sign: int) -> tuple[bool, bool]:
    """Whether the right bound refuses more, and whether it refuses less."""
    if left is None or right is None:
        return right is not None and left is None, left is not None and right is None
    one, two = _Tight(left, sign), _Tight(right, sign)
    return one < two, two < one


def _numeric(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    for read, sign, names in (
        (_lower, 1, ("minimum", "exclusiveMinimum")),
        (_upper, -1, ("maximum", "exclusiveMaximum")),
    ):
        narrows, widens = _tighter(read(left), read(right), sign)
        if narrows or widens:
            changed = (name for name in names if not equal(left.table.get(name), right.table.get(name)))
            keyword = next(changed, names[0])  # the same words mean other bounds in another dialect
            yield Difference.at(left, right, path, keyword, narrows=narrows, widens=widens)
    one, two = left.table.get("multipleOf"), right.table.get("multipleOf")
    if (one is None and two is None) or (one is not None and two is not None and equal(one, two)):
        return
    wider = one is not None and two is not None and numbers.multiple_of(one, two)
    finer = one is not None and two is not None and numbers.multiple_of(two, one)
    narrows, widens = two is not None and not wider, one is not None and not finer
    yield Difference.at(left, right, path, "multipleOf", narrows=narrows, widens=widens)


def _sizes(low: str, high: str) -> Callable[..., Iterator[Difference]]:
    def compared(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
        for keyword, usual, sign in ((low, 0, 1), (high, None, -1)):
            bounds = [side.table.get(keyword, usual) for side in (left, right)]
            one, two = (None if value is None else (value, False) for value in bounds)
            narrows, widens = _tighter(one, two, sign)
            if narrows or widens:
                yield Difference.at(left, right, path, keyword, narrows=narrows, widens=widens)

    return compared


def _opaque(*keywords: str) -> Callable[..., Iterator[Difference]]:
    """Keywords of which one can only say that they are there, or that they differ."""

    def compared(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
        for keyword in keywords:
            one, two = left.table.get(keyword), right.table.get(keyword)
            if not equal(one, two):
                yield Difference.at(
                    left, right, path, keyword, narrows=two not in (None, False), widens=one not in (None, False)
                )

    return compared


_PARTS: tuple[tuple[frozenset[str], Callable[..., Iterator[Difference]]], ...] = (
    (_NUMBERS, _numeric),
    (frozenset({"string"}), _sizes("minLength", "maxLength")),
    (frozenset({"string"}), _opaque("pattern", "format")),
    (frozenset({"array"}), _sizes("minItems", "maxItems")),
    (frozenset({"array"}), _opaque("uniqueItems")),
    (frozenset({"array"}), _members.items),
    (frozenset({"object"}), _sizes("minProperties", "maxProperties")),
    (frozenset({"object"}), _members.properties),
    (ALL_TYPES, _branches.combinators),
    (ALL_TYPES, _opaque("$ref", "$dynamicRef", "$recursiveRef", UNJUDGED)),
)
_KNOWN = frozenset(
    {
        UNJUDGED, "$ref", "$dynamicRef", "$recursiveRef", "$defs", "definitions", "type", "enum", "const", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern", "format", "minItems",
        "maxItems", "uniqueItems", "minProperties", "maxProperties", *_members.KEYWORDS, *_branches.KEYWORDS,
    }
)  # fmt: skip
