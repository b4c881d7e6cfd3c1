"""OpenAI Chat Completions: requests, responses and streams, and the habits of servers that speak the same dialect.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40; error wording as the API returns it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue, count, given, texts_of, word
from hopscope.dialects._errors import error_body
from hopscope.dialects._fragments import Assembly, Piece
from hopscope.dialects._turns import Message, paired
from hopscope.findings import make
from hopscope.layers import Part
from hopscope.model import Call, Capture, Mount, Request, Return, Said, Stop, Stopped, Turn
from hopscope.text.node import Node

ID = "openai-chat"
STOPS: dict[str, Stopped] = {
    "stop": "end",
    "length": "length",
    "tool_calls": "call",
    "function_call": "call",
    "content_filter": "filter",
    "tool": "call",
}
RESULT_ROLES = ("tool", "function")
ORDER = (
    "A tool message must follow the assistant message whose call it answers, with nothing but tool messages between."
)


def _schema_tool(tool: Any) -> bool:
    return isinstance(tool, dict) and isinstance(tool.get("function"), dict) and "name" in tool["function"]


def _written_call(call: Any) -> bool:
    function = call.get("function") if isinstance(call, dict) else None
    return isinstance(function, dict) and isinstance(function.get("arguments"), str)


CLUES: tuple[Clue, ...] = (
    clue(6, "object", "chat.completion"),
    clue(6, "object", "chat.completion.chunk"),
    clue(4, "choices/*/message", dict),
    clue(4, "choices/*/delta", dict),
    clue(2, "choices/*/message/tool_calls/*", _written_call),
    clue(3, "messages/*/tool_calls/*", _written_call),
    clue(3, "messages/*/tool_call_id", str),
    clue(2, "messages/*/role", str),
    clue(4, "tools/*", _schema_tool),
    clue(4, "functions/*/parameters", dict),
    clue(2, "tools/*/custom/name", str),
    clue(2, "response_format/json_schema", dict),
    clue(4, "*/function/arguments", str),  # a list of tool_calls
    clue(4, "*/tool_calls/*", _written_call),  # a list of messages, or one choice with its message
    clue(4, "*/tool_call_id", str),
    clue(5, "tool_calls/*", _written_call),  # one message
    clue(4, "*", lambda tool: _schema_tool(tool) and tool.get("type") == "function"),
    clue(5, "function/arguments", str),
    clue(5, "function/parameters", dict),
    clue(4, "function_call/arguments", str),
    clue(4, "tool_call_id", str),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Chat parts: each body by its shape, chunks joined into streams."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        if part.done or (part.node and _is_chunk(part.node)):
            stream = _streamed(draft, stream, part)
        elif part.node:
            _body(draft, part.node)
    stream.close(draft)
    return draft.capture()


def _body(draft: Draft, node: Node) -> None:
    if node.get("choices").value is not None:
        draft.turns.extend(_choice(choice, node) for choice in node.get("choices").each())
    elif node.get("error").value:
        draft.said.append(Said(error_body(node)))
    elif (
        node.get("messages").value is not None
        or node.get("tools").value is not None
        or node.get("functions").value is not None
    ):
        _request(draft, node)
    else:
        _snippet(draft, node)


# Requests


def _request(draft: Draft, node: Node) -> None:
    draft.mounts.extend(_mounts(node))
    request = Request(ID, node, _forced(node), _answer_schema(node), _limit(node), len(draft.mounts))
    draft.requests.append(request)
    _history(draft, node.get("messages"), request)


def _limit(node: Node) -> int | None:
    return count(node.get("max_completion_tokens")) or count(node.get("max_tokens"))


def _mounts(node: Node) -> Iterator[Mount]:
    for tool in node.get("tools").each():
        yield from _mount(tool)
    for function in node.get("functions").each():
        yield from _function(function, function)
    for message in node.get("messages").each():  # tools that a developer message brings in
        for tool in message.get("tools").each():
            yield from _mount(tool)


def _mount(tool: Node) -> Iterator[Mount]:
    if tool.get("custom", "name").value:
        custom = tool.get("custom")
        yield Mount(
            custom.get("name").value, "offer", ID, tool, kind="custom", description=given(custom.get("description"))
        )
    else:
        yield from _function(tool, tool.get("function"))


def _function(tool: Node, function: Node) -> Iterator[Mount]:
    if name := word(function.get("name")):
        strict = function.get("strict").value
        yield Mount(
            name,
            "offer",
            ID,
            tool,
            given(function.get("parameters")),
            description=given(function.get("description")),
            strict=strict if isinstance(strict, bool) else None,
        )


def _forced(node: Node) -> str | None:
    choice = node.get("tool_choice")
    if choice.value in ("required", "any"):
        return "*"
    return (
        word(choice.get("function", "name"))
        or word(choice.get("custom", "name"))
        or word(node.get("function_call", "name"))
    )


def _answer_schema(node: Node) -> Node | None:
    return given(node.get("response_format", "json_schema", "schema"))


def _history(draft: Draft, messages: Node, request: Request | None = None) -> None:
    turns, strays = paired(ID, list(_messages(messages)), ORDER, request)
    draft.turns.extend(turns)
    draft.returns.extend(strays)


def _messages(messages: Node) -> Iterator[Message]:
    """The messages of a history, tool messages that follow each other as one."""
    for is_result, run in groupby(messages.each(), lambda message: message.get("role").value in RESULT_ROLES):
        members = list(run)
        if is_result:
            yield Message(members[0], False, returns=tuple(map(_return, members)))
        else:
            yield from map(_message_of, members)


def _message_of(message: Node) -> Message:
    model = message.get("role").value == "assistant"
    return Message(message, model, _calls(message) if model else (), texts_of(message.get("content")) if model else ())


def _return(message: Node) -> Return:
    content = message.get("content")
    refused = isinstance(content.value, (dict, bool, int)) or _no_blocks(content)
    wanted = "a string or a list of text parts" if refused else None
    return Return(
        word(message.get("tool_call_id")),
        message,
        given(content),
        word(message.get("name")),
        wanted=wanted,
        texts=texts_of(content),
    )


def _no_blocks(content: Node) -> bool:
    return isinstance(content.value, list) and any(
        not (isinstance(block, dict) and "type" in block) for block in content.value
    )


# Responses


def _choice(choice: Node, body: Node) -> Turn:
    message = choice.get("message")
    return Turn(
        ID,
        message,
        _calls(message),
        texts_of(message.get("content")),
        stop=_stop(choice),
        refusal=given(message.get("refusal")),
        tokens=count(body.get("usage", "completion_tokens")),
        id=word(body.get("id")),
    )


def _stop(choice: Node) -> Stop | None:
    reason = word(choice.get("finish_reason"))
    return Stop(reason, STOPS.get(reason), choice.get("finish_reason")) if reason else None


def _calls(message: Node) -> tuple[Call, ...]:
    calls = [_call(node) for node in message.get("tool_calls").each()]
    legacy = message.get("function_call")
    if legacy.value:
        calls.append(Call(None, legacy.get("name").value or "", ID, legacy, *_arguments(legacy), wants_id=False))
    return tuple(calls)


def _call(node: Node) -> Call:
    if node.get("custom").value:
        custom = node.get("custom")
        return Call(
            word(node.get("id")),
            word(custom.get("name")) or "",
            ID,
            node,
            given(custom.get("input")),
            True,
            custom=True,
        )
    function = node.get("function") if node.get("function").value else node  # some servers send it flat
    return Call(word(node.get("id")), word(function.get("name")) or "", ID, node, *_arguments(function))


def _arguments(function: Node) -> tuple[Node | None, bool]:
    node = function.get("arguments")
    return (None, True) if node.missing else (node, isinstance(node.value, str))


def _snippet(draft: Draft, node: Node) -> None:
    """What people copy out of a body: a list of messages, of calls or of tools, or one of them."""
    items = list(node.each()) or [node]
    if any(item.get("role").value for item in items):
        if isinstance(node.value, list):
            _history(draft, node)
        else:
            _message(draft, node)
        return
    calls = tuple(_call(item) for item in items if item.get("function", "arguments").value is not None)
    if node.get("tool_calls").value or node.get("function_call").value:
        calls = _calls(node)
    if calls:
        draft.turns.append(Turn(ID, node, calls))
    draft.mounts.extend(mount for item in items if item.get("function", "arguments").missing for mount in _mount(item))


def _message(draft: Draft, node: Node) -> None:
    if node.get("role").value in RESULT_ROLES:
        draft.returns.append(_return(node))
    else:
        draft.turns.append(
            Turn(ID, node, _calls(node), texts_of(node.get("content")), refusal=given(node.get("refusal")))
        )


# Streams


def _is_chunk(node: Node) -> bool:
    return node.get("object").value == "chat.completion.chunk" or any(
        c.get("delta").value is not None for c in node.get("choices").each()
    )


def _streamed(draft: Draft, stream: _Stream, part: Part) -> _Stream:
    if part.node and not stream.takes(part):
        stream.close(draft)
        stream = _Stream()
    stream.add(part)
    return stream


class _Stream:
    """The chunks of one streamed response; `close` adds a turn for each choice."""

    def __init__(self) -> None:
        self.id: str | None = None
        self.exchange: int | None = None
        self.node: Node | None = None
        self.done = False
        self.choices: dict[Any, _Choice] = {}
        self.tokens: int | None = None
        self.error: Node | None = None
        self.events = 0

    def takes(self, part: Part) -> bool:
        if self.node is None:
            return True
        id = word(part.node.get("id"))
        return not self.done and part.exchange == self.exchange and (not id or not self.id or id == self.id)

    def add(self, part: Part) -> None:
        node = part.node
        if node is None:
            self.done = True
            return
        self.id, self.node, self.exchange = self.id or word(node.get("id")), self.node or node, part.exchange
        self.tokens = count(node.get("usage", "completion_tokens")) or self.tokens
        self.error = self.error or given(node.get("error"))
        for choice in node.get("choices").each():
            self.choices.setdefault(choice.get("index").value, _Choice()).add(choice, part.index)

    def close(self, draft: Draft) -> None:
        if self.node is None:
            return
        if self.error is not None:
            draft.said.append(Said(error_body(self.node, "stream-error", self.error)))
        for choice in self.choices.values():
            choice.close(draft, self)


class _Choice:
    def __init__(self) -> None:
        self.assembly, self.node, self.stop = Assembly(), None, None
        self.texts: list[Node] = []
        self.refusals: list[Node] = []
        self.last: Node | None = None

    def add(self, choice: Node, event: int) -> None:
        delta = choice.get("delta")
        self.node, self.last = self.node or choice, choice
        self.stop = _stop(choice) or self.stop
        self.texts += [content for content in [delta.get("content")] if word(content)]
        self.refusals += [refusal for refusal in [delta.get("refusal")] if word(refusal)]
        for call in delta.get("tool_calls").each():
            self.assembly.add(_piece(call, event))
        if delta.get("function_call").value:
            function = delta.get("function_call")
            self.assembly.add(
                Piece(event, function, 0, None, word(function.get("name")), given(function.get("arguments")))
            )

    def close(self, draft: Draft, stream: _Stream) -> None:
        whole = bool(self.stop) or stream.done or stream.error is not None
        open_call = self.assembly.calls[-1] if self.assembly.calls and not whole else None
        calls = tuple(one.call(ID, part_of_stream_end=one is open_call) for one in self.assembly.calls)
        turn = Turn(
            ID,
            self.node,
            calls,
            joined(self.texts),
            stop=self.stop,
            refusal=next(iter(joined(self.refusals)), None),
            tokens=stream.tokens,
            whole=whole,
            id=stream.id,
        )
        draft.turns.append(turn)
        draft.said.extend(Said(finding, turn) for finding in self.assembly.findings())
        if not whole:
            draft.said.append(Said(self._incomplete(calls), turn))

    def _incomplete(self, calls: tuple[Call, ...]) -> Any:
        still = f"; the arguments of {calls[-1].name} were still coming" if calls else ""
        end = self.last.place()
        return make("stream-incomplete", end, last="its last chunk", closing="finish_reason or [DONE]", open=still)


def _piece(call: Node, event: int) -> Piece:
    function = call.get("function")
    return Piece(
        event,
        call,
        count(call.get("index")),
        word(call.get("id")),
        word(function.get("name")),
        given(function.get("arguments")),
    )


def joined(texts: list[Node]) -> tuple[Node, ...]:
    """The pieces of a streamed text as one node, or none."""
    from hopscope.text.node import node_of_fragments

    return (node_of_fragments(texts),) if texts else ()


# What a host sends back, and how a contract is offered here


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call`; this dialect has no error flag, so the text must say it."""
    if call.custom or call.wants_id:
        return {"role": "tool", "tool_call_id": call.id or "", "content": text}
    return {"role": "function", "name": call.name, "content": text}


DIALECT = Dialect(
    ID,
    "OpenAI Chat Completions",
    CLUES,
    read,
    reply,
    Returns(
        missing="OpenAI refuses the request: each tool_call_id must be answered by a tool message right after the assistant message.",
        unknown="tool_call_id must repeat the id of a call in the assistant message before it.",
    ),
    stops=STOPS,
    stop_names_calls=True,
    forced_says_end=True,
)
