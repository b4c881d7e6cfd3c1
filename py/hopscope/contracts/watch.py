"""Matches that may run long and cannot be stopped from inside: announced before they start, left out when told so.

Whoever can end the interpreter listens (`install`), ends it past the limit, starts another, and sends the request again after
`skip` was told the number that was announced last.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

from hopscope.contracts import allowance

ALL = 0  # stands for every match that may run long; no match has this number
Announce = Callable[[int, float], object]

_listeners: list[Announce] = []
_skipped: set[int] = set()


def install(announce: Announce) -> None:
    """Call `announce` with a number and its seconds before a match that may run long, and with 0 when it has ended."""
    _listeners[:] = [announce]


def skip(numbers: Iterable[int]) -> None:
    """Leave out the matches of these numbers from now on, no others; with 0 among them every one that may run long."""
    _skipped.clear()
    _skipped.update(numbers)


def skipping() -> bool:
    """Whether any match is to be left out."""
    return bool(_skipped)


def left_out() -> frozenset[int]:
    """The numbers of the matches that are to be left out."""
    return frozenset(_skipped)


def skipped(pattern: str, text: str) -> Literal["over", "left"] | None:
    """Why a match is to be left out: it ran over its time before, or all are; None where it is not."""
    if _skipped and number_of(pattern, text) in _skipped:
        return "over"
    return "left" if ALL in _skipped else None


def number_of(pattern: str, text: str) -> int:
    """The number of a match: the same in every interpreter, never 0."""
    return zlib.crc32(f"{len(pattern)}:{pattern}{text}".encode("utf-8", "surrogatepass")) or 1


@contextmanager
def announced(pattern: str, text: str) -> Iterator[None]:
    """Tells the listener of a match for the length of a `with` block."""
    for announce in _listeners:
        announce(number_of(pattern, text), allowance.seconds())
    try:
        yield
    finally:
        for announce in _listeners:
            announce(0, 0.0)
