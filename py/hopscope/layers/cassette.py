"""Cassettes of recorded HTTP traffic (VCR and its kin, in YAML or JSON): the bodies of each exchange, nothing secret."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hopscope.layers import _yaml
from hopscope.layers._base import Direction, Piece, Wrapping, harmless, plain_url
from hopscope.layers._yaml import Map, Node, Scalar, Seq
from hopscope.layers._yaml_json import json_source
from hopscope.text.node import At, root
from hopscope.text.node import Node as JsonNode
from hopscope.text.reader import Reading
from hopscope.text.source import Decoded, Source

NAME = "cassette"
_SIGN = re.compile(r"^(?:http_)?interactions:", re.MULTILINE)
_SIDES: tuple[Direction, Direction] = ("request", "response")
_LISTS = ("interactions", "http_interactions")


# ---- YAML


def unwrap(source: Source) -> Wrapping | None:
    """The bodies of all exchanges in a YAML cassette; parsed bodies become JSON with the places of their scalars."""
    if "interactions:" not in source.text or not _SIGN.search(source.text):
        return None
    cassette = _Yaml(source)
    lists = (cassette.member(document, name) for document in _yaml.read(source.text) for name in _LISTS)
    exchanges = [item for found in lists if isinstance(found, Seq) for item in found.items]
    pieces = tuple(piece for n, item in enumerate(exchanges) for piece in cassette.pieces(n, item))
    return Wrapping(NAME, pieces, NAME, True) if pieces else None


@dataclass(frozen=True, slots=True)
class _Yaml:
    """A YAML cassette: its members by name, its strings, its bodies."""

    source: Source

    def member(self, node: Node | None, *names: str) -> Node | None:
        """The member on a way of names."""
        for name in names:
            pairs = node.pairs if isinstance(node, Map) else []
            node = next((value for key, value in pairs if self._name(key) == name), None)
        return node

    def _name(self, key: Scalar) -> str:
        return self.source.text[key.start : key.end].strip("'\"")

    def pieces(self, number: int, exchange: Node) -> Iterator[Piece]:
        """The bodies of one exchange."""
        request = self.member(exchange, "request")
        method = self.string(self.member(request, "method")).upper() or None
        url = plain_url(self.string(self.member(request, "uri") or self.member(request, "url")))
        for direction in _SIDES:
            side = self.member(exchange, direction)
            if body := self.body(side):
                headers = harmless(self.headers(self.member(side, "headers")))
                yield Piece(body, headers=headers, method=method, url=url, direction=direction, exchange=number)

    def body(self, side: Node | None) -> Source | None:
        """The body of a request or response: parsed, as text, or as text inside a mapping."""
        parsed = self.member(side, "parsed_body")
        try:
            if parsed is not None:
                return json_source(self.source, parsed)
            body = self.member(side, "body")
            return self.content(self.member(body, "string") if isinstance(body, Map) else body)
        except ValueError:
            return None

    def content(self, node: Node | None) -> Source | None:
        """What a scalar says; raises ValueError where it is no text."""
        if not isinstance(node, Scalar) or node.start == node.end:
            return None
        literal = json_source(self.source, node)
        return Decoded(literal, 0, len(literal.text)) if literal.text.startswith('"') else None

    def string(self, node: Node | None) -> str:
        """The text of a scalar, or the empty one."""
        try:
            content = self.content(node)
        except ValueError:
            return ""
        return content.text if content else ""

    def headers(self, node: Node | None) -> Iterator[tuple[str, str]]:
        """Names and values; of several values the first."""
        for key, value in node.pairs if isinstance(node, Map) else []:
            first = value.items[0] if isinstance(value, Seq) and value.items else value
            yield self._name(key), self.string(first)


# ---- JSON


def unwrap_json(reading: Reading) -> Wrapping | None:
    """The bodies of all exchanges in a JSON cassette."""
    document = root(reading)
    found = next((document.get(name) for name in _LISTS if isinstance(document.value_at(name), list)), None)
    if found is None:
        return None
    pieces = tuple(piece for n, exchange in enumerate(found.each()) for piece in _json_pieces(n, exchange))
    return Wrapping(NAME, pieces, NAME, True) if pieces else None


def _json_pieces(number: int, exchange: JsonNode) -> Iterator[Piece]:
    request = exchange.get("request")
    for direction in _SIDES:
        side = exchange.get(direction)
        body = side.get("body", "string") or side.get("body")
        if body.string and isinstance(body.site, At):
            yield Piece(
                body.site.content(),
                headers=harmless((name, _first(value)) for name, value in side.get("headers").items()),
                method=request.get("method").string.upper() or None,
                url=plain_url(request.get("uri").string or request.get("url").string),
                direction=direction,
                exchange=number,
            )


def _first(value: JsonNode) -> str:
    return value.string or value.get(0).string
