"""Literals of Python among words: where one ends, told by its brackets and strings alone, and strings with JSON inside."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.text.strict import sole

# An escape outside strings is passed over, so that no string that nothing ends is begun at each of its quotes.
OUTLINE = re.compile(r"\\.|'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"|`(?:[^`\\\n]|\\.)*+`|[\[{(\]})]")


def literal_end(text: str, start: int, stop: int) -> int | None:
    """The place behind the bracket that closes the one at `start`, by strings of Python: one does not go over a line."""
    level = 0
    for token in OUTLINE.finditer(text, start, stop):
        level += (token[0] in ("[", "{", "(")) - (token[0] in ("]", "}", ")"))
        if level == 0:
            return token.end()
    return None


# Begins with the quote, for which C code looks fastest.
_STRING = re.compile(r"'(?:(?P<bytes>(?<=\bb'))|(?<![\w'\\]'))(?P<body>(?:[^'\\\n]|\\.)*+)'(?!\w)")
_JSON = re.compile(r"[\[{](?:\s|\\[nrt])*+[\"\[{]")
# What JSON has nowhere, but a string of Python that holds it.
_ESCAPES = re.compile(r"\\'|\\\\\"|[\[{,](?:\\[nrt])")


def strings(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The strings with JSON inside, printed so that it can be read only without their escapes; from the quotes' prefix on."""
    for found in _STRING.finditer(text, start, stop):
        if "\\" in found["body"] and _JSON.search(found["body"]) and _is_printed(found):
            yield found.start() - (found["bytes"] is not None), found.end()


def _is_printed(found: re.Match[str]) -> bool:
    """Whether it was printed by Python: in a shell, all between such quotes stands for itself."""
    return found["bytes"] is not None or bool(_ESCAPES.search(found["body"]) and not sole(found["body"]))
