"""Items of OpenAI's Responses family, which Responses, Realtime and the Agents SDK's run state share.

An item is an object with a `type`: a message, a call, a call's result, a list of tools. Source: openai/openai-openapi
`openapi.json` at f85dbe223d40; the SDK for JavaScript writes the same members in camel case.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hopscope.dialects._choosing import chosen
from hopscope.dialects._reading import count, flag, given, present, word
from hopscope.dialects._replaying import Passed, answered
from hopscope.dialects._rpc import error_name
from hopscope.model import Call, Choice, Execution, Mount, Response, Return
from hopscope.text.node import MISSING, Node

PARTS = {"input_text", "input_image", "input_file", "output_text", "encrypted_content"}
WANTED = "a string or a list of input_text, input_image and input_file parts"


@dataclass(frozen=True, slots=True)
class Kind:
    """How one type of item carries a call: the member with its arguments, and the tool's name where the type itself says it."""

    arguments: str | None
    name: str | None = None
    custom: bool = False  # free text instead of JSON
    hosted: bool = False  # run by the provider, answered by it, named by the item's own id


CALLS: Mapping[str, Kind] = {
    "function_call": Kind("arguments"),
    "custom_tool_call": Kind("input", custom=True),
    "mcp_call": Kind("arguments", hosted=True),
    "mcp_approval_request": Kind("arguments", hosted=True),
    "hosted_tool_call": Kind("arguments", hosted=True),
    "tool_search_call": Kind("arguments", "tool_search"),
    "program": Kind("code", "program", custom=True, hosted=True),
    "apply_patch_call": Kind("operation", "apply_patch"),
    "shell_call": Kind("action", "shell"),
    "local_shell_call": Kind("action", "local_shell"),
    "computer_call": Kind("action", "computer"),
    "web_search_call": Kind("action", "web_search", hosted=True),
    "file_search_call": Kind(None, "file_search", custom=True, hosted=True),
    "code_interpreter_call": Kind("code", "code_interpreter", custom=True, hosted=True),
    "image_generation_call": Kind(None, "image_generation", custom=True, hosted=True),
}
RESULTS = {
    "function_call_output",
    "custom_tool_call_output",
    "function_call_result",
    "apply_patch_call_output",
    "shell_call_output",
    "local_shell_call_output",
    "computer_call_output",
    "computer_call_result",
    "shell_call_result",
    "tool_search_output",
}
ITEMS = {*CALLS, *RESULTS, "mcp_list_tools", "mcp_approval_response", "additional_tools", "program_output", "reasoning"}
_NAMELESS = {"local_shell_call_output": "local_shell"}  # results that need no `call_id`: known by their tool and order
READ_ONLY = {"read_only": "readOnlyHint"}  # the provider's spelling; its `false` is a default and says nothing


def pick(node: Node, name: str) -> Node:
    """The member `name` in snake case or, as the JavaScript SDK has it, in camel case."""
    found = node.get(name)
    if not found.missing:
        return found
    first, *rest = name.split("_")
    return node.get(first + "".join(part.capitalize() for part in rest))


def type_of(item: Node) -> str:
    """The item's type; a message may leave it out."""
    return word(item, "type") or ("message" if item.value_at("role") else "")


# Tools


def choice(node: Node) -> Choice | None:
    """What a request says of calling tools; a hosted tool is named by its type alone."""
    said, single = node.get("tool_choice"), node.value_at("parallel_tool_calls") is False
    sort = type_of(said)
    if sort == "allowed_tools":
        listed = list(said.get("tools").each())
        found = chosen(said, said.value_at("mode"), (tool.get("name") for tool in listed), single)
        foreign = any(type_of(tool) not in ("function", "custom") for tool in listed)
        return replace(found, hosted=True) if found and foreign else found
    if sort in ("function", "custom", "mcp"):
        names = [name for name in (said.get("name"), said.get("function", "name")) if word(name)]
        return Choice(said, "any", tuple(name.value for name in names[:1]), single, hosted=sort == "mcp")
    if sort:
        return Choice(said, "any", (), single, hosted=True)
    return chosen(said or node.get("parallel_tool_calls"), said.value, single=single)


def mounts(tools: Node, dialect: str, *, server: str | None = None, echo: bool = False) -> Iterator[Mount]:
    """The contracts of a flat list of tools, those inside a namespace with its name as their server."""
    for tool in tools.each():
        yield from mounts_of(tool, dialect, server=server, echo=echo)


def mounts_of(tool: Node, dialect: str, *, server: str | None = None, echo: bool = False) -> Iterator[Mount]:
    """The contract of one flat tool, or those of a namespace."""
    if type_of(tool) == "namespace":
        yield from mounts(tool.get("tools"), dialect, server=word(tool, "name"), echo=echo)
    elif mount := _mount(tool, dialect):
        yield replace(mount, server=server, echo=echo)


