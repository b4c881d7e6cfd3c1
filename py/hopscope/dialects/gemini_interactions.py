"""The Gemini Interactions API (`/v1beta/interactions`): requests, interactions of steps, and streams.

Source: googleapis/python-genai `google/genai/_gaos/types/interactions` at 66807187f2. Until May 2026 the steps were called
outputs and the events had other names; both are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from hopscope.dialects._base import Dialect, Draft, Returns
from hopscope.dialects._choosing import Picked, Stated, chosen
from hopscope.dialects._errors import error_body
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._interactions_clues import CALLS, CLUES, RESULTS, SERVER, is_call, is_event, is_interaction
from hopscope.dialects._offers import Offering, flat_function
from hopscope.dialects._reading import copied, count, flag, given, hosted_result, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._stream_blocks import Blocks, Streamed
from hopscope.dialects._stream_fragments import incomplete, still_open
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Call, Capture, Choice, Execution, Mount, Request, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "gemini-interactions"
STOPS: dict[str, Stopped] = {
    "requires_action": "call", "completed": "end", "incomplete": "length", "budget_exceeded": "length", "failed": "error",
}  # fmt: skip
UNDERWAY = ("in_progress", "queued")
USERS = ("function_result", "user_input")


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's parts: bodies by their shape, events joined into streams."""
    draft, stream = Draft(ID, document), _Stream()
    for part in parts:
        if part.done:
            stream.done = True
        for node in _each(part.node) if part.node else ():
            kind = word(node, "event_type")
            if kind:
                stream = stream.after(draft, kind, part)
                stream.add(kind, node, part)
            else:
                stream.close(draft)
                stream = _Stream()
                _body(draft, node)
    stream.close(draft)
    return draft.capture()


def _each(node: Node) -> Iterator[Node]:
    items = list(node.each())
    yield from (
        items if items and all(is_event(item.value) or is_interaction(item.value) for item in items) else [node]
    )


def _body(draft: Draft, node: Node) -> None:
    if is_interaction(node.value):
        _interaction(draft, node)
    elif node.value_at("error"):
        draft.tell([error_body(node)])
    elif any(node.get(key) for key in ("input", "tools", "generation_config")):
        _request(draft, node)
    else:
        _steps(draft, copied(node))


# Requests


def _request(draft: Draft, node: Node) -> None:
    mounts = [mount for tool in node.get("tools").each() for mount in _mount(tool)]
    config = node.get("generation_config")
    formats = [*node.get("response_format").each(), node.get("response_format")]
    schema = next((found for each in formats if (found := given(each.get("schema")))), None)
    request = Request(ID, node, _choice(config.get("tool_choice")), schema, count(config, "max_output_tokens"))
    draft.ask(request, mounts)
    _steps(draft, list(node.get("input").each()), request)


def _mount(tool: Node) -> Iterator[Mount]:
    name, kind = word(tool, "name"), word(tool, "type")
    if kind == "function" and name:
        yield Mount(name, "offer", ID, tool, given(tool.get("parameters")), description=given(tool.get("description")))
    elif kind:
        yield Mount(name or kind, "offer", ID, tool, kind="hosted")


def _choice(said: Node) -> Choice | None:
    allowed = said.get("allowed_tools")
    return chosen(said, allowed.value_at("mode") if allowed else said.value, allowed.get("tools").each())


# Steps


def _steps(draft: Draft, steps: list[Node], request: Request | None = None) -> None:
    """The turns among steps: what the model did in a row is one, and the results behind it answer it."""
    if len(steps) == 1 and is_call(steps[0].value):
        draft.turns.append(Turn(ID, steps[0], _calls(steps), request=request))
        return
    messages = (_message(list(run), model) for model, run in groupby(steps, _is_model))
    add_history(draft, messages, request=request)


def _is_model(step: Node) -> bool:
    return step.value_at("type") not in USERS and step.value_at("role") != "user"


