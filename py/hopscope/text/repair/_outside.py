"""Where JSON begins and ends in a text: prose, fences, calls, several values."""

from __future__ import annotations

import re

from hopscope.text.depth import structure
from hopscope.text.outline import Outline
from hopscope.text.repair._ahead import ends_well
from hopscope.text.repair._blanks import next_token, skip_blanks
from hopscope.text.repair._brackets import end_call, settle
from hopscope.text.repair._ending import end_cut
from hopscope.text.repair._grammar import read_inside, read_value
from hopscope.text.repair._mender import Frame, Mended, Mender
from hopscope.text.repair._objects import IN_PROSE, LIST_IN_PROSE, MEMBERS_IN_PROSE, OBJECT, open_members
from hopscope.text.repair._objects import RULE as PYTHON_OBJECT
from hopscope.text.repair._shapes import FAR, KEY_AHEAD, PLAIN_KEY
from hopscope.text.repair._strings import QUOTES
from hopscope.text.repair._words import PREFIX

_LOOKS_LIKE_JSON = re.compile(
    # What ends in a semicolon, or is named in brackets, is a member of a type in program code.
    r"\{(?=(?:\s|//[^\n]{0,400}\n|/\*(?:[^*]|\*(?!/)){0,2000}\*/)*+"
    r"(?:[\"'\u201c\u2018`}{]|\[(?!\w+\s*:)|[A-Za-z_$][\w$-]*\s*:(?![^\n,;{}\[\]\"'`]*;)|//|/\*|\.\.\.|\Z))"
    r"|\[(?=\s*(?:[\"'\u201c\u2018`\[{(\]]|-?\d|true|false|null|None|True|False|NaN|undefined|//|/\*|\.\.\.|\Z))"
    rf"|{IN_PROSE}|{LIST_IN_PROSE}|{MEMBERS_IN_PROSE}"
)
# A note's number, or a time.
_CITATION = re.compile(r"\[(?:[\s\d,;\u2013-]*|\d{2,4}[-/:.]\d\d[-/:.T ][\w\s:.,+/-]{0,40})\]")
_JSON_SCALAR = r"\s*(?:-?\d[\d.eE+-]*|true|false|null|None|True|False|NaN|undefined)\s*"
_WORDS_IN_BRACKETS = re.compile(rf"\[(?!\s*\]|{_JSON_SCALAR}(?:,{_JSON_SCALAR})*\])[^\[\]{{}}\"']*\]\s*(?![,\]\s]|\Z)")
_SCALAR = re.compile(
    r"(?:[-+]?[\d.][\w.+-]*|true|false|null|True|False|None|TRUE|FALSE|NULL|undefined|[-+]?(?:NaN|nan|Infinity|inf))"
    r"(?=\s*(?:[,;]|[\r\n]|\Z|//|/\*|#))"
)
_CALL = re.compile(
    r"(?:new\s+)?[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*\(\s*(?:[\[{\"'\d(-]|true|false|null|None|\))"
)
_TUPLE = re.compile(r"\(\s*(?:[\"'\[{(\d-]|None|True|False)[\s\S]*\)\s*\Z")
_ATOM = r"(?:'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"|None|True|False|-?\d[\d.]*+)"
_NESTED = r"[\[{](?=\s*['\"\d\]}])[^()\n]*+"
_TUPLE_IN_PROSE = re.compile(
    rf"(?<![\w)\]])\((?=[^()\n]*(?:['\"]|None|True|False))\s*{_ATOM}\s*,(?:\s*{_ATOM}\s*,)*+\s*(?:{_ATOM}|{_NESTED})?\s*\)"
)
_MARK = re.compile(
    r"(?:\.{3}|\u2026)?\s*(?:[\[(<{]\s*(?:\.{3}|\u2026)?\s*[^\[\](){}<>\"\n]{0,60}?"
    r"(?:truncated|cut off|omitted|clipped|trimmed|elided|more (?:characters|chars|bytes|lines|tokens))"
    r"[^\[\](){}<>\"\n]{0,60}[\])>}]|(?:\.{3}|\u2026)\s*truncated\.*)(?:\.{3}|\u2026)?\s*\Z",
    re.IGNORECASE,
)
_LOST_BEGINNING = re.compile(r"([\w$.-]{1,60})\"(?=\s*:\s*(?:[\"\[{\d-]|true\b|false\b|null\b))")
_FENCE = "```"
_LONG_QUOTES = ('"""', "'''")  # they end a text of Python, whose value stands before
_TAIL = 300


