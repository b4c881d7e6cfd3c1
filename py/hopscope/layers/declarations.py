"""Types that a language declares (TypeScript, Go, Rust, Protocol Buffers, GraphQL …): their members look like JSON, and are none.

They are left out, and what stands between them is read; told as `prose`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.layers.code import TOKEN, closing
from hopscope.text.source import Slice, Source

NAME = "prose"
_GOES_ON = r"(?:[^{};\n]|\n(?=[ \t|&])){0,400}?"
_DECLARED = (
    r"[ \t\ufeff]*+"
    r"(?:(?:export|declare|default|const|pub(?:\(\w+\))?|public|private|internal|abstract|sealed|extend)[ \t]+)*+"
    rf"(?:type[ \t]+\w++(?:<[^{{}};\n]*>)?[ \t]*={_GOES_ON}\{{"
    r"|(?:interface|type|enum|struct|trait|message|service|input|record)[ \t]+[A-Z]\w*+(?:<[^{};\n]*>)?"
    r"(?:\s+(?:extends|implements|struct|interface)\b[^{};]{0,400})?\s*\{"
    r"|import\s+(?:type\s+)?(?:\w+\s*,\s*)?\{[^{}\"']*\}\s*from\b)"
)
_ON_FIRST_LINE = re.compile(_DECLARED)
_ON_ANOTHER = re.compile(rf"\n{_DECLARED}")  # C code looks for a line's end faster than for its beginning
_JOINED = re.compile(r"[\s)\]]*[|&]" + _GOES_ON + r"\{")
_PLAIN = re.compile(
    r"[\w$\"']\s*:\s*(?:\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|-?\d[\d.]*+|(?:true|false|null|True|False|None)\b)"
    r"[ \t]*(?:[,}\]\n]|$)"
)
_TYPED = re.compile(r"[\w$\"'\]]\??\s*:\s*(?:string|number|boolean|unknown|any|object|Record<)(?!\w)")
_COMMENT = re.compile(r"/\*[\s\S]*?(?:\*/|\Z)|//[^\n]*")
_LONGEST = 4_000_000


def unwrap(source: Source) -> Wrapping | None:
    """What stands between the types of a text, where that may be JSON; None where it declares none."""
    text = source.text
    if len(text) > _LONGEST or "<|" in text:  # a model's own text tells its tools as types, and calls them behind
        return None
    found = list(_declared(text))
    if not any(text[start:end].endswith("}") for start, end in found):
        return None
    edges = [0, *(edge for one in found for edge in one), len(text)]
    between = zip(edges[::2], edges[1::2], strict=True)
    pieces = tuple(Piece(Slice(source, *one)) for one in between if _may_hold(text[slice(*one)]))
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None)


def first_type(text: str) -> tuple[int, int] | None:
    """Where the first type that a text declares stands."""
    return next((one for one in _declared(text) if text[slice(*one)].endswith("}")), None)


def _declared(text: str) -> Iterator[tuple[int, int]]:
    """The slices of the types and imports of a text, in order; what is inside one is no other."""
    done = 0
    for found in _begun(text):
        start = found.end() - len(found[0].lstrip(" \t\ufeff\n"))
        if start < done:
            continue
        end = _end(text, found.end()) if found[0].endswith("{") else found.end()
        if end is None:  # what never closes holds the rest
            return
        done = end
        if _is_type(text[start:end]):
            yield start, end


def _begun(text: str) -> Iterator[re.Match[str]]:
    first = _ON_FIRST_LINE.match(text)
    if first:
        yield first
    yield from _ON_ANOTHER.finditer(text, first.end() if first else 0)


def _end(text: str, opened: int) -> int | None:
    """Where a type ends whose bracket opened right before `opened`, with the types that it is joined with."""
    close = closing(text, opened)
    while close is not None and (more := _JOINED.match(text, close + 1)):
        close = closing(text, more.end())
    return None if close is None else close + 1


def _is_type(text: str) -> bool:
    """Whether no member of a body has a plain value, or one has the name of a type where its value would stand."""
    bare = _COMMENT.sub("", text)
    return bool(_TYPED.search(bare)) or not _PLAIN.search(bare)


def _may_hold(text: str) -> bool:
    """Whether an object or a list stands in a text, outside its comments."""
    for token in TOKEN.finditer(text):
        before = text[token.start() - 1 : token.start()]
        if token[0] == "{" or (token[0] == "[" and not (before.isalnum() or before in ("_", ">", "]"))):
            return True
    return False
