"""Examples for who has to mend a value: one that passes by itself, or the value given with its faults mended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hopscope.contracts._sides import Side, entered
from hopscope.contracts.compiled import Compiled
from hopscope.contracts.merge import value_at
from hopscope.contracts.sample import sample
from hopscope.contracts.shapes import ABSENT, NOTHING, Path, Violation
from hopscope.contracts.walk import at, reached, replaced


def example(compiled: Compiled) -> Any:
    """A value that passes the schema, or NOTHING where none could be made."""
    return _sure(compiled, sample(_root(compiled)))


def mended(compiled: Compiled, instance: Any, violations: Iterable[Violation]) -> Any:
    """The instance with every fault mended, values made up where they are missing; NOTHING where that does not pass."""
    for one in violations:
        instance = _mend(compiled, instance, one)
        if instance is NOTHING:
            return NOTHING
    return _sure(compiled, instance)


def _sure(compiled: Compiled, value: Any) -> Any:
    return value if value is not NOTHING and compiled.passes(value) is True else NOTHING


def _root(compiled: Compiled) -> Side:
    return entered(compiled.sound, compiled.validator, ())


def _mend(compiled: Compiled, instance: Any, one: Violation) -> Any:
    if reached(instance, one.path) is NOTHING:  # went with what an outer fault was mended by
        return instance
    if one.at_key:
        return _renamed(instance, one)
    if one.would is ABSENT:
        return _without(instance, one.path)
    if one.would is not NOTHING:
        return _inside(compiled, replaced(instance, {one.path: one.would}), one)
    if one.names:
        return _filled(compiled, instance, one)
    if one.nearest is not NOTHING or one.choices:
        return replaced(instance, {one.path: one.choices[0] if one.nearest is NOTHING else one.nearest})
    made = sample(_at(compiled, one.schema_path[:-1])) if one.schema_document == "" else NOTHING
    return NOTHING if made is NOTHING else replaced(instance, {one.path: made})


def _inside(compiled: Compiled, instance: Any, one: Violation) -> Any:
    """What was decoded from a string, and is wrong itself, with its own faults mended."""
    if one.kind != "nested-encoded" or one.would_pass is not False:
        return instance
    for inner in one.folded:
        instance = instance if instance is NOTHING else _mend(compiled, instance, inner)
    return instance


def _at(compiled: Compiled, path: Path) -> Side:
    return entered(at(compiled.sound, path), compiled.validator, path)


def _without(instance: Any, path: Path) -> Any:
    around = value_at(instance, path[:-1])
    rest = {key: value for key, value in around.items() if key != path[-1]}
    return replaced(instance, {path[:-1]: rest})


def _renamed(instance: Any, one: Violation) -> Any:
    """An extra property goes, or takes the name it was meant to have."""
    around = value_at(instance, one.path[:-1])
    meant = one.nearest if isinstance(one.nearest, str) and one.nearest not in around else None
    rest = {(meant if key == one.path[-1] else key): v for key, v in around.items() if meant or key != one.path[-1]}
    return replaced(instance, {one.path[:-1]: rest})


def _filled(compiled: Compiled, instance: Any, one: Violation) -> Any:
    """Missing properties with samples of what they are held against."""
    around = value_at(instance, one.path)
    if not isinstance(around, dict) or one.schema_document:
        return NOTHING
    side = _at(compiled, one.schema_path[:-1])
    made = {name: _of_property(side, name) for name in one.names if name not in around}
    return NOTHING if NOTHING in made.values() else replaced(instance, {one.path: {**around, **made}})


def _of_property(side: Side, name: str) -> Any:
    named = side.table.get("properties")
    return sample(side.at("properties", name)) if isinstance(named, dict) and name in named else NOTHING
