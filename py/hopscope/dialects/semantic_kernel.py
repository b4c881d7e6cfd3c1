"""Semantic Kernel, in .NET and Python, and Microsoft.Extensions.AI, as the Agent Framework keeps it: messages of typed contents.

Sources: microsoft/semantic-kernel at 0002b9af8caa, `python/semantic_kernel/contents/function_call_content.py` (`content_type`), and
`dotnet/src/SemanticKernel.Abstractions/Contents` (`$type` by the name of the class); dotnet/extensions,
`Microsoft.Extensions.AI.Abstractions/Contents/AIContent.cs` (`$type` in camel case), read on 2026-12-01. Members are written in
camel case or with a capital, as the serializer was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._history import Message, logged
from hopscope.dialects._reading import given, word
from hopscope.layers import Part
from hopscope.model import Call, Capture, Return
from hopscope.text.node import MISSING, Node

ID = "semantic-kernel"
_CALLS = {"FunctionCallContent", "functionCall", "function_call"}
_RESULTS = {"FunctionResultContent", "functionResult", "function_result"}
_TEXTS = {"TextContent", "text"}
_LISTS = ("items", "Items", "contents", "Contents")
_CLASS = "FunctionCallContent"


def _kind(value: Any) -> str | None:
    """What a content says that it is; `type` alone stands in many a format."""
    kind = value.get("$type", value.get("content_type")) if isinstance(value, dict) else None
    return kind if isinstance(kind, str) else None


def _is_content(value: Any) -> bool:
    return _kind(value) in _CALLS | _RESULTS and any(key[:1] in "nNfFcCpP" for key in value if key != "content_type")


def _is_telling(value: Any) -> bool:
    """A message with a call or a result."""
    found = [value[key] for key in _LISTS if isinstance(value.get(key), list)] if isinstance(value, dict) else []
    return any(_is_content(one) for contents in found for one in contents[:LOOKED_AT])


_MEMBERS = "items Items contents Contents $type content_type"


def _is_known(value: Any) -> bool:
    return _is_telling(value) or _is_content(value)


CLUES: tuple[Clue, ...] = tuple(
    clue(8, path, _is_known, having=_MEMBERS) for path in ("", "[]", "messages/[]", "Messages/[]")
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's histories: messages in a list or a line each, or single contents."""
    draft, run = Draft(ID, document), list[Message]()
    for node in (part.node for part in parts if part.node):
        listed = node.get("messages") or node.get("Messages") or node
        if isinstance(listed.value, list) and not any(map(_is_content, listed.value)):
            logged(draft, list(map(_message, listed.each())))
        else:
            run.append(_message(listed))
    logged(draft, run)
    return draft.capture()


def _message(node: Node) -> Message:
    """A message; contents in a list of their own, or one alone, are one too."""
    found = next((node.get(key) for key in _LISTS if node.get(key)), MISSING)
    contents = list((found or node).each()) or [node]
    calls = tuple(_call(one) for one in contents if _kind(one.value) in _CALLS)
    returns = tuple(_return(one) for one in contents if _kind(one.value) in _RESULTS)
    texts = tuple(text for one in contents if _kind(one.value) in _TEXTS and (text := _pick(one, "text")).string)
    return Message(node, bool(calls) or _role(node) == "assistant", calls, texts, returns)


def _role(node: Node) -> str | None:
    role = _pick(node, "role")
    return word(role) or word(_pick(role, "label"))


def _pick(node: Node, *names: str) -> Node:
    """A member by the first of its names that is there, its first letter small or capital."""
    found = (node.get(way) for name in names for way in (name, name[:1].upper() + name[1:]))
    return next((one for one in found if one), MISSING)


def _call(node: Node) -> Call:
    arguments = _pick(node, "arguments")
    id, encoded = word(_pick(node, "callId", "id")), isinstance(arguments.value, str)
    # Semantic Kernel in .NET keeps every argument as a string, whatever the model sent.
    spelled = _kind(node.value) == _CLASS and isinstance(arguments.value, dict) and _are_texts(arguments.value)
    return Call(
        id, _name(node), ID, node, given(arguments), encoded, blank=not given(arguments), builtin=spelled, kept=True
    )


def _are_texts(arguments: dict[str, Any]) -> bool:
    return bool(arguments) and all(isinstance(value, str) or value is None for value in arguments.values())


def _name(node: Node) -> str:
    """The name that the model knows: the function's behind that of its plugin."""
    plain = word(_pick(node, "name"))
    parts = (word(_pick(node, "pluginName")), word(_pick(node, "functionName")))
    return plain or "-".join(filter(None, parts))


def _return(node: Node) -> Return:
    result = _pick(node, "result")
    texts = (result,) if isinstance(result.value, str) else ()
    return Return(word(_pick(node, "callId", "id")), node, given(result), _name(node) or None, texts=texts)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The message whose result answers `call` with an error, in the spelling of the call."""
    kind = _kind(call.node.value)
    if kind == "function_call":
        item = {"content_type": "function_result", "id": call.id, "name": call.name, "result": text}
        return {"content_type": "message", "role": "tool", "items": [item]}
    if kind == "functionCall":
        return {"role": "tool", "contents": [{"$type": "functionResult", "callId": call.id, "result": text}]}
    item = {"$type": "FunctionResultContent", "CallId": call.id, "FunctionName": call.name, "Result": text}
    return {"Role": {"Label": "tool"}, "Items": [item]}


DIALECT = Dialect(
    ID,
    "Semantic Kernel messages",
    CLUES,
    read,
    reply,
    Returns(
        missing="Each function call needs a function result with its id before the model goes on.",
        unknown="The id of a function result must repeat that of a function call before it.",
    ),
    arguments="either",
)
