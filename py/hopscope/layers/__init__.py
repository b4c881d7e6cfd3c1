"""Wrappers round JSON, one file each, taken off in any nesting."""

from __future__ import annotations

import re
from dataclasses import replace

from hopscope.layers import fence, jsonl, sse
from hopscope.layers._base import Part, Peeled, Piece, Wrapping, described
from hopscope.text.node import root
from hopscope.text.places import pointer
from hopscope.text.reader import Reading, read
from hopscope.text.source import Decoded, Root, Source

__all__ = ["DEEPEST", "Part", "Peeled", "Piece", "Wrapping", "peel"]

DEEPEST = 8
_WRAPPERS = (sse, jsonl, fence)
_BARE = ("jsonl", "concatenated")


def peel(name: str, text: str) -> Peeled:
    """Takes every wrapper off a document; never raises."""
    document = Root(name, text)
    found = _open(document, ("",), 0)
    parts = tuple(replace(part, index=at) for at, part in enumerate(found.parts))
    return Peeled(document, found.layers, found.framing, parts, found.readings)


def _open(source: Source, base: tuple[str, ...], level: int) -> Peeled:
    reading = read(source, repair=False)
    if reading.values or reading.too_deep or reading.too_large or reading.empty:
        return _plain(reading, base, level)
    if level < DEEPEST:
        for wrapper in _WRAPPERS:
            if wrapping := wrapper.unwrap(source):
                return _unwrapped(wrapping, base, level)
    return _plain(read(source), base, level)


def _plain(reading: Reading, base: tuple[str, ...], level: int) -> Peeled:
    """A text that is JSON by itself."""
    if len(reading.values) == 1 and isinstance(reading.values[0], str) and level < DEEPEST:
        inner = _in_string(reading, base, level)
        if inner:
            return inner
    parts = tuple(Part(root(reading, n, _counted(base, reading, n)), n) for n in range(len(reading.values)))
    return Peeled(_root(reading.source), (), _framing(reading), parts, (reading,))


def _counted(base: tuple[str, ...], reading: Reading, n: int) -> tuple[str, ...]:
    return base if len(reading.values) < 2 else _longer(base, (n,))


def _longer(base: tuple[str, ...], keys: tuple[str | int, ...]) -> tuple[str, ...]:
    return (*base[:-1], base[-1] + pointer(keys))


def _framing(reading: Reading) -> str:
    """How the values of one reading are set apart: each on lines of its own, or just one after the other."""
    if len(reading.values) < 2:
        return "single"
    text, starts = reading.strict.text, reading.starts
    lines = all(re.search(r"[\r\n]\s*\Z", text[max(0, at - 200) : at]) for at in starts[1:])
    whole = not any(re.search(r"[\r\n]", text[a:b].strip()) for a, b in zip(starts, (*starts[1:], len(text))))
    return "jsonl" if lines and whole else "concatenated"


def _in_string(reading: Reading, base: tuple[str, ...], level: int) -> Peeled | None:
    """The JSON in a document that is one string, if its content is an object, an array or such a string again."""
    inner = _open(Decoded(reading.strict, *reading.bounds()), (*base, ""), level + 1)
    if not inner.parts or not any(isinstance(node.value, (dict, list)) for node in inner.values):
        return None
    return Peeled(inner.document, ("string", *inner.layers), inner.framing, inner.parts, (reading, *inner.readings))


def _unwrapped(wrapping: Wrapping, base: tuple[str, ...], level: int) -> Peeled:
    opened = [(piece, None if piece.done else _open(piece.source, base, level + 1)) for piece in wrapping.pieces]
    kept = [(piece, inner) for piece, inner in opened if piece.done or _worth(inner)]
    several = sum(1 for piece, _ in kept if not piece.done) > 1
    parts: list[Part] = []
    count = 0
    for piece, inner in kept:
        if piece.done:
            parts.append(Part(None, len(parts), event=piece.event, done=True))
            continue
        step = (count,) if several and not piece.step else piece.step
        parts += (described(_moved(part, step, len(base) - 1), piece) for part in inner.parts)
        count += 1
    return Peeled(
        _root(wrapping.pieces[0].source),
        _names(wrapping, [inner for _, inner in kept if inner]),
        wrapping.framing or (kept[0][1].framing if kept and kept[0][1] else "single"),
        tuple(parts),
        tuple(reading for _, inner in kept if inner for reading in inner.readings),
    )


def _worth(inner: Peeled | None) -> bool:
    """Whether a piece holds JSON, or a fault that must be told."""
    return bool(inner) and bool(inner.parts or any(one.too_deep or one.too_large for one in inner.readings))


def _moved(part: Part, step: tuple[str | int, ...], layer: int) -> Part:
    """A part whose path has one step more, in the pointer of the layer that held the wrapper."""
    if not step or not part.node:
        return part
    base = part.node.site.base
    longer = (*base[:layer], pointer(step) + base[layer], *base[layer + 1 :])
    return replace(part, node=replace(part.node, site=replace(part.node.site, base=longer)))


def _names(wrapping: Wrapping, inners: list[Peeled]) -> tuple[str, ...]:
    own = () if wrapping.layer in _BARE else (wrapping.layer,)
    inner = inners[0].layers if len(inners) == 1 else ()
    return (*own, *inner)


def _root(source: Source) -> Root:
    return source.spans(0, 0)[0].root
