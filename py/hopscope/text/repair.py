"""Broken JSON mended: thin first, it closes what a cut text left open."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from hopscope.text.source import Edit


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a text ends inside a value: `open` are (offset, character) of all that never closed, outermost first."""

    offset: int
    open: tuple[tuple[int, str], ...]
    in_what: str


@dataclass(frozen=True, slots=True)
class Guess:
    """Something invented at a place, and the other readings that fit."""

    start: int
    end: int
    invented: str
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A value that JSON lacks: where it stands and how it is written."""

    start: int
    end: int
    text: str


@dataclass(slots=True)
class Mended:
    """The edits that make a text strict JSON."""

    edits: Sequence[Edit]
    completeness: Literal["normalised", "guessed"]
    cut: Cut | None = None
    guesses: list[Guess] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)


_TOKEN = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*("?)|[][{}:,]|[^][{}:,\s"]+')


def repair(text: str) -> Mended | None:
    """The edits that mend a text, or None where it cannot be read."""
    stack: list[tuple[int, str]] = []
    state = "value"
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token[0] == '"' and not match.group(1):
            if match.end() != len(text):
                return None
            return _cut(text, [*stack, (match.start(), '"')], "a string", '"' + (":null" if state == "key" else ""))
        if token in "{[":
            stack.append((match.start(), token))
            state = "key" if token == "{" else "value"
        elif token in "}]":
            if not stack:
                return None
            stack.pop()
            state = "after"
        elif token == ",":
            state = "key" if stack and stack[-1][1] == "{" else "value"
        elif token == ":":
            state = "value"
        else:
            state = "colon" if state == "key" else "after"
    if not stack:
        return None
    tail = {"colon": ":null", "value": "null" if text.rstrip()[-1] == ":" else ""}.get(state, "")
    return _cut(text, stack, "an object" if stack[-1][1] == "{" else "an array", tail)


def _cut(text: str, still_open: list[tuple[int, str]], in_what: str, tail: str) -> Mended:
    end = len(text)
    closing = tail + "".join("}" if mark == "{" else "]" for _, mark in reversed(still_open) if mark in "{[")
    comma = re.search(r",\s*$", text)
    edits = [Edit(comma.start(), comma.start() + 1, ",", "", "cut-comma")] if comma and in_what != "a string" else []
    edits.append(Edit(end, end, "", closing, "cut-end"))
    return Mended(edits, "guessed", Cut(end, tuple(still_open), in_what))
