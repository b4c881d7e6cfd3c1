"""OpenAI Realtime: the events of a session, from both sides.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40. The events of a response have the names that Responses uses, but
each carries an `event_id` and its response's id; a session has many responses, and results are items that the client creates.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hopscope.dialects import _openai_items as items
from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._choosing import Picked, Stated, openai
from hopscope.dialects._errors import error_body
from hopscope.dialects._offers import Offering, flat_function
from hopscope.dialects._openai_history import history_of
from hopscope.dialects._openai_stream import Slots
from hopscope.dialects._reading import copied, count, given, word
from hopscope.dialects._replaying import Passed, Replay
from hopscope.dialects._stream_fragments import incomplete
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Call, Capture, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "openai-realtime"
STOPS: dict[str, Stopped] = {
    "completed": "end",
    "max_output_tokens": "length",
    "content_filter": "filter",
    "failed": "error",
}
ITEM_EVENTS = {
    "conversation.item.create",
    "conversation.item.created",
    "conversation.item.added",
    "conversation.item.done",
    "conversation.item.retrieved",
}
SESSION_EVENTS = {"session.update", "session.created", "session.updated"}
LONE_EVENTS = {"response.cancel", "conversation.item.truncate", "conversation.item.delete", "rate_limits.updated"}


def _event(value: Any) -> bool:
    sort = value.get("type") if isinstance(value, dict) else None
    if not isinstance(sort, str):
        return False
    if sort in SESSION_EVENTS or sort in ITEM_EVENTS:
        return isinstance(value.get("session" if sort in SESSION_EVENTS else "item"), dict)
    if sort == "response.create":
        return "input" not in value
    return (
        sort in LONE_EVENTS
        or sort.startswith("input_audio_buffer.")
        or (sort.startswith("response.") and "event_id" in value)
    )


def _own_object(value: Any) -> bool:
    said = value.get("object") if isinstance(value, dict) else None
    return isinstance(said, str) and said.startswith("realtime.")


def _error_event(value: Any) -> bool:
    told = isinstance(value, dict) and value.get("type") == "error" and "event_id" in value
    return told and isinstance(value.get("error"), dict)


CLUES: tuple[Clue, ...] = (
    clue(8, "", _event, having="type"),
    clue(8, "", _error_event, having="type"),
    clue(6, "", _own_object, having="object"),
    clue(2, "item", _own_object),
    clue(2, "response", _own_object),
    clue(6, "[]", _own_object, having="object"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Realtime parts: each response a turn, with the results that the client created."""
    session = _Session(Draft(ID, document))
    for part in parts:
        if part.node:
            session.take(part.node, part.index)
    return session.capture()