def mended(mender: Mender) -> Mended | None:
    """All that is read from a text, or None where no JSON is in it."""
    if not _find_begin(mender):
        return None
    first, begin = len(mender.edits), mender.at
    while True:
        _read_document(mender)
        if mender.broken or not _find_next(mender):
            break
    end_cut(mender)
    if mender.listed:
        mender.edit_before(first, begin, "[", "missing-brackets")
        mender.edit(mender.last_end, mender.last_end, "]", "missing-brackets")
    return mender.finished()


def begun(text: str, known: Outline | None, fault: int | None, turned: frozenset[int]) -> Mender:
    """A mender at the beginning of a text, with what is known of it."""
    hint = fault if text.lstrip(" \t\r\n")[:1] in ("{", "[") else None
    effort, patience = 200 * len(text) + 10_000, 10_000 + len(text) // 2
    mender = Mender(text, end=len(text), turned=turned, hint=hint, effort=effort, patience=patience, known=known)
    _take_cutting_mark(mender)
    return mender


def _read_document(mender: Mender) -> None:
    """Reads one value, or the members of an object without braces."""
    if mender.stack:
        read_inside(mender, 0)
    else:
        mender.closed = None
        read_value(mender)
    while mender.calls and not mender.stack:
        skip_blanks(mender)
        if mender.peek() != ")":
            break
        end_call(mender)
    _end_without_braces(mender)


def _take_cutting_mark(mender: Mender) -> None:
    """A mark at the end that says the text was cut does not belong to the text."""
    start = max(0, mender.end - _TAIL)
    found = _MARK.search(mender.text, start)
    if found and found.group().strip():
        mender.mark = found.group().strip()
        mender.end = found.start()
        mender.edit(found.start(), len(mender.text), "", "cutting-mark")


# ---- where JSON begins


def _find_begin(mender: Mender) -> bool:
    """Goes to the first value; False where there is none."""
    skip_blanks(mender)
    if mender.at < mender.end and _begins_here(mender):
        return True
    ends = mender.at >= mender.end
    if ends:
        _take_for_words(mender)
    found = _next_candidate(mender, mender.at)
    if found is None:
        return False
    if not ends:
        _take_for_words(mender)
    _leave_out(mender, found, "")
    open_members(mender)
    return True


def _take_for_words(mender: Mender) -> None:
    """Goes back before the comments in front: a heading, a remark on the words behind it, or what code prints."""
    while mender.edits and mender.edits[-1].rule == "comment":
        mender.at = mender.edits.pop().start


def _begins_here(mender: Mender) -> bool:
    sign, stop = mender.text[mender.at], min(mender.end, mender.at + FAR)
    if sign == "[" and mender.match(_WORDS_IN_BRACKETS):
        return _next_candidate(mender, mender.at + 1) is None
    if sign in "{[":
        return True
    if sign == "(":
        return bool(mender.match(_TUPLE))
    if sign in QUOTES:
        return _string_begins(mender, stop)
    return (
        _lost_beginning(mender)
        or any(mender.match(pattern) for pattern in (_CALL, OBJECT, PREFIX, _SCALAR))
        or open_members(mender)
        or mender.text[mender.at : mender.end] == "-"
    )


def _string_begins(mender: Mender, stop: int) -> bool:
    """A string alone, or the first key of an object without braces."""
    at = mender.at
    if KEY_AHEAD.match(mender.text, at, stop):
        mender.edit(at, at, "{", "missing-braces")
        mender.stack.append(Frame(at, "{", "key", True, "}", implicit=True))
        return True
    rest = mender.text[at + 1 : mender.end].rstrip()
    return mender.text[at] == '"' or rest[-1:] in QUOTES


