"""How deep a text nests, measured before any recursive code sees it."""

from __future__ import annotations

from itertools import accumulate
from operator import sub

from hopscope.limits import DEPTH

_ROUNDS = 30
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def depth(text: str) -> int:
    """The deepest nesting that a strict parser can meet in a text (for broken JSON: up to its first fault)."""
    most = text.count("[") + text.count("{")
    if most <= DEPTH:
        return most
    marks = structure(text, "[]{}")
    rounds, rest = _peeled(marks)
    return rounds if not rest else max(accumulate(map(_STEP.__getitem__, marks)), default=0)


def _peeled(marks: bytes) -> tuple[int, int]:
    """How often the innermost pairs of brackets could be taken away, and how many brackets are left."""
    marks = marks.translate(_ONE_KIND)
    for rounds in range(_ROUNDS):
        fewer = marks.replace(b"[]", b"")
        if len(fewer) == len(marks):
            return rounds, len(marks)
        marks = fewer
    return _ROUNDS, len(marks)


def structure(text: str, marks: str) -> bytes:
    """Those of some ASCII marks that stand outside strings, in order."""
    return parities(text, marks)[0]


def parities(text: str, marks: str) -> tuple[bytes, bytes]:
    """Those of some ASCII marks that stand behind an even number of quotes, and those behind an odd one.

    Dropping two neighbouring quotes never changes which side of a string anything is on, so most strings go at once.
    """
    kept = marks.encode() + b'"'
    dropped = bytes(set(range(256)) - set(kept))
    pieces = unescaped(text).translate(None, dropped).replace(b'""', b"").split(b'"')
    return b"".join(pieces[::2]), b"".join(pieces[1::2])


def unescaped(text: str) -> bytes:
    """A text with one byte for each code point, so that C code finds offsets in it, and no quote that is escaped."""
    plain = text.encode("ascii", "replace")
    return plain.replace(b"\\\\", b"__").replace(b'\\"', b"__") if b"\\" in plain else plain


def safe(text: str) -> bool:
    """Whether recursive code may start anywhere in a text, wherever its strings turn out to begin."""
    return all(sum(_peeled(marks)) <= DEPTH or _rise(marks) <= DEPTH for marks in parities(text, "[]{}"))


def _rise(marks: bytes) -> int:
    depths = list(accumulate(map(_STEP.__getitem__, marks), initial=0))
    return max(map(sub, depths, accumulate(depths, min)))
