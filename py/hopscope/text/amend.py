"""The edits that turn a value of a pasted text into another one: only what differs is touched, in the layout that stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hopscope.text.index import Index
from hopscope.text.member import Member
from hopscope.text.node import At, Node
from hopscope.text.places import place
from hopscope.text.reader import Reading
from hopscope.text.source import Decoded, Edited, Root, Slice, Source
from hopscope.text.write import dumps, quote

UNTOUCHED = frozenset({"fence", "prose"})  # mends that cut away what stands round the JSON
_INDENTED = re.compile(r"[\[{]\r?\n([ \t]+)\S")


def amended(node: Node, wanted: Any) -> list[dict[str, Any]] | None:
    """Edits `{document, start, end, text}` (UTF-16 units, in order) after which the text says `wanted` at the node.

    None where the text can't be edited in place: it had to be mended or put together to be read.
    """
    site = node.site
    if not isinstance(site, At) or (layers := _layers(site.reading.strict)) is None:
        return None
    start, _ = site.reading.bounds(site.keys, site.n)
    splices = _joined(sorted(_Amending(site.reading.index).value(start, node.value, wanted), key=lambda one: one.start))
    edits = [_edit(site.reading, splice, layers) for splice in splices]
    return None if None in edits else [edit for edit in edits if edit]


@dataclass(frozen=True, slots=True)
class Splice:
    """A slice of a strict text, in code points, and what to put in its place."""

    start: int
    end: int
    text: str


def _layers(source: Source) -> int | None:
    """How many string literals a text stands in, or None where what is put into it would not arrive as it is."""
    if isinstance(source, Root):
        return 0
    if isinstance(source, Decoded):
        outer = _layers(source.source)
        return None if outer is None else outer + 1
    if isinstance(source, Slice) or (isinstance(source, Edited) and all(e.rule in UNTOUCHED for e in source.edits)):
        return _layers(source.source)
    return None


def _joined(splices: Sequence[Splice]) -> Iterator[Splice]:
    """Splices in order; what is put where something goes is one splice with it."""
    last: Splice | None = None
    for splice in splices:
        if last and last.start == splice.start:
            last = Splice(last.start, max(last.end, splice.end), last.text + splice.text)
            continue
        if last:
            yield last
        last = splice
    if last:
        yield last


def _edit(reading: Reading, splice: Splice, layers: int) -> dict[str, Any] | None:
    spans = reading.spans(splice.start, splice.end)
    if len(spans) != 1:
        return None
    text, at = splice.text, place(spans[0])
    for _ in range(layers):
        text = quote(text)[1:-1]
    return {"document": at.document, "start": at.start, "end": at.end, "text": text}


class _Amending:
    """The splices for one value of an indexed text."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.source = index.text

    def value(self, start: int, before: Any, after: Any) -> Iterator[Splice]:
        """The splices that make the value at `start` another."""
        if before is after:
            return
        if isinstance(before, dict) and isinstance(after, dict):
            yield from self._object(start, before, after)
        elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
            for member, *pair in zip(self.index.members(start), before, after, strict=True):
                yield from self.value(member.start, *pair)
        elif dumps(before) != dumps(after):
            yield self._whole(start, after)

    def _whole(self, start: int, after: Any) -> Splice:
        return Splice(start, self.index.end(start), self._written(after, start, self._is_laid_out(start)))

    def _object(self, start: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Splice]:
        if not before and not after:
            return
        members = self.index.members(start)
        renamed = _renamed(before, after)
        kept = [member for member in members if member.key in after or member.key in renamed]
        if not kept or len({member.key for member in members}) != len(members):
            yield self._whole(start, after)
            return
        yield from _removed(members, kept)
        for member in kept:
            key = str(member.key)
            if key in renamed:
                yield Splice(member.key_start, member.key_end, quote(renamed[key]))
            else:
                yield from self.value(member.start, before[key], after[key])
        added = [key for key in after if key not in before and key not in renamed.values()]
        yield from (self._added(kept[-1], key, after[key]) for key in added)

    def _added(self, behind: Member, key: str, value: Any) -> Splice:
        """A new member behind another, laid out as that one is."""
        before = self.source[: behind.key_start]
        blank = before[len(before.rstrip()) :]
        if not blank and self._spaced:
            blank = " "
        colon = self.source[behind.key_end : behind.start]
        written = self._written(value, behind.key_start, "\n" in blank)
        return Splice(behind.end, behind.end, f",{blank}{quote(key)}{colon}{written}")

    def _is_laid_out(self, start: int) -> bool:
        return "\n" in self.source[start : self.index.end(start)] if self.source[start] in "[{" else False

    def _written(self, value: Any, at: int, laid_out: bool) -> str:
        if not isinstance(value, (dict, list)):
            return dumps(value)
        if not laid_out:
            return _one_line(value) if self._spaced else dumps(value)
        line = self.source[self.source.rfind("\n", 0, at) + 1 : at]
        margin = line[: len(line) - len(line.lstrip())]
        lines = dumps(value, indent=1).split("\n")
        return self._end_of_line.join([lines[0], *(margin + self._indented(one) for one in lines[1:])])

    def _indented(self, line: str) -> str:
        depth = len(line) - len(line.lstrip(" "))
        return self._unit * depth + line[depth:]

    @cached_property
    def _unit(self) -> str:
        found = _INDENTED.search(self.source)
        return found[1] if found else "  "

    @cached_property
    def _spaced(self) -> bool:
        return '": ' in self.source[:10_000]

    @cached_property
    def _end_of_line(self) -> str:
        return "\r\n" if "\r\n" in self.source[:10_000] else "\n"


def _renamed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, str]:
    """Members that only changed their names: old to new."""
    gone = {key: dumps(value) for key, value in before.items() if key not in after}
    new = {dumps(value): key for key, value in after.items() if key not in before}
    pairs = {new[text]: key for key, text in gone.items() if text in new}
    return {old: fresh for fresh, old in pairs.items()}


def _removed(members: Sequence[Member], kept: Sequence[Member]) -> Iterator[Splice]:
    """What stands before the first kept member, or behind a kept one, goes with the comma that parted it."""
    stays = {member.start for member in kept}
    if members[0].start not in stays:
        yield Splice(members[0].key_start, kept[0].key_start, "")
    last, end = kept[0], kept[0].end
    for member in members[members.index(kept[0]) + 1 :]:
        if member.start in stays:
            yield from [Splice(last.end, end, "")] if end > last.end else []
            last = member
        end = member.end
    if end > last.end:
        yield Splice(last.end, end, "")


def _one_line(value: Any) -> str:
    out = ""
    for line in dumps(value, indent=1).split("\n"):
        out += (" " if out.endswith(",") else "") + line.lstrip(" ")
    return out
