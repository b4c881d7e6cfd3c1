"""Ollama's own chat API (`/api/chat`): requests, responses and streams of one JSON object a line.

Source: ollama/ollama `api/types.go` and `docs/api.md` at fb30760996. Arguments are objects, calls need no id, results name the
tool, and `done_reason` is `stop` for calls as well. Ollama's `/v1` is OpenAI Chat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._chat_messages import function_mount, has_call, history, message_of
from hopscope.dialects._choosing import Picked, Stated
from hopscope.dialects._errors import error_body
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._offers import Offering, function
from hopscope.dialects._reading import any_json, copied, count, given, present, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_fragments import incomplete
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Call, Capture, Fragment, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node, node_of_fragments

ID = "ollama"
STOPS: dict[str, Stopped] = {"stop": "end", "length": "length"}
OPENAI = re.compile(r"(?:gpt-\d|chatgpt|o\d)\b")  # models that Ollama has not: what is written for them is only wrong
# A model with its size or build, as Ollama names them.
TAGGED = re.compile(r"[a-z][\w.-]*:(?:latest|cloud|[\w.]*\d+(?:\.\d+)?[bm]?(?:-[\w.-]+)?)")
OWN = {"options", "keep_alive", "think", "format"}  # request members that OpenAI Chat does not have


def _written_call(value: Any) -> bool:
    return has_call(value, dict)


def _chunk(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("message"), dict) and isinstance(value.get("done"), bool)


def _error(value: Any) -> bool:
    """An error body, which is one sentence; other services write such bodies too, but not of models and tools."""
    said = value.get("error") if isinstance(value, dict) and len(value) == 1 else None
    return isinstance(said, str) and bool(
        re.search(r"\bmodel ['\"]|does not support tools|ChatRequest|api\.Tool|ollama|llama\b", said)
    )


def _request_shape(value: Any) -> bool:
    """A request that OpenAI's Chat would not have; the rest of it is written alike."""
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return False
    messages = [message for message in value["messages"] if isinstance(message, dict)]
    made = [message["tool_calls"] for message in messages if isinstance(message.get("tool_calls"), list)]
    # A framework that keeps what it sent to another API names the tool beside the id of its call.
    named = any("tool_name" in message and "tool_call_id" not in message for message in messages)
    model = str(value.get("model"))
    written = [call for calls in made for call in calls if _written_call(call)]
    by_id = any("tool_call_id" in message for message in messages)
    kept = by_id and all({"id", "type"} <= call.keys() for call in written)
    objects = bool(written) and not OPENAI.match(model) and (bool(TAGGED.fullmatch(model)) or not kept)
    return bool(OWN & value.keys()) or named or objects


def _named_result(value: Any) -> bool:
    """A tool's message: whatever else names a tool so, frameworks' events above all, has no content beside it."""
    return isinstance(value, dict) and isinstance(value.get("tool_name"), str) and "content" in value


