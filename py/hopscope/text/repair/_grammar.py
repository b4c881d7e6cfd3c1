"""The grammar of JSON with all that people and programs write instead: one token a step, never recursive."""

from __future__ import annotations

import re
from collections.abc import Callable

from hopscope.text.repair._blanks import next_token, skip_blanks
from hopscope.text.repair._bodies import put_in_quotes
from hopscope.text.repair._brackets import close_missing, lacking, missing_value, value_read
from hopscope.text.repair._code import is_template, read_code
from hopscope.text.repair._gathering import braces_for_brackets, gather
from hopscope.text.repair._jump import jump_over, jump_to_end, pay, unpay
from hopscope.text.repair._left_out import drop_ellipsis, leave_inspected, null_for_ellipsis
from hopscope.text.repair._lost import close_any, open_array, open_lost
from hopscope.text.repair._margins import outdented
from hopscope.text.repair._mender import Frame, Mender, State, frame
from hopscope.text.repair._objects import RULE as PYTHON_OBJECT
from hopscope.text.repair._objects import end_members, open_object
from hopscope.text.repair._shapes import CALLED_KEY, COMMAS, FAR, HALF_KEY, KEY_AHEAD, PLAIN_KEY
from hopscope.text.repair._strings import QUOTES, read_string
from hopscope.text.repair._words import join_number, read_key, read_word, skip_calls

_COLONS = re.compile(r"=>|:=|=|\uff1a")
_SYMBOL = re.compile(r":[A-Za-z_]\w{0,99}\s{0,9}=>")
_JUNK = re.compile(r"[^,{}\[\]\"'\r\n]+")
_TEXT_KEY = re.compile(
    rf"(?:\([^()\n]{{0,400}}\)|\[Symbol\([^()\n]{{0,200}}\)\])(?=\s*:)|{CALLED_KEY}"
)  # a tuple, a symbol of JavaScript, a call


def read_value(mender: Mender) -> None:
    """Reads the value at the present place with all that is inside; stops behind it, or at the end of the text."""
    depth = len(mender.stack)
    _begin(mender)
    read_inside(mender, depth)


def read_inside(mender: Mender, depth: int) -> None:
    """Goes on until no more than `depth` containers are open, or the text ends."""
    while len(mender.stack) > depth:
        skip_blanks(mender)
        if mender.at >= mender.end or mender.broken:
            return
        top = mender.stack[-1]
        _STEPS[top.is_object, top.state](mender, top)


# ---- values


def _begin(mender: Mender) -> None:
    """Reads a scalar, or enters a container."""
    owed = mender.stack[-1].owed if mender.stack else None
    if mender.stack:
        pay(mender, mender.stack[-1])
        mender.stack[-1].value = mender.at, len(mender.edits)
    if read_code(mender):
        return value_read(mender, mender.last_end)
    skip_calls(mender)
    if mender.at >= mender.end or open_object(mender):
        return None
    first, start, sign = len(mender.edits), mender.at, mender.text[mender.at]
    if sign in "{[(":
        return _enter(mender, sign)
    if sign in QUOTES:
        read_string(mender)
    elif not read_word(mender):
        if mender.stack:
            unpay(mender, mender.stack[-1], owed)
        return _drop(mender, mender.at + 1, "stray-text")
    if mender.stack:
        mender.stack[-1].last, mender.stack[-1].last_edit = (start, mender.last_end), first
    return value_read(mender, mender.last_end)


def _enter(mender: Mender, sign: str) -> None:
    outer = mender.stack[-1] if mender.stack else None
    if outer:
        outer.last = outer.comma = None
    start = mender.at
    jumped = jump_over(mender)
    if jumped == "read":
        if outer is None:
            mender.closed = (frame(start, sign), mender.at - 1)
            mender.closed[0].count = int(bool(mender.text[start + 1 : mender.at - 1].strip()))
        return value_read(mender, mender.at)
    if jumped is None:
        start = mender.at
        mender.at = mender.last_end = start + 1
        if sign == "(":
            mender.edit(start, start + 1, "[", "python-tuple")
        mender.open(frame(start, sign))
    return None


def _drop(mender: Mender, end: int, rule: str) -> None:
    """Leaves out what stands between the present place and `end`."""
    start = mender.at
    mender.edit(start, end, "", rule)
    if rule == "stray-text":
        mender.guess(start, end, f"that {mender.text[start:end].strip()[:60]!r} means nothing", "it belongs to a value")
    mender.at = end


def _jumped(mender: Mender, top: Frame) -> bool:
    """Whether C code went on from here."""
    how = jump_to_end(mender, top)
    if how == "read":
        top.count += 1
        mender.stack.pop()
        if mender.stack:
            mender.stack[-1].last = None
        else:
            mender.closed = (top, mender.at - 1)
        value_read(mender, mender.at)
    return how is not None


# ---- commas


def _comma(mender: Mender, top: Frame, state: State) -> None:
    if mender.text[mender.at] != ",":
        mender.edit(mender.at, mender.at + 1, ",", "wrong-comma")
    top.comma, top.state = mender.at, state
    top.commas += 1
    mender.at += 1


