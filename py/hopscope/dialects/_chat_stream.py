"""Streams of OpenAI Chat: chunks with a delta for each choice, put together into one turn a choice.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40; what servers do otherwise stands in `_chat_habits`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from hopscope.dialects._base import Draft
from hopscope.dialects._chat_habits import id_of, stop_of
from hopscope.dialects._errors import error_body, unreadable_call
from hopscope.dialects._reading import count, given, word
from hopscope.dialects._stream_fragments import Assembly, Piece, incomplete, joined, spliced, still_open
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Request, Stop, Turn
from hopscope.text.node import MISSING, Node

SIDE_BY_SIDE = 100  # streams that a log may hold at once


def is_chunk(node: Node) -> bool:
    """Whether a body is a chunk of a stream."""
    choices = node.value_at("choices")
    return node.value_at("object") == "chat.completion.chunk" or (
        isinstance(choices, list) and any(map(_is_piece, choices))
    )


def _is_piece(choice: Any) -> bool:
    return isinstance(choice, dict) and choice.get("delta") is not None


class Streams:
    """The streams of one document, one after the other or, kept apart by exchange and response id, side by side."""

    def __init__(self, dialect: str) -> None:
        self.dialect = dialect
        self.open: _Stream | None = None  # the one that was added to last
        self._all: list[_Stream] = []

    def breaks_off(self, node: Node) -> bool:
        """Whether a body is the error that ends the stream which is open."""
        return self.open is not None and bool(given(node.get("error"))) and node.get("choices").missing

    def take(self, draft: Draft, part: Part) -> None:
        """Gives a chunk or an end mark to its stream."""
        if self.open is None or not self.open.takes(part):
            beside = (one for one in reversed(self._all[-SIDE_BY_SIDE:]) if one.id and one.takes(part))
            self.open = next(beside, None) or self._begin(draft)
        self.open.add(part)

    def _begin(self, draft: Draft) -> _Stream:
        self._all.append(_Stream(self.dialect, draft.latest))
        return self._all[-1]

    def close(self, draft: Draft) -> None:
        """Adds what the streams still open held to the draft."""
        for stream, after in zip_longest(self._all, self._all[1:]):
            stream.close(draft, after if after and stream.borders(after) else None)
        self.open, self._all = None, []


@dataclass
class _Stream:
    """The chunks of one streamed response."""

    dialect: str
    request: Request | None
    id: str | None = None
    exchange: int | None = None
    began: int = 0  # the events between which it stands
    ended: int = 0
    node: Node = MISSING
    done: bool = False
    choices: dict[Any, _Choice] = field(default_factory=dict)
    tokens: int | None = None
    error: Node | None = None

    def takes(self, part: Part) -> bool:
        """Whether a part goes on with this stream."""
        if not self.node or part.node is None:
            return True
        id = word(part.node, "id")
        return not self.done and part.exchange == self.exchange and (not id or not self.id or id == self.id)

    def borders(self, other: _Stream) -> bool:
        """Whether another response begins right behind the last chunk of this one, in one stream."""
        return self.exchange == other.exchange and self.ended + 1 == other.began and self.id != other.id

    def add(self, part: Part) -> None:
        """Takes in one chunk."""
        node, self.ended = part.node, part.index
        if node is None:
            self.done = True
            return
        self.began = self.began if self.node else part.index
        self.id, self.node, self.exchange = self.id or word(node, "id"), self.node or node, part.exchange
        self.tokens = count(node, "usage", "completion_tokens") or self.tokens
        self.error = self.error or given(node.get("error"))
        for choice in node.get("choices").each():
            self.choices.setdefault(count(choice, "index"), _Choice()).add(choice, part.index)

    def close(self, draft: Draft, after: _Stream | None) -> None:
        """Adds a turn for each choice, and what the chunks alone can tell; `after` is a response that begins at its last chunk."""
        turns = [self._turn(choice, draft) for choice in self.choices.values()]
        if self.error is not None:
            broken = next((turn for turn in turns if still_open(turn.calls)), None)
            draft.tell([error_body(self.node, "stream-error", self.error)], broken)
        for choice, turn in zip(self.choices.values(), turns, strict=True):
            draft.turns.append(turn)
            draft.tell(choice.findings(turn, self.error is not None, after), turn)

    def _turn(self, choice: _Choice, draft: Draft) -> Turn:
        whole = self.error is None and (bool(choice.stop) or self.done)
        return Turn(
            self.dialect,
            choice.node,
            choice.assembly.finished(self.dialect, whole=whole),
            joined(choice.texts),
            stop=choice.stop,
            refusal=next(iter(joined(choice.refusals)), None),
            tokens=self.tokens,
            whole=whole,
            id=self.id,
            request=self.request,
        )


@dataclass
class _Choice:
    """One choice of a stream."""

    assembly: Assembly = field(default_factory=Assembly)
    node: Node = MISSING
    last: Node = MISSING
    stop: Stop | None = None
    texts: list[Node] = field(default_factory=list)
    refusals: list[Node] = field(default_factory=list)

    def add(self, choice: Node, event: int) -> None:
        """Takes in the choice's part of one chunk."""
        delta = choice.get("delta")
        self.node, self.last, self.stop = self.node or choice, choice, stop_of(choice) or self.stop
        self.texts += filter(word, [delta.get("content")])
        self.refusals += filter(word, [delta.get("refusal")])
        for call in delta.get("tool_calls").each():
            self.assembly.add(_piece(call, event))
        function = delta.get("function_call")
        if function.value_at("name") or function.value_at("arguments"):
            arguments = given(function.get("arguments"))
            self.assembly.add(Piece(event, function, 0, None, word(function, "name"), arguments, wants_id=False))

    def findings(self, turn: Turn, failed: bool, after: _Stream | None) -> Iterator[Finding]:
        """What its fragments alone can tell."""
        yield from self.assembly.findings()
        yield from unreadable_call(turn)
        if not turn.whole and not failed and after is not None:
            yield spliced(after.node, after.id or "without an id", turn.calls)
        elif not turn.whole and not failed:
            yield incomplete(self.last, "its last chunk", "finish_reason or [DONE]", still_open(turn.calls))


def _piece(call: Node, event: int) -> Piece:
    custom = bool(call.value_at("custom", "name") or call.value_at("custom", "input"))
    function = call.get("custom") if custom else call.get("function")
    arguments = given(function.get("input" if custom else "arguments"))
    return Piece(event, call, count(call, "index"), id_of(call), word(function, "name"), arguments, custom=custom)
