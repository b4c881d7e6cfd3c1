"""Places in a pasted document as editors count them: UTF-16 code units, lines and columns from 1."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any
from weakref import WeakKeyDictionary

from hopscope.text.source import Root, Span

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_STRETCH = 4096  # characters
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Place:
    """A slice of the raw pasted text and the path of the value there, one JSON Pointer (RFC 6901) a layer."""

    document: str
    path: tuple[str, ...]
    start: int
    end: int
    line: int
    column: int

    def json(self) -> dict[str, Any]:
        """The place as the door writes it."""
        return {
            "document": self.document,
            "path": list(self.path),
            "start": self.start,
            "end": self.end,
            "line": self.line,
            "column": self.column,
        }


class Ruler:
    """Turns code points of one text into UTF-16 offsets, lines and columns."""

    def __init__(self, text: str) -> None:
        self._astral = [] if text.isascii() else list(_astral(text))
        self._lines = list(_line_starts(text))

    def offset(self, point: int) -> int:
        """The UTF-16 offset of a code point."""
        return point + bisect_left(self._astral, point)

    def line_column(self, point: int) -> tuple[int, int]:
        """Line and column, both from 1; the column counts UTF-16 units."""
        line = bisect_right(self._lines, point)
        return line, self.offset(point) - self.offset(self._lines[line - 1]) + 1


def _astral(text: str) -> Iterator[int]:
    """Where the characters stand that take two UTF-16 units; C code tells the stretches that hold any."""
    for start in range(0, len(text), _STRETCH):
        stretch = text[start : start + _STRETCH]
        if len(stretch.encode("utf-16-le", "surrogatepass")) > 2 * len(stretch):
            yield from (start + match.start() for match in _ASTRAL.finditer(stretch))


def _line_starts(text: str) -> Iterable[int]:
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text))]
    return accumulate((len(line) + 1 for line in text.split("\n")[:-1]), initial=0)


_RULERS: WeakKeyDictionary[Root, Ruler] = WeakKeyDictionary()


def ruler(root: Root) -> Ruler:
    """The ruler of a document, made once."""
    if root not in _RULERS:
        _RULERS[root] = Ruler(root.text)
    return _RULERS[root]


def place(span: Span, path: tuple[str, ...] = ()) -> Place:
    """The place of a span."""
    measure = ruler(span.root)
    line, column = measure.line_column(span.start)
    return Place(span.root.name, path, measure.offset(span.start), measure.offset(span.end), line, column)


def pointer(keys: tuple[str | int, ...]) -> str:
    """The JSON Pointer of a way through members and elements."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def keys_of(pointer: str) -> tuple[str, ...]:
    """The keys that a JSON Pointer writes, positions of elements as digits too."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
