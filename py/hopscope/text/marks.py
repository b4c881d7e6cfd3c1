"""Brackets and commas of a text that is valid JSON up to its end, found by C code: what is open there, and the way to it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from hopscope.text.depth import unescaped

_ALL = "[]{},"
_OPENING, _CLOSING, _COMMA = frozenset(b"[{"), frozenset(b"]}"), ord(",")
_CHUNK = 1_024
_NESTED = re.compile(rb"[\[{],*[\]}]")
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_OTHERS = bytes(set(range(256)) - set(_ALL.encode()))


class Marks:
    """The brackets and commas outside strings in a valid beginning of JSON, each found by its number."""

    def __init__(self, text: str) -> None:
        self._pieces = unescaped(text).split(b'"')
        self._outside = b'"'.join(self._pieces[::2])
        self.all = self._outside.translate(None, _OTHERS)

    def open(self) -> list[int]:
        """The numbers of the brackets that stay open, outermost first; stretches that open none are passed over whole."""
        found: list[int] = []
        closed = 0
        for start in reversed(range(0, len(self.all), _CHUNK)):
            chunk = self.all[start : start + _CHUNK]
            closers, openers = _left_over(chunk)
            if openers > closed:
                found += (start + at for at in _unmatched(chunk, closed))
            closed = max(0, closed - openers) + closers
        return found[::-1]

    def last_comma(self, opener: int, stop: int) -> int | None:
        """The number of the last comma before the mark `stop` between the members of a container that is open there."""
        depth = 0
        for number in range(stop - 1, opener, -1):
            sign = self.all[number]
            if sign == _COMMA and not depth:
                return number
            if sign != _COMMA:
                depth += 1 if sign in _CLOSING else -1
        return None

    def commas(self, opener: int, stop: int) -> int:
        """How many commas stand between the members of a container that is open at the mark `stop`."""
        between, before = self.all[opener + 1 : stop], b""
        while len(before) != len(between):
            before, between = between, _NESTED.sub(b"", between)
        return between.count(b",")

    def places(self, numbers: Sequence[int]) -> Iterator[int]:
        """The offsets of some marks, given in order of their numbers."""
        chunk, seen = 0, 0
        marks = self._marks(0)
        for number in numbers:
            while number >= seen + len(marks):
                seen += len(marks)
                chunk += _CHUNK
                marks = self._marks(chunk)
            at = self._nth(chunk, number - seen)
            strings = self._outside.count(b'"', 0, at)
            inside = len(b'"'.join(self._pieces[1 : 2 * strings : 2])) + min(strings, 1)
            yield at + inside

    def _marks(self, chunk: int) -> bytes:
        return self._outside[chunk : chunk + _CHUNK].translate(None, _OTHERS)

    def _nth(self, chunk: int, number: int) -> int:
        """Where the mark with this number in a chunk stands outside strings."""
        signs = _OPENING | _CLOSING | {_COMMA}
        found = (chunk + at for at, sign in enumerate(self._outside[chunk : chunk + _CHUNK]) if sign in signs)
        return next(islice(found, number, None))


def _left_over(marks: bytes) -> tuple[int, int]:
    """How many closing and how many opening brackets have no partner among some marks."""
    marks, before = marks.translate(_ONE_KIND, b","), b""
    while len(before) != len(marks):
        before, marks = marks, marks.replace(b"[]", b"")
    return marks.count(b"]"), marks.count(b"[")


def _unmatched(marks: bytes, closed: int) -> Iterator[int]:
    """The numbers of the brackets that stay open if so many more closing ones follow, innermost first."""
    for number in range(len(marks) - 1, -1, -1):
        sign = marks[number]
        if sign in _CLOSING:
            closed += 1
        elif sign in _OPENING:
            if not closed:
                yield number
            closed = max(0, closed - 1)
