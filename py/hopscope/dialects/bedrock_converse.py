"""AWS Bedrock Converse: requests, responses and event streams as the SDKs print them.

Source: boto/botocore `bedrock-runtime/2023-09-30/service-2.json` at 0e6e2404b8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.dialects._base import Dialect, Draft, Returns
from hopscope.dialects._bedrock_clues import CLUES, EXCEPTIONS
from hopscope.dialects._choosing import Picked, Stated, chosen
from hopscope.dialects._errors import error_body
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._offers import Offering, Tool, stated
from hopscope.dialects._reading import copied, count, flag, given, hosted_result, present, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_blocks import Blocks, Streamed
from hopscope.dialects._stream_fragments import incomplete, still_open
from hopscope.findings import Finding, make
from hopscope.layers import Part
from hopscope.model import Call, Capture, Choice, Execution, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "bedrock-converse"
STOPS: dict[str, Stopped] = {
    "end_turn": "end", "stop_sequence": "end", "tool_use": "call", "max_tokens": "length",
    "model_context_window_exceeded": "length", "guardrail_intervened": "filter", "content_filtered": "filter",
    "malformed_tool_use": "malformed", "malformed_model_output": "malformed",
}  # fmt: skip
ORDER = "All toolResult blocks of a turn must stand in the one user message right after it."
ROLE = "A toolResult block must stand in a user message, not in the assistant's."
CONTENTS = ("json", "text", "image", "document", "video", "searchResult", "cachePoint")
EVENTS = ("messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata")


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Converse parts: bodies by their shape, events joined into streams."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        for node in _each(part.node) if part.node else ():
            if event := _event(node, part):
                stream = stream.after(draft, event[0], part)
                stream.add(*event, part)
            else:
                stream.close(draft)
                stream = _Stream()
                _body(draft, node)
    stream.close(draft)
    return draft.capture()


def _each(node: Node) -> Iterator[Node]:
    """A list of events is read one by one."""
    items = list(node.each())
    yield from items if items and all(any(item.get(name) for name in EVENTS) for item in items) else [node]


def _event(node: Node, part: Part) -> tuple[str, Node] | None:
    """The name and payload of a stream event: `{name: payload}`, or the payload alone where the framing names it."""
    named = next((name for name in (*EVENTS, *EXCEPTIONS) if isinstance(node.value_at(name), dict)), None)
    if named and len(node.value) <= 2 and not node.get("output"):
        return named, node.get(named)
    return (part.event, node) if part.event in EVENTS and isinstance(node.value, dict) else None


def _body(draft: Draft, node: Node) -> None:
    if node.value_at("output", "message") is not None:
        draft.turns.append(_response(draft, node))
    elif word(node, "__type") or _only_message(node.value):
        draft.tell([_error(node, word(node, "__type") or "error")])
    elif told := given(node.get("Error")):
        draft.tell([_error(told, word(told, "Code") or "error")])
    elif node.value_at("messages") is not None or node.value_at("toolConfig") is not None:
        _request(draft, node)
    else:
        _snippet(draft, node)


def _only_message(value: Any) -> bool:
    only = isinstance(value, dict) and set(map(str.lower, value)) == {"message"}
    return only and isinstance(next(iter(value.values())), str)


def _error(node: Node, kind: str, code: str = "provider-error") -> Finding:
    finding = error_body(node, code, node)
    said = word(node, "message") or word(node, "Message") or finding.params["said"]
    return make(code, node.place(), kind=kind, said=said, advice=finding.advice)


# Requests


def _request(draft: Draft, node: Node) -> None:
    config = node.get("toolConfig")
    mounts = [mount for tool in config.get("tools").each() for mount in _mount(tool)]
    schema = node.get("outputConfig", "textFormat", "structure", "jsonSchema", "schema")
    limit = count(node, "inferenceConfig", "maxTokens")
    request = Request(ID, node, _choice(config.get("toolChoice")), _schema(schema), limit)
    draft.ask(request, mounts)
    _history(draft, list(node.get("messages").each()), request)


def _schema(node: Node) -> Node | None:
    """The schema of the answer, which this dialect writes as a string."""
    return given(node.opened() if isinstance(node.value, str) else node)


def _mount(tool: Node) -> Iterator[Mount]:
    spec = tool.get("toolSpec")
    if name := word(spec, "name"):
        schema, description = given(spec.get("inputSchema", "json")), given(spec.get("description"))
        yield Mount(name, "offer", ID, tool, schema, description=description, strict=flag(spec, "strict"))
    elif name := word(tool, "systemTool", "name"):
        yield Mount(name, "offer", ID, tool, kind="hosted")


def _choice(said: Node) -> Choice | None:
    if name := given(said.get("tool", "name")):
        return chosen(said, "any", [name])
    return chosen(said, next((kind for kind in ("auto", "any") if said.get(kind)), None))


def _history(draft: Draft, messages: list[Node], request: Request | None = None) -> None:
    add_history(draft, map(_message, messages), ORDER, request)
    for message in messages:  # tools that a message brings in
        for block in message.get("content").each():
            added = block.get("toolAddition")
            draft.mounts.extend(mount for tool in (added, added.get("tool")) for mount in _mount(tool))


def _message(message: Node) -> Message:
    content, model = message.get("content"), message.value_at("role") == "assistant"
    calls = _calls(content) if model else ()
    hosted = {call.id for call in calls if call.hosted}
    results = [result for block in content.each() if (result := given(block.get("toolResult")))]
    returns = [
        _return(result, ROLE if model else None) for result in results if word(result, "toolUseId") not in hosted
    ]
    return Message(message, model, calls, texts_of(content), tuple(returns))


def _return(result: Node, misplaced: str | None = None) -> Return:
    content, status = result.get("content"), result.value_at("status")
    wanted = "a list of json, text, image, document or video blocks" if _refused(content.value) else None
    failed = {"error": True, "success": False}.get(str(status))
    texts = texts_of(content) if isinstance(content.value, list) else ()
    return Return(word(result, "toolUseId"), result, given(content), None, failed, misplaced, wanted, texts)


def _refused(content: Any) -> bool:
    if not isinstance(content, list):
        return content is not None
    return any(not isinstance(block, dict) or not any(kind in block for kind in CONTENTS) for block in content)


# Responses


def _response(draft: Draft, node: Node) -> Turn:
    message = node.get("output", "message")
    content, stop = message.get("content"), stop_for(node.get("stopReason"), STOPS)
    tokens = count(node, "usage", "outputTokens")
    turn = Turn(ID, message, _calls(content), texts_of(content), stop=stop, tokens=tokens, request=draft.latest)
    draft.tell(_malformed(stop, turn.texts), turn)
    return turn


def _malformed(stop: Stop | None, texts: Sequence[Node]) -> Iterator[Finding]:
    if stop and stop.means == "malformed":
        arrived = " ".join(text.string for text in texts)[:400]
        said = f"what arrived is: {arrived}" if arrived else "nothing of it arrived"
        yield make("call-malformed", stop.node.place(), reason=stop.reason, said=said, arrived=arrived)


def _calls(content: Node) -> tuple[Call, ...]:
    blocks = list(content.each())
    results = {word(result, "toolUseId"): result for block in blocks if (result := given(block.get("toolResult")))}
    return tuple(_call(use, results) for block in blocks if (use := given(block.get("toolUse"))))


def _call(use: Node, results: dict[str | None, Node], **more: Any) -> Call:
    call_id, name, arguments = word(use, "toolUseId"), word(use, "name") or "", use.get("input")
    more = {"arguments": present(arguments), "encoded": isinstance(arguments.value, str)} | more
    if use.value_at("type") == "server_tool_use":
        more |= {"hosted": True, "execution": _execution(call_id, name, more["arguments"], results.get(call_id))}
    return Call(call_id, name, ID, use, **more)


def _execution(call_id: str | None, name: str, arguments: Node | None, result: Node | None) -> Execution | None:
    if result is None:
        return None
    response = hosted_result(result, result.get("content"), result.value_at("status") == "error")
    return Execution(name, ID, result, call_id, arguments, response)


def _snippet(draft: Draft, node: Node) -> None:
    """What people copy out of a body: messages, blocks or tools."""
    items = copied(node)
    if all(item.value_at("role") for item in items):
        _history(draft, items)
        return
    uses = [use for item in items if (use := given(_inside(item, "toolUse", "input")))]
    results = [result for item in items if (result := given(_inside(item, "toolResult", "content")))]
    if uses:
        draft.turns.append(Turn(ID, node, tuple(_call(use, {}) for use in uses)))
    draft.returns.extend(_return(result) for result in results)
    draft.mounts.extend(mount for item in items for mount in _mount(item))


def _inside(item: Node, name: str, key: str) -> Node:
    """A block's payload, also where it was copied without its name."""
    return item if item.get("toolUseId") and item.get(key) else item.get(name)


