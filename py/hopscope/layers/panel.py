"""Panels in a terminal, a frame round some text: what stands in them, in one line where the panel broke it; told as `prose`.

A panel breaks a text between words, and a word only where it is wider than the panel. A value is one again where it is whole
without those breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.layers.wrapped import in_values
from hopscope.text.source import Edit, Edited, Source

NAME = "prose"
_EDGE = "\u2502\u2503\u2551"
_ROW = rf"[ \t]*[{_EDGE}][^\n{_EDGE}]*[{_EDGE}][ \t]*\r?"
_BLOCK = re.compile(rf"^{_ROW}(?:\n{_ROW})*$", re.MULTILINE)
_FRAME = re.compile(rf"^[ \t]*[{_EDGE}] ?|[ \t]*[{_EDGE}][ \t\r]*$", re.MULTILINE)
_INSIDE = re.compile(rf"[{_EDGE}]([^\n{_EDGE}]*)[{_EDGE}]")
_VALUE = re.compile(r"[\[{]\s*[\"'\[{]")
_BREAK = re.compile(r"(?<=\S)\n(?=(\S+))")
_LONGEST = 400_000  # characters of a text with panels
_PADDING = 2  # blanks inside both edges


def unwrap(source: Source) -> Wrapping | None:
    """The text without the frames in it; None where none has a value inside."""
    text = source.text
    blocks = list(_BLOCK.finditer(text)) if len(text) <= _LONGEST and any(edge in text for edge in _EDGE) else []
    if not any(_VALUE.search(_FRAME.sub("", block[0])) for block in blocks):
        return None
    frames = [Edit(one.start(), one.end(), one[0], "", NAME) for block in blocks for one in _frames(text, block)]
    bare = Edited(source, frames)
    breaks = [one for block in blocks for one in _breaks(bare, block)]
    return Wrapping(NAME, (Piece(Edited(bare, in_values(bare.text, breaks))),))


def _frames(text: str, block: re.Match[str]) -> Iterator[re.Match[str]]:
    return (one for one in _FRAME.finditer(text, *block.span()) if one[0])


def _breaks(bare: Edited, block: re.Match[str]) -> Iterator[Edit]:
    """The line ends of a panel behind which the next word did not fit, in the text without frames."""
    text = bare.text
    width = max(len(row[1]) for row in _INSIDE.finditer(block[0])) - _PADDING
    for found in _BREAK.finditer(text, bare.forward(block.start()), bare.forward(block.end())):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if len(line) + 1 + len(found[1]) > width >= len(line):
            word = len(line) - line.rfind(" ") - 1 + len(found[1])
            folded = len(line) == width and word > width
            yield Edit(*found.span(), "\n", "" if folded else " ", NAME)
