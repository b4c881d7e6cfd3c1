"""Literals as Python lays them out, long strings in several pieces, found in the text round them.

Where strings in a literal stand in one piece each the reader finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.repair import LONGEST, Literal
from hopscope.text.source import Slice, Source

_LITERALS = 50  # readings tried in one text
# Begins with the line break, for which C code looks fastest, and asks first what few lines have before it.
_SEAM = re.compile(r"\n(?<=['\" \t\r]\n)[ \t]*+['\"]")
_WIDEST = 1_000  # blanks between a piece and the end of its line
_OPEN = re.compile(r"[\[{]")
_VALUE = re.compile(r"[\[{]\s*['\"\[{]")


def unwrap(source: Source) -> Wrapping | None:
    """The literals in a text; None where no string in them is in pieces, or where another value, or nothing, stands beside."""
    text = source.text
    if len(text) > LONGEST or not _seamed(text):
        return None
    found = list(_literals(text))
    ends = [0, *(one.end for one in found)]
    outside = "".join(text[at : one.start] for at, one in zip(ends, found, strict=False)) + text[ends[-1] :]
    alone = len(found) == 1 and not outside.strip()
    if alone or not any(one.seams and one.python for one in found) or _VALUE.search(outside):
        return None
    pieces = tuple(Piece(Slice(source, one.start, one.end)) for one in found)
    return Wrapping("prose", pieces, None if len(found) == 1 else "concatenated")


def _seamed(text: str) -> bool:
    """Whether a string ends at the end of a line and another begins the next line."""
    befores = (text[max(0, seam.start() - _WIDEST) : seam.start()] for seam in _SEAM.finditer(text))
    return any(before.removesuffix("\r").rstrip(" \t").endswith(("'", '"')) for before in befores)


def _literals(text: str) -> Iterator[Literal]:
    """The outermost literals; a bracket that one reading left open is left open by every other."""
    end, tries, left_open = 0, 0, set[int]()
    for begin in _OPEN.finditer(text):
        if begin.start() < end or begin.start() in left_open:
            continue
        if tries == _LITERALS:
            return
        tries += 1
        literal = Literal(text, begin.start())
        if literal.read():
            end = literal.end
            yield literal
        else:
            left_open.update(one.at for one in literal.stack)
