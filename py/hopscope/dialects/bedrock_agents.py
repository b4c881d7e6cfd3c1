"""Agents for Amazon Bedrock: control that is returned, its results, traces, and what the Lambda of an action group is sent.

Sources: the AWS API reference of `bedrock-agent-runtime` 2023-07-26 (`ReturnControlPayload`, `FunctionResult`,
`ApiInvocationInput`, `OrchestrationTrace`) and the user guide's `agents-lambda`, `agents-returncontrol` and `trace-events`,
read on 2026-12-01. Parameters are a list of `{name, type, value}`, every value a string.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import copied, given, word
from hopscope.layers import Part
from hopscope.model import Call, Capture, Execution, Response, Return
from hopscope.text.node import MISSING, Composed, Node

ID = "bedrock-agents"
_INPUTS = ("functionInvocationInput", "apiInvocationInput")
_RESULTS = ("functionResult", "apiResult")
_ANSWERS = "returnControlInvocationResults"
_TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,), "number": (int, float), "boolean": (bool,), "array": (list,), "object": (dict,),
}  # fmt: skip


def _any_holds(value: Any, keys: Iterable[str]) -> bool:
    """Whether some object of a list has an object as one of these members."""
    found = value if isinstance(value, list) else ()
    return any(isinstance(one, dict) and any(isinstance(one.get(key), dict) for key in keys) for one in found)


def _is_payload(value: Any) -> bool:
    return isinstance(value, dict) and _any_holds(value.get("invocationInputs"), _INPUTS)


def _is_state(value: Any) -> bool:
    return isinstance(value, dict) and _any_holds(value.get(_ANSWERS), _RESULTS)


def _is_step(value: Any) -> bool:
    step = value.get("orchestrationTrace") if isinstance(value, dict) else None
    return isinstance(step, dict) and bool(step.keys() & {"invocationInput", "observation", "rationale"})


def _is_event(value: Any) -> bool:
    """What the Lambda of an action group is sent, or what it gives back."""
    if not isinstance(value, dict) or "messageVersion" not in value:
        return False
    told = value["response"] if isinstance(value.get("response"), dict) else value
    return "actionGroup" in told and bool(told.keys() & {"function", "apiPath"})


_MEMBERS = "invocationInputs returnControlInvocationResults orchestrationTrace messageVersion"


def _is_known(value: Any) -> bool:
    return _is_payload(value) or _is_state(value) or _is_step(value) or _is_event(value)


CLUES: tuple[Clue, ...] = tuple(
    clue(8, f"{prefix}{path}", _is_known, having=_MEMBERS)
    for prefix in ("", "[]/")
    for path in ("", "returnControl", "sessionState", "trace", "trace/trace")
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's events, requests and traces, in the order of the text."""
    draft, messages = Draft(ID, document), list[Message]()
    found = [inner for part in parts if part.node for one in copied(part.node) if (inner := _inner(one))]
    returned = any(_is_payload(node.value) for node in found)
    for node in found:
        if _is_event(node.value):
            _lambda(draft, node)
        else:
            messages += _messages(node, returned)
    logged(draft, messages)
    return draft.capture()


def _inner(node: Node) -> Node:
    """The known shape in an event, a request or a trace part; missing where none is."""
    ways = ((), ("returnControl",), ("sessionState",), ("trace",), ("trace", "trace"))
    return next((one for way in ways if _is_known((one := node.get(*way)).value)), MISSING)


def _messages(node: Node, returned: bool) -> Iterator[Message]:
    """The calls of a payload, the results of a state, or a step of a trace; a call `returned` stands in a payload too."""
    if _is_payload(node.value):
        asked = _members(node.get("invocationInputs"), _INPUTS)
        yield Message(node, True, tuple(_call(one, _id(node, asked)) for one in asked))
    elif _is_state(node.value):
        told = _members(node.get(_ANSWERS), _RESULTS)
        yield Message(node, False, returns=tuple(_return(one, _id(node, told)) for one in told))
    else:
        yield from _step(node.get("orchestrationTrace"), returned)


def _members(listed: Node, keys: Sequence[str]) -> list[Node]:
    return [found for one in listed.each() for key in keys if (found := one.get(key))]


