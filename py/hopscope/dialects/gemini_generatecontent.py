"""Gemini generateContent, from the Developer API and Vertex: requests, responses, and streams of whole responses.

Source: googleapis/js-genai `src/types.ts` at 6e9b35c45e; googleapis/python-genai at 66807187f2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from hopscope.dialects import _gemini as shared
from hopscope.dialects._base import Dialect, Draft, Returns
from hopscope.dialects._errors import said_of
from hopscope.dialects._gemini import member
from hopscope.dialects._gemini_clues import CLUES, is_error, is_response
from hopscope.dialects._gemini_partial_args import Arguments
from hopscope.dialects._gemini_schema import json_schema, own_schema
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._offers import Offering, Tool, stated
from hopscope.dialects._reading import any_json, copied, count, given, stop_for, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_fragments import incomplete, still_open
from hopscope.findings import Finding, make
from hopscope.layers import Part
from hopscope.model import Call, Capture, Fragment, Request, Stop, Stopped, Turn
from hopscope.text.node import Node, node_of_fragments

ID = "gemini-generatecontent"
STOPS: dict[str, Stopped] = {
    "STOP": "end", "MAX_TOKENS": "length", "SAFETY": "filter", "RECITATION": "filter", "LANGUAGE": "filter",
    "BLOCKLIST": "filter", "PROHIBITED_CONTENT": "filter", "SPII": "filter", "MALFORMED_FUNCTION_CALL": "malformed",
    "UNEXPECTED_TOOL_CALL": "malformed", "TOO_MANY_TOOL_CALLS": "malformed", "MISSING_THOUGHT_SIGNATURE": "malformed",
    "MALFORMED_RESPONSE": "malformed",
}  # fmt: skip
ORDER = "All functionResponse parts of a turn must stand in the one content right after it, as many as its functionCall parts."


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's parts: bodies by their shape, responses of one id joined into streams."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        if part.node is None:
            continue
        whole = isinstance(part.node.value, list)  # an array of responses is one stream
        for node in _each(part.node):
            stream = _one(draft, stream, node, part)
        if whole:
            stream.close(draft, streamed=True)
            stream = _Stream()
    stream.close(draft)
    return draft.capture()


def _each(node: Node) -> list[Node]:
    items = list(node.each())
    return items if any(is_response(item.value) or is_error(item.value) for item in items) else [node]


def _one(draft: Draft, stream: _Stream, node: Node, part: Part) -> _Stream:
    if _is_chunk(node):
        if not stream.takes(node, part):
            stream.close(draft)
            stream = _Stream()
        stream.add(node, part)
    elif node.value_at("error"):
        if stream.open:
            stream.error = node
        else:
            draft.said.append(said_of(partial(shared.error, node), draft.latest))
    else:
        stream.close(draft)
        stream = _Stream()
        _body(draft, node)
    return stream


def _is_chunk(node: Node) -> bool:
    told = member(node, "promptFeedback") or member(node, "usageMetadata")
    return node.value_at("candidates") is not None or bool(told)


def _body(draft: Draft, node: Node) -> None:
    if any(node.value_at(key) is not None for key in ("contents", "tools", "config")):
        _request(draft, node)
    else:
        _snippet(draft, node)


# Requests


def _request(draft: Draft, node: Node) -> None:
    settings = node.get("config") or node  # the SDK is called with them apart
    tools = list(shared.mounts(ID, settings.get("tools") or node.get("tools")))
    config = member(node, "generationConfig") or settings
    own, other = given(member(config, "responseSchema")), given(member(config, "responseJsonSchema"))
    free = any_json(member(config, "responseMimeType"), "application/json")
    request = Request(
        ID,
        node,
        shared.choice(settings),
        own or other or free,
        count(member(config, "maxOutputTokens")),
        json_schema(own.value) if own else True if free and not other else None,
    )
    draft.ask(request, tools)
    contents = node.get("contents")
    add_history(draft, list(contents.each_once(_message)) or [_message(contents)], ORDER, request)


def _message(content: Node) -> Message:
    parts = content.get("parts")
    if content.value_at("role") == "model":
        return Message(content, True, tuple(shared.calls(ID, parts)), shared.texts(parts))
    returns = tuple(shared.returned(function) for function in shared.responses(parts.each()))
    return Message(content, False, returns=returns)


def _snippet(draft: Draft, node: Node) -> None:
    """What people copy out of a body: contents, parts or declarations."""
    items = copied(node)
    if any(item.value_at("parts") is not None for item in items):
        if len(items) == 1 and items[0].value_at("role") in ("model", None):
            parts = items[0].get("parts")
            draft.turns.append(Turn(ID, items[0], tuple(shared.calls(ID, parts)), shared.texts(parts)))
        else:
            add_history(draft, map(_message, items), ORDER)
        return
    functions = [function for item in items if (function := given(member(item, "functionCall")))]
    if functions:
        draft.turns.append(Turn(ID, node, tuple(shared.call(ID, function) for function in functions)))
    draft.returns.extend(shared.returned(function) for function in shared.responses(items))
    for item in items:
        mounts_of = shared.mounts if member(item, "functionDeclarations") else shared.declared
        draft.mounts.extend(mounts_of(ID, item))


# Responses and streams of them


@dataclass
class _Stream:
    """The responses of one id; one alone is a whole response."""

    exchange: int | None = None
    id: str | None = None
    chunks: list[Node] = field(default_factory=list)
    candidates: dict[Any, _Candidate] = field(default_factory=dict)
    blocked: Stop | None = None
    tokens: int | None = None
    error: Node | None = None

    @property
    def open(self) -> bool:
        """Whether responses came and none of them was the last."""
        return bool(self.chunks) and not self._ended

    @property
    def _ended(self) -> bool:
        return self.blocked is not None or any(candidate.stop for candidate in self.candidates.values())

    def takes(self, node: Node, part: Part) -> bool:
        """Whether a response goes on with this stream."""
        if not self.chunks:
            return True
        response_id = word(member(node, "responseId"))
        other = bool(response_id and self.id) and response_id != self.id
        if other or part.exchange != self.exchange or self.error is not None:
            return False
        return not self._ended or bool(response_id and response_id == self.id)

    def add(self, node: Node, part: Part) -> None:
        """Takes one response in."""
        self.exchange, self.id = part.exchange, self.id or word(member(node, "responseId"))
        self.chunks.append(node)
        usage = member(node, "usageMetadata")
        produced = [count(member(usage, key)) for key in ("candidatesTokenCount", "thoughtsTokenCount")]
        self.tokens = sum(filter(None, produced)) or self.tokens
        feedback = member(node, "promptFeedback")
        if reason := word(member(feedback, "blockReason")):
            said = word(member(feedback, "blockReasonMessage")) or ""
            self.blocked = Stop(reason, "filter", member(feedback, "blockReason"), said)
        for candidate in node.get("candidates").each():
            index = count(candidate, "index") or 0
            self.candidates.setdefault(index, _Candidate(candidate)).add(candidate, part.index)

    def close(self, draft: Draft, streamed: bool = False) -> None:
        """Adds a turn for each candidate, and what is wrong with the stream."""
        if not self.chunks:
            return
        streamed = streamed or len(self.chunks) > 1
        whole = self._ended or not streamed or self.error is not None
        request = draft.latest
        turns = [candidate.turn(self, streamed, whole, request) for candidate in self.candidates.values()]
        if not turns and self.blocked:
            turns = [Turn(ID, self.chunks[0], stop=self.blocked, id=self.id, request=request)]
        draft.turns.extend(turns)
        for turn in turns:
            draft.tell(_malformed(turn), turn)
        about = turns[0] if turns else None
        if self.error is not None:
            draft.tell([shared.error(self.error, draft.latest, "stream-error")], about)
        elif not whole:
            still = still_open(call for turn in turns for call in turn.calls)
            draft.tell([incomplete(self.chunks[-1], "its last response", "finishReason", still)], about)


def _malformed(turn: Turn) -> Iterator[Finding]:
    if turn.stop and turn.stop.means == "malformed":
        arrived = [call.name for call in turn.calls]
        said = turn.stop.said or (f"the turn holds {', '.join(arrived)}" if arrived else "no call arrived")
        yield make("call-malformed", turn.stop.node.place(), reason=turn.stop.reason, said=said, arrived=arrived)


@dataclass
class _Open:
    """A call whose arguments come in pieces: `pending` while its last piece said that more follows."""

    function: Node
    arguments: Arguments = field(default_factory=Arguments)
    fragments: list[Fragment] = field(default_factory=list)
    pending: bool = True


@dataclass
class _Candidate:
    """One candidate over the responses of a stream."""

    node: Node
    stop: Stop | None = None
    parts: list[tuple[Node, Node, int]] = field(default_factory=list)  # part, the list it stands in, event

    def add(self, candidate: Node, event: int) -> None:
        """Takes one response's share in."""
        reason = member(candidate, "finishReason")
        if reason.value != "FINISH_REASON_UNSPECIFIED":
            self.stop = stop_for(reason, STOPS, word(member(candidate, "finishMessage")) or "") or self.stop
        parts = candidate.get("content", "parts")
        self.parts.extend((part, parts, event) for part in parts.each())

    def turn(self, stream: _Stream, streamed: bool, whole: bool, request: Request | None) -> Turn:
        """The turn with its calls, put together where they came in pieces."""
        said = [text for part, _, _ in self.parts for text in shared.text(part)]
        texts = (node_of_fragments(said),) if streamed and said else tuple(said)
        calls = tuple(self._calls(streamed, whole))
        return Turn(
            ID,
            self.node,
            calls,
            texts,
            stop=self.stop,
            tokens=stream.tokens,
            whole=whole,
            id=stream.id,
            request=request,
        )

    def _calls(self, streamed: bool, whole: bool) -> Iterator[Call]:
        made = self._made()
        begun: _Open | None = None
        for part, _, event in self.parts:
            function = member(part, "functionCall")
            if function and _continues(function, begun):
                begun = _piece(begun, function, event)
                continue
            if begun and function:
                yield self._finished(begun, whole)
                begun = None
            if _partial(function):
                begun = _piece(_Open(function), function, event)
            elif call := made.get((function or member(part, "toolCall")).path):
                yield _whole(call, event) if streamed else call
        if begun:
            yield self._finished(begun, whole)

    def _made(self) -> dict[tuple[str, ...], Call]:
        """The calls that came whole, by the place of their part."""
        lists = {parts.path: parts for _, parts, _ in self.parts}
        return {call.node.path: call for parts in lists.values() for call in shared.calls(ID, parts)}

    def _finished(self, begun: _Open, whole: bool) -> Call:
        """The closing piece may be missing where the turn ended well; behind a token limit the end is really cut."""
        cut = begun.pending and not (self.stop and self.stop.means != "length")
        arguments = begun.arguments.finished(cut)
        return shared.call(
            ID,
            begun.function,
            arguments=arguments,
            encoded=True,
            fragments=tuple(begun.fragments),
            part_of_stream_end=begun.pending and not whole,
        )


