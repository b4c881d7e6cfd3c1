"""Where in a string its pattern stops fitting, as far as that can be told."""

from __future__ import annotations

from dataclasses import dataclass

from hopscope.contracts import backtracking, patterns, regex

_MOST_PIECES = 60


@dataclass(frozen=True, slots=True)
class Stop:
    """The first character (counted from 0) that the pattern does not take; the length of the text if it ends too early."""

    at: int
    early: bool


def stop_of(pattern: str, text: str) -> Stop | None:
    """How far an anchored pattern goes along with a text that it does not match, or None where that means nothing."""
    if len(text) > backtracking.safe_length(pattern):
        return None
    try:
        pieces = _pieces(regex.parse(pattern), pattern)
    except regex.Unread:
        return None
    if pieces is None or not 2 <= len(pieces) <= _MOST_PIECES:
        return None
    for count in range(len(pieces) - 1, 0, -1):
        reached = _reached("".join(piece.text for piece in pieces[:count]), text)
        if reached is not None:
            return _partly(pieces, count, text, reached)
    return None


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    loose: str | None
    """The piece with fewer repetitions allowed, where it repeats."""


def _pieces(shape: regex.Part, pattern: str) -> list[_Piece] | None:
    """The parts of a pattern that starts with `^`, one after the other; None where a part follows rules of its own."""
    parts = _flat(shape)
    if not parts or not isinstance(parts[0], regex.Anchor) or parts[0].sign != "^":
        return None
    if any(isinstance(part, (regex.Opaque, regex.Choice)) for part in parts):
        return None
    return [_Piece(pattern[part.start : part.end], _loose(part, pattern)) for part in parts]


def _flat(shape: regex.Part) -> list[regex.Part]:
    """Groups that only group are opened."""
    if isinstance(shape, regex.Group) and not isinstance(shape.inner, regex.Choice):
        return _flat(shape.inner)
    if isinstance(shape, regex.Sequence):
        return [inner for part in shape.parts for inner in _flat(part)]
    return [shape]


def _loose(part: regex.Part, pattern: str) -> str | None:
    if not isinstance(part, regex.Repeat) or part.low == 0:
        return None
    atom = pattern[part.inner.start : part.inner.end]
    return f"{atom}{{0,{'' if part.high is None else part.high}}}"


def _reached(prefix: str, text: str) -> int | None:
    try:
        return patterns.compiled(prefix).end(text)
    except patterns.BadPattern:
        return None


def _partly(pieces: list[_Piece], count: int, text: str, reached: int) -> Stop:
    """The piece that does not fit may fit a part of the way."""
    loose = pieces[count].loose
    if loose is not None:
        further = _reached("".join(piece.text for piece in pieces[:count]) + loose, text)
        reached = max(reached, further or 0)
    return Stop(reached, reached == len(text))
