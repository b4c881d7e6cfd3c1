"""Joining: each call of the model with the turn it stands in, its contract, its execution and what was sent back for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hopscope.findings import Finding
from hopscope.flow.contracts import Contract, find, is_mangled
from hopscope.model import Call, Capture, Execution, Request, Return, Said, Turn
from hopscope.text.numbers import equal
from hopscope.text.write import dumps


@dataclass(eq=False)
class Journey:
    """The way of one call. `by` says what joined it to its execution where no id did; `retries` are later executions of it."""

    call: Call
    turn: Turn | None
    number: int
    request: Request | None = None
    contract: Contract | None = None
    execution: Execution | None = None
    by: str | None = None
    retries: list[Execution] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)
    answered: bool = False
    past: bool = True  # seen in histories only: the model's own response with it was not captured
    findings: list[Finding] = field(default_factory=list)

    @property
    def lone(self) -> bool:
        """A call known only by its execution in an MCP log."""
        return self.turn is None


@dataclass(eq=False)
class Joined:
    """A whole trace joined: journeys in the order of the calls, and what could not be joined to any."""

    journeys: list[Journey]
    turns: list[tuple[Turn, Request | None]]
    strays: list[tuple[Return, Turn | None]]
    unexplained: list[Execution]


def join(captures: Iterable[Capture], contracts: tuple[Contract, ...]) -> Joined:
    """All captures joined into journeys."""
    gathered = _Gathering(list(captures))
    for journey in gathered.journeys:
        journey.contract = find(contracts, journey.call)
    unexplained = _execute(gathered)
    return Joined(gathered.journeys, gathered.turns, gathered.strays, unexplained)


class _Gathering:
    """The calls of all turns, each once: a history turn that repeats a call seen before adds what was returned for it."""

    def __init__(self, captures: list[Capture]) -> None:
        self.captures = captures
        self.journeys: list[Journey] = []
        self.turns: list[tuple[Turn, Request | None]] = []
        self.strays: list[tuple[Return, Turn | None]] = []
        self.executions: list[Execution] = []
        self._known: dict[tuple[Any, ...], Journey] = {}
        self._turn_numbers: dict[int, int] = {}
        for capture in captures:
            self._capture(capture)
        self._loose_returns()

    def _capture(self, capture: Capture) -> None:
        seen: Counter[tuple[Any, ...]] = Counter()
        for turn in capture.turns:
            request = self._request(capture, turn)
            self.turns.append((turn, request))
            members = [self._call(call, turn, request, seen) for call in turn.calls]
            self._match(turn, members)
        self.executions.extend(capture.executions)

    def _request(self, capture: Capture, turn: Turn) -> Request | None:
        """The request that a turn answers: of its own capture, else the last one of its dialect before it, else any."""
        own = capture.requests[-1:] if not turn.history else capture.requests[:1]
        if own:
            return own[0]
        at = self.captures.index(capture)
        near = [*reversed(self.captures[:at]), *self.captures[at + 1 :]]
        return next((c.requests[-1] for c in near if c.requests and c.dialect == capture.dialect), None)

    def _call(self, call: Call, turn: Turn, request: Request | None, seen: Counter[tuple[Any, ...]]) -> Journey:
        key = _key(call)
        seen[key] += 1
        known = self._known.get((*key, seen[key]))
        if known is None or known.turn is turn or not (turn.history or known.past):
            known = Journey(call, turn, self._number(turn), request, past=turn.history)
            self._known.setdefault((*key, seen[key]), known)
            self.journeys.append(known)
        elif not turn.history:
            known.call, known.turn, known.request, known.past = call, turn, request, False
        known.answered = known.answered or turn.answered
        return known

    def _number(self, turn: Turn) -> int:
        return self._turn_numbers.setdefault(id(turn), len(self._turn_numbers))

    def _match(self, turn: Turn, members: list[Journey]) -> None:
        open_ = [journey for journey in members if not journey.call.hosted]
        for returned in turn.returns:
            home = _home(returned, open_)
            if home is None:
                self.strays.append((returned, turn))
            elif not any(_same_return(returned, other) for other in home.returns):
                home.returns.append(returned)

    def _loose_returns(self) -> None:
        for capture in self.captures:
            for returned in capture.returns:
                home = next((j for j in self.journeys if returned.id and j.call.id == returned.id), None)
                if home is None:
                    self.strays.append((returned, None))
                elif not home.returns:
                    home.returns.append(returned)


def _key(call: Call) -> tuple[Any, ...]:
    if call.id:
        return (call.dialect, call.id, call.name)
    return (call.dialect, None, call.name, dumps(call.arguments.value) if call.arguments else "")


def _same_return(one: Return, other: Return) -> bool:
    """Whether two results are one and the same, met again in a longer copy of the conversation."""
    documents = {ret.node.place().document for ret in (one, other)}
    return len(documents) == 2


def _home(returned: Return, open_: list[Journey]) -> Journey | None:
    if returned.id:
        exact = [journey for journey in open_ if journey.call.id == returned.id]
        if exact:
            return next((journey for journey in exact if not journey.returns), exact[0])
        if any(journey.call.id for journey in open_):
            return None
    named = [j for j in open_ if j.call.name == returned.name or (returned.name is None and not j.call.wants_id)]
    return next((journey for journey in named if not journey.returns), named[0] if named else None)


# Executions


def _execute(gathered: _Gathering) -> list[Execution]:
    """Gives each execution to its call; returns those that no call explains. Without any model call each is a call itself."""
    for journey in gathered.journeys:
        journey.execution = journey.call.execution
    own = [j for j in gathered.journeys if not j.call.hosted]
    if not any(not j.call.hosted for j in gathered.journeys):
        gathered.journeys.extend(_lone(gathered.executions))
        return []
    left = list(gathered.executions)
    for by, fits in _JOINS:
        left = [execution for execution in left if not _give(execution, own, by, fits)]
    return [execution for execution in left if not _retried(execution, own)]


def _lone(executions: Iterable[Execution]) -> Iterator[Journey]:
    for number, execution in enumerate(executions):
        call = Call(
            None, execution.name, execution.dialect, execution.node, execution.arguments, wants_id=False, blank=True
        )
        yield Journey(call, None, number, execution=execution, past=False)


def _give(execution: Execution, journeys: list[Journey], by: str | None, fits: Any) -> bool:
    home = next((j for j in journeys if j.execution is None and fits(execution, j)), None)
    if home is None:
        return False
    home.execution, home.by = execution, by
    return True


def same_name(execution: Execution, journey: Journey) -> bool:
    """Whether an execution is of the tool that the call names, by any of its contract's names or behind a prefix."""
    names = {journey.call.name, *(m.name for m in (journey.contract.mounts if journey.contract else ()))}
    return execution.name in names or any(is_mangled(name, execution.name) for name in names)


