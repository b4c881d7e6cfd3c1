"""Objects and arrays compared: what each name and each position is held against on either side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.contracts._sides import Side
from hopscope.contracts._walking import Difference, Walk
from hopscope.contracts.applicators import named_by
from hopscope.contracts.shapes import Path

KEYWORDS = frozenset(
    {
        "additionalItems", "additionalProperties", "contains", "dependencies", "dependentRequired", "dependentSchemas",
        "items", "maxContains", "minContains", "patternProperties", "prefixItems", "properties", "propertyNames",
        "required", "unevaluatedItems", "unevaluatedProperties",
    }
)  # fmt: skip


def properties(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    """Every keyword of objects."""
    yield from _required(left, right, path)
    yield from _named(left, right, path, walk)
    yield from _patterned(left, right, path, walk)
    for keyword in ("additionalProperties", "propertyNames", "unevaluatedProperties"):
        yield from _kept(left, right, path, keyword, walk)
    yield from _dependent(left, right, path, walk)


def _table(side: Side, keyword: str) -> dict[str, Any]:
    found = side.table.get(keyword)
    return found if isinstance(found, dict) else {}


def _required(left: Side, right: Side, path: Path) -> Iterator[Difference]:
    one, two = (list(side.table.get("required") or ()) for side in (left, right))
    if set(one) != set(two):
        narrows, widens = bool(set(two) - set(one)), bool(set(one) - set(two))
        yield Difference.at(left, right, path, "required", narrows=narrows, widens=widens)
    elif one != two:
        yield Difference.at(left, right, path, "required", order=True)


def _named(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    one, two = _table(left, "properties"), _table(right, "properties")
    for name in [*one, *(name for name in two if name not in one)]:
        here = (*path, "properties", name)
        if name in one and name in two:
            yield from walk.into(left.at("properties", name), right.at("properties", name), here)
        else:
            yield _only_one(left, right, here, name, walk)
    common = [name for name in one if name in two]
    if common != [name for name in two if name in one]:
        yield Difference.at(left, right, path, "properties", order=True)


def _only_one(left: Side, right: Side, path: Path, name: str, walk: Walk) -> Difference:
    """A property that one side names: the other holds it against what it says of other names."""
    one, two = (_held(side, name) for side in (left, right))
    narrows, widens = walk.effect(one, two)
    before, after = (_table(side, "properties").get(name) for side in (left, right))
    keys = [_keys(side, "properties", name) for side in (left, right)]
    text = not narrows and not widens
    return Difference(path, "properties", before, after, keys[0], keys[1], narrows, widens, text)


def _held(side: Side, name: str) -> Side:
    """What a side holds a property against."""
    if name in _table(side, "properties"):
        return side.at("properties", name)
    for pattern in _table(side, "patternProperties"):
        if named_by({"patternProperties": {pattern: True}}, name):
            return side.at("patternProperties", pattern)
    keyword = "additionalProperties" if "additionalProperties" in side.table else "unevaluatedProperties"
    return side.sub(keyword)


def _keys(side: Side, keyword: str, name: str) -> Path | None:
    return (*side.keys, keyword, name) if name in _table(side, keyword) else None


def _patterned(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    one, two = _table(left, "patternProperties"), _table(right, "patternProperties")
    for pattern in [*one, *(pattern for pattern in two if pattern not in one)]:
        here = (*path, "patternProperties", pattern)
        held = [_pattern_held(side, pattern) for side in (left, right)]
        if pattern in one and pattern in two:
            yield from walk.into(held[0], held[1], here)
            continue
        narrows, widens = walk.effect(held[0], held[1])
        if narrows or widens:
            keys = [_keys(side, "patternProperties", pattern) for side in (left, right)]
            values = one.get(pattern), two.get(pattern)
            yield Difference(here, "patternProperties", *values, keys[0], keys[1], narrows, widens)


def _pattern_held(side: Side, pattern: str) -> Side:
    named = pattern in _table(side, "patternProperties")
    return side.at("patternProperties", pattern) if named else side.sub("additionalProperties")


def _kept(left: Side, right: Side, path: Path, keyword: str, walk: Walk) -> Iterator[Difference]:
    """A keyword that holds a schema and means `true` where it is not there."""
    if keyword in left.table and keyword in right.table:
        yield from walk.into(left.at(keyword), right.at(keyword), (*path, keyword))
    elif keyword in left.table or keyword in right.table:
        narrows, widens = walk.effect(left.sub(keyword), right.sub(keyword))
        if narrows or widens:
            yield Difference.at(left, right, path, keyword, narrows=narrows, widens=widens)


def _dependent(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    for keyword in ("dependentRequired", "dependentSchemas", "dependencies"):
        one, two = _table(left, keyword), _table(right, keyword)
        for name in [*one, *(name for name in two if name not in one)]:
            if isinstance(one.get(name), list) or isinstance(two.get(name), list):
                had, has = set(one.get(name) or ()), set(two.get(name) or ())
                if had != has:
                    narrows, widens = bool(has - had), bool(had - has)
                    yield Difference.at(left, right, path, keyword, narrows=narrows, widens=widens)
            elif name in one and name in two:
                yield from walk.into(left.at(keyword, name), right.at(keyword, name), (*path, keyword, name))
            else:
                yield Difference.at(left, right, path, keyword, narrows=name in two, widens=name in one)


def items(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    """Every keyword of arrays but the sizes."""
    count = max(_prefix(left), _prefix(right))
    for position in range(count):
        here = (*path, _prefix_keyword(left, right), position)
        yield from walk.into(_item(left, position), _item(right, position), here)
    rest = _item(left, None), _item(right, None)
    keyword = _rest_keyword(left) if _rest_keyword(left) in left.table else _rest_keyword(right)
    if keyword in left.table and keyword in right.table:
        yield from walk.into(rest[0], rest[1], (*path, keyword))
    else:
        narrows, widens = walk.effect(*rest)
        if narrows or widens:
            yield Difference.at(left, right, path, keyword, narrows=narrows, widens=widens)
    yield from _contains(left, right, path, walk)
    yield from _kept(left, right, path, "unevaluatedItems", walk)


def _prefix(side: Side) -> int:
    found = side.table.get("prefixItems", side.table.get("items"))
    return len(found) if isinstance(found, list) else 0


def _prefix_keyword(left: Side, right: Side) -> str:
    return "prefixItems" if "prefixItems" in left.table or "prefixItems" in right.table else "items"


def _rest_keyword(side: Side) -> str:
    return "additionalItems" if isinstance(side.table.get("items"), list) else "items"


def _item(side: Side, position: int | None) -> Side:
    keyword = "prefixItems" if "prefixItems" in side.table else "items"
    if position is not None and position < _prefix(side):
        return side.at(keyword, position)
    return side.sub(_rest_keyword(side))


def _contains(left: Side, right: Side, path: Path, walk: Walk) -> Iterator[Difference]:
    if "contains" not in left.table and "contains" not in right.table:
        return
    limits = [(side.table.get("minContains", 1), side.table.get("maxContains")) for side in (left, right)]
    if "contains" in left.table and "contains" in right.table:
        simple = limits[0] == limits[1] == (1, None)
        for one in walk.into(left.at("contains"), right.at("contains"), (*path, "contains")):
            yield one if simple else one.unclear()
        if limits[0] != limits[1]:
            keyword = "minContains" if limits[0][0] != limits[1][0] else "maxContains"
            yield Difference.at(left, right, path, keyword, narrows=True, widens=True)
    else:
        added = "contains" in right.table
        yield Difference.at(left, right, path, "contains", narrows=added, widens=not added)
