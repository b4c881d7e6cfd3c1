"""Closing brackets that were lost in a text of many lines: how far its lines are indented shows where they stood."""

from __future__ import annotations

import re

from hopscope.text.repair._mender import Cut, Frame, Mended, Mender

LONGEST = 300_000  # characters that are read a second time
_FAR = 200
_MARGIN = re.compile(r"[ \t]*")
_TOLD = "a closing bracket is missing here, as the margins show", "it is missing further on, or at the end"


def off_margin(mended: Mended, text: str) -> bool:
    """Whether margins may show better where the closing brackets stood that a text lacks."""
    if len(text) > LONGEST:
        return False
    return _cut_off_margin(mended.cut, text) if mended.cut else _closed_late(mended, text)


def _cut_off_margin(cut: Cut, text: str) -> bool:
    """Whether the last bracket of a text that is cut stands no deeper than the line of the one it stands in."""
    if not cut.open or cut.mark or text[cut.offset - 1 : cut.offset] not in ("}", "]"):
        return False
    last = _own_margin(text, cut.offset - 1)
    return last is not None and last <= _margin(text, cut.open[-1][0])


def _closed_late(mended: Mended, text: str) -> bool:
    """Whether a bracket that was missing was put before another at the beginning of a line."""
    put = (one.end for one in mended.edits if one.rule == "missing-bracket")
    return any(text[one : one + _FAR].lstrip(" \t")[:1] in ("\r", "\n") for one in put)


def outdented(mender: Mender, top: Frame) -> bool:
    """Whether what begins here stands too far left to be in a container, where margins count."""
    here = _own_margin(mender.text, mender.at) if mender.margins else None
    if here is None:
        return False
    outside, closes = _margin(mender.text, top.start), mender.text[mender.at] in "]}"
    if here > outside or (closes and here == outside):
        return False
    if len(mender.stack) < 2 or not (top.count or closes):  # the first in its container: this text is not indented
        mender.margins = ""
    elif mender.margins == "asked":
        mender.margins = "passed" if mender.doubt(mender.last_end, mender.last_end, *_TOLD) else "taken"
    return mender.margins == "taken"


def fits(text: str, start: int, end: int) -> bool:
    """Whether all lines of a container are indented deeper than its first, but for its closing bracket."""
    shallow = re.compile(rf"[\r\n][ \t]{{0,{_margin(text, start)}}}[^ \t\r\n]").search(text, start, end)
    return not shallow or (shallow.end() == end and stands(text, start, end - 1))


def stands(text: str, opener: int, closer: int) -> bool:
    """Whether a closing bracket begins its line, as far to the right as the line of an opening one."""
    return _own_margin(text, closer) == _margin(text, opener)


def _own_margin(text: str, at: int) -> int | None:
    """How far a sign is indented that begins its line."""
    line = _line(text, at)
    return at - line if not text[line:at].strip(" \t") else None


def _margin(text: str, at: int) -> int:
    """How far the line of a place is indented."""
    line = _line(text, at)
    found = _MARGIN.match(text, line)
    return found.end() - line if found else 0


def _line(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
