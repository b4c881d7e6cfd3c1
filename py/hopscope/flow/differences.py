"""Differences with their places: what `compare` found between two documents, as the door tells it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hopscope.compare import Change, Comparison, Way, compare, pieces
from hopscope.text.node import MISSING, Node
from hopscope.text.places import Place

Nodes = tuple[Node, ...]
_CONTAINERS = (dict, list)
SAID = 3  # parts told in one sentence


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """One difference of two documents; a side that holds nothing has a missing node.

    `class_` and `key` are the members `class` and `key` of a change; `says` is the end of a sentence that begins with the path.
    """

    kind: str
    left: Node
    right: Node
    says: str
    class_: str | None = None
    key: str | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """One pointer a layer, from the root of the document."""
        return (self.right or self.left).path

    @property
    def shown_path(self) -> str:
        """The path in one line, layers parted by an arrow."""
        return " → ".join(pointer or "/" for pointer in self.path) if any(self.path) else "the value"

    @property
    def words(self) -> tuple[tuple[str, str], ...]:
        """The pieces of a text that changed as (same | removed | added, text); empty where that says no more than the texts."""
        one, two = self.left.value, self.right.value
        told = self.kind == "changed" and not self.class_ and isinstance(one, str) and isinstance(two, str)
        return pieces(one, two) if told else ()

    def json(self, with_words: bool = True) -> dict[str, Any]:
        """The change in the shape of `change` in `schemas/api/shapes.json`, with the values as written and a sentence beside."""
        told = {
            "kind": self.kind,
            "path": list(self.path),
            "left": self.left.place().json() if self.left else None,
            "right": self.right.place().json() if self.right else None,
            "before": self.left.value,
            "after": self.right.value,
            "before_text": self.left.text if self.left else None,
            "after_text": self.right.text if self.right else None,
            "class": self.class_,
            "key": self.key,
            "message": f"{self.shown_path} {self.says}",
        }
        words = [{"kind": kind, "text": text} for kind, text in self.words] if with_words else []
        return told | ({"params": {"words": words}} if words else {})


def listed(parts: Sequence[str], between: str = ", ") -> str:
    """The first parts in a row, the rest counted."""
    more = len(parts) - SAID
    return between.join(parts[:SAID]) + (f" and {more} more" if more > 0 else "")


def value_of(nodes: Nodes) -> Any:
    """What a document is compared as: its one value, or the list of its values."""
    return nodes[0].value if len(nodes) == 1 else [node.value for node in nodes]


def compared(left: Nodes, right: Nodes) -> tuple[list[Difference], Comparison]:
    """The differences of two documents given as their values, and the comparison they come from."""
    if len(left) != len(right) and 1 in (len(left), len(right)):
        found = compare([node.value for node in left], [node.value for node in right])
        return list(placed(found.changes, Side(left, True), Side(right, True))), found
    found = compare(value_of(left), value_of(right))
    return list(placed(found.changes, Side(left), Side(right))), found


def placed(changes: Iterable[Change], left: Side, right: Side) -> Iterator[Difference]:
    """Changes with the nodes of both sides."""
    for change in changes:
        one, two = left.at(change.left), right.at(change.right)
        yield Difference(change.kind, one, two, change.says, change.note, change.key)


class Side:
    """The values of one document as they were compared: one value by itself, or several as a list."""

    def __init__(self, nodes: Nodes, as_list: bool = False) -> None:
        self.nodes = nodes
        self.as_list = as_list or len(nodes) != 1

    def at(self, way: Way | None) -> Node:
        """The node at the end of a way."""
        if way is None or not self.nodes:
            return MISSING
        node, first = self.nodes[0], way[0]
        if self.as_list and first:
            node, first = self.nodes[int(first[0])], first[1:]
        node = node.within(first)
        for keys in way[1:]:
            node = node.opened().within(keys)
        return node


class Slices:
    """Slices of both documents, to be asked what lies inside them."""

    def __init__(self, places: Iterable[Place]) -> None:
        self.starts: dict[str, list[int]] = {"left": [], "right": []}
        self.ends: dict[str, list[int]] = {"left": [], "right": []}
        for place in sorted(places, key=lambda place: (place.start, -place.end)):
            starts, ends = self.starts[place.document], self.ends[place.document]
            if not ends or place.end > ends[-1]:  # else it lies within the one before
                starts.append(place.start)
                ends.append(place.end)

    def hold(self, change: Difference) -> bool:
        """Whether a change lies in one of them."""
        place = (change.right or change.left).place()
        at = bisect_right(self.starts[place.document], place.start) - 1
        return at >= 0 and place.end <= self.ends[place.document][at]


def leaves(value: Any) -> int:
    """How many scalars and empty containers a value holds."""
    count, pending = 0, [[value]]
    while pending:
        held = pending.pop()
        inner = [one for one in held if one and type(one) in _CONTAINERS]
        count += len(held) - len(inner)
        pending += [list(one.values()) if type(one) is dict else one for one in inner]
    return count
