"""Asking the door to convert a tool list, and what it tells of that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hopscope import api, contracts, dialects

RICH: dict[str, Any] = {
    "type": "object",
    "properties": {
        "plot": {"type": "string", "minLength": 2, "pattern": "^[A-Z]+$", "description": "Which plot"},
        "rows": {"type": "integer", "minimum": 1, "exclusiveMaximum": 90},
        "beds": {"type": "array", "items": {"$ref": "#/$defs/Bed"}, "minItems": 2},
        "mark": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
        "note": {"type": ["string", "null"]},
        "kind": {"const": "spring"},
        "best": {"$ref": "#/$defs/Bed", "description": "The best of them"},
        "tags": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["plot"],
    "$defs": {"Bed": {"type": "object", "properties": {"seeds": {"type": "number"}}}},
}


def door(method: str, **params: Any) -> dict[str, Any]:
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
    return dict(reply["result"])


def convert(value: Any, to: str, strict: bool = False, **params: Any) -> dict[str, Any]:
    text = value if isinstance(value, str) else json.dumps(value)
    return door("convert", documents=[{"name": "tools.json", "text": text}], to=to, strict=strict, **params)


def refusals(text: str, to: str, strict: bool) -> list[str]:
    """What the target's own rules refuse in a converted list; limits of a whole request can't be met by rewriting."""
    how = dialects.offerings()[to]
    told = door(
        "lint",
        documents=[{"name": "out.json", "text": text}],
        providers=[how.strict_rules if strict else how.rules],
    )
    return [
        finding["message"]
        for finding in told["findings"]
        if finding["severity"] == "error"
        and (finding["code"] == "schema-root" or finding["fault"] == "provider")
        and "strict tools" not in finding["message"]
        and "several types" not in finding["message"]
    ]


def silent(result: dict[str, Any]) -> list[Any]:
    """What was dropped or moved into words without being told as a loss."""
    told = {(loss["params"]["tool"], loss["params"].get("pointer")) for loss in result["losses"]}
    gone = [change for change in result["changes"] if change["kind"] in ("dropped", "moved")]
    return [change for change in gone if (change["tool"], change["pointer"]) not in told]


def chat(*tools: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": "Go."}], "tools": list(tools)}


def names(text: str) -> list[str]:
    return [str(one["name"]) for one in _objects(json.loads(text)) if isinstance(one.get("name"), str)]


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(inner)


def losses(result: dict[str, Any]) -> list[str]:
    return [loss["params"]["keyword"] for loss in result["losses"]]


def strict_schema(schema: Any, to: str = "openai-chat") -> Any:
    tool = {"name": "t", "description": "T.", "inputSchema": schema}
    written = json.loads(convert({"tools": [tool]}, to, True)["text"])["tools"][0]
    return written["function"]["parameters"] if to == "openai-chat" else written["input_schema"]


def passes(schema: Any, value: Any) -> bool | None:
    return contracts.compile(schema).check(value).valid