def _message(steps: list[Node], model: bool) -> Message:
    if model:
        return Message(steps[0], True, _calls(steps), _texts(steps))
    results = (step for step in steps if step.value_at("type") == "function_result")
    return Message(steps[0], False, returns=tuple(_return(step) for step in results))


def _texts(steps: Sequence[Node]) -> tuple[Node, ...]:
    said = [step for step in steps if step.value_at("type") in ("model_output", "text", None)]
    return tuple(text for step in said for text in (*texts_of(step.get("content")), step.get("text")) if word(text))


def _return(step: Node) -> Return:
    result, failed = step.get("result"), flag(step, "is_error")
    return Return(word(step, "call_id"), step, given(result), word(step, "name"), failed, texts=texts_of(result))


def _calls(steps: Sequence[Node]) -> tuple[Call, ...]:
    results = [step for step in steps if step.value_at("type") in RESULTS.values()]
    return tuple(_call(step, results) for step in steps if step.value_at("type") in CALLS)


def _call(step: Node, results: Sequence[Node], **more: Any) -> Call:
    kind, call_id, arguments = step.value_at("type"), word(step, "id"), step.get("arguments")
    name = word(step, "name") or (str(kind).removesuffix("_call") if kind in SERVER else "")
    more = {"arguments": given(arguments), "encoded": isinstance(arguments.value, str)} | more
    if kind in SERVER:
        result = next((each for each in results if each.value_at("call_id") == call_id), None)
        more |= {"hosted": True, "namespace": word(step, "server_name")}
        more["execution"] = _execution(call_id, name, more, result)
    return Call(call_id, name, ID, step, **more)


def _execution(call_id: str | None, name: str, call: dict[str, Any], result: Node | None) -> Execution | None:
    if result is None:
        return None
    response = hosted_result(result, result.get("result"), result.value_at("is_error") is True)
    return Execution(name, ID, result, call_id, call["arguments"], response, call["namespace"])


# Responses


def _told_steps(interaction: Node) -> list[Node]:
    return [*interaction.get("steps").each(), *interaction.get("outputs").each()]


def _interaction(draft: Draft, node: Node) -> None:
    steps = _told_steps(node)
    turn = Turn(
        ID,
        node,
        _calls(steps),
        _texts(steps),
        stop=_stop(node),
        tokens=_tokens(node),
        id=word(node, "id"),
        request=draft.latest,
    )
    draft.turns.append(turn)
    draft.tell((error_body(each, error=each) for each in node.get("errors").each()), turn)


def _stop(node: Node) -> Stop | None:
    status = node.get("status")
    return None if status.value in UNDERWAY else stop_for(status, STOPS)


def _tokens(node: Node) -> int | None:
    usage = node.get("usage")
    produced = [count(usage, key) for key in ("total_output_tokens", "total_thought_tokens")]
    return sum(filter(None, produced)) or None


# Streams


