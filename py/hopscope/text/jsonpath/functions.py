"""The functions of RFC 9535 and what they take and give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

Matcher = Callable[[str, str, bool], bool]
"""Whether an I-Regexp (RFC 9485) matches a text, the whole of it if the last argument says so."""


class Kind(Enum):
    """The types of arguments and results."""

    VALUE = "value"
    LOGICAL = "logical"
    NODES = "nodes"


class _Nothing:
    """The special result that is no value, not even null."""

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = _Nothing()


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its types, and what it computes from its arguments and the matcher of regular expressions."""

    takes: tuple[Kind, ...]
    gives: Kind
    run: Callable[[list[Any], Matcher], Any]


def _length(arguments: list[Any], _: Matcher) -> Any:
    value = arguments[0]
    return len(value) if isinstance(value, str | list | dict) else NOTHING


def _count(arguments: list[Any], _: Matcher) -> int:
    return len(arguments[0])


def _value(arguments: list[Any], _: Matcher) -> Any:
    return arguments[0][0] if len(arguments[0]) == 1 else NOTHING


def _matches(whole: bool) -> Callable[[list[Any], Matcher], bool]:
    def run(arguments: list[Any], matcher: Matcher) -> bool:
        text, pattern = arguments
        return isinstance(text, str) and isinstance(pattern, str) and matcher(pattern, text, whole)

    return run


FUNCTIONS: dict[str, Function] = {
    "length": Function((Kind.VALUE,), Kind.VALUE, _length),
    "count": Function((Kind.NODES,), Kind.VALUE, _count),
    "match": Function((Kind.VALUE, Kind.VALUE), Kind.LOGICAL, _matches(True)),
    "search": Function((Kind.VALUE, Kind.VALUE), Kind.LOGICAL, _matches(False)),
    "value": Function((Kind.NODES,), Kind.VALUE, _value),
}
