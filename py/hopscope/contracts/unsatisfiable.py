"""Schemas that no value can pass, told only where that is certain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hopscope.contracts import words
from hopscope.contracts.applicators import named_by, state_of
from hopscope.contracts.shapes import Path, SchemaFault
from hopscope.contracts.walk import NONE, Keywords, children
from hopscope.text import numbers

Reason = tuple[tuple[str, ...], str]
"""The keywords that contradict each other, and what that means in a sentence."""
Check = Callable[[dict[str, Any], Any], Reason | None]

_TOLD_WITHIN = ("properties",)
"""The contradiction stands in a part of the schema and is told there."""
_SIZES = (
    ("minLength", "maxLength", "string", "characters"),
    ("minItems", "maxItems", "array", "items"),
    ("minProperties", "maxProperties", "object", "properties"),
)


def faults(schema: Any, validator: Any, foreign: Keywords = NONE) -> Iterator[SchemaFault]:
    """The contradictions in a schema, one for each part that has any, the innermost first where one follows from another."""
    pending: list[tuple[Path, Any, Any]] = [((), schema, validator.fresh())]
    while pending:
        path, part, around = pending.pop()
        if not isinstance(part, dict):
            continue
        inner = around.within(part)
        reason = reason_of(part, inner)
        if reason is not None and reason[0] != _TOLD_WITHIN:
            yield _fault(path, reason)
        pending.extend(reversed([((*path, *steps), one, inner) for steps, one in children(part, foreign)]))


def _fault(path: Path, reason: Reason) -> SchemaFault:
    keywords, meaning = reason
    sentence = f"{words.pointer(path) or 'The schema'}: {meaning}."
    params = {"sentence": sentence, "keywords": list(keywords), "path": words.pointer(path)}
    related = tuple((*path, keyword) for keyword in keywords[1:])
    return SchemaFault("schema-unsatisfiable", (*path, keywords[0]), sentence, params, related)


def reason_of(schema: dict[str, Any], validator: Any) -> Reason | None:
    """Why no value can pass the schema, or None where some may."""
    if "$ref" in schema and "$dynamicRef" not in validator.VALIDATORS:
        return None
    for check in _CHECKS:
        found = check(schema, validator)
        if found is not None:
            return found
    return None


def _types(schema: dict[str, Any]) -> set[str]:
    named = schema.get("type", ())
    return {named} if isinstance(named, str) else set(named)


def _concerns(schema: dict[str, Any], *types: str) -> bool:
    """Whether the contradiction of keywords for some types is one of the schema: it takes no others, or names none."""
    named = _types(schema)
    return not named or named <= set(types)


def _range(schema: dict[str, Any], validator: Any) -> Reason | None:
    if not _concerns(schema, "number", "integer"):
        return None
    low, high = _bound(schema, "minimum", "exclusiveMinimum"), _bound(schema, "maximum", "exclusiveMaximum")
    if low is None or high is None:
        return None
    order = numbers.compare(low[1], high[1])
    if order > 0 or (order == 0 and (low[2] or high[2])):
        return (low[0], high[0]), f"{_said(low)} and {_said(high)} leave no number"
    if _types(schema) == {"integer"} and not _whole_between(low, high):
        return (low[0], high[0]), f"{_said(low)} and {_said(high)} leave no integer"
    return None


Bound = tuple[str, Any, bool]


def _bound(schema: dict[str, Any], keyword: str, open_keyword: str) -> Bound | None:
    closed, opened = schema.get(keyword), schema.get(open_keyword)
    if opened is True and closed is not None:
        return keyword, closed, True
    found: list[Bound] = [(keyword, closed, False)] if numbers.is_number(closed) else []
    found += [(open_keyword, opened, True)] if numbers.is_number(opened) else []
    if len(found) < 2:
        return found[0] if found else None
    tighter = numbers.compare(found[1][1], found[0][1]) * (1 if keyword == "minimum" else -1)
    return found[1] if tighter >= 0 else found[0]


def _said(bound: Bound) -> str:
    return f"{bound[0]} {words.shown(bound[1])}"


def _whole_between(low: Bound, high: Bound) -> bool:
    """Whether an integer fits; told only of bounds close to each other."""
    if not isinstance(low[1], int) and abs(low[1].parts.magnitude) > 15:
        return True
    start = low[1] if isinstance(low[1], int) else _floor(low[1])
    tries = (start, start + 1, start + 2)
    return any(_above(value, low) and _below(value, high) for value in tries)


def _floor(value: numbers.Number) -> int:
    parts = value.parts
    if parts.exponent >= 0:
        return numbers.to_int(value)
    digits = parts.digits[: parts.exponent] if parts.magnitude > 0 else ""
    whole = int(digits or "0")
    return whole if parts.sign > 0 else -whole - 1


def _above(value: int, bound: Bound) -> bool:
    order = numbers.compare(value, bound[1])
    return order > 0 or (order == 0 and not bound[2])


def _below(value: int, bound: Bound) -> bool:
    order = numbers.compare(value, bound[1])
    return order < 0 or (order == 0 and not bound[2])


def _size(schema: dict[str, Any], validator: Any) -> Reason | None:
    for low, high, kind, many in _SIZES:
        least, most = schema.get(low, 0), schema.get(high)
        if most is not None and _concerns(schema, kind) and least > most:
            return (low, high), f"{low} {words.shown(least)} and {high} {words.shown(most)} leave no number of {many}"
    return None


def _listed(schema: dict[str, Any], validator: Any) -> Reason | None:
    """`enum` or `const` of which every value breaks the keywords beside it."""
    keyword = "const" if "const" in schema and "const" in validator.VALIDATORS else "enum"
    if keyword not in schema:
        return None
    values = [schema["const"]] if keyword == "const" else schema["enum"]
    if not values:
        return ("enum",), "enum lists no value"
    rest = {key: value for key, value in schema.items() if key != keyword and key in _CHEAP}
    broken = [_first_broken(value, rest, validator) for value in values]
    if not all(broken):
        return None
    other = broken[0] or ""
    what = "its value is" if len(values) == 1 else "its values are"
    told = f"{keyword} and {other} leave nothing: {what} refused by {other} {words.shown(rest[other])}"
    return (keyword, other), told


_CHEAP = frozenset(
    {
        "type", "const", "enum", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minLength", "maxLength",
        "multipleOf", "minItems", "maxItems",
    }
)  # fmt: skip


def _first_broken(value: Any, rest: dict[str, Any], validator: Any) -> str | None:
    """The keyword that surely refuses a value, or None."""
    for keyword in rest:
        single = {keyword: rest[keyword], **{key: rest[key] for key in rest if key.startswith("exclusive")}}
        if state_of(validator.descend(value, single)) == "fails":
            return keyword
    return None


def _is_object(schema: dict[str, Any]) -> bool:
    return _types(schema) == {"object"} or ("properties" in schema and not _types(schema))


def _counted(schema: dict[str, Any], validator: Any) -> Reason | None:
    """More properties asked for than there may be."""
    if not _is_object(schema):
        return None
    required, most = schema.get("required"), schema.get("maxProperties")
    if isinstance(required, list) and most is not None and len(set(required)) > most:
        return ("required", "maxProperties"), f"required names more properties than maxProperties {words.shown(most)}"
    least, known = schema.get("minProperties", 0), schema.get("properties", {})
    if schema.get("additionalProperties") is False and "patternProperties" not in schema and least > len(known):
        told = f"minProperties {words.shown(least)} asks for more properties than there are"
        return ("minProperties", "additionalProperties"), told
    return None


def _object(schema: dict[str, Any], validator: Any) -> Reason | None:
    if not _is_object(schema):
        return None
    for name in schema.get("required", ()) if isinstance(schema.get("required"), list) else ():
        held = _held(schema, name)
        if held is None:
            continue
        keyword, part = held
        if part is False:
            return ("required", keyword), f"required names {words.quoted(name)}, which {keyword} lets nothing pass for"
        if isinstance(part, dict) and keyword == "properties" and reason_of(part, validator.within(part)) is not None:
            return _TOLD_WITHIN, f"no value can pass for {words.quoted(name)}, which is required"
    return None


def _held(schema: dict[str, Any], name: str) -> tuple[str, Any] | None:
    """What a property is held against, and by which keyword; None where that is not certain."""
    if name in schema.get("properties", ()):
        return "properties", schema["properties"][name]
    told = named_by({"patternProperties": schema.get("patternProperties", {})}, name)
    if told is not False or "additionalProperties" not in schema:
        return None
    return "additionalProperties", schema["additionalProperties"]


def _array(schema: dict[str, Any], validator: Any) -> Reason | None:
    if not _concerns(schema, "array"):
        return None
    prefix = schema.get("prefixItems", schema.get("items"))
    closing = "items" if "prefixItems" in schema else "additionalItems"
    least = schema.get("minItems", 0)
    if isinstance(prefix, list) and schema.get(closing) is False and least > len(prefix):
        return ("minItems", closing), f"minItems {words.shown(least)} asks for more items than {closing} lets through"
    if "contains" in schema and schema["contains"] is False and schema.get("minContains", 1) != 0:
        return ("contains",), "contains asks for an item that no value can be"
    return None


def _combined(schema: dict[str, Any], validator: Any) -> Reason | None:
    if schema.get("not") is True or schema.get("not") == {}:
        return ("not",), "not refuses every value"
    parts = schema.get("allOf", ())
    if any(part is False for part in parts):
        return ("allOf",), "allOf holds a schema that lets nothing pass"
    kinds = [_types(schema), *(_types(part) for part in parts if isinstance(part, dict))]
    kinds = [kind | ({"integer"} if "number" in kind else set()) for kind in kinds if kind]
    if len(kinds) > 1 and not set.intersection(*kinds):
        return ("allOf",), "allOf asks for types that exclude each other"
    for keyword in ("anyOf", "oneOf"):
        if schema.get(keyword) and all(part is False for part in schema[keyword]):
            return (keyword,), f"{keyword} holds only schemas that let nothing pass"
    return None


_CHECKS: tuple[Check, ...] = (_range, _size, _listed, _counted, _object, _array, _combined)
