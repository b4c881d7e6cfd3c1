"""OpenTelemetry spans of generative AI: chat and agent spans with their messages, tool spans with arguments and result.

Source: open-telemetry/semantic-conventions, docs/gen-ai (gen-ai-spans.md and the JSON Schemas of messages and tool definitions).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, add_history, logged
from hopscope.dialects._otel_attributes import PREFIX, attributes_of, is_event, is_span, number_of, structure
from hopscope.dialects._otel_events import CHOICE, body_of, details, is_message, messages
from hopscope.dialects._reading import given, stop_for, word
from hopscope.findings import make
from hopscope.layers import Part
from hopscope.model import Call, Capture, Execution, Mount, Request, Response, Return, Stop, Stopped, Turn
from hopscope.text.node import MISSING, Node

ID = "otel-genai"
DEEPEST = 8  # resources, scopes and spans, each in a list
STOPS: dict[str, Stopped] = {
    "stop": "end", "length": "length", "content_filter": "filter", "tool_call": "call", "tool_calls": "call", "error": "error",
}  # fmt: skip


def _part(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    called = value.get("type") == "tool_call" and "name" in value and "arguments" in value
    return called or (value.get("type") == "tool_call_response" and bool({"response", "result"} & value.keys()))


def _message(value: Any) -> bool:
    parts = value.get("parts") if isinstance(value, dict) and isinstance(value.get("role"), str) else None
    return isinstance(parts, list) and any(map(_part, parts[:LOOKED_AT]))


def _own(value: Any) -> bool:
    return isinstance(value, dict) and PREFIX in "".join(value) and sum(key.startswith(PREFIX) for key in value) > 1


CLUES: tuple[Clue, ...] = (
    clue(6, "", is_span, having="attributes tags"),
    clue(6, "[]", is_span, having="attributes tags"),
    clue(6, "resourceSpans/*/scopeSpans/*/spans/*", is_span),
    clue(6, "spans/*", is_span, having="attributes tags"),
    clue(6, "data/*/spans/*", is_span),
    clue(6, "spans/*/events/*", is_span, having="attributes"),
    clue(6, "resourceSpans/*/scopeSpans/*/spans/*/events/*", is_span),
    clue(6, "resourceLogs/*/scopeLogs/*/logRecords/*", is_event),
    clue(6, "", is_event, having="eventName event_name body"),
    clue(6, "[]", is_event, having="eventName event_name body"),
    clue(5, "", _own),  # the attributes alone
    clue(5, "", _message, having="parts"),
    clue(5, "[]", _message, having="parts"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's spans, in the order in which they began where that is told."""
    draft, spans = Draft(ID, document), []
    for part in parts:
        if part.node is not None:
            found = list(_spans(part.node))
            spans += found
            if not found:
                _bare(draft, part.node)
    _read_spans(draft, spans)
    return draft.capture()


def _spans(node: Node, level: int = 0) -> Iterator[Node]:
    if is_span(node.value) or is_event(node.value) or _own(node.value):
        yield node
        return
    if level > DEEPEST:
        return
    lists = ("resourceSpans", "scopeSpans", "spans", "data", "resourceLogs", "scopeLogs", "logRecords")
    for child in [*node.each(), *(one for key in lists for one in node.get(key).each())]:
        yield from _spans(child, level + 1)


def _bare(draft: Draft, node: Node) -> None:
    """Messages copied out of an attribute."""
    items = list(node.each()) if isinstance(node.value, list) else [node]
    messages = [_of_message(item) for item in items if item.get("parts")]
    if messages:
        logged(draft, messages, _stop(items[-1]))


def _read_spans(draft: Draft, spans: list[Node]) -> None:
    known = [(span, details(span) | body_of(span) | attributes_of(span)) for span in _in_time(spans)]
    tools = [pair for pair in known if _says(pair[1], "operation.name") == "execute_tool"]
    for span, attributes in known:
        if not is_message(span, attributes) and _says(attributes, "operation.name") != "execute_tool":
            _inference(draft, span, attributes)
    for events in _by_span([event for event, attributes in known if is_message(event, attributes)]):
        request = Request(ID, events[0])
        draft.ask(request, ())
        _conversation(draft, request, events)
    for span, attributes in tools:
        _tool(draft, span, attributes)


def _by_span(events: list[Node]) -> Iterable[list[Node]]:
    """The messages of each inference; a record without the id of a span goes with the others that have none."""
    groups: dict[str | None, list[Node]] = {}
    for event in events:
        groups.setdefault(word(event, "spanId") or word(event, "span_id"), []).append(event)
    return groups.values()


def _conversation(draft: Draft, request: Request, events: list[Node]) -> None:
    """The messages of one inference as events; each choice is the model's own response."""
    told = list(messages(events, ID))
    add_history(draft, (message for name, message, _ in told if name != CHOICE), request=request)
    for name, one, reason in told:
        if name == CHOICE:
            stop = stop_for(reason, STOPS)
            draft.turns.append(Turn(ID, one.node, one.calls, one.texts, one.returns, stop, request=request))


def _in_time(spans: list[Node]) -> list[Node]:
    began = [number_of(span.get("startTimeUnixNano")) for span in spans]
    if any(time is None for time in began):
        return spans
    return [span for _, _, span in sorted(zip(began, range(len(spans)), spans, strict=True), key=lambda one: one[:2])]


def _says(attributes: dict[str, Node], name: str) -> str | None:
    return word(attributes.get(PREFIX + name, MISSING))


