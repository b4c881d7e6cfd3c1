"""What was made of the last few texts and of their parts, so that what has not changed is neither read nor judged twice.

Only what a function makes of its key alone may be kept: then an answer is the same with the memory and without it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable
from typing import Generic, Protocol, TypeVar

from hopscope.limits import MEMORY

Made = TypeVar("Made")
_KEPT = 16  # texts at most for later requests, and fewer where they have more than `limits.MEMORY` characters together
_QUICK = 0.2  # seconds; what takes longer may have been cut short by a limit of time


class _Shelf(Protocol):
    def shrink(self) -> None:
        """Lets go of what is more than may be kept from one request to the next."""

    def clear(self) -> None:
        """Lets go of everything."""


_shelves: list[_Shelf] = []


class remembered(Generic[Made]):
    """`make(name, text)` with what it made last kept: without a bound while a request is served, which reads none twice.

    Texts are told apart by equality, which costs less than hashing megabytes.
    """

    def __init__(self, make: Callable[[str, str], Made]) -> None:
        self._make = make
        self._kept: deque[tuple[str, str, Made]] = deque()  # the newest first
        _shelves.append(self)

    def __call__(self, name: str, text: str) -> Made:
        """What is made of a text that goes by a name."""
        for one in self._kept:
            if one[0] == name and one[1] == text:
                return one[2]
        made = self._make(name, text)
        self._kept.appendleft((name, text, made))
        return made

    def of(self, name: str) -> list[tuple[str, Made]]:
        """The texts that went by a name, and what was made of each, the newest first."""
        return [(text, made) for other, text, made in self._kept if other == name]

    def replace(self, name: str, old: str, text: str, made: Made) -> None:
        """Keeps what was `made` of a text in place of what was made of an `old` one."""
        self.forget(name, old)
        self._kept.appendleft((name, text, made))

    def forget(self, name: str, text: str) -> None:
        """Lets go of what was made of one text."""
        self._kept = deque(one for one in self._kept if one[0] != name or one[1] != text)

    def shrink(self) -> None:
        """Lets go of the oldest beyond what may be kept."""
        size = sum(len(text) for _, text, _ in self._kept)
        while len(self._kept) > 1 and (len(self._kept) > _KEPT or size > MEMORY):
            size -= len(self._kept.pop()[1])

    def clear(self) -> None:
        """Lets go of everything."""
        self._kept.clear()


class Memory(Generic[Made]):
    """What was made of parts of texts, by keys that say all that it was made of (texts, or tuples with texts), in two generations.

    Once the younger has keys of half the characters that it may hold, the older is let go; what is asked for becomes young
    again.
    """

    def __init__(self, characters: int = MEMORY) -> None:
        self._most = characters // 2
        self._young: dict[Hashable, Made] = {}
        self._old: dict[Hashable, Made] = {}
        self._filled = 0
        _shelves.append(self)

    def of(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What `make()` gives, or gave for an equal key before."""
        if (known := self.get(key)) is not None:
            return known
        began = time.monotonic()
        made = make()
        if time.monotonic() - began <= _QUICK:
            self.keep(key, made)
        return made

    def get(self, key: Hashable) -> Made | None:
        """What was made for an equal key before, None where that is not known."""
        known = self._young.get(key)
        if known is None and (known := self._old.get(key)) is not None:
            self.keep(key, known)
        return known

    def keep(self, key: Hashable, made: Made) -> None:
        """Takes in what was made; None says nothing."""
        self._young[key] = made
        self._filled += len(key) if type(key) is str else _characters(key)
        if self._filled > self._most:
            self._young, self._old, self._filled = {}, self._young, 0

    def shrink(self) -> None:
        """Does nothing: it never holds more than it may."""

    def clear(self) -> None:
        """Lets go of everything."""
        self._young, self._old, self._filled = {}, {}, 0


def _characters(key: Hashable) -> int:
    return sum(len(part) for part in key if isinstance(part, str)) if isinstance(key, tuple) else 0


class Last(Generic[Made]):
    """What was made last, by a key that says all that it was made of."""

    def __init__(self) -> None:
        self._kept: tuple[Hashable, Made] | None = None
        _shelves.append(self)

    def get(self, key: Hashable) -> Made | None:
        """What was made last, where that was for an equal key."""
        return self._kept[1] if self._kept and self._kept[0] == key else None

    def keep(self, key: Hashable, made: Made) -> None:
        """Takes in what was made, in place of what was made before."""
        self._kept = (key, made)

    def shrink(self) -> None:
        """Does nothing: it never holds more than one."""

    def clear(self) -> None:
        """Lets go of it."""
        self._kept = None


def shrink() -> None:
    """Lets go of what a request needed and may not be kept beyond it; for whoever has served one."""
    for kept in _shelves:
        kept.shrink()


def forget() -> None:
    """Lets go of all that was kept: whoever goes through an endless log meets no text twice."""
    for kept in _shelves:
        kept.clear()
