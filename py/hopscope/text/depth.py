"""How deep a text nests, measured before any recursive code sees it."""

from __future__ import annotations

from itertools import accumulate

LIMIT = 500
_KEPT = b'[]{}"'
_DROPPED = bytes(set(range(256)) - set(_KEPT))
_STEP = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


def depth(text: str) -> int:
    """The deepest nesting that a strict parser can meet in a text (for broken JSON: up to its first fault)."""
    if text.count("[") + text.count("{") <= LIMIT:
        return text.count("[") + text.count("{")
    return max(accumulate(map(_STEP.__getitem__, _brackets(text))), default=0)


def _brackets(text: str) -> bytes:
    """The brackets outside strings.

    Dropping two neighbouring quotes never changes which side of a string a bracket is on, so most strings go at once.
    """
    plain = text.replace("\\\\", "").replace('\\"', "") if "\\" in text else text
    marks = plain.encode("utf-8", "surrogatepass").translate(None, _DROPPED).replace(b'""', b"")
    return b"".join(marks.split(b'"')[::2])
