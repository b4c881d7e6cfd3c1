"""A schema drawn from values: what they show of types, fields and formats, and nothing that they do not show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hopscope.contracts.formats import FORMATS
from hopscope.text.numbers import is_number

SHOWN = ("date-time", "date", "uuid", "email", "uri")  # formats that are no accident where every text has them
DEEPEST = 60  # levels described; what lies deeper is let through
URI_MARK = "://"


def proposed(values: Sequence[Any], level: int = 0) -> dict[str, Any]:
    """A schema that every one of the values passes; fields that all objects have are required, none are forbidden."""
    kinds = _kinds(values)
    schema: dict[str, Any] = {"type": kinds[0] if len(kinds) == 1 else kinds} if kinds else {}
    if level >= DEEPEST:
        return schema
    objects = [value for value in values if isinstance(value, dict)]
    elements = [element for value in values if isinstance(value, list) for element in value]
    texts = [value for value in values if isinstance(value, str)]
    if objects:
        schema |= _object(objects, level)
    if elements:
        schema["items"] = proposed(elements, level + 1)
    if found := _format(texts):
        schema["format"] = found
    return schema


def _kinds(values: Iterable[Any]) -> list[str]:
    """The types of the values in a settled order; integers are numbers where both stand."""
    found = {_kind(value) for value in values}
    found -= {"integer"} if "number" in found else set()
    return [kind for kind in ("object", "array", "string", "number", "integer", "boolean", "null") if kind in found]


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if is_number(value):
        return "integer" if isinstance(value, int) else "number"
    return "object" if isinstance(value, dict) else "array" if isinstance(value, list) else "string"


def _object(objects: Sequence[dict[str, Any]], level: int) -> dict[str, Any]:
    members: dict[str, list[Any]] = {}
    for one in objects:
        for name, value in one.items():
            members.setdefault(name, []).append(value)
    required = [name for name, held in members.items() if len(held) == len(objects)]
    schema: dict[str, Any] = {"properties": {name: proposed(held, level + 1) for name, held in members.items()}}
    return {**schema, "required": required} if required else schema


def _format(texts: Sequence[str]) -> str | None:
    fitting = (name for name in SHOWN if texts and all(FORMATS[name](text) for text in texts))
    return next((name for name in fitting if name != "uri" or all(URI_MARK in text for text in texts)), None)
