"""Code points of a text measured as editors count them: UTF-16 code units, lines and columns from 1."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import accumulate, repeat
from operator import add

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_STRETCH = 4096  # characters
_LINE_END = re.compile(r"\r\n|\r|\n")


class Ruler:
    """Turns code points of one text into UTF-16 offsets, lines and columns."""

    def __init__(self, text: str) -> None:
        self._astral = [] if text.isascii() else list(_astral(text))
        self._lines = list(_line_starts(text))

    def moved(self, text: str, start: int, stop: int, grown: int) -> Ruler:
        """The ruler of a text that is so much longer, and differs from this one's in the slice from `start` to `stop` alone."""
        ruler = copy(self)
        # A line begins by the character before it, and one more where that is a carriage return.
        ends = (start - 1 + match.end() for match in _LINE_END.finditer(text[start - 1 : stop + grown + 1]))
        lines = [end for end in ends if start <= end <= stop + grown]
        astral = [start + match.start() for match in _ASTRAL.finditer(text[start : stop + grown])]
        ruler._lines = _spliced(self._lines, start, stop + 1, lines, grown)
        ruler._astral = _spliced(self._astral, start, stop, astral, grown)
        return ruler

    def offset(self, point: int) -> int:
        """The UTF-16 offset of a code point."""
        return point + bisect_left(self._astral, point)

    def measured(self, start: int, end: int) -> tuple[int, int, int, int]:
        """The UTF-16 offsets of a slice, and the line and column at which it starts."""
        line = bisect_right(self._lines, start)
        first = self._lines[line - 1]
        if not self._astral:
            return start, end, line, start - first + 1
        begin = self.offset(start)
        return begin, self.offset(end), line, begin - self.offset(first) + 1


def _spliced(points: list[int], start: int, stop: int, between: list[int], grown: int) -> list[int]:
    """Some offsets with others put in place of those from `start` to `stop`."""
    behind = points[bisect_left(points, stop) :]
    return [*points[: bisect_left(points, start)], *between, *(map(add, behind, repeat(grown)) if grown else behind)]


def _astral(text: str) -> Iterator[int]:
    """Where the characters stand that take two UTF-16 units; C code tells the stretches that hold any."""
    if not _any_astral(text):
        return
    for start in range(0, len(text), _STRETCH):
        stretch = text[start : start + _STRETCH]
        if _any_astral(stretch):
            yield from (start + match.start() for match in _ASTRAL.finditer(stretch))


def _any_astral(text: str) -> bool:
    return len(text.encode("utf-16-le", "surrogatepass")) > 2 * len(text)


def _line_starts(text: str) -> Iterable[int]:
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text))]
    return accumulate(map(add, map(len, text.split("\n")[:-1]), repeat(1)), initial=0)
