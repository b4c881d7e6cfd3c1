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


def history(
    messages: Iterable[Node],
    calls_of: Callable[[Node], tuple[Call, ...]],
    return_of: Callable[[Node], Return],
    *,
    results: tuple[str, ...] = ("tool",),
    model: tuple[str, ...] = ("assistant",),
) -> Iterator[Message]:
    """The messages of a history, results that follow each other as one; `results` and `model` are the roles of the two."""
    for is_result, run in groupby(messages, lambda message: message.value_at("role") in results):
        members = list(run)
        if is_result:
            yield Message(members[0], False, returns=tuple(map(return_of, members)))
            continue
        for message in members:
            if message.value_at("role") in model:
                yield Message(message, True, calls_of(message), texts_of(message.get("content")))
            else:
                yield Message(message, False)
