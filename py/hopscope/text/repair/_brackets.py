"""Closing brackets: the right one, one too many, one too few, one of the wrong kind."""

from __future__ import annotations

from typing import Literal

from hopscope.text.depth import structure
from hopscope.text.repair._blanks import next_token
from hopscope.text.repair._mender import Frame, Mender
from hopscope.text.source import Edit

_STACK_COST, _NEAR = 50, 8
_OPENER = {"}": b"{", "]": b"[", ")": b"("}


def value_read(mender: Mender, end: int) -> None:
    """Notes that a whole value was read."""
    mender.last_end = end
    if mender.stack:
        top = mender.stack[-1]
        top.state = "after"
        top.count += 1
        top.comma = top.owed = None


def close(mender: Mender, sign: str) -> None:
    """Deals with the closing bracket at the present place."""
    top = mender.stack[-1]
    if sign == ")" and mender.calls and mender.calls[-1] == len(mender.stack):
        return end_call(mender)
    if top.closer == sign:
        return close_with(mender, top, sign)
    kind = _judge(mender, top, sign)
    if kind == "missing":
        return close_missing(mender)
    if kind == "wrong":
        return close_with(mender, top, sign, "wrong-bracket")
    mender.edit(mender.at, mender.at + 1, "", "extra-bracket")
    mender.at += 1
    return None


def end_call(mender: Mender) -> None:
    """Drops the bracket that closes a call whose name was dropped."""
    mender.calls.pop()
    mender.edit(mender.at, mender.at + 1, "", "call")
    mender.at += 1


def close_with(mender: Mender, top: Frame, sign: str, rule: str = "") -> None:
    """Closes a container with the bracket at the present place."""
    settle(mender, top)
    at = mender.at
    if top.mark == "(" and not top.is_object:
        _close_tuple(mender, top, at, sign)
    elif sign != top.written:
        mender.edit(at, at + 1, top.written, rule or ("python-object" if top.printed else "python-set"))
    _leave(mender, top, at + 1)


def _close_tuple(mender: Mender, top: Frame, at: int, sign: str) -> None:
    """Round brackets are a tuple, or nothing at all round a single value without a comma."""
    alone = top.count == 1 and not top.commas
    latest = range(len(mender.edits) - 1, -1, -1)
    index = next(n for n in latest if mender.edits[n].start == top.start and mender.edits[n].removed == "(")
    mender.edits[index] = Edit(top.start, top.start + 1, "(", "" if alone else "[", "python-tuple")
    mender.edit(at, at + 1, "" if alone else "]", "python-tuple" if sign == ")" else "wrong-bracket")


def close_missing(mender: Mender) -> None:
    """Puts the bracket that a container lacks behind its last value; a comma that follows belongs outside."""
    top = mender.stack[-1]
    comma, commas_end = top.comma, mender.at
    top.comma = None
    end = mender.last_end
    settle(mender, top)
    implicit = "implicit-object" if top.is_object else "implicit-array"
    mender.edit(end, end, top.written, implicit if top.implicit else "missing-bracket")
    _leave(mender, top, mender.at)
    mender.last_end, mender.closed = end, None
    if comma is not None and mender.stack:
        outer = mender.stack[-1]
        outer.comma, outer.state = comma, "key" if outer.is_object else "value"
        mender.at = commas_end
    elif comma is not None:
        mender.drop_comma(comma, "trailing-comma")


def _leave(mender: Mender, top: Frame, at: int) -> None:
    mender.stack.pop()
    if not mender.stack:
        mender.closed = (top, at - 1)
    else:
        mender.stack[-1].last = None
    mender.at = at
    value_read(mender, at)


def settle(mender: Mender, top: Frame) -> None:
    """Makes a container fit to be closed: no comma at its end, no member without a value."""
    if top.comma is not None:
        mender.drop_comma(top.comma, "trailing-comma")
        top.comma = None
    if top.is_object and top.state in ("colon", "value"):
        missing_value(mender, top)


def missing_value(mender: Mender, top: Frame) -> None:
    """Puts null where a member has no value."""
    at = mender.last_end
    mender.edit(at, at, ":null" if top.state == "colon" else "null", "missing-value")
    mender.guess(at, at, "a value (null)", "the member is left out")
    top.last = None
    value_read(mender, at)


def _judge(mender: Mender, top: Frame, sign: str) -> Literal["missing", "wrong", "extra"]:
    """Which of the three it is, by what the rest of the text still closes."""
    if top.implicit:
        return "missing" if len(mender.stack) > 1 else "extra"
    if not mender.spend(mender.end - mender.at + _STACK_COST * len(mender.stack)):
        return "missing" if any(one.closer == sign for one in mender.stack[-_NEAR:]) else "wrong"
    fits = sum(one.closer == sign for one in mender.stack)
    own = sum(one.closer == top.closer for one in mender.stack)
    enough = surplus(mender, top.closer) >= own
    if not fits:
        return "extra" if enough else "wrong"
    if surplus(mender, sign) > fits:
        return "extra" if enough else "wrong"
    return "wrong" if enough and _swapped(mender, sign) else "missing"


def _swapped(mender: Mender, sign: str) -> bool:
    """Whether this bracket and the next one stand in each other's place."""
    if len(mender.stack) < 2:
        return False
    at = next_token(mender.text, mender.at + 1, mender.end)
    outer, top = mender.stack[-2:]
    return outer.closer == sign and mender.text[at : at + 1] == top.closer


def surplus(mender: Mender, sign: str) -> int:
    """How many more brackets of a kind are closed than opened from here on."""
    opener = _OPENER[sign]
    marks = structure(mender.text[mender.at : mender.end], sign.encode() + opener)
    return marks.count(sign.encode()) - marks.count(opener)


def lacking(mender: Mender, top: Frame) -> bool:
    """Whether the rest of the text has fewer brackets of a container's kind than are open."""
    own = sum(one.closer == top.closer for one in mender.stack)
    return mender.spend(mender.end - mender.at) and surplus(mender, top.closer) < own
