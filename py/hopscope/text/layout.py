"""Strict JSON text laid out anew: only white space changes, every digit and escape stays."""

from __future__ import annotations

import re

from hopscope.text.outline import Outline

_BACKSLASH, _QUOTE = "\x01", "\x02"  # control characters cannot stand in strict JSON, so they can stand for escapes
_SCALAR = b"0"
_SIGNS = b'[]{}:,"'
_BLANKS = b" \t\n\r"
_ONLY_SCALARS = bytes(32 if n in _SIGNS else n for n in range(256))
_ONLY_SIGNS = bytes(n if n in _SIGNS else ord(_SCALAR) for n in range(256))
_STRETCH = re.compile(r"[\[{][^\[{]*")
_SMALL = 100_000  # characters
_FEW = 50  # stretches with blanks
_CLOSING = re.compile(r"([]}])")


def lay_out(text: str, indent: int = 2) -> str:
    """One strict JSON value as `JSON.stringify(value, null, indent)` lays it out; 0 is one line without blanks.

    The text falls apart at its quotes: every second piece stands outside strings, and these are laid out together, one quote
    standing for a string.
    """
    escaped = "\\" in text
    if escaped:
        text = text.replace("\\\\", _BACKSLASH).replace('\\"', _QUOTE)
    pieces = text.split('"')
    outside = '"'.join(pieces[::2])
    laid = _indented(outside.encode("ascii"), indent) if indent else "".join(outside.split())
    if laid != outside:
        pieces[::2] = laid.split('"')
        text = '"'.join(pieces)
    return text.replace(_QUOTE, '\\"').replace(_BACKSLASH, "\\\\") if escaped else text


def on_one_line(outline: Outline, start: int, end: int) -> str:
    """A value of an outlined strict text without blanks: where few have to go, the rest is copied as it stands."""
    text, at, pieces = outline.text, start, []
    blanks = outline.blanks(_FEW)
    if blanks is None:
        return lay_out(text[start:end], 0)
    for first, last in blanks:
        if start < first < end:
            pieces.append(text[at:first])
            at = last
    return "".join([*pieces, text[at:end]])


def _indented(outside: bytes, indent: int) -> str:
    """What stands outside strings, its scalars taken out while the rest is laid out, which then repeats itself more."""
    scalars = outside.translate(_ONLY_SCALARS).decode("ascii").split()
    gaps = _laid(_skeleton(outside), indent).split(_SCALAR.decode())
    woven = [""] * (len(gaps) + len(scalars))
    woven[::2], woven[1::2] = gaps, scalars
    return "".join(woven)


def _skeleton(outside: bytes) -> str:
    """Brackets, commas, colons, a quote for each string and a zero for each other scalar."""
    found = outside.translate(_ONLY_SIGNS, _BLANKS)
    while _SCALAR * 2 in found:
        found = found.replace(_SCALAR * 2, _SCALAR)
    return found.decode("ascii")


def _laid(skeleton: str, indent: int) -> str:
    stretches = _STRETCH.findall(skeleton)
    level = (_levels(indent) if len(skeleton) < _SMALL else _Levels(indent)).at(0)
    for place, stretch in enumerate(stretches):
        stretches[place], level = level[stretch]
    return "".join(stretches) or skeleton


def _levels(indent: int) -> _Levels:
    """The levels that small texts share, as they are much alike; new ones where the last were full."""
    found = _shared.get(indent)
    if found is None or found.laid > _SMALL:
        found = _shared[indent] = _Levels(indent)
    return found


class _Level(dict[str, tuple[str, "_Level"]]):
    """Stretches that start at one depth, each laid out once, with the level it leads to.

    A stretch is an opening bracket with all that follows up to the next one: nothing but closing brackets changes the depth.
    """

    def __init__(self, levels: _Levels, depth: int) -> None:
        super().__init__()
        self.levels = levels
        self.depth = depth

    def __missing__(self, stretch: str) -> tuple[str, _Level]:
        laid, depth = self.levels.lay(stretch, self.depth)
        self.levels.laid += len(laid)
        found = self[stretch] = (laid, self.levels.at(depth))
        return found


class _Levels:
    """All depths of one layout."""

    def __init__(self, indent: int) -> None:
        self.laid = 0  # characters
        self._lines = ["\n"]
        self._unit = " " * indent
        self._levels: dict[int, _Level] = {}

    def at(self, depth: int) -> _Level:
        """The level at a depth."""
        if depth not in self._levels:
            self._levels[depth] = _Level(self, depth)
        return self._levels[depth]

    def lay(self, stretch: str, depth: int) -> tuple[str, int]:
        """A stretch laid out from a depth on, and the depth behind it."""
        if stretch[1:2] in ("]", "}"):
            begin, rest = stretch[:2], stretch[2:]
        else:
            depth += 1
            begin, rest = stretch[0] + self._line(depth), stretch[1:]
        flat, *closed = _CLOSING.split(rest)
        out = [begin, self._flat(flat, depth)]
        for bracket, behind in zip(closed[::2], closed[1::2], strict=True):
            depth -= 1
            out += self._line(depth), bracket, self._flat(behind, depth)
        return "".join(out), depth

    def _flat(self, text: str, depth: int) -> str:
        """What holds no brackets, all of it at one depth."""
        return text.replace(":", ": ").replace(",", "," + self._line(depth))

    def _line(self, depth: int) -> str:
        while len(self._lines) <= depth:
            self._lines.append(self._lines[-1] + self._unit)
        return self._lines[depth]


_shared: dict[int, _Levels] = {}
