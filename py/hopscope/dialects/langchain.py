"""LangChain messages: as objects, as constructors (`lc`), as `{type, data}`, in states of LangGraph, and as chunks of a stream.

Source: langchain-ai/langchain `langchain_core/messages` (ai.py, tool.py) and `langchain_core/load`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import copied, count, given, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_fragments import Assembly, Piece, joined
from hopscope.layers import Part
from hopscope.model import Call, Capture, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "langchain"
DEEPEST = 6  # lists of lists of messages, no deeper
STOPS: dict[str, Stopped] = {  # the providers' own words, as response_metadata passes them on
    "stop": "end", "end_turn": "end", "STOP": "end", "stop_sequence": "end", "tool_calls": "call", "tool_use": "call",
    "length": "length", "max_tokens": "length", "MAX_TOKENS": "length", "content_filter": "filter", "refusal": "refusal",
}  # fmt: skip
_MODEL = frozenset({"ai", "AIMessage", "AIMessageChunk"})
_TOOL = frozenset({"tool", "ToolMessage", "ToolMessageChunk"})
_KINDS = _MODEL | _TOOL | {"human", "system", "HumanMessage", "SystemMessage"}
_CLASSES = frozenset({"AIMessage", "ToolMessage", "HumanMessage", "SystemMessage"})
_CALLS = frozenset({"tool_call", "invalid_tool_call", "tool_call_chunk"})
_CALL_LISTS = {"tool_calls", "invalid_tool_calls", "tool_call_chunks"}
_OWN = {"additional_kwargs", "response_metadata", "tool_call_id"}


def _call(value: Any) -> bool:
    return isinstance(value, dict) and str(value.get("type")) in _CALLS and "args" in value and "name" in value


def _constructor(value: Any) -> bool:
    id = value.get("id") if isinstance(value, dict) else None
    named = str(id[-1]).removesuffix("Chunk") if isinstance(id, list) and id else None
    return named in _CLASSES and value.get("lc") == 1


def _message(value: Any) -> bool:
    """A message by what only LangChain has: its constructor, its fields, or the data it wraps."""
    if not isinstance(value, dict):
        return False
    data = value.get("data")
    wrapped = value.get("type") in ("ai", "tool", "human", "system") and isinstance(data, dict) and "content" in data
    fields = "content" in value and str(value.get("type")) in _KINDS and not _OWN.isdisjoint(value)
    called = any(_call(one) for key in value.keys() & _CALL_LISTS for one in _list(value, key))
    return _constructor(value) or wrapped or fields or called or _printed(value)


def _printed(value: dict[str, Any]) -> bool:
    """A message as Python prints it: the class that tells its type is lost, two fields of the base class stay."""
    return "type" not in value and "content" in value and {"additional_kwargs", "response_metadata"} <= value.keys()


def _printed_result(value: Any) -> bool:
    """A tool's message as Python prints it among others: of its fields only those with a value stay."""
    own = isinstance(value, dict) and not {"role", "type"} & value.keys()
    return own and "content" in value and isinstance(value.get("tool_call_id"), str)


def _list(value: Any, key: str) -> list[Any]:
    found = value.get(key)
    return found[:LOOKED_AT] if isinstance(found, list) else []


