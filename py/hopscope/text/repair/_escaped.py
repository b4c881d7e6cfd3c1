"""A text that was escaped once more, as loggers print a body."""

from __future__ import annotations

import re
from collections.abc import Callable

from hopscope.text.repair._blanks import INVISIBLE
from hopscope.text.source import Edit

_ESCAPED = re.compile(rf"[\s{INVISIBLE}]*(?:[\[{{](?:\s|\\+[nrt])*)*(?:[\w$-]{{1,100}}(?=\\+\"\s*:))?\\+\"")
_ESCAPED_AMONG_WORDS = re.compile(r"[\[{]\s*(?:\\+\"|(?:\\+[nrt]\s*)+[\"\[{\\])")
_UNESCAPE = re.compile(r'\\(?:(["\\/bfnrt])|u([0-9a-fA-F]{4}))|\\(?:u[0-9a-fA-F]{0,3})?\Z')
_STRING_TO_THE_END = re.compile(
    r'\s*(?:"(?:[^"\\]|\\.)*+|b"(?:[^"\\]|\\.)*+"\s*|[bu]?\'(?:[^\'\\]|\\.)*+(?:\'\s*)?)\\?\Z', re.DOTALL
)
_LONG = 200  # as the beginning of an escaped value may be
_MEANT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


def unescaped(text: str, plain: Callable[[str], int]) -> list[Edit]:
    """The edits that undo the escapes of a text, or of the first JSON among its words; none where that is not escaped.

    `plain` tells where JSON without escapes begins. None of the edits inserts more than one character.
    """
    whole = _ESCAPED.match(text) or _among_words(text, plain)
    return [_unescape(found) for found in _UNESCAPE.finditer(text)] if whole else []


def _among_words(text: str, plain: Callable[[str], int]) -> bool:
    """Whether the first JSON in a text was escaped; a string of JSON or of Python has escapes of its own."""
    if _STRING_TO_THE_END.match(text):
        return False
    limit = plain(text)
    found = _ESCAPED_AMONG_WORDS.search(text, 0, limit + _LONG)
    return found is not None and found.start() < limit


def _unescape(found: re.Match[str]) -> Edit:
    """What an escape stands for; one in which the text ends goes."""
    if not (found[1] or found[2]):
        return Edit(*found.span(), found[0], "", "cut")
    meant = chr(int(found[2], 16)) if found[2] else _MEANT.get(found[1], found[1])
    return Edit(*found.span(), found[0], meant, "escaped")
