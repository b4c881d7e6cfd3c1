"""Marks for what was left out: an ellipsis, or `[Object]` where a printer went no deeper."""

from __future__ import annotations

import re

from hopscope.text.repair._mender import Frame, Mender
from hopscope.text.repair._shapes import FAR

_ENDS = r"(?=\s*(?:[,\]})]|//|/\*|#|\Z|\r|\n))"
_LEFT_OUT = r"<\.\.\. [^<>\n]{1,60} \.\.\.>"  # rich, as SDKs in Python print
# What Node prints beyond its depth.
_INSPECTED = r"\[(?:Array|Object|Circular(?: \*\d{1,9})?|[\w$]{1,99}: null prototype)\]"
_ELLIPSIS = re.compile(
    rf"(?:\.{{3,}}|\u2026)(?: \d{{1,15}} more(?: [a-z]{{1,20}}){{0,2}})?{_ENDS}|{_LEFT_OUT}(?:: {_LEFT_OUT})?|{_INSPECTED}{_ENDS}"
)
_INSPECTED_ITEM = re.compile(_INSPECTED + _ENDS)


def drop_ellipsis(mender: Mender) -> bool:
    """Drops a mark for elements or members that were left out."""
    return _replace(mender, "", "that nothing was left out at {}", "something was left out here")


def null_for_ellipsis(mender: Mender) -> bool:
    """Puts null for a mark that stands for a member's value."""
    return _replace(mender, "null", "null for {}", "a value was left out here")


def _replace(mender: Mender, inserted: str, chosen: str, other: str) -> bool:
    found = mender.match(_ELLIPSIS)
    if not found:
        return False
    mender.edit(found.start(), found.end(), inserted, "ellipsis")
    mender.guess(found.start(), found.end(), chosen.format(found[0]), other)
    mender.at = found.end()
    return True


def leave_inspected(mender: Mender, top: Frame) -> bool:
    """Leaves `[Object]` again, which C code has entered as an array."""
    outer = mender.stack[-2] if len(mender.stack) > 1 and not top.count else None
    if not outer or outer.is_object or not _INSPECTED_ITEM.match(mender.text, top.start, mender.end):
        return False
    mender.stack.pop()
    near = mender.text[max(0, top.start - FAR) : top.start]
    kept = near.rstrip()
    outer.count -= 1
    mender.at = top.start
    mender.last_end = top.start - len(near) + len(kept)
    outer.comma = mender.last_end - 1 if kept.endswith(",") else None
    return True
