"""Colours and cursor moves of a terminal (ANSI escape sequences) in and round the JSON."""

from __future__ import annotations

import re

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Source

NAME = "prose"
_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_LOST = re.compile(r"(?<!\\u001b)(?<!\\u001B)(?<!\\x1b)(?<!\\033)(?<!\\e)\[\d{1,3}(?:;\d{1,3}){0,8}m")
_ENDS = re.compile(r"\[(?:0|39|22)m")


def unwrap(source: Source) -> Wrapping | None:
    """The text without its sequences, which no JSON has as characters, or without what copying leaves of those for colours."""
    text = source.text
    pattern = _SEQUENCE if "\x1b" in text else _LOST if _ENDS.search(text) else None
    found = list(pattern.finditer(text)) if pattern else []
    edits = [Edit(*one.span(), one[0], "", "colour") for one in found]
    return Wrapping(NAME, (Piece(Edited(source, edits)),)) if edits else None
