"""Putting streamed calls together by the robust rule: ids before indexes, and absent, null or empty never means "new".

A fragment without an index goes on with the previous call unless a new id or name arrives; a whole call may come in one
fragment; arguments may come as an object. Where a reader that trusts the index alone would get something else, the conflict
is kept as data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.findings import Finding, make
from hopscope.model import Call, Fragment
from hopscope.text.node import Node, node_of_fragments


@dataclass
class Piece:
    """One fragment as a reader met it: `text` is its string (or object) node, None where it carries no arguments."""

    event: int
    node: Node
    index: Any = None
    id: str | None = None
    name: str | None = None
    text: Node | None = None
    custom: bool = False  # a custom tool's free text
    wants_id: bool = True

    def fragment(self) -> Fragment:
        """The row of the fragment table."""
        shown = self.text.string if self.text is not None and isinstance(self.text.value, str) else ""
        if self.text is not None and not shown and self.text.value:
            shown = self.text.text
        return Fragment(self.event, self.index, self.id, self.name, shown, self.text or self.node)


@dataclass(eq=False)
class Assembled:
    """One call put together from its pieces."""

    id: str | None
    name: str
    pieces: list[Piece] = field(default_factory=list)

    def arguments(self) -> Node | None:
        """The arguments as one node: the joined text of all string fragments, or the object that came whole."""
        texts = [piece.text for piece in self.pieces if piece.text is not None]
        whole = [text for text in texts if not isinstance(text.value, str)]
        if whole:
            return whole[-1]
        filled = [text for text in texts if text.value] or texts[:1]
        return node_of_fragments(filled) if filled else None

    def is_whole(self) -> bool:
        """Whether its arguments so far are one whole object."""
        arguments = self.arguments()
        if arguments is None or not isinstance(arguments.value, str):
            return arguments is not None
        reading = arguments.inner()
        return reading.completeness == "complete" and isinstance(reading.values[0], dict)

    def fragments(self) -> tuple[Fragment, ...]:
        """The table of its fragments."""
        return tuple(piece.fragment() for piece in self.pieces)

    def call(self, dialect: str, **more: Any) -> Call:
        """The call as a record of the model."""
        node, arguments = self.pieces[0].node, self.arguments()
        encoded = arguments is None or isinstance(arguments.value, str)
        kind = {"custom": self.pieces[0].custom, "wants_id": all(piece.wants_id for piece in self.pieces)}
        return Call(self.id, self.name, dialect, node, arguments, encoded, fragments=self.fragments(), **(kind | more))


@dataclass
class Assembly:
    """The calls of one stream (one choice of it); `add` takes pieces in the order of the stream.

    Where a dialect's pieces name their call by its id alone (`indexed` false), a missing index is no conflict.
    """

    indexed: bool = True
    calls: list[Assembled] = field(default_factory=list)
    _by_index: dict[Any, Assembled] = field(default_factory=dict)
    _conflicts: list[tuple[str, list[Assembled]]] = field(default_factory=list)
    _naive: dict[Any, list[Piece]] = field(default_factory=dict)

    def add(self, piece: Piece) -> Assembled:
        """Gives the piece to its call, opening a new one where id, index or name say so."""
        piece.id, piece.name = piece.id or None, piece.name or None
        call = self._home(piece) or self._open(piece)
        call.id, call.name = call.id or piece.id, call.name or piece.name or ""
        call.pieces.append(piece)
        if piece.index is not None:
            self._by_index[piece.index] = call
        self._naive.setdefault(piece.index, []).append(piece)
        return call

    def _home(self, piece: Piece) -> Assembled | None:
        if piece.id and (known := self._known(piece)):
            return None if self._is_another(piece, known) else self._moved(known, piece)
        if piece.index is None:
            return self._previous(piece)
        here = self._by_index.get(piece.index)
        if here is None or not self._is_new(piece, here):
            return here
        self._conflicts.append(("shared", [here]))
        return None

    def _known(self, piece: Piece) -> Assembled | None:
        """The call with the piece's id, the one at its index where several share it."""
        sharing = [call for call in self.calls if call.id == piece.id]
        here = self._by_index.get(piece.index)
        return next((call for call in sharing if call is here), sharing[0] if sharing else None)

    def _is_another(self, piece: Piece, known: Assembled) -> bool:
        """Whether a piece begins a call of its own under an id that another call has: elsewhere, and by another name or anew."""
        elsewhere = piece.index is not None and known.pieces[0].index not in (None, piece.index)
        return elsewhere and bool(piece.name) and (piece.name != known.name or known.is_whole())

    def _is_new(self, piece: Piece, here: Assembled) -> bool:
        """Whether a piece begins another call at the index of `here`: another id, or none and a name after whole arguments."""
        if piece.id and here.id:
            return True
        begins = piece.text is not None and (
            piece.text.string.lstrip()[:1] == "{" or isinstance(piece.text.value, dict)
        )
        return bool(piece.name) and begins and here.is_whole()

    def _moved(self, known: Assembled, piece: Piece) -> Assembled:
        if piece.index is not None and known.pieces[0].index not in (None, piece.index):
            self._conflicts.append(("moved", [known]))
        return known

    def _previous(self, piece: Piece) -> Assembled | None:
        if not self.calls:
            return None
        if piece.id or piece.name:
            self._conflicts += [("missing", self.calls[-1:])] if self.indexed else []
            return None
        if len(self.calls) > 1 and self.indexed:
            self._conflicts.append(("missing", self.calls[-2:]))
        return self.calls[-1]

    def _open(self, piece: Piece) -> Assembled:
        call = Assembled(piece.id, piece.name or "")
        for kind, calls in self._conflicts[-1:]:
            if kind in ("shared", "missing") and len(calls) == 1:
                calls.append(call)
        self.calls.append(call)
        return call

    def finished(self, dialect: str, *, whole: bool, **more: Any) -> tuple[Call, ...]:
        """The calls as records; the last one is open where the stream broke off."""
        last = self.calls[-1] if self.calls and not whole else None
        return tuple(call.call(dialect, part_of_stream_end=call is last, **more) for call in self.calls)

    def findings(self) -> Iterator[Finding]:
        """One `stream-index-conflict` for each kind of conflict met, with the right split and what a naive reader gets."""
        for kind in dict.fromkeys(kind for kind, _ in self._conflicts):
            involved = list({id(call): call for k, calls in self._conflicts if k == kind for call in calls}.values())
            yield self._conflict(kind, involved)

    def _conflict(self, kind: str, calls: list[Assembled]) -> Finding:
        index = calls[-1].pieces[-1].index
        naive = "".join(piece.fragment().text for piece in self._naive.get(index, ()))
        return conflict(kind, calls, index, naive)


