"""Two captures held against each other call by call: which calls came, went or changed, before anything else is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hopscope.compare import values
from hopscope.compare.arrays import match
from hopscope.flow.differences import Difference, Side, placed
from hopscope.flow.trace import Trace, Way
from hopscope.text.node import MISSING, Node
from hopscope.text.places import Place

_SAID = 3


@dataclass(frozen=True, slots=True)
class CallChanges:
    """The changes of the calls, a sentence for each call that differs, how many calls there are, and the slices they cover."""

    changes: tuple[Difference, ...]
    sentences: tuple[str, ...]
    calls: int
    covered: tuple[Place, ...]


def call_changes(left: Trace, right: Trace) -> CallChanges:
    """Compares the calls of two captures, matched by name, then by arguments and order."""
    pairs = _matched(left.ways, right.ways)
    mine, theirs = {i for i, _ in pairs}, {j for _, j in pairs}
    told = [_pair(left.ways[i], right.ways[j]) for i, j in pairs]
    told += [_alone(way, "removed") for i, way in enumerate(left.ways) if i not in mine]
    told += [_alone(way, "added") for j, way in enumerate(right.ways) if j not in theirs]
    told.sort(key=lambda one: one.order)
    changes = tuple(change for one in told for change in one.changes)
    sentences = tuple(one.sentence for one in told if one.sentence)
    return CallChanges(changes, sentences, len(told), tuple(place for one in told for place in one.covered))


@dataclass(frozen=True, slots=True)
class _Told:
    order: tuple[int, int]
    changes: tuple[Difference, ...]
    sentence: str
    covered: tuple[Place, ...]


def _matched(left: tuple[Way, ...], right: tuple[Way, ...]) -> list[tuple[int, int]]:
    one, two = (
        [{"name": way.journey.call.name, "value": way.arguments.value} for way in ways] for ways in (left, right)
    )
    pairs = [(i, j) for i, j in match(one, two).pairs if one[i]["name"] == two[j]["name"]]
    mine, theirs = {i for i, _ in pairs}, {j for _, j in pairs}
    waiting: dict[str, list[int]] = {}
    for i in reversed([i for i in range(len(one)) if i not in mine]):
        waiting.setdefault(one[i]["name"], []).append(i)
    late = (j for j in range(len(two)) if j not in theirs and waiting.get(two[j]["name"]))
    pairs += [(waiting[two[j]["name"]].pop(), j) for j in late]
    return sorted(pairs, key=lambda pair: pair[1])


def _pair(left: Way, right: Way) -> _Told:
    one, two = (way.journey.call.arguments or MISSING for way in (left, right))
    covered = tuple(place for node in (one, two) if node for place in _places(node))
    changes = tuple(_arguments(left, right, one, two))
    said = [f"{change.path[-1] or '/'} {change.kind}" for change in changes[:_SAID]]
    more = f" and {len(changes) - _SAID} more" if len(changes) > _SAID else ""
    name = right.journey.call.name
    return _Told(_order(right.journey.call.node), changes, f"{name}: {', '.join(said)}{more}" if said else "", covered)


def _arguments(left: Way, right: Way, one: Node, two: Node) -> Iterator[Difference]:
    before, after = left.arguments.node, right.arguments.node
    if before and after:
        yield from placed(values(before.value, after.value), Side((before,)), Side((after,)))
    elif left.arguments.text != right.arguments.text and (one or two):
        yield Difference("changed" if one and two else "added" if two else "removed", one, two, "changed")


def _alone(way: Way, kind: str) -> _Told:
    node = way.journey.call.node
    sides = (node, MISSING) if kind == "removed" else (MISSING, node)
    verb = "is gone" if kind == "removed" else "is new"
    change = Difference(kind, *sides, verb)
    return _Told(_order(node), (change,), f"{way.journey.call.name} {verb}", tuple(_places(node)))


def _places(node: Node) -> Iterator[Place]:
    yield node.place()
    yield from node.related()


def _order(node: Node) -> tuple[int, int]:
    place = node.place() if node else None
    return (place.start, place.end) if place else (0, 0)
