"""JSON in a string of program code, SQL, YAML or a shell, undone as its language writes it; told as `prose`.

What may be meant in two ways is read as it stands where that is JSON, unless the language is known to have escapes there. A
string may stand in several pieces. Nothing but strict JSON is taken for what a string means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from hopscope.layers._base import NAMED, Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.repair import MEMBERS, OBJECT
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "prose"
LONGEST = 4_000_000  # characters that are looked through
_BEGINS = re.compile(r"\s*[\[{(]")
_PREFIX = r"(?P<prefix>(?<!\w)(?:[bB]?[rRfF]|[bBuUE]|@)?)"
_OPENING = re.compile(rf"{_PREFIX}(?P<quote>\"\"\"|'''|[\"'`])(?=(?:\s|\\[nrt]|\\\r?\n)*+[\[{{])")
_NEXT = re.compile(rf"\s*(?:[+.]\s*)?{_PREFIX}(?P<quote>[\"'`])")
_VALUE = re.compile(rf"[\[{{]\s*[\"'\[{{]|{NAMED}|{OBJECT.pattern}|{MEMBERS}")
_TUPLE = re.compile(r"(?<![\w)])\(\s*(?:[\"']|\d+,)")
_SQL = re.compile(r"\b(?:VALUES|SELECT|SET)\b", re.IGNORECASE)
_BODIES = {
    '"""': re.compile(r'(?:[^"\\]|\\[\s\S]|"(?!""))*+'),
    "'''": re.compile(r"(?:[^'\\]|\\[\s\S]|'(?!''))*+"),
    '"': re.compile(r'(?:[^"\\]|\\[\s\S])*+'),
    "'": re.compile(r"(?:[^'\\]|\\[\s\S]|''|'\\''|'\"'\"')*+"),
    "`": re.compile(r"(?:[^`\\]|\\[\s\S])*+"),
    '@"': re.compile(r'(?:[^"]|"")*+'),
}
_SPACED = re.compile(r"\w[\w \t:<>\[\]]* = (?:\(\s*)?\Z")
_PARSED = re.compile(r"(?:\bloads|\bdedent|\bJSON\.parse|\bjson_decode|\breadTree|\bDeserialize\w*)\(\s*\Z")
_SCRIPT = re.compile(r"\b(?:const|let|var)\b[^\n=]*=\s*\Z")
_RAW_BLOCK = re.compile(r"\b(?:val|var|string)\b[^\n=]*=\s*\Z")
_TABLES = re.compile(r"^\[[\w.\"-]+\][ \t\r]*$", re.MULTILINE)  # of TOML, whose single quotes have no escapes
_FAR = 100
_FAILURES = 20  # strings without JSON that are looked at

_Way = tuple[re.Pattern[str], Callable[[re.Match[str]], str]]
_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f", "0": "\0", "\n": "", "\r": ""}
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r?\n|[\s\S])")


def _meant(escape: re.Match[str]) -> str:
    sign = escape[0][1]
    if len(escape[0]) > 3:
        return chr(int(escape[0][2:], 16))
    return _SIGNS.get(sign, sign if sign in "\\\"'`$/" else escape[0])


_RAW: _Way = (re.compile(r"(?!)"), lambda _: "")
_ESCAPES: _Way = (_ESCAPE, _meant)
_FEW: _Way = (re.compile(r"\\[\\']"), lambda escape: escape[0][1])
_TWICE: _Way = (re.compile(r"''|\"\""), lambda twice: twice[0][0])
_SHELL: _Way = (re.compile(r"'\\''|'\"'\"'"), lambda _: "'")
_FORMAT: _Way = (
    re.compile(rf"\{{\{{|\}}\}}|{_ESCAPE.pattern}"),
    lambda one: _meant(one) if one[0][0] == "\\" else one[0][0],
)


class _String(NamedTuple):
    """One string with its quotes, and what it means."""

    start: int
    end: int
    meaning: Source


