"""Looking ahead: whether a string may end here, judged by what follows; never farther than a few hundred characters."""

from __future__ import annotations

import re

from hopscope.text.repair._blanks import BLANKS, next_token
from hopscope.text.repair._mender import Mender
from hopscope.text.repair._objects import OBJECT

FAR = 400
COMMAS = ",\uff0c"  # the second is that of Chinese keyboards
OPENING = "\"'`\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00b4\u00ab"
_QUOTED = (
    r"(?:\"(?:[^\"\\\n]|\\.){0,300}\"|'(?:[^'\\\n]|\\.){0,300}'|[\u201c-\u201f][^\u201c-\u201f\"\n]{0,300}[\u201c-\u201f\"]"
    r"|[`\u00b4\u2018-\u201b][^`\u00b4\u2018-\u201b'\n]{0,300}[`\u00b4\u2018-\u201b'])"
)
_NAMED = r":[A-Za-z_]\w{0,99}(?=\s*=>)|\[Symbol\([^()\n]{0,200}\)\]|[A-Za-z_$][\w$.-]{0,99}"
_PLAIN = r"\((?:(?:['\"\d-]|None\b|True\b|False\b)[^()\n]{0,400})?\)"
# A key that is a tuple, or as a class prints it: `date(2026, 1, 2)`.
CALLED_KEY = rf"(?:[A-Za-z_][\w.]{{0,99}})?{_PLAIN}(?=\s*:)"
# Behind a number that is a key begins a value; `10:30` is a time.
_NUMBERED = r"-?\d[\d.]{0,99}(?=\s*:(?:\s|[\"'\[{]))"
_USUAL_KEY = re.compile(rf"(?:{_QUOTED}|{_NAMED})\s*(?:[:\uff1a]|=>|=(?!=))")
KEY_AHEAD = re.compile(rf"[bBuU]?{_USUAL_KEY.pattern}|(?:{CALLED_KEY}|{_NUMBERED})\s*:")
_QUOTED_KEY = re.compile(rf"{_QUOTED}\s*:")
# Behind a key without quotes stands a blank or a value, so that no address begins one.
PLAIN_KEY = re.compile(rf"{_QUOTED}\s*:|[A-Za-z_$][\w$-]{{0,99}}:(?=[\s\"'\[{{])")
_STRING_AHEAD = re.compile(rf"{_QUOTED}(?:\s*(?:[,\uff0c\]}}):+]|\Z)|\s+[\"\d\[{{-])")
_WORDS_AHEAD = re.compile(r"[\w ]{1,60}(?=[\]}])")
_VALUE_AHEAD = re.compile(
    r"[-+]?(?:\d[\w.+-]*|\.\d\w*)|true\b|false\b|null\b|None\b|True\b|False\b|NaN\b|undefined\b|Infinity\b"
)
_SCALAR_AHEAD = re.compile(rf"(?:{_VALUE_AHEAD.pattern})\s*(?:[,\uff0c\]}}):]|//|/\*|#|\Z)")
_WITHOUT_COLON = re.compile(rf"{_QUOTED}\s+(?:{_SCALAR_AHEAD.pattern}|[\[{{]\s*[\"'\[{{\]}}]|{_QUOTED}\s*[,}}])")
_PREFIXED = re.compile(r"[bBuU](?=')")
_OPEN_AHEAD = re.compile(
    rf"[\[{{(]{BLANKS.pattern}(?:{_PREFIXED.pattern}|[{OPENING}\[{{\]}}(]|-?\d|true|false|null|None|True|False|\w+\s*:|\Z)"
)
ELEMENT_AHEAD = re.compile(rf"(?:{_QUOTED}|{_VALUE_AHEAD.pattern})\s*[,\]]|{_OPEN_AHEAD.pattern}")
_STRAY_WORD = re.compile(rf"[A-Za-z]\w{{0,40}}\s+{_QUOTED}\s*:")
_ELLIPSIS = re.compile(r"\.{3}|\u2026")


