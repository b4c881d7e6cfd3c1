"""Lists of Anthropic's bodies or events, and the lines of a batch: each is read by itself.

Source: anthropics/anthropic-sdk-python at 009b035305.
"""

from __future__ import annotations

from collections.abc import Iterator

from hopscope.dialects._anthropic_clues import EVENTS, is_error, is_message
from hopscope.dialects._reading import word
from hopscope.text.node import Node


def each(node: Node) -> Iterator[Node]:
    """A list of events or of bodies is read one by one; any other list is a snippet."""
    items = list(node.each())
    if items and all(map(_is_whole, items)):
        yield from items
    else:
        yield node


def _is_whole(item: Node) -> bool:
    shaped = is_message(item.value) or is_error(item.value) or kind_of(item)
    return bool(shaped or of_batch(item))


def of_batch(node: Node) -> Node | None:
    """What a line of a batch's requests or results carries."""
    return next(filter(None, (node.get("params"), node.get("result", "message"), node.get("result", "error"))), None)


def kind_of(node: Node) -> str | None:
    """The type of a value that is an event of a stream."""
    kind = word(node, "type")
    return kind if kind and EVENTS.match(kind) else None
