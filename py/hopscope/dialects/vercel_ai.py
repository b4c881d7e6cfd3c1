"""Vercel AI SDK: model messages, interface messages, results of generateText, and the streams between them.

Source: vercel/ai at ed857f50f1 (content parts, ui-message-stream chunks, provider stream parts); names of version 4 too, and its
data stream (packages/ui-utils/src/data-stream-parts.ts at 073330725a21).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._choosing import chosen
from hopscope.dialects._errors import error_body
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import flag, given, present, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, Result, answered
from hopscope.dialects._stream_fragments import Assembled, Assembly, Piece, incomplete, joined
from hopscope.layers import Part
from hopscope.model import Call, Capture, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import Node

ID = "vercel-ai"
STOPS: dict[str, Stopped] = {
    "stop": "end", "length": "length", "tool-calls": "call", "content-filter": "filter", "error": "error",
}  # fmt: skip
_OWN_EVENTS = frozenset({
    "tool-input-start", "tool-input-delta", "tool-input-end", "tool-input-available", "tool-input-error", "tool-output-available",
    "tool-output-error", "tool-output-denied", "tool-approval-request", "tool-call-streaming-start", "tool-call-delta",
    "text-start", "text-delta", "text-end", "reasoning-start", "reasoning-delta", "reasoning-end", "start", "start-step",
    "finish-step", "step-finish", "finish", "stream-start", "response-metadata", "message-metadata", "abort", "error",
})  # fmt: skip
_TELLING_EVENTS = ("tool-input-end", "text-start", "text-end", "start-step", "finish-step", "stream-start")
# The codes of a data stream (version 4) and what the later streams call the same part.
_CODES = {
    "0:": "text-delta", "3:": "error", "9:": "tool-call", "a:": "tool-result", "b:": "tool-call-streaming-start",
    "c:": "tool-call-delta", "d:": "finish", "e:": "finish-step", "f:": "start-step",
    "2:": "data", "8:": "annotations", "g:": "reasoning", "h:": "source", "i:": "reasoning", "j:": "reasoning", "k:": "file",
}  # fmt: skip
_WHOLE = ("tool-call", "tool-result", "tool-error")  # parts of messages as well as of streams
_OUTPUTS = ("text", "json", "error-text", "error-json", "execution-denied", "content")
_PARTS = frozenset({"tool-call", "tool-result", "tool-error", "tool-invocation", "dynamic-tool"})


def _part(value: Any) -> bool:
    """A part that only this SDK has: it names its call by toolCallId."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    own = isinstance(kind, str) and (kind in _PARTS or kind.startswith("tool-"))
    return own and (isinstance(value.get("toolCallId"), str) or isinstance(value.get("toolInvocation"), dict))


def _piece(value: Any) -> bool:
    kinds = ("tool-input-start", "tool-input-delta")
    return isinstance(value, dict) and value.get("type") in kinds and isinstance(value.get("id"), str)


def _invoked(value: Any) -> bool:
    states = ("partial-call", "call", "result")
    return isinstance(value, dict) and isinstance(value.get("toolCallId"), str) and value.get("state") in states


def _coded(value: Any) -> bool:
    """What stands behind a code of a data stream, whose parts have no type."""
    if not isinstance(value, dict) or "type" in value or not isinstance(value.get("toolCallId"), str):
        return False
    return isinstance(value.get("argsTextDelta"), str) or (isinstance(value.get("toolName"), str) and len(value) < 4)


def _function(value: Any) -> bool:
    return isinstance(value, dict) and value.get("type") == "function" and isinstance(value.get("inputSchema"), dict)


def _message(value: Any) -> bool:
    return any(any(map(test, _list(value, key))) for key, test in _IN_MESSAGES)


_IN_MESSAGES = (("content", _part), ("parts", _part), ("toolInvocations", _invoked))


