"""JSON in an address or a form, as `%7B%22a%22%3A1%7D`: percent-encoded (RFC 3986), blanks as `%20` or `+`.

It is told as `escaped`, as is JSON whose quotes have backslashes. What encodes a whole address leaves `: , + & # =` as
they are (`encodeURI` of ECMAScript); what encodes a value leaves none of them (`encodeURIComponent`, forms).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "escaped"
_BLANK = r"(?:\+|%20|%0[AaDd]|%09)*+"
_PERCENT = r"%(?:25){0,3}"  # a sign that was encoded again
_BEGINS = re.compile(
    rf"(?:(?<![\w%])|(?<=%3[Dd]))(?:{_PERCENT}7[Bb]{_BLANK}(?:{_PERCENT}22|{_PERCENT}7[Dd])|{_PERCENT}5[Bb]{_BLANK}{_PERCENT}(?:7[Bb]|22|5[BbDd]))"
)
_LINK = r"\[[^\[\]{}\"'\n]*\]\("
_PLAIN = re.compile(  # JSON, or what Python prints; no link of Markdown, nor what stands in round brackets
    rf"\A\s*(?!{_LINK}|\(%)[\[{{(]|[\[{{,:]\s*[\"']|\(\w+=[\"']"
)
_HEX = "[0-9a-fA-F]"
_MORE = f"%[89abAB]{_HEX}"
_SIGN = re.compile(rf"%[0-7]{_HEX}|%[cCdD]{_HEX}{_MORE}|%[eE]{_HEX}(?:{_MORE}){{2}}|%[fF][0-4](?:{_MORE}){{3}}|\+")
_NO_VALUE = r"\s\"<>\\^`|"  # no encoder leaves these
_AFTER = re.compile(r"[\w%+]")
_BLANK_PLUS = re.compile(r"(?<!\d[eE])\+")


class _Signs(NamedTuple):
    """How the signs of JSON are written where `%` was encoded some times again."""

    token: re.Pattern[str]
    string: re.Pattern[str]  # from behind its first quote, where `&` and `#` are part of the value
    value: re.Pattern[str]  # the same where they end it
    cut: re.Pattern[str]  # a string that is not closed


@cache
def _signs(again: int) -> _Signs:
    sign = "%" + "25" * again
    quote = f"{sign}22"
    escape = rf"{sign}5[Cc](?:{sign}{_HEX}{{2}}|[^%&#{_NO_VALUE}])"
    whole, value = (rf"(?:{escape}|(?!{quote})[^{_NO_VALUE}{end}])*+" for end in ("", "&#"))
    brackets = rf"(?P<open>{sign}[57][Bb]|[\[{{])|(?P<close>{sign}[57][Dd]|[\]}}])"
    marks = rf"(?P<quote>{quote})|(?P<encoded>{sign}(?:3[Aa]|2[Cc]))|(?P<raw>[:,])"
    return _Signs(
        re.compile(rf"{brackets}|{marks}|(?P<other>%|[\w.~!*'();@/?$+-])"),
        re.compile(whole + quote),
        re.compile(value + quote),
        re.compile(value),
    )


@dataclass(slots=True)
class _Stretch:
    """JSON being followed through its encoded text from `start`; `marks` is how its first `:` or `,` stands."""

    text: str
    start: int
    again: int
    end: int = 0
    marks: str = ""
    blank: bool = False  # whether a plus stands where only a blank can

    def follow(self) -> None:
        """Finds the end: where the value closes, or where no more of it can stand."""
        signs, depth = _signs(self.again), 0
        self.end = self.start
        while token := signs.token.match(self.text, self.end):
            self.end = token.end()
            kind = token.lastgroup or ""
            depth = max(0, depth + (kind == "open") - (kind == "close"))
            if kind == "quote" and not self._string(signs):
                return
            if kind in ("encoded", "raw"):
                self.marks = self.marks or kind
            self.blank = self.blank or (token[0] == "+" and bool(_BLANK_PLUS.match(self.text, token.start())))
            if kind == "close" and not depth and not _AFTER.match(self.text, self.end):
                return

    def _string(self, signs: _Signs) -> bool:
        """Goes to the end of a string, and tells whether it was closed."""
        whole = signs.value if self.marks == "encoded" else signs.string
        found = whole.match(self.text, self.end) or signs.cut.match(self.text, self.end)
        assert found
        self.end = found.end()
        return found.re is whole

    def form(self) -> bool:
        """Whether its encoder writes a blank as a plus, which says so by what else it encodes."""
        inside = self.text[self.start : self.end]
        if self.again or "%20" in inside or "+" not in inside:
            return False
        in_query = not self.marks and self.text[max(0, self.start - 1) : self.start] == "="
        return self.blank or self.marks == "encoded" or in_query or "%2B" in inside or "%2b" in inside


def unwrap(source: Source) -> Wrapping | None:
    """Each stretch that begins like an object or a list, decoded once, if no JSON is there as it is."""
    if "%" not in source.text or _PLAIN.search(source.text):
        return None
    pieces = tuple(Piece(_decoded(source, one)) for one in _stretches(source.text))
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None) if pieces else None


def _stretches(text: str) -> Iterator[_Stretch]:
    done = 0
    for found in _BEGINS.finditer(text):
        if found.start() >= done:
            first = re.match("%((?:25)*)", found[0])
            one = _Stretch(text, found.start(), len(first[1]) // 2 if first else 0)
            one.follow()
            yield one
            done = one.end


def _decoded(source: Source, stretch: _Stretch) -> Source:
    inside = Slice(source, stretch.start, stretch.end)
    form = stretch.form()
    edits = (edit for sign in _SIGN.finditer(inside.text) if (edit := _edit(sign, form)))
    return Edited(inside, list(edits))


def _edit(sign: re.Match[str], form: bool) -> Edit | None:
    """The character that a sign means; bytes that are no UTF-8 stay as they are written."""
    if sign[0] == "+":
        return Edit(*sign.span(), "+", " ", NAME) if form else None
    try:
        meant = bytes.fromhex(sign[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return None
    return Edit(*sign.span(), sign[0], meant, NAME)
