"""`diff`: two texts held against each other, as captures call by call, as contracts tool by tool, or as plain JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hopscope.compare import Change, Comparison, same
from hopscope.compare.patch import PatchError, apply
from hopscope.findings import Finding, make
from hopscope.flow import documents
from hopscope.flow.comparing import Told, as_captures, as_contracts, as_json, only_contracts
from hopscope.flow.differences import Difference, Nodes, Side, compared, leaves, value_of
from hopscope.flow.texts import text_findings
from hopscope.text.recent import remembered
from hopscope.text.write import dumps

_IN_WORDS = 50_000  # characters of changed texts that are told word by word
_SPELLINGS = 50
_SMALL = 500_000  # characters up to which facts of the texts are told, and the patch is tried before it is handed out
_CALLS = 2_000_000  # characters up to which calls are looked for where nobody asked how to compare
_KINDS = ("added", "removed", "changed", "moved")


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `diff`; what a text itself has wrong is told by its `text-*` findings."""
    peeled = tuple(documents.peeled_of(name, params[name]) for name in ("left", "right"))
    sides = tuple(peeled[0].values), tuple(peeled[1].values)
    size = len(params["left"]) + len(params["right"])
    faults = [finding for one in peeled if size <= _SMALL or not any(one.values) for finding in text_findings(one)]
    if not all(sides):
        return _reply(Told((), _unread(sides)), (), faults, 0, equal=False)
    changes, found = compared(*sides)
    fields = max(_fields(name, params[name]) for name in ("left", "right"))
    told = _told(params, sides, changes, fields, size)
    told = replace(told, text=told.text + _coarse(found))
    patch = found.patch if size > _SMALL else _sure(found, sides)
    alike = params.get("as") == "contract" and not told.changes
    said = [*faults, *told.findings, *_spelled(found, sides)]
    return _reply(told, patch, said, fields, equal=alike or not found.changes)


@remembered
def _fields(name: str, text: str) -> int:
    return leaves(value_of(tuple(documents.peeled_of(name, text).values)))


def _reply(
    told: Told, patch: tuple[dict[str, Any], ...], findings: list[Finding], fields: int, *, equal: bool
) -> dict[str, Any]:
    counts = {kind: sum(change.kind == kind for change in told.changes) for kind in _KINDS}
    return {
        "equal": equal,
        "changes": list(_changes(told.changes)),
        "patch": list(patch),
        "patch_text": dumps(list(patch), indent=2),
        "summary": {"text": told.text, "counts": {**counts, "fields": fields}},
        "findings": [finding.json() for finding in findings],
    }


def _changes(changes: tuple[Difference, ...]) -> Iterator[dict[str, Any]]:
    left = _IN_WORDS
    for change in changes:
        left -= len(change.left.string) + len(change.right.string)
        yield change.json(left >= 0)


def _told(
    params: dict[str, Any], sides: tuple[Nodes, Nodes], changes: list[Difference], fields: int, size: int
) -> Told:
    way = params.get("as", "auto")
    if way == "json" or (way == "auto" and size > _CALLS):
        told = as_json(changes, fields)
        large = (
            f" Texts of more than {_CALLS:,} characters together are not searched for calls." if way == "auto" else ""
        )
        return replace(told, text=told.text + large)
    left, right = (documents.read(name, params[name]) for name in ("left", "right"))
    if way == "contract":
        return as_contracts(left, right, sides)
    if only_contracts(left, right):
        return as_contracts(left, right, sides, changes)
    return as_captures(left, right, changes) or as_json(changes, fields)


def _coarse(found: Comparison) -> str:
    return " Large parts were compared as a whole: a closer look would take too long." if found.coarse else ""


def _spelled(found: Comparison, sides: tuple[Nodes, Nodes]) -> Iterator[Finding]:
    left, right = (Side(nodes, len(sides[0]) != len(sides[1])) for nodes in sides)
    for one in found.spellings[:_SPELLINGS]:
        before, after = left.at(one.left), right.at(one.right)
        path = Change("changed", one.left, one.right).path or "/"
        told: dict[str, Any] = {"left": before.text, "right": after.text, "path": path}
        yield make("diff-number-spelling", after.place(), related=[before.place()], **told)


def _sure(found: Comparison, sides: tuple[Nodes, Nodes]) -> tuple[dict[str, Any], ...]:
    """The patch, seen to turn left into right; if it did not, one operation that certainly does."""
    as_list = len(sides[0]) != len(sides[1])
    left, right = ([node.value for node in nodes] if as_list else value_of(nodes) for nodes in sides)
    try:
        fits = same(apply(left, found.patch), right)
    except PatchError:
        fits = False
    return found.patch if fits else ({"op": "replace", "path": "", "value": right},)


def _unread(sides: tuple[Nodes, Nodes]) -> str:
    names = [name for name, nodes in zip(("left", "right"), sides, strict=True) if not nodes]
    return f"Nothing was compared: there is no JSON in the {' and the '.join(names)} text."