def _at(attributes: dict[str, Node], *names: str) -> Node:
    """The first of some attributes that is there, opened."""
    return next((structure(attributes[PREFIX + name]) for name in names if PREFIX + name in attributes), MISSING)


# Inference


def _inference(draft: Draft, span: Node, attributes: dict[str, Node]) -> None:
    """One span of a model or an agent; an agent's span repeats what the spans of its models say, so it is history only."""
    agent = _says(attributes, "operation.name") in ("invoke_agent", "create_agent", "invoke_workflow")
    mounts = list(_mounts(_at(attributes, "tool.definitions")))
    limit = number_of(attributes.get(f"{PREFIX}request.max_tokens", MISSING))
    request = Request(ID, span, limit=limit)
    draft.ask(request, mounts)
    add_history(draft, map(_of_message, _at(attributes, "input.messages").each()), request=request)
    tokens = number_of(attributes.get(f"{PREFIX}usage.output_tokens", MISSING))
    for message in _at(attributes, "output.messages").each():
        _output(draft, message, history=agent, request=request, tokens=tokens)
    if not {f"{PREFIX}input.messages", f"{PREFIX}output.messages"} & attributes.keys():
        _conversation(draft, request, list(span.get("events").each()))


def _output(draft: Draft, node: Node, **more: Any) -> None:
    message = _of_message(node)
    if message.model:
        turn = Turn(ID, node, message.calls, message.texts, message.returns, _stop(node), **more)
        draft.turns.append(turn)
    else:
        draft.returns.extend(message.returns)


def _mounts(definitions: Node) -> Iterator[Mount]:
    for tool in definitions.each():
        function = tool.get("function") if isinstance(tool.value_at("function"), dict) else tool
        if name := word(function, "name"):
            schema, output = given(function.get("parameters")), given(function.get("response"))
            described = given(function.get("description"))
            yield Mount(
                name, "offer", ID, tool, schema, output, described, carries_output=output is not None,
                kind="custom" if tool.value_at("type") == "custom" else "function",
            )  # fmt: skip


def _of_message(message: Node) -> Message:
    blocks = list(message.get("parts").each())
    calls = tuple(_call(block) for block in blocks if block.value_at("type") == "tool_call")
    returns = tuple(_return(block) for block in blocks if block.value_at("type") == "tool_call_response")
    said = (block.get("content") for block in blocks if block.value_at("type") == "text")
    texts = tuple(text for text in said if word(text) is not None)
    return Message(message, message.value_at("role") == "assistant", calls, texts, returns)


def _call(block: Node) -> Call:
    arguments = block.get("arguments")
    node, encoded = given(arguments), isinstance(arguments.value, str)
    id, name = word(block, "id"), word(block, "name") or ""
    return Call(id, name, ID, block, node, encoded, blank=node is None, wants_id=False)


def _return(block: Node) -> Return:
    content = given(block.get("response")) or given(block.get("result"))
    texts = (content,) if content is not None and isinstance(content.value, str) else ()
    return Return(word(block, "id"), block, content, texts=texts)


def _stop(message: Node) -> Stop | None:
    return stop_for(message.get("finish_reason"), STOPS)


# Tools


def _tool(draft: Draft, span: Node, attributes: dict[str, Node]) -> None:
    """One span of a tool; without its arguments nothing can be compared, so only its failure is told."""
    name, id = _says(attributes, "tool.name"), _says(attributes, "tool.call.id")
    arguments, result = attributes.get(f"{PREFIX}tool.call.arguments"), attributes.get(f"{PREFIX}tool.call.result")
    failure = _failure(span, attributes)
    if not name:
        return
    if arguments is None:
        if failure:
            draft.tell([make("result-error", span.place(), said=f"{name} failed: {failure}")])
        return
    texts = (result,) if result is not None and isinstance(result.value, str) else ()
    response = Response("result", result or span, bool(failure), texts, said=failure or "", output_free=True)
    sent = structure(arguments) or arguments
    execution = Execution(name, ID, span, id, sent, response)
    if not _attached(draft, execution):
        draft.executions.append(execution)


def _failure(span: Node, attributes: dict[str, Node]) -> str | None:
    status = span.get("status")
    code = status.value_at("code") or status.value_at("status_code")
    failed = code in (2, "ERROR", "STATUS_CODE_ERROR", "StatusCode.ERROR")
    kind = word(attributes.get("error.type", MISSING))
    said = word(status, "message") or word(status, "description")
    return (said or kind or "error") if failed or kind else None


def _attached(draft: Draft, execution: Execution) -> bool:
    """Gives an execution to the call that has its id, wherever that call stands."""
    if not execution.id:
        return False
    found = False
    for at, turn in enumerate(draft.turns):
        calls = tuple(replace(call, execution=execution) if call.id == execution.id else call for call in turn.calls)
        if any(call.execution is execution for call in calls):
            draft.turns[at], found = replace(turn, calls=calls), True
    return found


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The message that answers `call`, as a span would record it."""
    return {"role": "tool", "parts": [{"type": "tool_call_response", "id": call.id or "", "response": text}]}


DIALECT = Dialect(
    ID,
    "OpenTelemetry GenAI spans",
    CLUES,
    read,
    reply,
    Returns(missing="Each tool_call part must be answered by a tool_call_response part of its id."),
    stops=STOPS,
    stop_names_calls=True,
    arguments="either",
)
