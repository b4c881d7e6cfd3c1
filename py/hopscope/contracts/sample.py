"""A value that passes a schema, made from what the schema itself shows; held against it before it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hopscope.contracts import regex
from hopscope.contracts._sides import Side, types_of
from hopscope.contracts.shapes import NOTHING
from hopscope.text import numbers

_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "duration": "P1D",
    "email": "name@example.org",
    "hostname": "example.org",
    "idn-email": "name@example.org",
    "idn-hostname": "example.org",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "iri": "https://example.org/",
    "iri-reference": "/path",
    "json-pointer": "/path",
    "regex": "^a$",
    "relative-json-pointer": "0",
    "time": "12:00:00Z",
    "uri": "https://example.org/",
    "uri-reference": "/path",
    "uri-template": "/{id}",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
}
_ORDER = ("object", "array", "string", "integer", "fraction", "boolean", "null")
_DEEPEST = 12
_MOST = 50


class _None(Exception):
    """No value could be made."""


def sample(side: Side) -> Any:
    """A value that should pass, or NOTHING."""
    try:
        return _value(side, _DEEPEST)
    except (_None, RecursionError):
        return NOTHING


def _value(side: Side, depth: int) -> Any:
    if side.schema is False or depth == 0:
        raise _None
    table = side.table
    for keyword in ("const", "default", "example"):
        if keyword in table and (keyword == "const" or table[keyword] is not None):
            return table[keyword]
    for keyword in ("examples", "enum"):
        if isinstance(table.get(keyword), list) and table[keyword]:
            return table[keyword][0]
    for keyword in ("anyOf", "oneOf"):
        if isinstance(table.get(keyword), list):
            return _with_branch(side, keyword, depth)
    name = next((name for name in _ORDER if name in types_of(side)), None) if "type" in table else _hinted(table)
    if name is None:
        raise _None
    return _MAKERS[name](side, depth)


def _hinted(table: Any) -> str:
    """The type that a schema without `type` speaks of."""
    if "items" in table or "minItems" in table:
        return "array"
    if "minimum" in table or "maximum" in table or "multipleOf" in table:
        return "integer"
    return "object" if "properties" in table or "required" in table else "string"


def _with_branch(side: Side, keyword: str, depth: int) -> Any:
    """The first branch that something can be made of; of objects, with what stands beside the union."""
    beside = {key: value for key, value in side.table.items() if key != keyword}
    for index in range(len(side.table[keyword])):
        try:
            value = _value(side.at(keyword, index), depth - 1)
            if isinstance(value, dict) and ("properties" in beside or "required" in beside):
                value = {**_object_beside(Side(beside, side.validator, side.keys), depth - 1), **value}
        except _None:
            continue
        if value is not None or index == len(side.table[keyword]) - 1:
            return value
    raise _None


def _object_beside(side: Side, depth: int) -> dict[str, Any]:
    value = _value(side, depth)
    if not isinstance(value, dict):
        raise _None
    return value


def _object(side: Side, depth: int) -> dict[str, Any]:
    named = side.table.get("properties", {})
    wanted = [name for name in side.table.get("required", ()) if isinstance(name, str)][:_MOST]
    return {name: _value(side.at("properties", name), depth - 1) if name in named else "…" for name in wanted}


def _array(side: Side, depth: int) -> list[Any]:
    least = side.table.get("minItems", 0)
    count = numbers.to_int(least) if numbers.is_number(least) and least < _MOST else 0
    if count == 0 or not isinstance(side.table.get("items", {}), (dict, bool)):
        return []
    return [_value(side.sub("items"), depth - 1) for _ in range(count)]


def _string(side: Side, depth: int) -> str:
    table = side.table
    if isinstance(table.get("pattern"), str):
        return _matching(table["pattern"])
    if table.get("format") in _FORMATS:
        return _FORMATS[table["format"]]
    least = table.get("minLength", 0)
    size = numbers.to_int(least) if numbers.is_number(least) and least <= _MOST else 0
    most = table.get("maxLength")
    text = "text".ljust(size, "x")
    return text[: numbers.to_int(most)] if most is not None and most < len(text) else text


def _integer(side: Side, depth: int) -> Any:
    table = side.table
    low, above = table.get("minimum"), table.get("exclusiveMinimum")
    if isinstance(low, int) and above is not True:
        return low
    if isinstance(low, int):
        return low + 1
    if isinstance(above, int) and not isinstance(above, bool):
        return above + 1
    most = table.get("maximum", 1)
    return most if isinstance(most, int) and most < 1 else 1


def _fraction(side: Side, depth: int) -> Any:
    low = side.table.get("minimum")
    return low if numbers.is_number(low) else _integer(side, depth)


def _matching(pattern: str) -> str:
    """The shortest plain text that an expression takes, where it is plain itself."""
    try:
        return _text(regex.parse(pattern))
    except regex.Unread:
        raise _None from None


def _text(part: regex.Part) -> str:
    match part:
        case regex.Chars():
            return _nice(part.ranges)
        case regex.Group():
            return _text(part.inner)
        case regex.Sequence():
            return "".join(_text(inner) for inner in part.parts)
        case regex.Choice():
            return _text(part.options[0])
        case regex.Repeat():
            return _text(part.inner) * min(part.low or (0 if part.high == 0 else 1), _MOST)
        case regex.Anchor():
            return ""
    raise _None


def _nice(ranges: regex.Ranges) -> str:
    """A letter or a digit where the set has one."""
    for wanted in "1aA0":
        if any(low <= ord(wanted) <= high for low, high in ranges):
            return wanted
    if not ranges:
        raise _None
    return chr(ranges[0][0])


_MAKERS: dict[str, Callable[[Side, int], Any]] = {
    "object": _object,
    "array": _array,
    "string": _string,
    "integer": _integer,
    "fraction": _fraction,
    "boolean": lambda side, depth: True,
    "null": lambda side, depth: None,
}