# Streams


@dataclass
class _Stream:
    """The events of one streamed response; `close` makes its turn."""

    blocks: Blocks = field(default_factory=Blocks)
    results: dict[str | None, Node] = field(default_factory=dict)
    first: Node = MISSING
    last: Node = MISSING
    last_name: str = ""
    exchange: int | None = None
    stop: Stop | None = None
    tokens: int | None = None
    error: Finding | None = None

    def after(self, draft: Draft, name: str, part: Part) -> _Stream:
        """This stream, or a new one where the event begins another: `metadata` may follow the stop."""
        if not self.first or (name == "metadata" and part.exchange == self.exchange):
            return self
        if self.stop or part.exchange != self.exchange or (name == "messageStart" and not self.blocks.empty):
            self.close(draft)
            return _Stream()
        return self

    def add(self, name: str, payload: Node, part: Part) -> None:
        """Takes one event in."""
        self.exchange, self.first, self.last, self.last_name = part.exchange, self.first or payload, payload, name
        index = count(payload, "contentBlockIndex")
        match name:
            case "contentBlockStart":
                self._begun(payload.get("start"), index, part.index)
            case "contentBlockDelta":
                self._went_on(payload.get("delta"), index, part.index)
            case "contentBlockStop":
                self.blocks.end(index)
            case "messageStop":
                self.stop = stop_for(payload.get("stopReason"), STOPS)
            case "metadata":
                self.tokens = count(payload, "usage", "outputTokens")
            case _ if name in EXCEPTIONS:
                self.error = _error(payload, name, "stream-error")

    def _begun(self, start: Node, index: Any, event: int) -> None:
        if use := given(start.get("toolUse")):
            self.blocks.begin(event, index, use, word(use, "toolUseId"), word(use, "name"), use.get("input"))
        elif result := given(start.get("toolResult")):
            self.results[word(result, "toolUseId")] = result

    def _went_on(self, delta: Node, index: Any, event: int) -> None:
        if use := given(delta.get("toolUse")):
            self.blocks.piece(event, index, use, use.get("input"))
        elif word(delta, "text"):
            self.blocks.text(index, delta.get("text"))

    def close(self, draft: Draft) -> None:
        """Adds the turn, and what is wrong with the stream."""
        if not self.first:
            return
        calls, texts = tuple(self._call(streamed) for streamed in self.blocks.calls()), self.blocks.texts()
        whole = self.stop is not None or self.error is not None
        turn = Turn(ID, self.first, calls, texts, stop=self.stop, tokens=self.tokens, whole=whole, request=draft.latest)
        draft.turns.append(turn)
        draft.tell(self._findings(turn), turn)

    def _call(self, streamed: Streamed) -> Call:
        return _call(streamed.block, self.results, **streamed.fields(over=self.stop is not None))

    def _findings(self, turn: Turn) -> Iterator[Finding]:
        yield from self.blocks.findings()
        yield from _malformed(self.stop, turn.texts)
        if self.error:
            yield self.error
        if not turn.whole:
            yield incomplete(self.last, self.last_name, "messageStop", still_open(turn.calls))