def _id(node: Node, members: Sequence[Node]) -> str | None:
    """The id of an invocation that asks for one call; calls that share theirs go by their names."""
    return word(node, "invocationId") if len(members) == 1 else None


def _step(node: Node, returned: bool) -> Iterator[Message]:
    asked = node.get("invocationInput", "actionGroupInvocationInput")
    if asked and not (returned and asked.value_at("executionType") == "RETURN_CONTROL"):
        yield Message(node, True, (_call(asked),))
    told = node.get("observation", "actionGroupInvocationOutput", "text")
    if told:
        yield Message(node, False, returns=(Return(None, told, told, texts=(told,) if told.string else ()),))
    said = node.get("observation", "finalResponse", "text")
    if said:
        yield Message(node, True, texts=(said,))


def _lambda(draft: Draft, event: Node) -> None:
    """An execution, or how the one before it ended; without one, what the model reads."""
    answer, last = event.get("response"), draft.executions[-1] if draft.executions else None
    if not answer:
        draft.executions.append(Execution(_name(event), ID, event, None, _arguments(event), alone=True))
    elif last and last.response is None and last.name == _name(answer):
        back = _return(answer)
        response = Response("result", answer, bool(back.failed), back.texts, output_free=True)
        draft.executions[-1] = replace(last, response=response)
    else:
        draft.returns.append(_return(answer))


def _call(node: Node, id: str | None = None) -> Call:
    """A call; an operation of an API is named by method and path, which no contract is."""
    group = word(node, "actionGroup") or word(node, "actionGroupName")
    by_path = word(node, "function") is None
    return Call(
        id, _name(node), ID, node, _arguments(node), blank=True, wants_id=False, namespace=group, builtin=by_path
    )


def _name(node: Node) -> str:
    method = word(node, "httpMethod") or word(node, "verb") or ""
    return word(node, "function") or f"{method.upper()} {word(node, 'apiPath') or ''}".strip()


def _arguments(node: Node) -> Node | None:
    """The parameters, those of a request's body among them, as the object that they mean."""
    listed = node.get("parameters")
    if isinstance(listed.value, dict):
        return listed
    bodies = [one.get("properties") or one for _, one in node.get("requestBody", "content").items()]
    given_ = [one for found in (listed, *bodies) for one in found.each()]
    parts = {name: _value(one) for one in given_ if (name := word(one, "name")) is not None}
    return Composed({name: one.value for name, one in parts.items()}, (listed or node).site, parts) if parts else None


def _value(parameter: Node) -> Node:
    """What the string of a parameter says as the type that stands beside it; the string where it says no such thing."""
    value, wanted = parameter.get("value"), _TYPES.get(word(parameter, "type") or "")
    opened = value.opened() if wanted and isinstance(value.value, str) else MISSING
    fits = opened and isinstance(opened.value, wanted or ()) and isinstance(opened.value, bool) == (wanted == (bool,))
    return opened if fits else value or Node(None, parameter.site)


def _return(node: Node, id: str | None = None) -> Return:
    told = node.get("functionResponse") or node
    body = next((one.get("body") for _, one in told.get("responseBody").items()), MISSING)
    code = node.value_at("httpStatusCode")
    failed = word(told, "responseState") is not None or (isinstance(code, int) and code >= 400) or None
    return Return(id, node, given(body), _name(node), failed, texts=(body,) if isinstance(body.value, str) else ())


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The session state whose result answers `call` with an error, which the model is asked about again."""
    own = ("apiPath", "httpMethod") if call.builtin else ("function",)
    told = {key: call.node.value_at(key) for key in own}
    body = {"application/json" if call.builtin else "TEXT": {"body": text}}
    result = {"actionGroup": call.namespace, **told, "responseState": "REPROMPT", "responseBody": body}
    answers = [{"apiResult" if call.builtin else "functionResult": result}]
    return {"sessionState": {"invocationId": call.id, _ANSWERS: answers}}


DIALECT = Dialect(
    ID,
    "AWS Bedrock Agents",
    CLUES,
    read,
    reply,
    Returns(
        flag="responseState",
        missing="Send the result of each invocation in returnControlInvocationResults, with the same invocationId.",
        unknown="actionGroup and function must repeat those of an invocation of the same invocationId.",
        together=True,
    ),
    arguments="object",
)