def _mount(tool: Node, dialect: str) -> Mount | None:
    sort = type_of(tool)
    own = tool.get("function") if tool.value_at("function", "name") else tool  # nested as Chat has it, by mistake
    if name := word(own, "name"):
        return Mount(
            name, "offer", dialect, tool, given(own.get("parameters")), given(pick(own, "output_schema")),
            given(own.get("description")), "custom" if sort == "custom" else "function", flag(own, "strict"),
            carries_output=True,
        )  # fmt: skip
    if sort and sort != "mcp":
        return Mount(_builtin(sort), "offer", dialect, tool, given(tool.get("parameters")), kind="hosted")
    return None


def _builtin(sort: str) -> str:
    """The name that calls of a provider's own tool carry: `web_search_preview_2025_03_11` calls are web searches."""
    if sort == "programmatic_tool_calling":
        return "program"
    return next((kind.name for kind in CALLS.values() if kind.name and sort.startswith(kind.name)), sort)


def listed(item: Node, dialect: str) -> Iterator[Mount]:
    """The contracts that an item itself brings: a server's list of tools, tools found by a search, tools added later."""
    if type_of(item) == "mcp_list_tools":
        for tool in item.get("tools").each():
            if name := word(tool, "name"):
                yield Mount(
                    name, "discover", dialect, tool, given(tool.get("input_schema")),
                    description=given(tool.get("description")), server=word(item, "server_label"),
                    annotations=_annotations(tool.value_at("annotations")),
                )  # fmt: skip
    elif type_of(item) in ("tool_search_output", "additional_tools"):
        yield from mounts(item.get("tools"), dialect)


def _annotations(said: Any) -> dict[str, Any]:
    hints: dict[str, Any] = said if isinstance(said, dict) else {}
    return {READ_ONLY.get(key, key): value for key, value in hints.items() if key not in READ_ONLY or value is True}


# Calls


def is_call(item: Node) -> bool:
    """Whether the item is a call of any kind."""
    return type_of(item) in CALLS


def call_of(item: Node, dialect: str, results: Mapping[str, Node] | None = None, **more: Any) -> Call:
    """The call that an item holds; `results` are the outputs of hosted calls by call id."""
    kind = CALLS[type_of(item)]
    hosted = kind.hosted or item.value_at("execution") == "server"
    item_id, call_id = word(item, "id"), word(pick(item, "call_id"))
    name = kind.name or word(item, "name") or ""
    arguments = MISSING if kind.arguments is None else item.get(kind.arguments)
    fields: dict[str, Any] = {
        "arguments": present(arguments),
        "encoded": arguments.missing or isinstance(arguments.value, str),
        "wants_id": not hosted,
        "custom": kind.custom,
        "hosted": hosted,
        "namespace": word(item, "namespace"),
        "item": item_id if call_id else None,
        "builtin": kind.name is not None,
    } | more
    id = call_id or (item_id if hosted else None)
    execution = _execution(item, name, dialect, fields["arguments"], results or {}) if hosted else None
    return Call(id, name, dialect, item, execution=execution, **fields)


def _execution(
    item: Node, name: str, dialect: str, arguments: Node | None, results: Mapping[str, Node]
) -> Execution | None:
    """The provider's own run of a hosted call, where the item or a later one tells its outcome."""
    if type_of(item) == "mcp_approval_request":
        return None
    approved = bool(item.value_at("approval_request_id"))
    server = word(item, "server_label")
    response = _response(item, results)
    if response is None:
        return None
    return Execution(name, dialect, item, word(item, "id"), arguments, response, server, approved)


def _response(item: Node, results: Mapping[str, Node]) -> Response | None:
    if given(item.get("error")):
        return _failure(item, item.get("error"))
    output = item.get("output")
    if item.value_at("status") == "failed":
        return Response("result", item, failed=True, said="the provider says that the call failed", output_free=True)
    if isinstance(output.value, str):
        return Response("result", output, texts=(output,), output_free=True)
    later = results.get(str(word(pick(item, "call_id"))))
    if later is None:
        return None
    result = later.get("result")
    return Response("result", later, texts=(result,) if isinstance(result.value, str) else (), output_free=True)


def _failure(item: Node, error: Node) -> Response:
    """What went wrong with a hosted MCP call: the protocol, the transport, or the tool itself."""
    if error.value_at("type") == "mcp_tool_execution_error":
        texts = tuple(text for part in error.get("content").each() if isinstance((text := part.get("text")).value, str))
        said = " ".join(text.string for text in texts) or word(error, "content") or "the tool failed"
        return Response("result", error, failed=True, texts=texts, said=said, output_free=True)
    said = word(error) or word(error, "message") or error.text[:300]
    code = count(error, "code")
    return Response("error", error, True, number=code, number_name=error_name(code), said=said, output_free=True)


