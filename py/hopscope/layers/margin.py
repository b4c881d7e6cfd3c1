"""JSON over several lines behind what a program puts before every line, whatever that is: a name, a time, a number.

Only a value is looked for whose lines all have the same before them, down to the one that closes it; numbers may differ. A frame
may stand behind them too. A margin with a name or a time is told as a `log`, one of signs and numbers as `prose`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from hopscope.layers import log
from hopscope.layers._base import Piece, Wrapping
from hopscope.layers._python import OUTLINE
from hopscope.text.source import Edit, Edited, Source

_FRAME = "|\u2502\u2503\u2551"
# The end of a line behind which a value does not go on as JSON does. Begins with the line break, for which C code looks fastest.
_SEAM = re.compile(rf"\n(?<=[\[{{,{_FRAME} \t\r]\n)(?=[ \t]*(?![\"'{{}}\]/\s,]|\[(?![\w./: -]+\][ \t]))[^\n])")
# What a line ends with in which a value begins.
_OPEN = re.compile(rf"(?:[\[{{]|[\[{{][ \t]*[\"'\[{{].*,)[ \t]*(?P<frame>[{_FRAME}]?)[ \t\r]*\Z")
_BEGINS = re.compile(r"\s*(?:\{|\[\s*[\[{\"'])")
_CLOSING = re.compile(
    rf"^(?P<margin>[^\n\"']*?[^\s\"'\[{{])[ \t]*[\]}}]+[ \t]*[,;)]*[ \t]*[{_FRAME}]?[ \t\r]*$", re.MULTILINE
)
_LINE = re.compile(r"[^\n]+")
_PARTS = re.compile(r"\d+|[ \t]+|[^\d \t]+")
_NUMBER = re.compile(r"\s*\d+\s*")
_NAMED = re.compile(r"[A-Za-z]|\d\d:\d\d")
_FAILURES = 20  # places at which the rest of a text is looked through in vain
_CLOSERS = 10  # lines that may tell the margin of one value
_FAR = 50_000  # characters among which they stand


def unwrap(source: Source) -> Wrapping | None:
    """The text without the margins of its values; None where no value has one."""
    blocks = [] if _BEGINS.match(source.text) else list(_blocks(source.text))
    if not blocks:
        return None
    edits = [Edit(*cut, source.text[slice(*cut)], "", "quote") for cut in _apart(blocks)]
    named = any(_NAMED.search(block.margin) for block in blocks)
    return Wrapping(log.NAME if named else "prose", (Piece(Edited(source, edits)),))


def _apart(blocks: list[_Block]) -> Iterator[tuple[int, int]]:
    """The slices to leave out, in order; blocks with one margin share the lines between them."""
    end = 0
    for cut in sorted({cut for block in blocks for cut in block.cuts}):
        if cut[0] >= end and cut[0] < cut[1]:
            end = cut[1]
            yield cut


def _blocks(text: str) -> Iterator[_Block]:
    """The values with margins, one after the other."""
    done = failures = 0
    for seam in _SEAM.finditer(text):
        start = text.rfind("\n", 0, seam.start()) + 1
        begin = _OPEN.search(text, start, seam.start()) if start >= done else None
        if not begin:
            continue
        blocks = (_Block(text, margin, begin["frame"], start) for margin in _margins(text, seam.end()))
        block = next((one for one in blocks if one.follow()), None)
        if block:
            block.widen()
            done = block.end
            yield block
        elif (failures := failures + 1) == _FAILURES:
            return


def _margins(text: str, start: int) -> list[str]:
    """What stands before the brackets of the next lines that do nothing but close something."""
    closing = islice(_CLOSING.finditer(text, start, start + _FAR), _CLOSERS)
    return list(dict.fromkeys(found["margin"] for found in closing))


def _alike(margin: str) -> re.Pattern[str]:
    """A margin with any number in the place of each, and any blanks in the place of some; a line may be pointed at."""
    return re.compile(r"[ \t>]*" + "".join(map(_like, _PARTS.findall(margin.lstrip()))))


def _like(part: str) -> str:
    return r"\d+" if part[0].isdecimal() else r"[ \t]+" if part.isspace() else re.escape(part)


def _level(text: str, start: int, stop: int, level: int) -> int:
    """How many brackets are open behind a slice, if `level` were before it."""
    for token in OUTLINE.finditer(text, start, stop):
        level = max(0, level + (token[0] in ("[", "{", "(")) - (token[0] in ("]", "}", ")")))
    return level


@dataclass(slots=True)
class _Block:
    """A value with a margin before all its lines, and perhaps a frame behind them; `cuts` are the slices of both."""

    text: str
    margin: str
    frame: str
    start: int
    end: int = 0
    cuts: list[tuple[int, int]] = field(default_factory=list)

    def follow(self) -> bool:
        """Goes from the first line to the one that closes the value; whether all have the margin."""
        level, count, alike = 0, None, _alike(self.margin)
        numbered = _NUMBER.fullmatch(self.margin)
        for line in _LINE.finditer(self.text, self.start):
            found = self._cut(line, alike)
            if not found or (numbered and count is not None and int(found[0]) != count + 1):
                return False
            count = int(found[0]) if numbered else None
            level, self.end = _level(self.text, found.end(), line.end(), level), line.end()
            if not level:
                return line.start() > self.start
        return False

    def _cut(self, line: re.Match[str], alike: re.Pattern[str]) -> re.Match[str] | None:
        """Notes what is to be left out of a line, if it has the margin and the frame."""
        found = alike.match(self.text, *line.span())
        stop = line.start() + len(line[0].rstrip())
        if not found or not self.text.startswith(self.frame, stop - len(self.frame), stop):
            return None
        if line.start() != self.start or not self._of_log():
            self.cuts.append(found.span())
        if self.frame:
            self.cuts.append((stop - 1, stop))
        return found

    def widen(self) -> None:
        """Leaves the margin out of the lines round the value as well, unless a log is known by it."""
        if self._of_log():
            return
        alike, at = _alike(self.margin), self.start
        while at and (line := _LINE.match(self.text, self.text.rfind("\n", 0, at - 1) + 1)) and self._cut(line, alike):
            at = line.start()
        for line in _LINE.finditer(self.text, self.end):
            if not self._cut(line, alike):
                return

    def _of_log(self) -> bool:
        """Whether the margin tells a log what it wants to know; a number in brackets is taken for a value there."""
        return log.begins(self.margin) and bool(_NAMED.search(self.margin))
