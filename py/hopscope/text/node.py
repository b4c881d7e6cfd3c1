"""One value of a reading, with the way back to its place in the pasted document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, TypeVar

from hopscope.text.places import Place, place, pointer
from hopscope.text.reader import Reading, read, read_again
from hopscope.text.source import Joined, Said, Source, Span
from hopscope.text.write import dumps

Key = str | int
Made = TypeVar("Made")


class Site(Protocol):
    """Where a value stands: in a reading, spread over the fragments of a stream, or in a text that a dialect put together."""

    @property
    def path(self) -> tuple[str, ...]:
        """One JSON Pointer a layer."""

    def spans(self) -> list[Span]:
        """The slices of the value in the document, the first one first."""

    def key_spans(self) -> list[Span]:
        """The slices of its member name, or of the value where it has none."""

    def text(self) -> str:
        """The value as written."""

    def content(self) -> Source:
        """What the string there says."""

    def inner(self) -> Reading:
        """That read as JSON and mended where needed; made once."""


# Dozens of sites and nodes are made for each call of a log: to freeze them would make every one cost more than twice as much.
@dataclass(slots=True, unsafe_hash=True)
class At:
    """The site of a value in the `n`-th value of a reading.

    `base` are the pointers of the layers round it, or the site of the string that its text is: few are ever asked for them.
    """

    reading: Reading
    n: int
    keys: tuple[Key, ...]
    base: tuple[str, ...] | Site

    @property
    def path(self) -> tuple[str, ...]:
        """One JSON Pointer a layer."""
        *outer, last = self.layers
        return (*outer, last + pointer(self.keys))

    @property
    def layers(self) -> tuple[str, ...]:
        """The pointers of the layers round it, and the one to the value of its reading."""
        return self.base if isinstance(self.base, tuple) else (*self.base.path, "")

    def spans(self) -> list[Span]:
        """The slices of the value."""
        return self.reading.spans(*self._bounds())

    def key_spans(self) -> list[Span]:
        """The slices of the member name."""
        return self.reading.spans(*self.reading.key_bounds(self.keys, self.n))

    def text(self) -> str:
        """The value as written (mended where it had to be)."""
        start, end = self._bounds()
        return self.reading.strict.text[start:end]

    def content(self) -> Source:
        """What the string there says."""
        return Said(self.reading.strict, self.reading.value(self.keys, self.n), self._bounds)

    def _bounds(self) -> tuple[int, int]:
        return self.reading.bounds(self.keys, self.n)

    def inner(self) -> Reading:
        """That read as JSON, made once for all nodes of the reading that stand here."""
        return self.says(self.reading.value(self.keys, self.n))

    def says(self, text: str) -> Reading:
        """The same for whoever knows what the string says."""
        memo = self.reading.inner_readings
        key = (self.n, self.keys)
        if (known := memo.get(key)) is None:
            known = memo[key] = read_again(Said(self.reading.strict, text, self._bounds))
        return known


@dataclass(frozen=True)
class Pieces:
    """The site of a text put together from the strings of several nodes."""

    nodes: tuple[Node, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the first fragment."""
        return self.nodes[0].path if self.nodes else ("",)

    def spans(self) -> list[Span]:
        """The places of all fragments."""
        return [span for site in self._sites for span in site.spans()]

    def key_spans(self) -> list[Span]:
        """The member name of the first fragment."""
        return self._sites[0].key_spans() if self.nodes else []

    def text(self) -> str:
        """The joined text itself."""
        return self.content().text

    def content(self) -> Source:
        """The joined text with the places of its fragments."""
        return Joined([site.content() for site in self._sites])

    def inner(self) -> Reading:
        """That read as JSON."""
        return self._inner

    @cached_property
    def _inner(self) -> Reading:
        return read(self.content())

    @property
    def _sites(self) -> list[Site]:
        return [node.site for node in self.nodes if node.site]


