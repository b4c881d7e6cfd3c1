"""A table with JSON in its cells, as a database or a sheet exports it (CSV, RFC 4180): a quote is doubled in a quoted cell."""

from __future__ import annotations

import re

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "csv"
# What a cell may begin with: an object or a list, one in a string, an event of a stream.
_VALUE = r'[\[{](?:\s|[\[{])*""|""\s*[\[{](?:\s|\\[nrt])*\\""|(?:data|event):[ \t]?[\w\[{]'
_CELL = re.compile(rf'(?:^|(?<=[,;\t]))"(\s*(?:{_VALUE})(?:[^"]|"")*+)(?:"(?=[,;\t\r\n]|\Z)|\Z)', re.MULTILINE)
# A cell that holds one among words, as exports of logs have them.
_AMONG_WORDS = re.compile(
    r'(?:^|(?<=[,;\t]))"((?=(?:[^"]|""){0,2000}?[\[{]\s*"")(?:[^"]|"")*+)"(?=[,;\t\r\n]|\Z)', re.MULTILINE
)
_BEGINS = re.compile(r"\s*[\[{]")
_DOUBLED = re.compile('""')


def unwrap(source: Source) -> Wrapping | None:
    """The cells that hold JSON or a stream of it, each without its quotes."""
    if _BEGINS.match(source.text):
        return None
    text = source.text
    found = list(_CELL.finditer(text)) or (list(_AMONG_WORDS.finditer(text)) if '""' in text else [])
    pieces = tuple(Piece(_undoubled(source, cell)) for cell in found)
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None) if pieces else None


def _undoubled(source: Source, cell: re.Match[str]) -> Source:
    edits = [Edit(*found.span(), '""', '"', NAME) for found in _DOUBLED.finditer(cell[1])]
    return Edited(Slice(source, *cell.span(1)), edits)
