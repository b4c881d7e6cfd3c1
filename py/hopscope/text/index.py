"""Where the values of a strict JSON text stand, found when asked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise

from hopscope.text.marks import Marks
from hopscope.text.matching import sure
from hopscope.text.member import Member, Shift
from hopscope.text.outline import Outline
from hopscope.text.spot import NEAR, spot

STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
# Ends at the end too: a search that failed there would go on inside the last string.
_BRACKET = re.compile(rb'(?:[^][{}"]++|"[^"]*+")*+([][{}]|\Z)')
_GAP = re.compile(r"\s*")
_PATIENCE = 3  # as often as this all text may be looked at for single ways, before an index of everything is made
_BRACE = ord("{")
_TOKEN = re.compile(STRING + r"|[][{}:,]|[^][{}:,\s\"]+", re.DOTALL)
_VALUE = rf'(?:(\[|\{{)|({STRING}|[^][{{}}:,\s"]+))'
_ELEMENT = re.compile(rf"[\s,]*+{_VALUE}", re.DOTALL)
_MEMBER = re.compile(rf"[\s,]*+({STRING})\s*+:\s*+{_VALUE}", re.DOTALL)


class Index:
    """The slices of everything in a strict JSON text, container by container."""

    def __init__(self, outline: Outline, decode: Callable[[str], str]) -> None:
        self.text = outline.text
        self.outline = outline
        self._decode = decode
        self._members: dict[int, tuple[Member, ...]] = {}
        self._named: dict[tuple[int, tuple[str | int, ...]], dict[str | int, Member]] = {}
        self._effort = 0

    @cached_property
    def _closing(self) -> dict[int, int]:
        """For the offset of each opening bracket the offset behind its closing one."""
        found: dict[int, int] = {}
        still_open: list[int] = []
        for match in _BRACKET.finditer(self.outline.plain):
            end = match.end()
            if not match[1]:
                break
            if match[1] in b"[{":
                still_open.append(end - 1)
            else:
                found[still_open.pop()] = end
        return found

    def moved(self, outline: Outline, changed: tuple[int, int], grown: int) -> Index:
        """The index of a text in which the value at `changed` is another one, so much longer, and all else the same.

        Members that were looked for by name are still known, but for those inside of what changed.
        """
        shift, index = Shift(*changed, grown), Index(outline, self._decode)
        spared = {id(members): members for members in self._named.values() if shift.spares(members)}
        moved = {key: {name: shift.member(each) for name, each in members.items()} for key, members in spared.items()}
        index._named = {
            (shift.point(start), keys): moved[id(members)]
            for (start, keys), members in self._named.items()
            if id(members) in moved and not changed[0] <= start < changed[1]
        }
        return index

    def around(self, start: int, begin: int, end: int) -> tuple[str | int, ...]:
        """The keys from the value at `start` to the innermost one round a slice that is known without a look at the text."""
        keys: list[str | int] = []
        while members := self._named.get((start, ())):
            inner = next((one for one in members.values() if one.start < begin and end < one.end), None)
            if inner is None:
                break
            keys.append(inner.key)
            start = inner.start
        return tuple(keys)

    def end(self, start: int) -> int:
        """Where the value that starts at `start` ends."""
        if self.text[start] in "[{":
            return self._closing[start]
        return sure(_TOKEN.match(self.text, start)).end()

    def members(self, start: int) -> tuple[Member, ...]:
        """All members of the object or elements of the array that starts at `start`, in order, equal keys included."""
        if start not in self._members:
            walk = self._object if self.text[start] == "{" else self._array
            self._members[start] = tuple(walk(start + 1, self.end(start) - 1))
        return self._members[start]

    def _object(self, at: int, stop: int) -> Iterator[Member]:
        while found := _MEMBER.match(self.text, at, stop):
            start, at = self._bounds(found, 2)
            key = found[1]
            name = self._decode(key) if "\\" in key else key[1:-1]
            yield Member(name, found.start(1), found.end(1), start, at)

    def _array(self, at: int, stop: int) -> Iterator[Member]:
        count = 0
        while found := _ELEMENT.match(self.text, at, stop):
            start, at = self._bounds(found, 1)
            yield Member(count, start, start, start, at)
            count += 1

    def _bounds(self, found: re.Match[str], group: int) -> tuple[int, int]:
        """Where a value starts and ends, matched by its opening bracket (`group`) or as a whole (the next one)."""
        if found.lastindex == group:
            start = found.start(group)
            return start, self._closing[start]
        return found.span(group + 1)

    def locate(self, stretch: tuple[int, int], keys: tuple[str | int, ...]) -> Member | None:
        """As `find`, of a member that is there, below the value that fills a stretch of the text."""
        start, stop, rest = *stretch, keys
        while stop - start > NEAR:
            number = next((at for at, key in enumerate(rest[:-1]) if isinstance(key, int)), None)
            element = None if number is None else self.find(start, rest[: number + 1])
            if element is None or number is None:
                return self.find(start, rest)
            start, stop, rest = element.start, element.end, rest[number + 1 :]
        return spot(self.text, self.outline.plain, (start, stop), rest) or self.find(start, rest)

    def find(self, start: int, keys: tuple[str | int, ...]) -> Member | None:
        """The last member on the way `keys` from the value at `start`, or None; of equal keys the last counts."""
        if not keys:
            return None
        way = (start, keys[:-1])
        if way not in self._named:
            self._named[way] = self._names(*way)
        return self._named[way].get(keys[-1])

    def _names(self, start: int, keys: tuple[str | int, ...]) -> dict[str | int, Member]:
        """The members, by key or number, of what stands at `keys`; none where nothing does."""
        for key in keys:
            found = self._inside(start).get(key)
            if found is None:
                return {}
            start = found.start
        return self._inside(start)

    def _inside(self, start: int) -> dict[str | int, Member]:
        """The members of the value that starts at `start`."""
        if (start, ()) not in self._named:
            held = self.members(start) if self.text[start] in "[{" else ()
            self._named[start, ()] = {member.key: member for member in held}
        return self._named[start, ()]

    def way(self, start: int, offset: int) -> tuple[str | int, ...]:
        """The keys from the value at `start` to the innermost value, or member, that holds `offset`."""
        if "_closing" not in self.__dict__ and self._effort < _PATIENCE * len(self.text):
            self._effort += offset - start
            return self._way_from_marks(start, offset)
        keys: list[str | int] = []
        while self.text[start] in "[{":
            members = self.members(start)
            at = bisect_right(members, offset, key=lambda member: member.key_start) - 1
            if at < 0 or offset >= members[at].end:
                break
            keys.append(members[at].key)
            if offset < members[at].start:
                break
            start = members[at].start
        return tuple(keys)

    def _way_from_marks(self, start: int, offset: int) -> tuple[str | int, ...]:
        """The same for one offset, without an index of everything."""
        marks = Marks(self.outline, start, offset)
        opened = marks.open()
        commas = [marks.last_comma(*between) for between in pairwise([*opened, len(marks.all)])]
        befores = [opener if comma is None else comma for opener, comma in zip(opened, commas, strict=True)]
        keys: list[str | int] = []
        for at, before in enumerate(marks.places(befores)):
            inner = at + 1 < len(opened)
            key: str | int | None = None
            if marks.all[opened[at]] == _BRACE:
                key = self._key_behind(before + 1, offset, inner)
            elif inner or self._holds(before + 1, offset):
                key = marks.commas(opened[at], opened[at + 1] if inner else len(marks.all))
            if key is None:
                break
            keys.append(key)
        return tuple(keys)

    def _key_behind(self, begin: int, offset: int, inner: bool) -> str | None:
        """The name of the member behind a place if it, or its value, holds the offset; surely so where `inner`."""
        name = _TOKEN.search(self.text, begin)
        if name is None or name[0] == "}" or name.start() > offset:
            return None
        colon = self.text.index(":", name.end())
        return self._decode(name[0]) if inner or self._holds(colon + 1, offset, named=True) else None

    def _holds(self, begin: int, offset: int, named: bool = False) -> bool:
        """Whether the value behind a place, or the name before it, holds an offset that no container in it does."""
        value = sure(_GAP.match(self.text, begin)).end()
        if offset <= value:
            return self.text[value] not in "]}" and (offset == value or named)
        return self.text[value] not in "[{]}" and offset < sure(_TOKEN.match(self.text, value)).end()
