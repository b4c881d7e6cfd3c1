"""Strings in any quotes: where they begin and end."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hopscope.text.matching import sure
from hopscope.text.repair._ahead import ends_well
from hopscope.text.repair._blanks import next_token
from hopscope.text.repair._bodies import mend_body
from hopscope.text.repair._embedded import Slice, embedded, escape
from hopscope.text.repair._mender import Mender
from hopscope.text.repair._shapes import FAR, KEY_AHEAD

STRICT = re.compile(r'"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*+"')
_CLOSERS = {
    '"': '"', "'": "'", "`": "`\u00b4'", "\u00b4": "\u00b4`'",
    "\u201c": "\u201d\u201c\u201f\"", "\u201d": "\u201d\u201c\"", "\u201e": "\u201c\u201d\u201f\"", "\u201f": "\u201d\"",
    "\u2018": "\u2019\u2018'", "\u2019": "\u2019'", "\u201a": "\u2018\u2019'", "\u201b": "\u2019'", "\u00ab": "\u00bb",
}  # fmt: skip
QUOTES = frozenset(_CLOSERS)
_RULES = {'"': "", "'": "single-quotes", "`": "backtick-quotes", "\u00b4": "backtick-quotes"}
_SPECIAL = {mark: re.compile(rf"[{closers}\\]") for mark, closers in _CLOSERS.items()}
_LOOKED_AT = 20
_FOLDER = re.compile(r"(?:[A-Za-z]:|\\\\?[\w.$-]+)(?:\\[^\\/:*?\"<>|\r\n]+)*\\")
_LOST_KEY = re.compile(r",\s*[A-Za-z_]\w*\s*:\s*\Z")
_BARE_KEY = re.compile(r"[\w$.-]+\s*:\s*")
_BARE_MEMBER = re.compile(r"([\w$.-]+)\s*:\s*(?:[\[{]|-?\d|(?:true|false|null|True|False|None)\b)")
# What stands behind a string that lost its closing quote, where keys have none: a member, or an element behind a bracket.
_BARE_NEXT = re.compile(
    r"[}\]]*\s*,\s*[A-Za-z_$][\w$-]{0,99}:(?=\s*(?:[\"'\[{\d-]|(?:true|false|null|True|False|None)\b))|[}\]]+\s*,\s*[\[{]"
)
_SHORT_ITEM = re.compile(r'"[^"\n]{0,200}"\s*[,\]]')
_FIRST = re.compile(r"[\"']")
_OPENING = re.compile(r"\"\"\"|'''|(\"\"|'')(?=[^\s\"',:;}\])])(?=[^\n]{0,300}?[^\\]\1\s*[:,}\]])|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _End:
    """Where the content of a string stops, and the place behind its closing quotes."""

    stop: int
    after: int
    how: str = "closed"  # or "missing" (a quote must be put there), "guessed", "cut"
    embedded: tuple[Slice, ...] = ()  # JSON inside that is not escaped


def read_string(mender: Mender, raw: bool = False) -> None:
    """Reads the string at the present place and those that are joined to it by `+`; `raw` has no escapes."""
    start, mender.passed = mender.at, 0
    if not raw and (found := _strict(mender)) and ends_well(mender, found.end()) and not _joined(mender, found.end()):
        mender.at = mender.last_end = found.end()
        return
    opening = _opening(mender)
    rule = rule_of(opening)
    if opening != '"':
        mender.edit(start, start + len(opening), '"', rule)
    content = start + len(opening)
    while True:
        end = _end(mender, opening, content)
        stop = _mend_content(mender, content, end, opening[0], rule, raw)
        joined = _joined(mender, end.after) if end.how == "closed" else None
        if joined is None:
            _close(mender, start, opening, stop, end)
            return
        mender.at = joined
        opening = _opening(mender)
        rule = rule_of(opening)
        content = joined + len(opening)
        mender.edit(end.stop, content, "", "concatenation")


def _strict(mender: Mender) -> re.Match[str] | None:
    """A string of JSON; with a quote in it that nothing closes it may go on behind its own."""
    found = mender.match(STRICT)
    mender.passed = found[0].count('\\"') % 2 if found else 0
    return found


def _mend_content(mender: Mender, at: int, end: _End, quote: str, rule: str, raw: bool) -> int:
    for within in end.embedded:
        mend_body(mender, at, within[0], quote, rule, raw)
        escape(mender, within)
        at = within[1]
    return mend_body(mender, at, end.stop, quote, rule, raw, end.how == "cut")


def _opening(mender: Mender) -> str:
    """The quotes a string begins with: three only where three follow, two only where those of the first string are two."""
    found = sure(mender.match(_OPENING))[0]
    if len(found) == 2:
        first = sure(mender.search(_FIRST, 0)).start()
        doubled = mender.text[first] == mender.text[first + 1 : first + 2] and not mender.bare
        return found if doubled else found[0]
    whole = len(found) < 3 or mender.text.find(found, mender.at + 3, mender.end) >= 0
    return found if whole else found[0]


def rule_of(opening: str) -> str:
    """The rule by which quotes are written as JSON has them."""
    if len(opening) == 3:
        return "triple-quotes"
    return "doubled-quotes" if len(opening) == 2 else _RULES.get(opening, "typographic-quotes")


def _close(mender: Mender, start: int, opening: str, stop: int, end: _End) -> None:
    """Puts the closing quote where it belongs and goes behind it."""
    mender.at = mender.last_end = end.after
    if end.how == "closed":
        if mender.text[end.stop : end.after] != '"':
            mender.edit(end.stop, end.after, '"', rule_of(opening))
    elif end.how == "cut":
        mender.edit(end.after, end.after, '"', "cut")
        what = "an escape" if stop < end.stop else "a key" if mender.role == "key" else "a string"
        mender.broken = (what, (start, opening[0]))
    else:
        mender.edit(end.stop, end.stop, '"', "missing-quote" if end.how == "missing" else "closing-quote")
        if end.how == "guessed":
            mender.guess(
                end.stop, end.stop, "a closing quote before the last brackets", "the text is cut in the string"
            )


def _joined(mender: Mender, after: int) -> int | None:
    """The place of a string that is added to the one before with `+`."""
    limit = min(mender.end, after + FAR)
    plus = next_token(mender.text, after, limit)
    if mender.text[plus:limit][:1] != "+":
        return None
    at = next_token(mender.text, plus + 1, limit)
    return at if at < limit and mender.text[at] in QUOTES else None


def _end(mender: Mender, opening: str, start: int) -> _End:
    """Where the string ends: at the first quote behind which the text goes on as it must."""
    if len(opening) > 1:
        return _multiple_end(mender, opening, start)
    inside: list[Slice] = []
    end = _single_end(mender, opening, start, inside)
    return replace(end, embedded=tuple(one for one in inside if one[1] <= end.stop)) if inside else end


def _single_end(mender: Mender, opening: str, start: int, inside: list[Slice]) -> _End:
    """The same of a string in single signs; JSON in it that is passed over whole is noted in `inside`."""
    special = _SPECIAL[opening]
    inner: list[int] = []
    fallback: int | None = None
    at, mender.passed, escaped = start, 0, 0
    while found := special.search(mender.text, at, mender.end):
        at = found.start() + 1
        if found[0] == "\\":
            at += 1
            escaped ^= mender.text[at - 1 : at] == opening == '"'
            mender.passed = len(inner) + escaped
            if opening == '"' and mender.text[at - 1 : at] == '"' and _folder_ends(mender, start, at):
                return _End(at - 1, at)
            continue
        if ends_well(mender, at):
            if fallback is not None and len(inner) % 2 and _lost(mender, start, fallback):
                return _End(fallback, fallback, "missing")
            return _first_inner(mender, inner) or _End(at - 1, at)
        if opening == '"' and (within := embedded(mender, start, at - 1)):
            inside.append(within)
            at = within[1]
            continue
        mender.patience -= 1
        if mender.patience < 0:
            return _End(at - 1, at)
        split, sure = _lost_quote(mender, start, at - 1)
        if split is not None and sure and _lost(mender, start, split):
            return _End(split, split, "missing")
        fallback = split if fallback is None and not sure else fallback
        inner.append(at - 1)
        mender.passed = len(inner) + escaped
    return _unclosed(mender, start, inner, fallback)


def _folder_ends(mender: Mender, start: int, after: int) -> bool:
    """Whether a string is the path of a folder in Windows, whose last backslash stands before the closing quote."""
    path = mender.text[start : min(after - 1, start + FAR)]
    return after - start <= FAR and bool(_FOLDER.fullmatch(path)) and ends_well(mender, after)


def _lost(mender: Mender, start: int, split: int) -> bool:
    """Whether a closing quote is put where it seems to be lost; what follows may belong to the string as well."""
    told = "the closing quote stands before what follows", "what follows belongs to the string"
    return not mender.doubt(start, split, *told)


def _first_inner(mender: Mender, inner: list[int]) -> _End | None:
    """The first quote inside as the end of the string, where that is wanted; only a stray one leaves any doubt."""
    if not inner or not (len(inner) % 2 or any(mender.text[at + 1] in ",:]}" for at in inner[:_LOOKED_AT])):
        return None
    told = "the quotes inside belong to the string", "the string ends at the first of them"
    return _End(inner[0], inner[0] + 1) if mender.doubt(inner[0], inner[0] + 1, *told) else None


def _multiple_end(mender: Mender, opening: str, start: int) -> _End:
    at = mender.text.find(opening, start, mender.end)
    return _End(at, at + len(opening)) if at >= 0 else _End(mender.end, mender.end, "cut")


def _lost_quote(mender: Mender, start: int, quote: int) -> tuple[int | None, bool]:
    """Where a string that lacks its closing quote ends if the quote found is the next one's opening, and how sure that is."""
    text = mender.text
    before = text[max(start, quote - FAR) : quote]
    kept = before.rstrip()
    end = quote - len(before) + len(kept)
    comma = kept.endswith(",")
    bare = quote - len(before) + len(kept[:-1].rstrip()) if comma else end
    if mender.role == "member":
        apart = comma or any(sign in before[len(kept) :] for sign in "\r\n")
        if apart and KEY_AHEAD.match(text, quote, min(mender.end, quote + FAR)):
            return bare, True
        if mender.bare and kept.endswith((":", ",", "[", "{")) and (more := _bare_next(text, start, quote)) is not None:
            return more, True
        if (lost := _LOST_KEY.search(before[-120:])) and not mender.passed:
            return quote - len(before[-120:]) + lost.start(), True
    elif mender.role == "key":
        if found := _BARE_KEY.fullmatch(text, start, quote):
            return start + len(found[0].rstrip()[:-1].rstrip()), True
        if found := _BARE_MEMBER.match(text, start, quote):
            return found.end(1), True
    elif comma and _SHORT_ITEM.match(text, quote):
        return bare, False
    return None, False


