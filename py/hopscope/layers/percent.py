"""JSON in an address or a form, as `%7B%22a%22%3A1%7D`: percent-encoded (RFC 3986), blanks as `%20` or `+`.

It is told as `escaped`, as is JSON whose quotes have backslashes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "escaped"
_BLANK = r"(?:\+|%20|%0[AaDd]|%09)*+"
_PERCENT = r"%(?:25){0,3}"  # a sign that was encoded again
_BEGINS = re.compile(
    rf"(?:(?<![\w%])|(?<=%3[Dd]))(?:{_PERCENT}7[Bb]{_BLANK}(?:{_PERCENT}22|{_PERCENT}7[Dd])|{_PERCENT}5[Bb]{_BLANK}{_PERCENT}(?:7[Bb]|22|5[BbDd]))"
)
_RUN = re.compile(r"[\w.~!*'(){}\[\]:,;@/?$%+-]+")
_PLAIN = re.compile(r"\A\s*[\[{(]|[\[{,:]\s*[\"']|\(\w+=[\"']")  # JSON, or what Python prints
_SIGN = re.compile(r"(?:%[89a-fA-F][0-9a-fA-F])+|%[0-7][0-9a-fA-F]|\+")


def unwrap(source: Source) -> Wrapping | None:
    """Each stretch that begins like an object or a list, decoded once, if no JSON is there as it is."""
    if "%" not in source.text or _PLAIN.search(source.text):
        return None
    pieces = tuple(Piece(_decoded(Slice(source, *one))) for one in _stretches(source.text))
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None) if pieces else None


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    done = 0
    for begin in _BEGINS.finditer(text):
        if begin.start() >= done and (run := _RUN.match(text, begin.start())):
            yield run.span()
            done = run.end()


def _decoded(inside: Source) -> Source:
    form = "%20" not in inside.text
    edits = (edit for sign in _SIGN.finditer(inside.text) for edit in _edits(sign, form))
    return Edited(inside, list(edits))


def _edits(sign: re.Match[str], form: bool) -> Iterator[Edit]:
    """One edit a character; bytes that are no UTF-8 stay as they are written."""
    if sign[0] == "+":
        yield from [Edit(*sign.span(), "+", " ", NAME)] if form else []
        return
    try:
        meant = bytes.fromhex(sign[0].replace("%", "")).decode()
    except UnicodeDecodeError:
        return
    at = sign.start()
    for character in meant:
        end = at + 3 * len(character.encode())
        yield Edit(at, end, sign.string[at:end], character, NAME)
        at = end
