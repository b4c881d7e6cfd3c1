"""OpenAI Responses: requests, responses and streams of items.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40. A call has two ids: results name its `call_id`, never the item's
`id`. There is no stop reason for calls; the response's `status` and its `incomplete_details` say why it ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from hopscope.dialects import _openai_items as items
from hopscope.dialects import _responses_clues as shapes
from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue, count, given, word
from hopscope.dialects._errors import error_body, openai_error, said_of
from hopscope.dialects._openai_history import history_of
from hopscope.dialects._openai_stream import Slots
from hopscope.findings import make
from hopscope.layers import Part
from hopscope.model import Call, Capture, Request, Said, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "openai-responses"
STOPS: dict[str, Stopped] = {
    "completed": "end",
    "max_output_tokens": "length",
    "content_filter": "filter",
    "failed": "error",
    "cancelled": "error",
}
CLOSING = {"response.completed", "response.failed", "response.incomplete", "response.cancelled"}


CLUES: tuple[Clue, ...] = (
    clue(6, "object", "response"),
    clue(6, "", shapes.is_event),
    clue(2, "sequence_number", int),
    clue(2, "response/object", "response"),
    clue(4, "output/*", shapes.is_item),
    clue(4, "output/*", shapes.is_call),
    clue(4, "input/*", shapes.is_item),
    clue(5, "input/*", shapes.is_call),
    clue(2, "input/*/role", str),
    clue(4, "tools/*", shapes.is_own_tool),
    clue(3, "tools/*", shapes.is_flat_tool),
    clue(2, "", shapes.offers_tools),
    clue(2, "", shapes.asks),
    clue(3, "text/format", dict),
    clue(2, "max_output_tokens", int),
    clue(5, "*", shapes.is_item),  # a list of items
    clue(6, "*", shapes.is_call),
    clue(4, "*", shapes.is_bare_call),
    clue(4, "*", shapes.is_flat_tool),
    clue(5, "", shapes.is_item),  # one item
    clue(6, "", shapes.is_call),
    clue(4, "", shapes.is_bare_call),
    clue(4, "", shapes.is_flat_tool),
    clue(4, "error", shapes.is_error),
)

ECHOED = ("tools", "tool_choice", "text")  # what a response repeats of its request, unless somebody shortened it


@dataclass
class _Draft(Draft):
    """A capture in the making that remembers the request whose response comes next."""

    asked: Request | None = None

    def ask(self, node: Node, tools: int) -> Request:
        """Adds the request that `node` holds or repeats."""
        self.requests.append(_asked(node, tools))
        return self.requests[-1]


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Responses parts: each body by its shape, events joined into streams."""
    draft, streams = _Draft(ID, document), _Streams()
    for part in parts:
        if part.done or (part.node and _is_event(part.node)):
            streams.take(draft, part)
        elif part.node:
            streams.close(draft)
            _body(draft, part.node)
    streams.close(draft)
    return draft.capture()


def _is_event(node: Node) -> bool:
    sort = word(node.get("type")) or ""
    return (sort.startswith("response.") and sort != "response.create") or sort == "error"


def _body(draft: _Draft, node: Node) -> None:
    if node.get("object").value == "response" or isinstance(node.get("output").value, list):
        _response(draft, node)
    elif given(node.get("error")) and not items.is_call(node):
        draft.said.append(said_of(partial(openai_error, node), draft.asked))
    elif node.get("input").value is not None or (node.get("tools").value is not None and not items.type_of(node)):
        _request(draft, node)
    else:
        _snippet(draft, node)


# Requests


def _request(draft: _Draft, node: Node) -> None:
    own = list(items.mounts(node.get("tools"), ID))
    draft.mounts.extend(own)
    draft.asked = draft.ask(node, len(own))
    _history(draft, list(node.get("input").each()), draft.asked)


