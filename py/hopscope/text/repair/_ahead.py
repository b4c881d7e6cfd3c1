"""Looking ahead: whether a string may end here, judged by what follows; never farther than a few hundred characters."""

from __future__ import annotations

from hopscope.text.matching import sure
from hopscope.text.repair._blanks import next_token
from hopscope.text.repair._mender import Mender
from hopscope.text.repair._objects import OBJECT
from hopscope.text.repair._shapes import (
    BARE_OBJECT,
    BARE_WITHOUT_COLON,
    COMMAS,
    ELEMENT_AHEAD,
    ELLIPSIS,
    FAR,
    HALF_KEY,
    KEY_AHEAD,
    KEY_AND_VALUE,
    NUMBER_ITEM,
    OPEN_AHEAD,
    OPENING,
    PLAIN_KEY,
    PREFIXED,
    QUOTED_KEY,
    REST,
    SCALAR_AHEAD,
    STRAY_WORD,
    STRING_AHEAD,
    UNCLOSED_KEY,
    VALUE_AHEAD,
    WITHOUT_COLON,
    WORDS_AHEAD,
)


def ends_well(mender: Mender, after: int) -> bool:
    """Whether a string whose closing quote stands just before `after` is followed by what may follow it.

    Where quotes inside it were passed over, nothing counts that is a fault itself: it is words behind quotes more likely.
    """
    role = mender.role
    stop = min(mender.end, after + FAR)
    at = next_token(mender.text, after, stop)
    if mender.passed and any(sign in mender.text[after:at] for sign in OPENING):
        return False  # what seems to be a comment has more quotes
    if at >= stop:
        return True
    follows = mender.text[at]
    if follows == "+":
        return mender.text[next_token(mender.text, at + 1, stop) : stop][:1] in tuple(OPENING)
    if mender.text.startswith("```", at):
        return True
    return _JUDGES[role](mender, after, at, stop, follows)


def _after_key(mender: Mender, after: int, at: int, stop: int, follows: str) -> bool:
    if follows in ":=,}]\uff1a":
        return True
    apart = at > after
    if follows in OPENING:
        return apart
    if mender.text[max(0, after - 9) : after - 1].rstrip(" \t[{").endswith(":"):
        return False  # it opens the value of a key that lost its own
    return bool(VALUE_AHEAD.match(mender.text, at, stop))


def _after_member(mender: Mender, after: int, at: int, stop: int, follows: str) -> bool:
    text = mender.text
    if mender.stack[-1].printed:
        return follows in ",)" or _key_ahead(mender, at, stop)
    if follows in "}])":
        return _closes(mender, at, stop)
    if follows in COMMAS:
        return _member_ahead(mender, next_token(text, at + 1, stop), stop)
    if follows == ";":
        return _quoted_key_ahead(mender, at, stop)
    if follows == ":":
        return False
    new_line = any(sign in text[after:at] for sign in "\r\n")
    if follows in OPENING or new_line:
        return _key_ahead(mender, at, stop)
    if at > after and _plain_key_ahead(mender, at, stop):
        return True
    if at > after and (words := WORDS_AHEAD.match(text, at, stop)):
        return _closes(mender, words.end(), stop)
    return follows == "{" and OPEN_AHEAD.match(text, at, stop) is not None and len(mender.stack) > 1


def _after_item(mender: Mender, after: int, at: int, stop: int, follows: str) -> bool:
    text = mender.text
    if follows in "]})":
        return _closes(mender, at, stop)
    if follows == ":":
        return not mender.passed
    if follows in COMMAS:
        at = next_token(text, at + 1, stop)
        if mender.passed % 2 and BARE_OBJECT.match(text, at, stop):  # an argument in program code
            return False
        return _item_ahead(text, at, stop) or _plain_key_ahead(mender, at, stop)
    if follows == ";" and not mender.passed:
        return bool(ELEMENT_AHEAD.match(text, next_token(text, at + 1, stop), stop))
    if at == after:
        return follows in "[{" and _item_ahead(text, at, stop)
    if words := WORDS_AHEAD.match(text, at, stop):
        return _closes(mender, words.end(), stop)
    return _item_ahead(text, at, stop) and (
        (follows in "[{" and not mender.passed) or _closed_item_ahead(text, at, stop)
    )


def _after_top(mender: Mender, after: int, at: int, stop: int, follows: str) -> bool:
    new_line = any(sign in mender.text[after:at] for sign in "\r\n")
    if follows in ",;:":
        return True
    return new_line and _item_ahead(mender.text, at, stop)


