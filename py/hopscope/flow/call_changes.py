"""Two captures held against each other call by call: which calls came, went or changed, before anything else is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hopscope.compare import values
from hopscope.compare.arrays import match
from hopscope.compare.order import increasing
from hopscope.flow.differences import Difference, Side, Slices, listed, placed
from hopscope.flow.documents import Document
from hopscope.text.node import MISSING, Node
from hopscope.text.places import Place


@dataclass(frozen=True, slots=True, eq=False)
class Called:
    """One call of a capture: `written` is where its arguments stand, `value` what they say (missing where they say nothing)."""

    name: str
    node: Node
    written: Node
    value: Node


@dataclass(frozen=True, slots=True)
class CallChanges:
    """The changes within calls, a sentence for each call that differs, how many calls there are, and the slices they cover.

    `others` counts those of the changes that are about neither arguments nor the coming, going and order of calls.
    """

    changes: tuple[Difference, ...]
    sentences: tuple[str, ...]
    calls: int
    others: int
    covered: Slices


def calls_of(document: Document) -> list[Called]:
    """The calls of a document in the order in which they were made; of a log without a model, those that were executed."""
    calls = [call for capture in document.captures for turn in capture.turns for call in turn.calls]
    if calls:
        return [_called(call.name, call.node, call.arguments or MISSING, call.encoded) for call in calls]
    executions = [one for capture in document.captures for one in capture.executions]
    return [_called(one.name, one.node, one.arguments or MISSING, False) for one in executions]


def _called(name: str, node: Node, written: Node, encoded: bool) -> Called:
    whole = not encoded or written.inner().completeness == "complete"
    value = MISSING if not whole else written.opened() if encoded else written
    return Called(name, node, written, value)


def call_changes(left: list[Called], right: list[Called]) -> CallChanges:
    """Compares the calls of two captures, matched by name, then by arguments and order."""
    pairs = _matched(left, right)
    mine, theirs = {i for i, _ in pairs}, {j for _, j in pairs}
    kept = {pairs[at] for at in increasing([i for i, _ in pairs])}
    told = [_pair(left[i], right[j], (i, j) in kept) for i, j in pairs]
    told += [_alone(call, "removed") for i, call in enumerate(left) if i not in mine]
    told += [_alone(call, "added") for j, call in enumerate(right) if j not in theirs]
    told.sort(key=lambda one: one.order)
    changes = tuple(change for one in told for change in one.changes)
    sentences = tuple(one.sentence for one in told if one.sentence)
    covered = Slices(place for call in (*left, *right) for place in (*_places(call.node), *_places(call.written)))
    return CallChanges(changes, sentences, len(told), sum(one.others for one in told), covered)


@dataclass(frozen=True, slots=True)
class _Told:
    order: int
    changes: tuple[Difference, ...]
    sentence: str
    others: int = 0


def _matched(left: list[Called], right: list[Called]) -> list[tuple[int, int]]:
    one, two = ([{"name": call.name, "value": call.value.value} for call in calls] for calls in (left, right))
    pairs = [(i, j) for i, j in match(one, two).pairs if left[i].name == right[j].name]
    mine, theirs = {i for i, _ in pairs}, {j for _, j in pairs}
    waiting: dict[str, list[int]] = {}
    for i in reversed([i for i in range(len(left)) if i not in mine]):
        waiting.setdefault(left[i].name, []).append(i)
    late = (j for j in range(len(right)) if j not in theirs and waiting.get(right[j].name))
    pairs += [(waiting[right[j].name].pop(), j) for j in late]
    return sorted(pairs, key=lambda pair: pair[1])


def _pair(left: Called, right: Called, in_order: bool) -> _Told:
    arguments = list(_arguments(left, right))
    moved = [] if in_order else [Difference("moved", left.node, right.node, f"moved from {left.node.path[-1]}")]
    others = list(_rest(left, right))
    parts = [f"{change.path[-1] or '/'} {change.kind}" for change in arguments]
    said = listed([*parts, *("moved" for _ in moved)])
    sentence = f"{right.name}: {said}" if said else ""
    return _Told(right.node.place().start, (*moved, *others, *arguments), sentence, len(others))


def _rest(left: Called, right: Called) -> Iterator[Difference]:
    """What else a call states: its id, for one."""
    written = Slices((*_places(left.written), *_places(right.written)))
    found = placed(values(left.node.value, right.node.value), Side((left.node,)), Side((right.node,)))
    return (change for change in found if not written.hold(change))


def _arguments(left: Called, right: Called) -> Iterator[Difference]:
    if left.value and right.value:
        yield from placed(values(left.value.value, right.value.value), Side((left.value,)), Side((right.value,)))
    elif left.written.value != right.written.value:
        kind = "changed" if left.written and right.written else "added" if right.written else "removed"
        yield Difference(kind, left.written, right.written, "has other arguments")


def _alone(call: Called, kind: str) -> _Told:
    sides = (call.node, MISSING) if kind == "removed" else (MISSING, call.node)
    verb = "is gone" if kind == "removed" else "is new"
    return _Told(call.node.place().start, (Difference(kind, *sides, verb),), f"{call.name} {verb}")


def _places(node: Node) -> tuple[Place, ...]:
    return (node.place(), *node.related()) if node else ()