# Results


def is_result(item: Node) -> bool:
    """Whether the item is what a host sends back for a call."""
    searched = type_of(item) == "tool_search_output" and item.value_at("execution") == "server"
    return type_of(item) in RESULTS and not searched


def return_of(item: Node, misplaced: str | None = None) -> Return:
    """The result that an item sends back; `misplaced` is the rule that its position breaks."""
    content = item.get("tools") if type_of(item) == "tool_search_output" else item.get("output")
    texts = (content,) if isinstance(content.value, str) else tuple(_texts(content))
    failed = True if item.value_at("status") == "failed" else None
    id, name = word(pick(item, "call_id")), word(item, "name") or _NAMELESS.get(type_of(item))
    return Return(id, item, given(content), name, failed, misplaced, _wanted(item, content), texts)


def _texts(content: Node) -> Iterator[Node]:
    blocks = [content] if isinstance(content.value, dict) else list(content.each())
    return (text for block in blocks if isinstance((text := block.get("text")).value, str))


def _wanted(item: Node, content: Node) -> str | None:
    if type_of(item) not in ("function_call_output", "custom_tool_call_output") or isinstance(content.value, str):
        return None
    if isinstance(content.value, list):
        types = {part.value_at("type") for part in content.each()}
        return None if types <= PARTS else WANTED
    return WANTED


# Messages and whole conversations


def is_made(item: Node) -> bool:
    """Whether the item is the model's (or its provider's) own, not something a host or a user put in."""
    if is_result(item) or type_of(item) in ("mcp_approval_response", "additional_tools", "item_reference"):
        return False
    return type_of(item) != "message" or item.value_at("role") in (None, "assistant")


def texts_of_items(items: Iterable[Node]) -> tuple[Node, ...]:
    """The plain texts of the model's messages."""
    return tuple(text for item in items if type_of(item) == "message" for text in _said(item))


def _said(item: Node) -> Iterator[Node]:
    content = item.get("content")
    if isinstance(content.value, str):
        yield content
    for part in content.each():
        if part.value_at("type") != "refusal" and isinstance((text := part.get("text")).value, str):
            yield text


def refusal_of(items: Iterable[Node]) -> Node | None:
    """The text of a refusal, if a message holds one."""
    parts = (part for item in items if type_of(item) == "message" for part in item.get("content").each())
    refusals = (part.get("refusal") for part in parts if part.value_at("type") == "refusal")
    return next(filter(word, refusals), None)


@dataclass(frozen=True, slots=True)
class Known:
    """What other items tell of calls: the outputs of programs by call id, and the approvals that were used."""

    results: Mapping[str, Node]
    used: frozenset[str | None]


def known_of(items: Iterable[Node]) -> Known:
    """What a list of items tells of its calls."""
    members = list(items)
    outputs = (item for item in members if type_of(item) == "program_output")
    results = {id: item for item in outputs if (id := word(pick(item, "call_id"))) is not None}
    ran = (item for item in members if type_of(item) == "mcp_call")
    return Known(results, frozenset(word(item, "approval_request_id") for item in ran))


def calls_of(items: Sequence[Node], dialect: str, known: Known | None = None) -> tuple[Call, ...]:
    """The calls of one turn; an approval request is told as its call where that was made too."""
    known = known or known_of(items)
    return tuple(
        call_of(item, dialect, known.results)
        for item in items
        if is_call(item) and not (type_of(item) == "mcp_approval_request" and word(item, "id") in known.used)
    )


def answer(call: Call, text: str) -> dict[str, Any] | None:
    """The item that sends `text` back for a call; None for a call that the provider runs and answers itself."""
    sort = type_of(call.node)
    if sort == "mcp_approval_request":
        return {"type": "mcp_approval_response", "approval_request_id": call.id or "", "approve": False, "reason": text}
    if call.hosted:
        return None
    if sort == "apply_patch_call":
        return {"type": "apply_patch_call_output", "call_id": call.id or "", "status": "failed", "output": text}
    kind = "custom_tool_call_output" if call.custom else "function_call_output"
    return {"type": kind, "call_id": call.id or "", "output": text}


def replayed(turn: Sequence[Passed]) -> list[dict[str, Any]]:
    """The call items of a turn, then an output item for each result."""
    calls = [{"type": "function_call", "call_id": one.id, "name": one.name, "arguments": one.text} for one in turn]
    outputs = [{"type": "function_call_output", "call_id": one.id, "output": r.text} for one, r in answered(turn)]
    return [*calls, *outputs]
