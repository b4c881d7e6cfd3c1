"""Matches that may run long and cannot be stopped from inside: announced before they start, left out when told so.

Whoever can end the interpreter listens (`install`), ends it past the limit, starts another, and sends the request again after
`skip` was told the number that was announced last.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

Announce = Callable[[int], object]

_listeners: list[Announce] = []
_skipped: set[int] = set()


def install(announce: Announce) -> None:
    """Call `announce` with a number before a match that may run long, and with 0 when it has ended."""
    _listeners[:] = [announce]


def skip(numbers: Iterable[int]) -> None:
    """Leave out the matches of these numbers from now on; no others."""
    _skipped.clear()
    _skipped.update(numbers)


def is_skipped(pattern: str, text: str) -> bool:
    """Whether a match is one of those to be left out."""
    return bool(_skipped) and number_of(pattern, text) in _skipped


def number_of(pattern: str, text: str) -> int:
    """The number of a match: the same in every interpreter, never 0."""
    return zlib.crc32(f"{len(pattern)}:{pattern}{text}".encode("utf-8", "surrogatepass")) or 1


@contextmanager
def announced(pattern: str, text: str) -> Iterator[None]:
    """Tells the listener of a match for the length of a `with` block."""
    for announce in _listeners:
        announce(number_of(pattern, text))
    try:
        yield
    finally:
        for announce in _listeners:
            announce(0)
