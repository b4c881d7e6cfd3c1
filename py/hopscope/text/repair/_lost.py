"""Opening brackets that were lost: their closing ones stand in the text, and what they held shows where they stood."""

from __future__ import annotations

from hopscope.text.marks import Marks
from hopscope.text.repair._blanks import next_token
from hopscope.text.repair._brackets import close, close_missing, surplus
from hopscope.text.repair._gathering import last_member
from hopscope.text.repair._jump import pay
from hopscope.text.repair._margins import outdented, stands
from hopscope.text.repair._mender import Frame, Mender, frame
from hopscope.text.repair._shapes import ELEMENT_AHEAD, FAR, KEY_AHEAD, PLAIN_KEY
from hopscope.text.repair._strings import QUOTES

RULE = "lost-bracket"
_WORDS = "an opening bracket is missing here", "what follows belongs to the string"
_MISSING, _EXTRA = "the bracket that opens what is closed here is missing", "the closing bracket is one too many"


def open_lost(mender: Mender, top: Frame) -> bool:
    """Enters the object, or the array of objects, that a key begins where a value or an element belongs."""
    at, key = mender.at, mender.match(PLAIN_KEY)
    if not key or not _too_many(mender, "}"):
        return False
    if not top.is_object and _reopened(mender, top):
        return True
    if top.is_object and _is_words(mender, key.end()) and mender.doubt(at, at, *_WORDS):
        return False
    pay(mender, top)
    top.last = top.comma = None
    top.value = at, len(mender.edits)
    for mark in "[{" if top.is_object and _too_many(mender, "]") else "{":
        mender.edit(at, at, mark, RULE)
        mender.open(frame(at, mark))
    return True


def _is_words(mender: Mender, after: int) -> bool:
    """Whether what begins with a key may be a string as well: it has no quotes, or others follow."""
    at = next_token(mender.text, after, min(mender.end, after + FAR))
    return mender.text[mender.at] not in QUOTES or mender.text[at : at + 1] in QUOTES


def _reopened(mender: Mender, top: Frame) -> bool:
    """Goes on with the object before, which was closed too early."""
    bracket, comma = mender.last_end - 1, top.comma
    if comma is None or mender.text[bracket] != "}" or (start := _start(mender, top, bracket)) is None:
        return False
    told = _EXTRA, "an opening bracket is missing behind it"
    twice = mender.text[max(0, bracket - FAR) : bracket].rstrip().endswith("}") and not stands(
        mender.text, start, bracket
    )
    if not twice or mender.doubt(bracket, bracket + 1, *told):
        return False
    mender.edit(bracket, bracket + 1, "", "extra-bracket")
    entered = frame(start, "{")
    entered.count, entered.comma, top.comma = 1, comma, None
    top.count -= 1
    mender.open(entered)
    return True


def _start(mender: Mender, top: Frame, bracket: int) -> int | None:
    """Where the object begins that a bracket closes."""
    if top.value is None:
        opened = Marks(mender.outline, top.start + 1, bracket).ending()[0]
        top.value = (opened[-1], len(mender.edits)) if opened else None
    return top.value[0] if top.value and mender.text[top.value[0]] == "{" else None


def open_array(mender: Mender, top: Frame) -> bool:
    """Enters the array that the value before began: what follows its comma is no member."""
    stop = min(mender.end, mender.at + FAR)
    if top.comma is None or top.mark != "{" or KEY_AHEAD.match(mender.text, mender.at, stop):
        return False
    if not ELEMENT_AHEAD.match(mender.text, mender.at, stop) or not _too_many(mender, "]"):
        return False
    found = _value(mender, top)
    if found is None or mender.text[found[0]] == "[":  # that may be the array itself, closed too early
        return False
    mender.edit_before(found[1], found[0], "[", RULE)
    entered = Frame(found[0], "[", "value", False, "]", count=1, commas=1, comma=top.comma)
    top.count -= 1
    top.state, top.comma, top.last = "value", None, None
    mender.open(entered)
    return True


def _value(mender: Mender, top: Frame) -> tuple[int, int] | None:
    """Where the last member's value begins, and how many edits were made before it."""
    if top.value is not None:
        return top.value
    member = last_member(mender, top)
    return (member.start, len(mender.edits)) if member else None


def close_any(mender: Mender, sign: str) -> None:
    """Deals with a closing bracket, one that may have lost its opening one too."""
    top = mender.stack[-1]
    if outdented(mender, top):
        return close_missing(mender)
    start, index = top.value or (mender.at, 0)
    ended = sign == "]" and top.is_object and top.state == "after"
    own_line = mender.text[max(0, start - FAR) : start].rstrip(" \t").endswith("\n")
    ended, count = ended and (own_line or mender.text[start] not in "[]"), len(mender.edits)
    close(mender, sign)
    if not ended or len(mender.edits) == count or mender.edits[-1].rule != "extra-bracket":
        return None
    told = (_MISSING, _EXTRA) if own_line else (_EXTRA, _MISSING)
    if own_line != mender.doubt(start, mender.at, *told):
        mender.edits.pop()
        mender.edit_before(index, start, "[", RULE)
        mender.last_end, top.last = mender.at, None
    return None


def _too_many(mender: Mender, closer: str) -> bool:
    """Whether from here on more brackets of a kind are closed than were opened."""
    own = sum(one.closer == closer for one in mender.stack)
    return mender.spend(mender.end - mender.at) and surplus(mender, closer) > own
