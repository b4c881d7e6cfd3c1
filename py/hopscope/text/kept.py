"""What was made of single objects and lists of a document that is typed in: while one stands there unchanged, it is made once."""

from __future__ import annotations

from typing import Any

_Entry = tuple[Any, Any]


class Kept:
    """What was made of values, by what made it and by the value itself: equal ones that stand elsewhere have their own.

    Two generations: what nobody has asked for since the text before the last one is let go.
    """

    def __init__(self) -> None:
        self._young: dict[tuple[Any, int], _Entry] = {}
        self._old: dict[tuple[Any, int], _Entry] = {}

    def get(self, maker: Any, value: Any) -> Any:
        """What `maker` made of the value, None where that is not known."""
        key = maker, id(value)
        entry = self._young.get(key)
        if entry is None and (entry := self._old.get(key)) is not None:
            self._young[key] = entry
        return None if entry is None else entry[1]

    def keep(self, maker: Any, value: Any, made: Any) -> None:
        """Takes in what was made; with the value, so that no other one is ever taken for it."""
        self._young[maker, id(value)] = value, made

    def age(self) -> None:
        """Begins with another text."""
        self._young, self._old = {}, self._young
