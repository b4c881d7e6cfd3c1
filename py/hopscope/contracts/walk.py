"""The parts of a schema that are schemas themselves, by the keywords of all drafts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hopscope.contracts.shapes import NOTHING, Path

Keywords = frozenset[str]
NONE: Keywords = frozenset()
ONE = frozenset(
    {
        "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
        "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
    }
)  # fmt: skip
MANY = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
NAMED = frozenset({"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"})


def children(schema: Any, foreign: Keywords = NONE) -> Iterator[tuple[Path, Any]]:
    """The schemas right inside one schema, each with the two or fewer steps that lead to it; none by `foreign` keywords."""
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        if keyword in foreign:
            continue
        if keyword in MANY and isinstance(value, list):
            yield from (((keyword, index), part) for index, part in enumerate(value))
        elif keyword in NAMED and isinstance(value, dict):
            yield from (((keyword, name), part) for name, part in value.items() if not isinstance(part, list))
        elif keyword in ONE and isinstance(value, (dict, bool)):
            yield (keyword,), value


def walk(schema: Any, path: Path = (), foreign: Keywords = NONE) -> Iterator[tuple[Path, Any]]:
    """The schema and all schemas in it, outer before inner, in the order of the text; none by `foreign` keywords."""
    pending = [(path, schema)]
    while pending:
        here, part = pending.pop()
        yield here, part
        pending.extend(reversed([((*here, *steps), inner) for steps, inner in children(part, foreign)]))


def at(value: Any, path: Path) -> Any:
    """The value at a path of keys; raises LookupError or TypeError where there is none."""
    for key in path:
        value = value[key]
    return value


def reached(value: Any, path: Path) -> Any:
    """The value at a path of keys, or NOTHING where the path leads nowhere (any more)."""
    for key in path:
        if isinstance(value, dict):
            value = value.get(key, NOTHING)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            value = value[key]
        else:
            return NOTHING
    return value


def replaced(value: Any, changes: Mapping[Path, Any]) -> Any:
    """The value with other values at those of the paths that are there; only the containers on the way are copied."""
    for path, wanted in changes.items():
        if reached(value, path) is not NOTHING:
            value = _replaced(value, path, wanted)
    return value


def _replaced(value: Any, path: Path, wanted: Any) -> Any:
    if not path:
        return wanted
    root = value.copy()
    inner = root
    for key in path[:-1]:
        inner[key] = inner[key].copy()
        inner = inner[key]
    inner[path[-1]] = wanted
    return root
