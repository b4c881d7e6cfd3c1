"""Strict JSON read by C code: the values of a text one behind the other, with their slices and the first fault."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any

from hopscope import limits
from hopscope.text.depth import depth, safe
from hopscope.text.expected import expected
from hopscope.text.numbers import Number, number
from hopscope.text.outline import unescaped

Strict = tuple[list[Any], list[tuple[int, int]], tuple[int, str] | None]
ANY_VALUE = "a JSON value"  # expected in place of NaN or Infinity, whose offset may be that of an earlier word
_WHITE = " \t\n\r"
_SHORT = 2_000  # characters of a line
_BEYOND = -1


class _Constant(ValueError):
    """NaN or Infinity where JSON has no such value."""


def _refuse(name: str) -> None:
    raise _Constant(name)


class _Census:
    """Counts members while C code builds their objects."""

    def __init__(self) -> None:
        self.members = 0

    def count(self, made: dict[str, Any]) -> dict[str, Any]:
        """Counts those of an object just made."""
        self.members += len(made)
        return made


_CENSUS = _Census()
_MINUS_ZERO = re.compile(r"-0(?![\d.])")
_DECODER = JSONDecoder(object_hook=_CENSUS.count, parse_float=Number, parse_constant=_refuse)
_LONG_DECODER = JSONDecoder(object_hook=_CENSUS.count, parse_float=Number, parse_int=number, parse_constant=_refuse)


def strict_values(text: str) -> Strict:
    """The values of a strict text, the slice of each, and the first fault as (offset, what was expected).

    With a fault there are no values; the slices are those of the whole values before it.
    """
    return _decoded(text, _LONG_DECODER if _MINUS_ZERO.search(text) else _DECODER)


def sole(text: str) -> tuple[Any, int] | None:
    """The object that fills a text, and how many members it and all in it have; None of any other text, and of a deep one.

    Arguments come by the ten thousand, and most are this: it says nothing that `counted` would not, in a third of the time.
    """
    if text[:1] != "{" or text[-1] != "}" or _may_be_deep(text) or _MINUS_ZERO.search(text):
        return None
    _CENSUS.members = 0
    try:
        value, end = _DECODER.raw_decode(text)
    except ValueError:
        return None
    return (value, _CENSUS.members) if end == len(text) else None


def _may_be_deep(text: str) -> bool:
    return len(text) > limits.DEPTH < text.count("[") + text.count("{")


def counted(text: str) -> tuple[Strict, int]:
    """The strict values, and how many members all their objects have together."""
    found = strict_values(text)
    return found, _CENSUS.members


def _decoded(text: str, decoder: JSONDecoder) -> Strict:
    values: list[Any] = []
    ranges: list[tuple[int, int]] = []
    _CENSUS.members = 0
    try:
        fault = _fill(text, decoder, values, ranges)
    except JSONDecodeError as error:
        fault = error.pos, expected(error.msg)
    except _Constant as error:
        fault = max(0, text.find(str(error))), ANY_VALUE
    except ValueError:  # an integer longer than the interpreter converts
        return _decoded(text, _LONG_DECODER)
    return ([] if fault else values), ranges, fault


def _fill(text: str, decoder: JSONDecoder, values: list[Any], ranges: list[tuple[int, int]]) -> tuple[int, str] | None:
    """Reads one value after the other; raises what the decoder raises."""
    at = skip(text, 0)
    while at < len(text):
        if values and not _apart(text, at):
            return at, "the end of the text"
        value, end = decoder.raw_decode(text, at)
        values.append(value)
        ranges.append((at, end))
        at = skip(text, end)
    return None


class Values:
    """The strict values that stand in a text, wherever they start."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._safe = safe(unescaped(text))

    def end(self, start: int) -> int | None:
        """Where the strict value that starts at a place ends, or None where there is none."""
        if not self._safe and depth(self._text[start:]) > limits.DEPTH:
            return None
        line = self._text.find("\n", start, start + _SHORT)
        found = _in_line(self._text[start:line]) if line >= 0 else _BEYOND
        if found != _BEYOND:
            return None if found is None else start + found
        try:
            return _LONG_DECODER.raw_decode(self._text, start)[1]
        except ValueError:
            return None


def _in_line(line: str) -> int | None:
    """Where the value ends that begins the rest of a line, None where it is broken, or that it goes on in the next line.

    To tell in a whole text that a value is broken costs a look at all lines before.
    """
    try:
        return _LONG_DECODER.raw_decode(line)[1]
    except JSONDecodeError as error:
        return None if error.pos < len(line) else _BEYOND
    except ValueError:
        return None


def skip(text: str, at: int) -> int:
    """Where the white space that begins at a place ends."""
    while at < len(text) and text[at] in _WHITE:
        at += 1
    return at


def _apart(text: str, at: int) -> bool:
    """Whether a value may start here behind another: white space parts them, and objects may touch."""
    return text[at - 1] in _WHITE or text[at - 1 : at + 1] == "}{"
