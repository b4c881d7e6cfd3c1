"""Violations and schema faults on their way to findings: their places in the pasted texts and the params that travel along."""

from __future__ import annotations

from typing import Any

from hopscope.contracts import words
from hopscope.contracts.shapes import ABSENT, NOTHING, Path, SchemaFault, Violation
from hopscope.text.node import Node
from hopscope.text.places import Place
from hopscope.text.write import dumps

_LONGEST = 2_000


def place_of(node: Node, violation: Violation) -> Place:
    """Where a violation stands below `node`: the value, the object that lacks a property, or an extra property's name."""
    found = node.get(*violation.path)
    if found.missing:
        return node.place()
    return found.key_place() if violation.at_key else found.place()


def schema_place(schema: Node, path: Path, *, at_key: bool = False) -> Place | None:
    """The place of a part of a schema, or of the nearest part round it."""
    found = nearest(schema, path)
    if not found:
        return None
    return found.key_place() if at_key and schema.get(*path) else found.place()


def nearest(schema: Node, path: Path) -> Node:
    """A part of a schema, or the nearest part round it that is there."""
    return next(found for size in range(len(path), -1, -1) if (found := schema.get(*path[:size])) or size == 0)


def fault_place(schema: Node, fault: SchemaFault) -> Place | None:
    """The place of a fault of the schema itself."""
    return schema_place(schema, fault.path, at_key=fault.at_key)


def params_of(violation: Violation) -> dict[str, Any]:
    """What a finding carries of a violation, as JSON: `would_text` has the exact digits of the value that would pass."""
    known = violation.would is not NOTHING and violation.would is not ABSENT
    return {
        "sentence": violation.message,
        "kind": violation.kind,
        "keyword": violation.keyword,
        "path": words.pointer(violation.path),
        "expected": violation.expected,
        "received": violation.received,
        "names": list(violation.names),
        "nearest": None if violation.nearest is NOTHING else violation.nearest,
        "position": violation.position,
        "would": violation.would if known else None,
        "would_text": dumps(violation.would)[:_LONGEST] if known else "",
        "would_pass": violation.would_pass,
        "leave_out": violation.would is ABSENT,
        "folded": [one.message for one in violation.folded],
    }
