"""Taking wrappers off, layer by layer, until JSON is left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from hopscope.layers import (
    cassette,
    code,
    colours,
    containers,
    curl,
    data_stream,
    declarations,
    diff,
    fence,
    har,
    html,
    jsonl,
    literal,
    log,
    margin,
    panel,
    percent,
    printed,
    program,
    quote,
    quoted,
    sse,
    table,
    transcript,
    typed,
    websocket,
    wrapped,
    yaml,
)
from hopscope.layers._base import BARE, Part, Peeled, Piece, Wrapping, describe
from hopscope.text.following import follow
from hopscope.text.node import At, Node, root
from hopscope.text.places import pointer
from hopscope.text.reader import Reading, broken_off, mended, read
from hopscope.text.source import MARK, Decoded, Root, Slice, Source

DEEPEST = 8
_WRAPPERS = (
    colours,
    html,
    panel,
    wrapped,
    transcript,
    containers,
    typed,
    percent,
    sse,
    data_stream,
    cassette,
    yaml,
    curl,
    table,
    diff,
    quote,
    websocket,
    jsonl,
    fence,
    margin,
    program,
    code,
    literal,
    declarations,
    log,
    printed,
    quoted,
)
_LINE_END = re.compile(r"[\r\n]")
_MAKES_STRINGS = ("call-text", "leading-zeros", "unquoted-string")
_WITH_PROSE = (("prose",), ("fence",))  # what stands for the prose round it too
Base = tuple[str, ...]
Choose = Callable[[Reading], Reading]


def peel(name: str, text: str, repair: bool = True, choose: Choose | None = None) -> Peeled:
    """Takes every wrapper off a document and reads what is inside, mended unless `repair` is false; never raises.

    `choose` picks among the readings that fit a text where there are several.
    """
    document = Root(name, text)
    found = _Peeling(repair, choose).open(document, ("",), 0)
    return replace(found, document=document, parts=_numbered(found.parts))


def _numbered(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    for at, part in enumerate(parts):
        part.index = at
    return parts


def followed(peeled: Peeled, text: str) -> Peeled | None:
    """What was peeled of a document that is JSON as it stands, gone on with as `text`; None where that must be peeled itself.

    What was peeled before may not be used any more then.
    """
    if len(peeled.readings) != 1 or not follow(peeled.readings[0], text):
        return None
    found = _Peeling(True)._plain(peeled.readings[0], ("",), 0)
    return replace(found, parts=_numbered(found.parts))


def peel_string(node: Node) -> tuple[Part, ...]:
    """The parts of a text that stands as a string inside a document: a stream kept in a log, say."""
    site = node.site
    return _Peeling(True).open(site.content(), (*node.path, ""), 1).parts if site else ()


@dataclass(frozen=True, slots=True)
class _Peeling:
    """One document being peeled; `base` are the pointers of the layers round a source, `level` their number."""

    repair: bool
    choose: Choose | None = None
    in_code: bool = False
    in_json: bool = False  # inside a string of a text that is JSON as it stands

    def open(self, source: Source, base: Base, level: int) -> Peeled:
        """A source without its wrappers."""
        reading = read(source, repair=False)
        if reading.values or reading.too_deep or reading.too_large or reading.empty:
            return self._plain(self._chosen(reading), base, level)
        if level < DEEPEST and not self._breaks_off(reading):
            unmarked = Slice(source, 1, len(source.text)) if source.text.startswith(MARK) else source
            for wrapper in _WRAPPERS:
                if wrapping := wrapper.unwrap(unmarked):
                    found = self._unwrapped(_document(source), wrapping, base, level)
                    if wrapper is not percent or not self.in_json or _whole(found.readings):
                        return found
        return self._plain(self._chosen(mended(reading)) if self.repair else reading, base, level)

    def _breaks_off(self, reading: Reading) -> bool:
        """Whether a text needs to be mended at its end alone: no wrapper begins as JSON and goes on as that."""
        return self.repair and broken_off(reading) is not None

    def _chosen(self, reading: Reading) -> Reading:
        chosen = self.choose(reading) if self.choose and self.repair else reading
        return replace(chosen, in_code=True) if self.in_code else chosen

    def _plain(self, reading: Reading, base: Base, level: int) -> Peeled:
        """A text that is JSON by itself."""
        if level < DEEPEST and len(reading.values) == 1:
            if wrapping := har.unwrap(reading) or cassette.unwrap_json(reading):
                inner = self._unwrapped(_document(reading.source), wrapping, base, level)
                layers = (*reading.wrappers, *inner.layers)
                return replace(inner, layers=layers, readings=(reading, *inner.readings))
            if isinstance(reading.values[0], str) and (found := self._in_string(reading, base, level)):
                return found
        parts = (Part(root(reading, n, _counted(base, reading, n)), n) for n in range(len(reading.values)))
        framing = _framing(reading)
        layers = (*reading.wrappers, *((framing,) if framing in BARE else ()))
        return Peeled(_document(reading.source), layers, framing, tuple(parts), (reading,))

    def _in_string(self, reading: Reading, base: Base, level: int) -> Peeled | None:
        """The JSON in a document that is one string, if an object or an array is in there and it was not made a string here."""
        if any(edit.rule in _MAKES_STRINGS for edit in reading.edits):
            return None
        valid = reading.completeness == "complete"
        within = replace(self, in_json=self.in_json or valid)
        inner = within.open(Decoded(reading.strict, *reading.bounds()), (*base, ""), level + 1)
        if valid and all(part.reading.completeness == "guessed" for part in inner.parts if part.reading):
            return None
        deepest = "string" in inner.layers or (level + 1 == DEEPEST and any(inner.values))
        if not deepest and not any(isinstance(node.value, (dict, list)) for node in inner.values):
            return None
        layers = (*reading.wrappers, "string", *inner.layers)
        return Peeled(inner.document, layers, inner.framing, inner.parts, (reading, *inner.readings))

    def _unwrapped(self, document: Root, wrapping: Wrapping, base: Base, level: int) -> Peeled:
        """What the pieces of a wrapper hold; pieces without JSON are passed over."""
        within = replace(self, in_code=True) if wrapping.code else self
        levels = (DEEPEST if piece.last else level + 1 for piece in wrapping.pieces)
        inners = (
            None if piece.done else within.open(piece.source, base, inner)
            for piece, inner in zip(wrapping.pieces, levels, strict=True)
        )
        opened = zip(wrapping.pieces, inners, strict=True)
        kept = [(piece, inner) for piece, inner in opened if inner is None or _worth(inner)]
        found = [inner for _, inner in kept if inner]
        return Peeled(
            document,
            (*_left_aside(wrapping, len(kept)), *_names(wrapping, found)),
            wrapping.framing or (found[0].framing if found else "single"),
            tuple(_parts(kept, len(base) - 1, len(found) > 1, wrapping.records)),
            tuple(reading for inner in found for reading in inner.readings),
        )


def _parts(kept: list[tuple[Piece, Peeled | None]], layer: int, several: bool, records: bool) -> Iterator[Part]:
    """The parts of all pieces, each with its step: a count, or the exchange and its side."""
    exchanges = {piece.exchange: None for piece, inner in kept if inner and piece.exchange is not None}
    ranks = {exchange: rank for rank, exchange in enumerate(exchanges)}
    count = 0
    for piece, inner in kept:
        if inner is None:
            end = Part(None, 0, done=True)
            describe(end, piece)
            yield end
            continue
        step: tuple[str | int, ...] = (count,) if several else ()
        if piece.exchange is not None:
            rank = ranks[piece.exchange]
            piece = replace(piece, exchange=rank)
            step = (rank, piece.direction or "request") if records else step
        for part in inner.parts:
            _move(part, step, layer)
            describe(part, piece)
            yield part
        count += 1


def _move(part: Part, step: tuple[str | int, ...], layer: int) -> None:
    """Puts one step more into a part's path, in the pointer of the layer that held the wrapper."""
    site = part.node.site if part.node else None
    if step and part.node and isinstance(site, At):
        longer = (*site.layers[:layer], pointer(step) + site.layers[layer], *site.layers[layer + 1 :])
        part.node = Node(part.node.value, At(site.reading, site.n, site.keys, longer))


