"""From a slice of a pasted document to its place with the path of the value there."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from hopscope.layers import peel
from hopscope.text.node import Node
from hopscope.text.places import Place, place
from hopscope.text.source import Root, Source, Span

_MOST_LAYERS = 8


class Whereabouts:
    """The values of one document, to be asked what stands at an offset (in code points); read at the first question."""

    def __init__(self, name: str, text: str) -> None:
        self.root = Root(name, text)

    def place(self, start: int, end: int) -> Place:
        """The place of a slice; its path is empty where it stands in no JSON value."""
        return place(Span(self.root, start, end), self._path(start))

    @cached_property
    def _values(self) -> list[tuple[int, int, Node]]:
        found = [
            (spans[0].start, spans[-1].end, node)
            for node in peel(self.root.name, self.root.text).values
            if (spans := _spans(node))
        ]
        return sorted(found, key=lambda value: value[0])

    def _path(self, offset: int) -> tuple[str, ...]:
        at = bisect_right([start for start, _, _ in self._values], offset) - 1
        if at < 0 or offset >= self._values[at][1]:
            return ()
        return _below(self._values[at][2], offset).path


def _spans(node: Node) -> list[Span]:
    return node.site.spans() if node.site else []


def _below(node: Node, offset: int) -> Node:
    """The innermost value at an offset, through JSON in strings."""
    for _ in range(_MOST_LAYERS):
        reading = node.reading
        if reading is None:
            break
        _, keys = reading.way(_inside(reading.strict, offset))
        found = node.get(*keys) if keys else node
        inner = found.opened() if found.string.lstrip()[:1] in ("{", "[", '"') else None
        if not inner or not isinstance(inner.value, (dict, list)):
            return found or node
        node = inner
    return node


def _inside(source: Source, offset: int) -> int:
    """The offset in a source's own text of what stands at `offset` of the document."""
    low, high = 0, len(source.text)
    while low < high:
        middle = (low + high + 1) // 2
        if source.spans(middle, middle)[0].start <= offset:
            low = middle
        else:
            high = middle - 1
    return low
