"""Places in a pasted document as editors count them: UTF-16 code units, lines and columns from 1."""

from __future__ import annotations

from typing import Any, NamedTuple

from hopscope.text.source import Span


# A named tuple, as `Span` is: both are made for every place of every call, and frozen dataclasses take two to three times as long.
class Place(NamedTuple):
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


def place(span: Span, path: tuple[str, ...] = ()) -> Place:
    """The place of a span."""
    start, end, line, column = span.root.ruler.measured(span.start, span.end)
    return Place(span.root.name, path, start, end, line, column)


def pointer(keys: tuple[str | int, ...]) -> str:
    """The JSON Pointer of a way through members and elements."""
    plain = "/".join(["", *map(str, keys)])
    if "~" not in plain and plain.count("/") == len(keys):
        return plain
    return "".join(["/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys])


def keys_of(pointer: str) -> tuple[str, ...]:
    """The keys that a JSON Pointer writes, positions of elements as digits too."""
    return tuple(step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:])
