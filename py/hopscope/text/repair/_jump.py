"""Running ahead with C code: what is valid in a broken text is never looked at sign by sign."""

from __future__ import annotations

import re

from hopscope.text.marks import Marks
from hopscope.text.outline import Outline
from hopscope.text.repair._margins import fits
from hopscope.text.repair._mender import Frame, Mender, frame
from hopscope.text.repair._scan import scan
from hopscope.text.repair._strings import STRICT

_FAR = 200
_WINDOWS = (2_048, 65_536)  # characters
_BEHIND_STRING = re.compile(r",\s*[\"\[{\]}]")
_TOKEN = 32  # longer than any constant or escape


def _scan_inside(mender: Mender, mark: str) -> tuple[int | None, int]:
    """The same for what is left of a container that `mark` opened, mark included.

    A scan begins with a bracket, so the rest is copied: in windows, as the next fault or the end is mostly near.
    """
    text, at = mender.text, mender.at
    for size in _WINDOWS:
        if at + size >= mender.end:
            break
        window = mark + text[at : at + size]
        end, fault = scan(window, 0)
        cut = fault > size - _TOKEN or (window[fault] == '"' and not STRICT.match(window, fault))
        if end is not None or not cut:
            return end, fault
    return scan(mark + text[at : mender.end], 0)


def jump_over(mender: Mender) -> str | None:
    """Reads the container at the present place with C code: "read" to its end, or "entered" as far as it is valid."""
    start = mender.at
    hint, mender.hint = mender.hint, None
    if start < mender.fault or mender.text[start] not in "[{" or (hint is None and not mender.jumps):
        return None
    end, fault = scan(mender.text, start) if hint is None else (None, hint)
    if end is not None and end <= mender.end and (not mender.margins or fits(mender.text, start, end)):
        mender.at = mender.last_end = end
        return "read"
    if mender.margins:
        return None
    mender.fault = min(fault, mender.end)
    _weigh(mender, mender.fault - start)
    return "entered" if _enter(mender, start, _ending(mender, start)) else None


def jump_to_end(mender: Mender, top: Frame) -> str | None:
    """Reads all that is left of a container with C code, as far as it is valid."""
    at = mender.at
    plain = mender.jumps and not mender.margins and at > mender.fault and top.closer == top.written and not top.implicit
    if not plain or not mender.spend(mender.end - at):
        return None
    end, fault = _scan_inside(mender, top.mark)
    owed = top.owed
    pay(mender, top)
    if end is not None:
        mender.at = mender.last_end = at + end - 1
        return "read"
    mender.fault = at + max(0, fault - 1)
    _weigh(mender, mender.fault - at)
    if _enter(mender, at, _ending(mender, at), inside=True):
        return "entered"
    unpay(mender, top, owed)
    return None


def pay(mender: Mender, top: Frame) -> None:
    """Puts the comma that is owed before a value."""
    if top.owed is not None:
        mender.edit(top.owed, top.owed, ",", "python-object" if top.printed else "missing-comma")
        top.owed = None


def unpay(mender: Mender, top: Frame, owed: int | None) -> None:
    """Takes the comma back that was put last, since no value came."""
    if owed is not None:
        mender.edits.pop()
        top.owed = owed


def _weigh(mender: Mender, gained: int) -> None:
    """Gives up on running ahead in a text that has faults everywhere."""
    mender.luck += 1 if gained > _FAR else -1


def _ending(mender: Mender, start: int) -> tuple[list[int], int | None]:
    """What stays open of a text that is valid from a start up to the fault, and the last comma in the innermost.

    It is the comma before that where a string stands before the last one in which a quote is left open: it may go on there.
    """
    opened, comma = _open_before(mender, start, mender.fault)
    if comma is None or mender.text[comma - 1] != '"' or _BEHIND_STRING.match(mender.text, comma):
        return opened, comma
    before = _open_before(mender, start, comma)
    since = before[1] or (before[0][-1] if before[0] else start)
    return before if mender.text.count('\\"', since, comma) % 2 else (opened, comma)


def _open_before(mender: Mender, start: int, stop: int) -> tuple[list[int], int | None]:
    """What stays open before a place, and the last comma; the outline of the whole serves where no fault turned it inside out."""
    if not mender.outline.inside(start):
        return Marks(mender.outline, start, stop).ending()
    opened, comma = Marks(Outline(mender.text[start:stop])).ending()
    return [start + at for at in opened], None if comma is None else start + comma


def _enter(mender: Mender, start: int, ending: tuple[list[int], int | None], inside: bool = False) -> bool:
    """Opens every container that is open at a fault and goes to the last comma before it; False if nothing is gained."""
    opened, comma = ending
    if not opened and (not inside or comma is None):
        return False
    for at in opened:
        if mender.stack:
            outer = mender.stack[-1]
            outer.state, outer.count = "value", outer.count + 1
            outer.comma = outer.owed = None
            outer.value = at, len(mender.edits)
        mender.open(frame(at, mender.text[at]))
    begin = opened[-1] + 1 if opened else start
    top = mender.stack[-1]
    top.state = "key" if top.is_object else "value"
    top.count += comma is not None
    top.value = None if comma is not None else top.value
    top.comma = comma if comma is not None else top.comma
    mender.last_end = begin if comma is None else comma
    mender.at = begin if comma is None else comma + 1
    return True
