"""Finding secrets in a text and masking them, so that a case can be shared without them.

`find` returns what it saw as slices of the text; it reads no JSON, so cut, quoted and repaired texts are searched alike,
and its time grows with the length of the text only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .fields import addresses, headers, lowered, named_values, places
from .kinds import DISCORD, KINDS, SHAPES, Kind
from .masks import masked
from .values import is_jwt, is_placeholder

__all__ = ["Secret", "find", "masked"]

_MASKED = re.compile(r"masked[0-9]+(?![0-9a-zA-Z])|masked[0-9]+x*(?![0-9a-wyzA-Z])")
_EDGE = re.compile(r"(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9a-fA-F]{4})\Z")
_INNER = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret: `text[start:end]` in code points; the first `keep` characters only tell the kind and stay visible."""

    kind: str
    start: int
    end: int
    keep: int = 0


def find(text: str) -> list[Secret]:
    """The secrets of a text in its order, none overlapping another; what is masked already is none."""
    low = lowered(text)
    seen = [*_tokens(text), *_shaped(text)]
    seen += [Secret(*hit) for search in (addresses, headers, named_values) for hit in search(text, low)]
    return list(_apart([one for one in seen if not _MASKED.search(text, one.start, one.end)]))


def _tokens(text: str) -> Iterator[Secret]:
    for kind in KINDS:
        for at in places(text, kind.prefix):
            if _at_edge(text, at):
                yield from _token(text, at, kind)


def _token(text: str, at: int, kind: Kind) -> Iterator[Secret]:
    match = kind.body.match(text, at + len(kind.prefix))
    if match and not is_placeholder(match[0]) and len(set(match[0])) >= 6:
        yield Secret(kind.label, at, match.end(), len(kind.prefix))


def _at_edge(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] not in _INNER or bool(_EDGE.search(text, max(at - 6, 0), at))


def _shaped(text: str) -> Iterator[Secret]:
    for shape in SHAPES:
        for at in places(text, shape.mark):
            starts = (at - back for back in shape.backs if at >= back and _at_edge(text, at - back))
            match = next(filter(None, (shape.whole.match(text, start) for start in starts)), None)
            if match and (shape.label != "JWT" or is_jwt(match[0])):
                yield Secret(shape.label, *match.span(), shape.keep)
    for match in DISCORD.finditer(text):
        yield Secret("Discord token", *match.span())


def _apart(seen: list[Secret]) -> Iterator[Secret]:
    """The widest of those that overlap; of equals the one that was found by the more telling rule (they come first)."""
    end = -1
    for one in sorted(seen, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            yield one
            end = one.end
