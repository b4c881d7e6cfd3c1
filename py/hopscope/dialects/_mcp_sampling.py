"""MCP sampling: a server asks the host's model, with tools of its own; its messages are a conversation of their own.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, sampling of 2025-11-25 and 2026-07-28.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.dialects._choosing import chosen
from hopscope.dialects._mcp_messages import ID
from hopscope.dialects._reading import count, flag, given, present, stop_for, texts_of, word
from hopscope.model import Call, Mount, Request, Return, Stopped, Turn
from hopscope.text.node import Node

STOPS: dict[str, Stopped] = {"toolUse": "call", "endTurn": "end", "stopSequence": "end", "maxTokens": "length"}
_ORDER = "The tool results of a turn must all stand in the next user message, with nothing else in it."


def uses_tools(params: Node) -> bool:
    """Whether a conversation has anything to do with tools."""
    kinds = (block.value_at("type") for message in params.get("messages").each() for block in blocks(message))
    return bool(params.value_at("tools")) or any(kind in ("tool_use", "tool_result") for kind in kinds)


def blocks(message: Node) -> list[Node]:
    """The blocks of a message, whose content may be one block or a list of them."""
    content = message.get("content")
    return list(content.each()) if isinstance(content.value, list) else [content] if content else []


def holds_calls(message: Node) -> bool:
    """Whether the model calls a tool in a message."""
    return any(block.value_at("type") == "tool_use" for block in blocks(message))


def request(params: Node) -> Request:
    """What a server asks of the model."""
    said = params.get("toolChoice")
    return Request(ID, params, chosen(said, said.value_at("mode")), limit=count(params, "maxTokens"))


def mounts(params: Node) -> Iterator[Mount]:
    """The tools the model is offered here."""
    for tool in params.get("tools").each():
        if name := word(tool, "name"):
            schema, output = given(tool.get("inputSchema")), given(tool.get("outputSchema"))
            yield Mount(name, "offer", ID, tool, schema, output, given(tool.get("description")))


def turns(params: Node) -> Iterator[Turn]:
    """The model's earlier turns, each with the results that the next messages carry."""
    messages = list(params.get("messages").each())
    for at, message in enumerate(messages):
        if message.value_at("role") == "assistant":
            after = messages[at + 1 :]
            yield _turn(message, history=True, returns=tuple(_returns(after)), answered=bool(after))


def answer(result: Node) -> Turn:
    """The model's turn in a result."""
    return _turn(result, stop=stop_for(result.get("stopReason"), STOPS))


def _turn(message: Node, **more: Any) -> Turn:
    calls = tuple(_call(block) for block in blocks(message) if block.value_at("type") == "tool_use")
    return Turn(ID, message, calls, tuple(_texts(blocks(message))), **more)


def _call(block: Node) -> Call:
    id, name = word(block, "id"), word(block, "name") or ""
    return Call(id, name, ID, block, present(block.get("input")))


def _texts(found: Sequence[Node]) -> Iterator[Node]:
    return (text for block in found if isinstance((text := block.get("text")).value, str))


def _returns(after: Sequence[Node]) -> Iterator[Return]:
    for distance, message in enumerate(after):
        if message.value_at("role") == "assistant":
            return
        for block in blocks(message):
            if block.value_at("type") == "tool_result":
                mixed = distance or any(other.value_at("type") != "tool_result" for other in blocks(message))
                yield returned(block, _ORDER if mixed else None)


def returned(block: Node, misplaced: str | None = None) -> Return:
    """One tool result."""
    id, content, failed = word(block, "toolUseId"), block.get("content"), flag(block, "isError")
    return Return(id, block, given(content), failed=failed, misplaced=misplaced, texts=texts_of(content))
