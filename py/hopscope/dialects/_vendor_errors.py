"""Errors that OpenAI-compatible services write in shapes of their own, known by these and by words of a model's request.

Sources: Mistral and others on FastAPI (`detail` with the place as `loc`), DashScope (`code` and `request_id` beside `message`),
xAI (`error` as a text beside `code`), MiniMax (`base_resp`), each as met in public issues of their users.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hopscope.dialects._errors import aimed, error_body
from hopscope.findings import Finding
from hopscope.model import Request
from hopscope.text.node import Node

_OF_CALLS = re.compile(r"\btools?\b|tool_|function|\bmessages\b|InternalError\.Algo", re.IGNORECASE)
_PARTS = {"tools", "messages", "tool_choice", "functions", "response_format", "parallel_tool_calls"}


def _detail(value: Any) -> bool:
    found = value.get("detail")
    first = found[0] if isinstance(found, list) and found and isinstance(found[0], dict) else {}
    loc = first.get("loc")
    return isinstance(first.get("msg"), str) and isinstance(loc, list) and bool(_PARTS & set(map(str, loc)))


def _wrapped(value: Any) -> bool:
    said = value.get("message")
    return value.get("object") == "error" and isinstance(said, dict) and _detail(said)


def _requested(value: Any) -> bool:
    own = {"code", "message", "request_id"} <= value.keys() <= {"code", "message", "request_id", "status_code"}
    return own and bool(_OF_CALLS.search(str(value["message"])))


def _worded(value: Any) -> bool:
    return (
        value.keys() == {"code", "error"}
        and all(isinstance(one, str) for one in value.values())
        and bool(_OF_CALLS.search(value["error"]))
    )


def _coded(value: Any) -> bool:
    base = value.get("base_resp")
    return (
        isinstance(base, dict) and isinstance(base.get("status_msg"), str) and base.get("status_code") not in (0, None)
    )


_SHAPES: tuple[tuple[Callable[[Any], bool], tuple[str | int, ...]], ...] = (
    (_detail, ("detail", 0)),
    (_wrapped, ("message", "detail", 0)),
    (_requested, ()),
    (_worded, ()),
    (_coded, ("base_resp",)),
)
MEMBERS = "detail message error base_resp"


def is_vendor_error(value: Any) -> bool:
    """Whether a value is an error in one of these shapes, and no answer besides."""
    told = isinstance(value, dict) and not value.get("choices") and "jsonrpc" not in value
    return told and any(shape(value) for shape, _ in _SHAPES)


def vendor_error(node: Node, request: Request | None) -> Finding:
    """The finding of such an error, aimed at the part of the request that it names."""
    way = next((way for shape, way in _SHAPES if shape(node.value)), ())
    error = node.get(*way) if way else node
    finding = error_body(node, error=error.get("error") or error)
    loc = error.get("loc")
    keys = [one.value for one in loc.each() if isinstance(one.value, (str, int))] if loc else []
    return aimed(finding, keys[1:] if keys[:1] == ["body"] else keys, request) if keys else finding