def ends_well(mender: Mender, after: int) -> bool:
    """Whether a string whose closing quote stands just before `after` is followed by what may follow it.

    Where quotes inside it were passed over, nothing counts that is a fault itself: it is words behind quotes more likely.
    """
    role = mender.role
    stop = min(mender.end, after + FAR)
    at = next_token(mender.text, after, stop)
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
    glued = re.compile(r"-?\d|true\b|false\b|null\b|[\[{]")
    return bool(glued.match(mender.text, at, stop))


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
    if at > after and (words := _WORDS_AHEAD.match(text, at, stop)):
        return _closes(mender, words.end(), stop)
    return follows == "{" and _OPEN_AHEAD.match(text, at, stop) is not None and len(mender.stack) > 1


def _after_item(mender: Mender, after: int, at: int, stop: int, follows: str) -> bool:
    text = mender.text
    if follows in "]})":
        return _closes(mender, at, stop)
    if follows == ":":
        return True
    if follows in COMMAS:
        return _item_ahead(text, next_token(text, at + 1, stop), stop)
    if follows == ";" and not mender.passed:
        return bool(ELEMENT_AHEAD.match(text, next_token(text, at + 1, stop), stop))
    if at == after:
        return follows in "[{" and _item_ahead(text, at, stop)
    if words := _WORDS_AHEAD.match(text, at, stop):
        return _closes(mender, words.end(), stop)
    return _item_ahead(text, at, stop) and (follows in "[{" or _closed_item_ahead(text, at, stop))


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
    if _key_ahead(mender, at, stop) or _ELLIPSIS.match(text, at, stop):
        return True
    if text[at] in "[{":
        return bool(_OPEN_AHEAD.match(text, at, stop))
    if not mender.passed and (_WITHOUT_COLON.match(text, at, stop) or _STRAY_WORD.match(text, at, stop)):
        return True
    if text[at] in OPENING:  # cut inside the next key, or behind it
        rest = text[at + 1 : stop].rstrip()
        rest = rest.removesuffix(text[at])
        return stop == mender.end and not any(sign in rest for sign in OPENING + ",:")
    return False


def _item_ahead(text: str, at: int, stop: int) -> bool:
    """Whether an element, or the end of its array, comes next."""
    if at >= stop or text[at] in OPENING + ",]})":
        return True
    if text[at] in "[{(":
        return bool(_OPEN_AHEAD.match(text, at, stop))
    return any(pattern.match(text, at, stop) for pattern in (_SCALAR_AHEAD, _ELLIPSIS, _PREFIXED, OBJECT))


def _closed_item_ahead(text: str, at: int, stop: int) -> bool:
    return bool(_STRING_AHEAD.match(text, at, stop) or _SCALAR_AHEAD.match(text, at, stop))


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
    if not still_open or not matched:
        return matched
    if mender.stack[still_open - 1].printed and _key_ahead(mender, at, stop):  # members that a space parts
        return True
    if text[at] in OPENING + "[{":
        return _anything_ahead(mender, at, stop)
    return (
        not mender.passed and not mender.stack[still_open - 1].is_object and bool(_SCALAR_AHEAD.match(text, at, stop))
    )


def _quoted_key_ahead(mender: Mender, semicolon: int, stop: int) -> bool:
    """Whether a member follows a semicolon: behind it program code has names without quotes."""
    at = next_token(mender.text, semicolon + 1, stop)
    return not mender.passed and bool(_QUOTED_KEY.match(mender.text, at, stop))


def _key_ahead(mender: Mender, at: int, stop: int) -> bool:
    """Whether a key comes next."""
    return bool((_USUAL_KEY if mender.passed else KEY_AHEAD).match(mender.text, at, stop))


def _anything_ahead(mender: Mender, at: int, stop: int) -> bool:
    return _item_ahead(mender.text, at, stop) or _key_ahead(mender, at, stop)


_JUDGES = {"key": _after_key, "member": _after_member, "item": _after_item, "top": _after_top}
