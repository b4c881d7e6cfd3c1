"""From raw misses to violations: one for each fault of the user."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from hopscope.contracts import leaves, merge, unions
from hopscope.contracts._run import Miss
from hopscope.contracts.shapes import Path, Violation

Where = Callable[[Miss], tuple[str, Path]]
_MEANT = 50
"""Names of one object for which the name that was meant is looked for."""
_UNEVALUATED = frozenset({"unevaluatedProperties"})


def explained(misses: Iterable[Miss], instance: Any, where: Where) -> list[Violation]:
    """The violations that some misses of an instance come to; `where` gives the place of a miss in the schema."""
    told = [one for miss in _causes(list(misses)) for one in _told(miss, (), where)]
    return merge.merged(told, instance)


def _causes(misses: list[Miss]) -> Iterator[Miss]:
    """Without what is unevaluated only because a branch that would have evaluated it fails for a reason told as well."""
    for miss in misses:
        if miss.facts.get("keyword") in _UNEVALUATED and "known" in miss.facts:
            miss.facts["extra"] = _not_following(miss, misses)
            if not miss.facts["extra"]:
                continue
        yield miss


def _not_following(miss: Miss, misses: list[Miss]) -> list[str]:
    size = len(miss.path)
    others = any(one is not miss and list(one.path)[:size] == list(miss.path) for one in misses)
    return [name for name in miss.facts["extra"] if not others or name not in miss.facts["known"]]


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
        extra = enumerate(miss.facts["extra"])
        return [leaves.extra_name(miss, path, name, known if number < _MEANT else ()) for number, name in extra]
    return [leaves.make(miss, path)]


def _known_names(miss: Miss) -> tuple[str, ...]:
    if "known" in miss.facts:
        return tuple(miss.facts["known"])
    return tuple(miss.schema.get("properties", ())) if isinstance(miss.schema, dict) else ()
