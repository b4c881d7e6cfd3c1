"""Values as exact JSON text, laid out as `JSON.stringify` does it."""

from __future__ import annotations

import json
import re
from typing import Any

from hopscope.text.layout import lay_out
from hopscope.text.numbers import Number

_SURROGATE = re.compile("[\ud800-\udfff]")


def dumps(value: Any, indent: int | None = None, sort_keys: bool = False) -> str:
    """A value as exact JSON text; `indent` is in blanks a level, None or 0 give one line without blanks."""
    marks: list[str] = []
    text = json.dumps(
        value, ensure_ascii=False, check_circular=False, separators=(",", ":"), sort_keys=sort_keys,
        default=lambda one: _marked(one, marks),
    )  # fmt: skip
    if marks:
        text = re.sub(f'"{_MARK}(\\d+)"', lambda found: marks[int(found[1])], text)
    text = quoted_surrogates(text)
    return lay_out(text, indent) if indent else text


_MARK = "\ud800\udfffnumber\udfff"


def _marked(value: object, marks: list[str]) -> str:
    """Stands for an exact number while C code writes the rest; no text read from UTF-8 can hold it."""
    if not isinstance(value, Number):
        raise TypeError(f"{type(value).__name__} is no JSON value")
    marks.append(value.text)
    return f"{_MARK}{len(marks) - 1}"


def quoted_surrogates(text: str) -> str:
    """JSON text whose lone surrogates are escapes, as ECMA-262 writes them, so that it can travel as UTF-8."""
    return text if text.isascii() else _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def quote(text: str) -> str:
    """A string as a JSON string literal."""
    return quoted_surrogates(json.dumps(text, ensure_ascii=False))
