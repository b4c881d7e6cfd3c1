"""A pure-Python stand-in for the parts of rpds-py that jsonschema and referencing use.

rpds-py is compiled and has no WebAssembly wheel. The collections here are persistent as the real ones are: each change
gives a new collection and leaves the old one as it was. A new key is appended to a dict that versions share, and each
version sees as many of its entries as it had when it was made: building a map one insert at a time stays linear.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from itertools import islice
from typing import Any

__all__ = ["HashTrieMap", "HashTrieSet", "List"]


class HashTrieMap(Mapping):
    """A persistent map."""

    __slots__ = ("_entries", "_size")

    def __init__(self, value: Mapping | Iterable[tuple] = (), **more: Any) -> None:
        plain = dict(value, **more)
        self._entries = {key: (index, item) for index, (key, item) in enumerate(plain.items())}
        self._size = len(self._entries)

    @classmethod
    def convert(cls, value: Mapping | Iterable[tuple]) -> HashTrieMap:
        return value if isinstance(value, cls) else cls(value)

    @classmethod
    def fromkeys(cls, keys: Iterable, value: Any = None) -> HashTrieMap:
        return cls(dict.fromkeys(keys, value))

    def __getitem__(self, key: Hashable) -> Any:
        index, item = self._entries[key]
        if index >= self._size:
            raise KeyError(key)
        return item

    def __iter__(self) -> Iterator:
        return islice(self._entries, self._size)

    def __len__(self) -> int:
        return self._size

    def __hash__(self) -> int:
        return hash(frozenset(self.items()))

    def __repr__(self) -> str:
        return f"HashTrieMap({dict(self)!r})"

    def insert(self, key: Hashable, value: Any) -> HashTrieMap:
        if key in self._entries or self._size != len(self._entries):
            return HashTrieMap({**self, key: value})
        self._entries[key] = (self._size, value)
        grown = HashTrieMap.__new__(HashTrieMap)
        grown._entries, grown._size = self._entries, self._size + 1
        return grown

    def remove(self, key: Hashable) -> HashTrieMap:
        rest = dict(self)
        del rest[key]
        return HashTrieMap(rest)

    def discard(self, key: Hashable) -> HashTrieMap:
        return self.remove(key) if key in self else self

    def update(self, *others: Mapping | Iterable[tuple], **more: Any) -> HashTrieMap:
        merged = dict(self)
        for other in (*others, more):
            merged.update(other)
        return HashTrieMap(merged)


class HashTrieSet(Set):
    """A persistent set."""

    __slots__ = ("_map",)

    def __init__(self, value: Iterable = ()) -> None:
        self._map = HashTrieMap.fromkeys(value)

    def _over(self, entries: HashTrieMap) -> HashTrieSet:
        changed = HashTrieSet.__new__(HashTrieSet)
        changed._map = entries
        return changed

    def __contains__(self, value: object) -> bool:
        return value in self._map

    def __iter__(self) -> Iterator:
        return iter(self._map)

    def __len__(self) -> int:
        return len(self._map)

    def __hash__(self) -> int:
        return self._hash()

    def __repr__(self) -> str:
        return f"HashTrieSet({set(self)!r})"

    def insert(self, value: Hashable) -> HashTrieSet:
        return self if value in self._map else self._over(self._map.insert(value, None))

    def remove(self, value: Hashable) -> HashTrieSet:
        return self._over(self._map.remove(value))

    def discard(self, value: Hashable) -> HashTrieSet:
        return self.remove(value) if value in self else self

    def update(self, *others: Iterable) -> HashTrieSet:
        return self._over(self._map.update(*(dict.fromkeys(other) for other in others)))


class List:
    """A persistent list that grows and shrinks at its front."""

    __slots__ = ("_cells", "_size")

    def __init__(self, *value: Any) -> None:
        items = tuple(value[0]) if len(value) == 1 else value
        self._cells: tuple | None = None
        for item in reversed(items):
            self._cells = (item, self._cells)
        self._size = len(items)

    def _over(self, cells: tuple | None, size: int) -> List:
        changed = List.__new__(List)
        changed._cells, changed._size = cells, size
        return changed

    def __iter__(self) -> Iterator:
        cells = self._cells
        while cells is not None:
            item, cells = cells
            yield item

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, List) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"List({list(self)!r})"

    @property
    def first(self) -> Any:
        if self._cells is None:
            raise IndexError("empty list has no first element")
        return self._cells[0]

    @property
    def rest(self) -> List:
        return self._over(self._cells[1], self._size - 1) if self._cells else self

    def push_front(self, value: Any) -> List:
        return self._over((value, self._cells), self._size + 1)

    def drop_first(self) -> List:
        if self._cells is None:
            raise IndexError("empty list has no first element")
        return self.rest