def _partial(function: Node) -> bool:
    return bool(member(function, "partialArgs")) or member(function, "willContinue").value is True


def _continues(function: Node, begun: _Open | None) -> bool:
    if begun is None:
        return not function.get("name") and not member(function, "partialArgs")
    same = function.value_at("id") and function.value_at("id") == begun.function.value_at("id")
    return bool(same) or not function.value_at("name")


def _piece(begun: _Open | None, function: Node, event: int) -> _Open | None:
    if begun is None:
        return None
    pieces = list(member(function, "partialArgs").each())
    for piece in pieces:
        begun.arguments.add(piece)
    text = ",".join(piece.text for piece in pieces)
    begun.fragments.append(Fragment(event, None, word(function, "id"), word(function, "name"), text, function))
    begun.pending = member(function, "willContinue").value is True
    return begun


def _whole(call: Call, event: int) -> Call:
    text = call.arguments.text if call.arguments else ""
    row = Fragment(event, None, call.id, call.name, text, call.arguments or call.node)
    return replace(call, fragments=(row,))


# Writing tools


def write_tool(tool: Tool) -> dict[str, Any]:
    """A declaration with its schemas as JSON Schema."""
    return stated(
        name=tool.name, description=tool.description, parametersJsonSchema=tool.input, responseJsonSchema=tool.output
    )  # fmt: skip


