"""`diff`: two texts held against each other, as captures call by call, as contracts tool by tool, or as plain JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hopscope.compare import Change, Comparison, same
from hopscope.compare.patch import PatchError, apply
from hopscope.findings import Finding, make
from hopscope.flow import documents
from hopscope.flow.call_changes import CallChanges, call_changes
from hopscope.flow.contract_changes import ContractChanges, of_mounts, of_schemas
from hopscope.flow.differences import Difference, Nodes, Side, compared, value_of
from hopscope.flow.documents import Document
from hopscope.flow.texts import text_findings
from hopscope.flow.trace import trace
from hopscope.layers import Peeled, peel
from hopscope.limits import DIFF_SECONDS
from hopscope.model import Mount
from hopscope.text.places import Place
from hopscope.text.write import dumps

_SAID = 3
_SPELLINGS = 50
_CHECKED = 200_000  # characters up to which the patch is applied once before it is handed out
_PAST = {"added": "added", "removed": "removed", "changed": "changed", "moved": "moved"}


@dataclass(frozen=True, slots=True)
class Sides:
    """Both texts read."""

    left: Peeled
    right: Peeled

    @property
    def nodes(self) -> tuple[Nodes, Nodes]:
        """The values of both."""
        return tuple(self.left.values), tuple(self.right.values)

    @property
    def readable(self) -> bool:
        """Whether there is something to compare on both sides."""
        return all(self.nodes)


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `diff`; what a text itself has wrong is told by its `text-*` findings."""
    sides = Sides(peel("left", params["left"]), peel("right", params["right"]))
    findings = [*text_findings(sides.left), *text_findings(sides.right)]
    if not sides.readable:
        return _unread(sides, findings)
    changes, comparison = compared(*sides.nodes, DIFF_SECONDS)
    told = _told(params.get("as", "auto"), sides, changes, comparison)
    findings += [*told.findings, *_spelled(comparison, sides)]
    patch = _sure(comparison, sides, len(params["left"]) + len(params["right"]))
    return {
        "equal": not comparison.changes,
        "changes": [change.json() for change in told.changes],
        "patch": list(patch),
        "patch_text": dumps(list(patch), indent=2),
        "summary": {"text": told.text, "counts": _counts(told.changes, _fields(sides))},
        "findings": [finding.json() for finding in findings],
    }


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a comparison: its changes, one sentence, and findings."""

    changes: tuple[Difference, ...]
    text: str
    findings: tuple[Finding, ...] = ()


def _told(as_: str, sides: Sides, changes: list[Difference], comparison: Comparison) -> Told:
    if as_ == "json":
        return _as_json(changes, comparison, sides)
    left, right = (documents.read(peeled.document.name, peeled.document.text) for peeled in (sides.left, sides.right))
    if as_ == "contract" or _only_contracts(left, right):
        return _as_contracts(left, right, sides, comparison)
    if _calls(left) and _calls(right):
        return _as_captures(sides, changes, comparison)
    return _as_json(changes, comparison, sides)


def _calls(document: Document) -> int:
    return sum(len(turn.calls) for capture in document.captures for turn in capture.turns) + sum(
        len(capture.executions) for capture in document.captures
    )


def _mounts(document: Document) -> tuple[Mount, ...]:
    return tuple(mount for capture in document.captures for mount in capture.mounts)


def _only_contracts(left: Document, right: Document) -> bool:
    return all(_mounts(document) and not _calls(document) for document in (left, right))


# The three ways of telling


def _as_json(changes: list[Difference], comparison: Comparison, sides: Sides) -> Told:
    return Told(tuple(changes), _sentence(changes, _fields(sides)) + _coarse(comparison))


def _as_contracts(left: Document, right: Document, sides: Sides, comparison: Comparison) -> Told:
    mounts = _mounts(left), _mounts(right)
    if all(mounts):
        found = of_mounts(*mounts)
    else:
        one, two = sides.nodes
        found = of_schemas(one[0], two[0])
    return Told(found.changes, _contract_sentence(found) + _coarse(comparison), found.findings)


def _contract_sentence(found: ContractChanges) -> str:
    if not found.changes:
        return "The contracts are the same."
    by_class = [
        (name, sum(change.class_ == name for change in found.changes))
        for name in ("breaking", "compatible", "text-only", "order-only")
    ]
    counted = ", ".join(f"{count} {name}" for name, count in by_class if count)
    return f"{_number(len(found.changes), 'change')} of contracts: {counted}; {_listed(found.changes)}."


def _as_captures(sides: Sides, changes: list[Difference], comparison: Comparison) -> Told:
    traces = [trace([(peeled.document.name, peeled.document.text)]) for peeled in (sides.left, sides.right)]
    calls = call_changes(*traces)
    rest = [change for change in changes if not _is_covered(change, calls.covered)]
    return Told((*calls.changes, *rest), _capture_sentence(calls, rest) + _coarse(comparison))


def _is_covered(change: Difference, slices: tuple[Place, ...]) -> bool:
    place = (change.right or change.left).place()
    return any(one.document == place.document and one.start <= place.start and place.end <= one.end for one in slices)


def _capture_sentence(calls: CallChanges, rest: list[Difference]) -> str:
    outside = f"{_number(len(rest), 'other difference')} outside of the arguments" if rest else ""
    if not calls.sentences:
        same_calls = f"All {_number(calls.calls, 'call')} agree" if calls.calls != 1 else "The call agrees"
        return f"{same_calls}; {outside}." if rest else "No difference."
    told = "; ".join(calls.sentences[:_SAID]) + (
        f" and {len(calls.sentences) - _SAID} more" if len(calls.sentences) > _SAID else ""
    )
    verb = "differs" if len(calls.sentences) == 1 else "differ"
    return f"{len(calls.sentences)} of {_number(calls.calls, 'call')} {verb}: {told}{'; ' + outside if rest else ''}."


# Sentences and counts


def _sentence(changes: list[Difference], fields: int) -> str:
    if not changes:
        return "No difference."
    differ = sum(_weight(change) for change in changes)
    verb = "differs" if differ == 1 else "differ"
    return f"{differ} of {_number(max(fields, differ), 'field')} {verb}: {_listed(changes)}."


def _listed(changes: list[Difference] | tuple[Difference, ...]) -> str:
    said = [f"{_path(change)} {_PAST[change.kind]}" for change in changes[:_SAID]]
    more = f" and {len(changes) - _SAID} more" if len(changes) > _SAID else ""
    return ", ".join(said) + more


def _path(change: Difference) -> str:
    return " → ".join(pointer or "/" for pointer in change.path)


def _coarse(comparison: Comparison) -> str:
    return f" Compared coarsely: {DIFF_SECONDS:g} seconds were not enough." if comparison.coarse else ""


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _counts(changes: tuple[Difference, ...], fields: int) -> dict[str, int]:
    counts = {kind: sum(change.kind == kind for change in changes) for kind in _PAST}
    return {**counts, "fields": fields}


def _weight(change: Difference) -> int:
    """How many fields a change is about: all below an added or removed value."""
    return leaves((change.right or change.left).value) if change.kind in ("added", "removed") else 1


def _fields(sides: Sides) -> int:
    return max(leaves(value_of(nodes)) for nodes in sides.nodes)


def leaves(value: Any) -> int:
    """How many scalars and empty containers a value holds."""
    count, pending = 0, [value]
    while pending:
        one = pending.pop()
        if isinstance(one, (dict, list)) and one:
            pending.extend(one.values() if isinstance(one, dict) else one)
        else:
            count += 1
    return count


# Findings, patch, and texts that cannot be read


def _spelled(comparison: Comparison, sides: Sides) -> Iterator[Finding]:
    left, right = (Side(nodes, len(sides.nodes[0]) != len(sides.nodes[1])) for nodes in sides.nodes)
    for one in comparison.spellings[:_SPELLINGS]:
        nodes = left.at(one.left), right.at(one.right)
        path = Change("changed", one.left, one.right).path or "/"
        before, after = (node.text for node in nodes)
        yield make(
            "diff-number-spelling", nodes[1].place(), related=[nodes[0].place()], left=before, right=after, path=path
        )


def _sure(comparison: Comparison, sides: Sides, size: int) -> tuple[dict[str, Any], ...]:
    """The patch, seen to turn left into right where that costs little; else one operation that certainly does."""
    if size > _CHECKED:
        return comparison.patch
    one, two = sides.nodes
    as_list = len(one) != len(two)
    left, right = ([node.value for node in nodes] if as_list else value_of(nodes) for nodes in (one, two))
    try:
        fits = same(apply(left, comparison.patch), right)
    except PatchError:
        fits = False
    return comparison.patch if fits else ({"op": "replace", "path": "", "value": right},)


def _unread(sides: Sides, findings: list[Finding]) -> dict[str, Any]:
    names = [name for name, nodes in zip(("left", "right"), sides.nodes, strict=True) if not nodes]
    text = f"Nothing was compared: there is no JSON in the {' and the '.join(names)} text."
    return {
        "equal": False,
        "changes": [],
        "patch": [],
        "patch_text": "[]",
        "summary": {"text": text, "counts": _counts((), 0)},
        "findings": [finding.json() for finding in findings],
    }
