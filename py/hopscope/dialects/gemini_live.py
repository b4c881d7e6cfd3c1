"""The Gemini Live API: the frames of one websocket session, from both sides.

Source: googleapis/js-genai `src/types.ts` at 6e9b35c45e (`LiveClientMessage`, `LiveServerMessage`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hopscope.dialects import _gemini as shared
from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._errors import said_of
from hopscope.dialects._gemini import member, of, snake
from hopscope.dialects._history import answers
from hopscope.dialects._reading import copied, count
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_fragments import joined
from hopscope.layers import Part
from hopscope.model import Call, Capture, Request, Return, Turn
from hopscope.text.node import Node

ID = "gemini-live"
CONTENTS = (  # what the server tells in a frame
    "modelTurn", "turnComplete", "generationComplete", "interrupted", "inputTranscription", "outputTranscription",
)  # fmt: skip


def _lists(value: Any, name: str, key: str) -> bool:
    listed = of(of(value, name), key)
    return isinstance(listed, list) and all(isinstance(one, (dict, str)) for one in listed)


def _is_frame(value: Any) -> bool:
    """A frame of either side that no other dialect writes."""
    if not isinstance(value, dict):
        return False
    content = of(value, "serverContent")
    return (
        _lists(value, "toolCall", "functionCalls")
        or _lists(value, "toolResponse", "functionResponses")
        or _lists(value, "toolCallCancellation", "ids")
        or _lists(value, "clientContent", "turns")
        or (isinstance(content, dict) and any(of(content, name) is not None for name in CONTENTS))
        or (isinstance(of(value, "setup"), dict) and "model" in of(value, "setup"))
    )


_FRAMES = ("toolCall", "toolResponse", "toolCallCancellation", "clientContent", "serverContent", "setup")
_MEMBERS = " ".join(f"{name} {snake(name)}" for name in _FRAMES)
CLUES: tuple[Clue, ...] = (
    clue(6, "", _is_frame, having=_MEMBERS),
    clue(3, "", lambda value: of(value, "setupComplete") is not None, having="setupComplete setup_complete"),
    clue(2, "", lambda value: isinstance(of(value, "realtimeInput"), dict), having="realtimeInput realtime_input"),
    clue(2, "", lambda value: isinstance(of(value, "goAway"), dict), having="goAway go_away"),
    clue(5, "[]", _is_frame, having=_MEMBERS),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one session's frames, in the order of the log."""
    draft = Draft(ID, document)
    session = _Session(draft)
    for part in parts:
        for node in copied(part.node) if part.node else ():
            session.frame(node)
    draft.turns.extend(session.close())
    return draft.capture()


# The session


@dataclass
class _Spoken:
    """One `toolCall` frame, or the texts of one turn, until the session goes on."""

    node: Node
    calls: tuple[Call, ...] = ()
    texts: list[Node] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)


@dataclass
class _Session:
    """The frames of one session, in their order."""

    draft: Draft
    turns: list[_Spoken] = field(default_factory=list)
    saying: _Spoken | None = None
    request: Request | None = None
    cancelled: set[str] = field(default_factory=set)

    def frame(self, node: Node) -> None:
        """Takes one frame in."""
        if setup := member(node, "setup"):
            self._setup(setup)
        if content := member(node, "serverContent"):
            self._content(content)
        if call := member(node, "toolCall"):
            self.saying = None
            calls = tuple(shared.call(ID, one) for one in member(call, "functionCalls").each())
            self.turns.append(_Spoken(call, calls))
        for cancelled in member(node, "toolCallCancellation", "ids").each():
            self.cancelled.add(str(cancelled.value))
        for function in member(node, "toolResponse", "functionResponses").each():
            self._returned(shared.returned(function))
        if node.value_at("error"):
            self.draft.said.append(said_of(partial(shared.error, node), self.draft.latest))

    def _setup(self, setup: Node) -> None:
        mounts = list(shared.mounts(ID, setup.get("tools")))
        limit = count(member(setup, "generationConfig", "maxOutputTokens"))
        self.request = Request(ID, setup, limit=limit)
        self.draft.ask(self.request, mounts)

    def _content(self, content: Node) -> None:
        for text in shared.texts(member(content, "modelTurn", "parts")):
            if self.saying is None:
                self.saying = _Spoken(content)
                self.turns.append(self.saying)
            self.saying.texts.append(text)
        if member(content, "turnComplete").value or member(content, "interrupted").value:
            self.saying = None

    def _returned(self, returned: Return) -> None:
        homes = (turn for turn in reversed(self.turns) if any(answers(returned, call) for call in turn.calls))
        home = next(homes, None) or next((turn for turn in reversed(self.turns) if turn.calls), None)
        if home:
            home.returns.append(returned)
        else:
            self.draft.returns.append(returned)

    def close(self) -> Iterator[Turn]:
        """The turns; calls may be answered late here, so only a turn that got some of its answers lacks the others."""
        for spoken in self.turns:
            texts, returns = joined(spoken.texts), tuple(spoken.returns)
            answered = bool(returns) and not any(call.id in self.cancelled for call in spoken.calls)
            yield Turn(ID, spoken.node, spoken.calls, texts, returns, answered=answered, request=self.request)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The frame that tells the model what was wrong with its call."""
    return {"toolResponse": {"functionResponses": [shared.refused(call, text)]}}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The server's frame with the calls of a turn, then the client's with the responses."""
    calls = [{"id": one.id, "name": one.name, "args": one.arguments} for one in turn]
    responses = [{"id": one.id, "name": one.name, "response": one.response} for one, _ in answered(turn)]
    frames: list[Any] = [{"toolCall": {"functionCalls": calls}}]
    return [*frames, {"toolResponse": {"functionResponses": responses}}] if responses else frames


DIALECT = Dialect(
    ID,
    "Gemini Live",
    CLUES,
    read,
    reply,
    Returns(
        flag="response.error",
        missing="Send one functionResponse with the id of each call; the session waits for them.",
        unknown="A functionResponse must repeat the id of a call that a toolCall frame made.",
    ),
    arguments="object",
    replay=Replay(_replayed, ""),
)
