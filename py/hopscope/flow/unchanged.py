"""What a trace takes over from the one before: contracts and calls in a document that is typed in, but elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hopscope.flow import gates
from hopscope.flow.contracts import Contract
from hopscope.flow.journeys import Journey
from hopscope.flow.library import Library
from hopscope.flow.way import Way, captured
from hopscope.model import Call, Mount
from hopscope.text.recent import Last


@dataclass(frozen=True, eq=False)
class Before:
    """A trace before, its contracts and those of its calls of which nothing was to be said by themselves."""

    contracts: tuple[Contract, ...]
    ways: dict[Call, Way]

    def way(self, journey: Journey) -> Way | None:
        """The way of a call of a history that was judged before: with the same contract, and the same was returned for it."""
        found = self.ways.get(journey.call)
        if found is None or not _is_judged_alike(found.journey, journey):
            return None
        return Way(journey, found.arguments, found.gate_in, found.gate_out, [], captured(journey), able=found.able)


def _is_judged_alike(one: Journey, other: Journey) -> bool:
    """Whether a past call is judged by the same once more; records are equal to themselves alone."""
    same = one.contract is other.contract and one.execution is other.execution
    return same and one.past == other.past and one.returns == other.returns


_last: Last[Before] = Last()


def before(mounts: Sequence[Mount], shelf: Library) -> Before | None:
    """What may be taken over by a trace of the very same mounts, which are made anew where anything in them has changed."""
    return _last.get(tuple(mounts)) if _is_plain(shelf) else None


def keep(mounts: Sequence[Mount], contracts: tuple[Contract, ...], ways: Iterable[Way], shelf: Library) -> None:
    """Keeps a trace for the next one. What is wrong with a contract has places, and these move."""
    if _is_plain(shelf) and not any(contract.findings for contract in contracts):
        _last.keep(tuple(mounts), Before(contracts, {way.journey.call: way for way in ways if _is_settled(way)}))


def _is_plain(shelf: Library) -> bool:
    """Whether no other document has a say in what a schema means, and checks have their usual time."""
    return not shelf.values and gates.usual()


def _is_settled(way: Way) -> bool:
    journey = way.journey
    return bool(not way.findings and journey.turn and journey.turn.history and not journey.execution)
