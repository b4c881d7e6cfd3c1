"""LlamaIndex: the events of an agent's workflow, and what a model selected.

Source: run-llama/llama_index at 062929daed4c, `llama-index-core/llama_index/core/agent/workflow/workflow_events.py`
(`AgentOutput`, `ToolCall`, `ToolCallResult`), and `core/tools/types.py` at 04ebb3722fb0 (`ToolOutput`). A call is told as
selected, as made and with its result: it is listed once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import flag, given, members, word
from hopscope.layers import Part
from hopscope.model import Call, Capture, Return
from hopscope.text.node import Node

ID = "llama-index"


def _is_call(value: Any) -> bool:
    own = isinstance(value, dict) and "tool_id" in value and isinstance(value.get("tool_kwargs"), (dict, str))
    return own and isinstance(value.get("tool_name"), str)


def _is_output(value: Any) -> bool:
    calls = value.get("tool_calls") if isinstance(value, dict) else None
    return isinstance(calls, list) and any(map(_is_call, calls[:LOOKED_AT]))


def _is_known(value: Any) -> bool:
    return _is_call(value) or _is_output(value)


CLUES: tuple[Clue, ...] = tuple(clue(8, path, _is_known, having="tool_kwargs tool_calls") for path in ("", "[]"))


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's events, one a line or in a list."""
    draft, seen = Draft(ID, document), set[str]()
    events = [node for part in parts for node in members(part)]
    logged(draft, [message for event in events for message in _messages(event, seen)])
    return draft.capture()


def _messages(event: Node, seen: set[str]) -> Iterator[Message]:
    """The calls that an event tells first, and the result that it holds."""
    told = list(event.get("tool_calls").each()) or [event]
    calls = tuple(_call(one) for one in told if _is_call(one.value) and word(one, "tool_id") not in seen)
    seen.update(call.id for call in calls if call.id)
    if calls:
        yield Message(event, True, calls)
    output = event.get("tool_output")
    if output and _is_call(event.value):
        yield Message(event, False, returns=(_return(event, output),))


def _call(node: Node) -> Call:
    arguments = node.get("tool_kwargs")
    encoded = isinstance(arguments.value, str)
    return Call(word(node, "tool_id"), word(node, "tool_name") or "", ID, node, given(arguments), encoded)


def _return(event: Node, output: Node) -> Return:
    """A result: its content, or its blocks of text."""
    content = output.get("content") or output.get("blocks")
    blocks = [one.get("text") for one in content.each()] or [content]
    texts = tuple(one for one in blocks if isinstance(one.value, str))
    return Return(
        word(event, "tool_id"), output, given(content), word(event, "tool_name"), flag(output, "is_error"), texts=texts
    )


DIALECT = Dialect(
    ID,
    "LlamaIndex events",
    CLUES,
    read,
    returns=Returns(flag="is_error", missing="Each tool call must be answered by a result of its tool_id."),
    arguments="either",
)
