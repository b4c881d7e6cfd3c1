"""A conversation given as items of OpenAI's Responses family: its turns, each with the results for its calls."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hopscope.dialects import _openai_items as openai
from hopscope.dialects._reading import word
from hopscope.model import Request, Return, Turn
from hopscope.text.node import Node

EARLY = "A result must come after the call that it answers."


@dataclass(frozen=True, slots=True)
class History:
    """A list of items as turns, and the results whose calls stand elsewhere."""

    turns: tuple[Turn, ...]
    loose: tuple[Return, ...]


def history_of(items: Sequence[Node], dialect: str, request: Request | None = None) -> History:
    """The turns of a conversation given as items; a result belongs to the turn of its call, else to the calls before it."""
    groups, known = _groups(items), openai.known_of(items)
    homes = _homes(groups)
    returns: dict[int, list[Return]] = {}
    loose: list[Return] = []
    for at, item in enumerate(items):
        if not openai.is_result(item):
            continue
        home = homes.get(word(openai.pick(item, "call_id")) or "", _before(groups, at))
        if home is None:
            loose.append(openai.return_of(item))
        else:
            returns.setdefault(home, []).append(openai.return_of(item, EARLY if groups[home].start > at else None))
    last = len(items)
    turns = (group.turn(dialect, known, tuple(returns.get(n, ())), last) for n, group in enumerate(groups))
    return History(tuple(replace(turn, request=request) for turn in turns), tuple(loose))


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """The items of one turn, and where in the list they begin; `calling` is the last turn up to here that holds a call."""

    start: int
    members: tuple[Node, ...]
    calling: int | None

    def turn(self, dialect: str, known: openai.Known, returns: tuple[Return, ...], last: int) -> Turn:
        """The turn; it is answered where anything follows it in the list of `last` items."""
        return Turn(
            dialect,
            self.members[0],
            openai.calls_of(self.members, dialect, known),
            openai.texts_of_items(self.members),
            returns,
            history=True,
            answered=self.start + len(self.members) < last,
            refusal=openai.refusal_of(self.members),
        )


def _groups(items: Sequence[Node]) -> list[_Group]:
    groups: list[_Group] = []
    at = 0
    for made, run in groupby(items, openai.is_made):
        members = tuple(run)
        if made:
            earlier = groups[-1].calling if groups else None
            groups.append(_Group(at, members, len(groups) if any(map(openai.is_call, members)) else earlier))
        at += len(members)
    return groups


def _homes(groups: Sequence[_Group]) -> dict[str, int]:
    return {
        id: number
        for number, group in enumerate(groups)
        for item in group.members
        if openai.is_call(item) and (id := word(openai.pick(item, "call_id")))
    }


def _before(groups: Sequence[_Group], at: int) -> int | None:
    """The last turn with a call that begins before a place in the list."""
    number = bisect_left(groups, at, key=lambda group: group.start)
    return groups[number - 1].calling if number else None