@dataclass
class _Stream:
    """The events of one streamed interaction; `close` makes its turn."""

    blocks: Blocks = field(default_factory=Blocks)
    results: list[Node] = field(default_factory=list)
    first: Node = MISSING
    last: Node = MISSING
    final: Node = MISSING  # the interaction as its end tells it
    exchange: int | None = None
    id: str | None = None
    stop: Stop | None = None
    done: bool = False
    error: Node | None = None

    def after(self, draft: Draft, kind: str, part: Part) -> _Stream:
        """This stream, or a new one where the event begins another."""
        started = kind in ("interaction.created", "interaction.start") and bool(self.first)
        over = bool(self.first) and (bool(self.final) or self.done or part.exchange != self.exchange)
        if started or (over and kind != "error"):
            self.close(draft)
            return _Stream()
        return self

    def add(self, kind: str, node: Node, part: Part) -> None:
        """Takes one event in."""
        self.exchange, self.first, self.last = part.exchange, self.first or node, node
        index = count(node, "index")
        match kind:
            case "step.start" | "content.start":
                self._started(node.get("step") or node.get("content"), index, part.index)
            case "step.delta" | "content.delta":
                self._went_on(node.get("delta"), index, part.index)
            case "step.stop" | "content.stop":
                self.blocks.end(index)
            case "error":
                self.error = node
            case _ if kind.startswith("interaction."):
                self._told(node.get("interaction") or node)

    def _told(self, interaction: Node) -> None:
        self.id = self.id or word(interaction, "id") or word(interaction, "interaction_id")
        if stop := _stop(interaction):
            self.stop = stop
            self.final = interaction if interaction.get("id") else self.final

    def _started(self, step: Node, index: Any, event: int) -> None:
        kind = step.value_at("type")
        if kind in CALLS:
            self.blocks.begin(event, index, step, word(step, "id"), word(step, "name"), step.get("arguments"))
        elif kind in RESULTS.values():
            self.results.append(step)
        for text in _texts([step]):
            self.blocks.text(index, text)

    def _went_on(self, delta: Node, index: Any, event: int) -> None:
        kind = delta.value_at("type")
        if kind in CALLS:  # the older form: a whole call in one delta
            self.blocks.begin(event, index, delta, word(delta, "id"), word(delta, "name"), delta.get("arguments"))
        elif delta.get("arguments"):
            self.blocks.piece(event, index, delta, delta.get("arguments"))
        elif kind in ("text", "text_delta") and word(delta, "text"):
            self.blocks.text(index, delta.get("text"))

    def close(self, draft: Draft) -> None:
        """Adds the turn, and what is wrong with the stream."""
        if not self.first:
            return
        whole = bool(self.final) or self.done or self.error is not None
        told = _told_steps(self.final)
        calls = tuple(self._call(streamed) for streamed in self.blocks.calls()) or _calls(told)
        turn = Turn(
            ID,
            self.first,
            calls,
            self.blocks.texts() or _texts(told),
            stop=self.stop,
            whole=whole,
            id=self.id,
            tokens=_tokens(self.final),
            request=draft.latest,
        )
        draft.turns.append(turn)
        draft.tell(self._findings(turn), turn)

    def _call(self, streamed: Streamed) -> Call:
        return _call(streamed.block, self.results, **streamed.fields(over=bool(self.final) or self.done))

    def _findings(self, turn: Turn) -> Iterator[Finding]:
        yield from self.blocks.findings()
        if self.error is not None:
            yield error_body(self.error, "stream-error")
        elif not turn.whole:
            named = word(self.last, "event_type")
            yield incomplete(self.last, named, "interaction.completed", still_open(turn.calls))


# Writing tools


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it."""
    mode = "validated" if picked.names and picked.mode == "auto" else picked.mode
    said: Any = {"allowed_tools": {"mode": mode, "tools": list(picked.names)}} if picked.names else mode
    return Stated({"generation_config": {"tool_choice": said}}, tuple(picked.alone))


OFFERING = Offering(flat_function, "parameters", "gemini-json-schema", choice=choose)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any] | None:
    """The step that says what was wrong; None for a call that the provider runs itself."""
    if call.hosted:
        return None
    return {"type": "function_result", "call_id": call.id or "", "name": call.name, "result": text, "is_error": True}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The call steps of a turn, then a result step for each."""
    calls = [{"type": "function_call", "id": one.id, "name": one.name, "arguments": one.arguments} for one in turn]
    results: list[dict[str, Any]] = [
        {"type": "function_result", "call_id": one.id, "name": one.name}
        | {"result": result.text if result.value is None else result.value}
        | ({"is_error": True} if result.failed else {})
        for one, result in answered(turn)
    ]
    return [*calls, *results]


DIALECT = Dialect(
    ID,
    "Gemini Interactions",
    CLUES,
    read,
    reply,
    Returns(
        flag="is_error",
        missing="Send a function_result step with the call_id of each function_call before the interaction can go on.",
        unknown="call_id must repeat the id of a function_call step.",
    ),
    arguments="object",
    stops=STOPS,
    stop_names_calls=True,
    offering=OFFERING,
    replay=Replay(_replayed, "input"),
)