def _missing_comma(mender: Mender, top: Frame, state: State) -> None:
    top.owed, top.state = mender.last_end, state


# ---- arrays


def _item(mender: Mender, top: Frame) -> None:
    """Before an element."""
    sign = mender.text[mender.at]
    if sign in "]})":
        return close_any(mender, sign)
    if sign in COMMAS:
        return _drop(mender, mender.at + 1, "extra-comma")
    if sign == ":":
        return _drop(mender, mender.at + 1, "extra-colon")
    if outdented(mender, top):
        return close_missing(mender)
    if drop_ellipsis(mender) or leave_inspected(mender, top) or _jumped(mender, top):
        return None
    if sign not in "[{" and top.count and _outer_member(mender, top):
        return close_missing(mender)
    if open_lost(mender, top):
        return None
    return _begin(mender)


def _outer_member(mender: Mender, top: Frame) -> bool:
    """Whether a member of the object outside begins here: then this array was never closed."""
    outer = mender.stack[-2] if len(mender.stack) > 1 else None
    stop = min(mender.end, mender.at + FAR)
    key = outer and outer.is_object and PLAIN_KEY.match(mender.text, mender.at, stop)
    return bool(key and (top.implicit or lacking(mender, top)))


def _after_item(mender: Mender, top: Frame) -> None:
    """Behind an element."""
    sign = mender.text[mender.at]
    if sign in COMMAS:
        return _comma(mender, top, "value")
    if sign in "]})":
        return close_any(mender, sign)
    if sign == ":":
        return _implicit_object(mender, top)
    if sign == ";":
        return _drop(mender, mender.at + 1, "semicolon")
    return _missing_comma(mender, top, "value")


def _implicit_object(mender: Mender, top: Frame) -> None:
    """A colon where none belongs: the last scalar was the key of a member without braces."""
    if top.last is None:
        return _drop(mender, mender.at + 1, "extra-colon")
    start, end = top.last
    _as_key(mender, top, start, end)
    mender.edit_before(top.last_edit, start, "{", "implicit-object")
    mender.guess(start, end, "braces round a member that has none", "the brackets outside are meant as braces")
    top.count -= 1
    entered = frame(start, "{")
    entered.implicit, entered.state = True, "colon"
    mender.open(entered)
    return None


def _as_key(mender: Mender, top: Frame, start: int, end: int) -> None:
    """Puts quotes round a scalar that has none, since it is a key."""
    made = mender.edits[top.last_edit :]
    quoted = mender.text[start] == '"' or any(edit.inserted[:1] == '"' or edit.rule == "string-prefix" for edit in made)
    if not quoted:
        mender.edit_before(top.last_edit, start, '"', "unquoted-key")
        mender.edit(end, end, '"', "unquoted-key")


# ---- objects


def _key(mender: Mender, top: Frame) -> None:
    """Before a member."""
    sign = mender.text[mender.at]
    if sign in "]})":
        return close_any(mender, sign)
    if sign in COMMAS:
        return _drop(mender, mender.at + 1, "extra-comma")
    if outdented(mender, top):
        return close_missing(mender)
    if end_members(mender, top) or open_array(mender, top):
        return None
    if sign in "{[" and not mender.match(_TEXT_KEY):
        return _container_for_key(mender, top, sign)
    if drop_ellipsis(mender) or join_number(mender, top) or _jumped(mender, top):
        return None
    if sign == ":" and not mender.match(_SYMBOL):
        return _missing_key(mender, top)
    return _read_name(mender, top, sign)


def _read_name(mender: Mender, top: Frame, sign: str) -> None:
    start, owed = mender.at, top.owed
    top.kept = mender.last_end if top.comma is None else min(top.comma, mender.last_end)
    pay(mender, top)
    top.last_edit = len(mender.edits)
    if found := mender.match(_TEXT_KEY):
        put_in_quotes(mender, start, found.end(), "call-text")
    elif sign in QUOTES:
        read_string(mender)
    elif not read_key(mender, skip=int(sign == ":")):
        unpay(mender, top, owed)
        return _drop(mender, start + 1, "stray-text")
    top.last, top.state, top.comma = (start, mender.last_end), "colon", None
    return None


def _missing_key(mender: Mender, top: Frame) -> None:
    at = mender.at
    pay(mender, top)
    mender.edit(at, at, '""', "missing-key")
    mender.guess(at, at, "a key (the empty one)", "the value belongs to the member before")
    mender.last_end = at
    top.state, top.comma, top.last = "colon", None, None


def _container_for_key(mender: Mender, top: Frame, sign: str) -> None:
    """A container where a key belongs: braces written twice, or an object that was never closed."""
    outer = mender.stack[-2] if len(mender.stack) > 1 else None
    if sign == "{" and outer and is_template(mender, top.start):
        mender.stack.pop()
        mender.at = mender.last_end = top.start
    elif sign == "{" and not top.count and not top.implicit and top.comma is None and top.closer == "}":
        mender.edit(top.start, top.start + 1, "", "doubled-braces")
        top.start, mender.at = mender.at, mender.at + 1
        mender.last_end, top.first_edit = mender.at, len(mender.edits)
    elif outer is not None and not outer.is_object and (top.count or top.comma is not None):
        close_missing(mender)
    elif not top.count and top.mark == "{" and not top.implicit and braces_for_brackets(mender, top):
        return
    elif not gather(mender, top):
        pay(mender, top)
        mender.edit(mender.at, mender.at, '"":', "missing-key")
        mender.guess(mender.at, mender.at, "a key (the empty one)", "the value belongs to the member before")
        top.state, top.comma = "value", None


