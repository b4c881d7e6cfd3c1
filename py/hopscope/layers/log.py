"""Log lines: a time, a level, a name or `data=` before the JSON, which may go on over several lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from hopscope.layers._base import NAMED, Direction, Piece, Wrapping
from hopscope.layers._python import OUTLINE, literal_end, strings
from hopscope.text.repair import MEMBERS, OBJECT, printed
from hopscope.text.source import Decoded, Slice, Source
from hopscope.text.strict import Values

NAME = "log"
_LEVEL = r"(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|debug|info|warn|warning|error)\b"
_TIME = (
    rf"\d{{4}}([-/])\d\d\1\d\d[T ](?:\d\d:\d\d|{_LEVEL})|(?:\d\d-\d\d )?\d\d:\d\d:\d\d|\d{{2}}/(?:\d{{2}}|[A-Z][a-z]{{2}})/\d{{4}}"
    r"|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d|[IWEF]\d{4} \d\d:\d\d:|\d{10,19}(?:\.\d+)?[ \t]"
)
_BEGIN = re.compile(
    rf"[ \t]*(?:(?:<\d{{1,3}}>\d? ?|[\[(<])?(?:{_TIME})|[\[(]?{_LEVEL}|\[[\w.:-]+\]|(?:\d+\|)?[\w.-]+[ \t]*\|[ \t]|[A-Za-z][\w.-]*="
    rf"|-+>|<-+|>>+|<<+|[^\t{{\[\"]{{1,60}}\t)"
)
_DATED = re.compile(rf"[ \t]*[\[(<]?(?:{_TIME}|\d\d:\d\d\b|{_LEVEL})")
_LINE = re.compile(r"[^\r\n]+")
_LINE_ENDS = re.compile(r"[\r\n]*")
_NAME = re.compile(rf"\[(?!(?:{_LEVEL})\]|\d)([\w.:@/ -]{{1,80}})\]")
_JSON = re.compile(r'\{(?=\s*["}\u2018-\u201e])|\[(?=\s*[{\["])|"(?=\s*[{\[](?:\s|\\[nrt])*+\\")')
_MEMBER = re.compile(r'(?:\[\s*)*\{\s*"(?:[^"\\\r\n]|\\.)*+"\s*:')
# What may hold a whole value although it is none itself: a bracket with a broken first key, or one in another notation.
_OUTER = re.compile(
    r"\{(?=\s*(?:/\*[^\r\n]*?\*/\s*)?,?\s*(?:[\"'`\u2018-\u201e]\w|[A-Za-z_$][\w$-]*(?:\"\s*:|\s*:[\s\"]|\s*=>)|:\w+\s*=>))"
    r"|\[(?=\s*(?:-?\d[\d.]*|true|false|null|None|True|False|[\"'][^\"'\r\n]*[\"'])\s*,)"
)
_NAMED = re.compile(rf"(?<!\S)(?:\[\s{{0,99}})?{NAMED}")
_OPENING = re.compile(r"[\[{]")
_PYTHON = re.compile(r"(?:\[\s*)*\{\s*'(?:[^'\\\r\n]|\\.)*+'\s*:")
_OBJECT = re.compile(rf"(?<![\w.])(?:\[\s*)?{OBJECT.pattern}")
_MEMBERS = re.compile(rf"(?<![\w.(]){MEMBERS}")
_SET = re.compile(
    r"=(?:None\b|True\b|False\b|'|\[?[A-Za-z_.]*[A-Z]\w*\()"
)  # without it no members are looked for: this is fast
_SENT = re.compile(r"-+>|>>|\u2192|\bfrom (?:the )?client\b|\b(?:request|sent|sending|send|outgoing)\b", re.IGNORECASE)
_GOT = re.compile(
    r"<-+|<<|\u2190|\bfrom (?:the )?server\b|\b(?:response|received|recv|incoming|reply)\b", re.IGNORECASE
)
_FAR = 400


def unwrap(source: Source) -> Wrapping | None:
    """The values behind log prefixes, if the first line begins like a log and a value, whole or not, begins behind any of them."""
    begin = _LINE_ENDS.match(source.text)
    if not begin or not _BEGIN.match(source.text, begin.end()):
        return None
    first = _LINE.search(source.text)
    if not first or printed(first.group()):
        return None
    pieces = _kept_apart(tuple(_pieces(source, _found))) or _kept_apart(tuple(_pieces(source, _alone)))
    return Wrapping(NAME, pieces, NAME) if pieces else None


def begins(text: str) -> bool:
    """Whether a text begins like a line of a log."""
    return bool(_BEGIN.match(text))


class _Line(NamedTuple):
    """Where a line begins and ends, or what is left of it behind a value."""

    start: int
    end: int


Find = Callable[[str, _Line, Values], tuple[int, int] | None]


def _pieces(source: Source, find: Find) -> Iterator[Piece]:
    text, values = source.text, Values(source.text)
    at = end = 0
    while line := _Line(at, end) if at < end else _next_line(text, at):
        at = end = line.end
        if found := find(text, line, values):
            start, at = found
            inside = Decoded(source, start, at) if text[start] == '"' else Slice(source, start, at)
            prefix = text[line.start : start]
            name = _NAME.search(prefix)
            yield Piece(inside, direction=_direction(prefix), channel=name[1] if name else None)


def _next_line(text: str, at: int) -> _Line | None:
    found = _LINE.search(text, at)
    return _Line(*found.span()) if found else None


def _found(text: str, line: _Line, values: Values) -> tuple[int, int] | None:
    """The slice of the first value in a line, or in what is left of one."""
    if _BEGIN.match(text, line.start, line.end):
        whole = _whole(text, line, values)
        printed = _printed(text, line, whole) or _string(text, line, whole)
        return printed or _around(text, line, whole) or whole or _in_order(_named(text, line), _broken(text, line))
    return _another(text, line, values) if line.start and text[line.start - 1] not in "\r\n" else None


def _alone(text: str, line: _Line, values: Values) -> tuple[int, int] | None:
    """What is looked for where no line that begins like a log holds a value."""
    if not _BEGIN.match(text, line.start, line.end):
        return None
    return _named(text, line) or _below(text, line, values)


def _below(text: str, line: _Line, values: Values) -> tuple[int, int] | None:
    """The value with which brackets begin in the lines that belong to one with a time or a level, if it is whole."""
    if not _DATED.match(text, line.start, line.end):
        return None
    begin = _OPENING.search(text, line.end, min(_entry(text, line), line.end + _FAR))
    end = values.end(begin.start()) if begin else None
    return (begin.start(), end) if begin and end else None


def _named(text: str, line: _Line) -> tuple[int, int] | None:
    """An object as JavaScript prints it, or a list of them, that ends its entry."""
    near = min(line.end, line.start + _FAR)
    begin = _NAMED.search(text, line.start, near + _FAR)
    if not begin or begin.start() >= near:
        return None
    entry = _entry(text, line)
    end = literal_end(text, begin.start(), entry)
    return (begin.start(), end) if end and not text[end:entry].strip() else None


def _in_order(named: tuple[int, int] | None, broken: tuple[int, int] | None) -> tuple[int, int] | None:
    """A broken value, unless it begins inside an object as JavaScript prints it."""
    return named if named and broken and named[0] < broken[0] else broken


def _another(text: str, line: _Line, values: Values) -> tuple[int, int] | None:
    """One more value with members behind the first."""
    string = _string(text, line, None)
    if string and string[0] <= next(_candidates(text, line), string[0]):
        return string
    whole = _whole(text, line, values)
    return whole if whole and _MEMBER.match(text, whole[0]) else None


def _kept_apart(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Only names that stand before both directions can be those of connections; others are of threads or of modules."""
    sent, got = ({one.channel for one in pieces if one.direction == side} for side in ("request", "response"))
    names = sent if sent == got and len(sent) > 1 else set()
    return tuple(one if one.channel is None or one.channel in names else replace(one, channel=None) for one in pieces)


