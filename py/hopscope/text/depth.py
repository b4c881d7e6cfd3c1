"""How deep a text nests, measured before any recursive code sees it."""

from __future__ import annotations

from itertools import accumulate
from operator import sub

from hopscope.limits import DEPTH
from hopscope.text.outline import Outline, between_quotes, only, unescaped

_ROUNDS = 30
_ONE_KIND = bytes.maketrans(b"{}", b"[]")
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def depth(text: str) -> int:
    """The deepest nesting that a strict parser can meet in a text (for broken JSON: up to its first fault)."""
    return deepest(Outline(text))


def deepest(outline: Outline) -> int:
    """The same of a text whose outline is of further use."""
    most = outline.text.count("[") + outline.text.count("{")
    if most <= DEPTH:
        return most
    marks = only(b"[]{}", outline.marks)
    marks += b"]" * (marks.count(b"[") + marks.count(b"{") - marks.count(b"]") - marks.count(b"}"))
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


def structure(text: str, marks: bytes) -> bytes:
    """Those of some ASCII marks that stand outside strings, in order."""
    return b"".join(between_quotes(unescaped(text), marks)[::2])


def safe(plain: bytes) -> bool:
    """Whether recursive code may start anywhere in a text, given as `unescaped`, wherever its strings turn out to begin."""
    pieces = between_quotes(plain, b"[]{}")
    sides = (b"".join(pieces[side::2]) for side in (0, 1))
    return all(sum(_peeled(marks)) <= DEPTH or _rise(marks) <= DEPTH for marks in sides)


def _rise(marks: bytes) -> int:
    depths = list(accumulate(map(_STEP.__getitem__, marks), initial=0))
    return max(map(sub, depths, accumulate(depths, min)))
