"""Objects as Python prints them: `Message(id='m', content=[Text(text='x')])`, `id='m' content=[…]`, `<Kind.A: 'a'>`."""

from __future__ import annotations

import re

from hopscope.text.repair._bodies import mend_body
from hopscope.text.repair._mender import Frame, Mender

RULE = "python-object"
OBJECT = re.compile(r"(?:[a-z_]\w{0,99}\.){0,9}[A-Z]\w{0,99}\((?=[ \t\r\n]{0,99}[A-Za-z_]\w{0,99}=(?!=))")
# In prose, only what program code does not write as well: a None, or an object inside the object.
_TELLS = (
    r"(?=[^\"]{0,300}?=(?:None\b|\[?\s{0,99}(?:[a-z_]\w{0,99}\.){0,9}[A-Z]\w{0,99}\([ \t\r\n]{0,99}[a-z_]\w{0,99}=))"
)
IN_PROSE = rf"(?:(?<=[:=\n])|(?<=[:=] )|\A){OBJECT.pattern}{_TELLS}"
# A list of those, or of any on a line of its own, as a console shows the calls of a turn.
LIST_IN_PROSE = (
    rf"(?:(?<=\n)|\A)\[(?={OBJECT.pattern}[^\n]*\)\][ \t\r]*(?:\n|\Z))"
    rf"|(?<![^\s:=(])\[(?=\s{{0,99}}{OBJECT.pattern}{_TELLS})"
)
_PLAIN = r"(?:None|True|False|'(?:[^'\\\n]|\\.)*+') [A-Za-z_]\w*="
_MEMBERS = re.compile(rf"[A-Za-z_]\w{{0,99}}=(?:{_PLAIN}|\[|{OBJECT.pattern})")
_KEY = re.compile(r"[A-Za-z_]\w{0,99}=")
# Members in prose or in a line of a log: neither variables that a shell is given nor what program code assigns.
MEMBERS = rf"[a-z_]\w{{0,99}}=(?:{_PLAIN}|\[?{OBJECT.pattern}{_TELLS})"
MEMBERS_IN_PROSE = rf"(?:(?<=\n)|(?<=:)|(?<=: )){MEMBERS}"
_ENUM = re.compile(
    r"<[A-Za-z_]\w*(?:\.\w+)+: (?:(?P<quote>['\"])(?P<text>(?:(?!(?P=quote))[^\\\n]|\\.){0,300})(?P=quote)|(?P<number>-?\d{1,99}))>"
)


def open_object(mender: Mender) -> bool:
    """Enters an object that is written as the call of its class with the members by name; raises TooDeep."""
    found = mender.match(OBJECT)
    if not found:
        return False
    outer = mender.stack[-1] if mender.stack else None
    if outer:
        outer.last = outer.comma = None
    mender.edit(found.start(), found.end(), "{", RULE)
    mender.open(Frame(found.end() - 1, "(", "key", True, ")"))
    mender.at = mender.last_end = found.end()
    return True


def printed(text: str) -> bool:
    """Whether a text begins like the members of an object that is printed without its class."""
    return bool(_MEMBERS.match(text))


def open_members(mender: Mender) -> bool:
    """Enters the members of an object that is printed without its class, a space between them."""
    if not mender.match(_MEMBERS):
        return False
    mender.edit(mender.at, mender.at, "{", RULE)
    mender.stack.append(Frame(mender.at, "(", "key", True, "}", implicit=True))
    return True


def end_members(mender: Mender, top: Frame) -> bool:
    """Closes an object that is printed without its class where a line begins behind it that is no member of it."""
    gap = mender.text[mender.last_end : mender.at]
    behind = top.state == "after" or top.owed is not None
    parted = top.printed and top.implicit and behind and len(mender.stack) == 1 and "\n" in gap
    if not parted or (mender.match(_KEY) and not mender.match(_MEMBERS)):
        return False
    mender.edit(mender.last_end, mender.last_end, "}", RULE)
    mender.stack.pop()
    return True


def read_enum(mender: Mender) -> bool:
    """Reads the value inside `<Kind.A: 'a'>`."""
    found = mender.match(_ENUM)
    if not found:
        return False
    start, stop = found.span("number" if found["quote"] is None else "text")
    quote = "" if found["quote"] is None else '"'
    mender.edit(found.start(), start, quote, RULE)
    if quote:
        mend_body(mender, start, stop, found["quote"], RULE)
    mender.edit(stop, found.end(), quote, RULE)
    mender.at = found.end()
    return True
