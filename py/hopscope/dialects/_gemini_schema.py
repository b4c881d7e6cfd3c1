"""Gemini's own schema language, a subset of OpenAPI 3.0, rewritten as JSON Schema so that values can be judged by it.

Source: googleapis/js-genai `src/types.ts` at 6e9b35c45e (`Schema`): upper-case types, `nullable`, int64 limits as strings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hopscope.contracts.walk import walk
from hopscope.text.numbers import number
from hopscope.text.reader import read
from hopscope.text.write import dumps

_LIMITS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum")
_ONE = ("items", "additionalProperties")  # a schema below
_LIST = ("anyOf", "oneOf", "allOf", "prefixItems")
_NAMED = ("properties", "defs", "$defs")  # schemas by name; the names are nobody's keywords
_UNDERSCORE = re.compile(r"_([a-z])")
_NUMERAL = re.compile(r"-?\d+(?:\.\d+)?\Z")


DEEPEST = 100  # levels rewritten: what lies deeper is let through, no checker goes there


def json_schema(schema: Any, level: int = 0) -> Any:
    """The schema as JSON Schema: every keyword stays where it is, so that its place can still be shown."""
    if not isinstance(schema, Mapping):
        return schema
    if level > DEEPEST:
        return {}
    out = {_keyword(key): value for key, value in schema.items()}
    out = {key: _member(key, value, level + 1) for key, value in out.items() if not _unspecified(key, value)}
    if out.pop("nullable", False) is True:
        _let_null_through(out)
    if "ref" in out:
        out["$ref"] = out.pop("ref")
    return out


def own_schema(schema: Any) -> Any:
    """A schema that keeps to the keywords of this language, with its types in capitals as the API states them."""
    copy = read(dumps(schema)).values[0]
    for _, part in walk(copy):
        if isinstance(part, dict) and isinstance(part.get("type"), str):
            part["type"] = part["type"].upper()
    return copy


def _keyword(key: str) -> str:
    return _UNDERSCORE.sub(lambda match: match[1].upper(), key)


def _unspecified(key: str, value: Any) -> bool:
    return key == "type" and isinstance(value, str) and value.upper() == "TYPE_UNSPECIFIED"


def _member(key: str, value: Any, level: int) -> Any:
    if key == "type":
        return [_type(one) for one in value] if isinstance(value, list) else _type(value)
    if key in _LIMITS and isinstance(value, str) and _NUMERAL.match(value):
        return number(value)
    if key in _ONE:
        return json_schema(value, level)
    if key in _LIST and isinstance(value, list):
        return [json_schema(one, level) for one in value]
    if key in _NAMED and isinstance(value, Mapping):
        return {name: json_schema(one, level) for name, one in value.items()}
    return value


def _type(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def _let_null_through(schema: dict[str, Any]) -> None:
    types = schema.get("type")
    if isinstance(types, str):
        schema["type"] = [types, "null"]
    if isinstance(schema.get("enum"), list) and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    if isinstance(schema.get("anyOf"), list):
        schema["anyOf"] = [*schema["anyOf"], {"type": "null"}]
