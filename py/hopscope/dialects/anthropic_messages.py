"""Anthropic Messages: requests, responses, streams and batches, with server tools and the MCP connector.

Source: anthropics/anthropic-sdk-python at 009b035305; the documentation's "Handle tool calls" for the order of results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from hopscope.dialects._anthropic_clues import CALLS, CLUES, is_error, is_hosted_tool, is_message, refused
from hopscope.dialects._anthropic_lists import each, kind_of, of_batch
from hopscope.dialects._base import Dialect, Draft, Returns
from hopscope.dialects._choosing import Picked, Stated, chosen
from hopscope.dialects._errors import aimed, error_body, said_of
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._offers import Offering, Tool, stated
from hopscope.dialects._reading import copied, count, flag, given, hosted_result, present, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_blocks import Blocks, Streamed
from hopscope.dialects._stream_fragments import incomplete, spliced, still_open
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Call, Capture, Choice, Execution, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "anthropic-messages"
STOPS: dict[str, Stopped] = {
    "end_turn": "end", "stop_sequence": "end", "tool_use": "call", "max_tokens": "length", "pause_turn": "pause",
    "model_context_window_exceeded": "length", "compaction": "pause", "refusal": "refusal",
}  # fmt: skip
ORDER = "All tool_result blocks of a turn must stand in the one user message right after it, before any other content."
ROLE = "A tool_result block must stand in a user message, not in the assistant's."


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Messages parts: bodies by their shape, events joined into streams."""
    draft = Draft(ID, document)
    stream = _Stream()
    for part in parts:
        if part.node:
            for node in each(part.node):
                stream = _one(draft, stream, node, part)
    stream.close(draft)
    return draft.capture()


def _one(draft: Draft, stream: _Stream, node: Node, part: Part) -> _Stream:
    kind = kind_of(node)
    if kind or (is_error(node.value) and stream.open):
        if stream.over(kind, node, part):
            stream.spliced_by = node if stream.breaks_off_at(kind, part) else None
            stream.close(draft)
            stream = _Stream()
        stream.add(kind or "error", node, part)
    else:
        stream.close(draft)
        stream = _Stream()
        _body(draft, of_batch(node) or node)
    return stream


def _body(draft: Draft, node: Node) -> None:
    if is_error(node.value):
        draft.said.append(said_of(partial(_error, node), draft.latest))
    elif is_message(node.value):
        _responded(draft, _response(draft, node))
    elif any(node.value_at(key) is not None for key in ("messages", "tools", "output_config")):
        _request(draft, node)
    else:
        _snippet(draft, node)


# Requests


def _request(draft: Draft, node: Node) -> None:
    mounts = [mount for mounts in node.get("tools").each_once(_mount) for mount in mounts]
    schema = given(node.get("output_config", "format", "schema")) or given(node.get("output_format", "schema"))
    request = Request(ID, node, _choice(node.get("tool_choice")), schema, count(node, "max_tokens"))
    draft.ask(request, mounts)
    add_history(draft, node.get("messages").each_once(_message), ORDER, request)


def _mount(tool: Node) -> tuple[Mount, ...]:
    name, schema = word(tool, "name"), given(tool.get("input_schema"))
    if name and (schema or not is_hosted_tool(tool.value)):
        description, strict = given(tool.get("description")), flag(tool, "strict")
        return (Mount(name, "offer", ID, tool, schema, description=description, strict=strict),)
    return (Mount(name, "offer", ID, tool, kind="hosted"),) if name else ()


def _choice(said: Node) -> Choice | None:
    kind, single = said.value_at("type"), said.value_at("disable_parallel_tool_use") is True
    return chosen(said, "any", [said.get("name")], single) if kind == "tool" else chosen(said, kind, single=single)


def _message(message: Node) -> Message:
    content, role = message.get("content"), message.value_at("role")
    model = role == "assistant"
    calls, aside = _calls(content) if model else (), role == "system"
    return Message(message, model, calls, texts_of(content), _returns(content, model), aside)


def _returns(content: Node, model: bool) -> tuple[Return, ...]:
    """The results in a message: behind anything else in it, or in the assistant's, they are misplaced."""
    found, other = [], False
    for block in content.each():
        if block.value_at("type") == "tool_result":
            found.append(_return(block, ROLE if model else ORDER if other else None))
        else:
            other = True
    return tuple(found)


def _return(block: Node, misplaced: str | None = None) -> Return:
    content, failed = block.get("content"), flag(block, "is_error")
    wanted = "a string or a list of text, image, document or search_result blocks" if refused(content.value) else None
    return Return(word(block, "tool_use_id"), block, given(content), None, failed, misplaced, wanted, texts_of(content))


# Responses


def _responded(draft: Draft, turn: Turn) -> None:
    """A turn more, or more of the last one: session logs write each block of a response as a line of its own."""
    last = draft.turns[-1] if draft.turns else None
    if last and _goes_on(last, turn):
        calls, texts = (*last.calls, *turn.calls), (*last.texts, *turn.texts)
        draft.turns[-1] = replace(turn, node=last.node, calls=calls, texts=texts, stop=turn.stop or last.stop)
    else:
        draft.turns.append(turn)


