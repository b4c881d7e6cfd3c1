"""The state of one repair: where it is, what is open, and what was done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from hopscope.limits import DEPTH
from hopscope.text.depth import safe
from hopscope.text.outline import Outline
from hopscope.text.repair.rules import RULES
from hopscope.text.source import Edit


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a text ends inside a value: `open` are (offset, character) of all that never closed, outermost first.

    `depths` counts, for each of them, the containers round it; `mark` is the cutting mark in which the text ends, such as
    `...[truncated]`, if any.
    """

    offset: int
    open: tuple[tuple[int, str], ...]
    in_what: str
    mark: str | None = None
    depths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Guess:
    """Something invented or dropped at a place, and the other readings that fit."""

    start: int
    end: int
    invented: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Doubt:
    """A place where two readings fit: the one taken and the other; `turned` where the other than usual was asked for."""

    start: int
    end: int
    taken: str
    other: str
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A value that JSON lacks (NaN, Infinity): where it stands and how it is written."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Mended:
    """The edits that make a text strict JSON, in order, and what had to be assumed."""

    edits: Sequence[Edit]
    cut: Cut | None = None
    guesses: tuple[Guess, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def completeness(self) -> Literal["normalised", "guessed"]:
        """`guessed` where anything was invented or dropped."""
        return "guessed" if self.cut or any(RULES[edit.rule].guesses for edit in self.edits) else "normalised"


class TooDeep(Exception):
    """The text nests deeper than the limit."""


State = Literal["key", "colon", "value", "after"]


_CLOSERS = {"{": "}", "[": "]", "(": ")"}


@dataclass(slots=True)
class Frame:
    """A container that is open: `mark` opened it as written, `state` is what comes next.

    `closer` is the bracket that must come, `comma` the place of a comma behind which nothing came yet, `owed` where one
    must be put if anything comes, `last` the slice of the last scalar; an `implicit` one was opened by us and has no
    bracket of its own; `kept` is where that ends which stays if the last key is left out; `first_edit` and `last_edit`
    count the edits that were made before its content and before `last`; `value` is where the last value begins, if that
    is known, and how many edits were made before it.
    """

    start: int
    mark: str
    state: State
    is_object: bool = False
    closer: str = ""
    count: int = 0
    commas: int = 0
    comma: int | None = None
    owed: int | None = None
    implicit: bool = False
    first_edit: int = 0
    last_edit: int = 0
    last: tuple[int, int] | None = None
    kept: int = 0
    value: tuple[int, int] | None = None

    @property
    def printed(self) -> bool:
        """Whether it is an object as Python prints it, `Name(key=value)`."""
        return self.is_object and self.mark == "("

    @property
    def written(self) -> str:
        """The closing bracket that JSON wants."""
        return "}" if self.is_object else "]"


def frame(start: int, mark: str) -> Frame:
    """A container as its bracket opens it."""
    return Frame(start, mark, "key" if mark == "{" else "value", mark == "{", _CLOSERS[mark])


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What a pattern found from a place on, up to an end."""

    start: int
    end: int
    found: re.Match[str] | None

    def tells(self, start: int, end: int) -> bool:
        """Whether the pattern finds the same from another place on."""
        return end == self.end and self.start <= start and (self.found is None or start <= self.found.start())


@dataclass(slots=True)
class Mender:
    """One text being mended; `at` is the next character, `end` the first one that does not belong to it."""

    text: str
    at: int = 0
    end: int = 0
    edits: list[Edit] = field(default_factory=list)
    guesses: list[Guess] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    turned: frozenset[int] = frozenset()  # the doubts, by their numbers, whose other reading is wanted
    listed: bool | None = None  # whether several values are meant as elements of one array, once that is decided
    stack: list[Frame] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)  # depths at which a call that was dropped still has its bracket
    cut: Cut | None = None
    mark: str | None = None  # the cutting mark behind `end`
    broken: tuple[str, tuple[int, str] | None] | None = None  # the token in which the text ends, and its quote
    last_end: int = 0  # where the last token that is kept ends
    closed: tuple[Frame, int] | None = None  # the outermost container closed last, and where its bracket stands
    fault: int = -1  # up to here C code has looked already
    luck: int = 40  # how often C code may still look ahead in vain
    hint: int | None = None  # where C code already found the first fault of the first value
    effort: int = 0  # characters that may still be copied or counted to decide something
    bare: bool = False  # whether a key without quotes was read
    passed: int = 0  # quotes inside the string at hand that did not end it
    patience: int = 0  # quotes that may still be passed over in search of a string's true end
    margins: Literal["", "asked", "taken", "passed"] = ""  # whether those of the lines tell where brackets were lost
    known: Outline | None = None  # of the text, where it was made already
    flat: tuple[int, bool] | None = None  # whether C code may start anywhere behind a place, once that is known
    ahead: dict[re.Pattern[str], _Ahead] = field(default_factory=dict)  # what each pattern finds next

    def edit_before(self, index: int, at: int, inserted: str, rule: str) -> None:
        """Notes an insertion that stands before the edits made since their number was `index`."""
        self.edits.insert(index, Edit(at, at, "", inserted, rule))

    @property
    def jumps(self) -> bool:
        """Whether C code may run ahead."""
        if self.luck <= 0:
            return False
        if self.flat is None or self.at < self.flat[0]:
            start = self.at if self.flat is None else 0
            self.flat = start, safe(self.outline.plain[start:])
        return self.flat[1]

    @property
    def outline(self) -> Outline:
        """The outline of the text."""
        if self.known is None:
            self.known = Outline(self.text)
        return self.known

    @property
    def bracketed(self) -> bool:
        """Whether a bracket that was written is open."""
        return any(not one.implicit for one in self.stack)

    @property
    def round(self) -> bool:
        """Whether a round bracket is open."""
        return bool(self.calls) or any(one.closer == ")" for one in self.stack)

    def spend(self, cost: int) -> bool:
        """Whether so much may still be spent on a decision."""
        self.effort -= cost
        return self.effort >= 0

    def edit(self, start: int, end: int, inserted: str, rule: str) -> None:
        """Notes that `inserted` replaces a slice."""
        self.edits.append(Edit(start, end, self.text[start:end], inserted, rule))

    def drop_comma(self, at: int, rule: str) -> None:
        """Notes that a comma goes, one that was to be written in the place of another sign as well."""
        start = next((n for n in range(len(self.edits), 0, -1) if self.edits[n - 1].start < at), 0)
        self.edits[start:] = [edit for edit in self.edits[start:] if edit.start > at or edit.rule != "wrong-comma"]
        self.edit(at, at + 1, "", rule)

    def guess(self, start: int, end: int, invented: str, *alternatives: str) -> None:
        """Notes that something was invented or dropped."""
        self.guesses.append(Guess(start, end, invented, alternatives))

    def doubt(self, start: int, end: int, taken: str, other: str) -> bool:
        """Notes that two readings fit; whether the second is wanted."""
        turned = len(self.doubts) in self.turned
        told = (other, taken) if turned else (taken, other)
        self.doubts.append(Doubt(start, end, *told, turned))
        return turned

    def peek(self, length: int = 1) -> str:
        """The next characters."""
        return self.text[self.at : min(self.end, self.at + length)]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What a pattern finds at the present place."""
        return pattern.match(self.text, self.at, self.end)

    def search(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """What a pattern finds at a place or behind it; looked for once for all places before it."""
        known = self.ahead.get(pattern)
        if known is None or not known.tells(start, self.end):
            known = self.ahead[pattern] = _Ahead(start, self.end, pattern.search(self.text, start, self.end))
        return known.found

    def open(self, entered: Frame) -> None:
        """Enters a container; raises TooDeep."""
        entered.first_edit = len(self.edits)
        self.stack.append(entered)
        if len(self.stack) > DEPTH:
            raise TooDeep

    @property
    def role(self) -> str:
        """What a value here is: a `key`, a `member`'s value, an `item` of an array, or at the `top`."""
        if not self.stack:
            return "top"
        top = self.stack[-1]
        if not top.is_object:
            return "item"
        return "key" if top.state == "key" else "member"

    def finished(self) -> Mended:
        """All that was done, edits in order."""
        edits = sorted(self.edits, key=lambda edit: (edit.start, edit.end))
        return Mended(edits, self.cut, tuple(self.guesses), tuple(self.doubts), tuple(self.marks))
