"""The shape of an ECMAScript regular expression: what repeats what, and where each part stands in its text.

Only for telling about expressions; matching is done by a real engine (`patterns`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

Ranges = tuple[tuple[int, int], ...]
TOP = 0x10FFFF
_QUANTIFIER = re.compile(r"(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??", re.ASCII)
_OPENING = re.compile(r"\((?:\?(?::|<(?![=!])[^>]*>))?")
_LOOK = re.compile(r"\(\?<?[=!]")
_ESCAPES = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13, "0": 0}
_HEX = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]+)\})")


class Unread(ValueError):
    """Syntax that this reader leaves to the engines."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of an expression: `start` and `end` in its text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Chars(Part):
    """One character of a set."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Opaque(Part):
    """Something that matches by other rules: a look-around, a back reference, a property class."""


@dataclass(frozen=True, slots=True)
class Anchor(Part):
    """`^`, `$`, `\\b` or `\\B`."""

    sign: str


@dataclass(frozen=True, slots=True)
class Sequence(Part):
    """Parts one after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Choice(Part):
    """Alternatives."""

    options: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Group(Part):
    """A part in parentheses."""

    inner: Part


@dataclass(frozen=True, slots=True)
class Repeat(Part):
    """A part from `low` to `high` times (None: no end)."""

    inner: Part
    low: int
    high: int | None


def union(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Ranges in order, none touching the next."""
    out: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(high, out[-1][1]))
        else:
            out.append((low, high))
    return tuple(out)


def complement(ranges: Ranges) -> Ranges:
    """All characters but these."""
    out, following = [], 0
    for low, high in ranges:
        if low > following:
            out.append((following, low - 1))
        following = high + 1
    return (*out, (following, TOP)) if following <= TOP else tuple(out)


def _of(text: str) -> Ranges:
    return union((ord(char), ord(char)) for char in text)


_DIGITS: Ranges = ((48, 57),)
_WORD = union([(48, 57), (65, 90), (95, 95), (97, 122)])
_SPACE = union([*_of("\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"), (0x2000, 0x200A)])
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_DOT = complement(_of("\n\r\u2028\u2029"))


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def choice(self) -> Part:
        start = self.at
        options = [self.sequence()]
        while self.peek() == "|":
            self.at += 1
            options.append(self.sequence())
        return options[0] if len(options) == 1 else Choice(start, self.at, tuple(options))

    def sequence(self) -> Part:
        start, parts = self.at, []
        while self.peek() not in ("", "|", ")"):
            parts.append(self.repeated(self.atom()))
        return Sequence(start, self.at, tuple(parts))

    def repeated(self, atom: Part) -> Part:
        found = _QUANTIFIER.match(self.text, self.at)
        if not found:
            return atom
        self.at = found.end()
        low, high = _times(found)
        return Repeat(atom.start, self.at, atom, low, high)

    def atom(self) -> Part:
        start, char = self.at, self.peek()
        if char == "(":
            return self.group()
        if char == "[":
            return Chars(start, *self.bracket())
        if char == "\\":
            return self.escape()
        self.at += 1
        if char in "^$":
            return Anchor(start, self.at, char)
        return Chars(start, self.at, _DOT if char == "." else _of(char))

    def group(self) -> Part:
        start = self.at
        look = _LOOK.match(self.text, start)
        opening = look or _OPENING.match(self.text, start)
        if opening is None or (not look and self.text.startswith("(?", start) and opening.end() == start + 1):
            raise Unread("a group of an unknown kind")
        self.at = opening.end()
        inner = self.choice()
        if self.peek() != ")":
            raise Unread("a group that never ends")
        self.at += 1
        return Opaque(start, self.at) if look else Group(start, self.at, inner)

    def escape(self) -> Part:
        start, char = self.at, self.text[self.at + 1 : self.at + 2]
        if char in ("b", "B"):
            self.at += 2
            return Anchor(start, self.at, "\\" + char)
        if char in ("k", "p", "P") or ("1" <= char <= "9"):
            end = self.text.find("}" if char in "pP" else ">", start) + 1 if char in "kpP" else start + 2
            if not end:
                raise Unread("an escape that never ends")
            self.at = end
            return Opaque(start, end)
        ranges = self.escaped()
        return Chars(start, self.at, ranges)

    def escaped(self) -> Ranges:
        """The characters of an escape, in a class or out of it."""
        char = self.text[self.at + 1 : self.at + 2]
        found = _HEX.match(self.text, self.at)
        if found:
            self.at = found.end()
            code = int(next(filter(None, found.groups())), 16)
            return ((code, code),)
        if not char or char in ("p", "P", "c"):
            raise Unread("an escape of an unknown kind")
        self.at += 2
        if char.lower() in _CLASSES:
            ranges = _CLASSES[char.lower()]
            return complement(ranges) if char.isupper() else ranges
        return _of(chr(_ESCAPES[char])) if char in _ESCAPES else _of(char)

    def bracket(self) -> tuple[int, Ranges]:
        self.at += 1
        negated = self.peek() == "^"
        self.at += negated
        found: list[tuple[int, int]] = []
        while self.peek() != "]":
            found += self.span()
        self.at += 1
        ranges = union(found)
        return self.at, complement(ranges) if negated else ranges

    def span(self) -> Ranges:
        low = self.member()
        following = self.text[self.at + 1 : self.at + 2]
        if self.peek() == "-" and following not in ("]", "") and _single(low):
            self.at += 1
            high = self.member()
            if not _single(high) or high[0][0] < low[0][0]:
                raise Unread("a range that is none")
            return ((low[0][0], high[0][0]),)
        return low

    def member(self) -> Ranges:
        char = self.peek()
        if not char:
            raise Unread("a class that never ends")
        if char == "\\":
            if self.text[self.at + 1 : self.at + 2] == "b":
                self.at += 2
                return ((8, 8),)
            return self.escaped()
        self.at += 1
        return _of(char)


def _single(ranges: Ranges) -> bool:
    return len(ranges) == 1 and ranges[0][0] == ranges[0][1]


def _times(found: re.Match[str]) -> tuple[int, int | None]:
    sign = found[0][0]
    if sign != "{":
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
    low = int(found[1])
    if not found[2]:
        return low, low
    return low, int(found[3]) if found[3] else None


def parse(text: str) -> Part:
    """The shape of an expression that an engine takes; raises Unread for what is too strange to tell about."""
    reader = _Reader(text)
    try:
        shape = reader.choice()
    except RecursionError:
        raise Unread("an expression that nests too deeply") from None
    if reader.at != len(text):
        raise Unread("a parenthesis too many")
    return shape
