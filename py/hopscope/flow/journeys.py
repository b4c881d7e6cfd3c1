"""Joining: each call of the model with the turn it stands in, its contract, its execution and what was sent back for it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.flow.contracts import Contract, Finder, is_mangled
from hopscope.flow.conversations import Conversations, spelled, talk_of, written
from hopscope.flow.repeats import Copy, Met, key_of
from hopscope.model import Call, Capture, Execution, Request, Response, Return, Turn

MCP = "mcp"
BEFORE = ("previous_response_id", "previous_interaction_id")  # where a request names the response that it goes on from


@dataclass(slots=True, eq=False)
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
    told_in: list[Request] = field(default_factory=list)  # the requests whose histories go on behind it
    told: bool = False  # some history tells of it
    past: bool = True  # seen in histories only: the model's own response with it was not captured

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
    called = {one.call.name for one in gathered.journeys} | {one.name for one in gathered.executions}
    finder = Finder(contracts, called)
    for journey in gathered.journeys:
        journey.contract = finder.contract_of(journey.call)
    unexplained = _execute(gathered)
    for journey in gathered.journeys:
        if journey.lone:
            journey.contract = finder.contract_of(journey.call)
    return Joined(gathered.journeys, gathered.turns, gathered.strays, unexplained)


class _Gathering:
    """The calls of all turns, each once: a history turn that repeats a call seen before adds what was returned for it."""

    def __init__(self, captures: list[Capture]) -> None:
        self.captures = captures
        self.journeys: list[Journey] = []
        self.turns: list[tuple[Turn, Request | None]] = []
        self.strays: list[tuple[Return, Turn | None]] = []
        self.executions: list[Execution] = []
        self._conversations = Conversations()
        self._known: dict[tuple[Any, ...], list[Journey]] = {}
        self._met: Met[Journey] = Met(self._conversations.said)
        self._told: dict[tuple[Any, ...], int] = defaultdict(int)  # how often the model's own responses held a call
        self._answered: dict[int, Copy[Journey]] = {}  # the copy of the conversation in which a call's results were met
        self._turn_numbers: dict[int, int] = {}
        for number, capture in enumerate(captures):
            self._capture(number, capture)
        self._loose_returns()

    def _capture(self, number: int, capture: Capture) -> None:
        requests = capture.requests or (near_request(self.captures, number),)
        histories = _histories(capture)
        first = not self.journeys and len(histories) == 1 and all(turn.history for turn in capture.turns)
        copies = {key: self._copy(turns, first) for key, turns in histories.items()}
        for turn in capture.turns:
            request = turn.request or requests[0 if turn.history else -1]
            self.turns.append((turn, request))
            if turn.history:
                self._history(turn, request, copies[_history_key(turn)])
            else:
                self._response(turn, request)
        self.executions.extend(capture.executions)

    def _history(self, turn: Turn, request: Request | None, copy: Copy[Journey]) -> None:
        members = [(call, self._past(call, turn, request, copy)) for call in turn.calls]
        self._match(turn, members, copy)

    def _response(self, turn: Turn, request: Request | None) -> None:
        conversation = self._conversations.of_response(request, turn.calls)
        members = [(call, self._made(call, turn, request, conversation)) for call in turn.calls]
        if turn.returns:
            self._match(turn, members, Copy((), conversation, self._conversations.said, first=False))

    def _copy(self, turns: list[Turn], first: bool) -> Copy[Journey]:
        calls = [call for turn in turns for call in turn.calls]
        number = self._conversations.of_history(talk_of(turns[0]), calls, turns[0].request)
        return Copy(calls, number, self._conversations.said, first)

    def _made(self, call: Call, turn: Turn, request: Request | None, conversation: int) -> Journey:
        """A call in the model's own response: a new one, unless a history pasted before it holds it already."""
        key = key_of(call, conversation, self._conversations.said)
        known = self._known.setdefault(key, [])
        number = self._told[key]
        self._told[key] += 1
        if number < len(known) and known[number].past and (call.id or known[number].request is not request):
            found = known[number]
            found.call, found.turn, found.request, found.past = call, turn, request, False
        else:
            found = self._new(call, turn, request, conversation)
            known.append(found)
        found.answered = found.answered or turn.answered
        return found

    def _past(self, call: Call, turn: Turn, request: Request | None, copy: Copy[Journey]) -> Journey:
        """A call in a history: the one it repeats, else one whose own response was not captured."""
        key = copy.key(call)
        known = self._known.setdefault(key, [])
        found, number = (None, len(known)) if copy.first else copy.repeated(key, known)
        if found is None and not self._is_spent(copy):
            found = self._renamed(call, known, copy) or self._unclaimed(call, known, copy)
        if found is None:
            found = self._new(call, turn, request, copy.conversation)
            known.insert(number, found)
        copy.taken.add(id(found))
        found.answered, found.told = found.answered or turn.answered, True
        if turn.answered and turn.request:
            found.told_in.append(turn.request)
        return found

    def _renamed(self, call: Call, known: list[Journey], copy: Copy[Journey]) -> Journey | None:
        """The call that a history repeats under an id of the host's making: alike, and not there under its own."""
        alike = self._met.alike(copy.likeness(call))
        free = (one for one in alike if id(one) not in copy.taken and not copy.holds(one.call))
        found = next(free, None)
        if found:
            known.append(found)
        return found

    def _unclaimed(self, call: Call, known: list[Journey], copy: Copy[Journey]) -> Journey | None:
        """The call of a response that was taken for another conversation's: in a log, several agents' responses may come in a row.

        No history has told of it yet, and it is the same in id, name and arguments.
        """
        if not call.id:
            return None
        free = (one for one in self._met.same(call) if not one.past and not one.told and id(one) not in copy.taken)
        found = next(free, None)
        if found:
            known.append(found)
        return found

    def _new(self, call: Call, turn: Turn, request: Request | None, conversation: int) -> Journey:
        journey = Journey(call, turn, self._number(turn), request, past=turn.history)
        self.journeys.append(journey)
        self._met.add(journey, call, conversation)
        return journey

    def _is_spent(self, copy: Copy[Journey]) -> bool:
        """Whether a copy has repeated every call there is."""
        return copy.first or len(copy.taken) == len(self.journeys)

    def _number(self, turn: Turn) -> int:
        return self._turn_numbers.setdefault(id(turn), len(self._turn_numbers))

    def _match(self, turn: Turn, members: list[tuple[Call, Journey]], copy: Copy[Journey]) -> None:
        open_ = [(call, journey) for call, journey in members if not call.hosted]
        for returned in turn.returns:
            home = _home(returned, open_, copy.answered)
            if home is None:
                self.strays.append((returned, turn))
                continue
            again = id(home) in copy.answered
            copy.answered.add(id(home))
            if not home.returns or (again and self._answered.get(id(home)) is copy):
                self._answered[id(home)] = copy
                home.returns.append(returned)

    def _loose_returns(self) -> None:
        continued = dict(self._continued())
        went_on = {id(turn) for turn in continued.values()}
        for journey in self.journeys if went_on else ():
            journey.answered = journey.answered or id(journey.turn) in went_on
        if not any(capture.returns for capture in self.captures):
            return
        homes = {journey.call.id: journey for journey in reversed(self.journeys) if journey.call.id}
        for home_of, returned in ((capture, returned) for capture in self.captures for returned in capture.returns):
            home = homes.get(returned.id) if returned.id else None
            early = home is not None and home.past and any(home.turn is turn for turn in home_of.turns)
            if home is None or early:  # before the turn whose call it answers, in one history
                self.strays.append((returned, continued.get(id(home_of))))
            elif not home.returns:
                home.returns.append(returned)

    def _continued(self) -> Iterator[tuple[int, Turn]]:
        """For each capture (by `id`) whose only request goes on from a response by its id, the turn of that response."""
        asking = [capture for capture in self.captures if len(capture.requests) == 1]
        if not asking:
            return
        turns = {turn.id: turn for turn, _ in self.turns if turn.id and not turn.history and turn.calls}
        for capture in asking:
            ids = [capture.requests[0].node.value_at(key) for key in BEFORE]
            known = [turns[one] for one in ids if isinstance(one, str) and one in turns]
            if known:
                yield id(capture), known[0]


