"""Text quoted line by line: a Markdown quote (`> `), or a block of comment lines (`// `, ` * `, `# `) in program code.

It is told as `prose`, which is what stands round the JSON.
"""

from __future__ import annotations

import re
from itertools import pairwise

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "prose"
_BLOCK = re.compile(r"^[ \t]*(>|//+|#+|\*(?!/)|--)(?:[ \t][^\n]*)?(?:\n[ \t]*\1(?:[ \t][^\n]*)?)+$", re.MULTILINE)
_OPENING = re.compile(r"^\s*(?:[\[{]\s*(?:[\"'\[{\]}]|//|$)|```)", re.MULTILINE)
_IN_CODE = re.compile(r"(?:[=(:,]|\breturn)[ \t]*[\[{][ \t]*$", re.MULTILINE)
_BEGINS = re.compile(r"\s*[\[{\"']")


def unwrap(source: Source) -> Wrapping | None:
    """The content of the blocks that hold JSON, if none stands outside them; a line with a value of its own is no quote."""
    if _BEGINS.match(source.text):
        return None
    blocks = [block for block in _BLOCK.finditer(source.text) if _OPENING.search(_bare(block).sub("", block[0]))]
    if not blocks or _outside(source.text, blocks):
        return None
    pieces = [_unquoted(source, block) for block in blocks]
    if any(_lines_are_values(piece.text) for piece in pieces):
        return None
    return Wrapping(NAME, tuple(map(Piece, pieces)), "concatenated" if len(pieces) > 1 else None)


def _bare(block: re.Match[str]) -> re.Pattern[str]:
    """The marks at the beginning of a block's lines, each with the blank behind it."""
    return re.compile(rf"^[ \t]*{re.escape(block[1])}[ \t]?", re.MULTILINE)


def _outside(text: str, blocks: list[re.Match[str]]) -> bool:
    """Whether JSON begins anywhere outside some blocks."""
    edges = [0, *(edge for block in blocks for edge in block.span()), len(text)]
    between = [text[start:end] for start, end in list(pairwise(edges))[::2]]
    return any(_OPENING.search(one) or _IN_CODE.search(one) for one in between)


def _unquoted(source: Source, block: re.Match[str]) -> Source:
    edits = [Edit(*mark.span(), mark[0], "", "quote") for mark in _bare(block).finditer(block[0])]
    return Edited(Slice(source, *block.span()), edits)


def _lines_are_values(text: str) -> bool:
    """Whether the first line with JSON holds a whole value: frames of a log, or lines that need no unquoting."""
    first = next((line for line in text.splitlines() if _BEGINS.match(line)), "")
    return bool(read(first, repair=False).values)