def _goes_on(last: Turn, turn: Turn) -> bool:
    """Whether two bodies are one response: the same id, and no call told again."""
    known = {call.id for call in last.calls}
    same = bool(turn.id) and last.id == turn.id and not last.history
    return same and known.isdisjoint(call.id for call in turn.calls)


def _response(draft: Draft, node: Node) -> Turn:
    content = node.get("content")
    return Turn(
        ID,
        node,
        _calls(content),
        texts_of(content),
        stop=_stop(node),
        tokens=count(node, "usage", "output_tokens"),
        id=word(node, "id"),
        request=draft.latest,
    )


def _stop(node: Node) -> Stop | None:
    details = node.get("stop_details")
    said = word(details, "explanation") or word(details, "category") or ""
    return stop_for(node.get("stop_reason"), STOPS, said)


def _calls(content: Node) -> tuple[Call, ...]:
    blocks = list(content.each())
    results = _results(blocks)
    return tuple(_call(block, results) for block in blocks if block.value_at("type") in CALLS)


def _results(blocks: list[Node]) -> dict[str, Node]:
    """The results of hosted calls that stand beside them, by id."""
    found = (block for block in blocks if str(block.value_at("type")).endswith("_tool_result"))
    return {id: block for block in found if (id := word(block, "tool_use_id"))}


def _call(block: Node, results: dict[str, Node], **more: Any) -> Call:
    id, name, arguments = word(block, "id"), word(block, "name") or "", block.get("input")
    read: dict[str, Any] = {"arguments": present(arguments), "encoded": isinstance(arguments.value, str)}
    if unread := _unread(arguments):
        read = {"arguments": unread, "encoded": True, "kept": True}
    more = read | more
    if block.value_at("type") != "tool_use":
        more |= {"hosted": True, "namespace": word(block, "server_name")}
        more["execution"] = _execution(id, name, more, results.get(id or ""))
    return Call(id, name, ID, block, **more)


def _unread(arguments: Node) -> Node | None:
    """What a model wrote where it was no JSON, in the object that Claude's documents of fine-grained streaming have it kept in."""
    raw = arguments.get("INVALID_JSON")
    return raw if isinstance(raw.value, str) and len(arguments.value) == 1 else None


def _execution(id: str | None, name: str, call: dict[str, Any], result: Node | None) -> Execution | None:
    if result is None:
        return None
    content = result.get("content")
    kind = content.value_at("type")
    failed = result.value_at("is_error") is True or (isinstance(kind, str) and kind.endswith("_error"))
    response = hosted_result(result, content, failed, word(content, "error_code"))
    return Execution(name, ID, result, id, call["arguments"], response, call["namespace"])


def _snippet(draft: Draft, node: Node) -> None:
    """What people copy out of a body: messages, blocks or tools."""
    items = copied(node)
    if all(item.value_at("role") for item in items):
        add_history(draft, map(_message, items), ORDER)
        return
    calls = [item for item in items if item.value_at("type") in CALLS]
    if calls:
        draft.turns.append(Turn(ID, node, tuple(_call(item, _results(items)) for item in calls)))
    draft.returns.extend(_return(item) for item in items if item.value_at("type") == "tool_result")
    draft.mounts.extend(mount for item in items if item not in calls for mount in _mount(item))


# Errors


_POINTED = re.compile(r"\b(?:tools|messages)\.\d+(?:\.[\w$-]+)*")


def _error(node: Node, request: Request | None, code: str = "provider-error") -> Finding:
    """The error with the tool or message it names (`tools.0.custom.input_schema…`), where the request is known."""
    finding = error_body(node, code)
    pointed = _POINTED.search(str(finding.params.get("said", "")))
    steps = pointed[0].replace(".custom.", ".", 1).split(".") if pointed else []
    return aimed(finding, [int(step) if step.isdigit() else step for step in steps], request)


# Streams


