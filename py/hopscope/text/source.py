"""Texts that know where each of their characters stands in the document the user pasted."""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple, Protocol

from hopscope.text.ruler import Ruler

_LENIENT = json.JSONDecoder(strict=False)
_ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)

MARK = "\ufeff"
"""The byte order mark with which some programs begin a file; it says nothing."""


class Source(Protocol):
    """A text, and the way from each slice of it to the pasted document; offsets are code points."""

    @property
    def text(self) -> str:
        """The text itself."""

    def spans(self, start: int, end: int) -> list[Span]:
        """Where a slice stands in the document, one span for each contiguous piece, in order."""


class Span(NamedTuple):  # no dataclass: see `places.Place`
    """A contiguous slice of a pasted document, in code points."""

    root: Root
    start: int
    end: int


class Root:
    """A pasted document: its name and its raw text."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    @cached_property
    def ruler(self) -> Ruler:
        """What measures the text."""
        return Ruler(self.text)

    def say(self, text: str, start: int, stop: int) -> None:
        """Another text stands in the document now; it differs from the one before between two places of that."""
        if "ruler" in self.__dict__:
            self.ruler = self.ruler.moved(text, start, stop, len(text) - len(self.text))
        self.text = text

    def spans(self, start: int, end: int) -> list[Span]:
        """The slice itself."""
        return [Span(self, start, end)]


class Slice:
    """A part of another source, unchanged."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end

    @cached_property
    def text(self) -> str:
        """The part's characters."""
        return self.source.text[self.start : self.end]

    def spans(self, start: int, end: int) -> list[Span]:
        """Where a slice of the part stands in the document."""
        return self.source.spans(self.start + start, self.start + end)


@dataclass(frozen=True, slots=True)
class Edit:
    """One change made to a text: `removed` stood at `start` to `end` (code points), `inserted` took its place."""

    start: int
    end: int
    removed: str
    inserted: str
    rule: str


class OffsetMap:
    """How offsets of a changed text lead back: the changed stretches, linear in between."""

    def __init__(self, changes: Iterable[tuple[int, int, int]], origin: int) -> None:
        """`changes` are (start, end, length put there) in order, `origin` is where the new text begins."""
        self.origin = origin
        self.new_start: list[int] = []
        self.new_end: list[int] = []
        self.old_start: list[int] = []
        self.old_end: list[int] = []
        shift = -origin
        for start, end, length in changes:
            self.new_start.append(start + shift)
            self.new_end.append(start + shift + length)
            self.old_start.append(start)
            self.old_end.append(end)
            shift += length - (end - start)

    def start(self, offset: int) -> int:
        """Where a slice that starts at `offset` starts in the old text: after what was removed there."""
        at = bisect_right(self.new_start, offset) - 1
        if at < 0:
            return offset + self.origin
        if offset < self.new_end[at]:
            return self.old_start[at]
        return self.old_end[at] + offset - self.new_end[at]

    def end(self, offset: int) -> int:
        """Where a slice that ends at `offset` ends in the old text: before what was removed there."""
        at = bisect_left(self.new_start, offset) - 1
        if at < 0:
            return offset + self.origin
        return self.old_end[at] + max(0, offset - self.new_end[at])

    def forward(self, offset: int) -> int:
        """Where a character of the old text stands in the new one; of a changed stretch, where it begins."""
        at = bisect_right(self.old_start, offset) - 1
        if at < 0:
            return offset - self.origin
        if offset < self.old_end[at]:
            return self.new_start[at]
        return self.new_end[at] + offset - self.old_end[at]


class Edited:
    """A source after some edits (in order, not overlapping)."""

    def __init__(self, source: Source, edits: Sequence[Edit]) -> None:
        self.source = source
        self.edits = edits

    @cached_property
    def text(self) -> str:
        """The text with every edit made."""
        return apply(self.source.text, self.edits)

    @cached_property
    def _map(self) -> OffsetMap:
        return map_of(self.edits)

    def spans(self, start: int, end: int) -> list[Span]:
        """Where a slice stands in the document; what was inserted stands where its edit was made."""
        first = self._map.start(start)
        return self.source.spans(first, max(first, self._map.end(end)))

    def forward(self, offset: int) -> int:
        """Where a character of the text before the edits stands after them."""
        return self._map.forward(offset)


