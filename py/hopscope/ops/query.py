"""`query`: what a JSONPath (RFC 9535) selects in any text, each match with its place in what was pasted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hopscope.contracts import patterns
from hopscope.flow.texts import text_findings
from hopscope.layers import Peeled, peel
from hopscope.text.jsonpath import find, parse
from hopscope.text.jsonpath.iregexp import ecmascript
from hopscope.text.node import Node


def run(params: Mapping[str, Any]) -> dict[str, Any]:
    """The door's `query`; in a document of several values each is a root. Raises BadPath where the path is none."""
    query = parse(params["path"])
    peeled = peel("text", params["text"])
    return {
        "matches": list(_matches(peeled, query)),
        "findings": [finding.json() for finding in text_findings(peeled)],
    }


def _matches(peeled: Peeled, query: Any) -> Iterator[dict[str, Any]]:
    for node in peeled.values:
        for found in find(query, node.value, _regex_matches):
            yield _told(node.within(found.keys))


def _told(node: Node) -> dict[str, Any]:
    return {"at": node.place().json(), "value": node.value, "value_text": node.text}


def _regex_matches(pattern: str, text: str, whole: bool) -> bool:
    written = ecmascript(pattern, whole)
    try:
        return written is not None and patterns.compiled(written).matches(text)
    except (patterns.BadPattern, patterns.Skipped):
        return False
