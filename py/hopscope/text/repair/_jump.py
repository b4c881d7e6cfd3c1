"""Running ahead with C code: what is valid in a broken text is never looked at sign by sign."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder

from hopscope.text.index import STRING
from hopscope.text.repair._mender import Frame, Mender, frame

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_FLAT = rf'[\[{{](?:[^\]\[{{}}"]++|{_STRING})*+[\]}}]'
_STRUCTURE = re.compile(rf'{_STRING}|{_FLAT}|[\]\[{{}}"]', re.DOTALL)
_COMMAS = re.compile(rf'{_STRING}|{_FLAT}|[\]\[{{}}"]|[^\]\[{{}}"]+', re.DOTALL)
_CONSTANT = re.compile(rf"{STRING}|(-?(?:NaN|Infinity))", re.DOTALL)


class _NoNumber(ValueError):
    pass


def _refuse(name: str) -> None:
    raise _NoNumber(name)


_SCAN = JSONDecoder(parse_float=bool, parse_int=bool, parse_constant=_refuse).scan_once


def _scan(text: str, at: int) -> tuple[int | None, int]:
    """Where the strict value at a place ends, or None; and the place of its first fault."""
    try:
        return _SCAN(text, at)[1], at
    except JSONDecodeError as error:
        return None, error.pos
    except StopIteration as error:
        return None, error.value
    except _NoNumber:
        found = next((match for match in _CONSTANT.finditer(text, at) if match[1]), None)
        return None, found.start() if found else at


def jump_over(mender: Mender) -> str | None:
    """Reads the container at the present place with C code: "read" to its end, or "entered" as far as it is valid."""
    start = mender.at
    if not mender.jumps or start < mender.fault or mender.text[start] not in "[{":
        return None
    end, fault = _scan(mender.text, start)
    if end is not None and end <= mender.end:
        mender.at = mender.last_end = end
        return "read"
    mender.fault = min(fault, mender.end)
    return "entered" if _enter(mender, start, mender.fault) else None


def jump_to_end(mender: Mender, top: Frame) -> str | None:
    """Reads all that is left of a container with C code, as far as it is valid."""
    at = mender.at
    plain = mender.jumps and at > mender.fault and top.closer == top.written and not top.implicit
    if not plain or not mender.spend(mender.end - at):
        return None
    end, fault = _scan(top.mark + mender.text[at : mender.end], 0)
    owed = top.owed
    pay(mender, top)
    if end is not None:
        mender.at = mender.last_end = at + end - 1
        return "read"
    mender.fault = at + max(0, fault - 1)
    if _enter(mender, at, mender.fault, inside=True):
        return "entered"
    unpay(mender, top, owed)
    return None


def pay(mender: Mender, top: Frame) -> None:
    """Puts the comma that is owed before a value."""
    if top.owed is not None:
        mender.edit(top.owed, top.owed, ",", "missing-comma")
        top.owed = None


def unpay(mender: Mender, top: Frame, owed: int | None) -> None:
    """Takes the comma back that was put last, since no value came."""
    if owed is not None:
        mender.edits.pop()
        top.owed = owed


def _enter(mender: Mender, start: int, fault: int, inside: bool = False) -> bool:
    """Opens every container that is open at a fault and goes to the last comma before it; False if nothing is gained."""
    opened = _open_at(mender.text, start, fault)
    if not inside and not opened:
        return False
    for at in opened:
        if mender.stack:
            mender.stack[-1].count += 1
            mender.stack[-1].comma = mender.stack[-1].owed = None
        entered = frame(at, mender.text[at])
        mender.open(entered)
    for outer in mender.stack[-len(opened) - 1 : -1] if opened else ():
        outer.state = "value"
    begin = opened[-1] + 1 if opened else start
    comma = _last_comma(mender.text, begin, fault)
    if comma is None and not opened:
        return False
    top = mender.stack[-1]
    top.state = "key" if top.is_object else "value"
    top.count += comma is not None
    top.comma = comma if comma is not None else top.comma
    mender.last_end = begin if comma is None else comma
    mender.at = begin if comma is None else comma + 1
    return True


def _open_at(text: str, start: int, fault: int) -> list[int]:
    """Where the containers start that are open at a fault, in a text that is valid up to there."""
    still_open: list[int] = []
    for match in _STRUCTURE.finditer(text, start, fault):
        if match.end() - match.start() > 1:
            continue
        sign = match.group()
        if sign in "[{":
            still_open.append(match.start())
        elif sign == '"':
            break
        elif still_open:
            still_open.pop()
    return still_open


def _last_comma(text: str, start: int, fault: int) -> int | None:
    """The last comma before a fault that parts the members of the container whose content begins at `start`."""
    last, depth = None, 0
    for match in _COMMAS.finditer(text, start, fault):
        sign = text[match.start()]
        if sign == '"' and match.end() - match.start() == 1:
            break
        if sign in "[{]}":
            depth += 0 if match.end() - match.start() > 1 else 1 if sign in "[{" else -1
        elif not depth and sign != '"' and (found := text.rfind(",", match.start(), match.end())) >= 0:
            last = found
    return last
