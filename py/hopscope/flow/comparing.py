"""Two documents compared in the way that says most: call by call, tool by tool, or as plain JSON."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from hopscope.findings import Finding
from hopscope.flow.call_changes import CallChanges, call_changes, calls_of
from hopscope.flow.contract_changes import ContractChanges, of_mounts, of_schemas
from hopscope.flow.differences import Difference, Nodes, Slices, leaves, listed
from hopscope.flow.documents import Document
from hopscope.model import Mount


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a comparison: its changes, one sentence, and findings."""

    changes: tuple[Difference, ...]
    text: str
    findings: tuple[Finding, ...] = ()


def as_json(changes: Sequence[Difference], fields: int) -> Told:
    """Field by field: "2 of 14 fields differ: /city changed, /unit added."."""
    differ = sum(_weight(change) for change in changes)
    verb = "differs" if differ == 1 else "differ"
    told = f"{differ} of {number(max(fields, differ), 'field')} {verb}: {_listed(changes)}."
    return Told(tuple(changes), told if changes else "No difference.")


def _weight(change: Difference) -> int:
    """How many fields a change is about: all below an added or removed value."""
    return leaves((change.right or change.left).value) if change.kind in ("added", "removed") else 1


def as_contracts(
    left: Document, right: Document, roots: tuple[Nodes, Nodes], changes: Sequence[Difference] = ()
) -> Told:
    """Tool by tool, each change by what it means; documents without tools are schemas themselves.

    Of `changes`, the differences of the two documents as JSON, those outside of the tools are told too.
    """
    mounts = mounts_of(left), mounts_of(right)
    found = of_mounts(*mounts) if all(mounts) else of_schemas(roots[0][0], roots[1][0])
    tools = Slices(mount.node.place() for side in mounts for mount in side)
    rest = [change for change in changes if not tools.hold(change)]
    told = in_document_order([*found.changes, *rest]) if rest else found.changes
    return Told(tuple(told), _contract_sentence(found, rest), found.findings)


def mounts_of(document: Document) -> tuple[Mount, ...]:
    """All tool definitions of a document."""
    return tuple(mount for capture in document.captures for mount in capture.mounts)


def only_contracts(left: Document, right: Document) -> bool:
    """Whether both documents state tools and hold no calls."""
    return all(mounts_of(document) and not calls_of(document) for document in (left, right))


def _contract_sentence(found: ContractChanges, rest: Sequence[Difference]) -> str:
    outside = f"; {number(len(rest), 'difference')} outside of them: {_listed(rest)}" if rest else ""
    if not found.changes:
        return f"The contracts are the same{outside}."
    classes = ("breaking", "compatible", "text-only", "order-only")
    counted = [(name, sum(change.class_ == name for change in found.changes)) for name in classes]
    by_class = ", ".join(f"{count} {name}" for name, count in counted if count)
    return f"{number(len(found.changes), 'change')} of contracts, {by_class}: {_listed(found.changes)}{outside}."


_COMES_AND_GOES = ("added", "removed")


def as_captures(left: Document, right: Document, changes: Sequence[Difference]) -> Told | None:
    """By calls: what became of each, and what else differs, in document order; None where there are none to compare."""
    sides = calls_of(left), calls_of(right)
    if not (any(sides) and left.captures and right.captures):
        return None
    calls = call_changes(*sides)
    rest = [change for change in changes if not calls.covered.hold(change)]
    whole = Slices((change.right or change.left).place() for change in rest if change.kind in _COMES_AND_GOES)
    own = [change for change in calls.changes if change.kind not in _COMES_AND_GOES or not whole.hold(change)]
    return Told(tuple(in_document_order([*own, *rest])), _capture_sentence(calls, calls.others + len(rest)))


def in_document_order(changes: Sequence[Difference]) -> list[Difference]:
    """Changes as a reader of the right document meets them; what is gone stands behind what was before it in the left one."""
    both = sorted(
        (change.left.place().start, change.right.place().start)
        for change in changes
        if change.kind != "moved" and change.left and change.right
    )

    def order(change: Difference) -> tuple[int, int]:
        if change.right:
            return change.right.place().start, -1
        start = change.left.place().start
        at = bisect_right(both, (start, start)) - 1
        return (both[at][1] if at >= 0 else 0), start

    return sorted(changes, key=order)


def _capture_sentence(calls: CallChanges, rest: int) -> str:
    outside = f"{number(rest, 'other difference')} outside of their arguments" if rest else ""
    if not calls.sentences:
        alike = f"The arguments of {'all ' if calls.calls != 1 else ''}{number(calls.calls, 'call')} are the same"
        return f"{alike}; {outside}." if rest else "No difference."
    told = listed(calls.sentences, "; ")
    verb = "differs" if len(calls.sentences) == 1 else "differ"
    return f"{len(calls.sentences)} of {number(calls.calls, 'call')} {verb}: {told}{'; ' + outside if rest else ''}."


def _listed(changes: Sequence[Difference]) -> str:
    return listed([f"{change.shown_path} {change.kind}" for change in changes])


def number(count: int, noun: str) -> str:
    """A count with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