@dataclass
class _Stream:
    """The events of one streamed response; `close` makes its turn."""

    blocks: Blocks = field(default_factory=Blocks)
    results: list[Node] = field(default_factory=list)
    first: Node = MISSING
    last: Node = MISSING
    exchange: int | None = None
    id: str | None = None
    stop: Stop | None = None
    tokens: int | None = None
    stopped: bool = False
    error: Node | None = None
    spliced_by: Node | None = None  # the start of another response inside this one

    @property
    def open(self) -> bool:
        """Whether any event came."""
        return bool(self.first)

    def over(self, kind: str | None, node: Node, part: Part) -> bool:
        """Whether an event belongs to another stream than this one."""
        if not self.open or kind == "ping":
            return False
        if self.stopped or part.exchange != self.exchange:
            return True
        return kind == "message_start" and not (self.blocks.empty and word(node, "message", "id") == self.id)

    def breaks_off_at(self, kind: str | None, part: Part) -> bool:
        """Whether the start of another response comes before the end of this one, in one stream."""
        return kind == "message_start" and not (self.stopped or self.error) and part.exchange == self.exchange

    def add(self, kind: str, node: Node, part: Part) -> None:
        """Takes one event in."""
        if kind == "ping":
            return
        self.exchange, self.first, self.last = part.exchange, self.first or node, node
        match kind:
            case "message_start":
                self.id = word(node, "message", "id")
            case "content_block_start":
                self._block_started(node.get("content_block"), count(node, "index"), part.index)
            case "content_block_delta":
                self._block_went_on(node.get("delta"), count(node, "index"), part.index)
            case "content_block_stop":
                self.blocks.end(count(node, "index"))
            case "message_delta":
                self.stop = _stop(node.get("delta")) or self.stop
                self.tokens = count(node, "usage", "output_tokens") or self.tokens
            case "message_stop":
                self.stopped = True
            case "error":
                self.error = node

    def _block_started(self, block: Node, index: Any, event: int) -> None:
        kind = block.value_at("type")
        if kind in CALLS:
            self.blocks.begin(event, index, block, word(block, "id"), word(block, "name"), block.get("input"))
        elif isinstance(kind, str) and kind.endswith("_tool_result"):
            self.results.append(block)

    def _block_went_on(self, delta: Node, index: Any, event: int) -> None:
        if delta.get("partial_json"):
            self.blocks.piece(event, index, delta, delta.get("partial_json"))
        elif word(delta, "text"):
            self.blocks.text(index, delta.get("text"))

    def close(self, draft: Draft) -> None:
        """Adds the turn, and what is wrong with the stream."""
        if not self.open:
            return
        calls = tuple(self._call(streamed) for streamed in self.blocks.calls())
        turn = Turn(
            ID,
            self.first,
            calls,
            self.blocks.texts(),
            stop=self.stop,
            tokens=self.tokens,
            whole=self.stopped or self.error is not None,
            id=self.id,
            request=draft.latest,
        )
        draft.turns.append(turn)
        draft.tell(self._findings(calls, draft.latest), turn)

    def _call(self, streamed: Streamed) -> Call:
        over = self.stopped or self.stop is not None
        return _call(streamed.block, _results(self.results), **streamed.fields(over=over))

    def _findings(self, calls: tuple[Call, ...], request: Request | None) -> Iterator[Finding]:
        yield from self.blocks.findings()
        if self.error is not None:
            yield _error(self.error, request, "stream-error")
        elif self.spliced_by is not None:
            yield spliced(self.spliced_by, word(self.spliced_by, "message", "id") or "without an id", calls)
        elif not self.stopped:
            yield incomplete(self.last, word(self.last, "type"), "message_stop", still_open(calls))


# Writing tools


def write_tool(tool: Tool) -> dict[str, Any]:
    """A tool as a request offers it."""
    return stated(name=tool.name, description=tool.description, input_schema=tool.input, strict=tool.strict)


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it."""
    kind = {"type": "tool", "name": picked.only} if picked.only else {"type": picked.mode}
    alone = {"disable_parallel_tool_use": True} if picked.single else {}
    return Stated({"tool_choice": {**kind, **alone}}, tuple(picked.few))


OFFERING = Offering(  # `ToolParam` of the SDK requires `input_schema`
    write_tool, "input_schema", "anthropic", required=("input_schema",), strict_rules="anthropic-strict", choice=choose
)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any] | None:
    """The user message with the result that says what was wrong; None for a call that the provider runs itself."""
    if call.hosted:
        return None
    result = {"type": "tool_result", "tool_use_id": call.id or "", "content": text, "is_error": True}
    return {"role": "user", "content": [result]}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The assistant's blocks of a turn, then all results in one user message."""
    uses = [{"type": "tool_use", "id": one.id, "name": one.name, "input": one.arguments} for one in turn]
    results: list[dict[str, Any]] = [
        {"type": "tool_result", "tool_use_id": one.id, "content": result.text}
        | ({"is_error": True} if result.failed else {})
        for one, result in answered(turn)
    ]
    return [{"role": "assistant", "content": uses}, *([{"role": "user", "content": results}] if results else [])]


DIALECT = Dialect(
    ID,
    "Anthropic Messages",
    CLUES,
    read,
    reply,
    Returns(
        flag="is_error",
        missing="Anthropic refuses the request: `tool_use` ids without `tool_result` blocks immediately after them; answer every "
        "call of the turn in the next user message.",
        unknown="tool_use_id must repeat the id of a tool_use block in the assistant message right before.",
        together=True,
    ),
    arguments="object",
    stops=STOPS,
    stop_names_calls=True,
    offering=OFFERING,
    replay=Replay(_replayed, prefix="toolu_", ids=r"[a-zA-Z0-9_-]+"),
)
