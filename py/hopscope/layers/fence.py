"""Markdown fences: the text between the marks; prose round them goes with the fence, a command in it is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers import code, curl, program
from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Slice, Source

NAME = "fence"
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[^\n`]*\n(.*?)(?:^[ \t>]*\1[`~]*[ \t\r]*$|\Z)", re.DOTALL | re.MULTILINE)


# What Jira and Confluence have for a fence.
_MACRO = re.compile(
    r"(?<!\S)\{(code|noformat)(?::(?=[A-Za-z])[^{}\n\"']{1,200})?\}(?=\s*[\[{\"'])(.*?)(?:\{\1\}|\Z)", re.DOTALL
)
_BEGUN = re.compile(r"\s*[\[{]\s*[\[{\"']")
# JSON, or what begins like another wrapper: a stream of events or of data, HTTP, curl, a cassette, a fence, a log, a diff.
_JSON = re.compile(
    r"[\s\ufeff]*(?:[\[{\"']|\(\s*[\[{(\"'\d]|(?:data|event|id|retry):|:[^\n]*\n|`{3,}|~{3,}"
    r"|[<>*] |curl |HTTP/\d|[A-Z]{3,7} \S+ HTTP/\d"
    r"|(?:---\s+)?(?:http_)?interactions:|\[?\d{4}-\d\d-\d\d[T ]|[0-9a-k]:[\[{\"]|\+\s*[\[{]|diff |@@ )"
)
_BARE = re.compile(r"\s*[\[{]")


def unwrap(source: Source) -> Wrapping | None:
    """The contents of all fences that hold something like JSON or code with data; a text that begins with JSON is in no fence."""
    text = source.text
    if not _BEGUN.match(text) and _MACRO.search(text):
        pieces = tuple(Piece(Slice(source, *found.span(2))) for found in _MACRO.finditer(text))
        return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None)
    if _BARE.match(text) or ("```" not in text and "~~~" not in text):
        return None
    pieces = tuple(Piece(one) for one in _pieces(source))
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None) if pieces else None


def _pieces(source: Source) -> Iterator[Source]:
    at = 0
    for match in _FENCE.finditer(source.text):
        if (between := Slice(source, at, match.start())) and curl.commands(between):
            yield between
        inside = Slice(source, *match.span(2))
        if _JSON.match(inside.text) or code.unwrap(inside) or program.unwrap(inside):
            yield inside
        at = match.end()
