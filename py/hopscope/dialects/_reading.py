"""How readers take values out of a body: the same small questions in every dialect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hopscope.layers import Part
from hopscope.model import Response, Stop, Stopped
from hopscope.text.node import Key, Node


def word(node: Node, *keys: Key) -> str | None:
    """The string at `keys`, or None where nothing, null or something else stands."""
    value = node.value_at(*keys)
    return value if isinstance(value, str) else None


def given(node: Node) -> Node | None:
    """The node, or None where it is missing or null."""
    return None if node.missing or node.value is None else node


def present(node: Node) -> Node | None:
    """The node, a null too, or None where it is missing."""
    return None if node.missing else node


def flag(node: Node, *keys: Key) -> bool | None:
    """The true or false at `keys`, or None."""
    value = node.value_at(*keys)
    return value if isinstance(value, bool) else None


def count(node: Node, *keys: Key) -> int | None:
    """The integer at `keys`, or None."""
    value = node.value_at(*keys)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def any_json(kind: Node, asks: str = "json_object") -> Node | None:
    """The word by which a request wants any JSON as its answer, or None where another or none stands."""
    return kind if kind.value == asks else None


def texts_of(content: Node) -> tuple[Node, ...]:
    """The plain texts of a content that is a string or a list of `{type: "text" | "output_text" | …, text}` blocks."""
    if isinstance(content.value, str):
        return (content,)
    if not content.value:
        return ()
    return tuple(text for block in content.each() if isinstance((text := block.get("text")).value, str))


def members(part: Part) -> Iterator[Node]:
    """The members of a part that is a list, or its one value; nothing of an end mark."""
    if part.node and isinstance(part.node.value, list):
        yield from part.node.each()
    elif part.node:
        yield part.node


def copied(node: Node) -> list[Node]:
    """What people copied out of a body: the members of a list, or one value alone."""
    return list(node.each()) or [node]


def stop_for(reason: Node, stops: Mapping[str, Stopped], said: str = "") -> Stop | None:
    """Why a turn stopped, by the dialect's table; None where no reason stands."""
    why = reason.value
    return Stop(why, stops.get(why), reason, said) if why and isinstance(why, str) else None


def hosted_result(result: Node, content: Node, failed: bool, code: str | None = None) -> Response:
    """How the provider's own run of a tool ended; a failure says the provider's `code`, else its texts."""
    texts = texts_of(content)
    said = (code or " ".join(text.string for text in texts)) if failed else ""
    return Response("result", result, failed, texts, said=said, output_free=True)
