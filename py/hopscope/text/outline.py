"""The marks of a text: brackets, commas and colons outside its strings, found once by C code for all who ask about them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import accumulate, repeat

_MARKS = b"[]{},:"
_ANY = b","
_AS_ONE = bytes(_ANY[0] if n in _MARKS else 0 for n in range(256))
_BLANKS = b" \t\n\r"
_BLANK = re.compile(rb"[ \t\n\r]+")
_FOLLOWING = bytes(range(0x80, 0xC0))  # what UTF-8 writes behind the first byte of a character
_HALF = re.compile(rb"\xed[\xa0-\xbf][\x80-\xbf]")
HALF = b"\xff"  # stands for half a character in `plain`; no other byte of UTF-8 is so
_STRETCH = 4_096  # characters
_INSIDE = b"\0" * 256


class Outline:
    """The marks of one text, by their numbers; each part is found when asked for.

    What stands behind an odd number of quotes is inside a string, and an escaped quote is none. In broken JSON this holds up
    to the first fault.
    """

    def __init__(self, text: str, like: Outline | None = None, same: int = 0) -> None:
        """What is known of another text serves as far as the two are the `same`, a number of characters."""
        self.text = text
        self._looked_at: dict[int, bytes] = {}
        self._like = like
        self._shared = same // _STRETCH if like else 0  # stretches
        while self._shared and text[self._shared * _STRETCH - 1] == "\\":
            self._shared -= 1

    @cached_property
    def plain(self) -> bytes:
        """The text with a byte for each code point, and no quote that is escaped."""
        if not self._like or not self._shared:
            return unescaped(self.text)
        shared = self._shared * _STRETCH
        return self._like.plain[:shared] + unescaped(self.text[shared:])

    def with_value(self, text: str, begin: int, end: int, value: Outline) -> Outline:
        """The outline of a text in which another value stands for the one from `begin` to `end`; `value` is that one's."""
        outline = Outline(text)
        outline.plain = b"".join((self.plain[:begin], value.plain, self.plain[end:]))
        return outline

    @cached_property
    def marks(self) -> bytes:
        """All marks, in order."""
        return b"".join(marks for _, marks in self._stretches)

    @cached_property
    def torn(self) -> bool:
        """Whether a string or a bracket surely stays open, or a bracket closes nothing; no strict text is so."""
        count = self.marks.count
        return self._stretches[-1][0] or count(b"[") != count(b"]") or count(b"{") != count(b"}")

    def blanks(self, most: int) -> list[tuple[int, int]] | None:
        """The slices of white space outside the strings; None where more stretches than so many have any."""
        spaced = [number for number in range(len(self._stretches) - 1) if self._is_spaced(number)]
        return None if len(spaced) > most else [blank for number in spaced for blank in self._blanks(number)]

    def inside(self, offset: int) -> bool:
        """Whether an offset stands inside a string, or right behind a backslash, where that is open to doubt."""
        number = offset // _STRETCH
        quotes = self.plain.count(b'"', number * _STRETCH, offset)
        return self._stretches[number][0] ^ bool(quotes % 2) or self.text[offset - 1 : offset] == "\\"

    def before(self, offset: int) -> int:
        """How many marks stand before an offset."""
        number, rest = divmod(min(offset, len(self.plain)), _STRETCH)
        return self._counts[number] + self._marked(number).count(_ANY, 0, rest)

    def place(self, number: int) -> int:
        """The offset of a mark."""
        at = bisect_right(self._counts, number) - 1
        marked = self._marked(at)
        behind = marked.split(_ANY, number - self._counts[at] + 1)[-1]
        return at * _STRETCH + len(marked) - len(behind) - 1

    @cached_property
    def _stretches(self) -> list[tuple[bool, bytes]]:
        """For each stretch of the text, and for its end, whether that begins inside a string, and its marks."""
        found = self._like._stretches[: self._shared] if self._like else []
        inside = self._like._stretches[self._shared][0] if self._like else False
        for start in range(len(found) * _STRETCH, len(self.plain), _STRETCH):
            pieces = between_quotes(self.plain[start : start + _STRETCH], _MARKS)
            found.append((inside, b"".join(pieces[inside::2])))
            inside ^= not len(pieces) % 2
        self._like = None  # that text may go now
        return [*found, (inside, b"")]

    @cached_property
    def _counts(self) -> list[int]:
        """How many marks stand before each stretch."""
        return list(accumulate((len(marks) for _, marks in self._stretches[:-1]), initial=0))

    def _marked(self, number: int) -> bytes:
        """A stretch in which all marks outside strings look the same, and nothing else does."""
        if number not in self._looked_at:
            self._looked_at[number] = self._outside(number).translate(_AS_ONE)
        return self._looked_at[number]

    def _outside(self, number: int) -> bytes:
        """A stretch with zeros inside its strings."""
        inside = self._stretches[number][0]
        pieces = self._stretch(number).split(b'"')
        pieces[1 - inside :: 2] = map(bytes.translate, pieces[1 - inside :: 2], repeat(_INSIDE))
        return b'"'.join(pieces)

    def _stretch(self, number: int) -> bytes:
        return self.plain[number * _STRETCH : (number + 1) * _STRETCH]

    def _is_spaced(self, number: int) -> bool:
        return any(between_quotes(self._stretch(number), _BLANKS)[self._stretches[number][0] :: 2])

    def _blanks(self, number: int) -> Iterator[tuple[int, int]]:
        first = number * _STRETCH
        return ((first + found.start(), first + found.end()) for found in _BLANK.finditer(self._outside(number)))


def only(kept: bytes, signs: bytes) -> bytes:
    """Some of the signs, in order."""
    return signs.translate(None, _others(kept))


@cache
def _others(kept: bytes) -> bytes:
    return bytes(set(range(256)).difference(kept))


def between_quotes(plain: bytes, marks: bytes) -> list[bytes]:
    """Some marks in pieces: behind an even number of quotes, behind an odd one, and so on in turns.

    Dropping two neighbouring quotes never changes which side of a string anything is on, so most strings go at once.
    """
    return only(marks + b'"', plain).replace(b'""', b"").split(b'"')


def unescaped(text: str) -> bytes:
    """A text with one byte for each code point, so that C code finds offsets in it, and no quote that is escaped."""
    plain = text.encode() if text.isascii() else _utf_8(text).translate(None, _FOLLOWING)
    return plain.replace(b"\\\\", b"__").replace(b'\\"', b"__") if b"\\" in plain else plain


def _utf_8(text: str) -> bytes:
    """The UTF-8 of a text, with `HALF` for each half of a character, which has none."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _HALF.sub(HALF, text.encode("utf-8", "surrogatepass"))
