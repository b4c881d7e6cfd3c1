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
BLANKS = re.compile(rf"(?:[\s{INVISIBLE}]|//[^\r\n]*|/\*(?:[^*]|\*(?!/))*+\*/|\#(?!\#\[)[^\r\n]*)*+")


def skip_blanks(mender: Mender) -> None:
    """Goes to the next token; comments and invisible characters are dropped on the way."""
    while found := mender.match(_BLANK):
        end = found.end()
        if found.lastgroup == "comment":
            end = _comment_end(mender, found)
        if found.lastgroup != "white":
            mender.edit(found.start(), end, "", _RULES[found.lastgroup or ""])
        mender.at = end


def _comment_end(mender: Mender, found: re.Match[str]) -> int:
    """Where a comment ends: before the brackets that are still needed where the whole text stands on its line."""
    if found[0].startswith(("/*", "<!--")) or found.end() < mender.end or not mender.stack:
        return found.end()
    closing = re.search(r"[}\]]", found[0])
    if not closing:
        return found.end()
    end = found.start() + closing.start()
    told = "the comment ends before the next closing bracket", "it goes on to the end"
    return found.end() if mender.doubt(found.start(), end, *told) else end


def next_token(text: str, at: int, end: int) -> int:
    """The offset of the next token, nothing noted."""
    return sure(BLANKS.match(text, at, end)).end()
