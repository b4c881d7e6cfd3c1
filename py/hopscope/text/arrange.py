"""Strict JSON laid out with its members sorted, or with the JSON in its strings opened; everything else stays as written."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hopscope.limits import DEPTH
from hopscope.text.depth import depth
from hopscope.text.index import Index
from hopscope.text.member import Member
from hopscope.text.places import pointer
from hopscope.text.reader import read

LAYERS = 8
_HOLDS_JSON = re.compile(r'"(?:\\[ntr]| )*[\[{]')


@dataclass(frozen=True, slots=True)
class Fold:
    """A string that was opened: its path, the slice that stands for it in the new text, and the literal as it was."""

    path: tuple[str, ...]
    start: int
    end: int
    original: str


@dataclass(frozen=True, slots=True)
class _Value:
    """A value still to be written: where it starts in which text, how deep it stands, and its path."""

    index: Index
    start: int
    level: int
    path: tuple[str, ...]


@dataclass
class _Writer:
    """Writes values depth first with a stack of its own."""

    indent: int
    sort_keys: bool
    unwrap: bool
    out: list[str] = field(default_factory=list)
    length: int = 0
    folds: list[Fold] = field(default_factory=list)

    def write(self, value: _Value) -> None:
        """Writes a value with all that is in it."""
        pending: list[_Value | str | tuple[int, _Value, str]] = [value]
        while pending:
            item = pending.pop()
            if isinstance(item, str):
                self._put(item)
            elif isinstance(item, tuple):
                self.folds.append(Fold(item[1].path, item[0], self.length, item[2]))
            else:
                pending.extend(reversed(list(self._parts(item))))

    def _put(self, text: str) -> None:
        self.out.append(text)
        self.length += len(text)

    def _parts(self, value: _Value) -> Iterator[_Value | str | tuple[int, _Value, str]]:
        text = value.index.text
        if text[value.start] in "[{":
            yield from self._container(value, value.index.members(value.start))
            return
        literal = text[value.start : value.index.end(value.start)]
        inner = self._inside(value, literal) if self.unwrap else None
        if inner is None:
            yield literal
        else:
            yield inner
            yield (self.length, value, literal)

    def _container(self, value: _Value, members: tuple[Member, ...]) -> Iterator[_Value | str]:
        text = value.index.text
        opening, closing = text[value.start], "}" if text[value.start] == "{" else "]"
        if not members:
            yield opening + closing
            return
        line = "\n" + " " * self.indent * (value.level + 1) if self.indent else ""
        colon = ": " if self.indent else ":"
        before = opening + line
        ordered = sorted(members, key=lambda one: one.key) if self.sort_keys and opening == "{" else members
        for member in ordered:
            name = text[member.key_start : member.key_end] + colon if opening == "{" else ""
            path = (*value.path[:-1], value.path[-1] + pointer((member.key,)))
            yield before + name
            yield _Value(value.index, member.start, value.level + 1, path)
            before = "," + line
        yield line[: len(line) - self.indent if self.indent else None] + closing

    def _inside(self, value: _Value, literal: str) -> _Value | None:
        """The object or array that a string holds, if it is strict JSON and not too deep."""
        if not _HOLDS_JSON.match(literal) or len(value.path) > LAYERS:
            return None
        inner = json.loads(literal)
        if depth(inner) + value.level > DEPTH:
            return None
        reading = read(inner, repair=False)
        if len(reading.values) != 1:
            return None
        return _Value(reading.index, reading.starts[0], value.level, (*value.path, ""))


def arrange(
    index: Index, start: int, base: tuple[str, ...], indent: int, sort_keys: bool, unwrap: bool
) -> tuple[str, list[Fold]]:
    """The value at `start` laid out, members sorted by code points and strings opened where wanted, and what was opened."""
    writer = _Writer(indent, sort_keys, unwrap)
    writer.write(_Value(index, start, 0, base))
    return "".join(writer.out), writer.folds
