"""What an MCP result must hold, by the method that was called and the revision that is spoken.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, schema of each revision; modelcontextprotocol/ext-tasks at e434597.
"""

from __future__ import annotations

from collections.abc import Iterator

from hopscope.dialects._mcp_fields import Fault, fields, shown
from hopscope.dialects._mcp_messages import SERVER_ASKS, Message
from hopscope.dialects._mcp_revision import STATELESS
from hopscope.dialects._reading import word
from hopscope.text.node import Node

ROUNDS = ("tools/call", "prompts/get", "resources/read")  # the requests that may be answered by a question
KINDS = ("complete", "input_required", "task")
RESULTS: dict[str, dict[str, str]] = {
    "initialize": {"protocolVersion": "string", "capabilities": "object", "serverInfo": "object"},
    "server/discover": {"supportedVersions": "array", "capabilities": "object"},
    "tools/list": {"tools": "array"},
    "tools/call": {"content": "array"},
    "prompts/list": {"prompts": "array"},
    "prompts/get": {"messages": "array"},
    "resources/list": {"resources": "array"},
    "resources/templates/list": {"resourceTemplates": "array"},
    "resources/read": {"contents": "array"},
    "completion/complete": {"completion": "object"},
    "sampling/createMessage": {"role": "string", "model": "string"},
    "elicitation/create": {"action": "string"},
    "roots/list": {"roots": "array"},
}
_CACHED = {
    "server/discover", "tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read",
}  # fmt: skip
_BLOCKS: dict[str, dict[str, str]] = {
    "text": {"text": "string"},
    "image": {"data": "string", "mimeType": "string"},
    "audio": {"data": "string", "mimeType": "string"},
    "resource": {"resource": "object"},
    "resource_link": {"uri": "string", "name": "string"},
}
_OBJECTS_ONLY = ("2025-06-18", "2025-11-25")


def result_faults(message: Message, method: str, revision: str | None, task: bool) -> Iterator[Fault]:
    """The faults of a result object."""
    result = message.result
    kind = result.get("resultType")
    if method not in SERVER_ASKS:
        yield from _kind(result, kind, method, revision)
    if kind.value == "input_required":
        yield from _question(result, method)
    elif kind.value != "task" and not (task or isinstance(result.value_at("task"), dict)):
        yield from fields(result, RESULTS.get(method, {}), f"the result of {method}")
        yield from _details(result, method, revision)


def _kind(result: Node, kind: Node, method: str, revision: str | None) -> Iterator[Fault]:
    if kind.missing and revision == STATELESS and method != "initialize":
        yield Fault(result, f"resultType is missing; revision {STATELESS} requires it in each result.", "resultType")
    elif not kind.missing and kind.value not in KINDS and (revision is None or revision >= STATELESS):
        known = ", ".join(KINDS)
        yield Fault(kind, f"resultType is {shown(kind)}; a client must take any but {known} as invalid.", "resultType")


def _question(result: Node, method: str) -> Iterator[Fault]:
    requests, state = result.get("inputRequests"), result.get("requestState")
    if method and method not in ROUNDS:
        yield Fault(result, f"{method} is answered by input_required; only {', '.join(ROUNDS)} may be.", "resultType")
    if requests.missing and state.missing:
        yield Fault(
            result, "input_required without inputRequests and requestState; one must be there.", "inputRequests"
        )
    if not state.missing and not isinstance(state.value, str):
        yield Fault(state, f"requestState is {shown(state)}; it must be a string.", "requestState")
    if not requests.missing and not isinstance(requests.value, dict):
        yield Fault(requests, f"inputRequests is {shown(requests)}; it must be an object.", "inputRequests")
    for key, request in requests.items():
        if word(request, "method") not in SERVER_ASKS:
            asked = shown(request.get("method"))
            sentence = f"inputRequests {key} asks for {asked}; it must be one of {', '.join(sorted(SERVER_ASKS))}."
            yield Fault(request, sentence, "method")


def _details(result: Node, method: str, revision: str | None) -> Iterator[Fault]:
    if revision == STATELESS and method in _CACHED:
        yield from fields(result, {"ttlMs": "number", "cacheScope": "string"}, f"the result of {method}")
    if method == "tools/list":
        for number, tool in enumerate(result.get("tools").each()):
            yield from _tool(tool, number, revision)
    if method == "tools/call":
        yield from _call(result, revision)


def _tool(tool: Node, number: int, revision: str | None) -> Iterator[Fault]:
    name = tool.value_at("name")
    where = f"tool {name}" if isinstance(name, str) else f"tool number {number + 1}"
    yield from fields(tool, {"name": "string", "inputSchema": "object"}, where)
    output = tool.get("outputSchema")
    if revision in _OBJECTS_ONLY and isinstance(output.value_at("type"), str) and output.value_at("type") != "object":
        at = output.get("type")
        sentence = f'outputSchema of {where} has the type {shown(at)}; revision {revision} wants "object" at its root.'
        yield Fault(at, sentence, "outputSchema")


def _call(result: Node, revision: str | None) -> Iterator[Fault]:
    for number, block in enumerate(result.get("content").each()):
        yield from _block(block, number)
    error, structured = result.get("isError"), result.get("structuredContent")
    if error.value is not None and not isinstance(error.value, bool):
        yield Fault(error, f"isError is {shown(error)}; it must be true or false.", "isError")
    if revision in _OBJECTS_ONLY and structured.value is not None and not isinstance(structured.value, dict):
        sentence = f"structuredContent is {shown(structured)}; in revision {revision} it must be an object."
        yield Fault(structured, sentence, "structuredContent")


def _block(block: Node, number: int) -> Iterator[Fault]:
    kind = block.value_at("type")
    if not isinstance(kind, str) or kind not in _BLOCKS:
        what = shown(block.get("type")) if isinstance(block.value, dict) else shown(block)
        sentence = f"Block {number + 1} of content has the type {what}; it must be one of {', '.join(_BLOCKS)}."
        yield Fault(block, sentence, "type")
        return
    yield from fields(block, _BLOCKS[kind], f"block {number + 1} of content")
