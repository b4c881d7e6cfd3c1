"""What a layer is: a wrapper that can be taken off a text, leaving pieces that know their places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from hopscope.record import record
from hopscope.text.node import Node
from hopscope.text.places import Place
from hopscope.text.reader import RANK, Completeness, Reading
from hopscope.text.source import MARK, Root, Source

Direction = Literal["request", "response"]
Where = Callable[[], Place]
_T = TypeVar("_T")


BARE = ("jsonl", "concatenated")
"""Framings that are no wrappers: taking them off changes nothing."""
NAMED = r"\{\s{0,99}[A-Za-z_$][\w$]{0,99}:(?!:)"
"""An object as JavaScript prints it: its keys have no quotes."""
_SECRET = ("authorization", "cookie", "api-key", "apikey", "token", "secret")


@record
class Piece:
    """One text inside a wrapper, with what the wrapper says of it; `exchange` counts requests with their answers.

    `channel` is the wrapper's own name of the connection, where it tells several apart; `header_at` finds the place
    of a header's value, where the wrapper knows it. In a piece that is the `last` layer a string is no wrapper.
    """

    source: Source
    event: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str | None = None
    url: str | None = None
    direction: Direction | None = None
    exchange: int | None = None
    done: bool = False
    channel: str | None = None
    header_at: Mapping[str, Where] = field(default_factory=dict)
    last: bool = False


@dataclass(frozen=True, slots=True)
class Wrapping:
    """A wrapper taken off: its layer's name and the pieces that were inside; `framing` where it holds several.

    Places in it count exchanges and their sides where it `records` exchanges, else the pieces. In `code` the pieces are
    literals of its language.
    """

    layer: str
    pieces: tuple[Piece, ...]
    framing: str | None = None
    records: bool = False
    code: bool = False


@dataclass(slots=True)  # made for every line of a log: to freeze it would make it more than twice as dear
class Part:
    """One JSON value of a document and what its wrappers say of it; `node` is None for an end mark such as `[DONE]`."""

    node: Node | None
    index: int
    event: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    method: str | None = None
    url: str | None = None
    direction: Direction | None = None
    exchange: int | None = None
    done: bool = False
    channel: str | None = None
    header_at: Mapping[str, Where] = field(default_factory=dict)

    @property
    def reading(self) -> Reading | None:
        """The reading the value comes from."""
        return self.node.reading if self.node else None


@dataclass(frozen=True)
class Peeled:
    """A document without its wrappers."""

    document: Root
    layers: tuple[str, ...]
    framing: str
    parts: tuple[Part, ...]
    readings: tuple[Reading, ...]

    @property
    def values(self) -> Iterator[Node]:
        """The root nodes of all values."""
        return (part.node for part in self.parts if part.node)

    @property
    def completeness(self) -> Completeness:
        """The worst of the readings; a wrapper makes it `normalised` at best."""
        found = [reading.completeness for reading in self.readings] or ["unreadable"]
        if any(layer not in BARE for layer in self.layers):
            found.append("normalised")
        return max(found, key=RANK.__getitem__)

    @property
    def empty(self) -> bool:
        """Whether the document holds nothing but white space."""
        return not self.document.text.removeprefix(MARK).strip()


def describe(part: Part, piece: Piece) -> None:
    """Notes in a part what an outer wrapper says of it, where the inner ones say nothing."""
    part.event = part.event or piece.event
    part.headers = part.headers or piece.headers
    part.method = part.method or piece.method
    part.url = part.url or piece.url
    part.direction = part.direction or piece.direction
    part.exchange = piece.exchange if part.exchange is None else part.exchange
    part.done = part.done or piece.done
    part.channel = part.channel or piece.channel
    part.header_at = part.header_at or piece.header_at


def harmless(headers: Iterable[tuple[str, _T]]) -> dict[str, _T]:
    """Headers, or their places, by their lower-case names, without cookies and credentials."""
    named = ((name.lower(), value) for name, value in headers)
    return {name: value for name, value in named if not any(word in name for word in _SECRET)}


def plain_url(url: str) -> str | None:
    """An address without its query, which may hold keys; None where there is none."""
    return url.split("?")[0].split("#")[0] or None
