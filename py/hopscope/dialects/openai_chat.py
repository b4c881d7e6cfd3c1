"""OpenAI Chat Completions: requests, responses and streams, and the habits of servers that speak the same dialect.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40; error wording as the API returns it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._chat_habits import ALL_STOPS, FORCING, SCHEMAS, filled, id_of, stop_of
from hopscope.dialects._chat_messages import function_mount, has_call, history, message_of
from hopscope.dialects._chat_stream import Streams, is_chunk
from hopscope.dialects._choosing import Picked, Stated, chosen, openai
from hopscope.dialects._errors import openai_error, said_of, unreadable_call
from hopscope.dialects._history import Message, add_history
from hopscope.dialects._offers import Offering, Tool, stated
from hopscope.dialects._reading import any_json, copied, count, flag, given, present, texts_of, word
from hopscope.dialects._replaying import Passed, Replay, answered
from hopscope.dialects._vendor_errors import MEMBERS as VENDOR_MEMBERS
from hopscope.dialects._vendor_errors import is_vendor_error, vendor_error
from hopscope.layers import Part
from hopscope.model import Call, Capture, Choice, Mount, Request, Return, Turn
from hopscope.text.node import Node

ID = "openai-chat"
# Parts that a tool message may not hold: those of other roles and of other dialects.
REFUSED_PARTS = (
    "image_url", "input_audio", "file", "input_text", "input_image", "input_file", "output_text", "image", "document", "json",
    "tool_result",
)  # fmt: skip
RESULT_ROLES = ("tool", "function")
RESPONSES_PARAM = re.compile(
    r"input\b|text\.|max_output_tokens|previous_response_id|instructions|tools\[\d+\]\.(?!function\b|custom\b)"
)
MODELS = re.compile(r"(?:gpt|chatgpt|o\d)\b")
ORDER = (
    "A tool message must follow the assistant message whose call it answers, with nothing but tool messages between."
)


def _schema_tool(tool: Any) -> bool:
    return isinstance(tool, dict) and isinstance(tool.get("function"), dict) and "name" in tool["function"]


def _written_call(value: Any) -> bool:
    return has_call(value, str)


def _plain_request(value: Any) -> bool:
    """A request without tools, known by its model or by members that only this API has."""
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return False
    own = {
        "max_completion_tokens",
        "stream_options",
        "logit_bias",
        "parallel_tool_calls",
        "response_format",
    } & value.keys()
    return bool(own) or bool(MODELS.match(str(value.get("model"))))


def _error(value: Any) -> bool:
    """An error body as OpenAI and its kin write it, unless it names a parameter that only Responses has."""
    error = value.get("error") if isinstance(value, dict) and "jsonrpc" not in value else None
    if not isinstance(error, dict) or not isinstance(error.get("message"), str):
        return False
    if error.keys() & {"status", "doc_url"}:  # of Google's services, of Stripe
        return False
    told = isinstance(error.get("type"), str) and bool({"code", "param"} & error.keys())
    routed = isinstance(error.get("code"), int) and ("metadata" in error or "user_id" in value)
    return (told or routed) and not (isinstance(error.get("param"), str) and RESPONSES_PARAM.match(error["param"]))


def _flat_error(value: Any) -> bool:
    return isinstance(value, dict) and value.get("object") == "error" and isinstance(value.get("message"), str)


_SPOKEN = {"role", "content", "tool_calls", "function_call", "refusal", "reasoning_content", "reasoning"}


def _choice_with(member: str) -> Callable[[Any], bool]:
    """The test of a choice whose `message`, or `delta` in a stream, is one that Chat knows; others have choices as well."""

    def test(choice: Any) -> bool:
        said = choice[member]
        return isinstance(said, dict) and (bool(_SPOKEN & said.keys()) or "finish_reason" in choice)

    return test


def _answers_call(value: Any) -> bool:
    """A tool's message, or an output for an assistant's run; what else names the id of a call may be any framework's."""
    told = isinstance(value, dict) and isinstance(value.get("tool_call_id"), str)
    return told and bool({"role", "content", "output"} & value.keys())