def _lost_beginning(mender: Mender) -> bool:
    """Enters an object of which the beginning was not copied, within its first key: a bracket too many closes it."""
    found = mender.match(_LOST_BEGINNING)
    marks = structure(mender.text[mender.at + len(found[0]) : mender.end], b"{}") if found else b""
    if not found or marks.count(b"}") <= marks.count(b"{"):
        return False
    at, end = mender.at, found.end()
    mender.edit(at, at, '{"', "cut")
    mender.guess(at, at, f"that the key {found[1]!r} is whole", "its beginning, and what stood before, was not copied")
    mender.stack.append(Frame(at, "{", "colon", True, "}", implicit=True, last=(at, end)))
    mender.at = mender.last_end = end
    return True


def _end_without_braces(mender: Mender) -> None:
    """Closes the braces that were put round the whole text."""
    whole = mender.at >= mender.end and not mender.broken and len(mender.stack) == 1
    if whole and mender.stack[0].implicit and mender.stack[0].state in ("after", "key"):
        settle(mender, mender.stack[0])
        rule = PYTHON_OBJECT if mender.stack.pop().printed else "missing-braces"
        mender.edit(mender.last_end, mender.last_end, "}", rule)


def _next_candidate(mender: Mender, at: int) -> int | None:
    """Where the next object or array begins in prose; a number in brackets is a citation."""
    if (printed := _printed_tuple(mender, at)) is not None:
        return printed
    citation = None
    for found in _LOOKS_LIKE_JSON.finditer(mender.text, at, mender.end):
        if not _CITATION.match(mender.text, found.start(), mender.end):
            return found.start()
        citation = found.start() if citation is None else citation
    return citation if at == 0 else None


def _printed_tuple(mender: Mender, at: int) -> int | None:
    """Where a tuple of Python stands in prose, unless JSON stands before or behind it: brackets are common among words."""
    found = mender.search(_TUPLE_IN_PROSE, at)
    if not found or _outside_of(found, mender.search(_LOOKS_LIKE_JSON, at)):
        return None
    return None if _outside_of(found, mender.search(_LOOKS_LIKE_JSON, found.end())) else found.start()


def _outside_of(one: re.Match[str], other: re.Match[str] | None) -> bool:
    """Whether another match begins before or behind one."""
    return other is not None and not one.start() < other.start() < one.end()


def _leave_out(mender: Mender, end: int, inserted: str) -> None:
    """Leaves words aside, and the fence that may be among them; what looks like data is left out with a guess."""
    words = mender.text[mender.at : end]
    heading = words[:1] == ":" and words[1:2] in ("", "\r", "\n")
    compared = words.startswith("==")
    data = words[:1] in {*QUOTES, *":=0123456789"} and not (heading or compared) and mender.last_end > 0
    data = data and not _quoted(mender) and not words.startswith(_LONG_QUOTES)
    mender.edit(mender.at, end, inserted, "stray-text" if data else "fence" if _FENCE in words else "prose")
    if data:
        mender.guess(mender.at, end, f"that {words.strip()[:60]!r} means nothing", "it belongs to the value before")
    mender.at = end


def _before(mender: Mender) -> str:
    """The words before the container closed last, without blanks."""
    start = mender.closed[0].start if mender.closed else 0
    return mender.text[max(0, start - FAR) : start].rstrip()


def _quoted(mender: Mender) -> bool:
    """Whether the container closed last stands in quotes of its own, as code does in Markdown."""
    opened, closing = _before(mender)[-1:], mender.text[mender.at]
    return (
        bool(opened)
        and closing in QUOTES
        and (opened == closing or opened + closing in ("\u201c\u201d", "\u2018\u2019"))
    )


# ---- what follows a value


def _find_next(mender: Mender) -> bool:
    """Goes to the next value; False where none follows."""
    while True:
        skip_blanks(mender)
        if mender.at >= mender.end or mender.stack:
            return False
        sign = mender.text[mender.at]
        if sign in ",;":
            if _reopened(mender) or _separated(mender, sign):
                return True
        elif sign in "}])":
            called = sign == ")" and "(" in _before(mender)
            mender.edit(mender.at, mender.at + 1, "", "prose" if called else "extra-bracket")
            mender.at += 1
        else:
            return _next_value(mender, sign)


