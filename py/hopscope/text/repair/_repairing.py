"""The mending of a whole text, in several steps where one is not enough: what was escaped, of full width, or off its margins."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from hopscope.text.outline import Outline
from hopscope.text.repair._escaped import unescaped
from hopscope.text.repair._margins import off_margin
from hopscope.text.repair._mender import Cut, Doubt, Guess, Mark, Mended, Mender
from hopscope.text.repair._outside import begun, mended, plain
from hopscope.text.repair._wide import narrowed
from hopscope.text.source import Edit, OffsetMap, apply, compose, map_of

_TWICE = 8  # how often a text may have been escaped


def repair(
    given: str | Outline, fault: int | None = None, turned: frozenset[int] = frozenset(), again: int = 0
) -> Mended | None:
    """The edits that mend a text, or None where no JSON is in it; raises TooDeep.

    `fault` is where a strict reader stopped in the first value, if it is known; `turned` are the numbers of the doubts whose
    other reading is wanted. The text may come with its outline.
    """
    text = given if isinstance(given, str) else given.text
    if again < _TWICE and (escapes := unescaped(text, plain)):
        return _repaired_after(escapes, text, turned, again)
    if again <= _TWICE and (wide := narrowed(text)):
        return _repaired_after(wide, text, turned, _TWICE)
    known = given if isinstance(given, Outline) else None
    first = mended(begun(text, known, fault, turned))
    return _by_margins(first, begun(text, known, None, turned)) if first else None


def _by_margins(first: Mended, mender: Mender) -> Mended:
    """The reading of a text by its margins, where they show better which closing brackets were lost."""
    if not off_margin(first, mender.text):
        return first
    mender.margins = "asked"
    other = mended(mender)
    whole = other and not other.cut and len(other.guesses) <= len(first.guesses) and mender.margins == "taken"
    return other if other and (whole or mender.margins == "passed") else first


def _repaired_after(edits: list[Edit], text: str, turned: frozenset[int], again: int) -> Mended | None:
    """A text mended after some edits that may make it JSON by themselves; none of them inserts more than one character."""
    inner = apply(text, edits)
    found = repair(inner, None, turned, again + 1)
    if found is None:
        return None
    return Mended(
        compose(text, edits, found.edits),
        found.cut and _cut_back(map_of(edits), found.cut),
        tuple(_back(map_of(edits), one) for one in found.guesses),
        tuple(_back(map_of(edits), one) for one in found.doubts),
        tuple(_back(map_of(edits), one) for one in found.marks),
    )


def _cut_back(way: OffsetMap, cut: Cut) -> Cut:
    """A cut with the offsets it has before some edits."""
    still_open = tuple((way.start(offset), mark) for offset, mark in cut.open)
    return replace(cut, offset=way.start(cut.offset), open=still_open)


_Told = TypeVar("_Told", Guess, Doubt, Mark)


def _back(way: OffsetMap, one: _Told) -> _Told:
    """Something told of a place, with the offsets it has before some edits."""
    start = way.start(one.start)
    return replace(one, start=start, end=max(start, way.end(one.end)))
