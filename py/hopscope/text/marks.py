"""What the marks of a text that is valid JSON up to its end say: what is open there, and the way to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from hopscope.text.outline import Outline

_OPENING, _CLOSING, _COMMA = frozenset(b"[{"), frozenset(b"]}"), ord(",")
_BRACKETS = _OPENING | _CLOSING
_CHUNKS = (1_024, 64)  # marks
_NESTED = re.compile(rb"[\[{][,:]*[\]}]")
_ONE_KIND = bytes.maketrans(b"{}", b"[]")


class Marks:
    """The marks of a valid beginning of JSON, or of what stands in it from one offset to another, each found by its number."""

    def __init__(self, outline: Outline, start: int = 0, stop: int | None = None) -> None:
        self._outline = outline
        self._first = outline.before(start)
        self.all = outline.marks[self._first : None if stop is None else outline.before(stop)]

    def ending(self) -> tuple[list[int], int | None]:
        """Where the brackets stand that stay open, and the last comma between the members of the innermost."""
        opened = self.open()
        comma = self.last_comma(opened[-1] if opened else -1, len(self.all))
        places = self.places(opened if comma is None else [*opened, comma])
        return (places, None) if comma is None else (places[:-1], places[-1])

    def open(self) -> list[int]:
        """The numbers of the brackets that stay open, outermost first."""
        return list(_unmatched(self.all, 0, _CHUNKS))[::-1]

    def last_comma(self, opener: int, stop: int) -> int | None:
        """The number of the last comma before the mark `stop` between the members of a container that is open there."""
        depth = 0
        for number in range(stop - 1, opener, -1):
            sign = self.all[number]
            if sign == _COMMA and not depth:
                return number
            if sign in _BRACKETS:
                depth += 1 if sign in _CLOSING else -1
        return None

    def commas(self, opener: int, stop: int) -> int:
        """How many commas stand between the members of a container that is open at the mark `stop`."""
        between, before = self.all[opener + 1 : stop], b""
        while len(before) != len(between):
            before, between = between, _NESTED.sub(b"", between)
        return between.count(b",")

    def places(self, numbers: Sequence[int]) -> list[int]:
        """The offsets of some marks."""
        return [self._outline.place(self._first + number) for number in numbers]


def _left_over(marks: bytes) -> tuple[int, int]:
    """How many closing and how many opening brackets have no partner among some marks."""
    marks, before = marks.translate(_ONE_KIND, b",:"), b""
    while len(before) != len(marks):
        before, marks = marks, marks.replace(b"[]", b"")
    return marks.count(b"]"), marks.count(b"[")


def _unmatched(marks: bytes, closed: int, chunks: tuple[int, ...]) -> Iterator[int]:
    """The numbers of the brackets that stay open if so many more closing ones follow, innermost first.

    Chunks of so many marks that leave none open are passed over whole.
    """
    if not chunks:
        yield from _one_by_one(marks, closed)
        return
    for start in reversed(range(0, len(marks), chunks[0])):
        chunk = marks[start : start + chunks[0]]
        closers, openers = _left_over(chunk)
        if openers > closed:
            yield from (start + at for at in _unmatched(chunk, closed, chunks[1:]))
        closed = max(0, closed - openers) + closers


def _one_by_one(marks: bytes, closed: int) -> Iterator[int]:
    for number in range(len(marks) - 1, -1, -1):
        sign = marks[number]
        if sign in _CLOSING:
            closed += 1
        elif sign in _OPENING:
            if not closed:
                yield number
            closed = max(0, closed - 1)
