"""AutoGen: the messages of a run (`TaskResult`), of a saved state, or as a console prints them.

Source: microsoft/autogen at 39a7a80485aa, `python/packages/autogen-core/src/autogen_core/_types.py` (`FunctionCall`) and
`models/_types.py` at 0966f9d1bc42 (`AssistantMessage`, `FunctionExecutionResultMessage`, `CreateResult`), and
`autogen-agentchat/.../messages.py` at 002bd924f99e (`ToolCallRequestEvent`, `ToolCallExecutionEvent`); its event log tells
executions (`logging.py` at 17e89afcb1d5, `ToolCallEvent`). A team's state keeps a call twice, in the thread of the team and in
the context of its agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import flag, given, stop_for, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.layers import Part
from hopscope.model import Call, Capture, Execution, Response, Return, Stopped
from hopscope.text.node import Node

ID = "autogen"
STOPS: dict[str, Stopped] = {
    "stop": "end", "length": "length", "function_calls": "call", "content_filter": "filter",
}  # fmt: skip
_CALLING = ("ToolCallRequestEvent", "AssistantMessage")
_RESULTS = ("ToolCallExecutionEvent", "FunctionExecutionResultMessage")
_SAID = {"TextMessage", "UserMessage", "SystemMessage", "MultiModalMessage", "StopMessage", "ToolCallSummaryMessage"}
_Key = tuple[str | None, str]
_CALL, _RESULT = {"id", "arguments", "name"}, {"content", "name", "call_id", "is_error"}


def _is_call(value: Any) -> bool:
    own = isinstance(value, dict) and value.keys() == _CALL
    return own and all(isinstance(value[key], str) for key in _CALL)


def _is_result(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == _RESULT and isinstance(value["call_id"], str)


def _is_told(value: Any) -> bool:
    """Whether a message holds calls or results: by its type, or by the stop reason of a model's result."""
    if not isinstance(value, dict) or not isinstance(content := value.get("content"), list):
        return False
    named = value.get("type") in (*_CALLING, *_RESULTS) or value.get("finish_reason") == "function_calls"
    return named and bool(content) and all(isinstance(one, dict) and "name" in one for one in content[:LOOKED_AT])


def _is_message(value: Any) -> bool:
    said = isinstance(value, dict) and "content" in value and "source" in value
    return _is_told(value) or (said and value.get("type") in (*_CALLING, *_SAID))


def _is_logged(value: Any) -> bool:
    own = isinstance(value, dict) and value.get("type") == "ToolCall"
    return own and isinstance(value.get("tool_name"), str) and isinstance(value.get("arguments"), dict)


CLUES: tuple[Clue, ...] = (
    clue(8, "", _is_told, having="content"),
    clue(8, "[]", _is_told, having="content"),
    clue(8, "messages/[]", _is_told, having="content"),
    clue(4, "[]", _is_call, having="arguments"),
    clue(4, "[]", _is_result, having="call_id"),
    clue(8, "", _is_logged, having="tool_name"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's runs; what a state repeats is read where it stands first."""
    draft, seen, run = Draft(ID, document), set[_Key](), list[Message]()
    for node in (part.node for part in parts if part.node):
        if _is_logged(node.value):
            draft.executions.append(_execution(node))
        elif messages := list(map(_message, _listed(node))):
            _conversation(draft, messages, seen)
        elif _is_message(node.value) or isinstance(node.value, list):
            run.append(_message(node))
    _conversation(draft, run, seen)
    last = parts[-1].node if parts else None
    if last and draft.turns and not draft.turns[-1].history:
        draft.turns[-1] = replace(draft.turns[-1], stop=stop_for(last.get("finish_reason"), STOPS))
    return draft.capture()


def _listed(node: Node) -> list[Node]:
    """The messages of a conversation that stands in one value."""
    each = node.get("messages").each() if isinstance(node.value, dict) else node.each()
    return [one for one in each if _is_message(one.value)]


def _conversation(draft: Draft, messages: Sequence[Message], seen: set[_Key]) -> None:
    known = {key for one in messages for key in map(_key, one.calls) if key in seen}
    seen.update(_key(call) for one in messages for call in one.calls)
    fresh = [one for one in messages if not one.calls or not all(_key(call) in known for call in one.calls)]
    told = {id for id, _ in known}
    logged(draft, [replace(one, returns=tuple(back for back in one.returns if back.id not in told)) for one in fresh])


def _key(call: Call) -> _Key:
    return call.id, call.arguments.string if call.arguments else ""


def _message(node: Node) -> Message:
    """A message, or what it holds of calls or results in a list of their own."""
    content = node if isinstance(node.value, list) else node.get("content")
    calls = tuple(_call(one) for one in content.each() if word(one, "arguments") is not None)
    returns = tuple(_return(one) for one in content.each() if word(one, "call_id") is not None)
    said = node.value_at("type") in (*_CALLING, "ToolCallSummaryMessage") or word(node, "finish_reason") is not None
    return Message(node, bool(calls) or said, calls, texts_of(content), returns)


def _execution(node: Node) -> Execution:
    result = node.get("result")
    response = Response("result", result, texts=(result,), output_free=True) if isinstance(result.value, str) else None
    return Execution(word(node, "tool_name") or "", ID, node, None, node.get("arguments"), response, alone=True)


def _call(node: Node) -> Call:
    arguments = node.get("arguments")
    encoded = isinstance(arguments.value, str)
    return Call(word(node, "id"), word(node, "name") or "", ID, node, given(arguments), encoded)


def _return(node: Node) -> Return:
    content = node.get("content")
    texts = (content,) if isinstance(content.value, str) else ()
    return Return(word(node, "call_id"), node, given(content), word(node, "name"), flag(node, "is_error"), texts=texts)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The message whose result answers `call` with an error."""
    return _results([{"content": text, "name": call.name, "call_id": call.id or "", "is_error": True}])


def _results(content: list[Any]) -> dict[str, Any]:
    return {"content": content, "type": "FunctionExecutionResultMessage"}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The model's message with the calls of a turn, and the one with their results."""
    calls = [{"id": one.id, "arguments": one.text, "name": one.name} for one in turn]
    results = [
        {"content": result.text, "name": one.name, "call_id": one.id, "is_error": result.failed}
        for one, result in answered(turn)
    ]
    told = [_results(results)] if results else []
    return [{"content": calls, "source": "assistant", "type": "AssistantMessage"}, *told]


DIALECT = Dialect(
    ID,
    "AutoGen messages",
    CLUES,
    read,
    reply,
    Returns(
        flag="is_error",
        missing="Each FunctionCall must be answered by a FunctionExecutionResult with its id as call_id.",
        unknown="call_id must repeat the id of a FunctionCall of the message before it.",
        together=True,
    ),
    stops=STOPS,
    replay=Replay(_replayed),
)
