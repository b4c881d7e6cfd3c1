"""Values as exact JSON text, laid out as `JSON.stringify` does it."""

from __future__ import annotations

import json
import re
from typing import Any

from hopscope.text.layout import lay_out
from hopscope.text.numbers import Number

_SURROGATE = re.compile("[\ud800-\udfff]")


class _Encoder(json.JSONEncoder):
    """Writes exact numbers as marks, since C code writes the rest; `marked` are the texts that they stand for."""

    def __init__(self, sort_keys: bool) -> None:
        super().__init__(ensure_ascii=False, check_circular=False, separators=(",", ":"), sort_keys=sort_keys)
        self.marked: list[str] = []

    def default(self, o: object) -> str:
        """Stands for an exact number; no text read from UTF-8 can hold it."""
        if not isinstance(o, Number):
            raise TypeError(f"{type(o).__name__} is no JSON value")
        self.marked.append(o.text)
        return f"{_MARK}{len(self.marked) - 1}"

    def written(self, value: Any) -> str:
        """The value on one line."""
        self.marked.clear()
        text = self.encode(value)
        return _MARKED.sub(lambda found: self.marked[int(found[1])], text) if self.marked else text


_MARK = "\ud800\udfffnumber\udfff"
_MARKED = re.compile(f'"{_MARK}(\\d+)"')
# One of each for all, since to make one costs more than to write a small value: nothing else runs while one writes.
_ENCODER, _SORTING = _Encoder(False), _Encoder(True)


def dumps(value: Any, indent: int | None = None, sort_keys: bool = False) -> str:
    """A value as exact JSON text; `indent` is in blanks a level, None or 0 give one line without blanks."""
    text = quoted_surrogates((_SORTING if sort_keys else _ENCODER).written(value))
    return lay_out(text, indent) if indent else text


def quoted_surrogates(text: str) -> str:
    """JSON text whose lone surrogates are escapes, as ECMA-262 writes them, so that it can travel as UTF-8."""
    return text if text.isascii() else _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def quote(text: str) -> str:
    """A string as a JSON string literal."""
    return quoted_surrogates(json.dumps(text, ensure_ascii=False))
