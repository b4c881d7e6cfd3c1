"""Texts made to break whoever reads them, by kind; `size` says how large those are that grow."""

from __future__ import annotations

import json
from typing import Any

from hand import chat

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"
ODD = "\0\udfff\ud800\u202e\u2066\u200b\ufeff\u2028\x1b[31m\x7f"
DIGITS = "9" * 10_000


def texts(size: int) -> dict[str, str]:
    """Texts to read, by what is hostile in them."""
    return {
        "deep nesting": "[" * size + "]" * size,
        "deep nesting that is cut": '{"a":[' * size,
        "numbers beyond measure": f'{{"a": 1e999999999, "b": 1e-9999, "c": {DIGITS}, "d": 0.{DIGITS}, "e": {DIGITS}e{DIGITS[:9]}}}',
        "an object of many members": json.dumps({f"k{n}": n for n in range(size)}),
        "many equal members": "{" + '"a": 1, ' * size + '"a": 2}',
        "many small objects": "[" + "{}," * size + "{}]",
        "many values": "1\n" * size,
        "many faults": "[" + "'a' b, " * (size // 10) + "]",
        "many quotes": '"' * (size // 10),
        "odd characters": json.dumps({f"key {ODD}": f"value {ODD}", "b": [ODD]}, ensure_ascii=False),
        "odd characters outside of strings": f'{{{ODD}"a": 1{ODD}}}{ODD}',
        "escaped halves of characters": '{"\\ud800": "\\udc00 \\ud800\\ud800", "\\u0000": "\\u202e"}',
        "bytes that are no text": bytes(range(256)).decode("latin-1") * 20,
        "bytes with signs for what is no text": "\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + "\ufffd\0" * 500,
        "names of a prototype": '{"__proto__": {"x": 1}, "constructor": {"prototype": null}, "toString": 1, "hasOwnProperty": 2}',
        "markup": json.dumps({MARKUP: [MARKUP, {"href": "javascript:alert(3)", MARKUP: MARKUP}]}),
        "markup in a call": chat(json.dumps({"city": MARKUP, "__proto__": {"a": 1}}), name=MARKUP),
        "nothing but white space": " \t\r\n" * (size // 10),
    }


def tower(keyword: str, levels: int) -> dict[str, Any]:
    """Each level asks twice for the next: two to the power of `levels` ways."""
    steps = {f"d{n}": {keyword: 2 * [{"$ref": f"#/$defs/d{n + 1}"}]} for n in range(levels)}
    return {"$defs": {**steps, f"d{levels}": {"type": "integer"}}, "$ref": "#/$defs/d0"}


def nested(keyword: str, levels: int) -> dict[str, Any]:
    inner: dict[str, Any] = {"type": "integer"}
    for _ in range(levels):
        inner = {keyword: [inner, {}]}
    return inner


SCHEMAS: dict[str, Any] = {
    "a reference to itself": {"$ref": "#"},
    "a ring of references": {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
    "a reference into itself": {"properties": {"a": {"$ref": "#"}}, "items": {"$ref": "#"}, "required": ["a"]},
    "a reference to nowhere": {"$ref": "#/$defs/none", "properties": {"a": {"$ref": "https://example.com/none"}}},
    "a tower of allOf": tower("allOf", 40),
    "a tower of anyOf": tower("anyOf", 40),
    "a tower of oneOf": tower("oneOf", 40),
    "nested allOf": nested("allOf", 120),
    "nested oneOf": nested("oneOf", 120),
    "many branches": {"oneOf": [{"properties": {f"p{n}": {"const": n}}, "required": [f"p{n}"]} for n in range(300)]},
    "numbers beyond measure": {"maximum": 10**4_000, "multipleOf": 10**300 + 1, "enum": [10**3_999, -1]},
    "patterns without end": {"pattern": "^(?!(a+)+b)a+", "patternProperties": {"^(a+)+$": {"pattern": "(a|aa)+$"}}},
    "patterns that are none": {"pattern": "(((", "patternProperties": {"[": {}}, "propertyNames": {"pattern": "*"}},
    "names of a prototype": {"properties": {"__proto__": {"type": "integer"}, "constructor": {}}, "required": ["__proto__"]},
    "markup": {"title": MARKUP, "description": MARKUP, "properties": {MARKUP: {"enum": [MARKUP]}}, "required": [MARKUP]},
    "a refusal at every item": {"items": {"type": "null"}, "additionalProperties": False},
}  # fmt: skip