def _list(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found[:LOOKED_AT] if isinstance(found, list) else []


CLUES: tuple[Clue, ...] = (
    clue(6, "", _part, having="type"),
    clue(6, "[]", _part, having="type"),
    clue(6, "", _message, having="content parts toolInvocations"),
    clue(6, "[]", _message, having="content parts toolInvocations"),
    clue(6, "messages/*", _message, having="content parts toolInvocations"),
    clue(6, "prompt/*", _message),
    clue(6, "toolCalls/*", _part),
    clue(6, "toolResults/*", _part),
    clue(6, "steps/*/content/*", _part),
    clue(6, "steps/*/toolCalls/*", _part),
    clue(6, "", _piece, having="type"),
    clue(6, "", _coded, having="toolCallId"),
    clue(5, "tools/*", _function),
    clue(3, "type", lambda kind: kind in _TELLING_EVENTS),
    clue(2, "finishReason", lambda reason: isinstance(reason, str) and reason in STOPS),
    clue(3, "isContinued", bool),
    clue(2, "toolChoice/toolName", str),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's AI SDK parts: whole messages and results, and stream parts put together."""
    draft, stream = Draft(ID, document), None
    for part in parts:
        kind = _event(part)
        if part.node is not None and kind:
            stream = stream or _Stream(draft)
            stream.add(part.node, kind, part.index)
        elif part.node is not None:
            _body(draft, part.node)
    if stream:
        stream.close(ended=any(part.done for part in parts))
    return draft.capture()


def _event(part: Part) -> str | None:
    """What kind of stream part this is; None where it is none."""
    if part.event in _CODES:
        return _CODES[part.event]
    kind = part.node.value_at("type") if part.node else None
    return kind if isinstance(kind, str) and (kind in _OWN_EVENTS or kind in _WHOLE) else None


# Whole bodies


def _body(draft: Draft, node: Node) -> None:
    messages = node.get("messages") or node.get("prompt")
    draft.mounts.extend(_mounts(node.get("tools")))
    if isinstance(messages.value, list) and messages.value:
        if node.get("tools"):
            draft.requests.append(_request(node))
        logged(draft, [_of_message(message) for message in messages.each()])
    elif node.value_at("steps"):
        for step in node.get("steps").each():
            _generated(draft, step)
    elif node.value_at("toolCalls") is not None or node.value_at("finishReason"):
        _generated(draft, node)
    else:
        _snippet(draft, node)


def _snippet(draft: Draft, node: Node) -> None:
    """A message, a list of messages, or single parts."""
    items = list(node.each()) if isinstance(node.value, list) else [node]
    if any(item.value_at("role") for item in items):
        logged(draft, [_of_message(item) for item in items])
        return
    calls, returns = _called(items)
    if calls:
        draft.turns.append(Turn(ID, node, calls, returns=returns))
    else:
        draft.returns.extend(returns)


def _request(node: Node) -> Request:
    choice = node.get("toolChoice")
    kind = choice.value if isinstance(choice.value, str) else choice.value_at("type")
    name = given(choice.get("toolName"))
    asked = chosen(choice, "any", [name]) if name else chosen(choice, kind)
    return Request(ID, node, asked, given(node.get("responseFormat", "schema")))


def _mounts(tools: Node) -> Iterator[Mount]:
    """Tools as a list of definitions, or as an object by name."""
    named = [(word(tool, "name"), tool) for tool in tools.each()] or list(tools.items())
    for name, tool in named:
        schema = tool.get("inputSchema", "jsonSchema") or tool.get("inputSchema") or tool.get("parameters")
        if name and isinstance(schema.value, dict):
            output = given(tool.get("outputSchema", "jsonSchema") or tool.get("outputSchema"))
            yield Mount(
                name, "offer", ID, tool, schema, output, given(tool.get("description")), carries_output=True,
                strict=flag(tool, "strict"),
            )  # fmt: skip


def _of_message(message: Node) -> Message:
    blocks = [*message.get("content").each(), *message.get("parts").each()]
    if not any(block.get("toolInvocation") for block in blocks):  # version 4 writes each both ways
        blocks.extend(message.get("toolInvocations").each())
    calls, returns = _called(blocks)
    texts = (*texts_of(message.get("content")), *texts_of(message.get("parts")))
    return Message(message, message.value_at("role") == "assistant", calls, texts, returns)


def _generated(draft: Draft, node: Node) -> None:
    """One result of the model: of generateText, or of a provider's doGenerate."""
    blocks = list(node.get("content").each()) or [*node.get("toolCalls").each(), *node.get("toolResults").each()]
    calls, returns = _called(blocks)
    texts = texts_of(node.get("content")) or tuple(filter(None, [given(node.get("text"))]))
    draft.turns.append(Turn(ID, node, calls, texts, returns, _stop(node)))


def _stop(node: Node) -> Stop | None:
    """A word, or since version 6 the SDK's word beside the provider's."""
    reason = node.get("finishReason")
    reason = reason if isinstance(reason.value, str) else reason.get("unified")
    return stop_for(reason, STOPS)


def _called(blocks: Sequence[Node]) -> tuple[tuple[Call, ...], tuple[Return, ...]]:
    """The calls among some blocks, and the results."""
    calls = tuple(call for block in blocks for call in _calls_of(block))
    return calls, tuple(returned for block in blocks for returned in _returns_of(block))


def _calls_of(block: Node) -> Iterator[Call]:
    block = block.get("toolInvocation") or block
    kind = str(block.value_at("type"))
    if kind in ("tool-result", "tool-error") or not isinstance(block.value_at("toolCallId"), str):
        return
    arguments = block.get("input") or block.get("rawInput") or block.get("args")
    hosted = block.value_at("providerExecuted") is True
    name = word(block, "toolName") or kind.removeprefix("tool-")
    encoded = isinstance(arguments.value, str)
    yield Call(word(block, "toolCallId"), name, ID, block, present(arguments), encoded, hosted=hosted)


def _returns_of(block: Node, kind: str | None = None) -> Iterator[Return]:
    block = block.get("toolInvocation") or block
    id, name = word(block, "toolCallId"), word(block, "toolName")
    state, kind = block.value_at("state"), kind or block.value_at("type")
    if kind == "tool-result":
        yield _returned(id, name, block, block.get("output") or block.get("result"))
    elif kind in ("tool-error", "tool-output-error") or state == "output-error":
        yield Return(id, block, given(block.get("errorText") or block.get("error")), name, failed=True)
    elif kind == "tool-output-available" or state in ("output-available", "result"):
        yield _returned(id, name, block, block.get("output") or block.get("result"))
    elif kind == "tool-output-denied" or state == "output-denied":
        yield Return(id, block, None, name)  # a person's no is no failure of the tool


def _returned(id: str | None, name: str | None, block: Node, output: Node) -> Return:
    """Outputs say what they are since version 5: text, json, error-text, error-json, execution-denied, content."""
    kind = output.value_at("type")
    typed = kind in _OUTPUTS
    content = given(output.get("value")) if typed else given(output)
    failed = str(kind) in ("error-text", "error-json") if typed else block.value_at("isError")
    texts = texts_of(content) if content is not None else ()
    return Return(id, block, content, name, failed if isinstance(failed, bool) else None, texts=texts)


# Streams


class _Stream:
    """The parts of one stream; each step of it is a turn."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.finished = False
        self.copied = True  # nothing but whole parts so far, which may have been copied out of a message
        self.last: Node | None = None
        self._clear()

    def _clear(self) -> None:
        self.assembly = Assembly(indexed=False)
        self.texts: list[Node] = []
        self.returns: list[Return] = []
        self.node: Node | None = None
        self.stop: Stop | None = None
        self.stepped = False

    def add(self, node: Node, kind: str, event: int) -> None:
        """Takes one part."""
        self.last = node
        self.copied = self.copied and kind in _WHOLE
        if kind in ("finish", "finish-step", "step-finish", "abort"):
            self._end(node, kind)
            return
        if self.stepped:
            self._turn(whole=True)
        self.finished = self.finished and kind not in ("start-step", "text-delta", "tool-input-start", "tool-call")
        self.node = self.node or (node if kind not in ("start", "stream-start", "response-metadata") else None)
        if kind == "error":
            said = node.get("errorText") or node.get("error") or node
            self.draft.tell([error_body(node, "stream-error", said)])
            self.finished = True
        elif kind == "text-delta":
            self.texts.append(node.get("delta") or node.get("textDelta") or node.get("text") or node)
        elif piece := self._piece(node, kind, event):
            self.assembly.add(piece)
        self.returns.extend(_returns_of(node, kind))

    def _piece(self, node: Node, kind: str, event: int) -> Piece | None:
        id = word(node, "toolCallId") or word(node, "id")
        if kind in ("tool-input-start", "tool-call-streaming-start"):
            return Piece(event, node, None, id, word(node, "toolName"))
        if kind in ("tool-input-delta", "tool-call-delta"):
            delta = node.get("delta") or node.get("inputTextDelta") or node.get("argsTextDelta")
            return Piece(event, node, None, id, None, given(delta))
        if kind in ("tool-call", "tool-input-available", "tool-input-error"):
            return Piece(event, node, None, id, word(node, "toolName"), self._whole(node, id))
        return None

    def _whole(self, node: Node, id: str | None) -> Node | None:
        """The whole input, unless it is the text that the pieces before it have made already."""
        whole = given(node.get("input") or node.get("args"))
        seen = any(piece.text is not None for call in self.assembly.calls if call.id == id for piece in call.pieces)
        return None if seen and whole is not None and isinstance(whole.value, str) else whole

    def _end(self, node: Node, kind: str) -> None:
        """The reason may stand in the end of the step, or only in the end of the whole stream right behind it."""
        self.stop = _stop(node) or self.stop
        self.finished = self.stepped = True
        if kind in ("finish", "abort"):
            self._turn(whole=True)

    def _turn(self, whole: bool) -> None:
        if self.node is None:
            return
        calls, texts = self.assembly.finished(ID, whole=whole), joined(list(filter(word, self.texts)))
        turn = Turn(ID, self.node, calls, texts, tuple(self.returns), self.stop, whole=whole)
        self.draft.turns.append(turn)
        self.draft.tell(self.assembly.findings(), turn)
        self._clear()

    def close(self, ended: bool) -> None:
        """Ends the stream; without its last part or an end mark it is not whole."""
        whole, last = self.finished or ended or self.copied, self.last
        still = next((call.name for call in self.assembly.calls[-1:] if _is_open(call)), None)
        self._turn(whole)
        if not whole and last is not None and self.draft.turns:
            found = incomplete(last, "its last part", "a finish part or [DONE]", still)
            self.draft.tell([found], self.draft.turns[-1])


def _is_open(call: Assembled) -> bool:
    """Whether the whole input has not been told yet, in the part that follows its pieces."""
    return all(isinstance(piece.text.value, str) for piece in call.pieces if piece.text is not None)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call` with an error."""
    output = {"type": "error-text", "value": text}
    part = {"type": "tool-result", "toolCallId": call.id or "", "toolName": call.name, "output": output}
    return {"role": "tool", "content": [part]}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The assistant's parts of a turn, then the tool's with their results."""
    calls = [{"type": "tool-call", "toolCallId": one.id, "toolName": one.name, "input": one.arguments} for one in turn]
    results = [
        {"type": "tool-result", "toolCallId": one.id, "toolName": one.name, "output": _output(result)}
        for one, result in answered(turn)
    ]
    return [{"role": "assistant", "content": calls}, *([{"role": "tool", "content": results}] if results else [])]


def _output(result: Result) -> dict[str, Any]:
    if result.failed:
        return {"type": "error-text", "value": result.text}
    return {"type": "text", "value": result.text} if result.value is None else {"type": "json", "value": result.value}


DIALECT = Dialect(
    ID,
    "Vercel AI SDK",
    CLUES,
    read,
    reply,
    Returns(
        flag="output.type error-text",
        missing="Each tool-call part must be answered by a tool-result part of its toolCallId.",
    ),
    stops=STOPS,
    stop_names_calls=True,
    arguments="either",
    replay=Replay(_replayed),
)
