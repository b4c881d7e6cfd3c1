"""What the APIs that write messages as OpenAI Chat does share: function tools, histories, and the shape of a call.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40; Cohere and Ollama took the forms over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from hopscope.dialects._history import Message
from hopscope.dialects._reading import given, texts_of, word
from hopscope.model import Call, Mount, Return
from hopscope.text.node import Node


def has_call(value: Any, arguments: type) -> bool:
    """Whether a value is a call whose arguments are of a type: JSON text, or an object."""
    function = value.get("function") if isinstance(value, dict) else None
    return isinstance(function, dict) and isinstance(function.get("arguments"), arguments)


def function_mount(dialect: str, tool: Node, function: Node, strict: bool | None = None) -> Iterator[Mount]:
    """The mount of a tool whose contract stands in `function`, if it has a name."""
    if name := word(function, "name"):
        schema, description = given(function.get("parameters")), given(function.get("description"))
        yield Mount(name, "offer", dialect, tool, schema, description=description, strict=strict)


def message_of(
    message: Node,
    calls_of: Callable[[Node], tuple[Call, ...]],
    return_of: Callable[[Node], Return],
    results: tuple[str, ...] = ("tool",),
    model: tuple[str, ...] = ("assistant",),
) -> Message:
    """One message of a history; `results` and `model` are the roles of those that hold a result, and of the model's."""
    role = message.value_at("role")
    if role in results:
        return Message(message, False, returns=(return_of(message),))
    if role in model:
        return Message(message, True, calls_of(message), texts_of(message.get("content")))
    return Message(message, False)


def history(messages: Iterable[Message]) -> Iterator[Message]:
    """The messages of a history, results that follow each other as one."""
    for holds_results, run in groupby(messages, lambda message: bool(message.returns)):
        first, *more = run
        if holds_results and more:
            yield Message(first.node, False, returns=tuple(one for each in (first, *more) for one in each.returns))
        else:
            yield from (first, *more)
