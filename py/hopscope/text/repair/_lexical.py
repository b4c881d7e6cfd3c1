"""A short way for whole texts in another notation (Python, JavaScript): each token rewritten by itself, nothing judged.

Whether the outcome is JSON is left to the strict reader; where it is not, the long way is taken.
"""

from __future__ import annotations

import re

from hopscope.text.repair._bodies import mend_body
from hopscope.text.repair._mender import Mender
from hopscope.text.repair._strings import STRICT
from hopscope.text.repair._words import LITERALS, NUMBER

_SIMPLE = r"'[^'\\\"\x00-\x1f]*+'"
_QUOTED = r"'(?:[^'\\\x00-\x1f]|\\[^\r\n])*+'"
_TOKEN = re.compile(
    rf"(?P<kept>(?:[\s\[\]{{}}:,]++|{STRICT.pattern}|{NUMBER.pattern})++)|(?P<simple>{_SIMPLE})|(?P<quoted>{_QUOTED})"
    r"|(?P<word>[A-Za-z]+(?![\w$]))"
)
_RULE = "single-quotes"


def rewrite(text: str) -> Mender | None:
    """The text token by token, or None where a token is none of those that mean the same anywhere."""
    mender = Mender(text, end=len(text))
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found or (found.lastgroup != "kept" and not _rewritten(mender, found)):
            return None
        at = found.end()
    return mender


def _rewritten(mender: Mender, found: re.Match[str]) -> bool:
    start, end = found.span()
    if found.lastgroup == "word":
        return _word(mender, found)
    mender.edit(start, start + 1, '"', _RULE)
    if found.lastgroup == "quoted":
        mend_body(mender, start + 1, end - 1, "'", _RULE)
    mender.edit(end - 1, end, '"', _RULE)
    return True


def _word(mender: Mender, found: re.Match[str]) -> bool:
    if found[0] not in LITERALS:
        return False
    written, rule = LITERALS[found[0]]
    if rule:
        mender.edit(found.start(), found.end(), written, rule)
    return True
