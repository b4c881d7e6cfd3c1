"""Whether a host passed a result on faithfully: the same text or value, in any of the wrappings that hosts use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from hopscope.compare import values
from hopscope.model import Response, Return
from hopscope.text.node import Node
from hopscope.text.numbers import equal
from hopscope.text.reader import read

WRAPPINGS = ("structuredContent", "output", "result", "content", "json", "text")
DEEPEST = 4  # wrappings that are opened, one inside the other
# What JSON Schema libraries say of members that a schema does not know, and the members of a tool's result beside its structure.
_UNKNOWN_MEMBER = re.compile(
    r"additional propert|unrecognized key|unexpected|not allowed|extra (?:inputs|fields)", re.IGNORECASE
)
_ENVELOPE = re.compile(r"\b(?:content|structuredContent|isError|_meta)\b")
SCALARS = frozenset("-0123456789tfn")


def difference(returned: Return, response: Response) -> list[Any]:
    """The changes between what the server gave and what the model reads; none where the one is a form of the other."""
    told, given = list(_told(returned)), list(_given(response))
    if not told or not given or any(_same(one, other) for one in told for other in given):
        return []
    plainest = _plainest(told)
    return values(_nearest(given, plainest), plainest)


def held_whole(returned: Return, response: Response) -> bool:
    """Whether the model reads a host's complaint that it held the whole result against the schema of the structure in it."""
    text = " ".join(text.string for text in returned.texts)
    named = set(_ENVELOPE.findall(text))
    return response.structured is not None and len(named) > 1 and bool(_UNKNOWN_MEMBER.search(text))


def _told(returned: Return) -> Iterator[Any]:
    """What the model reads: the text, the value in it, and both out of each wrapping."""
    texts = [text.string for text in returned.texts]
    if texts:
        yield from _opened("\n".join(texts))
        yield "".join(texts)
    if returned.content is not None:
        yield from _opened(returned.content.value)


def _given(response: Response) -> Iterator[Any]:
    """What the server gave: its texts together, the value in a single one, its structure, and the whole result."""
    texts = [text.string for text in response.texts]
    if texts:
        yield from (between.join(texts) for between in ("\n", "", " ", "\n\n"))
        yield texts
    if len(texts) == 1 or response.structured is None:
        yield from (value for text in texts if (value := _parsed(text)) is not None and len(texts) == 1)
    if response.structured is not None:
        yield from _members(response.structured.value)
    for result in filter(None, (response.node.get("result"), response.node)):
        yield result.value
        yield from _blocks(result.get("content"))


def _members(structure: Any) -> Iterator[Any]:
    """The structure; where a server wrapped a plain value as `{result: …}`, that value too."""
    yield structure
    if isinstance(structure, dict) and structure.keys() == {"result"}:
        yield structure["result"]


def _blocks(content: Node) -> Iterator[Any]:
    if isinstance(content.value, list):
        yield content.value


def _opened(value: Any, depth: int = 0) -> Iterator[Any]:
    """A value, and what stands in it: JSON in a text, the value in a wrapping, the texts of blocks."""
    yield value
    if depth < DEEPEST:
        for inner in _inside(value):
            yield from _opened(inner, depth + 1)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, str):
        parsed = _parsed(value)
        if parsed is not None:
            yield parsed
    elif isinstance(value, dict):
        yield from (value[key] for key in WRAPPINGS if key in value and value.keys() <= _BESIDE | {key})
    elif isinstance(value, list) and value and all(isinstance(block, dict) for block in value):
        texts = [block["text"] for block in value if isinstance(block.get("text"), str)]
        yield from ["\n".join(texts)] if texts else []
        yield from value if len(value) == 1 else []


_BESIDE = frozenset(
    {"isError", "is_error", "type", "_meta", "meta", "status", "success", "resultType", "content", "structuredContent"}
)


def _parsed(text: str) -> Any:
    """The JSON value that a text is; None where it is none (or null)."""
    start = text.lstrip()[:1]
    if not start or (start not in '{["' and start not in SCALARS):
        return None
    reading = read(text, repair=False)
    return reading.values[0] if reading.completeness == "complete" and len(reading.values) == 1 else None


def _same(told: Any, given: Any) -> bool:
    """Equal, or the server's text whole lines of a longer one (hosts put a heading or a reminder beside it)."""
    if isinstance(told, str) and isinstance(given, str):
        return given.strip() == told.strip() or _has_lines(told, given.strip())
    return equal(told, given)


def _has_lines(told: str, given: str) -> bool:
    start = told.find(given) if given else -1
    while start >= 0:
        before, after = told[:start].rstrip(" \t"), told[start + len(given) :].lstrip(" \t")
        if before[-1:] in ("", "\n", ">") and after[:1] in ("", "\n", "<"):
            return True
        start = told.find(given, start + 1)
    return False


def _plainest(told: Iterable[Any]) -> Any:
    """The form that shows a change best: the innermost object or list, else the text itself."""
    forms = list(told)
    return next((form for form in reversed(forms) if isinstance(form, dict)), forms[0])


def _nearest(given: list[Any], told: Any) -> Any:
    fitting = [form for form in given if type(form) is type(told) and not _is_envelope(form)]
    return fitting[-1] if fitting else given[0]


def _is_envelope(form: Any) -> bool:
    return isinstance(form, dict) and ("content" in form or "structuredContent" in form)
