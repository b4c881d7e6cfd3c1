"""Lines that a terminal broke at its width: a value is one again where it is whole without those breaks; told as `prose`.

A break in a string is no line break of its text then, and one in a number or a word parts nothing. A single break is told from
a line break by the widths that terminals have. A blank at the edge may have been lost in copying.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.repair import Literal
from hopscope.text.source import Edit, Edited, Source, apply
from hopscope.text.strict import Values

NAME = "prose"
_LINE = re.compile(r"([^\r\n]*)(\r?\n|\Z)")
_NATURAL = re.compile(r"[\[{,]\r?\n|.\r?\n[ \t]*[\]}]")  # where JSON itself has a line end
_VALUE = re.compile(r"[\[{](?=\s*[\"'\[{])")
_LONGEST = 4_000_000  # characters that are looked through
_NARROWEST, _WIDEST = 40, 400  # columns
_WIDTHS = frozenset({80, 100, 120, 132})
_FAILURES = 4  # places at which no value stands without the breaks either
_UNBROKEN = 200  # values in a row that no break goes through: the lines are as long by themselves


def unwrap(source: Source) -> Wrapping | None:
    """The text without the breaks inside its values; None where none was made by a terminal."""
    text = source.text
    width = max(map(len, text.splitlines()), default=0) if len(text) <= _LONGEST else 0
    if not _NARROWEST <= width <= _WIDEST:
        return None
    lines = list(_at_the_edge(text, width))
    if all(_NATURAL.match(text, line.end(1) - 1) for line in lines):
        return None
    breaks = [Edit(*line.span(2), line[2], " " * (width - len(line[1])), "wrapped") for line in lines]
    fewest = 1 if width in _WIDTHS else 2
    kept = in_values(text, breaks) if len(breaks) >= fewest else []
    whole = sum(not one.inserted for one in kept)
    return Wrapping(NAME, (Piece(Edited(source, kept)),)) if whole >= fewest else None


def _at_the_edge(text: str, width: int) -> Iterator[re.Match[str]]:
    """The lines that reach the edge, but for one blank, and do not end the text."""
    at = 0
    for line in text.splitlines(keepends=True):
        if len(line) >= width and (found := _LINE.match(text, at)) and len(found[1]) >= width - 1 and found[2]:
            yield found
        at += len(line)


def in_values(text: str, breaks: list[Edit]) -> list[Edit]:
    """Those edits of breaks by which a value is whole that is not whole without them."""
    joined = apply(text, breaks)
    lost = [0, *accumulate(len(one.removed) - len(one.inserted) for one in breaks)]
    seams = [one.start - before for one, before in zip(breaks, lost, strict=False)]
    with_breaks, without = _Wholes(text), _Wholes(joined)
    kept: list[Edit] = []
    end = failures = unbroken = 0
    for begin in _VALUE.finditer(joined):
        if begin.start() < end:
            continue
        if failures == _FAILURES or unbroken == _UNBROKEN:
            break
        found = without.end(begin.start())
        if found is None:
            failures += 1
            continue
        first, last = bisect_left(seams, begin.start() + 1), bisect_left(seams, found)
        if first < last and with_breaks.end(begin.start() + lost[first]) is None:
            kept += breaks[first:last]
        unbroken = unbroken + 1 if first == last else 0
        end = found
    return kept


class _Wholes:
    """The whole values in a text, of JSON or as Python prints them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._values = Values(text)

    def end(self, start: int) -> int | None:
        """Where the value that starts at a place ends, or None where none is whole there."""
        found = self._values.end(start)
        if found is not None:
            return found
        printed = Literal(self._text, start)
        return printed.end if printed.read() else None
