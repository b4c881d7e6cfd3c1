"""JSON Lines: one value a line; a faulty line is read by itself and spoils no other."""

from __future__ import annotations

import re

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.source import Slice, Source

NAME = "jsonl"
_LINE = re.compile(r"[^\r\n]+")


def unwrap(source: Source) -> Wrapping | None:
    """The lines, if at least two hold a whole object or array and those are the most."""
    lines = [match for match in _LINE.finditer(source.text) if match.group().strip()]
    if len(lines) < 2 or not all(match.group().lstrip()[0] in "{[" for match in lines[:2]):
        return None
    slices = [Slice(source, *match.span()) for match in lines]
    whole = sum(bool(read(piece, repair=False).values) for piece in slices)
    if 2 * whole < len(slices):
        return None
    return Wrapping(NAME, tuple(Piece(piece) for piece in slices), NAME)
