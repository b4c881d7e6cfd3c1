"""JSON copied out of a page's source: its quotes are written as `&quot;` or `&#34;`, its signs as `&lt;`, `&gt;` and `&amp;`.

It is told as `escaped`, as is JSON whose quotes have backslashes. What stands in a CDATA section of XML is not escaped; that is
told as `prose`.
"""

from __future__ import annotations

import re
from html import unescape

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Source

NAME = "escaped"
_QUOTE = r"&(?:amp;)*(?:quot|#0*34|#[xX]0*22);"  # which may have been escaped again
_BLANK = r"(?:\s|\\[nrt]){0,200}+"
_OPENING = re.compile(rf"[\[{{]{_BLANK}(?:[\[{{]{_BLANK}){{0,9}}+\\{{0,20}}{_QUOTE}")
_PLAIN = re.compile(r'[\[{,:]\s*"')
_SIGN = re.compile(r"&(?:quot|amp|lt|gt|apos|nbsp|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_SECTION = re.compile(r"<!\[CDATA\[(?=\s*[\[{])|\]\]>")


def unwrap(source: Source) -> Wrapping | None:
    """The text with its signs as they were, if JSON begins in it and all its quotes are escaped so."""
    text = source.text
    if "<![CDATA[" in text:
        marks = [Edit(*mark.span(), mark[0], "", "cdata") for mark in _SECTION.finditer(text)]
        return Wrapping("prose", (Piece(Edited(source, marks)),)) if len(marks) > 1 else None
    if "&" not in text or not _OPENING.search(text) or _PLAIN.search(text):
        return None
    signs = (Edit(*sign.span(), sign[0], _meant(sign[0]), "html") for sign in _SIGN.finditer(text))
    return Wrapping(NAME, (Piece(Edited(source, list(signs))),))


def _meant(sign: str) -> str:
    return unescape(sign).replace("\xa0", " ")