def apply(text: str, edits: Sequence[Edit]) -> str:
    """A text with edits made (in order, not overlapping)."""
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += text[done : edit.start], edit.inserted
        done = edit.end
    return "".join([*pieces, text[done:]])


def map_of(edits: Iterable[Edit]) -> OffsetMap:
    """The way back from a text to what it was before some edits."""
    return OffsetMap(((edit.start, edit.end, len(edit.inserted)) for edit in edits), 0)


def compose(text: str, first: Sequence[Edit], second: Sequence[Edit]) -> list[Edit]:
    """Two rounds of edits as one; no edit of the first round may insert more than one character."""
    way = map_of(first)
    inner = apply(text, first)
    merged: list[Edit] = []
    at = 0
    for edit in second:
        while at < len(first) and way.new_end[at] <= edit.start:
            merged.append(first[at])
            at += 1
        start, end = way.start(edit.start), way.end(edit.end)
        while at < len(first) and way.new_start[at] < edit.end:
            at += 1
        merged.append(Edit(start, max(start, end), text[start : max(start, end)], edit.inserted, edit.rule))
    assert apply(text, [*merged, *first[at:]]) == apply(inner, second)
    return [*merged, *first[at:]]


class Decoded:
    """What a JSON string literal says; the slice of the other source is the literal with its quotes."""

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self._find = lambda: (start, end)

    @cached_property
    def _slice(self) -> tuple[int, int]:
        return self._find()

    @cached_property
    def text(self) -> str:
        """The string's content, escapes undone."""
        start, end = self._slice
        return _LENIENT.decode(self.source.text[start:end])

    @cached_property
    def _map(self) -> OffsetMap:
        """The way back to the literal, from where that begins."""
        start, end = self._slice
        found = _ESCAPE.finditer(self.source.text, start + 1, end - 1)
        return OffsetMap(((match.start() - start, match.end() - start, 1) for match in found), 1)

    def spans(self, start: int, end: int) -> list[Span]:
        """Where a slice of the content stands in the document, as escaped there."""
        literal = self._slice[0]
        first = literal + self._map.start(start)
        return self.source.spans(first, max(first, literal + self._map.end(end)))


class Said(Decoded):
    """The same of a string that was read already: `find` looks for its literal when a place in it is asked for."""

    def __init__(self, source: Source, text: str, find: Callable[[], tuple[int, int]]) -> None:
        self.source = source
        self.text = text
        self._find = find

    def move(self) -> None:
        """The same is said at another place now."""
        self.__dict__.pop("_slice", None)


class Opaque:
    """A text that was made from a slice of another source in a way no place survives: all of it stands at that slice."""

    def __init__(self, source: Source, start: int, end: int, text: str) -> None:
        self.source = source
        self.start = start
        self.end = end
        self.text = text

    def spans(self, start: int, end: int) -> list[Span]:
        """The whole slice, whatever was asked for."""
        return self.source.spans(self.start, self.end)


class Joined:
    """Several sources put together, as the fragments of a stream are."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources

    @cached_property
    def text(self) -> str:
        """All texts, one after the other."""
        return "".join(source.text for source in self.sources)

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate((len(source.text) for source in self.sources), initial=0))

    def spans(self, start: int, end: int) -> list[Span]:
        """Where a slice stands, one span or more for each fragment it touches."""
        if not self.sources:
            return []
        first = self._fragment(start)
        last = first if end <= start else self._fragment(end - 1)
        found: list[Span] = []
        for at in range(first, last + 1):
            source, offset = self.sources[at], self._starts[at]
            found += source.spans(max(0, start - offset), min(len(source.text), max(start, end) - offset))
        return [span for span in found if span.start < span.end] or found[:1]

    def _fragment(self, offset: int) -> int:
        """The fragment that holds a character; the end belongs to the last one that has any."""
        at = bisect_right(self._starts, offset) - 1
        if at < len(self.sources):
            return at
        filled = [n for n, source in enumerate(self.sources) if source.text]
        return filled[-1] if filled else 0