def unwrap(source: Source) -> Wrapping | None:
    """What the strings in a text mean that hold JSON; None where a value, or nothing, stands beside them."""
    text = source.text
    if len(text) > LONGEST or _BEGINS.match(text):
        return None
    found = list(_strings(source))
    edges = [0, *(edge for one in found for edge in one[:2]), len(text)]
    outside = " ".join(text[start:end] for start, end in list(pairwise(edges))[::2])
    if not found or not outside.strip() or _VALUE.search(outside):
        return None
    if _TUPLE.search(outside) and not _SQL.search(outside):
        return None
    return Wrapping(NAME, tuple(Piece(one.meaning) for one in found), "concatenated" if len(found) > 1 else None)


def _strings(source: Source) -> Iterator[_String]:
    done = failures = 0
    for begin in _OPENING.finditer(source.text):
        if begin.start() < done:
            continue
        pieces = list(_pieces(source.text, begin))
        done = pieces[-1][1] if pieces else begin.end()
        if found := _string(source, begin, pieces):
            done = found.end
            yield found
        elif (failures := failures + 1) == _FAILURES:
            return


def _string(source: Source, begin: re.Match[str], pieces: list[tuple[int, int]]) -> _String | None:
    """The string that begins somewhere, with all the pieces that follow it or alone."""
    for several in (pieces[:length] for length in dict.fromkeys((len(pieces), 1)) if pieces):
        for way in _ways(source.text, begin, several[-1][1]):
            meaning = _meaning(source, several, way)
            if _is_json(meaning):
                return _String(begin.start(), several[-1][1] + len(begin["quote"]), meaning)
    return None


def _pieces(text: str, begin: re.Match[str]) -> Iterator[tuple[int, int]]:
    """The slices of what stands in a string's quotes, and in those of the strings that it is joined with."""
    one: re.Match[str] | None = begin
    while one and one["prefix"] == begin["prefix"]:
        kind = f"@{one['quote']}" if one["prefix"] == "@" else one["quote"]
        body = _BODIES.get(kind, _BODIES[one["quote"]]).match(text, one.end())
        if not body or not text.startswith(one["quote"], body.end()):
            return
        yield body.span()
        one = _NEXT.match(text, body.end() + len(one["quote"]))


def _meaning(source: Source, pieces: list[tuple[int, int]], way: _Way) -> Edited:
    """What pieces of a string mean together, where their escapes are undone in one way."""
    pattern, meant = way
    origin, text, at, edits = pieces[0][0], source.text, pieces[0][0], list[Edit]()
    for start, end in pieces:
        edits += [Edit(at - origin, start - origin, text[at:start], "", "quoted")] if start > at else []
        found = pattern.finditer(text, start, end)
        edits += (Edit(one.start() - origin, one.end() - origin, one[0], meant(one), "quoted") for one in found)
        at = end
    return Edited(Slice(source, origin, at), edits)


def _ways(text: str, begin: re.Match[str], end: int) -> list[_Way]:
    """How the escapes in a string may be undone, what is likeliest first."""
    before, inside, quote = text[max(0, begin.start() - _FAR) : begin.start()], text[begin.end() : end], begin["quote"]
    if begin["prefix"] == "@":
        return [_TWICE]
    if begin["prefix"][-1:] in ("r", "R"):
        return [_RAW]
    if begin["prefix"][-1:] in ("f", "F"):
        return [_FORMAT]
    if quote == "'" and _SHELL[0].search(inside):
        return [_SHELL]
    if quote == "'" and "''" in inside:
        return [_TWICE, _ESCAPES]
    escaped = _undoes(text, before, quote, text[end + len(quote) :][:1])
    return [_ESCAPES, _FEW, _RAW] if escaped else [_RAW, _ESCAPES, _FEW]


def _undoes(text: str, before: str, quote: str, behind: str) -> bool:
    """Whether the language is known to have escapes in a string, by what stands round it."""
    if quote == "`":
        return bool(_PARSED.search(before) or (_SCRIPT.search(before) and behind == ";"))
    if len(quote) == 3:
        return not _RAW_BLOCK.search(before)
    if quote == "'":
        return bool(_PARSED.search(before) or (_SPACED.search(before) and not _TABLES.search(text)))
    return True


def _is_json(source: Source) -> bool:
    """Whether a text is one object or list that holds something."""
    values = read(source, repair=False).values
    return len(values) == 1 and _holds(values[0])


def _holds(value: Any) -> bool:
    return bool(value) and (isinstance(value, dict) or any(isinstance(one, (dict, list, str)) for one in value))
