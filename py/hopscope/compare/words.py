"""A changed text, word by word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import AnyStr

from .order import common_ends, increasing, longest_common

_WORD = re.compile(r"\w+\s?|\s+|[^\w\s]\s?")
_WORTH = 24
_MOST_WORDS = 20_000
_SMALL = 4_000
Piece = tuple[str, str]


def pieces(left: str, right: str) -> tuple[Piece, ...]:
    """The way from one text to the other as (same | removed | added, text); empty where words say no more than the texts."""
    if max(len(left), len(right)) < _WORTH:
        return ()
    one, two = _WORD.findall(left), _WORD.findall(right)
    if len(one) + len(two) > _MOST_WORDS:
        return _ends(left, right)
    found = tuple((kind, "".join(words)) for kind, words in _runs(one, two) if words)
    kept = sum(len(text) for kind, text in found if kind == "same")
    return found if 4 * kept >= max(len(left), len(right)) else ()


def _runs(one: list[str], two: list[str]) -> Iterator[tuple[str, list[str]]]:
    """The words in turn: what stayed, then of a place that changed first all that went, then all that came."""
    i = j = start = 0
    for a, b in [*aligned(one, two), (len(one), len(two))]:
        if (a, b) != (i, j):
            yield from (("same", one[start:i]), ("removed", one[i:a]), ("added", two[j:b]))
            start = a
        i, j = a + 1, b + 1
    yield "same", one[start:]


def aligned(one: list[str], two: list[str]) -> Iterator[tuple[int, int]]:
    """Pairs of equal words in common order: first those that stand once in each text, then what lies between them."""
    i = j = 0
    for a, b in [*_landmarks(one, two), (len(one), len(two))]:
        if a > i and b > j:
            yield from _between(one[i:a], two[j:b], i, j)
        if a < len(one):
            yield a, b
        i, j = a + 1, b + 1


def _landmarks(one: list[str], two: list[str]) -> list[tuple[int, int]]:
    counts = Counter(one), Counter(two)
    places = {word: at for at, word in enumerate(two) if counts[1][word] == 1}
    found = [(at, places[word]) for at, word in enumerate(one) if counts[0][word] == 1 and word in places]
    return [found[at] for at in increasing([j for _, j in found])]


def _between(one: list[str], two: list[str], i: int, j: int) -> Iterator[tuple[int, int]]:
    if set(one).isdisjoint(two):
        return
    if len(one) * len(two) <= _SMALL:
        yield from ((i + a, j + b) for a, b in longest_common(one, two))
        return
    start, end = common_ends(one, two)
    yield from ((i + at, j + at) for at in range(start))
    yield from ((i + len(one) - back, j + len(two) - back) for back in range(end, 0, -1))


def _ends(left: str, right: str) -> tuple[Piece, ...]:
    """Only the common beginning and end, for texts too long to be taken apart."""
    start = common_start(left, right)
    end = common_start(left[start:][::-1], right[start:][::-1])
    middle = (("removed", left[start : len(left) - end]), ("added", right[start : len(right) - end]))
    whole = (("same", left[:start]), *middle, ("same", left[len(left) - end :]))
    return tuple(piece for piece in whole if piece[1])


def common_start(left: AnyStr, right: AnyStr) -> int:
    """The number of characters (or bytes) at the beginning that two texts share."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left[low:middle] == right[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
