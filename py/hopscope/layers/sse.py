"""Server-sent events: the data of each event, lines joined as the WHATWG HTML standard (section 9.2) says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "sse"
_SIGN = re.compile(r"\ufeff?\s*(?:(?:data|event|id|retry):|:[^\r\n]*[\r\n])")
_DATA = re.compile(r"^data:", re.MULTILINE)
_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_END = re.compile(r"[ \t]*\[DONE\][ \t]*(?:[\r\n]|\Z)")
# What shows that blank lines were lost: data without one before it.
_OTHER_FIELDS = r"(?:(?:(?:event|id|retry):|:)[^\r\n]*+(?:\r\n?|\n)){0,9}"
_DATA_FOLLOWS = re.compile(_OTHER_FIELDS + r"(?:data:|\Z)")
_VALUE_FOLLOWS = re.compile(_OTHER_FIELDS + r"data:[ \t]*[\[{]")
_OUTLINE = re.compile(r"\\.|\"(?:[^\"\\]|\\.)*+\"|[\[{\]}]")
_FIELD = re.compile(r"\ufeff?(data|event|id|retry)(?:: ?|$)")


def unwrap(source: Source) -> Wrapping | None:
    """The events of a stream; comments, padding, CRLF and a missing last blank line are fine."""
    if not _SIGN.match(source.text) or not _DATA.search(source.text.replace("\r", "\n")):
        return None
    return Wrapping(NAME, tuple(_pieces(source)), "sse")


@dataclass(slots=True)
class _Event:
    """One event while its lines are read: its name, the places of its data, how many brackets are open in them."""

    name: str | None = None
    lines: list[tuple[int, int]] = field(default_factory=list)
    level: int = 0

    def add(self, text: str, start: int, end: int) -> None:
        """Takes one more line of data."""
        self.lines.append((start, end))
        for token in _OUTLINE.finditer(text, start, end):
            self.level += (token[0] in "[{") - (token[0] in "]}")

    def whole(self, text: str) -> bool:
        """Whether the data seem to be one whole object or array."""
        return self.level == 0 and text[slice(*self.lines[0])].lstrip()[:1] in ("{", "[")


def _pieces(source: Source) -> Iterator[Piece]:
    event = _Event()
    for match in _LINE.finditer(source.text):
        start, end = match.span(1)
        named = _FIELD.match(source.text, start, end)
        if event.lines and (start == end or (named and _begins(source.text, named, match.end(), event))):
            yield _piece(source, event.lines, event.name)
            event = _Event()
        if start == end:
            event = _Event()
        elif named and named[1] == "data":
            event.add(source.text, named.end(), end)
        elif named and named[1] == "event":
            event.name = source.text[named.end() : end].strip()
    if event.lines:
        yield _piece(source, event.lines, event.name)


def _begins(text: str, named: re.Match[str], after: int, before: _Event) -> bool:
    """Whether a field begins an event although no blank line stands before: copying often loses them.

    An event may have its name behind its data; two names, or data of which nothing is open before others, are of two.
    """
    if named[1] == "data":
        return _END.match(text, named.end()) is not None
    if named[1] != "event":
        return False
    if before.name is not None:
        return _DATA_FOLLOWS.match(text, after) is not None
    return before.whole(text) and _VALUE_FOLLOWS.match(text, after) is not None


def _piece(source: Source, lines: list[tuple[int, int]], event: str | None) -> Piece:
    first, last = lines[0][0], lines[-1][1]
    data = Slice(source, first, last)
    edits = [
        Edit(end - first, start - first, source.text[end:start], "\n", "sse-data")
        for (_, end), (start, _) in pairwise(lines)
    ]
    whole: Source = Edited(data, edits) if edits else data
    return Piece(whole, event=event, done=whole.text.strip() == "[DONE]")
