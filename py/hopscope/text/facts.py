"""What is worth knowing of JSON that reads well: equal keys, numbers JavaScript changes, halves of characters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from hopscope.text.index import STRING
from hopscope.text.member import Member
from hopscope.text.numbers import is_unsafe
from hopscope.text.outline import HALF, Outline
from hopscope.text.reader import Reading

Kind = Literal["duplicate-key", "number-unsafe", "number-nonfinite", "lone-surrogate"]
_SHAPES = bytes(48 if chr(n) in "0123456789." else 69 if chr(n) in "eE" else 32 for n in range(256))
_LONG_NUMBER, _LONG_EXPONENT = b"0" * 16, b"0E000"
_SHORT = 4_096  # characters
_NUMBER = re.compile(STRING + r"|(-?\d[\d.]{15,}(?:[eE][+-]?\d+)?|-?\d[\d.]*[eE][+-]?\d{3,})", re.DOTALL)
_HALF_SIGN = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[dD][89a-fA-F][0-9a-fA-F]{2}|\\.|[\ud800-\udfff]",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Fact:
    """One such thing: slices of the strict text, and the texts that belong to it (of equal keys: both values)."""

    kind: Kind
    start: int
    end: int
    text: str
    earlier: tuple[int, int] | None = None
    values: tuple[str, str] | None = None


def facts(reading: Reading) -> Sequence[Fact]:
    """All facts of a reading, kind by kind; a text in which nothing looks like one costs almost nothing."""
    return reading.once("facts", lambda: () if _is_ordinary(reading) else tuple(_found(reading)))


def _found(reading: Reading) -> Iterator[Fact]:
    if reading.values:
        yield from _duplicates(reading)
        yield from _numbers(reading.outline)
        yield from _halves(reading.outline)


def _is_ordinary(reading: Reading) -> bool:
    """Whether a text surely holds nothing of all this; most arguments are such, and bytes are searched in no time."""
    text = reading.strict.text
    if len(text) > _SHORT or text.count(":") != reading.members or "\\u" in text:
        return False
    try:
        return not _any_long(text.encode())
    except UnicodeEncodeError:
        return False


def _numbers(outline: Outline) -> Iterator[Fact]:
    # Ids and times inside strings are often long too; to leave strings out costs more than to look at all.
    if not _any_long(outline.plain) or not _any_long(b'"'.join(outline.plain.split(b'"')[::2])):
        return
    for match in _NUMBER.finditer(outline.text):
        if match[1] and is_unsafe(match[1]):
            yield Fact("number-unsafe", *match.span(), match[1])


def _any_long(plain: bytes) -> bool:
    shapes = plain.translate(_SHAPES, b"+-")
    return _LONG_NUMBER in shapes or _LONG_EXPONENT in shapes


def _halves(outline: Outline) -> Iterator[Fact]:
    plain = outline.plain
    if HALF not in plain and not (b"\\u" in plain and _HALF_SIGN.search(outline.text)):
        return
    for match in _HALF.finditer(outline.text):
        found = match.group()
        if len(found) == 6 or len(found) == 1:
            yield Fact("lone-surrogate", *match.span(), found if len(found) == 6 else f"\\u{ord(found):04x}")


def _duplicates(reading: Reading) -> Iterator[Fact]:
    # Of equal keys one is counted, so there are more colons than members then; other colons stand in strings.
    if reading.strict.text.count(":") == reading.members or reading.outline.marks.count(b":") == reading.members:
        return
    for start in reading.starts:
        yield from _duplicates_below(reading, start)


def _duplicates_below(reading: Reading, start: int) -> Iterator[Fact]:
    text = reading.strict.text
    pending = [start] if text[start] in "[{" else []
    while pending:
        members = reading.index.members(pending.pop())
        seen: dict[str | int, Member] = {}
        for member in members:
            if member.key in seen:
                first = seen[member.key]
                told = (text[first.start : first.end], text[member.start : member.end])
                yield Fact(
                    "duplicate-key",
                    member.key_start,
                    member.key_end,
                    json.dumps(member.key),
                    (first.key_start, first.key_end),
                    told,
                )
            seen[member.key] = member
        pending.extend(member.start for member in reversed(members) if text[member.start] in "[{")
