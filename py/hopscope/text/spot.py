"""Where one value of a strict JSON text stands, found by the name that leads to it: C code looks for that, no index is made.

Most names occur once in a message or a line. Where one occurs twice, or may be spelled with escapes, an index has to tell.
"""

from __future__ import annotations

import re
from json import JSONDecoder

from hopscope.text.member import Member

NEAR = 20_000  # characters of a stretch that is worth being looked through for one name
_FEW = 8  # elements that are passed over one by one
_ESCAPED = b"\\u00"  # as a letter of a name may be spelled
_COLON = re.compile(rb"\s*+:\s*+")
_GAP = re.compile(rb"[\s,]*+")
_PLAIN = re.compile(rb'[^][{}:,\s"]+')
_skim = JSONDecoder(parse_float=str, parse_int=str).raw_decode


def spot(text: str, plain: bytes, stretch: tuple[int, int], keys: tuple[str | int, ...]) -> Member | None:
    """The member or element at `keys`, which is there, below the value that fills a stretch; None where it takes an index.

    `plain` is the text as `outline.unescaped` has it.
    """
    number = keys[-1] if isinstance(keys[-1], int) else None
    name = keys[-1] if number is None else keys[-2] if len(keys) > 1 else None
    if not isinstance(name, str) or not (name.isascii() and name.isidentifier()) or (number or 0) > _FEW:
        return None
    found = _named(plain, stretch, b'"%b"' % name.encode())
    if found is None:
        return None
    begin, end, start = found
    if number is None:
        return Member(name, begin, end, start, _end(text, plain, start))
    start = _element(text, plain, start, number)
    return Member(number, start, start, start, _end(text, plain, start))


def _named(plain: bytes, stretch: tuple[int, int], name: bytes) -> tuple[int, int, int] | None:
    """Where the only member of a name begins, where its name ends and its value begins; a value may read like the name."""
    start, stop = stretch
    if plain.find(_ESCAPED, start, stop) >= 0:
        return None
    found = None
    at = plain.find(name, start, stop)
    while at >= 0:
        end = at + len(name)
        if colon := _COLON.match(plain, end):
            if found:
                return None
            found = at, end, colon.end()
        at = plain.find(name, end, stop)
    return found


def _element(text: str, plain: bytes, start: int, number: int) -> int:
    """Where an element of the array begins that starts at a place."""
    at = _gap(plain, start + 1)
    for _ in range(number):
        at = _gap(plain, _end(text, plain, at))
    return at


def _gap(plain: bytes, at: int) -> int:
    found = _GAP.match(plain, at)
    return found.end() if found else at


def _end(text: str, plain: bytes, start: int) -> int:
    """Where the value ends that starts at a place."""
    sign = text[start]
    if sign == '"':
        return plain.index(b'"', start + 1) + 1
    if sign in "[{":
        return _skim(text, start)[1]
    found = _PLAIN.match(plain, start)
    return found.end() if found else start