def _bare_next(text: str, start: int, stop: int) -> int | None:
    """Where the string ends before such a member or element; brackets that were opened in it are closed in it."""
    found = _BARE_NEXT.search(text, start, stop)
    if not found:
        return None
    inside = text[start : found.start()]
    opened = sum(map(inside.count, "[{")) - sum(map(inside.count, "]}"))
    return found.start() + max(0, min(opened, len(found[0]) - len(found[0].lstrip("}]"))))


def _unclosed(mender: Mender, start: int, inner: list[int], fallback: int | None) -> _End:
    """The end of a string behind which nothing goes on as it must."""
    if fallback is not None and _lost(mender, start, fallback):
        return _End(fallback, fallback, "missing")
    if mender.role == "key" and not inner and (found := _BARE_KEY.match(mender.text, start, mender.end)):
        split = start + len(found[0].rstrip()[:-1].rstrip())
        if _lost(mender, start, split):
            return _End(split, split, "missing")
    more = _bare_next(mender.text, start, mender.end) if mender.bare else None
    if more is not None and _lost(mender, start, more):
        return _End(more, more, "missing")
    alike = [at for at in inner if mender.text[at] not in "'\"" or mender.text[at] == mender.text[start - 1]]
    if len(alike) % 2:
        return _End(alike[0], alike[0] + 1)
    kept = mender.text[start : mender.end].rstrip(" \t\r\n}]")
    tail = "".join(mender.text[start + len(kept) : mender.end].split())
    needed = "".join("}" if frame.is_object else "]" for frame in reversed(mender.stack))
    told = "the string ends before the last brackets", "the text is cut in the string"
    if kept and tail and tail == needed and mender.mark is None and not mender.doubt(start, start + len(kept), *told):
        return _End(start + len(kept), start + len(kept), "guessed")
    return _End(mender.end, mender.end, "cut")
