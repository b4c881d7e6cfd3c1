"""By what shapes Anthropic Messages are recognised: bodies, blocks, tools and events.

Source: anthropics/anthropic-sdk-python at 009b035305.
"""

from __future__ import annotations

import re
from typing import Any

from hopscope.dialects._base import Clue, clue

CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
REFUSED = ("audio", "resource", "resource_link", "json", "input_text", "input_image", "image_url", "output_text")
_DATED = re.compile(r"[a-z_]+_20\d{6}$")
EVENTS = re.compile(r"message_(start|delta|stop)$|content_block_(start|delta|stop)$|ping$")


def is_block(value: Any) -> bool:
    """Whether a value is a call or a result."""
    if not isinstance(value, dict):
        return False
    if value.get("type") in CALLS:
        return "name" in value and "input" in value
    return "tool_use_id" in value and str(value.get("type")).endswith("tool_result")


def is_message(value: Any) -> bool:
    """Whether a value is a whole response; an item of OpenAI's is written alike, with parts of other types."""
    content = value.get("content") if isinstance(value, dict) and value.get("type") == "message" else None
    if not isinstance(content, list) or "role" not in value:
        return False
    return not any(isinstance(block, dict) and block.get("type") in ("input_text", "output_text") for block in content)


def is_tool(value: Any) -> bool:
    """Whether a value is a tool with its schema."""
    return (
        isinstance(value, dict) and isinstance(value.get("name"), str) and isinstance(value.get("input_schema"), dict)
    )


def is_hosted_tool(value: Any) -> bool:
    """Whether a value is one of the provider's own tools, which have dated types."""
    return isinstance(value, dict) and (
        value.get("type") == "mcp_toolset" or bool(_DATED.match(str(value.get("type"))))
    )


def refused(content: Any) -> bool:
    """Whether a result's content is of a kind that is not taken there."""
    if isinstance(content, list):
        return any(not isinstance(block, dict) or block.get("type") in (None, *REFUSED) for block in content)
    return content is not None and not isinstance(content, str)


def _lists_tools(value: Any) -> bool:
    """A list of tools in a body; the OpenAI item that lists an MCP server's tools spells them alike."""
    tools = value.get("tools") if isinstance(value, dict) and value.get("type") != "mcp_list_tools" else None
    return isinstance(tools, list) and any(map(is_tool, tools))


def is_error(value: Any) -> bool:
    """Whether a value is an error body or event; OpenAI's have a code or a param."""
    error = value.get("error") if isinstance(value, dict) and value.get("type") == "error" else None
    return (
        isinstance(error, dict) and str(error.get("type")).endswith("_error") and not {"code", "param"} & error.keys()
    )


def _holds_blocks(value: Any) -> bool:
    content = value.get("content") if isinstance(value, dict) and "role" in value else None
    return isinstance(content, list) and any(map(is_block, content))


def _event(kind: str, key: str) -> Any:
    return lambda value: isinstance(value, dict) and value.get("type") == kind and key in value


def _is_piece(value: Any) -> bool:
    """What is copied out of bodies and logs, alone or in lists."""
    return is_block(value) or is_tool(value) or _holds_blocks(value) or is_message(value) or _is_start(value)


_is_start = _event("message_start", "message")
CLUES: tuple[Clue, ...] = (
    clue(6, "", is_message, having="type"),
    clue(2, "stop_reason", str),
    clue(5, "messages/*/content/*", is_block, having="type"),
    clue(5, "", _lists_tools, having="tools"),
    clue(4, "tools/*", is_hosted_tool, having="type"),
    clue(3, "messages/*/content/*/signature", str),  # of a thinking block
    clue(1, "max_tokens", int),
    clue(2, "system", lambda value: isinstance(value, (str, list))),
    clue(2, "tool_choice/type", lambda kind: kind in ("auto", "any", "tool", "none")),
    clue(5, "output_config/format/schema", dict),
    clue(4, "output_format/schema", dict),
    clue(6, "", _is_start, having="type"),
    clue(6, "", _event("content_block_start", "content_block"), having="type"),
    clue(6, "", _event("content_block_delta", "delta"), having="type"),
    clue(5, "", _event("content_block_stop", "index"), having="type"),
    clue(5, "", _event("message_delta", "delta"), having="type"),
    clue(4, "type", "message_stop"),
    clue(1, "type", "ping"),
    clue(5, "", is_error, having="type"),
    clue(5, "", _is_piece, having="type content input_schema"),
    clue(5, "[]", _is_piece, having="type content input_schema"),
    clue(5, "result/message", is_message, having="type"),  # a batch's results
    clue(5, "result/error", is_error, having="type"),
    clue(5, "params/tools/*", is_tool, having="input_schema"),  # a batch's requests
)
