"""Pydantic AI: the messages of a run, as `all_messages_json()` writes them, and the events of one that is streamed.

Source: pydantic/pydantic-ai at 4fda38988f, `pydantic_ai_slim/pydantic_ai/messages.py`. A message is a list of parts, each
named by its `part_kind`; a `retry-prompt` with a tool's name tells the model that a call was refused, or that its tool wants
another. Events tell a call as it begins, in pieces, as it ends and as it is made: it is listed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import count, given, members, stop_for, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_fragments import Assembly, Piece
from hopscope.layers import Part
from hopscope.model import Call, Capture, Return, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "pydantic-ai"
STOPS: dict[str, Stopped] = {
    "stop": "end", "length": "length", "tool_call": "call", "content_filter": "filter", "error": "error",
}  # fmt: skip
_CALLS = ("tool-call", "builtin-tool-call")
_RESULTS = ("tool-return", "retry-prompt")
_KINDS = {*_CALLS, *_RESULTS, "builtin-tool-return", "system-prompt", "user-prompt", "text", "thinking", "file"}


def _is_part(value: Any) -> bool:
    kind = value.get("part_kind") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in _KINDS


def _is_message(value: Any) -> bool:
    """A message of known parts; a later version may have put others between them."""
    parts = value.get("parts") if isinstance(value, dict) and value.get("kind") in ("request", "response") else None
    named = isinstance(parts, list) and all(isinstance(part, dict) and "part_kind" in part for part in parts)
    return (named and any(map(_is_part, parts or ()))) or _is_printed(value)


def _is_printed(value: Any) -> bool:
    """A message as Python prints it, where what says its kind and those of its parts is left out."""
    parts = value.get("parts") if isinstance(value, dict) and "kind" not in value and "role" not in value else None
    return isinstance(parts, list) and any(map(_kind, parts))


def _kind(part: Any) -> Any:
    """The kind that a part states, or that a printed call or result shows."""
    if not isinstance(part, dict):
        return None
    if "part_kind" in part or not all(isinstance(part.get(key), str) for key in ("tool_name", "tool_call_id")):
        return part.get("part_kind")
    return "tool-call" if "args" in part else "tool-return" if "content" in part else None


def _is_event(value: Any) -> bool:
    """An event with a part of known kind, or with a piece of a call."""
    if not isinstance(value, dict):
        return False
    part, delta = value.get("part", value.get("result")), value.get("delta")
    piece = isinstance(delta, dict) and isinstance(delta.get("tool_call_id"), str) and "args_delta" in delta
    return piece or (isinstance(part, dict) and (_is_part(part) or _kind(part) in (*_CALLS, *_RESULTS)))


CLUES: tuple[Clue, ...] = (
    clue(8, "", _is_event, having="part result delta"),
    clue(8, "[]", _is_event, having="part result delta"),
    clue(8, "", _is_message, having="parts"),
    clue(8, "[]", _is_message, having="parts"),
    clue(8, "", _is_part, having="part_kind"),  # more than Chat sees in the same tool_call_id
    clue(8, "[]", _is_part, having="part_kind"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's runs: messages in a list or a line each, or single parts."""
    draft = Draft(ID, document)
    found = [node for part in parts for node in members(part)]
    messages = [node for node in found if _is_message(node.value)]
    last = messages[-1].get("finish_reason") if messages else None
    logged(draft, list(map(_message, messages)), stop_for(last, STOPS) if last else None)
    logged(draft, list(_told([node for node in found if _is_event(node.value)])))
    bare = [node for node in found if _is_part(node.value)]
    if calls := tuple(_calls(bare)):
        draft.turns.append(Turn(ID, bare[0], calls, returns=tuple(_returns(bare))))
    else:
        draft.returns.extend(_returns(bare))
    return draft.capture()


def _message(node: Node) -> Message:
    parts = [part for part in node.get("parts").each() if isinstance(part.value, dict)]
    texts = tuple(part.get("content") for part in parts if part.value_at("part_kind") == "text")
    calls = tuple(_calls(parts))
    model = node.value_at("kind") == "response" or (bool(calls) and _is_printed(node.value))
    return Message(node, model, calls, texts, tuple(_returns(parts)))


