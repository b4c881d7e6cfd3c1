"""Arrays where a key belongs: several values of one member, or elements in braces."""

from __future__ import annotations

import json

from hopscope.text.index import Index
from hopscope.text.member import Member
from hopscope.text.outline import Outline
from hopscope.text.repair._mender import Frame, Mender


def braces_for_brackets(mender: Mender, top: Frame) -> bool:
    """Braces round elements that are no members are brackets; False where they shall stay braces."""
    if mender.doubt(top.start, top.start + 1, "the braces are meant as brackets", "the first key is missing"):
        return False
    mender.edit(top.start, top.start + 1, "[", "wrong-bracket")
    top.is_object, top.state = False, "value"
    return True


def gather(mender: Mender, top: Frame) -> bool:
    """Goes on with the value of the member before as an array; False where that value is not known."""
    before = last_member(mender, top)
    if before is None or top.mark != "{":
        return False
    comma, owed = top.comma, top.owed
    if mender.text[before.start] == "[":
        mender.edit(before.end - 1, before.end, "", "extra-bracket")
    else:
        mender.edit(before.start, before.start, "[", "implicit-array")
    told = "that what has no key belongs to the value before it", "a key is missing"
    mender.guess(mender.at, mender.at, *told)
    top.comma = top.owed = top.last = None
    top.count -= 1
    top.state = "value"
    entered = Frame(before.start, "[", "value", False, "]", count=1, comma=comma, owed=owed, implicit=True)
    mender.open(entered)
    return True


def last_member(mender: Mender, top: Frame) -> Member | None:
    """The member before the present place, where all members so far are valid as they stand."""
    end = mender.last_end if top.comma is None else top.comma
    if any(edit.end > top.start for edit in mender.edits) or not mender.spend(end - top.start):
        return None
    text = mender.text[top.start : end] + "}"
    try:
        json.loads(text)
    except ValueError:
        return None
    members = Index(Outline(" " * top.start + text), json.loads).members(top.start)
    return members[-1] if members else None