@dataclass(slots=True, unsafe_hash=True)
class Node:
    """A value and its site; a node without a site is missing: falsy, with value None."""

    value: Any
    site: Site | None

    @property
    def missing(self) -> bool:
        """Whether there is nothing there (null is something)."""
        return self.site is None

    def __bool__(self) -> bool:
        return self.site is not None

    @property
    def keys(self) -> tuple[Key, ...]:
        """The way from the root of its reading."""
        return self.site.keys if isinstance(self.site, At) else ()

    @property
    def reading(self) -> Reading | None:
        """The reading it was found in (None for joined fragments)."""
        return self.site.reading if isinstance(self.site, At) else None

    @property
    def path(self) -> tuple[str, ...]:
        """One JSON Pointer for each layer of JSON in a string."""
        return self.site.path if self.site else ()

    def get(self, *keys: Key) -> Node:
        """The value at `keys` below this one, or a missing node."""
        value = self.value
        for key in keys:
            if type(value) is dict and type(key) is str:
                if key not in value:
                    return MISSING
            elif not _has(value, key):
                return MISSING
            value = value[key]
        return self._below(value, keys) if keys else self

    def value_at(self, *keys: Key) -> Any:
        """The value of `get`, None for a missing one: for what is read without its place."""
        value = self.value
        for key in keys:
            if type(value) is dict:
                value = value.get(key)
            elif value is not None:
                value = value[key] if _has(value, key) else None
        return value

    def within(self, keys: tuple[Key, ...]) -> Node:
        """As `get`, the keys given as one tuple."""
        return self.get(*keys)

    @property
    def around(self) -> Node:
        """The array or object that holds the value; missing for a whole document."""
        if not isinstance(self.site, At) or not self.site.keys:
            return MISSING
        reading, n, base = self.site.reading, self.site.n, self.site.base
        return Node(reading.values[n], At(reading, n, (), base)).within(self.site.keys[:-1])

    def items(self) -> Iterator[tuple[str, Node]]:
        """The members of an object; nothing for any other value."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield key, self._below(value, (key,))

    def each(self) -> Iterator[Node]:
        """The elements of an array; nothing for any other value."""
        if isinstance(self.value, list):
            for at, value in enumerate(self.value):
                yield self._below(value, (at,))

    def _below(self, value: Any, keys: tuple[Key, ...]) -> Node:
        return Below(value, self, keys) if type(self.site) is At else MISSING

    @property
    def text(self) -> str:
        """The value as written, a string with its quotes."""
        return self.site.text() if self.site else ""

    @property
    def string(self) -> str:
        """The content where the value is a string, else the empty text."""
        return self.value if isinstance(self.value, str) else ""

    def place(self) -> Place:
        """Where the value stands; of a text in fragments, the first one. Raises LookupError where it is missing."""
        return self._places()[0]

    def related(self) -> tuple[Place, ...]:
        """The further fragments of a value spread over several."""
        return tuple(self._places()[1:])

    def key_place(self) -> Place:
        """Where the member name stands that leads to the value."""
        if self.site is None:
            raise LookupError("a missing value has no place")
        return place(self.site.key_spans()[0], self.path)

    def _places(self) -> list[Place]:
        if self.site is None:
            raise LookupError("a missing value has no place")
        return [place(span, self.path) for span in self.site.spans()]

    def inner(self) -> Reading:
        """The content of the string here, read as JSON and mended where needed; made once."""
        site = self.site
        if type(site) is At and isinstance(self.value, str):
            return site.says(self.value)
        return site.inner() if site else read("")

    def each_once(self, make: Callable[[Node], Made]) -> Iterator[Made]:
        """What `make` makes of each element; of an object in a document that is typed in elsewhere, what it made before.

        It may look at the element alone, and note no place: that moves.
        """
        kept = self.reading.kept if self.reading and self.reading.typed else None
        if kept is None or not isinstance(self.value, list):
            yield from map(make, self.each())
            return
        for at, value in enumerate(self.value):
            made = kept.get(make, value)
            if made is None:
                made = make(self._below(value, (at,)))
                if type(value) is dict:
                    kept.keep(make, value, made)
            yield made

    def opened(self, n: int = 0, reading: Reading | None = None) -> Node:
        """The root of the JSON in this string (its `n`-th value) or a missing node; its path has one pointer more.

        `reading` stands for the usual one where another was chosen.
        """
        reading = reading or self.inner()
        if n >= len(reading.values):
            return MISSING
        return Node(reading.values[n], At(reading, n, (), self.site or ("",)))


MISSING = Node(None, None)


class Below(Node):
    """A value at `steps` below another one; its site is put together when it is asked for, and few are."""

    __slots__ = ("_site", "home", "steps")

    def __init__(self, value: Any, home: Node, steps: tuple[Key, ...]) -> None:
        self.value = value
        self.home = home
        self.steps = steps
        self._site: At | None = None

    @property
    def site(self) -> At:  # type: ignore[override]
        """Where it stands."""
        if self._site is None:
            self._site = self._found()
        return self._site

    def _found(self) -> At:
        keys, home = self.steps, self.home
        while isinstance(home, Below) and home._site is None:
            keys, home = home.steps + keys, home.home
        site = home.site
        assert isinstance(site, At)
        return At(site.reading, site.n, site.keys + keys, site.base)

    @property
    def missing(self) -> bool:
        """It is there."""
        return False

    def __bool__(self) -> bool:
        return True

    def _below(self, value: Any, keys: tuple[Key, ...]) -> Node:
        return Below(value, self, keys)


@dataclass(unsafe_hash=True)
class Composed(Node):
    """A value put together from parts that stand apart in the text: what is found below stands where its part does.

    `parts` are the members by name, or the elements by number.
    """

    parts: Mapping[Any, Node] = field(default_factory=dict)

    @property
    def keys(self) -> tuple[Key, ...]:
        """It has no way of its own."""
        return ()

    def get(self, *keys: Key) -> Node:
        """The part at the first key, and what the other keys lead to in it."""
        return self.parts.get(keys[0], MISSING).get(*keys[1:]) if keys else self

    def value_at(self, *keys: Key) -> Any:
        """The value of `get`."""
        return self.get(*keys).value

    def items(self) -> Iterator[tuple[str, Node]]:
        """The parts with names."""
        yield from ((key, part) for key, part in self.parts.items() if isinstance(key, str))

    def each(self) -> Iterator[Node]:
        """The parts with numbers."""
        yield from (part for key, part in self.parts.items() if isinstance(key, int))

    @property
    def text(self) -> str:
        """The value as JSON: in the text it is not written as one."""
        return dumps(self.value)


def _has(value: Any, key: Key) -> bool:
    if isinstance(value, dict):
        return isinstance(key, str) and key in value
    return isinstance(value, list) and type(key) is int and 0 <= key < len(value)


def root(reading: Reading, n: int = 0, base: tuple[str, ...] = ("",)) -> Node:
    """The `n`-th value of a reading as a node; the last pointer of `base` is the way to it in its layer."""
    return Node(reading.values[n], At(reading, n, (), base))


def node_of_fragments(nodes: list[Node]) -> Node:
    """The strings of a stream's fragments as one string: each place inside leads to the fragment it begins in."""
    pieces = tuple(node for node in nodes if node)
    return Node("".join(node.string for node in pieces), Pieces(pieces)) if pieces else MISSING
