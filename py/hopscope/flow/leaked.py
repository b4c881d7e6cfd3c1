"""Calls that a model wrote into its text, because a server's parser failed or a template leaked.

A call written in a template's own marks is one; without marks only a text that is nothing but the call of an offered tool is.
What stands in a code fence is what the model shows, not what it does, unless the fence is all there is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hopscope.flow._templates import BARE, NAME, TEMPLATES, Found, value_of
from hopscope.text.node import Node
from hopscope.text.places import Place, place
from hopscope.text.source import Source

SchemaOf = Callable[[str], Any]
_MARKS = "tool|TOOL|function|start_function|START_ACTION|channel|python_tag|DSML|invoke"
_MARKED = re.compile(rf"[<\[][|｜]?(?:\w+:)?(?:{_MARKS})")
_SHOWN = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`|<think>.*?(?:</think>|(?=<think>)|\Z)", re.DOTALL)
_ONE_FENCE = re.compile(r"\s*```[\w-]*[ \t]*\r?\n(.*?)\r?\n?```\s*", re.DOTALL)
_CLOSERS = re.compile(r"(?:\s|</?[\w:]{0,30}>|<[|｜][^<>|｜]{0,40}[|｜]>|</[|｜][^<>]{0,40}>|<\w{1,30}\|>|\])*+")
_OF_A_PAGE = re.compile(r"</(?!\w{0,20}:|\w{0,20}(?:tool|function|invoke|call)|s>)\w+>", re.IGNORECASE)
_ENDED = re.compile(rf"{_CLOSERS.pattern}[\s\"'`]*+")
LONGEST = 200_000  # a longer text is an answer, not a call


@dataclass(frozen=True, slots=True)
class Leak:
    """Calls found in one text: the template's name, each call as `{name, arguments}`, its place, and the place of them all.

    `last` says that nothing but closing marks stands behind them.
    """

    template: str
    calls: tuple[dict[str, Any], ...]
    each: tuple[Place, ...]
    at: Place
    last: bool


def leaked(texts: Iterable[Node], names: set[str], schema_of: SchemaOf = lambda name: None) -> Iterator[Leak]:
    """The calls written into a turn's texts; `names` are the tools there are, `schema_of(name)` the input schema of one."""
    for text in texts:
        if text.site and text.string.strip() and (leak := written(text.site.content(), names, schema_of, text.path)):
            yield leak


def written(source: Source, names: set[str], schema_of: SchemaOf, path: tuple[str, ...]) -> Leak | None:
    """The calls written into one text, which stands at `path`; None where none are; the rest as for `leaked`."""
    content = source.text
    if len(content) > LONGEST:
        return None
    label, found = _marked(content, names) or _bare(content, names) or ("", [])
    if not found:
        return None
    calls = tuple({"name": one.name, "arguments": _typed(one, schema_of(one.name))} for one in found)
    each = tuple(place(source.spans(one.start, one.end)[0], path) for one in found)
    end = found[-1].end
    last = _ENDED.fullmatch(content, end) is not None and not _OF_A_PAGE.search(content, end)
    return Leak(label, calls, each, place(source.spans(found[0].start, found[-1].end)[0], path), last)


def _marked(content: str, names: set[str]) -> tuple[str, list[Found]] | None:
    if not _MARKED.search(content):
        return None
    shown = [match.span() for match in _SHOWN.finditer(content)]
    for template in TEMPLATES:
        found = [one for one in map(_plain, template.find(content)) if re.fullmatch(NAME, one.name)]
        meant = [one for one in found if not any(start <= one.start < end for start, end in shown)]
        if meant and (template.token or _credible(content, meant, names)):
            return template.label, meant
    return None


def _plain(found: Found) -> Found:
    """Without the namespace that some templates put before the name."""
    return replace(found, name=found.name.removeprefix("functions.").removeprefix("default_api."))


def _credible(content: str, found: list[Found], names: set[str]) -> bool:
    """Marks that prose may hold too: a tool there is, or a text that ends with the call as calls do."""
    ends = _CLOSERS.fullmatch(content, found[-1].end) is not None
    return any(one.name in names for one in found) or (ends and not names) or (ends and _alone(content, found))


def _alone(content: str, found: list[Found]) -> bool:
    return len(content[: found[0].start].strip()) < 200


def _bare(content: str, names: set[str]) -> tuple[str, list[Found]] | None:
    """A text that is nothing but calls of tools there are; a fence round all of it changes nothing."""
    fence = _ONE_FENCE.fullmatch(content)
    start, end = fence.span(1) if fence else (0, len(content))
    inner = content[start:end]
    for template in (*TEMPLATES, *BARE) if fence else BARE:
        found = [_plain(one) for one in template.find(inner)]
        known = bool(found) and all(one.name in names for one in found)
        if known and _covers(inner, found) and not any(map(_described, found)):
            return template.label, [replace(one, start=one.start + start, end=one.end + start) for one in found]
    return None


def _covers(content: str, found: list[Found]) -> bool:
    return not content[: found[0].start].strip() and _CLOSERS.fullmatch(content, found[-1].end) is not None


def _described(found: Found) -> bool:
    """Whether the "arguments" are a schema: then the model describes the tool."""
    said = found.arguments if isinstance(found.arguments, dict) else {}
    return said.get("type") == "object" and isinstance(said.get("properties"), dict)


# Types for templates that write only strings


def _typed(found: Found, schema: Any) -> Any:
    if not found.strings or not isinstance(found.arguments, dict):
        return found.arguments
    properties = schema.get("properties") if isinstance(schema, dict) else None
    properties = properties if isinstance(properties, dict) else {}
    return {key: _as_typed(text, _types(properties.get(key), schema)) for key, text in found.arguments.items()}


def _as_typed(text: Any, types: set[str]) -> Any:
    """The value a text stands for: read as JSON where the schema wants no string and what is read is of a wanted type."""
    if not isinstance(text, str) or not types or ("string" in types and not _is_null(text, types)):
        return text
    value = value_of(text.strip().lower() if text.strip() in ("True", "False") else text)
    return value if _type_of(value) & types else text


def _is_null(text: str, types: set[str]) -> bool:
    return "null" in types and text.strip() == "null"


def _type_of(value: Any) -> set[str]:
    if isinstance(value, bool):
        return {"boolean"}
    names = {dict: {"object"}, list: {"array"}, str: {"string"}, type(None): {"null"}, int: {"integer", "number"}}
    return names.get(type(value), {"number"})


def _types(schema: Any, root: Any, level: int = 0) -> set[str]:
    """The types a property's schema lets through, as far as it says them."""
    if not isinstance(schema, dict) or level > 8:
        return set()
    if isinstance(schema.get("$ref"), str):
        return _types(_at(root, schema["$ref"]), root, level + 1)
    stated = schema.get("type")
    found = {one for one in (stated if isinstance(stated, list) else [stated]) if isinstance(one, str)}
    for branch in (*_branches(schema, "anyOf"), *_branches(schema, "oneOf")):
        found |= _types(branch, root, level + 1)
    return found


def _branches(schema: dict[str, Any], key: str) -> list[Any]:
    branches = schema.get(key)
    return branches if isinstance(branches, list) else []


def _at(root: Any, pointer: str) -> Any:
    for step in pointer.removeprefix("#/").split("/"):
        root = root.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(root, dict) else None
    return root
