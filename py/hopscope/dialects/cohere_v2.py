"""Cohere's chat API, version 2: requests, responses and streams.

Source: cohere-ai/cohere-python at bc495daab7. Tools, calls and tool messages are written as OpenAI Chat writes them; a response is
one message with a `tool_plan`, and each stream event has its own `type`. A call without arguments is written as `"null"` in a
body and as an empty text in a stream.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._chat_messages import function_mount, history, message_of
from hopscope.dialects._choosing import WORDS, Picked, Stated, chosen
from hopscope.dialects._errors import error_body, unreadable_call
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._offers import Offering, function
from hopscope.dialects._reading import any_json, count, flag, given, present, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_fragments import Assembly, Piece, incomplete, joined, still_open
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Call, Capture, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "cohere-v2"
STOPS: dict[str, Stopped] = {
    "COMPLETE": "end",
    "STOP_SEQUENCE": "end",
    "MAX_TOKENS": "length",
    "TOOL_CALL": "call",
    "ERROR": "malformed",
    "ERROR_TOXIC": "filter",
    "TIMEOUT": "error",
}
EVENTS = {
    "message-start", "content-start", "content-delta", "content-end", "tool-plan-delta", "tool-call-start", "tool-call-delta",
    "tool-call-end", "citation-start", "citation-end", "message-end",
}  # fmt: skip
MODELS = ("command-", "c4ai-", "tiny-aya")
OPENING = {"message-start", "tool-call-start", "tool-call-delta", "tool-plan-delta", "content-start", "content-delta"}


def _event(value: Any) -> bool:
    if not isinstance(value, dict) or str(value.get("type")) not in EVENTS or "toolCallId" in value:
        return False
    return isinstance(value.get("delta"), dict) or isinstance(value.get("index"), int)


def _request_shape(value: Any) -> bool:
    """A request that OpenAI's Chat would not have; the rest of it is written alike."""
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return False
    plans = any(isinstance(message, dict) and "tool_plan" in message for message in value["messages"])
    own = "strict_tools" in value or "citation_options" in value or value.get("tool_choice") in ("REQUIRED", "NONE")
    answer = value.get("response_format")
    own = own or (isinstance(answer, dict) and answer.get("type") == "json_object" and "json_schema" in answer)
    return plans or own or str(value.get("model")).startswith(MODELS)


def _response_shape(value: Any) -> bool:
    return (
        isinstance(value, dict) and isinstance(value.get("message"), dict) and str(value.get("finish_reason")) in STOPS
    )


def _error(value: Any) -> bool:
    """An error body, which is one sentence and an id; other services write such bodies too, but not of these."""
    said = value.get("message")
    bare = value.keys() <= {"id", "message"} and isinstance(said, str)
    return bare and said.startswith("invalid request:") and bool(re.search(r"\b(?:tool|message|model|chat)", said))


