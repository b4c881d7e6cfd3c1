"""What a conversion moved into descriptions, put back as keywords: `Rows {minimum: 1}` says `minimum: 1` again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hopscope.contracts.providers import KNOWN
from hopscope.contracts.rewriting import Rewrite
from hopscope.contracts.walk import walk
from hopscope.text.reader import read
from hopscope.text.write import dumps

LONGEST = 4_000  # characters of one note
TRIED = 20  # places at which the last note of a description may begin
_NOTE = re.compile(r"\s*\{([$A-Za-z]+): ", re.DOTALL)


def restored(schema: Any, moved: Callable[[str], bool]) -> tuple[Any, list[Rewrite]]:
    """The schema with the notes at the end of its descriptions as keywords, where `moved` says that they may come from there."""
    copy = read(dumps(schema)).values[0]
    steps = [step for path, part in walk(copy) if isinstance(part, dict) for step in _part(part, path, moved)]
    return copy, steps


def _part(part: dict[str, Any], path: tuple[Any, ...], moved: Callable[[str], bool]) -> Iterator[Rewrite]:
    text = part.get("description")
    while isinstance(text, str) and (found := _last_note(text)):
        start, keyword, value = found
        if keyword not in KNOWN or keyword in part or not moved(keyword):
            return
        part[keyword] = value
        yield Rewrite((*path, keyword), keyword, "moved", text[start:].strip(), value)
        text = text[:start]
        if text:
            part["description"] = text
        else:
            part.pop("description")


def _last_note(text: str) -> tuple[int, str, Any] | None:
    """Where the note at the end of a description begins, its keyword and its value."""
    if not text.endswith("}"):
        return None
    for match in list(_NOTE.finditer(text, max(0, len(text) - LONGEST)))[-TRIED:]:
        reading = read(text[match.end() : -1], repair=False)
        if len(reading.values) == 1:
            return match.start(), match[1], reading.values[0]
    return None
