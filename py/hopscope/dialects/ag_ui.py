"""AG-UI: the events that an agent streams to its user interface, and the input that an interface starts a run with.

Source: ag-ui-protocol/ag-ui, `sdks/python/ag_ui/core/events.py` at 22d69d984989 and `types.py` at 038db8279518. Members are
written in camelCase; the Python SDK takes snake_case too. A run may hold several turns of its model, and results of the tools
that the agent ran itself; those that the interface runs come back with the input of the next run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._chat_messages import function_mount, history, message_of
from hopscope.dialects._errors import error_body
from hopscope.dialects._history import add_history
from hopscope.dialects._reading import given, members, texts_of, word
from hopscope.dialects._stream_fragments import Assembly, Piece, incomplete, joined
from hopscope.layers import Part
from hopscope.model import Call, Capture, Mount, Request, Return, Turn
from hopscope.text.node import Node

ID = "ag-ui"
_TOLD = {  # what each event tells beside its type
    "TOOL_CALL_START": "toolCallName tool_call_name", "TOOL_CALL_ARGS": "toolCallId tool_call_id",
    "TOOL_CALL_END": "toolCallId tool_call_id", "TOOL_CALL_CHUNK": "toolCallId tool_call_id delta",
    "TOOL_CALL_RESULT": "toolCallId tool_call_id", "TEXT_MESSAGE_START": "messageId message_id",
    "TEXT_MESSAGE_CONTENT": "messageId message_id", "TEXT_MESSAGE_END": "messageId message_id",
    "TEXT_MESSAGE_CHUNK": "messageId message_id delta", "RUN_STARTED": "threadId thread_id", "RUN_FINISHED": "threadId thread_id",
    "RUN_ERROR": "message", "MESSAGES_SNAPSHOT": "messages",
}  # fmt: skip
_BEGINS = ("TOOL_CALL_START", "TEXT_MESSAGE_START")
_ENDS = ("RUN_FINISHED", "RUN_ERROR")


def _is_event(value: Any) -> bool:
    told = _TOLD.get(str(value.get("type")), "") if isinstance(value, dict) else ""
    return bool(set(told.split()) & value.keys()) if told else False


def _is_input(value: Any) -> bool:
    """What starts a run: the thread with its messages and tools."""
    run = {"threadId", "runId"} <= value.keys() or {"thread_id", "run_id"} <= value.keys()
    return run and isinstance(value.get("messages"), list) and isinstance(value.get("tools", []), list)


CLUES: tuple[Clue, ...] = (
    clue(6, "", _is_event, having="type"),
    clue(6, "[]", _is_event, having="type"),
    clue(18, "", _is_input, having="messages"),  # more than all that Chat sees in the same messages
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's runs: inputs by their shape, events joined into turns."""
    draft, run = Draft(ID, document), _Run()
    for part in parts:
        for node in members(part):
            if not _is_event(node.value):
                _input(draft, node)
            elif run.add(draft, node, part.index):
                run = _Run()
    run.close(draft)
    return draft.capture()


def _either(node: Node, camel: str, snake: str) -> Node:
    return node.get(camel) or node.get(snake)


# Inputs and snapshots of messages


def _input(draft: Draft, node: Node) -> None:
    mounts = [mount for mounts in node.get("tools").each_once(_mount) for mount in mounts]
    request = Request(ID, node)
    draft.ask(request, mounts)
    _history(draft, node, request)


def _mount(tool: Node) -> tuple[Mount, ...]:
    return tuple(function_mount(ID, tool, tool))


def _history(draft: Draft, node: Node, request: Request | None = None) -> None:
    add_history(draft, history(node.get("messages").each_once(_past)), request=request)


def _calls(message: Node) -> tuple[Call, ...]:
    return tuple(map(_call, _either(message, "toolCalls", "tool_calls").each()))


def _call(node: Node) -> Call:
    function = node.get("function")
    arguments = given(function.get("arguments"))
    encoded = arguments is None or isinstance(arguments.value, str)
    return Call(word(node, "id"), word(function, "name") or "", ID, node, arguments, encoded)


def _return(node: Node) -> Return:
    content, failed = node.get("content"), word(node, "error") is not None
    id = word(_either(node, "toolCallId", "tool_call_id"))
    return Return(id, node, given(content), failed=failed or None, texts=texts_of(content))


_past = partial(message_of, calls_of=_calls, return_of=_return)

# Runs


@dataclass
class _Run:
    """The events of one run; a turn of its model ends where something new begins behind a result."""

    assembly: Assembly = field(default_factory=lambda: Assembly(indexed=False))
    texts: list[Node] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    first: Node | None = None  # the first event of the turn
    last: Node | None = None
    started: bool = False

    def add(self, draft: Draft, node: Node, event: int) -> bool:
        """Takes one event in; true where the run is over."""
        kind = node.value_at("type")
        if self.returns and kind in _BEGINS:
            self._turn(draft, whole=True)
        self.first, self.last = self.first or node, node
        id, delta = word(_either(node, "toolCallId", "tool_call_id")), node.get("delta")
        if kind in ("TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_CHUNK"):
            name = word(_either(node, "toolCallName", "tool_call_name"))
            self.assembly.add(Piece(event, node, None, id or self._latest(), name, given(delta)))
        elif kind in ("TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_CHUNK") and word(delta):
            self.texts.append(delta)
        elif kind == "TOOL_CALL_RESULT":
            self.returns.append(_return(node))
        elif kind == "MESSAGES_SNAPSHOT":
            _history(draft, node)
        self.ended |= {id} if kind == "TOOL_CALL_END" and id else set()
        self.started = self.started or kind == "RUN_STARTED"
        if kind == "RUN_ERROR":
            draft.tell([error_body(node, "stream-error", node)])
        if kind in _ENDS:
            self._turn(draft, whole=True)
        return kind in _ENDS

    def _latest(self) -> str | None:
        return self.assembly.calls[-1].id if self.assembly.calls else None

    def _turn(self, draft: Draft, *, whole: bool) -> None:
        if self.first is not None and (self.assembly.calls or self.texts or self.returns):
            calls = self.assembly.finished(ID, whole=whole)
            texts, returns = joined(self.texts), tuple(self.returns)
            draft.turns.append(Turn(ID, self.first, calls, texts, returns, whole=whole, request=draft.latest))
        self.assembly, self.texts, self.returns, self.first = Assembly(indexed=False), [], [], None

    def close(self, draft: Draft) -> None:
        """Ends what the capture holds of a run; a run that began must end, a call that began too."""
        open_ = next((call.name for call in self.assembly.calls if call.id not in self.ended), None)
        broken = self.last is not None and (self.started or open_ is not None)
        self._turn(draft, whole=not broken or open_ is None)
        if broken and self.last is not None:
            about = draft.turns[-1] if draft.turns and open_ else None
            draft.tell([incomplete(self.last, word(self.last, "type"), "RUN_FINISHED", open_)], about)


# What an interface sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call` with an error, for the input of the next run."""
    return {"id": f"result-{call.id or 0}", "role": "tool", "toolCallId": call.id or "", "content": text, "error": text}


DIALECT = Dialect(
    ID,
    "AG-UI events",
    CLUES,
    read,
    reply,
    Returns(
        flag="error",
        missing="Each tool call of an assistant message must be answered by a tool message of its toolCallId.",
        unknown="toolCallId must repeat the id of a call in the messages before it.",
    ),
)
