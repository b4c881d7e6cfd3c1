"""HTTP archives (HAR 1.2): the bodies of each exchange; cookies and credentials are never looked at."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from hopscope.layers._base import Direction, Piece, Wrapping, harmless, plain_url
from hopscope.text.node import At, Node, root
from hopscope.text.reader import Reading
from hopscope.text.source import Opaque, Source

NAME = "har"


def unwrap(reading: Reading) -> Wrapping | None:
    """The bodies and websocket messages of all entries."""
    if len(reading.values) != 1:
        return None
    entries = root(reading).get("log", "entries")
    if not isinstance(entries.value, list):
        return None
    return Wrapping(
        NAME, tuple(piece for n, entry in enumerate(entries.each()) for piece in _entry(n, entry)), NAME, True
    )


def _entry(n: int, entry: Node) -> Iterator[Piece]:
    request, response = entry.get("request"), entry.get("response")
    yield from _body(n, request, request, request.get("postData"), "request")
    yield from _body(n, request, response, response.get("content"), "response")
    for message in entry.get("_webSocketMessages").each():
        direction: Direction = "request" if message.value_at("type") == "send" else "response"
        if source := _text(message.get("data"), None):
            yield Piece(source, url=plain_url(request.get("url").string), direction=direction, exchange=n)


def _body(n: int, request: Node, side: Node, body: Node, direction: Direction) -> Iterator[Piece]:
    source = _text(body.get("text"), body.value_at("encoding"))
    if source:
        yield Piece(
            source,
            headers=harmless((name, value.string) for name, value in _headers(side)),
            header_at=harmless((name, value.place) for name, value in _headers(side)),
            method=request.get("method").string or None,
            url=plain_url(request.get("url").string),
            direction=direction,
            exchange=n,
        )


def _text(text: Node, encoding: object) -> Source | None:
    """What a string of the archive holds; Base64 is decoded and then stands as a whole where the string stands."""
    if not text.string or not isinstance(text.site, At):
        return None
    if encoding != "base64":
        return text.site.content()
    try:
        decoded = base64.b64decode(text.string, validate=False).decode("utf-8")
    except ValueError:  # no Base64, signs beyond ASCII, or no UTF-8 in it
        return None
    return Opaque(text.site.reading.strict, *text.site.reading.bounds(text.keys), decoded)


def _headers(side: Node) -> Iterator[tuple[str, Node]]:
    """Each header that has a value, and that."""
    for one in side.get("headers").each():
        if value := one.get("value"):
            yield one.get("name").string, value
