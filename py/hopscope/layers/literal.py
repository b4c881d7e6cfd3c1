"""Literals as Python prints and lays them out, read by the language's own rules where mending would guess.

A literal with other text beside it is taken only where strings in it stand in several pieces; else the reader finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "python"
LONGEST = 4_000_000  # characters that are looked through
_LITERALS = 50  # looked for in one text
_SEAM = re.compile(r"['\"][ \t]*\r?\n[ \t]*['\"]")
_OPEN = re.compile(r"[\[{]")
_VALUE = re.compile(r"[\[{]\s*['\"\[{]")
_ALONE = re.compile(r"\s*(?:\[\s*)*(?:\{\s*)?'")
_OUTLINE = re.compile(r"'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"|[\[{(\]})]")
_TOKEN = re.compile(
    r"(?P<blank>\s++)|(?P<string>'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\")|(?P<bracket>[\[{(\]})])|(?P<sign>[,:])"
    r"|(?P<word>(?:True|False|None|true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))"
    r"|(?P<bare>[A-Za-z_]\w*)(?=\s*:)"
)
_WORDS = {"True": "true", "False": "false", "None": "null"}
_CLOSERS = {"[": "]", "{": "}", "(": ")"}
_ESCAPE = re.compile(r"\\(?:x([0-9a-fA-F]{2})|U000([01][0-9a-fA-F]{4})|([0-7]{1,3})|.)|[\"\x00-\x1f]")
_PLAIN = {"'": "'", "a": "\\u0007", "v": "\\u000b"}


def unwrap(source: Source) -> Wrapping | None:
    """The literals of a text; None where it is none and holds none with strings in pieces, or where another value stands beside."""
    text = source.text
    if len(text) > LONGEST or not (_SEAM.search(text) or _ALONE.match(text)):
        return None
    found = list(_literals(source))
    ends = [0, *(one.end for one in found)]
    outside = "".join(text[at : one.start] for at, one in zip(ends, found, strict=False)) + text[ends[-1] :]
    if len(found) == 1 and found[0].python and not outside.strip():
        return Wrapping(NAME, (Piece(found[0].json()),))
    if not any(one.seams and one.python for one in found) or _VALUE.search(outside):
        return None
    pieces = tuple(Piece(Slice(source, one.start, one.end)) for one in found)
    return Wrapping("prose", pieces, None if len(found) == 1 else "concatenated")


def closing(text: str, start: int, stop: int) -> int | None:
    """The place behind the bracket that closes the one at `start`, by Python's strings alone."""
    level = 0
    for token in _OUTLINE.finditer(text, start, stop):
        level += (token[0] in ("[", "{", "(")) - (token[0] in ("]", "}", ")"))
        if level == 0:
            return token.end()
    return None


def _literals(source: Source) -> Iterator[_Literal]:
    at = 0
    for _ in range(_LITERALS):
        begin = _OPEN.search(source.text, at)
        if not begin:
            return
        literal = _Literal(source, begin.start())
        whole = literal.read()
        at = literal.end if whole else begin.end()
        if whole:
            yield literal


@dataclass(slots=True)
class _Open:
    """A bracket that is open: its sign and place, the commas in it, and the place of one behind which nothing came yet."""

    sign: str
    at: int
    commas: int = 0
    comma: int | None = None


@dataclass(slots=True)
class _Literal:
    """One literal: the edits that make JSON of it, how many strings in it go on in another piece, and if only Python writes so."""

    source: Source
    start: int
    end: int = 0
    seams: int = 0
    python: bool = False
    edits: list[Edit] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    last: re.Match[str] | None = None  # the token read last
    joined: bool = False  # whether it is a string that goes on with the one before

    def json(self) -> Source:
        """The same as strict JSON."""
        by, edits = self.start, sorted(self.edits, key=lambda edit: (edit.start, edit.end))
        moved = [Edit(one.start - by, one.end - by, one.removed, one.inserted, one.rule) for one in edits]
        return Edited(Slice(self.source, self.start, self.end), moved)

    def read(self) -> bool:
        """Reads up to the closing bracket; whether it is a literal and ends."""
        self.end = self.start
        while token := _TOKEN.match(self.source.text, self.end):
            self.end = token.end()
            kind = str(token.lastgroup)
            if kind == "blank":
                continue
            if not self._take(token, kind):
                return False
            self.last = token
            if not self.stack:
                return True
        return False

    def _take(self, token: re.Match[str], kind: str) -> bool:
        if kind == "bracket":
            return self._bracket(token)
        if kind == "sign":
            return self._sign(token)
        self.stack[-1].comma = None
        if kind == "string":
            return self._string(token)
        self.joined = False
        if kind == "bare":
            self._edit(*token.span(), f'"{token[0]}"')
        elif token[0] in _WORDS:
            self.python = True
            self._edit(*token.span(), _WORDS[token[0]])
        return True

    def _edit(self, start: int, end: int, inserted: str) -> None:
        self.edits.append(Edit(start, end, self.source.text[start:end], inserted, NAME))

    def _sign(self, token: re.Match[str]) -> bool:
        """A comma or a colon; what stands before a colon is a key of its own, not the rest of a string."""
        if token[0] == ":":
            return not self.joined
        self.stack[-1].comma = token.start()
        self.stack[-1].commas += 1
        return True

    def _bracket(self, token: re.Match[str]) -> bool:
        """Enters or leaves a bracket; round ones make a list where a comma stands in them."""
        if token[0] in _CLOSERS:
            if self.stack:
                self.stack[-1].comma = None
            self.stack.append(_Open(token[0], token.start()))
            return True
        if not self.stack or _CLOSERS[self.stack[-1].sign] != token[0]:
            return False
        left = self.stack.pop()
        if left.comma is not None:
            self._edit(left.comma, left.comma + 1, "")
        if left.sign == "(":
            self._edit(left.at, left.at + 1, "[" if left.commas else "")
            self._edit(*token.span(), "]" if left.commas else "")
        return True

    def _string(self, token: re.Match[str]) -> bool:
        """A string in JSON's quotes and escapes, in one with the piece before it; whether it may go on from there."""
        start, end = token.span()
        before = self.last if self.last and self.last.lastgroup == "string" else None
        if before and not self._goes_on(before.end()):
            return False
        self.joined, self.python = bool(before), self.python or token[0][0] == "'"
        if before:
            self.seams += 1
            self.edits.pop()  # the closing quote of the piece before
            self._edit(before.end() - 1, start + 1, "")
        else:
            self._edit(start, start + 1, '"')
        for found in _ESCAPE.finditer(self.source.text, start + 1, end - 1):
            if (inserted := _escaped(found)) != found[0]:
                self._edit(*found.span(), inserted)
        self._edit(end - 1, end, '"')
        return True

    def _goes_on(self, end: int) -> bool:
        """Whether a piece that ends there may go on: in round brackets, or behind a blank or a line's end."""
        text = self.source.text
        return self.stack[-1].sign == "(" or text[end - 2] in " \t" or text[end - 3 : end - 1] == "\\n"


def _escaped(found: re.Match[str]) -> str:
    """What JSON writes for one of Python's escapes, or for a sign that it wants escaped."""
    if found[1] or found[3]:
        return f"\\u{int(found[1] or found[3], 16 if found[1] else 8):04x}"
    if found[2]:
        units = chr(int(found[2], 16)).encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    if found[0][0] != "\\":
        return '\\"' if found[0] == '"' else f"\\u{ord(found[0]):04x}"
    sign = found[0][1]
    return found[0] if sign in '"\\bfnrtu' else _PLAIN.get(sign, "\\\\" + sign)