def _told(events: Sequence[Node]) -> Iterator[Message]:
    """The messages that events tell: the calls up to a result, the result, and the calls behind the last one."""
    whole, pieces, known = dict[str | None, Node](), Assembly(), set[str | None]()
    for number, event in enumerate(events):
        part = event.get("part") or event.get("result")
        if tuple(_returns([part])):
            yield from _called(event, whole, pieces)
            yield Message(event, False, returns=tuple(_returns([part])))
            known.update(whole)
            whole, pieces = {}, Assembly()
        elif (id := word(part or event.get("delta"), "tool_call_id")) not in known:
            _take(event, number, id, whole, pieces)
    yield from _called(events[-1] if events else MISSING, whole, pieces)


def _take(event: Node, number: int, id: str | None, whole: dict[str | None, Node], pieces: Assembly) -> None:
    """Takes what one event tells of a call: all of it, or a piece."""
    part, delta = event.get("part"), event.get("delta")
    arguments = part.get("args") if part else delta.get("args_delta")
    if part and _kind(part.value) in _CALLS and arguments.value != "":
        whole[id] = part
    elif id and id not in whole and (delta or _kind(part.value) in _CALLS):
        named = word(part, "tool_name") if part else word(delta, "tool_name_delta")
        pieces.add(Piece(number, part or delta, count(event, "index"), id, named, given(arguments)))


def _called(event: Node, whole: dict[str | None, Node], pieces: Assembly) -> Iterator[Message]:
    begun = [one.call(ID) for one in pieces.calls if one.id not in whole]
    if calls := (*_calls(list(whole.values())), *begun):
        yield Message(event, True, calls)


def _calls(parts: Sequence[Node]) -> Iterator[Call]:
    for part in parts:
        if (kind := _kind(part.value)) in _CALLS:
            arguments, hosted = part.get("args"), kind == "builtin-tool-call"
            yield Call(
                word(part, "tool_call_id"), word(part, "tool_name") or "", ID, part, given(arguments),
                isinstance(arguments.value, str), hosted=hosted, blank=not given(arguments), wants_id=not hosted,
            )  # fmt: skip


def _returns(parts: Sequence[Node]) -> Iterator[Return]:
    for part in parts:
        kind, content = _kind(part.value), part.get("content")
        if kind in _RESULTS and word(part, "tool_name"):
            failed = kind == "retry-prompt" or part.value_at("outcome") == "failed" or None
            texts = (content,) if isinstance(content.value, str) else ()
            name, id = word(part, "tool_name"), word(part, "tool_call_id")
            yield Return(id, part, given(content), name, failed, texts=texts)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The request whose retry prompt answers `call` with an error."""
    part = {"tool_name": call.name, "content": text, "tool_call_id": call.id or "", "part_kind": "retry-prompt"}
    return {"parts": [part], "kind": "request"}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The model's response with the calls of a turn, and the request with their results."""
    calls = [
        {"tool_name": one.name, "args": one.text, "tool_call_id": one.id, "part_kind": "tool-call"} for one in turn
    ]
    results = [
        {
            "tool_name": one.name, "content": result.text, "tool_call_id": one.id,
            "part_kind": "retry-prompt" if result.failed else "tool-return",
        }
        for one, result in answered(turn)
    ]  # fmt: skip
    told = [{"parts": results, "kind": "request"}] if results else []
    return [{"parts": calls, "kind": "response"}, *told]


DIALECT = Dialect(
    ID,
    "Pydantic AI messages",
    CLUES,
    read,
    reply,
    Returns(
        missing="Each tool-call part must be answered by a tool-return or retry-prompt part of its tool_call_id.",
        unknown="tool_call_id must repeat the id of a tool-call part of the response before it.",
        together=True,
    ),
    arguments="either",
    stops=STOPS,
    replay=Replay(_replayed),
)
