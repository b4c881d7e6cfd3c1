"""How a schema uses each keyword: providers take some uses of a keyword and refuse others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hopscope.contracts.cycles import cyclic
from hopscope.contracts.shapes import Path
from hopscope.contracts.walk import walk

BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})


def uses(schema: Any) -> Iterator[tuple[Path, str, str]]:
    """Each keyword of a schema as (path to it, keyword, use): "" is the plain use, else what is special about it."""
    back = cyclic(schema)
    for path, part in walk(schema):
        if isinstance(part, dict):
            for keyword in part:
                yield from (((*path, keyword), keyword, use) for use in used(keyword, part))
            if part.get("type") in ("array", "ARRAY") and not part.keys() & {"items", "prefixItems"}:
                yield (*path, "type"), "", "array-without-items"
        if path in back:
            yield (*path, "$ref"), "", "recursion"
    if isinstance(schema, dict) and schema.get("type") == "object" and "properties" not in schema:
        yield ("type",), "", "root-without-properties"


def used(keyword: str, part: Mapping[str, Any]) -> Iterator[str]:
    """The uses of one keyword in its schema; a special use may stand for the plain one or beside it."""
    value = part[keyword]
    if keyword in ("type", "items") and isinstance(value, list):
        yield "array"
    elif keyword == "enum" and isinstance(value, list) and any(not isinstance(one, str) for one in value):
        yield "object" if any(isinstance(one, (dict, list)) for one in value) else "number"
    elif keyword == "$ref" and isinstance(value, str):
        yield from _reference(value, part)
    else:
        yield ""
        yield from _beside(keyword, value, part)


def _beside(keyword: str, value: Any, part: Mapping[str, Any]) -> Iterator[str]:
    if keyword == "minItems" and isinstance(value, int) and value > 1:
        yield "over-1"
    elif keyword in BOUNDS and isinstance(value, bool):
        yield "boolean"
    elif keyword in BOUNDS and part.get("type") != "integer":
        yield "not-integer"
    elif keyword == "const" and isinstance(value, str):
        yield "string"
    elif keyword == "anyOf" and "properties" in part:
        yield "beside-properties"
    elif keyword == "allOf" and _refers(value):
        yield "with-$ref"
    elif keyword == "required" and undeclared(part):
        yield "undeclared"


def undeclared(part: Mapping[str, Any]) -> list[str]:
    """What an object schema requires and does not declare; a mere condition, which declares nothing, is left alone."""
    declared, wanted = part.get("properties", {}), part.get("required")
    own = "properties" in part or part.get("type") in ("object", "OBJECT")
    if not own or not isinstance(declared, dict) or not isinstance(wanted, list):
        return []
    return [name for name in wanted if isinstance(name, str) and name not in declared]


def _refers(parts: Any) -> bool:
    return isinstance(parts, list) and any(isinstance(part, dict) and "$ref" in part for part in parts)


def _reference(ref: str, part: Mapping[str, Any]) -> Iterator[str]:
    if not ref.startswith("#"):
        yield "external"
        return
    yield ""
    if any(not keyword.startswith("$") and keyword != "definitions" for keyword in part):
        yield "siblings"