CLUES: tuple[Clue, ...] = (
    clue(5, "", _error, having="message"),
    clue(6, "", _event, having="type"),
    clue(18, "", _request_shape, having="messages"),  # more than all that Chat sees in the same request
    clue(6, "", _response_shape, having="message"),
    clue(5, "message/tool_plan", str),
    clue(2, "usage/billed_units", dict),
    clue(9, "tool_plan", str),  # one message
    clue(10, "*/tool_plan", str),  # a list of messages
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Cohere parts: each body by its shape, events joined into streams."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        if part.node and _event(part.node.value):
            if part.node.value_at("type") == "message-start" and stream.last:
                stream.close(draft)
                stream = _Stream()
            stream.add(part)
        elif part.node:
            _body(draft, part.node)
    stream.close(draft)
    return draft.capture()


def _body(draft: Draft, node: Node) -> None:
    if node.value_at("message") and node.value_at("finish_reason"):
        turn = _response(node, draft.latest)
        draft.turns.append(turn)
        draft.tell(unreadable_call(turn), turn)
    elif isinstance(node.value_at("message"), str):
        draft.tell([error_body(node, error=node)])
    elif isinstance(node.value_at("messages"), list):
        _request(draft, node)
    else:
        _history(draft, [_past(node)] if node.value_at("role") else node.each_once(_past))


# Requests


def _request(draft: Draft, node: Node) -> None:
    own = list(_mounts(node))
    answer = given(node.get("response_format", "json_schema")) or given(node.get("response_format", "schema"))
    choice = chosen(node.get("tool_choice"), node.value_at("tool_choice"))
    free = any_json(node.get("response_format", "type")) if answer is None else None
    request = Request(ID, node, choice, answer or free, count(node, "max_tokens"), True if free else None)
    draft.ask(request, own)
    _history(draft, node.get("messages").each_once(_past), request)


def _mounts(node: Node) -> Iterator[Mount]:
    strict = flag(node, "strict_tools")
    for tool in node.get("tools").each():
        yield from function_mount(ID, tool, tool.get("function"), strict)


def _history(draft: Draft, messages: Iterable[Message], request: Request | None = None) -> None:
    add_history(draft, history(messages), request=request)


def _return(message: Node) -> Return:
    content = message.get("content")
    documents = (block.get("document", "data") for block in content.each())
    texts = (*texts_of(content), *(data for data in documents if isinstance(data.value, str)))
    wanted = "a string or a list of text and document parts" if _refused(content) else None
    return Return(word(message, "tool_call_id"), message, present(content), wanted=wanted, texts=texts)


def _refused(content: Node) -> bool:
    if isinstance(content.value, list):
        return any(part.value_at("type") not in ("text", "document") for part in content.each())
    return not content.missing and not isinstance(content.value, str)


# Responses


def _response(node: Node, request: Request | None) -> Turn:
    message = node.get("message")
    return Turn(
        ID,
        message,
        _calls(message),
        texts_of(message.get("content")),
        stop=_stop(node),
        tokens=_tokens(node),
        id=word(node, "id"),
        request=request,
    )


def _tokens(node: Node) -> int | None:
    return count(node, "usage", "tokens", "output_tokens")


def _stop(node: Node) -> Stop | None:
    return stop_for(node.get("finish_reason"), STOPS, word(node, "error") or "")


def _calls(message: Node) -> tuple[Call, ...]:
    return tuple(_call(node) for node in message.get("tool_calls").each())


_past = partial(message_of, calls_of=_calls, return_of=_return, model=("assistant", "chatbot"))


def _call(node: Node) -> Call:
    arguments = node.get("function", "arguments")
    name = word(node, "function", "name") or ""
    encoded = arguments.missing or isinstance(arguments.value, str)
    return Call(word(node, "id"), name, ID, node, present(arguments), encoded)


# Streams


@dataclass
class _Stream:
    """The events of one streamed response; `close` adds its turn."""

    assembly: Assembly = field(default_factory=Assembly)
    texts: list[Node] = field(default_factory=list)
    first: Node = MISSING
    last: Node = MISSING
    end: Node = MISSING
    id: str | None = None
    begun: bool = False
    open: bool = False  # whether the last call still takes pieces

    def add(self, part: Part) -> None:
        """Takes in one event."""
        node, sort = part.node or MISSING, str((part.node or MISSING).value_at("type"))
        self.first, self.last, self.id = self.first or node, node, self.id or word(node, "id")
        self.begun = self.begun or sort in OPENING
        if sort in ("tool-call-start", "tool-call-delta"):
            self.assembly.add(_piece(node, part.index))
        elif sort in ("content-start", "content-delta"):
            self.texts += filter(word, [node.get("delta", "message", "content", "text")])
        elif sort == "message-end":
            self.end = node.get("delta")
        self.open = sort == "tool-call-delta" or (self.open and sort != "tool-call-end")

    def close(self, draft: Draft) -> None:
        """Adds what the stream held to the draft."""
        if not self.first:
            return
        whole = bool(self.end) or not self.begun
        turn = Turn(
            ID,
            self.first,
            self.assembly.finished(ID, whole=whole, blank=True),
            joined(self.texts),
            stop=_stop(self.end),
            tokens=_tokens(self.end),
            whole=whole,
            id=self.id,
            request=draft.latest,
        )
        draft.turns.append(turn)
        draft.tell(self._findings(turn), turn)

    def _findings(self, turn: Turn) -> Iterator[Finding]:
        yield from self.assembly.findings()
        yield from unreadable_call(turn)
        if error := given(self.end.get("error")):
            yield error_body(self.end, "stream-error", error)
        if not turn.whole:
            still = still_open(turn.calls) if self.open else None
            yield incomplete(self.last, str(self.last.value_at("type")), "message-end", still)


def _piece(node: Node, event: int) -> Piece:
    call = node.get("delta", "message", "tool_calls")
    function = call.get("function")
    arguments = given(function.get("arguments"))
    return Piece(event, call or node, count(node, "index"), word(call, "id"), word(function, "name"), arguments)


# Writing tools


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it; which tool must be called has no word here."""
    which = [f"that it must be {picked.only}"] if picked.only else picked.few
    members = {} if picked.mode == "auto" else {"tool_choice": WORDS[picked.mode].upper()}
    return Stated(members, (*which, *picked.alone))


OFFERING = Offering(function, "parameters", "cohere", choice=choose)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call`; this dialect has no error flag, so the text must say it."""
    document = {"type": "document", "document": {"data": text}}
    return {"role": "tool", "tool_call_id": call.id or "", "content": [document]}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The assistant's message with the calls of a turn, then a tool message with a document for each result."""
    calls = [{"id": one.id, "type": "function", "function": {"name": one.name, "arguments": one.text}} for one in turn]
    results = [
        {"role": "tool", "tool_call_id": one.id, "content": [{"type": "document", "document": {"data": result.text}}]}
        for one, result in answered(turn)
    ]
    return [{"role": "assistant", "tool_plan": "", "tool_calls": calls}, *results]


DIALECT = Dialect(
    ID,
    "Cohere Chat v2",
    CLUES,
    read,
    reply,
    Returns(
        missing="Cohere wants a tool message with the tool_call_id of each call in the assistant message before it.",
        unknown="tool_call_id must repeat the id of a call in the assistant message before it.",
        together=False,
    ),
    stops=STOPS,
    stop_names_calls=True,
    offering=OFFERING,
    null_is_none=True,
    replay=Replay(_replayed),
)
