"""A file of program code in which contracts or payloads stand: what it assigns at its outermost level; told as `prose`.

Code that has a library make its schemas (zod, pydantic) holds no JSON at all; `made_by` tells what to paste instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from hopscope.layers._base import Piece, Wrapping
from hopscope.layers.code import LONGEST, closing
from hopscope.text.source import Slice, Source

NAME = "prose"
_SPACE = r"(?:\s|#[^\n]*\n|//[^\n]*\n|/\*(?:[^*]|\*(?!/))*+\*/|\"\"\"[\s\S]*?\"\"\"|'''[\s\S]*?''')*+"
_STATEMENT = (
    r"(?:import\b(?!\s*[:(])|from\s+[\w.]+\s+import\b|(?:export|declare)\s+(?!:)|(?:async\s+)?(?:def|function)\s+\w"
    r"|(?:abstract\s+)?(?:class|interface|type|enum)\s+\w+\s*[({:=<\w]|@\w+)"
)
_BEGINS = re.compile(
    rf"{_SPACE}(?:{_STATEMENT}|(?:const|let|var)\s+\w|[A-Za-z_$][\w$.]*\s*(?:\(|=(?![=>]))|[A-Z]\w*: )"
)
_FILE = re.compile(rf"^{_STATEMENT}", re.MULTILINE)
_ASSIGNED = re.compile(
    r"^(?:(?:export\s+)?(?:const|let|var)\s+)?[A-Za-z_$][\w$.]*(?:[ \t]*:[^=\n]{1,200})?[ \t]*=[ \t]*(?=[\[{])"
    r"|^export\s+default\s+(?=[\[{])",
    re.MULTILINE,
)
# Nothing but names that get literals, spaced as in code; what a log prints by such a name is the payload of a call.
_PAYLOAD = r"(?:args|arguments|params|parameters|inputs?|payload|body|data|response|results?|outputs?)\b"
_NAMED = (
    rf"(?:(?:export\s+)?(?:const|let|var)\s+)?(?!{_PAYLOAD})[A-Za-z_$][\w$.]*(?:[ \t]*:[^=\n]{{1,200}})?[ \t]+=[ \t]+"
)
_ONLY_NAMES = re.compile(rf"(?:{_SPACE}{_NAMED};?)++{_SPACE}")
_UNCLOSED = 20  # brackets that are followed to the end of the text in vain
_COMPREHENSION = re.compile(r"[^\"'`#/]*?\sfor\s+[\w*(][\w*(), \t]{0,200}\sin\s")
_SENT = re.compile(r"\b(?:messages|input|contents|json|body|data)\s*[=:]\s*(?:JSON\.stringify\(\s*)?[\[{]")
_MAKERS = {
    "zod": re.compile(
        r"(?:(?:const|let|var)\s+(?P<name>\w+)[^=\n]{0,100}=\s*)?(?<![\w.$\"'])z\s*\.\s*"
        r"(?:object|strictObject|looseObject|string|number|boolean|enum|array|literal|union|discriminatedUnion|record)\("
    ),
    "pydantic": re.compile(r"^class\s+(?P<name>\w+)\((?:[\w.]+,\s*)*(?:\w+\.)?BaseModel\b[^)]*\)\s*:", re.MULTILINE),
}
_PRINTS = {
    "pydantic": "print(json.dumps({name}.model_json_schema()))",
    "zod": "console.log(JSON.stringify(z.toJSONSchema({name})))",
}
_UNNAMED = {"pydantic": "Model", "zod": "schema"}


@dataclass(frozen=True, slots=True)
class Made:
    """A schema that a library makes when the code runs: where it stands, and the code that prints it as JSON."""

    start: int
    end: int
    library: str
    instead: str


def unwrap(source: Source) -> Wrapping | None:
    """The objects and arrays that a file of code assigns; no piece at all where a library makes its schemas."""
    text = source.text
    if len(text) > LONGEST or not _BEGINS.match(text):
        return None
    found = list(_assigned(text))
    if not (_FILE.search(text) or _ONLY_NAMES.fullmatch(_without(text, found))):
        found = []
    if _SENT.search(_without(text, found)):  # a request is made here: prose tells more of it
        return None
    pieces = tuple(Piece(Slice(source, *one)) for one in found if not made_by(text[slice(*one)]))
    if not pieces and not made_by(text):
        return None
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None, code=True)


def made_by(text: str) -> Made | None:
    """The first schema in some code that a library makes."""
    for library, pattern in _MAKERS.items():
        if found := next(filter(_is_code, pattern.finditer(text)), None):
            name = found["name"] or _UNNAMED[library]
            return Made(*found.span(), library, _PRINTS[library].replace("{name}", name))
    return None


def _is_code(found: re.Match[str]) -> bool:
    """Whether no string seems to be open on its line."""
    line = found.string[found.string.rfind("\n", 0, found.start()) + 1 : found.start()]
    return not any(line.count(quote) % 2 for quote in "\"'`")


def _assigned(text: str) -> Iterator[tuple[int, int]]:
    """The slices from an opening bracket to the one that closes it; what is inside one is no other."""
    done, unclosed = 0, 0
    for found in _ASSIGNED.finditer(text):
        start = found.end()
        if start < done:
            continue
        end = closing(text, start + 1)
        if end is not None:
            done = end + 1
            if not _COMPREHENSION.match(text, start, end):
                yield start, done
        elif (unclosed := unclosed + 1) == _UNCLOSED:
            return


def _without(text: str, slices: list[tuple[int, int]]) -> str:
    edges = [0, *(edge for one in slices for edge in one), len(text)]
    return "".join(text[start:end] for start, end in list(pairwise(edges))[::2])
