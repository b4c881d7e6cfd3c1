"""Strict JSON text laid out anew: only white space changes, every digit and escape stays."""

from __future__ import annotations

import re

from hopscope.text.index import STRING

_STRINGS = re.compile(f"({STRING})", re.DOTALL)
_GAP_TOKEN = re.compile(r"[][{}:,]|[^][{}:,\s]+")


def lay_out(text: str, indent: int = 2) -> str:
    """One strict JSON value as `JSON.stringify(value, null, indent)` lays it out; 0 is one line without blanks."""
    pieces = _STRINGS.split(text)
    gaps = _Gaps(indent)
    pieces[::2] = map(gaps.laid, pieces[::2])
    return "".join(pieces)


class _Gaps:
    """Lays out what stands between strings; equal gaps at equal depth are laid out once."""

    def __init__(self, indent: int) -> None:
        self.blank = " " if indent else ""
        self.lines = ["\n" if indent else ""]
        self.unit = " " * indent
        self.depth = 0
        self._known: dict[tuple[int, str], tuple[str, int]] = {}

    def laid(self, gap: str) -> str:
        """The gap laid out at the present depth, which it moves."""
        key = (self.depth, gap)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._lay(_GAP_TOKEN.findall(gap))
        self.depth = found[1]
        return found[0]

    def _lay(self, tokens: list[str]) -> tuple[str, int]:
        depth = self.depth
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
                out.append(token + self.blank if token == ":" else token)
            before = token
        return "".join(out), depth

    def _line(self, depth: int) -> str:
        while len(self.lines) <= depth:
            self.lines.append(self.lines[-1] + self.unit)
        return self.lines[depth]
