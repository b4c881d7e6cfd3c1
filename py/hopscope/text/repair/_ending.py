"""The end of a text that is cut: what is open is told, and closed."""

from __future__ import annotations

import re

from hopscope.text.repair._mender import Cut, Frame, Mender


def end_cut(mender: Mender) -> None:
    """Closes what a text leaves open where it ends, and notes the cut."""
    if not mender.stack and not mender.broken:
        return
    what, quote = mender.broken or ("an object" if mender.stack[-1].is_object else "an array", None)
    depths = [depth for depth, one in enumerate(mender.stack) if not one.implicit]
    still_open = [(mender.stack[depth].start, mender.stack[depth].mark) for depth in depths]
    if quote:
        still_open.append(quote)
        depths.append(len(mender.stack))
    offset = mender.end if mender.broken else len(mender.text[: mender.end].rstrip())
    mender.cut = Cut(offset, tuple(still_open), what, mender.mark, tuple(depths))
    if what == "a key":
        start = quote[0] if quote else offset
        top, kept, left_out = mender.stack[-1], "the key is kept as it is, with null", "the member is left out"
        if _is_known(mender, top, start, offset):
            leaves = not mender.doubt(start, offset, left_out, kept)
        else:
            leaves = mender.doubt(start, offset, kept, left_out)
        if leaves:
            _leave_out(mender, top)
    closing = "".join(_closing(mender, one) for one in reversed(mender.stack))
    if closing:
        mender.edit(mender.end, mender.end, closing, "cut")
    mender.stack.clear()


def _is_known(mender: Mender, top: Frame, start: int, end: int) -> bool:
    """Whether a key so far has stood in its object before, where null would take the place of a value."""
    begun = mender.text[start + 1 : end]
    known = re.compile(rf"[\"'{{,\s]{re.escape(begun)}[\"']?\s*:")
    return bool(begun) and mender.spend(start - top.start) and known.search(mender.text, top.start, start) is not None


def _leave_out(mender: Mender, top: Frame) -> None:
    """Leaves out the member in whose key the text ends, and the comma before it."""
    mender.edits[:] = [edit for edit in mender.edits if edit.start < top.kept]
    mender.edit(top.kept, mender.end, "", "cut")
    top.state = "after"


def _closing(mender: Mender, one: Frame) -> str:
    if one.comma is not None and one.state in ("key", "value"):
        mender.drop_comma(one.comma, "cut")
    tail = {"colon": ":null", "value": "null"}.get(one.state, "") if one.is_object and one is mender.stack[-1] else ""
    return tail + one.written