def _step(value: Any) -> bool:
    """A step of a smolagents agent, which as Python prints it has its calls flat."""
    return "observations" in value and isinstance(value.get("tool_calls"), list)


CLUES: tuple[Clue, ...] = (
    clue(6, "object", "chat.completion"),
    clue(6, "object", "chat.completion.chunk"),
    clue(4, "choices/*", _choice_with("message"), having="message"),
    clue(4, "choices/*", _choice_with("delta"), having="delta"),
    clue(2, "choices/*/message/tool_calls/*", _written_call, having="function"),
    clue(3, "messages/*/tool_calls/*", _written_call, having="function"),
    clue(3, "messages/*/tool_call_id", str),
    clue(2, "messages/*/role", str),
    clue(2, "", _plain_request, having="messages"),
    clue(4, "tools/*", _schema_tool, having="function"),
    clue(4, "functions/*/parameters", dict),
    clue(2, "tools/*/custom/name", str),
    clue(2, "response_format/json_schema", dict),
    clue(4, "[]/function/arguments", str),  # a list of tool_calls
    clue(4, "[]/tool_calls/*", _written_call, having="function"),  # a list of messages
    clue(4, "message/tool_calls/*", _written_call, having="function"),  # one choice
    clue(4, "[]", _answers_call, having="tool_call_id"),
    clue(5, "tool_calls/*", _written_call, having="function"),  # one message
    clue(4, "[]", lambda tool: _schema_tool(tool) and tool.get("type") == "function", having="function"),
    clue(5, "function/arguments", str),
    clue(5, "function/parameters", dict),
    clue(4, "function_call/arguments", str),
    clue(4, "", _answers_call, having="tool_call_id"),
    clue(5, "required_action/submit_tool_outputs/tool_calls/*", _written_call, having="function"),  # an assistant's run
    clue(4, "", _error, having="error"),
    clue(4, "", _flat_error, having="object"),
    clue(5, "", _step, having="code_action"),
    clue(4, "", is_vendor_error, having=VENDOR_MEMBERS),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's Chat parts: each body by its shape, chunks joined into streams."""
    draft, streams = Draft(ID, document), Streams(ID)
    for part in parts:
        if part.done or (part.node and (is_chunk(part.node) or streams.breaks_off(part.node))):
            streams.take(draft, part)
        elif part.node:
            streams.close(draft)
            _body(draft, part.node)
    streams.close(draft)
    return draft.capture()


def _body(draft: Draft, node: Node) -> None:
    if node.value_at("choices") is not None:
        choices = list(node.get("choices").each())
        turns = [_choice(choice, node, draft.latest) for choice in choices]
        draft.turns.extend(turns)
        for turn in turns:
            draft.tell(unreadable_call(turn), turn)
        errors = [choice for choice in choices if choice.value_at("error") is not None]
        draft.said.extend(said_of(partial(openai_error, choice), draft.latest) for choice in errors)
    elif is_vendor_error(node.value):
        draft.said.append(said_of(partial(vendor_error, node), draft.latest))
    elif node.value_at("error") or node.value_at("object") == "error":
        draft.said.append(said_of(partial(openai_error, node), draft.latest))
    elif waiting := given(node.get("required_action", "submit_tool_outputs")):
        draft.mounts.extend(replace(mount, echo=True) for mount in _mounts(node))
        draft.turns.append(Turn(ID, waiting, _calls(waiting), id=word(node, "id")))
    elif any(node.value_at(member) is not None for member in ("messages", "tools", "functions")):
        _request(draft, node)
    else:
        _snippet(draft, node)


# Requests


def _request(draft: Draft, node: Node) -> None:
    own = list(_mounts(node))
    answer = next((found for path in SCHEMAS if (found := given(node.get(*path)))), None)
    free = any_json(node.get("response_format", "type")) if answer is None else None
    request = Request(ID, node, _tool_choice(node), answer or free, _limit(node), True if free else None)
    draft.ask(request, own)
    _history(draft, node.get("messages").each_once(_past), request)


def _limit(node: Node) -> int | None:
    return count(node, "max_completion_tokens") or count(node, "max_tokens")


def _mounts(node: Node) -> Iterator[Mount]:
    for mounts in node.get("tools").each_once(_mount):
        yield from mounts
    for function in node.get("functions").each():
        yield from _function(function, function)
    for mounts in node.get("messages").each_once(_brought):
        yield from mounts


def _brought(message: Node) -> tuple[Mount, ...]:
    """The tools that a developer message brings in."""
    return tuple(mount for tool in message.get("tools").each() for mount in _mount(tool))


def _mount(tool: Node) -> tuple[Mount, ...]:
    custom = tool.get("custom")
    if name := custom.value_at("name"):
        return (Mount(str(name), "offer", ID, tool, kind="custom", description=given(custom.get("description"))),)
    # As Responses writes it: lists are mixed at times.
    flat = tool.value_at("type") == "function" and not tool.get("function")
    return tuple(_function(tool, tool if flat else tool.get("function")))


def _function(tool: Node, function: Node) -> Iterator[Mount]:
    return function_mount(ID, tool, function, flag(function, "strict"))


def _tool_choice(node: Node) -> Choice | None:
    said = node.get("tool_choice") or node.get("function_call")
    single = node.value_at("parallel_tool_calls") is False
    if name := _named(said):
        return chosen(said, "any", [name], single)
    allowed = said.get("allowed_tools")
    mode = "any" if word(said) in FORCING else allowed.value_at("mode") if allowed else said.value
    names = (name for tool in allowed.get("tools").each() if (name := _named(tool)))
    return chosen(said or node.get("parallel_tool_calls"), mode, names, single)


def _named(tool: Node) -> Node | None:
    """The name in a choice of one tool, in the forms of today and of `function_call`."""
    named = (tool.get("function", "name"), tool.get("custom", "name"), tool.get("name"))
    return next((name for name in named if word(name)), None)


def _history(draft: Draft, messages: Iterable[Message], request: Request | None = None) -> None:
    add_history(draft, history(messages), ORDER, request)


def _return(message: Node) -> Return:
    content = message.get("content")
    nothing = content.value is None and bool(content) and message.value_at("role") == "tool"
    refused = (
        nothing or not isinstance(content.value, (str, list, type(None))) or not all(map(_is_block, content.each()))
    )
    wanted = "a string or a list of text parts" if refused else None
    id, name = word(message, "tool_call_id"), word(message, "name")
    return Return(
        id, message, present(content) if nothing else given(content), name, wanted=wanted, texts=texts_of(content)
    )


def _is_block(block: Node) -> bool:
    sort = block.get("type")
    return not sort.missing and sort.value not in REFUSED_PARTS


# Responses


def _choice(choice: Node, body: Node, request: Request | None) -> Turn:
    message = choice.get("message")
    return Turn(
        ID,
        message or choice,
        _calls(message),
        texts_of(message.get("content")),
        stop=stop_of(choice),
        refusal=filled(message.get("refusal")),
        tokens=count(body, "usage", "completion_tokens"),
        id=word(body, "id"),
        request=request,
    )


def _calls(message: Node) -> tuple[Call, ...]:
    code = word(message, "code_action")  # a step of smolagents: the code that its agent ran is kept as a call too
    calls = [_call(node) for node in message.get("tool_calls").each()]
    if code is not None:
        calls = [replace(call, custom=call.arguments is not None and call.arguments.value == code) for call in calls]
    if message.value_at("function_call", "name") or message.value_at("function_call", "arguments"):
        legacy = message.get("function_call")
        calls.append(Call(None, word(legacy, "name") or "", ID, legacy, *_arguments(legacy), wants_id=False))
    return tuple(calls)


def _call(node: Node) -> Call:
    if node.value_at("custom", "name"):
        custom = node.get("custom")
        name, written = word(custom, "name") or "", given(custom.get("input"))
        return Call(id_of(node), name, ID, node, written, True, custom=True)
    if kept := word(node, "function"):  # as the logs of Inspect keep a call
        return Call(id_of(node), kept, ID, node, *_arguments(node), kept=True)
    function = node.get("function") if node.value_at("function") else node  # some servers send it flat
    return Call(id_of(node), word(function, "name") or "", ID, node, *_arguments(function))


_past = partial(message_of, calls_of=_calls, return_of=_return, results=RESULT_ROLES)


def _arguments(function: Node) -> tuple[Node | None, bool]:
    node = function.get("arguments")
    return (None, True) if node.missing else (node, isinstance(node.value, str))


def _snippet(draft: Draft, node: Node) -> None:
    """What people copy out of a body: a list of messages, of calls or of tools, or one of them."""
    items = copied(node)
    if any(item.value_at("role") for item in items):
        if isinstance(node.value, list):
            _history(draft, map(_past, items))
        else:
            _message(draft, node)
        return
    calls = tuple(_call(item) for item in items if item.value_at("function", "arguments") is not None)
    if node.value_at("tool_calls") or node.value_at("function_call"):
        calls = _calls(node)
    if calls:
        draft.turns.append(Turn(ID, node, calls))
    draft.mounts.extend(mount for item in items if item.get("function", "arguments").missing for mount in _mount(item))


def _message(draft: Draft, node: Node) -> None:
    if node.value_at("role") in RESULT_ROLES:
        draft.returns.append(_return(node))
    else:
        texts, refusal = texts_of(node.get("content")), filled(node.get("refusal"))
        draft.turns.append(Turn(ID, node, _calls(node), texts, refusal=refusal))


# Writing tools


def write_tool(tool: Tool) -> dict[str, Any]:
    """A function as a request offers it."""
    inner = stated(name=tool.name, description=tool.description, parameters=tool.input, strict=tool.strict)
    return {"type": "function", "function": inner}


def write_custom(tool: Tool) -> dict[str, Any]:
    """A tool that takes free text; its grammar stands one level deeper than in Responses."""
    plain = tool.custom.get("type") != "grammar"
    grammar = {key: value for key, value in tool.custom.items() if key != "type"}
    format = tool.custom if plain else {"type": "grammar", "grammar": grammar}
    return {"type": "custom", "custom": stated(name=tool.name, description=tool.description, format=format)}


def choose(picked: Picked) -> Stated:
    """The choice of tools as a request states it."""
    return openai(picked, nested=True)


OFFERING = Offering(
    write_tool, "parameters", "openai", strict_rules="openai-strict", custom=write_custom, choice=choose
)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The tool message that answers `call`; this dialect has no error flag, so the text must say it."""
    if call.custom or call.wants_id:
        return {"role": "tool", "tool_call_id": call.id or "", "content": text}
    return {"role": "function", "name": call.name, "content": text}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """The assistant's message with the calls of a turn, then a tool message for each result."""
    calls = [{"id": one.id, "type": "function", "function": {"name": one.name, "arguments": one.text}} for one in turn]
    results = [{"role": "tool", "tool_call_id": one.id, "content": result.text} for one, result in answered(turn)]
    return [{"role": "assistant", "content": None, "tool_calls": calls}, *results]


DIALECT = Dialect(
    ID,
    "OpenAI Chat Completions",
    CLUES,
    read,
    reply,
    Returns(
        missing="OpenAI refuses the request: right after an assistant message, each of its tool_call_ids needs a tool message.",
        unknown="tool_call_id must repeat the id of a call in the assistant message before it.",
        together=False,
    ),
    stops=ALL_STOPS,
    stop_names_calls=True,
    forced_says_end=True,
    offering=OFFERING,
    replay=Replay(_replayed),
)
