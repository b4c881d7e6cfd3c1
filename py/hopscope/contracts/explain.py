"""From raw misses to violations: one for each fault of the user."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from hopscope.contracts import leaves, unions, words
from hopscope.contracts._run import Miss
from hopscope.contracts.shapes import Path, Violation

Where = Callable[[Miss], tuple[str, Path]]


def explained(misses: Iterable[Miss], where: Where) -> list[Violation]:
    """The violations of some misses, in the order of the misses; `where` gives the place of a miss in the schema."""
    return [one for miss in misses for one in _told(miss, (), where)]


def _told(miss: Miss, base: Path, where: Where) -> Iterator[Violation]:
    path = (*base, *miss.path)
    document, schema_path = where(miss)
    for one in _plain(miss, path, where):
        yield one if one.schema_path else replace(one, schema_document=document, schema_path=schema_path)


def _plain(miss: Miss, path: Path, where: Where) -> list[Violation]:
    if "branches" in miss.facts:
        told = [[one for error in errors for one in _told(error, path, where)] for errors in miss.facts["branches"]]
        return unions.explain(miss, path, told)
    if "extra" in miss.facts:
        known = _known_names(miss)
        return [leaves.extra_name(miss, path, name, known) for name in miss.facts["extra"]]
    return [leaves.make(miss, path)]


def _known_names(miss: Miss) -> tuple[str, ...]:
    return tuple(miss.schema.get("properties", ())) if isinstance(miss.schema, dict) else ()


def instance_at(instance: Any, path: Path) -> Any:
    """The value at a path of keys; raises LookupError where there is none."""
    for key in path:
        instance = instance[key]
    return instance


__all__ = ["explained", "instance_at", "words"]