def _member_ahead(mender: Mender, at: int, stop: int) -> bool:
    """Whether a member, or the end of its object, comes next."""
    text = mender.text
    if at >= stop or text[at] in ",":
        return True
    if text[at] in "}])":
        return _closes(mender, at, stop)
    if _key_ahead(mender, at, stop) or ELLIPSIS.match(text, at, stop):
        return True
    if not mender.passed and _damaged_member_ahead(mender, at, stop):
        return True
    if text[at] in OPENING:  # cut inside the next key, or behind it
        rest = text[at + 1 : stop].rstrip()
        rest = rest.removesuffix(text[at])
        return stop == mender.end and not any(sign in rest for sign in OPENING + ",:")
    return False


def _damaged_member_ahead(mender: Mender, at: int, stop: int) -> bool:
    """Whether a member comes next that lacks its colon, a quote of its key or a bracket before it."""
    if mender.text[at] in "[{":
        return bool(OPEN_AHEAD.match(mender.text, at, stop))
    shapes = [WITHOUT_COLON, STRAY_WORD, HALF_KEY, UNCLOSED_KEY, NUMBER_ITEM]
    return any(one.match(mender.text, at, stop) for one in shapes + [BARE_WITHOUT_COLON] * mender.bare)


def _item_ahead(text: str, at: int, stop: int) -> bool:
    """Whether an element, or the end of its array, comes next."""
    if at >= stop or text[at] in OPENING + ",]})":
        return True
    if text[at] in "[{(":
        return bool(OPEN_AHEAD.match(text, at, stop))
    return any(pattern.match(text, at, stop) for pattern in (SCALAR_AHEAD, ELLIPSIS, PREFIXED, OBJECT))


def _closed_item_ahead(text: str, at: int, stop: int) -> bool:
    return bool(STRING_AHEAD.match(text, at, stop) or SCALAR_AHEAD.match(text, at, stop))


def _closes(mender: Mender, at: int, stop: int) -> bool:
    """Whether closing brackets are followed by what may follow them, the number of open ones in mind."""
    text, still_open = mender.text, len(mender.stack)
    closers = "}])" if mender.round else "}]"
    if text[at] not in closers:
        return False
    matched = text[at] == mender.stack[-1].closer
    while at < stop and text[at] in closers and still_open:
        at = next_token(text, at + 1, stop)
        still_open -= 1
    if at >= stop or text[at] in closers:
        return True
    if text[at] in COMMAS:
        return _anything_ahead(mender, next_token(text, at + 1, stop), stop)
    if text[at] == ";":
        return _quoted_key_ahead(mender, at, stop)
    if not still_open and mender.passed and _more_quotes(text, at, stop):
        return False
    if not still_open or not matched:
        return matched
    if mender.stack[still_open - 1].printed and _key_ahead(mender, at, stop):  # members that a space parts
        return True
    if text[at] in OPENING + "[{":
        return _anything_ahead(mender, at, stop)
    if mender.stack[still_open - 1].is_object:
        return text[at - 1] in " \t" and _plain_key_ahead(mender, at, stop)
    return not mender.passed and bool(SCALAR_AHEAD.match(text, at, stop))


def _more_quotes(text: str, at: int, stop: int) -> bool:
    """Whether the line goes on with a quote."""
    return '"' in sure(REST.match(text, at, stop))[0]


def _quoted_key_ahead(mender: Mender, semicolon: int, stop: int) -> bool:
    """Whether a member follows a semicolon: behind it program code has names without quotes."""
    at = next_token(mender.text, semicolon + 1, stop)
    pattern = PLAIN_KEY if mender.bare else QUOTED_KEY
    return not mender.passed and bool(pattern.match(mender.text, at, stop))


def _plain_key_ahead(mender: Mender, at: int, stop: int) -> bool:
    """Whether a key comes next that is none of the words behind quotes."""
    pattern = PLAIN_KEY if mender.bare else QUOTED_KEY
    return not mender.passed and bool(pattern.match(mender.text, at, stop))


def _key_ahead(mender: Mender, at: int, stop: int) -> bool:
    """Whether a key comes next."""
    pattern = KEY_AHEAD if not mender.passed else KEY_AND_VALUE if mender.bare else QUOTED_KEY
    return bool(pattern.match(mender.text, at, stop))


def _anything_ahead(mender: Mender, at: int, stop: int) -> bool:
    return _item_ahead(mender.text, at, stop) or _key_ahead(mender, at, stop)


_JUDGES = {"key": _after_key, "member": _after_member, "item": _after_item, "top": _after_top}