def _candidates(text: str, line: _Line) -> Iterator[int]:
    near = min(line.end, line.start + _FAR)
    found = (begin.start() for begin in _JSON.finditer(text, line.start, near + _FAR))
    return (start for start in found if start < near)


def _printed(text: str, line: _Line, whole: tuple[int, int] | None) -> tuple[int, int] | None:
    """What Python prints, unless a whole value of JSON stands before or behind it: an object, a dictionary, or a list of them."""
    near = min(line.end, line.start + _FAR)
    begin = _PYTHON.search(text, line.start, near)
    inner = whole[0] if whole else begin.start() if begin else None
    if found := _printed_object(text, line, near, inner):
        return found
    end = literal_end(text, begin.start(), _entry(text, line)) if begin else None
    if begin is None or end is None:
        return None
    return (begin.start(), end) if whole is None or begin.start() < whole[0] < end else None


def _printed_object(text: str, line: _Line, near: int, inner: int | None) -> tuple[int, int] | None:
    """An object, with or without its class, or a list of them, that holds the `inner` value, or ends a line of the log."""
    start = line.start
    begin = _OBJECT.search(text, start, near) if text.find("(", start, near) >= 0 else None
    members = _MEMBERS.search(text, start, near) if _SET.search(text, start, near) else None
    if members and (begin is None or members.start() < begin.start()):
        held = inner is None or members.start() < inner
        return (members.start(), _entry(text, line)) if held else None
    entry = _entry(text, line) if begin else near
    end = literal_end(text, begin.start(), entry) if begin else None
    if begin is None or end is None:
        return None
    held = inner is not None and begin.start() < inner < end
    return (begin.start(), end) if held or (inner is None and not text[end:entry].strip()) else None