def _asked(node: Node, tools: int) -> Request:
    answer = given(node.get("text", "format", "schema")) or given(node.get("response_format", "json_schema", "schema"))
    return Request(ID, node, _forced(node.get("tool_choice")), answer, count(node.get("max_output_tokens")), tools)


def _forced(choice: Node) -> str | None:
    if choice.value == "required":
        return "*"
    sort = items.type_of(choice)
    if sort == "allowed_tools":
        return "*" if choice.get("mode").value == "required" else None
    if sort in ("function", "custom", "mcp"):
        return word(choice.get("name")) or word(choice.get("function", "name")) or "*"
    return "*" if sort else None


def _history(draft: _Draft, members: list[Node], request: Request | None = None) -> None:
    draft.mounts.extend(mount for item in members for mount in items.listed(item, ID))
    history = history_of(members, ID, request)
    draft.turns.extend(history.turns)
    draft.returns.extend(history.loose)


def _snippet(draft: _Draft, node: Node) -> None:
    """What people copy out of a body: items or tools, in a list or one alone."""
    members = list(node.each()) or [node]
    draft.mounts.extend(
        mount for one in members if one.get("type").value in ("function", "custom") for mount in _tool(one)
    )
    known = [one for one in members if items.type_of(one) not in ("function", "custom")]
    if all(items.is_made(one) for one in known):
        draft.mounts.extend(mount for item in known for mount in items.listed(item, ID))
        if any(items.is_call(one) or items.type_of(one) == "message" for one in known):
            draft.turns.append(_turn(node, known))
    else:
        _history(draft, known)


def _tool(tool: Node) -> Iterator[Any]:
    return items.mounts_of(tool, ID)


# Responses


def _response(draft: _Draft, node: Node) -> None:
    output = list(node.get("output").each())
    turn = _turn(node, output, request=_echo(draft, node, output))
    draft.turns.append(turn)
    if given(node.get("error")):
        draft.said.append(Said(error_body(node), turn))


def _echo(draft: _Draft, node: Node, output: Sequence[Node]) -> Request | None:
    """The request that a response answers, as the response repeats it where it was not captured; and the tools its items bring."""
    request, draft.asked = draft.asked, None
    if request is None and node:
        own = list(items.mounts(node.get("tools"), ID, echo=True))
        draft.mounts.extend(own)
        request = draft.ask(node, len(own)) if any(given(node.get(member)) for member in ECHOED) else None
    draft.mounts.extend(mount for item in output for mount in items.listed(item, ID))
    return request


def _turn(node: Node, output: Sequence[Node], **more: Any) -> Turn:
    fields: dict[str, Any] = {
        "calls": items.calls_of(output, ID),
        "texts": items.texts_of_items(output),
        "stop": _stop(node),
        "refusal": items.refusal_of(output),
        "tokens": count(node.get("usage", "output_tokens")),
        "limit": count(node.get("max_output_tokens")),
        "id": word(node.get("id")),
    }
    return Turn(ID, node, **(fields | more))


def _stop(node: Node) -> Stop | None:
    status = node.get("status")
    if (
        status.value in (None, "in_progress", "queued")
        or node.get("object").value not in (None, "response")
        or items.is_call(node)
    ):
        return None
    reason = node.get("incomplete_details", "reason")
    at = reason if word(reason) else status
    return Stop(str(at.value), STOPS.get(str(at.value)), at)


# Streams


class _Streams:
    """The streams of one document, kept apart by exchange and by the `stream_id` of the WebSocket form."""

    def __init__(self) -> None:
        self.open: dict[Any, _Stream] = {}

    def take(self, draft: _Draft, part: Part) -> None:
        """Gives an event to its stream, a new one where a response is created."""
        if part.node is None:
            for stream in self.open.values():
                stream.done = True
            return
        key = (part.exchange, word(part.node.get("stream_id")))
        if key in self.open and self.open[key].is_over(part.node):
            self.open.pop(key).close(draft)
        self.open.setdefault(key, _Stream()).add(part)

    def close(self, draft: _Draft) -> None:
        """Adds the turns of the streams still open."""
        for stream in self.open.values():
            stream.close(draft)
        self.open.clear()