def _separated(mender: Mender, sign: str) -> bool:
    """Drops a sign between two documents, or behind the last."""
    at = next_token(mender.text, mender.at + 1, min(mender.end, mender.at + FAR))
    last = at >= mender.end
    rule = "semicolon" if sign == ";" else "trailing-comma" if last else "separator"
    statement = sign == ";" and (_before(mender)[-1:] == "=" or _called(mender))
    if statement or (sign == "," and "(" in _before(mender) and mender.text[at : at + 1] not in (*QUOTES, *"[{")):
        mender.edit(mender.at, mender.at + 1, "", "prose")  # of program code
    elif last or not _listed(mender):
        mender.edit(mender.at, mender.at + 1, "" if last else "\n", rule)
    elif sign != ",":
        mender.edit(mender.at, mender.at + 1, ",", rule)
    mender.at += 1
    return False


def _called(mender: Mender) -> bool:
    """Whether the bracket of a call was left aside just now."""
    last = mender.edits[-1] if mender.edits else None
    return last is not None and (last.rule, last.removed) == ("prose", ")")


def _listed(mender: Mender) -> bool:
    """Whether several values are elements of one array that lacks its brackets; decided at the first two."""
    if mender.listed is None:
        told = "several documents", "the elements of an array without brackets"
        mender.listed = mender.doubt(mender.at, mender.at, *told)
    return mender.listed


def _reopened(mender: Mender) -> bool:
    """Goes on with an object that was closed too early: a member follows it."""
    at = next_token(mender.text, mender.at + 1, min(mender.end, mender.at + FAR))
    stop = min(mender.end, at + FAR)
    if not mender.closed or not mender.closed[0].is_object or not PLAIN_KEY.match(mender.text, at, stop):
        return False
    if not KEY_AHEAD.match(mender.text, at, stop):
        return False
    closed, bracket = mender.closed
    mender.edits[:] = [edit for edit in mender.edits if edit.start != bracket or edit.end == bracket]
    mender.edit(bracket, bracket + 1, "", "extra-bracket")
    mender.closed, closed.state = None, "after" if closed.count else "key"
    mender.stack.append(closed)
    mender.last_end = bracket
    return True


def _next_value(mender: Mender, sign: str) -> bool:
    """Goes on to another value, past prose where some stands between."""
    gap = mender.text[mender.last_end : mender.at]
    new_line = any(mark in gap for mark in "\r\n") or _just_parted(mender)
    if sign in "[{" and mender.match(_LOOKS_LIKE_JSON) and not mender.match(_WORDS_IN_BRACKETS):
        _part(mender, gap)
        return True
    values = (mender.match(one) for one in (_SCALAR, OBJECT))
    if new_line and (any(values) or (sign == '"' and _whole_line_string(mender)) or open_members(mender)):
        return True
    found = _next_candidate(mender, mender.at)
    _leave_out(mender, mender.end if found is None else found, "" if found is None else "\n")
    open_members(mender)
    return found is not None


def _part(mender: Mender, gap: str) -> None:
    """Parts two values: by a line break where they touch, by a comma where they are one array."""
    parted = _just_parted(mender)
    if not parted and not any(mark in gap for mark in "\r\n") and _listed(mender):
        mender.edit(mender.at, mender.at, ",", "missing-comma")
    elif not gap and not parted:
        mender.edit(mender.at, mender.at, "\n", "glued-values")


def _just_parted(mender: Mender) -> bool:
    last = mender.edits[-1] if mender.edits else None
    parted = last is not None and last.rule in ("separator", "semicolon") and last.start >= mender.last_end
    return parted or (bool(mender.listed) and "," in mender.text[mender.last_end : mender.at])


def _whole_line_string(mender: Mender) -> bool:
    end = mender.text.find('"', mender.at + 1, mender.end)
    return end > 0 and ends_well(mender, end + 1)


def plain(text: str) -> int:
    """Where in a text the first JSON begins, or the text ends."""
    found = (one.start() for one in _LOOKS_LIKE_JSON.finditer(text) if not _CITATION.match(text, one.start()))
    return next(found, len(text))
