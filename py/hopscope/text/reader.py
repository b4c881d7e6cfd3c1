"""Any text read as JSON: strict text by C code, anything else mended first by edits that are all told."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from hopscope import limits
from hopscope.text import repair as mending
from hopscope.text.depth import deepest
from hopscope.text.index import Index
from hopscope.text.kept import Kept
from hopscope.text.marks import Marks
from hopscope.text.member import Member
from hopscope.text.outline import Outline
from hopscope.text.recent import Memory
from hopscope.text.source import MARK, Edit, Edited, Root, Source, Span
from hopscope.text.strict import ANY_VALUE, Strict, counted, skip, sole, strict_values

Made = TypeVar("Made")
Completeness = Literal["complete", "normalised", "guessed", "unreadable"]
RANK: dict[str, int] = {"complete": 0, "normalised": 1, "guessed": 2, "unreadable": 3}
_OTHER_NOTATION = ("'", "N", "T", "F", "(")
_SIGNS_OF_IT = ("'", "None", "True", "False")
_MANY = 50  # faults that are mended one by one sooner than the whole text is rewritten
_LONG = 20_000  # characters of a text that is worth a look before it is read
_TYPED = 4_000_000  # characters of a text that somebody may be typing in


class Failure:
    """How a text fails to be strict JSON: known from the attempt to read it, or found when asked for."""

    def __init__(self, text: str, found: Strict | None = None) -> None:
        self._text = text
        self._given = found

    @cached_property
    def _found(self) -> Strict:
        return self._given or strict_values(self._text)

    @property
    def fault(self) -> tuple[int, str] | None:
        """The offset of the first fault, and what was expected there."""
        return self._found[2]

    @property
    def hint(self) -> int | None:
        """Where exactly the first value breaks off, if that is known."""
        _, ranges, fault = self._found
        return fault[0] if fault and not ranges and fault[1] != ANY_VALUE else None


@dataclass(eq=False)
class Reading:
    """What a text says as JSON: its values, and all that was done to read them."""

    source: Source
    strict: Source
    outline: Outline  # of the strict text
    values: tuple[Any, ...] = ()
    ranges: tuple[tuple[int, int], ...] = ()
    completeness: Completeness = "unreadable"
    edits: tuple[Edit, ...] = ()
    cut: mending.Cut | None = None
    failure: Failure | None = None
    marks: tuple[mending.Mark, ...] = ()
    guesses: tuple[mending.Guess, ...] = ()
    doubts: tuple[mending.Doubt, ...] = ()
    turned: frozenset[int] = frozenset()
    too_deep: int | None = None
    too_large: int | None = None
    in_code: bool = False  # a literal in program code, which may be written as its language allows
    members: int = 0  # of all objects together, equal keys counted once
    inner_readings: dict[Any, Reading] = field(default_factory=dict)
    memo: dict[str, Any] = field(default_factory=dict)

    @property
    def fault(self) -> tuple[int, str] | None:
        """Where a text that could not be read first breaks off, and what was expected there."""
        return self.failure.fault if self.failure else None

    @property
    def empty(self) -> bool:
        """Whether the text is nothing but white space."""
        return not self.source.text.removeprefix(MARK).strip()

    @property
    def wrappers(self) -> tuple[str, ...]:
        """The layers that were mended away: fence, prose, escaped, or python where the text is a Python literal."""
        rules = {edit.rule for edit in self.edits}
        found = tuple(name for name in mending.WRAPPERS if name in rules)
        inside = rules - {*mending.WRAPPERS, "byte-order-mark"}
        strange = self.cut or any(edit.rule == "number-form" and edit.removed == "," for edit in self.edits)
        python = inside & mending.PYTHON_SIGNS and inside <= mending.PYTHON and not strange
        return (*found, "python") if python else found

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each value starts in the strict text."""
        return tuple(start for start, _ in self.ranges)

    @cached_property
    def index(self) -> Index:
        """The places of everything in the strict text."""
        return Index(self.outline, json.loads)

    @property
    def typed(self) -> bool:
        """Whether it is that of a whole document as it stands, which may go on with its text (`following`)."""
        whole = self.strict is self.source and len(self.values) == 1 and isinstance(self.source, Root)
        return whole and len(self.source.text) <= _TYPED

    @cached_property
    def kept(self) -> Kept:
        """What was made of single values of it."""
        return Kept()

    def go_on(self, index: Index, value: Any, grown: int, members: int) -> None:
        """Takes what its text says by now, which is so much longer."""
        ((start, end),) = self.ranges
        self.outline, self.index = index.outline, index
        self.values, self.ranges, self.members = (value,), ((start, end + grown),), self.members + members
        self.memo.clear()
        self.kept.age()

    def value(self, keys: tuple[str | int, ...] = (), n: int = 0) -> Any:
        """The value at `keys`, names of members and numbers of elements; raises LookupError where there is none."""
        value = self.values[n]
        for key in keys:
            fits = isinstance(value, list) if isinstance(key, int) else isinstance(value, dict)
            if not fits:
                raise KeyError(keys)
            value = value[key]
        return value

    def once(self, name: str, make: Callable[[], Made]) -> Made:
        """What is made of the strict text and its edits alone, kept under a name; without edits, for equal texts too."""
        if name not in self.memo:
            self.memo[name] = make()
        made: Made = self.memo[name]
        return made

    def bounds(self, keys: tuple[str | int, ...] = (), n: int = 0) -> tuple[int, int]:
        """The slice of the value at `keys` in the strict text; raises LookupError where there is none."""
        if not keys:
            return self.ranges[n]
        member = self._member(keys, n)
        return member.start, member.end

    def key_bounds(self, keys: tuple[str | int, ...], n: int = 0) -> tuple[int, int]:
        """The slice of the member name in the strict text; of an element, the value's. Raises LookupError as `bounds` does."""
        if not keys or isinstance(keys[-1], int):
            return self.bounds(keys, n)
        member = self._member(keys, n)
        return member.key_start, member.key_end

    def _member(self, keys: tuple[str | int, ...], n: int) -> Member:
        self.value(keys, n)
        member = self.index.locate(self.ranges[n], keys)
        if member is None:
            raise KeyError(keys)
        return member

    def way(self, offset: int) -> tuple[int, tuple[str | int, ...]]:
        """The number of the value that holds an offset of the strict text, and the keys to what stands there."""
        n = max(0, bisect_right(self.starts, offset) - 1)
        return n, self.index.way(self.starts[n], offset) if self.starts else ()

    def forward(self, offset: int) -> int:
        """Where a character of the text as it was stands in the strict text."""
        return self.strict.forward(offset) if isinstance(self.strict, Edited) and self.edits else offset

    def spans(self, start: int, end: int) -> list[Span]:
        """Where a slice of the strict text stands in the pasted document."""
        return self.strict.spans(start, end)