class _Session:
    """The events of one session, in their order."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.responses: dict[str | None, _Response] = {}
        self.returned: list[tuple[int, Return]] = []
        self.created: Counter[str | None] = Counter()
        self.begun = 0  # responses begun so far

    def take(self, node: Node, at: int) -> None:
        """Takes in one event, or an object copied out of one."""
        sort = word(node, "type") or ""
        if sort in SESSION_EVENTS or node.value_at("object") == "realtime.session":
            self._session(node.get("session") or node, echo=sort != "session.update")
        elif sort in ITEM_EVENTS:
            self._item(node.get("item"), by_client=sort == "conversation.item.create")
        elif sort == "response.create":
            self._session(node.get("response"), echo=False)
        elif sort == "error":
            self.draft.tell([error_body(node, "stream-error")])
        elif sort.startswith("response."):
            self._response(node, sort, at)
        elif node.value_at("object") == "realtime.response":
            self._of(word(node, "id")).final = node
        else:
            self._copied(node)

    def _session(self, session: Node, *, echo: bool) -> None:
        if echo and self.draft.requests:
            return
        own = list(items.mounts(session.get("tools"), ID, echo=echo))
        if own or session.value_at("tool_choice"):
            self.draft.ask(Request(ID, session, items.choice(session), None, _limit(session)), own)

    def _item(self, item: Node, *, by_client: bool) -> None:
        self.draft.mounts.extend(items.listed(item, ID))
        id = word(items.pick(item, "call_id"))
        if items.is_result(item):
            if by_client or not self.created[id]:
                self.created[id] += 1
                self.returned.append((self.begun, items.return_of(item)))
        elif items.is_call(item) and by_client:  # an earlier conversation, put in again
            self.draft.turns.append(_turn_of(item, [item], history=True))

    def _response(self, node: Node, sort: str, at: int) -> None:
        response = self._of(word(node, "response_id") or word(node, "response", "id"))
        response.add(node, sort, at)

    def _of(self, id: Any) -> _Response:
        if id not in self.responses:
            self.begun += 1
            self.responses[id] = _Response(self.begun)
        return self.responses[id]

    def _copied(self, node: Node) -> None:
        members = copied(node)
        history = history_of([one for one in members if items.type_of(one)], ID)
        self.draft.turns.extend(replace(turn, history=False) if len(members) == 1 else turn for turn in history.turns)
        self.draft.returns.extend(history.loose)

    def capture(self) -> Capture:
        """The finished record: each result with the turn whose call it names, else with the last calls before it."""
        for response in self.responses.values():
            self.draft.mounts.extend(response.brought())
        turns = {response.number: response.turn(self.draft.latest) for response in self.responses.values()}
        home_of = self._homes(turns)
        homes = [(home_of(begun, returned), returned) for begun, returned in self.returned]
        for response in self.responses.values():
            own = tuple(returned for home, returned in homes if home == response.number)
            turn = replace(turns[response.number], returns=own, answered=bool(own) and self.begun > response.number)
            self.draft.turns.append(turn)
            self.draft.tell(response.findings(turn), turn)
        self.draft.turns = [self._with_returns(turn, homes) for turn in self.draft.turns]
        self.draft.returns.extend(returned for home, returned in homes if home == 0)
        return self.draft.capture()

    def _homes(self, turns: dict[int, Turn]) -> Callable[[int, Return], int | None]:
        """Which response a result answers; of an unknown call, the last one with calls before it (0: there is none).

        None stands for a call that the client put in again.
        """
        named = {call.id: number for number, turn in turns.items() for call in turn.calls if call.id}
        put_in = {call.id for turn in self.draft.turns for call in turn.calls}
        calling = [0, *sorted(number for number, turn in turns.items() if turn.calls)]

        def home(begun: int, returned: Return) -> int | None:
            if returned.id in named:
                return named[returned.id]
            return None if returned.id in put_in else calling[bisect_right(calling, begun) - 1]

        return home

    def _with_returns(self, turn: Turn, homes: Sequence[tuple[int | None, Return]]) -> Turn:
        """A turn of an earlier conversation with its results."""
        if not turn.history:
            return turn
        ids = {call.id for call in turn.calls}
        return replace(turn, returns=tuple(returned for home, returned in homes if home is None and returned.id in ids))


def _limit(session: Node) -> int | None:
    return count(session, "max_output_tokens") or count(session, "max_response_output_tokens")


def _turn_of(node: Node, output: Sequence[Node], **more: Any) -> Turn:
    fields: dict[str, Any] = {
        "calls": items.calls_of(output, ID),
        "texts": items.texts_of_items(output),
        "refusal": items.refusal_of(output),
    }
    return Turn(ID, node, **(fields | more))


@dataclass
class _Response:
    """The events of one response; `number` counts the responses of the session."""

    number: int
    slots: Slots = field(default_factory=Slots)
    first: Node = MISSING
    last: Node = MISSING
    final: Node = MISSING
    begun: bool = False

    def add(self, node: Node, sort: str, at: int) -> None:
        """Takes in one event."""
        self.first, self.last = self.first or node, node
        if sort == "response.done":
            self.final = node.get("response")
        elif sort == "response.created":
            self.begun = True
        else:
            self.begun = self.slots.add(node, sort, at) or self.begun

    def _output(self) -> list[Node]:
        return self.slots.items() or list(self.final.get("output").each())

    def brought(self) -> Iterator[Mount]:
        """The contracts its items bring."""
        return (mount for item in self._output() for mount in items.listed(item, ID))

    def turn(self, request: Request | None) -> Turn:
        """The response as a turn of the model."""
        whole, output = bool(self.final) or not self.begun, self._output()
        calls = [self.slots.dressed(call, open_end=not whole) for call in items.calls_of(output, ID)]
        return _turn_of(
            self.final or self.first,
            output,
            calls=(*calls, *self.slots.calls_without_item(ID)),
            whole=whole,
            stop=_stop(self.final),
            texts=self.slots.texts() or items.texts_of_items(output),
            tokens=count(self.final, "usage", "output_tokens"),
            refusal=self.slots.refusal() or items.refusal_of(output),
            id=word(self.final, "id"),
            request=request,
        )

    def findings(self, turn: Turn) -> Iterator[Finding]:
        """What the events alone can tell."""
        yield from self.slots.conflicts()
        if error := given(self.final.get("status_details", "error")):
            yield error_body(self.final, "stream-error", error)
        if not turn.whole:
            named = str(self.last.value_at("type"))
            yield incomplete(self.last, named, "response.done", self.slots.still_open())


def _stop(final: Node) -> Stop | None:
    status, reason = final.get("status"), final.get("status_details", "reason")
    at = reason if word(reason) and status.value == "incomplete" else status
    return Stop(str(at.value), STOPS.get(str(at.value)), at) if word(at) else None


def reply(call: Call, text: str) -> dict[str, Any] | None:
    """The event that sends `text` back for `call`; the model goes on after a `response.create`."""
    item = items.answer(call, text)
    return {"type": "conversation.item.create", "item": item} if item else None


def choose(picked: Picked) -> Stated:
    """The choice of tools as a session states it; several of them can't be allowed here."""
    return openai(picked, nested=False, lists=False)


OFFERING = Offering(flat_function, "parameters", "openai", choice=choose)


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The client events that put the items of a turn into the conversation."""
    return [{"type": "conversation.item.create", "item": item} for item in items.replayed(turn)]


DIALECT = Dialect(
    ID,
    "OpenAI Realtime",
    CLUES,
    read,
    reply,
    Returns(
        missing="Create a function_call_output item with the call_id, then ask for the next response.",
        unknown="call_id must repeat the call_id of a function_call item of this session.",
    ),
    stops=STOPS,
    offering=OFFERING,
    replay=Replay(_replayed, ""),
)