def _by_id(execution: Execution, journey: Journey) -> bool:
    """The host logged the call's id beside the execution (in `_meta`, where free keys may stand)."""
    id, meta = journey.call.id, execution.node.get("params", "_meta")
    return bool(id) and any(value.value == id for _, value in meta.items()) and same_name(execution, journey)


def _by_arguments(execution: Execution, journey: Journey) -> bool:
    sent = arguments_of(execution)
    return same_name(execution, journey) and equal(sent, _written(journey.call))


def arguments_of(execution: Execution) -> Any:
    """The arguments as the server was sent them, read through a string where they were sent as one."""
    node = execution.arguments
    if node is None:
        return {}
    return node.opened().value if isinstance(node.value, str) else node.value


def _written(call: Call) -> Any:
    if call.arguments is None:
        return {}
    if not call.encoded:
        return call.arguments.value
    value = call.arguments.opened()
    while isinstance(value.value, str) and value.opened():
        value = value.opened()
    return {} if not call.arguments.string.strip() else value.value


_JOINS = (
    (None, _by_id),
    ("name and equal arguments", _by_arguments),
    ("name and order", same_name),
)


def _retried(execution: Execution, journeys: list[Journey]) -> bool:
    """A second execution of a call whose first one failed is the host's retry."""
    home = next((j for j in reversed(journeys) if j.execution and same_name(execution, j)), None)
    response = home.execution.response if home and home.execution else None
    if home is None or response is None or not (response.failed or response.kind == "error"):
        return False
    home.retries.append(execution)
    return True


def said_about(captures: Iterable[Capture]) -> Iterator[Said]:
    """What the readers themselves said, in the order of the documents."""
    for capture in captures:
        yield from capture.said
