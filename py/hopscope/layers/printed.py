"""Strings that Python prints among words, as in `body: b'{"a": "it\\'s"}'`; what stands round them is told as `prose`."""

from __future__ import annotations

import re
from itertools import pairwise

from hopscope.layers._base import NAMED, Piece, Wrapping
from hopscope.layers._python import strings
from hopscope.text.repair import MEMBERS, OBJECT
from hopscope.text.source import Slice, Source

NAME = "prose"
_BEGINS = re.compile(r"\s*[\[{]")
_VALUE = re.compile(rf"[\[{{(]\s*(?:['\"\[{{]|None\b|\d+,)|{NAMED}|{OBJECT.pattern}|{MEMBERS}")


def unwrap(source: Source) -> Wrapping | None:
    """The strings in which JSON stands with escapes; None where a value, or nothing, stands beside them."""
    text = source.text
    found = [] if _BEGINS.match(text) else list(strings(text, 0, len(text)))
    edges = [0, *(edge for one in found for edge in one), len(text)]
    outside = " ".join(text[start:end] for start, end in list(pairwise(edges))[::2])
    if not found or not outside.strip() or _VALUE.search(outside):
        return None
    return Wrapping(
        NAME, tuple(Piece(Slice(source, *one)) for one in found), "concatenated" if len(found) > 1 else None
    )