_MEMBERS = " ".join(("lc", "data", *sorted(_OWN | _CALL_LISTS)))  # one of which every such message has
CLUES: tuple[Clue, ...] = (
    clue(6, "", _message, having=_MEMBERS),
    clue(6, "[]", _message, having=_MEMBERS),
    clue(6, "messages/*", _message, having=_MEMBERS),
    clue(6, "*/messages/*", _message, having=_MEMBERS),  # an update of a graph, by node
    clue(6, "messages/*/*", _message, having=_MEMBERS),  # a batch of conversations
    clue(6, "generations/*/*/message", _message, having=_MEMBERS),
    clue(4, "", _call, having="args"),
    clue(4, "[]", _call, having="args"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's LangChain parts; chunks of one stream are put together."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        if part.node is None:
            continue
        found = list(_messages(part.node))
        if found and all(_kind(message) == "AIMessageChunk" for message in found):
            for number, message in enumerate(found, part.index):
                stream = _streamed(draft, stream, message, number)
        elif found:
            logged(draft, [_of_message(message) for message in found], _stop(_fields(found[-1])))
        else:
            _snippet(draft, part.node)
    stream.close(draft)
    return draft.capture()


def _messages(node: Node, level: int = 0) -> Iterator[Node]:
    """The messages of a value: itself, a list, a state, an update by node, or what a model run gave out."""
    if level > DEEPEST:
        return
    if _message(node.value) or (level and _printed_result(node.value)):
        yield node
    elif isinstance(node.value, list):
        for one in node.each():
            yield from _messages(one, level + 1)
    elif _message(node.value_at("message")):
        yield node.get("message")
    elif isinstance(node.value, dict):
        nested = node.get("messages") or node.get("generations")
        updates = [child for _, child in node.items() if child.get("messages")]
        for child in nested.each() if nested else updates:
            yield from _messages(child, level + 1)


def _fields(message: Node) -> Node:
    """The fields of a message, out of the form it is wrapped in."""
    return message.get("kwargs") or (message.get("data") if isinstance(message.value_at("data"), dict) else message)


def _kind(message: Node) -> str:
    id = message.get("id")
    if _constructor(message.value):
        return str(id.value[-1])
    fields = _fields(message)
    told = message.value_at("type") or fields.value_at("type")
    if fields.get("tool_call_chunks") and not told:  # printed, without its class
        return "AIMessageChunk"
    return str(told or ("tool" if fields.get("tool_call_id") else "ai"))


def _of_message(message: Node) -> Message:
    fields, kind = _fields(message), _kind(message)
    if kind in _TOOL:
        return Message(message, False, returns=(_return(fields),))
    calls = tuple(_calls(fields)) if kind in _MODEL else ()
    return Message(message, kind in _MODEL, calls, texts_of(fields.get("content")))


def _calls(fields: Node) -> Iterator[Call]:
    for call in (*fields.get("tool_calls").each(), *fields.get("invalid_tool_calls").each()):
        yield _of_call(call)


def _of_call(call: Node) -> Call:
    arguments = call.get("args")
    encoded = isinstance(arguments.value, str)
    return Call(word(call, "id"), word(call, "name") or "", ID, call, given(arguments), encoded)


def _return(fields: Node) -> Return:
    status = fields.value_at("status")
    failed = None if status is None else status == "error"
    id, name, content = word(fields, "tool_call_id"), word(fields, "name"), fields.get("content")
    return Return(id, fields, given(content), name, failed, texts=texts_of(content))


def _stop(fields: Node) -> Stop | None:
    meta = fields.get("response_metadata")
    reason = meta.get("finish_reason") or meta.get("stop_reason") or meta.get("done_reason")
    return stop_for(reason, STOPS)


def _snippet(draft: Draft, node: Node) -> None:
    calls = tuple(_of_call(call) for call in copied(node) if _call(call.value))
    if calls:
        draft.turns.append(Turn(ID, node, calls))


# Streams


def _streamed(draft: Draft, stream: _Stream, message: Node, event: int) -> _Stream:
    if not stream.takes(_fields(message)):
        stream.close(draft)
        stream = _Stream()
    stream.add(message, event)
    return stream


@dataclass
class _Stream:
    """The chunks of one message. Whether more was to come is not said by this format, so no stream is called incomplete."""

    assembly: Assembly = field(default_factory=Assembly)
    texts: list[Node] = field(default_factory=list)
    node: Node = MISSING
    id: str | None = None
    stop: Stop | None = None
    whole_calls: list[Node] = field(default_factory=list)
    tokens: int | None = None

    def takes(self, fields: Node) -> bool:
        """Whether a chunk belongs to the same message."""
        id = word(fields, "id")
        return not self.node or not id or not self.id or id == self.id

    def add(self, message: Node, event: int) -> None:
        """Takes one chunk."""
        fields = _fields(message)
        self.node, self.id = self.node or message, self.id or word(fields, "id")
        self.stop = _stop(fields) or self.stop
        self.tokens = count(fields, "usage_metadata", "output_tokens") or self.tokens
        self.texts += [text for text in texts_of(fields.get("content")) if text.value]
        chunks = list(fields.get("tool_call_chunks").each())
        for chunk in chunks:
            index, id, name = count(chunk, "index"), word(chunk, "id"), word(chunk, "name")
            self.assembly.add(Piece(event, chunk, index, id, name, given(chunk.get("args"))))
        self.whole_calls += [] if chunks else fields.get("tool_calls").each()

    def close(self, draft: Draft) -> None:
        """Adds the message as a turn."""
        if not self.node:
            return
        calls = (*(call.call(ID) for call in self.assembly.calls), *map(_of_call, self.whole_calls))
        turn = Turn(ID, self.node, calls, joined(self.texts), stop=self.stop, tokens=self.tokens, id=self.id)
        draft.turns.append(turn)
        draft.tell(self.assembly.findings(), turn)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call` with an error."""
    return {"type": "tool", "tool_call_id": call.id or "", "name": call.name, "content": text, "status": "error"}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The model's message with the calls of a turn, then a tool message for each result."""
    calls = [{"name": one.name, "args": one.arguments, "id": one.id, "type": "tool_call"} for one in turn]
    results = [
        {
            "type": "tool", "tool_call_id": one.id, "name": one.name, "content": result.text,
            "status": "error" if result.failed else "success",
        }
        for one, result in answered(turn)
    ]  # fmt: skip
    return [{"type": "ai", "content": "", "tool_calls": calls}, *results]


DIALECT = Dialect(
    ID,
    "LangChain messages",
    CLUES,
    read,
    reply,
    Returns(flag="status", missing="Each tool call must be answered by a ToolMessage with its tool_call_id."),
    stops=STOPS,
    arguments="either",
    replay=Replay(_replayed),
)