def _counted(base: Base, reading: Reading, n: int) -> Base:
    return base if len(reading.values) < 2 else (*base[:-1], f"{base[-1]}/{n}")


def _framing(reading: Reading) -> str:
    """How the values of one reading are set apart: each on a line of its own, or just one after the other."""
    if len(reading.values) < 2:
        return "single"
    text, ranges = reading.strict.text, reading.ranges
    whole = not any(_LINE_END.search(text, *value) for value in ranges)
    parted = whole and all(_LINE_END.search(text, one[1], other[0]) for one, other in pairwise(ranges))
    return "jsonl" if parted else "concatenated"


def _worth(inner: Peeled) -> bool:
    """Whether a piece holds JSON, or a fault that must be told."""
    return bool(inner.parts) or any(one.too_deep or one.too_large for one in inner.readings)


def _whole(readings: tuple[Reading, ...]) -> bool:
    return all(one.completeness == "complete" for one in readings)


def _names(wrapping: Wrapping, inners: list[Peeled]) -> tuple[str, ...]:
    """The wrapper's layer, and what is inside where all pieces agree on it."""
    inside = {inner.layers for inner in inners}
    common = inside.pop() if len(inside) == 1 else ()
    return common if _told(wrapping.layer, common) else (wrapping.layer, *common)


def _told(layer: str, inside: tuple[str, ...]) -> bool:
    """Whether the layers inside tell of one themselves."""
    if layer == containers.NAME:
        return layer in inside
    return inside[:1] in _WITH_PROSE if layer == quote.NAME else inside[:1] == (layer,) == (log.NAME,)


def _left_aside(wrapping: Wrapping, kept: int) -> tuple[str, ...]:
    """The layer of lines without JSON among lines of JSON."""
    return ("prose",) if wrapping.layer in BARE and kept < len(wrapping.pieces) else ()


def _document(source: Source) -> Root:
    return source.spans(0, 0)[0].root
