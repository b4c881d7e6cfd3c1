"""What stands between tokens: white space, comments, invisible characters."""

from __future__ import annotations

import re

from hopscope.text.matching import sure
from hopscope.text.repair._mender import Mender

# White space that JSON lacks (Unicode Zs, line separators, NEL) and characters of no width, the byte order mark too.
INVISIBLE = (
    "\u00a0\u1680\u180e\u2000-\u200f\u2028\u2029\u202f\u205f\u2060-\u2064\u3000\ufeff\u0085\u000b\u000c\u00ad\x00"
)
_BLANK = re.compile(
    rf"(?P<white>[ \t\n\r]+)"
    r"|(?P<mark>\A\ufeff)"
    rf"|(?P<invisible>[{INVISIBLE}]+)"
    r"|(?P<fence>`{3,}[\w+-]*|~{3,}[\w+-]*)"
    r"|(?P<comment>//[^\r\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z)|\#(?!\#\[)[^\r\n]*|<!--(?:[^-]|-(?!->))*-->)"
)
_RULES = {"comment": "comment", "invisible": "invisible-character", "fence": "fence", "mark": "byte-order-mark"}
_MEMBER = re.compile(r"(?<=[\s/#])(?:\"[\w .$-]{1,60}\"|'[\w .$-]{1,60}')\s*:")
_MARKS = 3  # the signs that begin a comment, and a blank: behind them stands what was commented out
_TO_BRACKET = "the comment ends before the next closing bracket", "it goes on to the end"
_TO_KEY = "the comment ends before the next key", "it goes on to the closing bracket"
BLANKS = re.compile(rf"(?:[\s{INVISIBLE}]|//[^\r\n]*|/\*(?:[^*]|\*(?!/))*+\*/|\#(?!\#\[)[^\r\n]*)*+")


def skip_blanks(mender: Mender) -> None:
    """Goes to the next token; comments and invisible characters are dropped on the way."""
    while found := mender.match(_BLANK):
        end, rule = found.end(), _RULES.get(found.lastgroup or "", "")
        if rule == "comment":
            end, rule = _comment(mender, found)
        if rule:
            mender.edit(found.start(), end, "", rule)
        mender.at = end


def _comment(mender: Mender, found: re.Match[str]) -> tuple[int, str]:
    """Where a comment ends, and the rule by which it goes; where all stands on its line, not behind what is still needed."""
    all_on_line = not found[0].startswith(("/*", "<!--")) and found.end() == mender.end and mender.stack
    closing = re.search(r"[}\]]", found[0]) if all_on_line else None
    if not closing:
        return found.end(), "comment"
    bracket, key = found.start() + closing.start(), _MEMBER.search(found[0], 0, closing.start())
    more = mender.stack[-1].comma is not None
    if not key and not more:
        return (found.end() if mender.doubt(found.start(), bracket, *_TO_BRACKET) else bracket), "comment"
    before = found.start() + (key.start() if key else 0)
    if key and key.start() > _MARKS and more and not mender.doubt(found.start(), before, *_TO_KEY):
        return before, "comment"
    lost = mender.text[before:bracket].strip()
    mender.guess(before, bracket, f"that {lost[:60]!r} means nothing", "it belongs to a value")
    return bracket, "stray-text"


def next_token(text: str, at: int, end: int) -> int:
    """The offset of the next token, nothing noted."""
    return sure(BLANKS.match(text, at, end)).end()
