"""Two schemas side by side: references followed, equivalent spellings made one, and where each part really stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hopscope.contracts.compiled import compile  # noqa: A004
from hopscope.contracts.lookups import lookup
from hopscope.contracts.shapes import Key, Path
from hopscope.text.places import keys_of

ALL_TYPES = frozenset({"array", "boolean", "integer", "fraction", "null", "object", "string"})
"""JSON types; `fraction` stands for the numbers that are no integers."""
ANNOTATIONS = frozenset(
    {
        "$anchor", "$comment", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary", "contentEncoding",
        "contentMediaType", "contentSchema", "default", "deprecated", "description", "example", "examples", "id",
        "readOnly", "title", "writeOnly",
    }
)  # fmt: skip
_FOR_ONE_TYPE = frozenset(
    {
        "additionalItems", "additionalProperties", "contains", "dependencies", "dependentRequired", "dependentSchemas",
        "exclusiveMaximum", "exclusiveMinimum", "format", "items", "maxContains", "maxItems", "maxLength",
        "maxProperties", "maximum", "minContains", "minItems", "minLength", "minProperties", "minimum", "multipleOf",
        "pattern", "patternProperties", "prefixItems", "properties", "propertyNames", "required", "uniqueItems",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Side:
    """One schema of the two: its value with references followed, a validator that is there, and the keys to it."""

    schema: Any
    validator: Any
    keys: Path
    mark: int = 0
    """Tells this schema from others, however its keywords were put together."""

    @property
    def table(self) -> Mapping[str, Any]:
        """The keywords; `true` has none, `false` refuses all."""
        if isinstance(self.schema, dict):
            return self.schema
        return {} if self.schema is True else {"not": True}

    def at(self, *steps: Key) -> Side:
        """The schema at some steps below this one."""
        schema = self.schema
        for step in steps:
            schema = schema[step]
        return entered(schema, self.validator, (*self.keys, *steps))

    def sub(self, keyword: str) -> Side:
        """The schema that a keyword holds, or `true` where the keyword is not there."""
        if isinstance(self.schema, dict) and keyword in self.schema:
            return self.at(keyword)
        return replace(self, schema=True)


def root(schema: Any) -> Side:
    """A whole schema as a side."""
    compiled = compile(schema)
    return entered(compiled.sound, compiled.validator.fresh(), ())


def entered(schema: Any, validator: Any, keys: Path, depth: int = 16) -> Side:
    """A schema with its reference followed, where it can be, and its neighbours kept beside the target's keywords."""
    validator = validator.within(schema)
    if not isinstance(schema, dict) or not isinstance(schema.get("$ref"), str) or depth == 0:
        return Side(one_spelling(schema), validator, keys, id(schema))
    found = lookup(validator._resolver, schema["$ref"])
    unresolved = Side(schema, validator, keys, id(schema))
    if found is None:
        return unresolved
    inside = validator.within(found.contents, found.resolver)
    target = entered(found.contents, inside, _target_keys(schema["$ref"], keys), depth - 1)
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    meaning = beside.keys() - ANNOTATIONS - {"$defs", "definitions"}
    if not isinstance(target.schema, dict) or (meaning and set(meaning) & target.schema.keys()):
        return target if not meaning else unresolved
    if "$dynamicRef" not in validator.VALIDATORS and "$recursiveRef" not in validator.VALIDATORS:
        beside = {key: value for key, value in beside.items() if key in ANNOTATIONS}
    mark = id(schema) if meaning else target.mark
    return replace(target, schema={**target.schema, **beside}, mark=mark)


def _target_keys(ref: str, keys: Path) -> Path:
    return keys_of(ref[1:]) if ref.startswith("#/") else keys


def types_of(side: Side) -> frozenset[str]:
    """The types that the keyword `type` lets through."""
    if side.schema is False:
        return frozenset()
    named = side.table.get("type", ())
    named = (named,) if isinstance(named, str) else named
    if not isinstance(named, (list, tuple)) or not named:
        return ALL_TYPES
    found = set(named)
    if "number" in found:
        found |= {"integer", "fraction"}
    return frozenset(found & ALL_TYPES)


def one_spelling(schema: Any) -> Any:
    """`anyOf` of bare types, or of a schema and null, written with a list of types; a lone `allOf` written without it."""
    if not isinstance(schema, dict):
        return schema
    for keyword in ("anyOf", "oneOf"):
        joined = _joined(schema.get(keyword))
        if joined is not None and not (joined.keys() - {"type"}) & schema.keys() and "type" not in schema:
            schema = {**{key: value for key, value in schema.items() if key != keyword}, **joined}
    return _unwrapped(schema)


def _unwrapped(schema: dict[str, Any]) -> dict[str, Any]:
    parts = schema.get("allOf")
    if not isinstance(parts, list) or len(parts) != 1 or not isinstance(parts[0], dict) or "$ref" in parts[0]:
        return schema
    rest = {key: value for key, value in schema.items() if key != "allOf"}
    return schema if rest.keys() & parts[0].keys() - ANNOTATIONS else {**parts[0], **rest}


def _joined(branches: Any) -> dict[str, Any] | None:
    """The branches as one schema with a list of types, where that means the same."""
    if not isinstance(branches, list) or not all(isinstance(b, dict) and _has_type(b) for b in branches):
        return None
    rich = [branch for branch in branches if branch.keys() - ANNOTATIONS - {"type"}]
    types = [name for branch in branches for name in _type_list(branch)]
    if len(rich) > 1 or len(set(types)) != len(types) or {"integer", "number"} <= set(types):
        return None
    if rich and (rich[0].keys() - ANNOTATIONS - {"type"}) - _FOR_ONE_TYPE:
        return None
    return {**(rich[0] if rich else {}), "type": types}


def _has_type(schema: dict[str, Any]) -> bool:
    return isinstance(schema.get("type"), (str, list)) and "$ref" not in schema


def _type_list(schema: dict[str, Any]) -> list[str]:
    named = schema["type"]
    return [named] if isinstance(named, str) else [name for name in named if isinstance(name, str)]
