"""The schemas among the pasted documents that references lead to, by the addresses they go by; nothing is ever fetched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urldefrag, urljoin

from hopscope import contracts
from hopscope.contracts import Compiled, drafts, telling
from hopscope.contracts.shapes import Violation
from hopscope.layers import Peeled
from hopscope.text.node import Node
from hopscope.text.places import Place

# A reference to another document, also in a schema that stands in a string.
_REFERENCE = re.compile(r'"\$(?:ref|dynamicRef|schema)\\*"\s*:\s*\\*"([^"#\\\s][^"#\\\s]*)')
_ENDINGS = ("", ".json", ".schema.json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Library:
    """Schemas by address: where each stands, and its value."""

    nodes: Mapping[str, Node] = field(default_factory=dict)
    values: Mapping[str, Any] = field(default_factory=dict)

    def holds(self, node: Node) -> bool:
        """Whether a part of a document is one of the schemas that others refer to."""
        return any(one.value is node.value for one in self.nodes.values())


_OPEN: ContextVar[Library] = ContextVar("library")
_EMPTY = Library()


def current() -> Library:
    """The library of the request under way."""
    return _OPEN.get(_EMPTY)


def compiled(schema: Any) -> Compiled:
    """A schema ready for checks, its references followed into the other documents."""
    return contracts.compile(schema, documents=current().values)


def place_of_rule(violation: Violation, schema: Node | None) -> Place | None:
    """Where the keyword stands that a value breaks: in the schema itself or in the document that it refers to."""
    home = current().nodes.get(violation.schema_document) if violation.schema_document else schema
    return telling.schema_place(home, violation.schema_path) if home is not None else None


@contextmanager
def opened(documents: Iterable[Peeled], *, named: bool = True) -> Iterator[Library]:
    """The library of some documents for the length of a `with` block; `named` if their names are addresses as well."""
    library = of(list(documents), named)
    token = _OPEN.set(library)
    try:
        yield library
    finally:
        _OPEN.reset(token)


def of(documents: Sequence[Peeled], named: bool = True) -> Library:
    """The schemas that the documents refer to and hold: by their `$id`, else by the name of the document."""
    wanted = dict.fromkeys(found for one in documents for found in _REFERENCE.findall(one.document.text))
    wanted = {ref: None for ref in wanted if drafts.named(ref) is None}
    if not wanted:
        return _EMPTY
    roots = [
        (one.document.name if named else "", node)
        for one in documents
        for node in one.values
        if isinstance(node.value, dict)
    ]
    ids = {_joined(id_, ""): node for _, node in roots if (id_ := _id_of(node.value))}
    nodes = {address: node for ref in wanted for address, node in _found(ref, ids, roots)}
    return Library(nodes, {address: node.value for address, node in nodes.items()})


def _id_of(schema: dict[str, Any]) -> str | None:
    """The address that a schema gives itself; `id` is one only in draft 4, where it is a URI."""
    own, old = schema.get("$id"), schema.get("id")
    if isinstance(own, str):
        return own
    return old if isinstance(old, str) and isinstance(schema.get("$schema"), str) else None


def _joined(base: str, ref: str) -> str:
    """A reference as an address, without its fragment; empty where it can be none."""
    try:
        return urldefrag(urljoin(base, ref)).url
    except ValueError:
        return ""


def _found(ref: str, ids: Mapping[str, Node], roots: Sequence[tuple[str, Node]]) -> Iterator[tuple[str, Node]]:
    """The addresses that a reference can come to, and what stands there."""
    addresses = [ref, *(joined for base in ids if (joined := _joined(base, ref)))]
    by_id = [(address, ids[address]) for address in addresses if address in ids]
    if by_id:
        yield from by_id
        return
    name = PurePosixPath(ref).name
    named = [node for document, node in roots if PurePosixPath(document).name in {name + ending for ending in _ENDINGS}]
    if len(named) == 1:
        yield from ((address, named[0]) for address in addresses)
