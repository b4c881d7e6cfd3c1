"""What the parts of a comparison share: a difference, and the walk that goes deeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hopscope.contracts._sides import Side
from hopscope.contracts.shapes import Path


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: it narrows if it refuses what was valid, widens if it lets through what was not; or is text, or order.

    `left` and `right` are the keys to the place in each schema, None where it is not there.
    """

    path: Path
    keyword: str
    before: Any
    after: Any
    left: Path | None
    right: Path | None
    narrows: bool = False
    widens: bool = False
    text: bool = False
    order: bool = False

    @classmethod
    def at(cls, left: Side, right: Side, path: Path, keyword: str, **effect: bool) -> Difference:
        """A difference in one keyword of two schemas."""
        one, two = ((*side.keys, keyword) if keyword in side.table else None for side in (left, right))
        before, after = left.table.get(keyword), right.table.get(keyword)
        return replace(cls((*path, keyword), keyword, before, after, one, two), **effect)  # type: ignore[arg-type]

    @classmethod
    def of(cls, left: Side, right: Side, path: Path, keyword: str, **effect: bool) -> Difference:
        """A difference of two schemas as wholes."""
        found = cls(path, keyword, left.schema, right.schema, left.keys, right.keys)
        return replace(found, **effect)  # type: ignore[arg-type]

    def turned(self) -> Difference:
        """The same under `not`."""
        return replace(self, narrows=self.widens, widens=self.narrows)

    def unclear(self) -> Difference:
        """The same where its effect cannot be told."""
        return self if self.text or self.order else replace(self, narrows=True, widens=True)


@dataclass(frozen=True, slots=True)
class Walk:
    """How to compare what is inside, and the pairs under way (a pair met again is taken to be equal)."""

    go: Callable[[Side, Side, Path, Walk], Iterator[Difference]]
    seen: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    def within(self, pair: tuple[int, int]) -> Walk:
        """The walk one pair deeper."""
        return replace(self, seen=self.seen | {pair})

    def into(self, left: Side, right: Side, path: Path) -> Iterator[Difference]:
        """The differences of two inner schemas."""
        return self.go(left, right, path, self)

    def effect(self, left: Side, right: Side) -> tuple[bool, bool]:
        """Whether going from one schema to the other narrows, and whether it widens."""
        found = list(self.into(left, right, ()))
        return any(one.narrows for one in found), any(one.widens for one in found)
