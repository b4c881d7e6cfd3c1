"""Values as Node, browsers, Rust, Go and PHP print them, with names before brackets or arrows behind keys; told as `prose`.

`Map(1) { 'a' => 1 }`, `Array [ 1 ]`, `args: Args { city: "Paris", days: Some(3) }`, `[]string{"a"}`: the names are left out and the
brackets made those of what they hold. A console shows the length alone of an array that is folded: it is left out as cut.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Source

NAME = "prose"
LONGEST = 1_000_000  # characters that are looked through
_BEGINS = re.compile(r"\s*(?:\{\s*\"|\[\s*[\[{\"])")
_ANY = r"interface ?\{\}"
_MAP = rf"(?:map\[[\w.*]{{1,99}}\](?:{_ANY}|[\w.*]{{1,99}})|Map\(\d{{1,9}}\) )\{{"
_LIST = rf"(?:\[\d{{0,9}}\](?:{_ANY}|[\w.*]{{1,99}})|Set\(\d{{1,9}}\) )\{{"
_ARRAY = r"(?:Array(?: ?\(\d{1,9}\))? |\(\d{1,9}\) )\["
_NO_TYPE = rf"\(\*?[\w.]{{1,99}}\)|{_ANY}|\[\][\w.*]{{1,99}}|map\[[\w.]{{1,99}}\](?:{_ANY}|[\w.*]{{1,99}})"
_NIL = rf"(?:{_NO_TYPE})\(nil\)|Null(?=\s*[,\])}}])"
_KEYED = r"(?:\[|\barray ?\()(?=\s{0,99}(?:'[^'\n]{0,99}'|\"[^\"\n]{0,99}\"|\d{1,9})\s{0,9}=>)"
_NAMED = r"(?:\[Object: null prototype\] |&?(?:[a-z]\w{0,99}\.)?[A-Z]\w{0,99} ?)\{"
_SIGN = re.compile(
    rf"(?<![\w)\]])(?:{_MAP}|{_LIST}|{_ARRAY}|{_NIL}|{_KEYED}|Array\(\d|<ref \*\d)|[:,\[{{(]\s{{1,99}}{_NAMED}|:\s?Some\("
)
_TOKEN = re.compile(
    r"\\.|(?<!\w)(?:'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"|`(?:[^`\\]|\\.)*+`)"
    rf"|(?<![\w)\]])(?:(?P<map>{_MAP})|(?P<keyed>{_KEYED})|(?P<list>{_LIST})|(?P<array>{_ARRAY})|(?P<nil>{_NIL})|(?P<folded>Array\(\d{{1,9}}\)))"
    rf"|(?<=[:,\[{{(\s])(?:(?P<object>{_NAMED})|(?P<some>(?:Some|Ok|String|Number|Bool)\())|(?P<ref><ref \*\d+> )"
    r"|(?P<arrow>\s{0,9}=>\s{0,99})|(?P<code>;|\b(?:return|func|fn|def|class|let|var|const)\s)|[\[{(\]})]"
)
_CLOSERS = {"[": "]", "{": "}", "(": ")"}


def unwrap(source: Source) -> Wrapping | None:
    """The text with plain brackets; None where it has no others, or where they are those of program code."""
    text = source.text
    if len(text) > LONGEST or _BEGINS.match(text) or not _SIGN.search(text):
        return None
    edits = list(_Types(text).edits())
    return Wrapping(NAME, (Piece(Edited(source, edits)),)) if edits else None


@dataclass(slots=True)
class _Types:
    """A text being gone through: what closes each bracket that is open, what stands for that, and of what kind it is."""

    text: str
    stack: list[tuple[str, str, str]] = field(default_factory=list)
    found: list[Edit] = field(default_factory=list)
    code: bool = False

    def edits(self) -> Iterator[Edit]:
        """What makes plain values of the outermost brackets that hold no program code."""
        for token in _TOKEN.finditer(self.text):
            inserted = self._plain(token)
            if inserted != token[0]:
                self.found.append(Edit(*token.span(), token[0], inserted, "typed"))
            if not self.stack:
                yield from () if self.code else self.found
                self.found, self.code = [], False

    def _plain(self, token: re.Match[str]) -> str:
        kind, sign = token.lastgroup, token[0]
        if kind in ("map", "keyed", "array", "list") or (kind in ("object", "some") and self.stack):
            return self._open(str(kind), sign[-1])
        if kind in ("nil", "folded") and self.stack:
            return "null" if kind == "nil" else "[\u2026]"
        if kind == "ref":
            return ""
        if kind == "arrow" and self.stack and self.stack[-1][2] in ("map", "keyed"):
            return ": "
        self.code = self.code or kind == "code"
        if sign[-1] in _CLOSERS and kind in (None, "object", "some"):
            self.stack.append((_CLOSERS[sign[-1]], _CLOSERS[sign[-1]], ""))
        elif self.stack and sign == self.stack[-1][0]:
            return self.stack.pop()[1]
        return sign

    def _open(self, kind: str, sign: str) -> str:
        """Enters a bracket with a name before it."""
        inserted = {"list": "[", "some": "", "keyed": "{"}.get(kind, sign)
        self.stack.append((_CLOSERS[sign], _CLOSERS.get(inserted, ""), kind))
        return inserted
