"""Text with a margin: a Markdown quote (`> `), comment lines (`// `, ` * `, `# `), a diff's `+`, what a terminal puts before lines.

A margin of signs is told as `prose`, which is what stands round the JSON; a margin of names and times is a `log`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "prose"
# What collectors put before every line: a time, and the stream or the process it came from.
_TIME = (
    r"(?:\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)(?:[ \t]std(?:out|err)[ \t][FP]|[ \t][\w.-]+\[[\w.-]+\]:)?"
    r"|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d [\w.-]+ [\w./-]+(?:\[\d+\])?:)"
)
_NAME = r"(?:[\w.-]+[ \t]*\||\[[\w./:-]+\])"
_OPENING = re.compile(
    r"^\s*(?:[\[{]\s*(?:[\"'\[{\]}]|//|$)|```|(?:http_)?interactions:[ \t]*$|data:[ \t]*[\[{])", re.MULTILINE
)
_IN_CODE = re.compile(r"(?:[=(:,]|\breturn)[ \t]*[\[{][ \t]*$", re.MULTILINE)
_CLOSING = re.compile(r"^[ \t]*[\]}]", re.MULTILINE)
_BEHIND_SIGNS = re.compile(r"^[^A-Za-z\"'\n]*[\[{][ \t\r]*$", re.MULTILINE)
_BEGINS = re.compile(r"\s*(?!\[[\w./:-]+\][ \t])[\[{\"']")


@dataclass(frozen=True, slots=True)
class _Margin:
    """One kind of margin: the `mark` before each line, the same in all lines of a block unless it `varies`.

    `rest` is what a line may have behind it: nothing, or a blank and more; `blank` is what goes with the mark,
    and `end` what closes a line.
    """

    layer: str
    mark: str
    varies: bool = False
    rest: str = r"(?:[ \t][^\n]*+)?+"
    blank: str = r"[ \t]?"
    end: str = ""

    def blocks(self, text: str) -> Iterator[re.Match[str]]:
        """All stretches of two or more lines with this margin."""
        again = self.mark if self.varies else r"\1"
        whole = re.compile(rf"^[ \t]*({self.mark}){self.rest}(?:\r?\n[ \t]*{again}{self.rest})+\r?$", re.MULTILINE)
        return whole.finditer(text)

    def bare(self, block: re.Match[str]) -> re.Pattern[str]:
        """The marks at the beginning of a block's lines, each with the blank behind it, if any."""
        mark = self.mark if self.varies else re.escape(block[1])
        end = rf"|{self.end}" if self.end else ""
        return re.compile(rf"^[ \t]*{mark}{self.blank}{end}", re.MULTILINE)


_MARGINS = (
    _Margin(NAME, r">(?:[ \t]?>)*+", rest=r"[^\n]*+"),
    _Margin(NAME, r"//+|#+|\*(?!/)|--"),
    _Margin(NAME, r"\+(?!\+\+ )", rest=r"[^\n]*+", blank=""),
    _Margin(NAME, r"[\u2502\u2503\u2551]", end=r"[ \t]*[\u2502\u2503\u2551][ \t\r]*$"),  # a panel in a terminal
    _Margin("log", _NAME),
    _Margin("log", rf"(?:{_NAME}[ \t]*)?{_TIME}", varies=True),
    _Margin(NAME, r"(?:>[ \t]*)?\d+(?:[ \t]*[|:\u2502\u2192])?", varies=True),
)


def unwrap(source: Source) -> Wrapping | None:
    """The content of the blocks that hold JSON, if none stands outside them; a line with a value of its own is no quote."""
    if _BEGINS.match(source.text):
        return None
    found = (_without(source, margin) for margin in _MARGINS)
    return next((one for one in found if one), None)


def _without(source: Source, margin: _Margin) -> Wrapping | None:
    blocks = [one for one in margin.blocks(source.text) if _OPENING.search(margin.bare(one).sub("", one[0]))]
    if not blocks or _outside(
        source.text, blocks, (_OPENING, _IN_CODE, _BEHIND_SIGNS, *((_CLOSING,) if margin.varies else ()))
    ):
        return None
    pieces = [_unquoted(source, block, margin.bare(block)) for block in blocks]
    if any(_lines_are_values(piece.text) for piece in pieces):
        return None
    return Wrapping(margin.layer, tuple(map(Piece, pieces)), "concatenated" if len(pieces) > 1 else None)


def _outside(text: str, blocks: list[re.Match[str]], signs: tuple[re.Pattern[str], ...]) -> bool:
    """Whether signs of JSON stand anywhere outside some blocks."""
    edges = [0, *(edge for block in blocks for edge in block.span()), len(text)]
    between = [text[start:end] for start, end in list(pairwise(edges))[::2]]
    return any(sign.search(one) for one in between for sign in signs)


def _unquoted(source: Source, block: re.Match[str], marks: re.Pattern[str]) -> Source:
    edits = [Edit(*mark.span(), mark[0], "", "quote") for mark in marks.finditer(block[0])]
    return Edited(Slice(source, *block.span()), edits)


def _lines_are_values(text: str) -> bool:
    """Whether the first line with JSON holds a whole value: frames of a log, or lines that need no unquoting."""
    first = next((line for line in text.splitlines() if _BEGINS.match(line)), "")
    return bool(read(first, repair=False).values)