def near_request(captures: Sequence[Capture], number: int) -> Request | None:
    """The last request of the same dialect before a capture, else the first one after it."""
    near = [*reversed(captures[:number]), *captures[number + 1 :]]
    return next((c.requests[-1] for c in near if c.requests and c.dialect == captures[number].dialect), None)


def _history_key(turn: Turn) -> Any:
    """What the turns of one copy of a conversation share: their request, or the list they stand in."""
    return id(turn.request) if turn.request else (turn.node.path[:-1], turn.node.path[-1].rpartition("/")[0])


def _histories(capture: Capture) -> dict[Any, list[Turn]]:
    found: dict[Any, list[Turn]] = {}
    for turn in capture.turns:
        if turn.history:
            found.setdefault(_history_key(turn), []).append(turn)
    return found


def _home(returned: Return, open_: list[tuple[Call, Journey]], answered: set[int]) -> Journey | None:
    """The call that a result answers, by the id it has in this very turn, else by name and order."""
    if len(open_) == 1 and returned.id and open_[0][0].id == returned.id:
        return open_[0][1]
    fitting = [journey for call, journey in open_ if call.id == returned.id] if returned.id else []
    if returned.id and not fitting and any(call.id for call, _ in open_):
        return None
    nameless = returned.name is None
    fitting = fitting or [j for call, j in open_ if call.name == returned.name or (nameless and not call.wants_id)]
    return next((journey for journey in fitting if id(journey) not in answered), fitting[0] if fitting else None)


