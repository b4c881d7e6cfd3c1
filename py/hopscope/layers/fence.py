"""Markdown fences, and the macros `{code}` and `{noformat}` of Jira and Confluence: the text between the marks.

Prose round them goes with the fence. A command in it is kept, and beside macros each stretch in which JSON stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers import code, curl, program
from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Slice, Source

NAME = "fence"
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[^\n`]*\n(.*?)(?:^[ \t>]*\1[`~]*[ \t\r]*$|\Z)", re.DOTALL | re.MULTILINE)

_MACRO = re.compile(
    r"(?<!\S)\{(code|noformat)(?::(?=[A-Za-z])[^{}\n\"']{1,200})?\}(?P<line>[ \t\r]*+\n)?(?=\s*[\[{\"'])(?P<inside>.*?)"
    r"(?:(?P<end>\{\1\})|\Z)",
    re.DOTALL,
)
_VALUE = re.compile(r"[\[{]\s*(?:[\[{]\s*){0,9}[\"']")
# JSON, or what begins like another wrapper: a stream, HTTP, curl, a cassette, a fence, a log, a diff, printed messages.
_JSON = re.compile(
    r"[\s\ufeff]*(?:[\[{\"']|\(\s*[\[{(\"'\d]|(?:data|event|id|retry):|:[^\n]*\n|`{3,}|~{3,}"
    r"|[<>*] |curl |HTTP/\d|[A-Z]{3,7} \S+ HTTP/\d"
    r"|(?:---\s+)?(?:http_)?interactions:|\[?\d{4}[-/]\d\d[-/]\d\d[T ]|[0-9a-k]:[\[{\"]|\+\s*[\[{]|diff |@@ |={8,} )"
)
_BARE = re.compile(r"\s*[\[{]")
_BARE_DATA = re.compile(r"\s*[\[{]\s*[\[{\"']")  # no macro


def unwrap(source: Source) -> Wrapping | None:
    """The contents of all macros, or of all fences that hold something like JSON or code with data.

    A text that begins with JSON is in none.
    """
    text = source.text
    if not _BARE_DATA.match(text) and (inside := list(_macros(text))):
        return _wrapping(tuple(_with_values_outside(source, inside)))
    if _BARE.match(text) or ("```" not in text and "~~~" not in text):
        return None
    return _wrapping(tuple(_pieces(source)))


def _wrapping(found: tuple[Source, ...]) -> Wrapping | None:
    pieces = tuple(map(Piece, found))
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None) if pieces else None


def _macros(text: str) -> Iterator[re.Match[str]]:
    """The macros; one that nothing ends is a macro only where its line ends behind it: else a word in braces."""
    return (found for found in _MACRO.finditer(text) if found["end"] or found["line"])


def _with_values_outside(source: Source, macros: list[re.Match[str]]) -> Iterator[Source]:
    """The contents of macros, and what stands before, between and behind them where it holds a value."""
    at = 0
    for macro in macros:
        yield from _value_in(source, at, macro.start())
        yield Slice(source, *macro.span("inside"))
        at = macro.end()
    yield from _value_in(source, at, len(source.text))


def _value_in(source: Source, start: int, stop: int) -> Iterator[Source]:
    if _VALUE.search(source.text, start, stop):
        yield Slice(source, start, stop)


def _pieces(source: Source) -> Iterator[Source]:
    at = 0
    for match in _FENCE.finditer(source.text):
        if (between := Slice(source, at, match.start())) and curl.commands(between):
            yield between
        inside = Slice(source, *match.span(2))
        if _JSON.match(inside.text) or code.unwrap(inside) or program.unwrap(inside):
            yield inside
        at = match.end()
