"""References that lead back to themselves: schemas that contain each other can be written in no finite form without them."""

from __future__ import annotations

from typing import Any

from hopscope.contracts.shapes import Path
from hopscope.contracts.walk import walk
from hopscope.text.places import keys_of


def cyclic(schema: Any) -> frozenset[Path]:
    """The paths of all parts whose local `$ref` leads, over any number of references, to a schema that they stand in."""
    found = {path: _steps(part["$ref"]) for path, part in walk(schema) if _refers(part)}
    targets = set(found.values())
    inside: dict[Path, set[Path]] = {target: set() for target in targets}
    homes = {path: [path[:end] for end in range(len(path) + 1) if path[:end] in targets] for path in found}
    for path, target in found.items():
        for home in homes[path]:
            inside[home].add(target)
    return frozenset(path for path, target in found.items() if _reached(target, inside).intersection(homes[path]))


def _refers(part: Any) -> bool:
    ref = part.get("$ref") if isinstance(part, dict) else None
    return isinstance(ref, str) and (ref == "#" or ref.startswith("#/"))


def _steps(ref: str) -> Path:
    """The keys of a local reference; array indexes are numbers only where they could be no names."""
    keys = keys_of(ref[1:])
    lists = ("anyOf", "oneOf", "allOf", "prefixItems", "items")
    return tuple(int(key) if at and key.isdigit() and keys[at - 1] in lists else key for at, key in enumerate(keys))


def _reached(target: Path, inside: dict[Path, set[Path]]) -> set[Path]:
    seen, pending = {target}, [target]
    while pending:
        for other in inside[pending.pop()] - seen:
            seen.add(other)
            pending.append(other)
    return seen
