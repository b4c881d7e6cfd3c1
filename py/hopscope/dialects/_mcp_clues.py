"""What gives MCP away: envelopes with its methods, and the shapes that its tools, params and results have alone.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, schema of each revision.
"""

from __future__ import annotations

from typing import Any

from hopscope.dialects._base import Clue, clue
from hopscope.dialects._mcp_foreign import is_other_handshake
from hopscope.dialects._mcp_messages import METHODS, is_known
from hopscope.dialects._mcp_results import KINDS
from hopscope.dialects._mcp_revision import META


def _message(value: Any) -> bool:
    """A JSON-RPC message; one of an unknown method may be another protocol's, as may an answer that is no object."""
    method = value.get("method")
    no_object = "id" in value and not isinstance(value.get("result", {}), dict)
    foreign = not is_known(method) if isinstance(method, str) else no_object
    foreign = foreign or is_other_handshake(value.get("params")) or is_other_handshake(value.get("result"))
    return "jsonrpc" in value and bool({"method", "result", "error"} & value.keys()) and not foreign


def _known_method(value: Any) -> bool:
    method = value.get("method")
    known = isinstance(method, str) and method in METHODS and not is_other_handshake(value.get("params"))
    return known and value.keys() <= {"jsonrpc", "id", "method", "params"}


def _bare_call(value: Any) -> bool:
    params = value.get("params")
    return value.get("method") == "tools/call" and isinstance(params, dict) and "name" in params


def _bare_params(value: Any) -> bool:
    own = value.keys() <= {"name", "arguments", "_meta", "task"}
    return own and isinstance(value.get("name"), str) and isinstance(value.get("arguments"), dict)


def is_tool(value: Any) -> bool:
    """Whether a value is a tool as `tools/list` tells it."""
    named = isinstance(value, dict) and isinstance(value.get("name"), str) and value.get("type") != "function"
    return named and isinstance(value.get("inputSchema"), dict)


def _block(block: Any) -> bool:
    kinds = {"text": "text", "image": "mimeType", "audio": "mimeType", "resource": "resource", "resource_link": "uri"}
    return isinstance(block, dict) and kinds.get(str(block.get("type")), "") in block


def _result(value: Any) -> bool:
    content = value.get("content")
    own = {"content", "isError", "structuredContent", "resultType", "_meta"}
    return isinstance(content, list) and value.keys() <= own and all(_block(block) for block in content)


def _typed_result(value: Any) -> bool:
    return value.get("resultType") in KINDS and not {"role", "choices"} & value.keys()


def has_own_meta(value: Any) -> bool:
    """Whether a value carries `_meta` with a key of the protocol."""
    meta = value.get("_meta")
    return isinstance(meta, dict) and any(key.startswith(META) for key in meta)


def is_sampled(value: Any) -> bool:
    """Whether a value is what a model answered in sampling."""
    made = {"stopReason", "model"} <= value.keys() and value.get("role") == "assistant"
    return made and isinstance(value.get("content"), (dict, list))


def _sampling_params(value: Any) -> bool:
    return isinstance(value.get("messages"), list) and "maxTokens" in value and not {"contents", "input"} & value.keys()


def _rpc_error(value: Any) -> bool:
    code = value.get("code")
    return type(code) is int and -32768 <= code <= -32000 and isinstance(value.get("message"), str)


def _prompt(value: Any) -> bool:
    found = value.get("messages")
    own = value.keys() <= {"messages", "description", "_meta", "resultType"}
    return own and isinstance(found, list) and bool(found) and all(map(_prompt_message, found))


def _prompt_message(value: Any) -> bool:
    content = value.get("content") if isinstance(value, dict) else None
    return isinstance(content, dict) and "type" in content


def _elicited(value: Any) -> bool:
    return value.get("action") in ("accept", "decline", "cancel") and value.keys() <= {"action", "content", "_meta"}


def _listed(value: Any) -> bool:
    """A list of prompts, resources or contents, by fields that only MCP has together."""
    for name, fields in _LISTS.items():
        items = value.get(name)
        if isinstance(items, list) and items and all(isinstance(one, dict) and fields <= one.keys() for one in items):
            return value.keys() <= {name, "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope"}
    return False


_LISTS = {
    "prompts": {"name"}, "resources": {"uri", "name"}, "contents": {"uri"}, "resourceTemplates": {"uriTemplate"}, "roots": {"uri"},
}  # fmt: skip


def _linked(value: Any) -> bool:
    kind = value.get("type")
    if kind == "resource":
        resource = value.get("resource")
        return isinstance(resource, dict) and "uri" in resource
    return (kind == "resource_link" and "uri" in value) or (
        kind in ("image", "audio") and {"data", "mimeType"} <= value.keys()
    )


def _sampled_result(value: Any) -> bool:
    return value.get("type") == "tool_result" and isinstance(value.get("toolUseId"), str)


CLUES: tuple[Clue, ...] = (
    clue(4, "", _message, having="jsonrpc"),
    clue(4, "", _known_method, having="method"),
    clue(2, "", _bare_call, having="method"),
    clue(4, "", _bare_params, having="arguments"),
    clue(4, "[]", _message, having="jsonrpc"),
    clue(6, "tools/*", is_tool),
    clue(6, "result/tools/*", is_tool),
    clue(2, "result/content/*", _block),
    clue(6, "", is_tool, having="inputSchema"),
    clue(6, "[]", is_tool, having="inputSchema"),
    clue(4, "", _result, having="content"),
    clue(3, "isError", bool),
    clue(3, "structuredContent"),
    clue(5, "", _typed_result, having="resultType"),
    clue(5, "", has_own_meta, having="_meta"),
    clue(5, "", is_sampled, having="stopReason"),
    clue(5, "", _sampling_params, having="maxTokens"),
    clue(4, "", _rpc_error, having="code"),
    clue(4, "", _prompt, having="messages"),
    clue(4, "", _elicited, having="action"),
    clue(4, "", _listed, having=" ".join(_LISTS)),
    clue(4, "", _linked, having="type"),
    clue(5, "", lambda value: {"protocolVersion", "capabilities"} <= value.keys(), having="protocolVersion"),
    clue(5, "", lambda value: {"supportedVersions", "capabilities"} <= value.keys(), having="supportedVersions"),
    clue(5, "", _sampled_result, having="toolUseId"),
)
