"""What stands in an object or an array of a JSON text, by its places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Member(NamedTuple):
    """A member or an element: its key or number, and the slices of key and value."""

    key: str | int
    key_start: int
    key_end: int
    start: int
    end: int


class Shift(NamedTuple):
    """What the change of one value, from `start` to `end`, does to places of others: behind it they move by what it has `grown`."""

    start: int
    end: int
    grown: int

    def spares(self, members: Mapping[Any, Member]) -> bool:
        """Whether the members of a container stand outside of what changed: all do, or none; of no members, False."""
        first = next(iter(members.values()), None)
        return first is not None and not self.start < first.start < self.end

    def point(self, at: int) -> int:
        """Where the container at a place stands now."""
        return at + self.grown if at >= self.end else at

    def member(self, member: Member) -> Member:
        """Where a member stands now that is not inside of what changed."""
        key, key_start, key_end, start, end = member
        if end <= self.start:
            return member
        if key_start < self.end:  # it holds what changed
            return Member(key, key_start, key_end, start, end + self.grown)
        by = self.grown
        return Member(key, key_start + by, key_end + by, start + by, end + by)
