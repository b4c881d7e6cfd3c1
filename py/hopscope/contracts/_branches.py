"""`allOf`, `anyOf`, `oneOf`, `not` and `if` compared: branches are paired first, then held against each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from hopscope.contracts._sides import ANNOTATIONS, Side, types_of
from hopscope.contracts._walking import Difference, Walk
from hopscope.contracts.shapes import Path
from hopscope.text.numbers import equal

KEYWORDS = frozenset({"allOf", "anyOf", "else", "if", "not", "oneOf", "then"})
Pair = tuple[int | None, int | None]


def combinators(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    """Every keyword that combines schemas."""
    yield from _lists(left, right, path, "allOf", walk)
    yield from _unions(left, right, path, walk)
    if "not" in left.table and "not" in right.table and left.schema is not False and right.schema is not False:
        for one in walk.into(left.at("not"), right.at("not"), (*path, "not")):
            yield one.turned()
    elif "not" in left.table or "not" in right.table:
        added = "not" in right.table
        yield Difference.at(left, right, path, "not", narrows=added, widens=not added)
    for keyword in ("if", "then", "else"):
        if not equal(_bare(left.table.get(keyword)), _bare(right.table.get(keyword))):
            yield Difference.at(left, right, path, keyword, narrows=True, widens=True)


def _bare(schema: Any) -> Any:
    """A schema without its words."""
    if isinstance(schema, dict):
        return {key: _bare(value) for key, value in schema.items() if key not in ANNOTATIONS or not _is_text(value)}
    return [_bare(part) for part in schema] if isinstance(schema, list) else schema


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _unions(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    """`anyOf` and `oneOf` mean the same where no value fits two branches."""
    kinds = [next((k for k in ("anyOf", "oneOf") if isinstance(s.table.get(k), list)), None) for s in (left, right)]
    both = all("anyOf" in side.table and "oneOf" in side.table for side in (left, right))
    if both or kinds[0] == kinds[1]:
        for keyword in ("anyOf", "oneOf"):
            yield from _lists(left, right, path, keyword, walk)
    elif None in kinds:
        added = kinds[0] is None
        yield Difference.at(left, right, path, str(kinds[1] or kinds[0]), narrows=added, widens=not added)
    else:
        yield from _renamed(left, right, path, kinds, walk)


def _renamed(left: Side, right: Side, path: Path, kinds: list[Any], walk: Walk) -> Iterator[Difference]:
    apart = _apart(left, kinds[0]) and _apart(right, kinds[1])
    narrows, widens = (False, False) if apart else (kinds[1] == "oneOf", kinds[1] == "anyOf")
    keys = (*left.keys, kinds[0]), (*right.keys, kinds[1])
    before, after = left.table[kinds[0]], right.table[kinds[1]]
    here = (*path, kinds[1])
    yield Difference(here, kinds[1], before, after, *keys, narrows=narrows, widens=widens, text=not narrows | widens)
    sides = [
        [side.at(kind, index) for index in range(len(side.table[kind]))]
        for side, kind in ((left, kinds[0]), (right, kinds[1]))
    ]
    for one in _paired(sides[0], sides[1], here, walk, "anyOf", left, right):
        yield one if apart else one.unclear()


def _lists(left: Side, right: Side, path: Path, keyword: str, walk: Walk) -> Iterator[Difference]:
    tables = [side.table.get(keyword) for side in (left, right)]
    if not any(isinstance(table, list) for table in tables):
        return
    if not all(isinstance(table, list) for table in tables):
        added = isinstance(tables[1], list)
        yield Difference.at(left, right, path, keyword, narrows=added, widens=not added)
        return
    sides = [[side.at(keyword, index) for index in range(len(side.table[keyword]))] for side in (left, right)]
    sure = keyword != "oneOf" or (_apart(left, keyword) and _apart(right, keyword))
    for one in _paired(sides[0], sides[1], (*path, keyword), walk, keyword, left, right):
        yield one if sure else one.unclear()


def _paired(
    lefts: list[Side], rights: list[Side], path: Path, walk: Walk, keyword: str, left: Side, right: Side
) -> Iterator[Difference]:
    pairs = list(_pairs(lefts, rights))
    for old, new in pairs:
        here = (*path, new if new is not None else old)
        if old is not None and new is not None:
            yield from walk.into(lefts[old], rights[new], here)  # type: ignore[arg-type]
        else:
            one, two = (lefts[old] if old is not None else None), (rights[new] if new is not None else None)
            yield _lone(one, two, here, keyword)  # type: ignore[arg-type]
    order = [old for new, old in sorted((new, old) for old, new in pairs if old is not None and new is not None)]
    if order != sorted(order):
        yield Difference.at(left, right, path[:-1], str(path[-1]), order=True)


def _lone(one: Side | None, two: Side | None, path: Path, keyword: str) -> Difference:
    """A branch that only one side has: one more to meet, or one more way to pass."""
    added = two is not None
    narrows = added == (keyword == "allOf")
    before, after = (None if side is None else side.schema for side in (one, two))
    keys = [None if side is None else side.keys for side in (one, two)]
    return Difference(path, keyword, before, after, keys[0], keys[1], narrows, not narrows)


def _pairs(lefts: list[Side], rights: list[Side]) -> Iterator[Pair]:
    """Equal branches first, then those of one tag, then those of one title or type, then by position."""
    free = list(range(len(rights)))
    rest: list[int] = list(range(len(lefts)))
    for alike in (_same, _same_tag, _same_look, _any):
        for old in list(rest):
            new = next((index for index in free if alike(lefts[old], rights[index])), None)
            if new is not None and (alike is not _any or len(rest) == len(free)):
                rest.remove(old)
                free.remove(new)
                yield old, new
    yield from ((old, None) for old in rest)
    yield from ((None, new) for new in free)


def _same(one: Side, two: Side) -> bool:
    return equal(_bare(one.schema), _bare(two.schema))


def _same_tag(one: Side, two: Side) -> bool:
    tags, others = tags_of(one), tags_of(two)
    return any(name in others and equal(value, others[name]) for name, value in tags.items())


def _same_look(one: Side, two: Side) -> bool:
    title = one.table.get("title")
    if title is not None and title == two.table.get("title"):
        return True
    return not tags_of(one) and not tags_of(two) and types_of(one) == types_of(two)


def _any(one: Side, two: Side) -> bool:
    return True


def tags_of(side: Side) -> dict[str, Any]:
    """The properties of a branch that can only have one value."""
    table = side.table.get("properties")
    out = {}
    for name, part in table.items() if isinstance(table, dict) else ():
        if isinstance(part, dict) and "const" in part:
            out[name] = part["const"]
        elif isinstance(part, dict) and isinstance(part.get("enum"), list) and len(part["enum"]) == 1:
            out[name] = part["enum"][0]
    return out


def _apart(side: Side, keyword: str) -> bool:
    """Whether no value fits two branches: their types or their required tags differ."""
    sides = [side.at(keyword, index) for index in range(len(side.table[keyword]))]
    return all(_two_apart(one, two) for one, two in combinations(sides, 2))


def _two_apart(one: Side, two: Side) -> bool:
    if not types_of(one) & types_of(two):
        return True
    if types_of(one) != {"object"} or types_of(two) != {"object"}:
        return False
    tags, others = tags_of(one), tags_of(two)
    needed = set(one.table.get("required", ())) & set(two.table.get("required", ()))
    return any(name in others and name in needed and not equal(tags[name], others[name]) for name in tags)
