"""Events of generative AI: the details of an inference in one event, or (up to version 1.36) one event a message.

Source: open-telemetry/semantic-conventions at 00c5325a304d, docs/gen-ai/gen-ai-events.md, and the same file at v1.36.0.
"""

from __future__ import annotations

from collections.abc import Iterator

from hopscope.dialects._history import Message
from hopscope.dialects._otel_attributes import PREFIX, attributes_of, plain, structure
from hopscope.dialects._reading import given, word
from hopscope.model import Call, Return
from hopscope.text.node import MISSING, Node

DETAILS = "gen_ai.client.inference.operation.details"
CHOICE = "gen_ai.choice"
_MESSAGES = {
    "gen_ai.system.message", "gen_ai.user.message", "gen_ai.assistant.message", "gen_ai.tool.message", CHOICE,
}  # fmt: skip


def name_of(event: Node, attributes: dict[str, Node]) -> str | None:
    """The event's name, which is a field of its own or an attribute."""
    stated = (event.get("eventName"), event.get("event_name"), attributes.get("event.name", MISSING), event.get("name"))
    return next(filter(None, map(word, stated)), None)


def is_message(event: Node, attributes: dict[str, Node]) -> bool:
    """Whether an event is one message of a conversation."""
    return name_of(event, attributes) in _MESSAGES


def details(span: Node) -> dict[str, Node]:
    """What the events of a span say of its inference, by attribute."""
    found: dict[str, Node] = {}
    for event in span.get("events").each():
        attributes = attributes_of(event)
        if name_of(event, attributes) == DETAILS:
            found |= attributes | body_of(event)
    return found


def body_of(event: Node) -> dict[str, Node]:
    """The attributes that an event keeps in its body."""
    body = plain(event.get("body"))
    return {key: value for key, value in body.items() if key.startswith(PREFIX)}


def messages(events: list[Node], dialect: str) -> Iterator[tuple[str, Message, Node]]:
    """Each message among some events, with the event's name and the choice's finish reason."""
    for event in events:
        attributes = attributes_of(event)
        name = name_of(event, attributes)
        if name in _MESSAGES:
            said = plain(event.get("body")) or structure(attributes.get(f"{PREFIX}event.content", MISSING))
            message = said.get("message") if name == CHOICE else said
            yield name, _message(name, message or said, event, dialect), said.get("finish_reason")


def _message(name: str, said: Node, event: Node, dialect: str) -> Message:
    texts = tuple(filter(None, [given(said.get("content"))]))
    if name == "gen_ai.tool.message":
        content = texts[0] if texts else None
        strings = tuple(text for text in texts if isinstance(text.value, str))
        return Message(event, False, returns=(Return(word(said, "id"), event, content, texts=strings),))
    calls = tuple(_call(one, dialect) for one in said.get("tool_calls").each())
    model = name in ("gen_ai.assistant.message", CHOICE)
    return Message(event, model, calls, tuple(text for text in texts if isinstance(text.value, str)))


def _call(block: Node, dialect: str) -> Call:
    arguments = block.get("function", "arguments")
    node, encoded = given(arguments), isinstance(arguments.value, str)
    id, name = word(block, "id"), word(block, "function", "name") or ""
    return Call(id, name, dialect, block, node, encoded, blank=node is None, wants_id=False)