def _colon(mender: Mender, top: Frame) -> None:
    """Behind a key."""
    sign = mender.text[mender.at]
    if sign == ":":
        mender.at += 1
        if mender.peek() == "=":
            mender.edit(mender.at, mender.at + 1, "", "wrong-colon")
            mender.at += 1
    elif found := mender.match(_COLONS):
        mender.edit(found.start(), found.end(), ":", PYTHON_OBJECT if top.printed else "wrong-colon")
        mender.at = found.end()
    elif sign in ",}" and not top.count and not top.implicit and top.last:
        return _set(mender, top)
    elif sign in ",]})":
        return missing_value(mender, top)
    elif _stray_before_key(mender, top):
        return None
    else:
        mender.edit(mender.last_end, mender.last_end, ":", "missing-colon")
        top.state = "value"
        return None
    mender.last_end = mender.at
    top.state = "value"
    return None


def _set(mender: Mender, top: Frame) -> None:
    """Braces round elements without a colon are a set of Python."""
    if mender.doubt(top.start, top.start + 1, "a set of Python, written as an array", "keys whose values are missing"):
        missing_value(mender, top)
        return
    del mender.edits[top.first_edit :]
    mender.edit(top.start, top.start + 1, "[", "python-set")
    top.is_object, top.state = False, "value"
    mender.at = mender.last_end = top.start + 1


def _stray_before_key(mender: Mender, top: Frame) -> bool:
    """Leaves out a bare word that stands before the true key."""
    stop = min(mender.end, mender.at + FAR)
    if mender.text[mender.at] not in QUOTES or not KEY_AHEAD.match(mender.text, mender.at, stop) or not top.last:
        return False
    start, _ = top.last
    if mender.text[start] in QUOTES:
        missing_value(mender, top)
        _missing_comma(mender, top, "key")
        return True
    del mender.edits[top.last_edit :]
    here, mender.at = mender.at, start
    _drop(mender, here, "stray-text")
    top.state = "key"
    return True


def _member_value(mender: Mender, top: Frame) -> None:
    """Behind a colon."""
    sign = mender.text[mender.at]
    if sign == "}" or sign in COMMAS:
        return missing_value(mender, top)
    if sign in "])":
        return close_any(mender, sign)
    if sign == ":":
        return _drop(mender, mender.at + 1, "extra-colon")
    if null_for_ellipsis(mender):
        return value_read(mender, mender.at)
    if open_lost(mender, top):
        return None
    if sign in QUOTES and _value_forgotten(mender):
        missing_value(mender, top)
        return _missing_comma(mender, top, "key")
    return _begin(mender)


def _value_forgotten(mender: Mender) -> bool:
    """Whether the next line begins with a key although the value before is missing."""
    gap = mender.text[mender.last_end : mender.at]
    stop = min(mender.end, mender.at + FAR)
    return any(sign in gap for sign in "\r\n") and bool(KEY_AHEAD.match(mender.text, mender.at, stop))


def _after_member(mender: Mender, top: Frame) -> None:
    """Behind a member's value."""
    sign = mender.text[mender.at]
    stop = min(mender.end, mender.at + FAR)
    if sign in COMMAS:
        return _after_member_comma(mender, top, stop)
    if sign in "]})":
        return close_any(mender, sign)
    if sign == ":":
        return _implicit_object(mender, top)
    if sign == ";":
        return _drop(mender, mender.at + 1, "semicolon")
    if sign == "{" and len(mender.stack) > 1 and not mender.stack[-2].is_object:
        return close_missing(mender)
    if sign in QUOTES or sign in "{[" or KEY_AHEAD.match(mender.text, mender.at, stop) or mender.match(HALF_KEY):
        return _missing_comma(mender, top, "key")
    if end_members(mender, top):
        return None
    found = mender.match(_JUNK)
    return _drop(mender, found.end() if found else mender.at + 1, "stray-text")


def _after_member_comma(mender: Mender, top: Frame, stop: int) -> None:
    """A comma goes on with the object; one we opened ourselves ends where no key follows."""
    if top.implicit and len(mender.stack) > 1:
        at = next_token(mender.text, mender.at + 1, stop)
        if mender.stack[-2].is_object or not KEY_AHEAD.match(mender.text, at, stop):
            return close_missing(mender)
    return _comma(mender, top, "key")


_STEPS: dict[tuple[bool, State], Callable[[Mender, Frame], None]] = {
    (True, "key"): _key,
    (True, "colon"): _colon,
    (True, "value"): _member_value,
    (True, "after"): _after_member,
    (False, "key"): _item,
    (False, "colon"): _item,
    (False, "value"): _item,
    (False, "after"): _after_item,
}
