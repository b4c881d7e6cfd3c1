"""Results that no call of their turn takes: another turn's, one with an id much like theirs, or nobody's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from hopscope import dialects
from hopscope.findings import Finding, make
from hopscope.flow.journeys import Joined, Journey
from hopscope.model import Call, Return, Turn

BESIDE = 30  # open calls on either side of a stray result's turn whose ids are held against its own


def strays(joined: Joined) -> Iterator[tuple[Journey | None, Finding]]:
    """Results that name an id, or a name, no call of their turn has: another turn's call (order), a near one, or none at all."""
    run = [journey for journey in joined.journeys if not journey.call.hosted]
    known: dict[str | None, _Calls] = {}
    for stray, turn in joined.strays:
        dialect = turn.dialect if turn else None
        if dialect not in known:
            known[dialect] = _Calls([one for one in run if dialect is None or one.call.dialect == dialect])
        yield from _told(stray, turn, known[dialect])


class _Calls:
    """The calls of a trace, or of one dialect in it, as results look for theirs."""

    def __init__(self, journeys: Sequence[Journey]) -> None:
        self.all = journeys
        self.wants_id = any(journey.call.wants_id for journey in journeys)
        self.by_id = {journey.call.id: journey for journey in reversed(journeys) if journey.call.id}
        self._open = [journey for journey in journeys if not journey.returns]
        self._of_turns = {id(journey.turn): at for at, journey in enumerate(self._open)}
        self._of_names = {name_of_call(journey.call): at for at, journey in enumerate(self._open)}

    def near(self, turn: Turn) -> list[Journey]:
        """The calls without a result beside a turn, or at the end where none of it is open."""
        at = self._of_turns.get(id(turn))
        if at is None:
            alike = (self._of_names.get(name_of_call(call)) for call in turn.calls)
            at = max((found for found in alike if found is not None), default=len(self._open) - 1)
        return self._open[max(0, at - BESIDE) : at + BESIDE]


def name_of_call(call: Call) -> str:
    """What a call is known by: its id, else its name."""
    return call.id or call.name


def name_of_result(returned: Return) -> str:
    """What a result says that it answers: an id, else a name."""
    return returned.id or returned.name or ""


def _told(stray: Return, turn: Turn | None, own: _Calls) -> Iterator[tuple[Journey | None, Finding]]:
    if stray.id is None and not own.wants_id and not _misnamed(stray, turn):
        return
    late = own.by_id.get(stray.id) if stray.id else None
    if late is not None:
        yield late, _late(late, stray)
    elif turn is not None and own.all:
        near = _near(stray, turn, own.near(turn))
        yield near, _unknown_id(stray, near, own.all[0])


def _misnamed(stray: Return, turn: Turn | None) -> bool:
    """Whether a result that goes by its name alone follows calls of other names."""
    return turn is not None and bool(turn.calls) and stray.name is not None


def _late(journey: Journey, stray: Return) -> Finding:
    rules = dialects.every()[journey.call.dialect].returns
    sentence = f"The result of {journey.call.id} does not follow the turn that made the call."
    return make(
        "return-order", stray.node.place(), related=[journey.call.node.place()], sentence=sentence, advice=rules.missing
    )


def _near(stray: Return, turn: Turn, open_: Sequence[Journey]) -> Journey | None:
    item = next((journey for journey in open_ if stray.id and journey.call.item == stray.id), None)
    if item:
        return item
    told = {name_of_call(call) for call in turn.calls}
    mine = [journey for journey in open_ if journey.turn is turn or name_of_call(journey.call) in told]
    names = {journey.call.name: journey for journey in mine if not journey.call.id and not stray.id}
    known = {**names, **{journey.call.id: journey for journey in open_ if journey.call.id}}
    close = get_close_matches(name_of_result(stray), list(known), n=1, cutoff=0.7)
    if close:
        return known[close[0]]
    alone = len(turn.returns) == len(turn.calls) or not turn.history
    return mine[0] if len(mine) == 1 and alone else None


def _unknown_id(stray: Return, near: Journey | None, some: Journey) -> Finding:
    rules = dialects.every()[(near or some).call.dialect].returns
    named = not stray.id and not (near or some).call.wants_id
    nearest = f"; the call it seems to answer is {name_of_call(near.call)}" if near else ""
    related = [near.call.node.place()] if near else []
    return make(
        "return-unknown-id", stray.node.place(), variant="" if stray.id else "named" if named else "none",
        related=related, id=name_of_result(stray) if named else stray.id, nearest=nearest, advice=rules.unknown,
    )  # fmt: skip