@dataclass
class _Stream:
    """The events of one response; `close` adds its turn."""

    slots: Slots = field(default_factory=Slots)
    first: Node = MISSING
    last: Node = MISSING
    created: Node = MISSING
    final: Node = MISSING
    error: Node | None = None
    begun: bool = False
    done: bool = False

    def is_over(self, node: Node) -> bool:
        """Whether an event belongs to another, later response."""
        return node.get("type").value == "response.created" and (bool(self.created) or bool(self.final))

    def add(self, part: Part) -> None:
        """Takes in one event."""
        node = part.node or MISSING
        sort = str(node.get("type").value)
        self.first, self.last = self.first or node, node
        if sort == "error":
            self.error = self.error or node
        elif node.get("response", "object").value == "response" or sort in CLOSING:
            self._state(node, sort)
        else:
            self.begun = self.slots.add(node, sort, part.index) or self.begun

    def _state(self, node: Node, sort: str) -> None:
        self.created = self.created or node.get("response")
        if sort in CLOSING:
            self.final, self.done = node.get("response"), True
        else:
            self.begun = True

    def close(self, draft: _Draft) -> None:
        """Adds what the stream held to the draft."""
        if not self.first:
            return
        output = self._output()
        turn = self._turn(output, _echo(draft, self.created, output))
        draft.turns.append(turn)
        draft.said.extend(Said(finding, turn) for finding in self._findings(turn))

    def _output(self) -> list[Node]:
        """The items, each in its last form; those of the closing event where the stream itself lacks them."""
        own = self.slots.items()
        seen = {word(item.get("call_id")) for item in own} - {None}
        late = [
            item
            for item in self.final.get("output").each()
            if items.is_call(item) and word(item.get("call_id")) not in seen
        ]
        if not own:
            return list(self.final.get("output").each())
        return own + [item for item in late if word(item.get("call_id"))]

    def _turn(self, output: Sequence[Node], request: Request | None) -> Turn:
        whole = not self._failed and (self.done or not self.begun)
        calls = [self.slots.dressed(call, open_end=not whole) for call in items.calls_of(output, ID)]
        calls += self.slots.calls_without_item(ID)
        texts = self.slots.texts() or items.texts_of_items(output)
        refusal = self.slots.refusal() or items.refusal_of(output)
        told = {"calls": tuple(calls), "texts": texts, "refusal": refusal, "whole": whole, "request": request}
        turn = _turn(self.final or self.created, output, **told)
        return turn if turn.node else replace(turn, node=self.first)

    @property
    def _failed(self) -> bool:
        """Whether the provider told an error."""
        return self.error is not None or bool(given(self.final.get("error")))

    def _findings(self, turn: Turn) -> Iterator[Any]:
        yield from self.slots.conflicts()
        if self.error is not None:
            yield error_body(self.error, "stream-error", given(self.error.get("error")) or self.error)
        elif given(self.final.get("error")):
            yield error_body(self.final, "stream-error")
        elif not turn.whole and not self._failed:
            still = self.slots.still_open()
            told = f"; the arguments of {still} were still coming" if still else ""
            yield make(
                "stream-incomplete",
                self.last.place(),
                last=str(self.last.get("type").value),
                closing="response.completed",
                open=told,
            )


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any] | None:
    """The item that answers `call`; this dialect has no error flag, so the text must say it."""
    return items.answer(call, text)


DIALECT = Dialect(
    ID,
    "OpenAI Responses",
    CLUES,
    read,
    reply,
    Returns(
        missing="OpenAI refuses the request: No tool output found for function call; add a function_call_output with its call_id.",
        unknown="call_id must repeat the call_id of a function_call, not the id of its item.",
    ),
    stops=STOPS,
)
