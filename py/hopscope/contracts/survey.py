"""A schema walked once for all providers, and the sizes that they limit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from hopscope.contracts.shapes import Path
from hopscope.contracts.uses import uses
from hopscope.contracts.walk import walk

MANY_VALUES = 250  # an enum of more has a limit on its characters
DEFINITIONS = ("$defs", "definitions")
FOLLOWED = 100  # definitions that are followed, so that no chain of them is too deep for the interpreter


@dataclass(frozen=True, eq=False)
class Surveyed:
    """A schema with what all providers ask of it, found once: the uses of its keywords, its parts, its sizes."""

    value: Any

    @cached_property
    def uses(self) -> tuple[tuple[Path, str, str], ...]:
        """Each keyword as (path, keyword, use)."""
        return tuple(uses(self.value))

    @cached_property
    def parts(self) -> tuple[tuple[Path, dict[str, Any]], ...]:
        """The schemas in it that are objects of keywords, with their paths."""
        return tuple((path, part) for path, part in walk(self.value) if isinstance(part, dict))

    @cached_property
    def nesting(self) -> tuple[int, Path]:
        """How many levels of objects a value may have where references are followed once, and where the last one stands."""
        homes: dict[Path, list[tuple[Path, dict[str, Any]]]] = {}
        for path, part in self.parts:
            homes.setdefault(_home(path), []).append((path, part))
        return _nesting((), homes, {}) if homes else (0, ())

    @cached_property
    def measured(self) -> Measured:
        """Its sizes."""
        return measure(self.parts)


@dataclass
class Measured:
    """The sizes of one schema; `deepest` leads to the object nested deepest (the root object is level 1)."""

    one: dict[str, int] = field(
        default_factory=lambda: {"properties": 0, "depth": 0, "characters": 0, "enum-values": 0, "enum-characters": 0}
    )
    deepest: Path = ()
    optional: int = 0
    unions: int = 0


def measure(parts: Iterable[tuple[Path, Mapping[str, Any]]]) -> Measured:
    """The sizes that providers limit, of a schema given as its parts."""
    measured = Measured()
    for path, part in parts:
        _measure(part, path, measured)
    return measured


def _measure(part: Mapping[str, Any], path: Path, measured: Measured) -> None:
    properties, values = named(part, "properties"), listed(part, "enum")
    texts = [value for value in (*values, part.get("const")) if isinstance(value, str)]
    definitions = [name for key in ("$defs", "definitions") for name in named(part, key)]
    one = measured.one
    one["properties"] += len(properties)
    one["enum-values"] += len(values)
    one["characters"] += sum(map(len, (*properties, *texts, *definitions)))
    if len(values) > MANY_VALUES:
        one["enum-characters"] = max(one["enum-characters"], sum(map(len, texts)))
    if is_object(part) and (level := _level(path)) > one["depth"]:
        one["depth"], measured.deepest = level, path
    measured.optional += sum(name not in listed(part, "required") for name in properties)
    measured.unions += "anyOf" in part or isinstance(part.get("type"), list)


def _level(path: Path) -> int:
    """How many objects deep a place is; the name after `properties` may be any word, so it is passed over."""
    steps, level = iter(path), 1
    for step in steps:
        if step in ("properties", "patternProperties"):
            next(steps, None)
            level += 1
        elif step == "additionalProperties":
            level += 1
    return level


def _home(path: Path) -> Path:
    """The definition of the root that a part stands in, or the root."""
    return path[:2] if len(path) > 1 and path[0] in DEFINITIONS else ()


def _nesting(home: Path, homes: Mapping[Path, Any], known: dict[Path, tuple[int, Path]]) -> tuple[int, Path]:
    """The levels below one definition; `known` are those counted before, and 0 for one that is being counted."""
    found: tuple[int, Path] = (0, ())
    known[home] = found
    for path, part in homes[home]:
        level = _level(path[len(home) :])
        if is_object(part):
            found = max(found, (level, path), key=_by_level)
        target = tuple(str(part.get("$ref")).split("/")[1:])
        if len(target) == 2 and target in homes and len(known) < FOLLOWED:
            below, at = known.get(target) or _nesting(target, homes, known)
            found = max(found, (level + below - 1, at), key=_by_level)
    known[home] = found
    return found


def _by_level(one: tuple[int, Path]) -> int:
    return one[0]


def named(part: Mapping[str, Any], keyword: str) -> Mapping[str, Any]:
    """The members under a keyword; none where a faulty schema holds something else there."""
    value = part.get(keyword)
    return value if isinstance(value, dict) else {}


def listed(part: Mapping[str, Any], keyword: str) -> list[Any]:
    """The elements under a keyword; none where a faulty schema holds something else there."""
    value = part.get(keyword)
    return value if isinstance(value, list) else []


def is_object(part: Mapping[str, Any]) -> bool:
    """Whether a schema speaks of objects: by its type, one of its types, or its properties."""
    kind = part.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    return "object" in kinds or kind == "OBJECT" or isinstance(part.get("properties"), dict)