CLUES: tuple[Clue, ...] = (
    clue(6, "", _chunk, having="done"),
    clue(2, "created_at", str),
    clue(2, "total_duration", int),
    clue(2, "done_reason", str),
    clue(3, "message/tool_calls/*", _written_call, having="function"),
    clue(18, "", _request_shape, having="messages"),  # more than all that Chat sees in the same request
    clue(5, "tool_calls/*", _written_call, having="function"),  # one message
    clue(4, "[]/tool_calls/*", _written_call, having="function"),  # a list of messages
    clue(4, "[]", _written_call, having="function"),  # a list of calls
    clue(4, "", _written_call, having="function"),
    clue(4, "", _named_result, having="tool_name"),
    clue(4, "", _error, having="error"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Ollama parts: each body by its shape, lines joined into streams up to `done`."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        if part.node and _chunk(part.node.value):
            stream.add(part)
            if stream.done:
                stream.close(draft)
                stream = _Stream()
        elif part.node and stream.last and word(part.node, "error"):
            stream.error = part.node
        elif part.node:
            _body(draft, part.node)
    stream.close(draft)
    return draft.capture()


def _body(draft: Draft, node: Node) -> None:
    if word(node, "error"):
        draft.tell([error_body(node)])
    elif isinstance(node.value_at("messages"), list):
        _request(draft, node)
    elif isinstance(node.value_at("message"), dict):
        _history(draft, [_past(node.get("message"))])
    else:
        _snippet(draft, node)


def _request(draft: Draft, node: Node) -> None:
    own = [mount for mounts in node.get("tools").each_once(_mount) for mount in mounts]
    schema = node.get("format")
    answer, free = schema if isinstance(schema.value, dict) else None, any_json(schema, "json")
    limit = count(node, "options", "num_predict")
    request = Request(ID, node, None, answer or free, limit, True if free else None)
    draft.ask(request, own)
    _history(draft, node.get("messages").each_once(_past), request)


def _mount(tool: Node) -> tuple[Mount, ...]:
    return tuple(function_mount(ID, tool, tool.get("function")))


def _history(draft: Draft, messages: Iterable[Message], request: Request | None = None) -> None:
    add_history(draft, history(messages), request=request)


def _return(message: Node) -> Return:
    content = message.get("content")
    name = word(message, "tool_name") or word(message, "name")
    wanted = None if content.value is None or isinstance(content.value, str) else "a string"
    return Return(word(message, "tool_call_id"), message, given(content), name, wanted=wanted, texts=texts_of(content))


def _calls(message: Node) -> tuple[Call, ...]:
    return tuple(_call(node) for node in message.get("tool_calls").each())


_past = partial(message_of, calls_of=_calls, return_of=_return)


def _call(node: Node, **more: Any) -> Call:
    arguments = node.get("function", "arguments")
    name = word(node, "function", "name") or ""
    encoded = isinstance(arguments.value, str)
    return Call(word(node, "id"), name, ID, node, present(arguments), encoded, wants_id=False, **more)


def _snippet(draft: Draft, node: Node) -> None:
    """What people copy out of a body: messages or calls, in a list or one alone."""
    members = copied(node)
    if any(member.value_at("role") for member in members):
        _history(draft, map(_past, members))
    elif calls := tuple(_call(member) for member in members if member.value_at("function")):
        draft.turns.append(Turn(ID, node, calls))
    elif node.value_at("tool_calls"):
        draft.turns.append(Turn(ID, node, _calls(node)))


# Responses, whole or in lines


@dataclass
class _Stream:
    """The lines of one response, of which a whole body is the only one; `close` adds its turn."""

    chunks: list[Part] = field(default_factory=list)
    last: Node = MISSING
    error: Node | None = None

    @property
    def done(self) -> bool:
        """Whether the closing line was seen."""
        return self.last.value_at("done") is True

    def add(self, part: Part) -> None:
        """Takes in one line."""
        self.chunks.append(part)
        self.last = part.node or MISSING

    def close(self, draft: Draft) -> None:
        """Adds what the lines held to the draft."""
        if not self.chunks:
            return
        turn = Turn(
            ID,
            self.chunks[0].node or MISSING,
            tuple(self._calls()),
            self._texts(),
            stop=_stop(self.last),
            tokens=count(self.last, "eval_count"),
            whole=self.done,
            request=draft.latest,
        )
        draft.turns.append(turn)
        draft.tell(self._findings(turn), turn)

    def _calls(self) -> Iterator[Call]:
        """The calls, each whole in its line."""
        for part in self.chunks:
            for node in (part.node or MISSING).get("message", "tool_calls").each():
                call = _call(node)
                yield _call(node, fragments=(_fragment(call, part.index),)) if len(self.chunks) > 1 else call

    def _texts(self) -> tuple[Node, ...]:
        found = [part.node.get("message", "content") for part in self.chunks if part.node]
        filled = [text for text in found if word(text)]
        return (node_of_fragments(filled) if len(filled) > 1 else filled[0],) if filled else ()

    def _findings(self, turn: Turn) -> Iterator[Finding]:
        if self.error is not None:
            yield error_body(self.error, "stream-error")
        elif not turn.whole:
            yield incomplete(self.last, "its last line", '"done": true')


def _fragment(call: Call, event: int) -> Fragment:
    index = call.node.value_at("function", "index")
    text = call.arguments.text if call.arguments else ""
    return Fragment(event, index, call.id, call.name, text, call.arguments or call.node)


def _stop(last: Node) -> Stop | None:
    return stop_for(last.get("done_reason"), STOPS)


# Writing tools


def choose(picked: Picked) -> Stated:
    """No request of this dialect says anything of the choice of tools."""
    must = {"any": f"that {picked.only or 'some tool'} must be called", "none": "that no tool is to be called"}
    said = [must[picked.mode]] if picked.mode in must else []
    return Stated({}, (*said, *picked.few, *picked.alone))


OFFERING = Offering(function, "parameters", "ollama", choice=choose)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call`; this dialect has no error flag, so the text must say it."""
    message = {"role": "tool", "tool_name": call.name, "content": text}
    return message | {"tool_call_id": call.id} if call.id else message


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The assistant's message with the calls of a turn, then a tool message for each result, in the order of the calls."""
    calls = [
        {"id": one.id, "function": {"index": number, "name": one.name, "arguments": one.arguments}}
        for number, one in enumerate(turn)
    ]
    results = [
        {"role": "tool", "tool_name": one.name, "tool_call_id": one.id, "content": result.text}
        for one, result in answered(turn)
    ]
    return [{"role": "assistant", "content": "", "tool_calls": calls}, *results]


DIALECT = Dialect(
    ID,
    "Ollama",
    CLUES,
    read,
    reply,
    Returns(
        missing="Send one tool message for each call, in the order of the calls.",
        unknown="tool_name must repeat the name of the call that this result answers.",
    ),
    arguments="object",
    stops=STOPS,
    offering=OFFERING,
    replay=Replay(_replayed),
)
