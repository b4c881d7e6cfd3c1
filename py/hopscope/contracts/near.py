"""The name or value that was probably meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from heapq import nsmallest
from itertools import takewhile
from typing import Any

from hopscope.contracts.shapes import NOTHING

_CLOSE = 0.72
_LONGEST = 200
_MOST = 60


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


def likeness(one: str, two: str) -> float:
    """1.0 for names that differ only in case and separators, down to 0.0."""
    left, right = _plain(one), _plain(two)
    if not left or not right:
        return 0.0
    if left == right:
        return 1.0
    ratio = SequenceMatcher(None, left, right, autojunk=False).ratio()
    if min(len(left), len(right)) >= 3 and (left in right or right in left):
        return max(ratio, _CLOSE)
    return ratio


def nearest_name(name: str, known: Iterable[str]) -> str | None:
    """The known name closest to one that is not known, or None where none is close."""
    if len(name) > _LONGEST:
        return None
    likely = [other for other in known if len(other) <= _LONGEST]
    if len(likely) > _MOST:
        likely = nsmallest(_MOST, likely, key=lambda other: _distance(name, other))
    scored = [(likeness(name, other), other) for other in likely]
    score, best = max(scored, key=lambda pair: pair[0], default=(0.0, ""))
    return best if score >= _CLOSE else None


def _distance(name: str, other: str) -> int:
    """A cheap guess at how far two names are apart: what they begin and end with in common, and their lengths."""
    return abs(len(name) - len(other)) - _shared(name, other) - _shared(reversed(name), reversed(other))


def _shared(one: Iterable[str], two: Iterable[str]) -> int:
    """How many characters two texts have in common before the first that differs."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def nearest_value(value: Any, choices: Sequence[Any]) -> Any:
    """The choice closest to a string that is none of them, or NOTHING."""
    if not isinstance(value, str):
        return NOTHING
    found = nearest_name(value, [choice for choice in choices if isinstance(choice, str)])
    return NOTHING if found is None else found