# Executions


def _execute(gathered: _Gathering) -> list[Execution]:
    """Gives each execution to its call; returns those that no call explains. Without model calls each is a call itself."""
    for journey in gathered.journeys:
        journey.execution = journey.call.execution
    if not gathered.executions:
        return []
    own = [journey for journey in gathered.journeys if not journey.call.hosted]
    if all(journey.call.dialect == MCP for journey in own):  # sampling in an MCP log explains none of its executions
        gathered.journeys.extend(_lone(gathered.executions))
        return []
    homes, left = _Homes(own), gathered.executions
    for by, find_home in (
        (None, homes.by_id),
        ("name and equal arguments", homes.by_arguments),
        ("name and order", homes.by_order),
    ):
        left = [execution for execution in left if not _give(execution, find_home(execution), by)]
    return [execution for execution in left if not _retried(execution, homes)]


def _lone(executions: Iterable[Execution]) -> Iterator[Journey]:
    for number, execution in enumerate(executions):
        call = Call(
            None, execution.name, execution.dialect, execution.node, execution.arguments,
            wants_id=False, blank=True, namespace=execution.server, part_of_stream_end=execution.cut,
        )  # fmt: skip
        yield Journey(call, None, number, execution=execution, past=False)


def _give(execution: Execution, home: Journey | None, by: str | None) -> bool:
    if home is None:
        return False
    home.execution, home.by = execution, by
    return True


class _Homes:
    """The calls that an execution may belong to, found by its name, its arguments, or an id that the host logged beside it."""

    def __init__(self, journeys: list[Journey]) -> None:
        self._journeys = journeys
        self.last: dict[str, Journey] = {}  # the latest call of each name
        self._by_name: dict[str, list[Journey]] = {}  # latest first, so that the earliest is popped without a shift
        self._by_text: dict[tuple[str, str], list[Journey]] = {}
        self._ids = {journey.call.id: journey for journey in journeys if journey.call.id}

    def named(self, name: str) -> list[Journey]:
        """The calls of the tool that the server knows by `name`."""
        if name not in self._by_name:
            self._by_name[name] = [journey for journey in reversed(self._journeys) if _is_of(journey, name)]
            if self._by_name[name]:
                self.last[name] = self._by_name[name][0]
            for journey in self._by_name[name]:
                self._by_text.setdefault((name, spelled(written(journey.call))), []).append(journey)
        return self._by_name[name]

    def by_id(self, execution: Execution) -> Journey | None:
        """By an id in `_meta`, where a host may put keys of its own."""
        logged = [value.value for _, value in execution.node.get("params", "_meta").items()]
        home = next((self._ids[one] for one in logged if isinstance(one, str) and one in self._ids), None)
        return home if home and home.execution is None and _is_of(home, execution.name) else None

    def by_arguments(self, execution: Execution) -> Journey | None:
        """By the same name and the same arguments."""
        self.named(execution.name)
        return _free(self._by_text.get((execution.name, spelled(arguments_of(execution))), []))

    def by_order(self, execution: Execution) -> Journey | None:
        """By name alone: the first call that has no execution yet."""
        return _free(self.named(execution.name))


def _free(candidates: list[Journey]) -> Journey | None:
    """The first journey without an execution; those that have one are not looked at again."""
    while candidates and candidates[-1].execution is not None:
        candidates.pop()
    return candidates[-1] if candidates else None


def _is_of(journey: Journey, name: str) -> bool:
    """Whether a call is of the tool `name`, by any of its contract's names or behind a prefix."""
    names = {journey.call.name, *(mount.name for mount in (journey.contract.mounts if journey.contract else ()))}
    return name in names or any(is_mangled(one, name) for one in names)


def arguments_of(execution: Execution) -> Any:
    """The arguments as the server was sent them, read through a string where they were sent as one."""
    node = execution.arguments
    if node is None:
        return {}
    return node.opened().value if isinstance(node.value, str) else node.value


def _retried(execution: Execution, homes: _Homes) -> bool:
    """A second execution of a call whose first one failed is the host's retry."""
    home = homes.last.get(execution.name)
    response = home.execution.response if home and home.execution else None
    if home is None or response is None or not (response.failed or response.kind == "error"):
        return False
    # Once the model was told, what runs with other arguments may be a call that was not captured.
    told = bool(home.returns) and _tells_of(home.returns[0], response)
    if told and spelled(arguments_of(execution)) != spelled(written(home.call)):
        return False
    home.retries.append(execution)
    return True


def _tells_of(returned: Return, response: Response) -> bool:
    """Whether the model was told of the failure."""
    said = {text.string for text in response.texts if text.string} | {response.said or None}
    return returned.failed is True or not said.isdisjoint(text.string for text in returned.texts)
