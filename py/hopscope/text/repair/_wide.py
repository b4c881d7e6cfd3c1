"""Signs of JSON as keyboards for Chinese and Japanese write them, full width: `｛"a"：［1，2］｝`."""

from __future__ import annotations

import re
import unicodedata
from itertools import chain

from hopscope.text.source import Edit

_RULES = {
    "\uff5b": "wrong-bracket", "\uff5d": "wrong-bracket", "\uff3b": "wrong-bracket", "\uff3d": "wrong-bracket",
    "\uff1a": "wrong-colon", "\uff0c": "wrong-comma", "\uff02": "typographic-quotes",
}  # fmt: skip
_CLOSERS = "\uff5d\uff3d \t\r\n"
_QUOTED = "\"'\u201c\uff02\uff5b\uff3b{\\["
# At the beginning of a line, signs before it or not, a number in such brackets is a note.
_OPENS = re.compile(
    rf"(?:\A|\n)[^\w\n\"'{{\[\uff5b\uff3b]*+[\uff5b\uff3b]\s*[{_QUOTED}]|[:,\[{{\uff1a\uff0c\uff5b\uff3b]\s*[\uff5b\uff3b]\s*[{_QUOTED}\d\]}}\uff5d\uff3d-]"
)
_TOKEN = re.compile(
    rf"\"(?:[^\"\\]|\\(?:.|\Z))*+(?:\"|\Z)|\u201c[^\u201c\u201d]*\u201d|(?P<sign>[{''.join(_RULES)}])(?:(?<=\uff02)[^\uff02\"]*(?=\uff02))?",
    re.DOTALL,
)


def narrowed(text: str) -> list[Edit]:
    """The edits that make the signs outside strings plain ones; none where no bracket of full width opens a value."""
    if ("\uff5b" not in text and "\uff3b" not in text) or not _OPENS.search(text):
        return []
    end = len(text.rstrip(_CLOSERS))  # brackets at the end close the whole, even behind a string that nothing ends
    tokens = chain(_TOKEN.finditer(text, 0, end), _TOKEN.finditer(text, end))
    return [_plain(found) for found in tokens if found["sign"]]


def _plain(found: re.Match[str]) -> Edit:
    sign, at = found["sign"], found.start()
    return Edit(at, at + 1, sign, unicodedata.normalize("NFKC", sign), _RULES[sign])
