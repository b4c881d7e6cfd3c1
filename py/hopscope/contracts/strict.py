"""A provider's strict form of a schema: objects closed, every property required, optional ones nullable instead.

Sources: OpenAI's guide to structured outputs (all fields required, `additionalProperties: false`, an optional field as a
union with null); Anthropic's strict tool use (`additionalProperties: false`, optional fields may stay optional).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hopscope.contracts._sides import ANNOTATIONS, Side, root
from hopscope.text.numbers import equal

_KEPT = frozenset({"$defs", "$dynamicRef", "$recursiveRef", "$ref", "definitions"})
_CORE = frozenset(
    {"additionalProperties", "anyOf", "const", "enum", "items", "oneOf", "prefixItems", "properties", "type"}
)
_MEANT = _CORE | _KEPT | {"required"}
Pairs = frozenset[tuple[int, int]]


def is_strict_rewrite(left: Any, right: Any) -> bool:
    """Whether `right` is exactly a strict form of `left`; keywords that strict modes refuse may have been left out."""
    one, two = root(left), root(right)
    if two.table.get("additionalProperties") is not False:
        return False
    try:
        return _matches(one, two, frozenset())
    except RecursionError:
        return False


def _matches(left: Side, right: Side, seen: Pairs) -> bool:
    if isinstance(left.schema, bool) or isinstance(right.schema, bool):
        return left.schema is right.schema
    pair = (left.mark, right.mark)
    if pair in seen:
        return True
    seen |= {pair}
    return (
        _nothing_added(left, right)
        and _same_values(left, right)
        and _branches(left, right, seen)
        and _object(left, right, seen)
        and _array(left, right, seen)
    )


def _nothing_added(left: Side, right: Side) -> bool:
    """Apart from the core, the strict form only leaves keywords out."""
    more = right.table.keys() - ANNOTATIONS - _MEANT
    return all(name in left.table and equal(left.table[name], right.table[name]) for name in more)


def _same_values(left: Side, right: Side) -> bool:
    one, two = _listed(left), _listed(right)
    if (one is None) != (two is None) or (one is not None and not _same_set(one, two or [])):
        return False
    return _types(left) == _types(right) or (one is not None and not (_types(left) and _types(right)))


def _listed(side: Side) -> list[Any] | None:
    if "const" in side.table:
        return [side.table["const"]]
    found = side.table.get("enum")
    return found if isinstance(found, list) else None


def _same_set(one: list[Any], two: list[Any]) -> bool:
    return len(one) == len(two) and all(any(equal(value, other) for other in two) for value in one)


def _types(side: Side) -> set[str]:
    named = side.table.get("type", [])
    return {named} if isinstance(named, str) else set(named)


def _union(side: Side) -> list[Side]:
    keyword = "anyOf" if isinstance(side.table.get("anyOf"), list) else "oneOf"
    parts = side.table.get(keyword)
    return [side.at(keyword, index) for index in range(len(parts))] if isinstance(parts, list) else []


def _branches(left: Side, right: Side, seen: Pairs) -> bool:
    """`oneOf` may have become `anyOf`, which is all that strict modes take."""
    one, two = _union(left), _union(right)
    return len(one) == len(two) and all(_matches(*pair, seen) for pair in zip(one, two, strict=True))


def _object(left: Side, right: Side, seen: Pairs) -> bool:
    tables = [side.table.get("properties") or {} for side in (left, right)]
    if not isinstance(tables[0], dict) or not isinstance(tables[1], dict) or tables[0].keys() != tables[1].keys():
        return False
    is_object = "object" in _types(left) or bool(tables[0])
    if is_object and right.table.get("additionalProperties") is not False:
        return False
    if isinstance(left.table.get("additionalProperties"), dict) or not _required(left, right, set(tables[0])):
        return False
    return all(_property(left, right, name, seen) for name in tables[0])


def _required(left: Side, right: Side, names: set[str]) -> bool:
    """All properties, or the ones that were required before."""
    wanted, before = (set(side.table.get("required") or ()) for side in (right, left))
    return wanted in (names, before)


def _property(left: Side, right: Side, name: str, seen: Pairs) -> bool:
    one, two = left.at("properties", name), right.at("properties", name)
    optional = name not in (left.table.get("required") or ()) and name in (right.table.get("required") or ())
    if optional and not _nullable(one):
        return _nullable(two) and _matches(one, _without_null(two), seen)
    return _matches(one, two, seen)


def _nullable(side: Side) -> bool:
    listed = _listed(side)
    if listed is not None and None not in listed:
        return False
    if listed is not None or "null" in _types(side):
        return True
    return any(_nullable(branch) for branch in _union(side))


def _without_null(side: Side) -> Side:
    """The schema as it was before null was let in."""
    table = dict(side.table)
    if isinstance(table.get("type"), list):
        rest = [name for name in table["type"] if name != "null"]
        table["type"] = rest[0] if len(rest) == 1 else rest
    if isinstance(table.get("enum"), list):
        table["enum"] = [value for value in table["enum"] if value is not None]
    if isinstance(table.get("anyOf"), list):
        return _without_null_branch(side, table)
    return replace(side, schema=table)


def _without_null_branch(side: Side, table: dict[str, Any]) -> Side:
    rest = [index for index, part in enumerate(table["anyOf"]) if part != {"type": "null"}]
    if len(rest) != 1:
        return replace(side, schema={**table, "anyOf": [table["anyOf"][index] for index in rest]})
    inner = side.at("anyOf", rest[0])
    beside = {key: value for key, value in table.items() if key != "anyOf"}
    return replace(inner, schema={**beside, **inner.table})


def _array(left: Side, right: Side, seen: Pairs) -> bool:
    for keyword in ("items", "prefixItems"):
        one, two = left.table.get(keyword), right.table.get(keyword)
        if (one is None) != (two is None) or isinstance(one, list) != isinstance(two, list):
            return False
        if isinstance(one, list) and isinstance(two, list):
            pairs = [(left.at(keyword, index), right.at(keyword, index)) for index in range(min(len(one), len(two)))]
            if len(one) != len(two) or not all(_matches(*pair, seen) for pair in pairs):
                return False
        elif one is not None and not _matches(left.at(keyword), right.at(keyword), seen):
            return False
    return True
