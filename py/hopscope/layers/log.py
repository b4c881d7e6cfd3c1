"""Log lines: a time, a level, a name or `data=` before the JSON, which may go on over several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Direction, Piece, Wrapping
from hopscope.text.reader import value_end
from hopscope.text.source import Decoded, Slice, Source

NAME = "log"
_TIME = r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d|\d{2}/\d{2}/\d{4}|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d|\d{10,19}(?:\.\d+)?[ \t]"
_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|debug|info|warn|warning|error)\b"
_BEGIN = re.compile(
    rf"[ \t]*(?:[\[(<]?(?:{_TIME})|[\[(]?{_LEVEL}|\[[\w.:-]+\]|[\w.-]+[ \t]*\|[ \t]|[A-Za-z][\w.-]*=|-+>|<-+|>>+|<<+)"
)
_LINE = re.compile(r"[^\r\n]+")
_JSON = re.compile(r'[{\[](?=\s*["{\[\]}\d-])|"(?=\s*[{\[]\s*\\")')
_SENT = re.compile(r"-+>|>>|\u2192|\bfrom (?:the )?client\b|\b(?:request|sent|sending|send|outgoing)\b", re.IGNORECASE)
_GOT = re.compile(r"<-+|<<|\u2190|\bfrom (?:the )?server\b|\b(?:response|received|recv|incoming|reply)\b", re.IGNORECASE)
_FAR = 400


def unwrap(source: Source) -> Wrapping | None:
    """The values behind log prefixes, if the first line begins like a log and at least one value is whole."""
    first = _LINE.search(source.text)
    if not first or not _BEGIN.match(first.group()):
        return None
    pieces = tuple(_pieces(source))
    return Wrapping(NAME, pieces, NAME) if pieces else None


def _pieces(source: Source) -> Iterator[Piece]:
    at = 0
    while line := _LINE.search(source.text, at):
        at = line.end()
        if not _BEGIN.match(source.text, line.start(), line.end()):
            continue
        found = _value(source, line)
        if found:
            piece, at = found
            yield piece


def _value(source: Source, line: re.Match[str]) -> tuple[Piece, int] | None:
    """The first whole value behind a prefix, and where it ends."""
    for begin in _JSON.finditer(source.text, line.start(), min(line.end(), line.start() + _FAR)):
        start = begin.start()
        end = value_end(source.text, start)
        if end is not None:
            inside = Decoded(source, start, end) if source.text[start] == '"' else Slice(source, start, end)
            return Piece(inside, direction=_direction(source.text[line.start() : start])), end
    return None


def _direction(prefix: str) -> Direction | None:
    sent, got = _SENT.search(prefix), _GOT.search(prefix)
    if bool(sent) == bool(got):
        return None
    return "request" if sent else "response"
