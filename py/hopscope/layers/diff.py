"""A unified diff: the text that stands behind the change, if a value is whole in it; told as `prose`.

What was taken out is left aside. Where only lines were added the margin of pluses is no more than a quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "prose"
_HUNK = re.compile(
    r"^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@[^\n]*\n(?P<lines>(?:[-+ \\][^\n]*(?:\n|\Z)|\r?\n)+)", re.MULTILINE
)
_OLD = re.compile(r"^-", re.MULTILINE)
_LINE = re.compile(r"^(?:[-\\][^\n]*(?:\n|\Z)|[+ ])", re.MULTILINE)


def unwrap(source: Source) -> Wrapping | None:
    """What each hunk leaves that takes lines out and holds whole values; None where none does."""
    if "@@ -" not in source.text:
        return None
    pieces = tuple(Piece(new) for new in _changed(source) if read(new, repair=False).values)
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None) if pieces else None


def _changed(source: Source) -> Iterator[Source]:
    """The new side of the hunks that have an old one."""
    for hunk in _HUNK.finditer(source.text):
        lines = hunk["lines"]
        if _OLD.search(lines):
            edits = [Edit(*one.span(), one[0], "", "diff") for one in _LINE.finditer(lines)]
            yield Edited(Slice(source, *hunk.span("lines")), edits)
