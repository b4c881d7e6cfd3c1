"""Arguments that arrive as values with JSONPaths (Vertex `partialArgs`), put together as the JSON text they mean.

The text is made of the pieces as they were written, so each place in it leads back to its piece; only the punctuation and
the member names between them are ours.
Source: googleapis/js-genai `src/types.ts` at 6e9b35c45e (`PartialArg`): strings of one path are concatenated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from hopscope.text.node import Node
from hopscope.text.reader import Reading, read
from hopscope.text.source import Joined, Slice, Source, Span
from hopscope.text.write import quote

DEEPEST = 100
_STEP = re.compile(r"""\.?([^.\[\]'"]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]""")
_VALUES = (
    "stringValue", "numberValue", "boolValue", "nullValue", "string_value", "number_value", "bool_value", "null_value",
)  # fmt: skip
Step = str | int


@dataclass(frozen=True, slots=True)
class Glue:
    """Text of our own between pieces; it stands where the next piece begins."""

    text: str
    near: Source

    def spans(self, start: int, end: int) -> list[Span]:
        """An empty slice."""
        return self.near.spans(0, 0)[:1]


@dataclass(frozen=True, eq=False)
class Written:
    """The site of a text put together from pieces; the way to it is that of the call's first piece."""

    source: Source
    first: Node

    @property
    def path(self) -> tuple[str, ...]:
        """The path of the first piece."""
        return self.first.path

    def spans(self) -> list[Span]:
        """The places of all pieces."""
        return self.source.spans(0, len(self.source.text))

    def key_spans(self) -> list[Span]:
        """The place of the first piece."""
        return self.spans()[:1]

    def text(self) -> str:
        """The text itself."""
        return self.source.text

    def content(self) -> Source:
        """The text with the places of its pieces."""
        return self.source

    def inner(self) -> Reading:
        """That read as JSON."""
        return self._inner

    @cached_property
    def _inner(self) -> Reading:
        return read(self.source)


@dataclass
class _Branch:
    """One value in the making: `raw` are the pieces of a string or the one of a scalar, `below` the members or elements."""

    below: dict[Step, _Branch] = field(default_factory=dict)
    raw: list[Source] = field(default_factory=list)
    quoted: bool = False
    open: bool = False


@dataclass
class Arguments:
    """The arguments of one call as their pieces come; `finished` gives them as one node like a string."""

    root: _Branch = field(default_factory=_Branch)
    first: Node | None = None

    def add(self, piece: Node) -> None:
        """Takes one `partialArgs` element in; one that leads nowhere is passed over."""
        steps = steps_of(piece.value_at("jsonPath") or piece.value_at("json_path"))
        value = next((found for name in _VALUES if (found := piece.get(name))), None)
        if not steps or value is None or value.reading is None:
            return
        self.first = self.first or piece
        branch = self.root
        for step in steps:
            branch = branch.below.setdefault(step, _Branch())
        branch.open = (piece.value_at("willContinue") or piece.value_at("will_continue")) is True
        _take(branch, value, value.reading)

    def finished(self, cut: bool) -> Node | None:
        """The arguments' text as a node, None where no piece came; a cut text stays without its end."""
        if self.first is None:
            return None
        pieces = list(_written(self.root))
        if cut:
            pieces = _without_end(pieces)
        source = Joined([_glued(pieces, at) for at in range(len(pieces))])
        return Node(source.text, Written(source, self.first))


def _take(branch: _Branch, value: Node, reading: Reading) -> None:
    start, end = reading.bounds(value.keys, getattr(value.site, "n", 0))
    if isinstance(value.value, str) and value.value == "NULL_VALUE":
        branch.raw = []
    elif isinstance(value.value, str):
        branch.quoted = True
        branch.raw.append(Slice(reading.strict, start + 1, end - 1))
    else:
        branch.raw = [Slice(reading.strict, start, end)]


def steps_of(path: object) -> list[Step]:
    """The steps of a JSONPath with names and indexes only (`$.a['b'][0]`); none where it is anything else."""
    if not isinstance(path, str) or not path.startswith("$"):
        return []
    steps: list[Step] = []
    at = 1
    while at < len(path):
        match = _STEP.match(path, at)
        if not match or len(steps) >= DEEPEST:
            return []
        at = match.end()
        name, index, *quoted = match.groups()
        steps.append(int(index) if index else name or _unescaped(quoted))
    return steps


def _unescaped(quoted: Sequence[str | None]) -> str:
    return re.sub(r"\\(.)", r"\1", next((text for text in quoted if text is not None), ""))


def _written(branch: _Branch) -> Iterator[str | Source]:
    """The value as JSON: strings are our own punctuation, sources the pieces."""
    if not branch.below:
        yield from _leaf(branch)
        return
    is_list = all(isinstance(step, int) for step in branch.below)
    yield "[" if is_list else "{"
    steps = sorted(branch.below, key=int) if is_list else list(branch.below)
    for at, step in enumerate(steps):
        yield ("," if at else "") + ("" if is_list else quote(str(step)) + ":")
        yield from _written(branch.below[step])
    yield "]" if is_list else "}"


def _leaf(branch: _Branch) -> list[str | Source]:
    edge = '"' if branch.quoted else ""
    return [edge, *branch.raw, edge] if branch.raw or branch.quoted else ["null"]


def _without_end(pieces: list[str | Source]) -> list[str | Source]:
    while pieces and isinstance(pieces[-1], str):
        pieces = pieces[:-1]
    return pieces


def _glued(pieces: list[str | Source], at: int) -> Source:
    piece = pieces[at]
    if not isinstance(piece, str):
        return piece
    near = [*pieces[at:], *reversed(pieces[:at])]
    return Glue(piece, next(other for other in near if not isinstance(other, str)))
