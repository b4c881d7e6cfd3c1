"""Code that calls an API: `fetch(url, {…})`, `requests.post(url, json={…})`, `client.create(model=…, messages=[…])`.

What a call passes by name is read as one object, else the object among what it passes by position; it is told as `prose`. An
object as Python prints it begins with its class and is no such call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "prose"
_BEGIN = re.compile(
    r"\s*(?:(?:(?:const|let|var|return|await)\b|\w++(?::\s*\w+)?\s*=(?!=))\s*)*+"
    r"(?![A-Z]\w*\()[A-Za-z_$][\w$.]*\(\s*(?=\S)"
)
_END = re.compile(r"\s*,?\s*\)[\s;]*\Z")
_TOKEN = re.compile(
    r"'''[\s\S]*?'''|\"\"\"[\s\S]*?\"\"\"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`|#[^\n]*|//[^\n]*|[\[({})\],]"
)
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*")
_LONGEST = 4_000_000


def unwrap(source: Source) -> Wrapping | None:
    """The arguments of a text that is one call with several of them; a call with one object alone is JSON enough."""
    text = source.text
    end = _END.search(text[-200:]) if len(text) <= _LONGEST else None
    begin = _BEGIN.match(text) if end else None
    if not begin or not end:
        return None
    stop = len(text) - len(text[-200:]) + end.start()
    parts = list(_arguments(text, begin.end(), stop))
    named = [(one, name) for one in parts if (name := _NAMED.match(text, *one))]
    if named:
        return Wrapping(NAME, (Piece(_object(source, named)),))
    objects = [one for one in parts if text[one[0]] == "{"]
    return Wrapping(NAME, (Piece(Slice(source, *objects[0])),)) if len(parts) > 1 and len(objects) == 1 else None


def _arguments(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The slices between the commas of the outermost level; none where its brackets do not match."""
    level, at, found = 0, start, []
    for token in _TOKEN.finditer(text, start, stop):
        sign = token[0]
        level += (sign in ("[", "{", "(")) - (sign in ("]", "}", ")"))
        if level < 0:
            return
        if sign == "," and level == 0:
            found.append((at, token.start()))
            at = token.end()
    if level == 0:
        yield from (_trimmed(text, *one) for one in [*found, (at, stop)] if text[slice(*one)].strip())


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    inside = text[start:stop]
    return start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())


def _object(source: Source, named: list[tuple[tuple[int, int], re.Match[str]]]) -> Source:
    """The named arguments as an object; what stands before and between them is left out."""
    text, at, edits = source.text, 0, []
    for (_, stop), name in named:
        put = f'{"," if at else "{"}"{name[1]}":'
        edits.append(Edit(at, name.end(), text[at : name.end()], put, NAME))
        at = stop
    return Edited(Slice(source, 0, at), [*edits, Edit(at, at, "", "}", NAME)])
