"""Literals as Python prints them, read by its own rules: mending sign by sign would guess at quotes and pieces of strings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hopscope.text.matching import sure
from hopscope.text.repair._bodies import UTF_8, escapes
from hopscope.text.repair._mender import Mended
from hopscope.text.source import Edit

LONGEST = 4_000_000  # characters that are looked through
_QUOTES = "single-quotes"
_BEGIN = re.compile(r"\s*+(?:[\[({]\s*+)++([bu]?'|b\"|-?\d[\d.]*+:)?")
_STRING = r"(?P<prefix>[bu]?)(?:'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\")"
_TOKEN = re.compile(
    rf"(?P<blank>\s++)|(?P<string>{_STRING})"
    r"|(?P<bracket>[\[{(\]})])|(?P<sign>[,:])"
    r"|(?P<word>(?:True|False|None|true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.]))"
    r"|(?P<bare>[A-Za-z_]\w*)(?=\s*:)"
)
_WORDS = {"True": "true", "False": "false", "None": "null"}
_CLOSERS = {"[": "]", "{": "}", "(": ")"}
_ESCAPE = re.compile(rf"({UTF_8})|\\(?:x([0-9a-fA-F]{{2}})|U000([01][0-9a-fA-F]{{4}})|([0-7]{{1,3}})|.)|[\"\x00-\x1f]")
_TO_ESCAPE = re.compile(r"[\"\\]")
_PLAIN = {"'": "'", "a": "\\u0007", "v": "\\u000b"}


def literal(text: str, strange: bool) -> Mended | None:
    """The mends of a text that is one literal with nothing round it but blanks, and that only Python writes so.

    `strange` tells that strict JSON breaks off at a sign of Python's; else only a text that begins with its quotes is read, as
    reading all of a large one that is merely broken takes long.
    """
    begin = _BEGIN.match(text) if len(text) <= LONGEST else None
    if not begin or not (begin[1] or strange):
        return None
    found = Literal(text, len(text) - len(text.lstrip()))
    return found.mended() if found.read() and found.python and not text[found.end :].strip() else None


@dataclass(slots=True)
class _Open:
    """A bracket that is open: its sign and place, the commas in it, and the place of one behind which nothing came yet.

    `edits` counts those that were made before it.
    """

    sign: str
    at: int
    edits: int
    commas: int = 0
    comma: int | None = None


@dataclass(slots=True)
class Literal:
    """One literal of a text: the edits that make JSON of it, how many strings go on in another piece, if only Python writes so."""

    text: str
    start: int
    end: int = 0
    seams: int = 0
    python: bool = False
    edits: list[Edit] = field(default_factory=list)
    stack: list[_Open] = field(default_factory=list)
    last: re.Match[str] | None = None  # the token read last
    joined: bool = False  # whether it is a string that goes on with the one before
    left: _Open | None = None  # the bracket that was closed last

    def mended(self) -> Mended:
        """The same as strict JSON."""
        changed = (edit for edit in self.edits if edit.removed != edit.inserted)
        return Mended(sorted(changed, key=lambda edit: (edit.start, edit.end)))

    def read(self) -> bool:
        """Reads up to the closing bracket; whether it is a literal and ends."""
        self.end = self.start
        while token := _TOKEN.match(self.text, self.end):
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
            self._put(token.start(), '"', "unquoted-key")
            self._put(token.end(), '"', "unquoted-key")
        elif token[0] in _WORDS:
            self.python = True
            self._edit(*token.span(), _WORDS[token[0]], "python-value")
        return True

    def _edit(self, start: int, end: int, inserted: str, rule: str) -> None:
        self.edits.append(Edit(start, end, self.text[start:end], inserted, rule))

    def _put(self, at: int, inserted: str, rule: str) -> None:
        self._edit(at, at, inserted, rule)

    def _sign(self, token: re.Match[str]) -> bool:
        """A comma or a colon; what stands before a colon is a key of its own, not the rest of a string."""
        if token[0] == ":":
            return not self.joined and self._key()
        self.stack[-1].comma = token.start()
        self.stack[-1].commas += 1
        return True

    def _key(self) -> bool:
        """Makes text of the key read last, which may be a number, a word or a tuple; whether it is one."""
        if not self.last or self.last[0] in (",", ":", "]", "}"):
            return False
        if self.last.lastgroup == "word":
            self._as_text(self.last.start(), len(self.edits) - (self.last[0] in _WORDS), "unquoted-key")
        elif self.last[0] == ")" and self.left:
            self._as_text(self.left.at, self.left.edits, "call-text")
        return True

    def _as_text(self, start: int, before: int, rule: str) -> None:
        """Takes what was read last for text as it stands, without the edits that were made in it."""
        end = sure(self.last).end()
        del self.edits[before:]
        self._put(start, '"', rule)
        for found in _TO_ESCAPE.finditer(self.text, start, end):
            self._put(found.start(), "\\", rule)
        self._put(end, '"', rule)

    def _bracket(self, token: re.Match[str]) -> bool:
        """Enters or leaves a bracket; round ones make a list where a comma stands in them."""
        if token[0] in _CLOSERS:
            if self.stack:
                self.stack[-1].comma = None
            self.stack.append(_Open(token[0], token.start(), len(self.edits)))
            return True
        if not self.stack or _CLOSERS[self.stack[-1].sign] != token[0]:
            return False
        self.left = left = self.stack.pop()
        if left.comma is not None:
            self._edit(left.comma, left.comma + 1, "", "trailing-comma")
        if left.sign == "(":
            several = left.commas or sure(self.last).start() == left.at  # or none
            rule = "python-tuple" if several else "call"
            self._edit(left.at, left.at + 1, "[" if several else "", rule)
            self._edit(*token.span(), "]" if several else "", rule)
        return True

    def _string(self, token: re.Match[str]) -> bool:
        """A string in JSON's quotes and escapes, in one with the piece before it; whether it may go on from there."""
        start, end = token.end("prefix"), token.end()
        before = self.last if self.last and self.last.lastgroup == "string" else None
        if before and not self._goes_on(before.end(), token.start()):
            return False
        self.joined, self.python = bool(before), self.python or token[0][0] != '"'
        if before:
            self.seams += 1
            self.edits.pop()  # the closing quote of the piece before
            self._edit(before.end() - 1, start + 1, "", "string-pieces")
        else:
            self._edit(token.start(), start, "", "string-prefix")
            self._edit(start, start + 1, '"', _QUOTES)
        for found in _ESCAPE.finditer(self.text, start + 1, end - 1):
            self._sign_inside(found)
        self._edit(end - 1, end, '"', _QUOTES)
        return True

    def _sign_inside(self, found: re.Match[str]) -> None:
        """An escape as JSON has it, or a sign of a string that JSON wants escaped."""
        if found[0] == '"':
            self._put(found.start(), "\\", _QUOTES)
        else:
            self._edit(*found.span(), _escaped(found), "bad-escape" if found[0][0] == "\\" else "control-character")

    def _goes_on(self, end: int, start: int) -> bool:
        """Whether a piece that ends at `end` goes on at `start`; in a list a comma may be missing there."""
        text, within = self.text, self.stack[-1].sign
        parted = within == "(" or (within == "{" and end < start)
        return parted or text[end - 2] in " \t" or text[end - 3 : end - 1] == "\\n"


def _escaped(found: re.Match[str]) -> str:
    """What JSON writes for one of Python's escapes, or for a control character."""
    if found[1]:
        return escapes(bytes.fromhex(found[1].replace("\\x", "")).decode())
    if found[2] or found[4]:
        return f"\\u{int(found[2] or found[4], 16 if found[2] else 8):04x}"
    if found[3]:
        units = chr(int(found[3], 16)).encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    if found[0][0] != "\\":
        return f"\\u{ord(found[0]):04x}"
    sign = found[0][1]
    return found[0] if sign in '"\\bfnrtu' else _PLAIN.get(sign, "\\\\" + sign)