def _entry(text: str, line: _Line) -> int:
    """Where what begins in a line ends: before the next line that begins like a log."""
    end = line.end
    while (more := _LINE.search(text, end)) and not _BEGIN.match(text, more.start(), more.end()):
        end = more.end()
    return end


def _whole(text: str, line: _Line, values: Values) -> tuple[int, int] | None:
    """The first value behind a prefix, if it is whole."""
    for start in _candidates(text, line):
        if (end := values.end(start)) is not None:
            return start, end
        if _MEMBER.match(text, start):  # what follows is inside it
            return None
    return None


def _string(text: str, line: _Line, whole: tuple[int, int] | None) -> tuple[int, int] | None:
    """A string that Python prints with JSON inside, unless a whole value stands before it."""
    near = min(line.end, line.start + _FAR)
    if text.find("'", line.start, near) < 0:
        return None
    found = next(strings(text, line.start, line.end), None)
    return found if found and found[0] < (whole[0] if whole else near) else None


def _around(text: str, line: _Line, whole: tuple[int, int] | None) -> tuple[int, int] | None:
    """A value that is broken, or in another notation, with the whole one in it; it goes on up to the next line of the log."""
    begins = [one.start() for one in _OUTER.finditer(text, line.start, whole[0])] if whole else []
    if not whole or not begins:
        return None
    entry = _entry(text, line)
    closed = -min(_levels(text, whole[1], entry), default=0)
    for begin in begins:
        opened = list(_levels(text, begin, whole[0]))
        if min(opened) > 0 and opened[-1] <= closed:
            return begin, entry
    return None


def _levels(text: str, start: int, stop: int) -> Iterator[int]:
    """How many brackets more were opened than closed, at each bracket."""
    signs = (one[0] for one in OUTLINE.finditer(text, start, stop))
    return accumulate(1 if sign in "[{" else -1 for sign in signs if sign in ("[", "{", "]", "}"))


def _broken(text: str, line: _Line) -> tuple[int, int] | None:
    """A value that is not whole: it goes on up to the next line that begins like a log."""
    found = (one for one in _candidates(text, line) if text[one] == "{" or _MEMBER.match(text, one))
    start = next(found, None)
    if start is None:
        return None
    return start, _entry(text, line)


def _direction(prefix: str) -> Direction | None:
    sent, got = _SENT.search(prefix), _GOT.search(prefix)
    if bool(sent) == bool(got):
        return None
    return "request" if sent else "response"