def conflict(kind: str, calls: list[Assembled], index: Any, naive: str) -> Finding:
    """The finding for one kind of conflict (`shared`, `moved`, `missing`) at an index: the right split, and the naive one."""
    places = [call.pieces[0].node.place() for call in calls]
    labels = [call.id or call.name for call in calls]
    sentence = _SENTENCES[kind].format(calls=" and ".join(labels), index=index, naive=naive[:200])
    split = [{"id": call.id, "name": call.name, "text": "".join(f.text for f in call.fragments())} for call in calls]
    return make(
        "stream-index-conflict", places[-1], sentence=sentence, related=places[:-1], kind=kind, split=split, naive=naive
    )


_SENTENCES = {
    "shared": "The calls {calls} share the index {index}; a reader that goes by the index alone gets {naive} as one call.",
    "moved": "The call {calls} comes on more than one index, last on {index}; a reader that goes by the index alone splits it.",
    "missing": "The calls {calls} come without an index; a reader that goes by the index alone gets {naive} as one call.",
}


def spliced(begins: Node, named: str, calls: Sequence[Call]) -> Finding:
    """The finding for a response that begins inside another one's stream; a naive reader takes all events for one response."""
    came = [
        {"id": call.id, "name": call.name, "text": call.arguments.string if call.arguments else ""} for call in calls
    ]
    naive = str(came[-1]["text"]) if came else ""
    joins = f" and joins its pieces to {naive[:200]}" if naive else ""
    sentence = f"Another response ({named}) begins before this one ends; a reader that takes them for one stream mixes both{joins}."
    places = [call.node.place() for call in calls]
    return make(
        "stream-index-conflict", begins.place(), sentence=sentence, related=places, kind="spliced", split=came, naive=naive,
        advice="Read what begins as a response of its own and drop the one that was broken off; report it to the provider.",
    )  # fmt: skip


# The end of a stream


def joined(texts: list[Node]) -> tuple[Node, ...]:
    """The pieces of a streamed text as one node, or none."""
    return (node_of_fragments(texts),) if texts else ()


def still_open(calls: Iterable[Call]) -> str | None:
    """The tool whose arguments were still coming when the capture ended."""
    return next((call.name for call in calls if call.part_of_stream_end), None)


def incomplete(last: Node, named: str | None, closing: str, still: str | None = None) -> Finding:
    """The finding for a stream that ends after `last` without what closes it; `still` is the tool that was still being called."""
    coming = f"; the arguments of {still} were still coming" if still else ""
    return make("stream-incomplete", last.place(), last=named, closing=closing, open=coming)
