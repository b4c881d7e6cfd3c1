"""Code that calls an API: `fetch(url, {…})`, `requests.post(url, json={…})`, `client.create(model=…, messages=[…])`.

What a call passes by name is read as one object, unless it passes one by position and by name only how to treat that
(`json.dumps({…}, indent=2)`), else the object among what it passes by position; it is told as `prose`. An object as Python prints
it begins with its class and is no such call. Among other statements only those calls are read that pass by name what requests
hold (`messages`, `tools` …), and beside them what is assigned to a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "prose"
_CALL = (
    r"(?:(?:(?:const|let|var|return|await)\b|\w++(?::\s*\w+)?\s*=(?!=))\s*){0,9}+"
    r"(?![A-Z]\w*\()[A-Za-z_$][\w$.]*\("
)
_BEGIN = re.compile(rf"\s*{_CALL}\s*(?=\S)")
_KEPT = r"(?:(?:const|let|var)[ \t]+)?\w++(?:[ \t]*:[^\n=]++)?[ \t]*=[ \t]*[\[{]"
_STATEMENT = re.compile(rf"^[ \t]*+(?:{_CALL}|{_KEPT})", re.MULTILINE)
_TELLING = {"messages", "input", "contents", "tools", "toolConfig", "tool_config", "json"}
_LITERAL = re.compile(r"\s*(?:[\[{(\"'\d-]|(?:[Tt]rue|[Ff]alse|None|null)\b)")
_OPENED = re.compile(r"(?:^|[=:])[ \t]*[\[{]", re.MULTILINE)  # an object or a list that stands for itself
_STATEMENTS = 50  # calls looked at in one text
_END = re.compile(r"\s*,?\s*\)[\s;]*\Z")
# An escape outside strings is passed over, so that no string that nothing ends is begun at each of its quotes.
TOKEN = re.compile(
    r"\\.|/\*[\s\S]*?(?:\*/|\Z)|'''[\s\S]*?'''|\"\"\"[\s\S]*?\"\"\"|'(?:[^'\\\n]|\\.)*+'|\"(?:[^\"\\\n]|\\.)*+\"|`(?:[^`\\]|\\.)*+`"
    r"|#[^\n]*|//[^\n]*|[\[({})\],]"
)
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)\s*")
LONGEST = 4_000_000  # characters that are looked through for statements


def unwrap(source: Source) -> Wrapping | None:
    """The arguments of a text that is one call with several of them; a call with one object alone is JSON enough."""
    text = source.text
    if len(text) > LONGEST or "(" not in text:
        return None
    end = _END.search(text[-200:])
    begin = _BEGIN.match(text) if end else None
    if not begin or not end:
        return _among_others(source)
    stop = len(text) - len(text[-200:]) + end.start()
    parts = list(_arguments(text, begin.end(), stop))
    if not parts:  # the first call closes before the end
        return _among_others(source)
    named = _named(text, parts)
    objects = [one for one in parts if text[one[0]] in ("[{" if named else "{")]
    alone = len(objects) == 1 and len(parts) > 1
    if named and not (alone and _TELLING.isdisjoint(name[1] for _, name in named)):
        return Wrapping(NAME, (Piece(_object(source, named)),), code=True)
    return Wrapping(NAME, (Piece(Slice(source, *objects[0])),), code=True) if alone else None


def _named(text: str, parts: list[tuple[int, int]]) -> list[tuple[tuple[int, int], re.Match[str]]]:
    return [(one, name) for one in parts if (name := _NAMED.match(text, *one))]


def _among_others(source: Source) -> Wrapping | None:
    """The requests in a longer piece of code, and the lists and objects that it keeps by a name.

    None where no call is a request, or where JSON stands outside all of them.
    """
    text, at, outside, pieces, asks = source.text, 0, "", [], False
    for begin in islice(_STATEMENT.finditer(text), _STATEMENTS):
        if begin.start() < at:
            continue
        kept = text[begin.end() - 1] != "("
        stop = closing(text, begin.end())
        if stop is None:
            break
        found = Slice(source, begin.end() - 1, stop + 1) if kept else _passed(source, begin.end(), stop)
        if found is not None:
            pieces.append(Piece(found))
            asks = asks or not kept
            outside, at = outside + text[at : begin.start()], stop + 1
    if not asks or _OPENED.search(outside + text[at:]):
        return None
    return Wrapping(NAME, tuple(pieces), "concatenated" if len(pieces) > 1 else None, code=True)


def _passed(source: Source, start: int, stop: int) -> Source | None:
    """What a request passes by name as an object; None where the call is none."""
    named = _named(source.text, list(_arguments(source.text, start, stop)))
    literal = [one for one in named if _LITERAL.match(source.text, one[1].end())]
    asks = literal and not _TELLING.isdisjoint(name[1] for _, name in named)
    return _object(source, literal) if asks else None


def closing(text: str, start: int) -> int | None:
    """Where the bracket closes that opened right before `start`."""
    level = 1
    for token in TOKEN.finditer(text, start):
        level += (token[0] in ("[", "{", "(")) - (token[0] in ("]", "}", ")"))
        if level == 0:
            return token.start()
    return None


def _arguments(text: str, start: int, stop: int) -> Iterator[tuple[int, int]]:
    """The slices between the commas of the outermost level; none where its brackets do not match."""
    level, at, found = 0, start, []
    for token in TOKEN.finditer(text, start, stop):
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
        edits.append(Edit(at, name.end(), text[at : name.end()], put, "code"))
        at = stop
    return Edited(Slice(source, 0, at), [*edits, Edit(at, at, "", "}", "code")])
