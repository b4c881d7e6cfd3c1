"""JSON Lines: one value a line; a faulty line is read by itself and spoils no other."""

from __future__ import annotations

import re
from itertools import islice

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.source import Slice, Source

NAME = "jsonl"
_LINE = re.compile(r"[^\r\n]+")
_BEGIN = re.compile(r"\s*[\[{][^\r\n]*+[\r\n]\s*[\[{]")
_MAY_BE_WHOLE = re.compile(r"[ \t]*(?:\{.*\}|\[.*\])[ \t]*\Z")
_NOTE = re.compile(r"\s*\[(?=[^\]]*[A-Za-z:])[^\[\]{}\"']*\]\s*[^\s,\]]")  # as logs begin a line
_FIRST = 64  # lines among which a whole one must be


def unwrap(source: Source) -> Wrapping | None:
    """The lines, if the first two begin like objects or arrays, at least half of all hold a whole value and none is of a log."""
    text = source.text
    if not ("\n" in text or "\r" in text) or not _BEGIN.match(text):
        return None
    if not any(_MAY_BE_WHOLE.match(one.group()) for one in islice(_LINE.finditer(text), _FIRST)):
        return None
    lines = [match for match in _LINE.finditer(text) if match.group().strip()]
    if any(_NOTE.match(text, *line.span()) for line in lines):
        return None
    slices = [Slice(source, *match.span()) for match in lines]
    whole = sum(bool(read(piece, repair=False).values) for piece in slices)
    if 2 * whole < len(slices):
        return None
    return Wrapping(NAME, tuple(Piece(piece) for piece in slices), NAME)
