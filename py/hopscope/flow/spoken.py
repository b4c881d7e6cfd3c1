"""Documents that are a model's text and nothing else, as a log of its server or a terminal shows it, with calls written in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope import dialects
from hopscope.findings import Finding
from hopscope.flow.contracts import schema_of
from hopscope.flow.documents import Document, unknown
from hopscope.flow.leaked import Leak, written
from hopscope.flow.texts import WHOLE
from hopscope.flow.turns import in_text
from hopscope.text.places import Place

_PARTS = 50  # JSON values in one such text at most
_SAID_BETTER = ("text-unreadable", "dialect-unknown", "dialect-tie")
_PAGE = re.compile(r"\s*(?:# \S|---[ \t]*\n\w+:)")  # its title, or what stands before it: a model seldom begins so
_MARK = re.compile(r"(?:<\|?(?:tool_call|function_call|python_tag)s?\|?>|\[TOOL_CALLS\])[\s\[]*\Z")
_FAR = 100


def told_apart(docs: tuple[Document, ...]) -> tuple[Document, ...]:
    """The documents, those that are a model's text told as such: what stands in its calls is no capture of its own."""
    mounts = [mount for doc in docs for capture in doc.captures for mount in capture.mounts]
    schemas = {mount.name: schema_of(mount) for mount in mounts}
    return tuple(_told(doc, schemas) for doc in docs)


def _told(doc: Document, schemas: dict[str, Any]) -> Document:
    is_body = doc.captures and not doc.peeled.layers
    if is_body or len(doc.peeled.parts) > _PARTS:
        return doc
    leak = written(doc.peeled.document, set(schemas), schemas.get, WHOLE)
    if leak and leak.last and not _PAGE.match(doc.peeled.document.text) and _is_all(leak, doc):
        return _without_captures(doc, in_text(leak, "raw"))
    return _without_captures(doc, unknown(doc.values[0])) if _shows_calls(doc) else doc


def _without_captures(doc: Document, said: Finding) -> Document:
    findings = (said, *(finding for finding in doc.findings if finding.code not in _SAID_BETTER))
    return replace(doc, dialect=None, scores={}, captures=(), findings=findings, parts=())


def _shows_calls(doc: Document) -> bool:
    """Whether all JSON in some prose stands in the marks of templates: it shows how a call is written, and none was sent."""
    text, starts = doc.peeled.document.text, [node.site.spans()[0].start for node in doc.values if node.site]
    return bool(doc.captures and starts) and all(_MARK.search(text[max(0, at - _FAR) : at]) for at in starts)


def _is_all(leak: Leak, doc: Document) -> bool:
    """Whether all JSON of a document stands in the calls, or between them and is no capture, such as a result that came back."""
    values = [(node.place(), node.value) for node in doc.peeled.values]
    own = set(_own(leak, [at for at, _ in values]))
    scores = dialects.recognition().scores
    return all(at in own or (_is_within(at, leak.at) and not scores(value)) for at, value in values)


def _own(leak: Leak, places: Sequence[Place]) -> Iterator[Place]:
    """The places of what the calls hold: one value at most in a call that cannot be read, which may lack its end."""
    for call, home in zip(leak.calls, leak.each, strict=True):
        inside = [at for at in places if _is_within(at, home)]
        yield from inside[:1] if isinstance(call["arguments"], str) else inside


def _is_within(inner: Place, outer: Place) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end
