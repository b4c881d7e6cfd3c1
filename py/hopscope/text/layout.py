"""Strict JSON text laid out anew: only white space changes, every digit and escape stays."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"[][{}:,]|[^][{}:,\s]+")
_ONE_SCALAR = re.compile(r"([][{}:,\s]+)([^][{}:,\s]+)([][{}:,\s]+)")
_BACKSLASH, _QUOTE = "\x01", "\x02"  # control characters cannot stand in strict JSON, so they can stand for escapes


def lay_out(text: str, indent: int = 2) -> str:
    """One strict JSON value as `JSON.stringify(value, null, indent)` lays it out; 0 is one line without blanks.

    The text falls apart at its quotes: every second piece stands outside strings, and equal pieces at equal depth are
    laid out once.
    """
    escaped = "\\" in text
    if escaped:
        text = text.replace("\\\\", _BACKSLASH).replace('\\"', _QUOTE)
    pieces = text.split('"')
    known = _Levels(indent).at(0)
    for place in range(0, len(pieces), 2):
        pieces[place], known = known[pieces[place]]
    text = '"'.join(pieces)
    return text.replace(_QUOTE, '\\"').replace(_BACKSLASH, "\\\\") if escaped else text


class _Level(dict[str, tuple[str, "_Level"]]):
    """What stands between strings at one depth, with how it is laid out and the level it leads to."""

    def __init__(self, levels: _Levels, depth: int) -> None:
        super().__init__()
        self.levels = levels
        self.depth = depth

    def __missing__(self, gap: str) -> tuple[str, _Level]:
        if scalar := _ONE_SCALAR.fullmatch(gap):
            first, level = self[scalar[1]]
            last, level = level[scalar[3]]
            return first + scalar[2] + last, level
        laid, depth = self.levels.lay(_TOKEN.findall(gap), self.depth)
        found = self[gap] = (laid, self.levels.at(depth))
        return found


class _Levels:
    """All depths of one layout."""

    def __init__(self, indent: int) -> None:
        self._colon = ": " if indent else ":"
        self._lines = ["\n" if indent else ""]
        self._unit = " " * indent
        self._levels: dict[int, _Level] = {}

    def at(self, depth: int) -> _Level:
        """The level at a depth."""
        if depth not in self._levels:
            self._levels[depth] = _Level(self, depth)
        return self._levels[depth]

    def lay(self, tokens: list[str], depth: int) -> tuple[str, int]:
        """Tokens laid out from a depth on, and the depth behind them."""
        out: list[str] = []
        before = ""
        for token in tokens:
            if token in "[{":
                depth += 1
                out += token, self._line(depth)
            elif token in "]}":
                depth -= 1
                if before and before in "[{":
                    out.pop()
                else:
                    out.append(self._line(depth))
                out.append(token)
            elif token == ",":
                out += token, self._line(depth)
            else:
                out.append(self._colon if token == ":" else token)
            before = token
        return "".join(out), depth

    def _line(self, depth: int) -> str:
        while len(self._lines) <= depth:
            self._lines.append(self._lines[-1] + self._unit)
        return self._lines[depth]
