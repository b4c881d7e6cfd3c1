"""What stands in an object or an array of a JSON text, by its places."""

from __future__ import annotations

from typing import NamedTuple


class Member(NamedTuple):
    """A member or an element: its key or number, and the slices of key and value."""

    key: str | int
    key_start: int
    key_end: int
    start: int
    end: int