def read(source: Source | str, repair: bool = True) -> Reading:
    """Reads a text: never raises; `repair=False` accepts strict JSON only."""
    source = Root("text", source) if isinstance(source, str) else source
    outline = Outline(source.text)
    if len(source.text) > limits.TEXT_SIZE:
        return Reading(source, source, outline, too_large=len(source.text))
    deep = deepest(outline)
    strict = Reading(source, source, outline, too_deep=deep) if deep > limits.DEPTH else _strict(source, outline)
    return mended(strict) if repair else strict


_SOLE: Memory[tuple[Any, int, dict[str, Any]]] = Memory(limits.MEMORY // 4)


def read_again(source: Source) -> Reading:
    """As `read`, of a text that may have been read before: a short one that is an object as it stands is read once."""
    known = _sole(source.text) if len(source.text) < _LONG else None
    if not known:
        return read(source)
    value, members, memo = known
    ranges = ((0, len(source.text)),)
    return Reading(source, source, Outline(source.text), (value,), ranges, "complete", members=members, memo=memo)


def _sole(text: str) -> tuple[Any, int, dict[str, Any]] | None:
    """The object that a text is, its members, and what was made of it."""
    known = _SOLE.get(text)
    if known is None and (found := sole(text)):
        known = (*found, {})
        _SOLE.keep(text, known)
    return known


def mended(strict: Reading) -> Reading:
    """A text that was read strictly, mended where that failed."""
    return strict if strict.values or strict.empty or strict.too_large else _mended(strict.source, strict)


def broken_off(strict: Reading) -> Reading | None:
    """A long text that was read strictly and is JSON up to the member in which it ends, mended there; None of any other."""
    try:
        end, reading = _at_its_end(strict)
    except mending.TooDeep:
        return None
    return reading if reading and reading.edits and reading.edits[0].start >= end else None


def turned(reading: Reading, doubts: frozenset[int]) -> Reading | None:
    """The same text with the other reading of some doubts, given by their numbers; None where it makes no JSON."""
    try:
        found = mending.repair(reading.source.text, None, doubts)
    except mending.TooDeep:
        return None
    other = found and _with(reading.source, found)
    return replace(other, turned=doubts) if other and other.values else None


def _strict(source: Source, outline: Outline) -> Reading:
    if len(source.text) >= _LONG and outline.torn:
        return Reading(source, source, outline, failure=Failure(source.text))
    found, members = counted(source.text)
    values, ranges, fault = found
    if fault:
        return Reading(source, source, outline, failure=Failure(source.text, found))
    completeness: Completeness = "complete" if values else "unreadable"
    return Reading(source, source, outline, tuple(values), tuple(ranges), completeness, members=members)


def _mended(source: Source, strict: Reading) -> Reading:
    """The reading of a text after its mends; `strict` is what it was without them."""
    failure = strict.failure
    try:
        _, reading = _at_its_end(strict)
        return reading or _whole_to(failure.hint if failure else None, source, strict.outline) or strict
    except mending.TooDeep:
        return Reading(source, source, strict.outline, too_deep=max(limits.DEPTH + 1, strict.too_deep or 0))


def _at_its_end(strict: Reading) -> tuple[int, Reading | None]:
    """Of a long text that may be whole up to the member in which it ends: where that breaks off, and the reading; found once."""

    def found() -> tuple[int, Reading | None]:
        end = _end(strict.outline) if strict.failure and len(strict.source.text) >= _LONG else None
        return (0, None) if end is None else (end, _whole_to(end, strict.source, strict.outline))

    return strict.once("at its end", found)


def _whole_to(fault: int | None, source: Source, outline: Outline) -> Reading | None:
    """The reading of a text whose first value is whole up to a fault, where that is known."""
    strange = fault is not None and _is_other_notation(source.text, fault)
    if strange:
        rewritten = mending.rewrite(source.text)
        if rewritten and (reading := _with(source, rewritten.finished(), outline)):
            return reading
    if (literal := mending.literal(source.text, strange)) and (reading := _with(source, literal, outline)):
        return reading
    found = mending.repair(outline, fault)
    return _with(source, found, outline) if found else None


def _is_other_notation(text: str, fault: int) -> bool:
    """Whether the whole text seems to be written as Python or JavaScript write it: a long one has many signs of that."""
    if text[fault : fault + 1] not in _OTHER_NOTATION:
        return False
    return len(text) < _LONG or sum(map(text.count, _SIGNS_OF_IT)) >= _MANY


def _end(outline: Outline) -> int | None:
    """Where a strict reader would stop in the first value if all was well up to the member in which the text ends."""
    text = outline.text
    first = skip(text, 0)
    if not outline.torn or text[first : first + 1] not in ("{", "["):
        return None
    opened, comma = Marks(outline).ending()
    if not opened or opened[0] != first:
        return None
    begin = opened[-1] + 1 if comma is None else comma + 1
    _, ranges, fault = strict_values(text[opened[-1]] + text[begin:])
    return begin - 1 + fault[0] if fault and not ranges and fault[1] != ANY_VALUE else None


def _with(source: Source, found: mending.Mended, before: Outline | None = None) -> Reading | None:
    """The reading of a text with edits made, or None where it is not strict JSON then; `before` outlines it without them."""
    edited = Edited(source, found.edits)
    outline = Outline(edited.text, before, found.edits[0].start if found.edits else len(source.text))
    if (deep := deepest(outline)) > limits.DEPTH:
        return Reading(source, source, Outline(source.text), too_deep=deep)
    (values, ranges, fault), members = counted(edited.text)
    if fault or not values:
        return None
    return Reading(
        source,
        edited,
        outline,
        tuple(values),
        tuple(ranges),
        found.completeness,
        tuple(found.edits),
        found.cut,
        marks=found.marks,
        guesses=found.guesses,
        doubts=found.doubts,
        members=members,
    )
