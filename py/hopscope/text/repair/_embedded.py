"""JSON that stands in a string without being escaped, as models and hasty programs write arguments."""

from __future__ import annotations

import json
import re

from hopscope.text.repair._mender import Mender
from hopscope.text.repair._scan import scan

Slice = tuple[int, int]
_OPENING = re.compile(r"(?:[\[{][ \t\r\n]{0,99}){1,20}\Z")
_NEEDS_ESCAPE = re.compile(r'["\\\x00-\x1f]')
_NAMED = re.compile(r'"\s*:')
_GOES_ON = re.compile(r'[^\s"\[\]{},:]*\s*')
_FAR = 200


def embedded(mender: Mender, start: int, quote: int) -> Slice | None:
    """The slice of the strict JSON whose first quote is known, if it begins behind `start`; a cut one reaches to the end."""
    before = mender.text[max(start, quote - _FAR) : quote]
    opening = _OPENING.search(before) if before.rstrip()[-1:] in ("{", "[") else None
    if not opening or not mender.jumps:
        return None
    begin = quote - len(before) + opening.start()
    end, fault = scan(mender.text, begin)
    mender.spend((end or fault) - begin)
    if end is None and _cut(mender, begin, fault):
        end = mender.end
    return (begin, end) if end is not None and end <= mender.end else None


def _cut(mender: Mender, begin: int, fault: int) -> bool:
    """Whether a text that is JSON up to a fault, with a name at least, ends there."""
    text = mender.text
    if not _NAMED.search(text, begin, fault):
        return False
    if text[fault : fault + 1] == '"':
        return text.find('"', fault + 1, mender.end) < 0
    found = _GOES_ON.match(text, fault, mender.end)
    return found is not None and found.end() == mender.end


def escape(mender: Mender, within: Slice) -> None:
    """Escapes a slice once more, so that the string says it as it was written."""
    for found in _NEEDS_ESCAPE.finditer(mender.text, *within):
        at, sign = found.start(), found[0]
        if sign in '"\\':
            mender.edit(at, at, "\\", "inner-quote")
        else:
            mender.edit(at, at + 1, json.dumps(sign)[1:-1], "control-character")
