"""Streams made of numbered blocks, each with a start, pieces and an end: Anthropic, Bedrock, Gemini Interactions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hopscope.dialects._stream_fragments import Assembled, Assembly, Piece
from hopscope.findings import Finding
from hopscope.model import Fragment
from hopscope.record import record
from hopscope.text.node import Node, node_of_fragments


@record
class Streamed:
    """A call as its blocks give it: `block` is where it started, `ended` whether its end came."""

    block: Node
    id: str | None
    name: str
    arguments: Node | None
    fragments: tuple[Fragment, ...]
    ended: bool

    def fields(self, *, over: bool) -> dict[str, Any]:
        """What the stream tells of the call; it is open unless its block ended or its turn is `over`."""
        return {
            "arguments": self.arguments,
            "encoded": self.arguments is not None and isinstance(self.arguments.value, str),
            "blank": True,
            "fragments": self.fragments,
            "part_of_stream_end": not (self.ended or over),
        }


@dataclass
class Blocks:
    """The blocks of one streamed response, put together as their events come."""

    assembly: Assembly = field(default_factory=Assembly)
    _begun: dict[Any, Assembled] = field(default_factory=dict)  # the last call begun at an index
    # By a call's identity: its block, and what that started with.
    _given: dict[int, tuple[Node, Node]] = field(default_factory=dict)
    _ended: set[int] = field(default_factory=set)
    _texts: dict[Any, list[Node]] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether no block came yet."""
        return not self.assembly.calls and not self._texts

    def begin(
        self, event: int, index: Any, block: Node, call_id: str | None, name: str | None, arguments: Node
    ) -> None:
        """A call's block starts; `arguments` is what it starts with, most often an empty object.

        A block of its own is a call of its own, even where its id was used before.
        """
        twice = bool(call_id) and any(
            call.id == call_id and call.pieces[0].index != index for call in self.assembly.calls
        )
        piece = Piece(event, block, index, None if twice else call_id, name)
        call = self.assembly.add(piece)
        call.id, piece.id = call.id or call_id, call_id
        self._begun[index] = call
        self._given[id_of(call)] = (block, arguments)

    def piece(self, event: int, index: Any, node: Node, text: Node) -> None:
        """A piece of the arguments at `index`."""
        self.assembly.add(Piece(event, node, index, text=text if text else None))

    def text(self, index: Any, text: Node) -> None:
        """A piece of plain text at `index`."""
        self._texts.setdefault(index, []).append(text)

    def end(self, index: Any) -> None:
        """The block at `index` ends."""
        if index in self._begun:
            self._ended.add(id_of(self._begun[index]))

    def texts(self) -> tuple[Node, ...]:
        """The plain texts, each joined."""
        return tuple(node_of_fragments(pieces) for pieces in self._texts.values())

    def calls(self) -> Iterator[Streamed]:
        """The calls: their pieces joined, else what their block started with, else no arguments."""
        for call in self.assembly.calls:
            block, begun = self._given.get(id_of(call), (call.pieces[0].node, None))
            arguments = call.arguments()
            if begun and (arguments is None or (not arguments.value and begun.value)):
                arguments = begun
            yield Streamed(block, call.id, call.name, arguments, call.fragments(), id_of(call) in self._ended)

    def findings(self) -> Iterator[Finding]:
        """The conflicts of indexes met."""
        return self.assembly.findings()


def id_of(call: Assembled) -> int:
    """The identity of a call in the making (two calls may be equal in all they say)."""
    return id(call)
