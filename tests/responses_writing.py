"""Bodies and events of OpenAI Responses, written for tests."""

from __future__ import annotations

import json
from typing import Any

ID = "openai-responses"
SOIL = {"type": "object", "properties": {"bed": {"type": "integer"}}, "required": ["bed"]}
TOOL = {"type": "function", "name": "read_soil", "description": "Moisture of one bed.", "parameters": SOIL}


def call(number: int, **fields: Any) -> dict[str, Any]:
    plain = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": "read_soil"}
    return plain | {"arguments": json.dumps({"bed": number})} | fields


def output(number: int, **fields: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": f"call_{number}", "output": "dry"} | fields


def user(words: str = "How is the soil?") -> dict[str, Any]:
    return {"role": "user", "content": words}


def said(words: str = "Dry.") -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": words}]}


def request(*items: Any, **fields: Any) -> dict[str, Any]:
    return {"model": "m", "input": list(items), "tools": [TOOL]} | fields


def response(*items: Any, **fields: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "output": list(items),
        "tools": [TOOL],
    } | fields


def event(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{name}"} | fields
