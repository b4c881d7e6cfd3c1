"""Colours and cursor moves of a terminal (ANSI escape sequences) in and round the JSON."""

from __future__ import annotations

import re

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Source

NAME = "prose"
_SEQUENCE = re.compile(r"\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))")


def unwrap(source: Source) -> Wrapping | None:
    """The text without its sequences, which no JSON has as characters."""
    found = list(_SEQUENCE.finditer(source.text)) if "\x1b" in source.text else []
    edits = [Edit(*one.span(), one[0], "", "colour") for one in found]
    return Wrapping(NAME, (Piece(Edited(source, edits)),)) if edits else None