# Writing tools


def write_tool(tool: Tool) -> dict[str, Any]:
    """A tool as a request offers it."""
    schema = {"json": tool.input}
    return {"toolSpec": stated(name=tool.name, description=tool.description, inputSchema=schema, strict=tool.strict)}


def tool_config(tools: Sequence[Any]) -> dict[str, Any]:
    """All tools of a request."""
    return {"toolConfig": {"tools": list(tools)}}


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it; that none is to be called has no word here."""
    said: dict[str, Any] = {"tool": {"name": picked.only}} if picked.only else {picked.mode: {}}
    lost = (*picked.few, *picked.alone)
    if picked.mode == "none":
        return Stated({}, ("that no tool is to be called (leave toolConfig out)", *lost))
    return Stated({"toolConfig": {"toolChoice": said}}, lost)


OFFERING = Offering(  # `ToolSpecification` of the service model requires `inputSchema`
    write_tool,
    "inputSchema",
    "bedrock",
    required=("toolSpec", "inputSchema"),
    strict=True,
    around=tool_config,
    choice=choose,
)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any] | None:
    """The user message with the result that says what was wrong; None for a call that Bedrock runs itself."""
    if call.hosted:
        return None
    result = {"toolUseId": call.id or "", "content": [{"text": text}], "status": "error"}
    return {"role": "user", "content": [{"toolResult": result}]}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The assistant's blocks of a turn, then all results in one user message."""
    uses = [{"toolUse": {"toolUseId": one.id, "name": one.name, "input": one.arguments}} for one in turn]
    results = [
        {
            "toolResult": {
                "toolUseId": one.id,
                "content": [{"text": result.text} if result.value is None else {"json": result.value}],
                "status": "error" if result.failed else "success",
            }
        }
        for one, result in answered(turn)
    ]
    return [{"role": "assistant", "content": uses}, *([{"role": "user", "content": results}] if results else [])]


DIALECT = Dialect(
    ID,
    "AWS Bedrock Converse",
    CLUES,
    read,
    reply,
    Returns(
        flag="status",
        missing="Bedrock refuses the request: each toolUse block needs a toolResult block with its toolUseId in the next "
        "user message.",
        unknown="toolUseId must repeat the id of a toolUse block in the assistant message right before.",
        together=True,
    ),
    arguments="object",
    stops=STOPS,
    stop_names_calls=True,
    offering=OFFERING,
    replay=Replay(_replayed, prefix="tooluse_", ids=r"[a-zA-Z0-9_.:-]{1,64}"),
)
