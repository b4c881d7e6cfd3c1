"""By what shapes Gemini's Interactions are recognised: requests, interactions, steps and events.

Source: googleapis/python-genai `google/genai/_gaos/types/interactions` at 66807187f2.
"""

from __future__ import annotations

from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, clue

SERVER = ("mcp_server_tool_call", "google_search_call", "code_execution_call", "url_context_call", "file_search_call")
CALLS = ("function_call", *SERVER)
RESULTS = {name: name.removesuffix("call") + "result" for name in SERVER}
_BLOCK_EVENTS = frozenset(f"{block}.{step}" for block in ("step", "content") for step in ("start", "delta", "stop"))
_TOLD: dict[str, set[str]] = {
    "step": {"index"}, "content": {"index"}, "interaction": {"interaction", "interaction_id", "status"}, "error": {"error"},
}  # fmt: skip
FOREIGN = {"text", "tool_choice", "instructions", "reasoning", "max_output_tokens", "previous_response_id", "include"}


def is_call(value: Any) -> bool:
    """A function call with an object and an `id`: with a `call_id` or a text it is OpenAI's."""
    named = isinstance(value, dict) and value.get("type") == "function_call" and isinstance(value.get("name"), str)
    return named and isinstance(value.get("arguments"), dict) and "call_id" not in value


def is_step(value: Any) -> bool:
    """Whether a value is a step of an interaction."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if kind in SERVER or kind in RESULTS.values():
        return "arguments" in value or "result" in value
    result = kind == "function_result" and "call_id" in value and "result" in value
    return (
        result or (kind in ("model_output", "user_input") and "content" in value) or (is_call(value) and "id" in value)
    )


def is_interaction(value: Any) -> bool:
    """Whether a value is a whole interaction."""
    if not isinstance(value, dict) or not isinstance(value.get("status"), str):
        return False
    steps = value.get("steps", value.get("outputs"))
    return value.get("object") == "interaction" or (isinstance(steps, list) and any(map(is_step, steps[:LOOKED_AT])))


def is_event(value: Any) -> bool:
    """An event of a stream: other systems have an `event_type` too, so it must also carry what it tells of."""
    kind = value.get("event_type") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        return False
    told = _TOLD.get(kind.split(".")[0], set())
    return bool(told & value.keys()) and (kind in _BLOCK_EVENTS or kind.startswith("interaction.") or kind == "error")


def is_request(value: Any) -> bool:
    """A request that OpenAI's Responses would not have, or one for a Gemini model without any member of theirs."""
    if not isinstance(value, dict) or "input" not in value or "output" in value:
        return False
    answer = value.get("response_format")
    own = isinstance(value.get("generation_config"), dict) or (isinstance(answer, dict) and "mime_type" in answer)
    return own or (str(value.get("model")).startswith("gemini-") and not FOREIGN & value.keys())


def _is_piece(value: Any) -> bool:
    return is_step(value) or is_event(value) or is_interaction(value)


CLUES: tuple[Clue, ...] = (
    clue(6, "object", "interaction"),
    clue(12, "", is_request, having="input"),  # more than all that Responses see in the same request
    clue(4, "", is_interaction, having="status"),
    clue(4, "steps/*", is_step, having="type"),
    clue(6, "", is_event, having="event_type"),
    clue(4, "previous_interaction_id", str),
    clue(5, "input/*", is_step, having="type"),
    clue(4, "input/*", is_call, having="type"),
    clue(5, "tools/*", lambda tool: isinstance(tool, dict) and tool.get("type") == "mcp_server"),
    clue(4, "generation_config", lambda config: isinstance(config, dict) and "tool_choice" in config),
    clue(3, "generation_config", dict),
    clue(2, "agent", str),
    clue(2, "response_format/mime_type", str),
    clue(4, "", is_call, having="type"),
    clue(2, "", is_step, having="type"),
    clue(3, "type", lambda kind: kind in ("function_result", *RESULTS, *RESULTS.values())),
    clue(4, "[]", is_call, having="type"),
    clue(5, "[]", _is_piece, having="type event_type status"),
)
