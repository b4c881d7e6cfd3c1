"""Server-sent events: the data of each event, lines joined as the WHATWG HTML standard (section 9.2) says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "sse"
_SIGN = re.compile(r"\ufeff?\s*(?:(?:data|event|id|retry):|:[^\r\n]*[\r\n])")
_DATA = re.compile(r"^data:", re.MULTILINE)
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_END = re.compile(r"[ \t]*\[DONE\][ \t]*(?:[\r\n]|\Z)")
_FIELD = re.compile(r"\ufeff?(data|event|id|retry)(?:: ?|$)")


def unwrap(source: Source) -> Wrapping | None:
    """The events of a stream; comments, padding, CRLF and a missing last blank line are fine."""
    if not _SIGN.match(source.text) or not _DATA.search(source.text.replace("\r", "\n")):
        return None
    return Wrapping(NAME, tuple(_pieces(source)), "sse")


def _pieces(source: Source) -> Iterator[Piece]:
    event: str | None = None
    lines: list[tuple[int, int]] = []
    for match in _LINE.finditer(source.text):
        start, end = match.span(1)
        if start == end and lines:
            yield _piece(source, lines, event)
        if start == end:
            event, lines = None, []
        elif named := _FIELD.match(source.text, start, end):
            if lines and _begins(source.text, named, match.end()):
                yield _piece(source, lines, event)
                event, lines = None, []
            if named[1] == "data":
                lines.append((named.end(), end))
            elif named[1] == "event":
                event = source.text[named.end() : end].strip()
    if lines:
        yield _piece(source, lines, event)


def _begins(text: str, named: re.Match[str], after: int) -> bool:
    """Whether a field begins an event although no blank line stands before: copying often loses them."""
    if named[1] == "data":
        return _END.match(text, named.end()) is not None
    return named[1] == "event" and text[after : after + 1] not in ("", "\r", "\n")


def _piece(source: Source, lines: list[tuple[int, int]], event: str | None) -> Piece:
    first, last = lines[0][0], lines[-1][1]
    data = Slice(source, first, last)
    edits = [
        Edit(end - first, start - first, source.text[end:start], "\n", "sse-data")
        for (_, end), (start, _) in pairwise(lines)
    ]
    whole: Source = Edited(data, edits) if edits else data
    return Piece(whole, event=event, done=whole.text.strip() == "[DONE]")
