"""Texts that stand in pieces in a document: what a stream sent bit by bit, put together."""

from __future__ import annotations

from collections.abc import Iterator

from hopscope.flow.documents import read
from hopscope.text.node import Pieces
from hopscope.text.source import Source

_SIGNS = ("delta", "Delta", "partial")  # at least one is in every stream that sends texts in pieces


def streamed(name: str, text: str) -> Iterator[Source]:
    """The arguments and words of a document that stand in more than one piece, each with the places of its pieces."""
    if any(sign in text for sign in _SIGNS):
        for capture in read(name, text).captures:
            for turn in capture.turns:
                nodes = (*(call.arguments for call in turn.calls), *turn.texts)
                sites = (node.site for node in nodes if node)
                yield from (site.content() for site in sites if isinstance(site, Pieces) and len(site.nodes) > 1)
