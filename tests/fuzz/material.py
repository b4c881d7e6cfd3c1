"""What damaged inputs are made from: the cases, their texts, and everything odd that a text can hold."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import casebook
from hopscope import limits
from hopscope.flow import links
from hopscope.text.depth import depth

LONGEST = 3_000  # characters of a text that inputs are made from: many small ones find more than few large ones
LINKS = casebook.HERE / "links"

PATHS = (
    "$", "$..*", "$.a[0]", "$['a','b']", "$[1:5:2]", "$[-1:]", "$[?@.a == 1]", "$[?@.a < 2 && !@.b || @.c]",
    "$..[?@ > 1e3]", "$[?match(@.a, '[a-z]+')]", "$[?search(@, 'a|b')]", "$[?length(@) > 1]", "$[?count(@.*) >= 2]",
    "$[?value(@..a) == 'x']", "$.messages[*].tool_calls[?@.id].function", "$[?@['a'][0] != null]", '$["\\u0061"]',
)  # fmt: skip
PATTERNS = (
    "^[A-Z]{2}\\d+$", "(a|b)*c", "(?=x)y", "\\p{L}+", "[^\\]-]", "a{2,}", "(?<n>a)\\k<n>", "(?:ab)+?",
    "\\b\\w\\S\\u{1F600}", "^(?!(a+)+b)a+", "[a-z&&[b]]", "x*?y+z{3}", "(a+)+$", "\\cA\\x41\\u0041\\0", "$^", ".|[]|[^]",
)  # fmt: skip
ODD = (
    "\0", "\ud800", "\udc00", "\U0001f600", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\u0085", "\x1b[31m", "\r",
    "\r\n", "\x7f", "\\u0000", "\\ud800", "\\uD83D\\uDE00", "\\x41", "\\", "\\\\", '\\"', '"', "'", "`", "```", "```json\n",
    "{", "}", "[", "]", ",", ":", "//", "/*", "*/", "#", "data: ", "event: x\n", "\n\n", "[DONE]", "<script>", "</script>",
    "<img src=x onerror=alert(1)>", "&quot;", "&#x41;", "1e999999999", "-1e-999999999", "-0", "0.0", "00", "1.", ".5", "+1",
    "0x1f", "1_000", "NaN", "-Infinity", "undefined", "None", "True", "9" * 400, "12345678901234567890", "null", "true",
    "false", "{}", "[]", '""', "__proto__", "constructor", "$ref", "#/", "$id", "$defs", '{"$ref":"#"}', '{"$text":0}',
    '{"type":["string","null"]}', "---\n", "- ", "? ", "&a ", "*a", "!!binary ", "|\n", ">-\n", "curl -d '", "HTTP/1.1 200",
    "[" * 30, '{"a":' * 30, "(" * 30, "$", "..", "?@", "==", "&&", "@", "*", "\t", " " * 20,
    "Bearer sk-aaaaaaaaaaaaaaaaaaaaaaaa", "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln", "https://user:pass@example.com/?key=1",
    "%00", "%7B", "+", "=", "&", "é", "日本語",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 1e300, 10**25, "", "x", "{", "null", "0", "\0", "\ud800", "__proto__", [], {}, [None],
    [[]], [{}], {"": ""}, {"a": 1}, {"__proto__": {}}, {"$ref": "#"}, {"$ref": "#/properties/a"}, {"type": "object"},
    {"allOf": [{}]}, {"not": {}}, {"enum": []}, {"pattern": "("}, {"type": "tool_use"}, {"type": "function"},
    {"role": "tool"}, {"jsonrpc": "2.0"}, ["a", "a"], "data: {}\n\n",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Material:
    """Everything inputs are made from, in an order that is the same at every run."""

    cases: tuple[dict[str, Any], ...]
    texts: tuple[str, ...]
    fragments: tuple[str, ...]
    keys: tuple[str, ...]

    def text(self, random: Random) -> str:
        return random.choice(self.texts)


@cache
def gathered() -> Material:
    """The material of the own cases, and of the shared ones where they are."""
    cases = [*casebook.read(casebook.OWN).values(), *casebook.read(casebook.SHARED).values()]
    small = [case for case in cases if len(json.dumps(case["params"])) < 4 * LONGEST]
    texts = sorted({text for case in small for text in strings(case["params"]) if 1 < len(text) <= LONGEST})
    frozen = (json.loads(path.read_text(encoding="utf-8"))["fragment"] for path in LINKS.rglob("*.json"))
    written = (links.write(links.restore({"documents": [{"name": "a", "text": text}]})) for text in texts[::40])
    fragments = sorted({*frozen, *map(str, written)})
    keys = sorted({key for text in texts for key in keys_in(text)})
    return Material(tuple(small), tuple(texts), tuple(fragments), tuple(keys))


def strings(value: Any) -> list[str]:
    """All strings in a value, without its names."""
    if isinstance(value, str):
        return [value]
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for member in members for text in strings(member)]


def keys_in(text: str) -> list[str]:
    """The names of members in a text that is JSON."""
    found: list[str] = []

    def take(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found.extend(key for key, _ in pairs)
        return dict(pairs)

    with contextlib.suppress(ValueError):
        loaded(text, object_pairs_hook=take)
    return found


def loaded(text: str, **options: Any) -> Any:
    """The value of a text that is JSON; raises ValueError where it is none, or too deep for Python's own reader."""
    if depth(text) > limits.DEPTH:
        raise ValueError("too deep")
    return json.loads(text, **options)
