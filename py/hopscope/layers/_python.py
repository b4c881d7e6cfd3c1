"""Where a literal of Python ends, told by its brackets and strings alone."""

from __future__ import annotations

import re

# An escape outside strings is passed over, so that no string that nothing ends is begun at each of its quotes.
_OUTLINE = re.compile(r"\\.|'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"|[\[{(\]})]")


def literal_end(text: str, start: int, stop: int) -> int | None:
    """The place behind the bracket that closes the one at `start`, by strings of Python: one does not go over a line."""
    level = 0
    for token in _OUTLINE.finditer(text, start, stop):
        level += (token[0] in ("[", "{", "(")) - (token[0] in ("]", "}", ")"))
        if level == 0:
            return token.end()
    return None