def write_own(tool: Tool) -> dict[str, Any]:
    """A declaration with its parameters in Gemini's own schema language, whose types are written in capitals."""
    stating = stated(name=tool.name, description=tool.description, parameters=own_schema(tool.input))
    return stating if tool.output is None else {**stating, "responseJsonSchema": tool.output}


def toolbox(tools: Sequence[Any]) -> dict[str, Any]:
    """All declarations of a request."""
    return {"tools": [{"functionDeclarations": list(tools)}]}


OFFERING = Offering(
    write_tool,
    "parametersJsonSchema",
    "gemini-json-schema",
    "responseJsonSchema",
    around=toolbox,
    choice=shared.choose,
    others={
        rules: Offering(write_own, "parameters", rules, "responseJsonSchema", around=toolbox, choice=shared.choose)
        for rules in ("gemini", "vertex")
    },
)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any] | None:
    """The content with the response that says what was wrong; None for a call that the provider runs itself."""
    return None if call.hosted else {"role": "user", "parts": [{"functionResponse": shared.refused(call, text)}]}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The model's parts of a turn, then all responses in one content."""
    calls = [{"functionCall": {"id": one.id, "name": one.name, "args": one.arguments}} for one in turn]
    parts = [
        {"functionResponse": {"id": one.id, "name": one.name, "response": one.response}} for one, _ in answered(turn)
    ]
    return [{"role": "model", "parts": calls}, *([{"role": "user", "parts": parts}] if parts else [])]


DIALECT = Dialect(
    ID,
    "Gemini generateContent",
    CLUES,
    read,
    reply,
    Returns(
        flag="response.error",
        missing="Gemini refuses the request: the number of functionResponse parts must equal the number of functionCall "
        "parts of the turn, all in one content.",
        unknown="A functionResponse must repeat the name (and the id, where there is one) of a functionCall in the turn before.",
        together=True,
    ),
    arguments="object",
    stops=STOPS,
    offering=OFFERING,
    replay=Replay(_replayed, "contents"),
)
