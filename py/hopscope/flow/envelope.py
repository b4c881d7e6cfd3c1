"""Wrappers of unknown shape (agent logs, exports of observability tools): the dialect-shaped values somewhere inside them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope import dialects
from hopscope.dialects._base import STRONG
from hopscope.layers import Part, peel_string
from hopscope.text.node import Key, Node

STREAM = re.compile(r"(?:(?:event|id|retry)?:[^\n]*\n|\s)*+data: ?[\[{]")  # a stream kept as one string
# A line of a log kept as one string: words, and JSON up to its end.
PREFIXED = re.compile(r'[^\s{\["][^\n{\["]{0,200}[{\[]\s*["{\[].*[}\]]\s*\Z', re.DOTALL)
LINES = re.compile(r"\s*\{[^\n]*\}[ \t\r]*\n\s*\{")  # JSON Lines kept as one string
LONG = 20  # a string shorter than this holds no message
# A text without any of these words holds nothing of a dialect: no one should wait for that to be seen in a large table.
TELLING = (
    "tool", "function", "jsonrpc", "choices", "candidates", '"role', "gen_ai", "stop_reason", "stopreason", "message_st",
    "contentblock", "interaction", "response", "promptfeedback", "prompt_feedback", '"error',
)  # fmt: skip


def dialect_shaped(parts: Sequence[Part]) -> list[Part]:
    """The outermost dialect-shaped values inside the parts of a document, in the order of the text."""
    readings = {id(part.reading): part.reading for part in parts if part.reading}
    silent = {key for key, reading in readings.items() if not _is_telling(reading.strict.text)}
    told = ((part, part.node) for part in parts if part.node and id(part.reading) not in silent)
    found = (inner for part, node in told for inner in _within(part, node))
    return [replace(inner, index=at) for at, inner in enumerate(found)]


def elements(parts: Sequence[Part]) -> list[Part]:
    """The dialect-shaped values in the elements of parts that are arrays: an array of bodies may look like one of messages."""
    inside = (replace(part, node=one) for part in parts if part.node for one in part.node.each())
    return recorded(dialect_shaped(list(inside)))


# Where gateways keep, beside the members of a request, what they added to it and what came back.
BESIDE = ("optional_params", "response", "raw_response", "original_response", "completion", "output")
CHOICES = ("tool_choice", "toolChoice", "allowed_tools")  # they name tools as if they stated them
TALKS = ("messages", "contents", "input")
REQUESTED = (*TALKS, "url")  # what has none of these members is no request
BODIES = ("json_data", "json", "body", "data", "content")  # of a request as clients tell it, beside `method` and `url`


def recorded(parts: Sequence[Part]) -> list[Part]:
    """The parts, each request that a client tells as its body, and behind a request what its record holds beside it."""
    found = (one for part in parts for one in _recorded(part))
    return [one if one.index == at else replace(one, index=at) for at, one in enumerate(found)]


def _recorded(part: Part) -> tuple[Part, ...]:
    if not part.node or not isinstance(part.node.value, dict) or part.node.value.keys().isdisjoint(REQUESTED):
        return (part,)
    return (*(_sent(part, part.node) or (part,)), *_beside(part, part.node))


def _sent(part: Part, node: Node) -> tuple[Part, ...]:
    if not {"method", "url"} <= node.value.keys() or "jsonrpc" in node.value:
        return ()
    kept = next((key for key in BODIES if isinstance(node.value.get(key), (dict, str)) and node.value[key]), None)
    return tuple(_within(part, node.get(kept))) if kept else ()


def _beside(part: Part, node: Node) -> Iterator[Part]:
    if any(isinstance(node.value.get(talk), list) for talk in TALKS):
        for member in BESIDE:
            if isinstance(node.value.get(member), (dict, str)):
                yield from _within(part, node.get(member))


def _is_telling(text: str) -> bool:
    low = text.lower()
    return any(word in low for word in TELLING)


def _within(part: Part, root: Node) -> Iterator[Part]:
    """The shaped values in one tree; plain values are walked and only what is of use becomes a node."""
    waiting: list[tuple[Any, tuple[Key, ...]]] = [(root.value, ())]
    ends: set[tuple[Key, ...]] = set()
    while waiting:
        value, way = waiting.pop()
        if isinstance(value, str):
            yield from _in_string(part, root.within(way))
        elif _is_shaped(value) or (value and isinstance(value, dict) and way in ends):
            yield replace(part, node=root.within(way))
        else:
            inside = [(child, (*way, key)) for key, child in _members(value) if _worth(child)]
            ends.update(_ends(value, way))
            waiting.extend(reversed(inside))


def _ends(value: Any, way: tuple[Key, ...]) -> Iterator[tuple[Key, ...]]:
    """The error behind a chunk in a list of chunks, which is shaped like everybody's errors."""
    last = value[-1] if isinstance(value, list) and len(value) > 1 else None
    if isinstance(last, dict) and "error" in last and _is_shaped(value[-2]):
        yield (*way, len(value) - 1)


def _in_string(part: Part, node: Node) -> Iterator[Part]:
    if STREAM.match(node.string):
        yield from peel_string(node)
    elif PREFIXED.match(node.string) or LINES.match(node.string):
        yield from (inner for one in peel_string(node) if one.node for inner in _within(one, one.node))
    elif (opened := node.opened()) and not (isinstance(opened.value, str) and len(opened.value) >= len(node.string)):
        yield from _within(part, opened)


def _members(value: Any) -> Iterator[tuple[Key, Any]]:
    if isinstance(value, dict):
        yield from (member for member in value.items() if member[0] not in CHOICES)
    elif isinstance(value, list):
        yield from enumerate(value)


def _worth(value: Any) -> bool:
    """Whether something dialect-shaped may be in a value: an object, an array, or a string of JSON or of events."""
    if isinstance(value, str):
        return len(value) > LONG and (
            value.lstrip()[:1] in ("{", "[") or any(form.match(value) for form in (STREAM, PREFIXED))
        )
    return isinstance(value, (dict, list)) and bool(value)


def _is_shaped(value: Any) -> bool:
    scores = dialects.recognition().scores(value)
    return any(score >= STRONG and dialects.every()[id].anywhere for id, score in scores.items())
