"""By what shapes OpenAI Responses are recognised: requests, responses, items, tools and events.

Source: openai/openai-openapi `openapi.json` at f85dbe223d40.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hopscope.dialects._base import Clue, clue
from hopscope.dialects._openai_items import ITEMS

# Members of requests that only Chat has.
CHAT_PARAM = re.compile(r"messages|max_(?:completion_)?tokens|response_format|functions?\b|.*\.function\b")
PLAIN_WORDS = {"function_call", "reasoning", "program", "program_output"}  # types that other JSON has as well
OWN_TOOLS = {
    "mcp",
    "namespace",
    "tool_search",
    "programmatic_tool_calling",
    "custom",
    "web_search_preview",
    "apply_patch",
}


def is_event(value: Any) -> bool:
    """An event of a stream; Realtime's carry an id of their own."""
    sort = value.get("type") if isinstance(value, dict) else None
    if not isinstance(sort, str) or not sort.startswith("response.") or "event_id" in value:
        return False
    return "input" in value if sort == "response.create" else sort not in ("response.done", "response.cancel")


def is_flat_tool(tool: Any) -> bool:
    """A tool whose name stands beside its type; Interactions has the same, so this alone is no proof."""
    return isinstance(tool, dict) and tool.get("type") in ("function", "custom") and isinstance(tool.get("name"), str)


def is_own_tool(tool: Any) -> bool:
    """A tool of a type that only this family has."""
    foreign = {"function", "input_schema", "custom"}
    return isinstance(tool, dict) and str(tool.get("type")) in OWN_TOOLS and not foreign & tool.keys()


def is_item(item: Any) -> bool:
    """An item that only this family has; a `function_call` counts by its members alone."""
    sort = item.get("type") if isinstance(item, dict) else None
    if not isinstance(sort, str) or sort not in ITEMS or sort == "function_call" or _foreign(item):
        return False
    known = {"id", "call_id", "status"} & item.keys() if sort.endswith("_call") else True
    return bool(known) and (sort not in PLAIN_WORDS or isinstance(item.get("call_id"), str))


def is_message(item: Any) -> bool:
    """A message item, by the types of its parts; Realtime's says what it is."""
    content = item.get("content") if isinstance(item, dict) and item.get("type") == "message" else None
    if not isinstance(content, list) or _foreign(item):
        return False
    return any(isinstance(part, dict) and part.get("type") in ("input_text", "output_text") for part in content)


def is_call(item: Any) -> bool:
    """A function call with what only this family's calls have: a call id, or arguments as JSON text."""
    return _is_function_call(item) and (isinstance(item.get("call_id"), str) or isinstance(item.get("arguments"), str))


def is_bare_call(item: Any) -> bool:
    """A function call that could as well be one of Gemini's Interactions."""
    return _is_function_call(item) and isinstance(item.get("arguments"), dict) and "call_id" not in item


def _is_function_call(item: Any) -> bool:
    return isinstance(item, dict) and item.get("type") == "function_call" and not _foreign(item)


def _foreign(item: Mapping[str, Any]) -> bool:
    return item.get("object") == "realtime.item"


def is_error(error: Any) -> bool:
    """An error body of OpenAI's, unless it names a parameter that only Chat has."""
    if not (
        isinstance(error, dict) and isinstance(error.get("message"), str) and {"type", "code", "param"} <= error.keys()
    ):
        return False
    stripe = "doc_url" in error
    return not stripe and not (isinstance(error["param"], str) and CHAT_PARAM.match(error["param"]))


def offers_tools(value: Any) -> bool:
    """A request with tools that has no member of another API's."""
    foreign = {"contents", "generation_config", "messages", "previous_interaction_id"}
    return isinstance(value, dict) and {"input", "tools"} <= value.keys() and not foreign & value.keys()


def chooses(value: Any) -> bool:
    """Flat tools with a choice among them: what is left of a request that was copied in part."""
    tools = value.get("tools") if isinstance(value, dict) and "messages" not in value else None
    return isinstance(tools, list) and any(map(is_flat_tool, tools))


def asks(value: Any) -> bool:
    """A request of any kind."""
    return isinstance(value, dict) and {"input", "model"} <= value.keys() and "output" not in value


CLUES: tuple[Clue, ...] = (
    clue(6, "object", "response"),
    clue(6, "", is_event, having="type"),
    clue(2, "sequence_number", int),
    clue(2, "response/object", "response"),
    clue(4, "output/*", is_item, having="type"),
    clue(4, "output/*", is_call, having="type"),
    clue(4, "input/*", is_item, having="type"),
    clue(5, "input/*", is_call, having="type"),
    clue(2, "input/*/role", str),
    clue(4, "tools/*", is_own_tool, having="type"),
    clue(3, "tools/*", is_flat_tool, having="type"),
    clue(2, "", offers_tools, having="input"),
    clue(2, "", asks, having="input"),
    clue(2, "", chooses, having="tool_choice"),
    clue(2, "tool_choice/tools", list),
    clue(3, "text/format", dict),
    clue(2, "max_output_tokens", int),
    clue(5, "[]", is_item, having="type"),  # a list of items
    clue(6, "[]", is_call, having="type"),
    clue(4, "[]", is_bare_call, having="type"),
    clue(4, "[]", is_flat_tool, having="type"),
    clue(5, "", is_item, having="type"),  # one item
    clue(4, "", is_message, having="type"),
    clue(6, "", is_call, having="type"),
    clue(4, "", is_bare_call, having="type"),
    clue(4, "", is_flat_tool, having="type"),
    clue(4, "error", is_error),
)
