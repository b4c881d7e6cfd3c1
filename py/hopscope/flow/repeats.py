"""Calls met again: the copies of a conversation that histories are, and the calls of a trace by what they say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from hopscope.model import Call

Found = TypeVar("Found")
"""What is known of a call: the journey that is made of it."""


class Copy(Generic[Found]):
    """One copy of a conversation, the history of one request: its calls are the last known ones of each kind, in order."""

    def __init__(self, calls: Iterable[Call], conversation: int, said: Callable[[Call], str], first: bool) -> None:
        """`first` says that no other call is known, so that this copy repeats none."""
        self._calls = calls
        self._said = said
        self.conversation = conversation
        self.first = first
        self.taken: set[int] = set()
        self.answered: set[int] = set()
        self._known: dict[tuple[Any, ...], list[Found]] = {}
        self._seen: dict[tuple[Any, ...], int] = defaultdict(int)

    @cached_property
    def _all(self) -> Counter[tuple[Any, ...]]:
        """How often each call stands in this copy."""
        return Counter(map(self.key, self._calls))

    def key(self, call: Call) -> tuple[Any, ...]:
        """As `key_of`, for a call in this copy."""
        return key_of(call, self.conversation, self._said)

    def likeness(self, call: Call) -> tuple[Any, ...]:
        """What calls that say the same in one conversation share, whatever their ids."""
        return _likeness(call, self.conversation, self._said)

    def holds(self, call: Call) -> bool:
        """Whether this copy has a call of the same key."""
        return self.key(call) in self._all

    def repeated(self, key: tuple[Any, ...], known: list[Found]) -> tuple[Found | None, int]:
        """The known call that the next one of this kind repeats, and its number in this copy."""
        before = self._known.setdefault(key, list(known))
        number = self._seen[key]
        self._seen[key] += 1
        at = len(before) - self._all[key] + number
        return (before[at] if at >= 0 else None), number


def key_of(call: Call, conversation: int, said: Callable[[Call], str]) -> tuple[Any, ...]:
    """What makes two calls one: their conversation and id, or equal arguments where there is no id."""
    return (conversation, call.id, call.name) if call.id else _likeness(call, conversation, said)


def _likeness(call: Call, conversation: int, said: Callable[[Call], str]) -> tuple[Any, ...]:
    return (conversation, None, call.name, said(call))


class Met(Generic[Found]):
    """The calls of a trace by what they say; a call is listed when first asked for one, since only few histories ask."""

    def __init__(self, said: Callable[[Call], str]) -> None:
        self._said = said
        self._alike: dict[tuple[Any, ...], list[Found]] = {}  # by conversation, name and arguments
        self._same: dict[tuple[Any, ...], list[Found]] = {}  # by id, name and arguments
        self._pending: list[tuple[Found, Call, int]] = []

    def add(self, found: Found, call: Call, conversation: int) -> None:
        """Takes in what is known of a call that was met in a conversation."""
        self._pending.append((found, call, conversation))

    def alike(self, likeness: tuple[Any, ...]) -> Sequence[Found]:
        """The calls of a `Copy.likeness`, in the order they were met in."""
        self._list_pending()
        return self._alike.get(likeness, ())

    def same(self, call: Call) -> Sequence[Found]:
        """The calls of any conversation that share id, name and arguments with a call."""
        self._list_pending()
        return self._same.get(self._identity(call), ())

    def _list_pending(self) -> None:
        for found, call, conversation in self._pending:
            self._same.setdefault(self._identity(call), []).append(found)
            self._alike.setdefault(_likeness(call, conversation, self._said), []).append(found)
        self._pending.clear()

    def _identity(self, call: Call) -> tuple[Any, ...]:
        return (call.id, call.name, self._said(call))
