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
from hopscope.dialects._base import Dialect, Draft, Returns
from hopscope.dialects._choosing import Picked, Stated, openai
from hopscope.dialects._errors import error_body, openai_error, said_of
from hopscope.dialects._offers import Offering, Tool, flat_function, stated
from hopscope.dialects._openai_history import history_of
from hopscope.dialects._openai_stream import Slots
from hopscope.dialects._reading import any_json, copied, count, given, word
from hopscope.dialects._replaying import Replay
from hopscope.dialects._responses_clues import CLUES
from hopscope.dialects._stream_fragments import incomplete, spliced
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Capture, Request, Stop, Stopped, Turn
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
ECHOED = ("tools", "tool_choice", "text")  # what a response repeats of its request, unless somebody shortened it


@dataclass
class _Draft(Draft):
    """A capture in the making that remembers the request whose response comes next."""

    asked: Request | None = None


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
    sort = word(node, "type") or ""
    return (sort.startswith("response.") and sort != "response.create") or sort == "error"


def _body(draft: _Draft, node: Node) -> None:
    if node.value_at("object") == "response" or isinstance(node.value_at("output"), list):
        _response(draft, node)
    elif items.is_call(node):
        _snippet(draft, node)
    elif given(node.get("error")):
        draft.said.append(said_of(partial(openai_error, node), draft.asked))
    elif node.value_at("input") is not None or (node.value_at("tools") is not None and not items.type_of(node)):
        _request(draft, node)
    else:
        _snippet(draft, node)


# Requests


def _request(draft: _Draft, node: Node) -> None:
    own = list(items.mounts(node.get("tools"), ID))
    draft.asked = _asked(node)
    draft.ask(draft.asked, own)
    _history(draft, list(node.get("input").each()), draft.asked)


def _asked(node: Node) -> Request:
    """The request that a body is, or that a response repeats."""
    answer = given(node.get("text", "format", "schema")) or given(node.get("response_format", "json_schema", "schema"))
    free = any_json(node.get("text", "format", "type")) if answer is None else None
    limit = count(node, "max_output_tokens")
    return Request(ID, node, items.choice(node), answer or free, limit, True if free else None)


def _history(draft: _Draft, members: list[Node], request: Request | None = None) -> None:
    draft.mounts.extend(mount for item in members for mount in items.listed(item, ID))
    history = history_of(members, ID, request)
    draft.turns.extend(history.turns)
    draft.returns.extend(history.loose)


def _snippet(draft: _Draft, node: Node) -> None:
    """What people copy out of a body: items or tools, in a list or one alone."""
    members = copied(node)
    tools = (one for one in members if items.type_of(one) in ("function", "custom"))
    draft.mounts.extend(mount for tool in tools for mount in items.mounts_of(tool, ID))
    known = [one for one in members if items.type_of(one) not in ("function", "custom")]
    if all(items.is_made(one) for one in known):
        draft.mounts.extend(mount for item in known for mount in items.listed(item, ID))
        if any(items.is_call(one) or items.type_of(one) == "message" for one in known):
            draft.turns.append(_turn(node, known))
    else:
        _history(draft, known)


# Responses


def _response(draft: _Draft, node: Node) -> None:
    output = list(node.get("output").each())
    turn = _turn(node, output, request=_echo(draft, node, output))
    draft.turns.append(turn)
    if given(node.get("error")):
        draft.tell([error_body(node)], turn)


def _echo(draft: _Draft, node: Node, output: Sequence[Node]) -> Request | None:
    """The request that a response answers, as the response repeats it where it was not captured; and the tools its items bring."""
    request, draft.asked = draft.asked, None
    if request is None and node:
        own = list(items.mounts(node.get("tools"), ID, echo=True))
        if any(given(node.get(member)) for member in ECHOED):
            request = _asked(node)
            draft.ask(request, own)
    draft.mounts.extend(mount for item in output for mount in items.listed(item, ID))
    return request


def _turn(node: Node, output: Sequence[Node], **more: Any) -> Turn:
    fields: dict[str, Any] = {
        "calls": items.calls_of(output, ID),
        "texts": items.texts_of_items(output),
        "stop": _stop(node),
        "refusal": items.refusal_of(output),
        "tokens": count(node, "usage", "output_tokens"),
        "limit": count(node, "max_output_tokens"),
        "id": word(node, "id"),
    }
    return Turn(ID, node, **(fields | more))


def _stop(node: Node) -> Stop | None:
    status, reason = node.get("status"), node.get("incomplete_details", "reason")
    response = node.value_at("object") in (None, "response") and not items.is_call(node)
    if status.value in (None, "in_progress", "queued") or not response:
        return None
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
        key = (part.exchange, word(part.node, "stream_id"))
        if key in self.open and self.open[key].is_over(part.node):
            self.open[key].followed_by = part.node
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
    followed_by: Node | None = None  # the start of the response that follows in the same stream

    def is_over(self, node: Node) -> bool:
        """Whether an event belongs to another, later response."""
        return node.value_at("type") == "response.created" and (bool(self.created) or bool(self.final))

    def add(self, part: Part) -> None:
        """Takes in one event."""
        node = part.node or MISSING
        sort = str(node.value_at("type"))
        self.first, self.last = self.first or node, node
        if sort == "error":
            self.error = self.error or node
        elif node.value_at("response", "object") == "response" or sort in CLOSING:
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
        draft.tell(self._findings(turn), turn)

    def _output(self) -> list[Node]:
        """The items, each in its last form; those of the closing event where the stream itself lacks them."""
        own, told = self.slots.items(), list(self.final.get("output").each())
        if not own:
            return told
        seen = {None, "", *(word(item, "call_id") for item in own)}
        return own + [item for item in told if items.is_call(item) and word(item, "call_id") not in seen]

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

    def _findings(self, turn: Turn) -> Iterator[Finding]:
        yield from self.slots.conflicts()
        if self.error is not None:
            yield error_body(self.error, "stream-error", given(self.error.get("error")) or self.error)
        elif given(self.final.get("error")):
            yield error_body(self.final, "stream-error")
        elif not turn.whole and self.followed_by is not None:
            yield spliced(self.followed_by, word(self.followed_by, "response", "id") or "without an id", turn.calls)
        elif not turn.whole and not self._failed:
            named = str(self.last.value_at("type"))
            yield incomplete(self.last, named, "response.completed", self.slots.still_open())


def write_tool(tool: Tool) -> dict[str, Any]:
    """A function as a request offers it."""
    return {**flat_function(tool), **stated(strict=tool.strict, output_schema=tool.output)}


def write_custom(tool: Tool) -> dict[str, Any]:
    """A tool that takes free text."""
    return stated(type="custom", name=tool.name, description=tool.description, format=tool.custom)


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it."""
    return openai(picked, nested=False)


OFFERING = Offering(
    write_tool, "parameters", "openai", "output_schema", "openai-strict", write_custom, choice=choose, namespaces=True
)


DIALECT = Dialect(
    ID,
    "OpenAI Responses",
    CLUES,
    read,
    items.answer,
    Returns(
        missing="OpenAI refuses the request: No tool output found for function call; add a function_call_output with its call_id.",
        unknown="call_id must repeat the call_id of a function_call, not the id of its item.",
        together=False,
    ),
    stops=STOPS,
    offering=OFFERING,
    approvals="as mcp_approval_request and mcp_approval_response before the mcp_call",
    replay=Replay(items.replayed, "input", ids=r".{1,64}"),
)
