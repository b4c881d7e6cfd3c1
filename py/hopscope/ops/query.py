"""`query`: what a JSONPath (RFC 9535) selects in any text, also through JSON in strings, each match with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hopscope.contracts import Open, Outcome, patterns
from hopscope.findings import Finding
from hopscope.flow.stopped import stopped
from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from hopscope.text.jsonpath import find, parse
from hopscope.text.jsonpath.iregexp import ecmascript
from hopscope.text.jsonpath.model import Query
from hopscope.text.node import Node
from hopscope.text.opened import led, opened


def run(params: Mapping[str, Any]) -> dict[str, Any]:
    """The door's `query`; in a document of several values each is a root. Raises BadPath where the path is none."""
    query = parse(params["path"])
    peeled = peel("text", params["text"])
    matches: list[dict[str, Any]] = []
    given_up: list[Finding] = []
    for node in peeled.values:
        search = _Search()
        matches += map(_told, _selected(node, query, search))
        given_up += stopped(Outcome(None, open=tuple(search.open.values())), node, "The path")
    findings = [*text_findings(peeled), *given_up]
    return {"matches": matches, "findings": [finding.json() for finding in findings]}


def _selected(node: Node, query: Query, search: _Search) -> list[Node]:
    """What the query selects in a value, and what it selects besides where JSON in strings counts as what it says."""
    plain = [found.keys for found in find(query, node.value, search.matches)]
    nodes = [node.within(keys) for keys in plain]
    through = opened(node)
    if through is node.value:
        return nodes
    known = set(plain)
    inside = [found.keys for found in find(query, through, search.matches) if found.keys not in known]
    return sorted([*nodes, *(led(node, keys) for keys in inside)], key=_start) if inside else nodes


def _start(node: Node) -> int:
    return node.place().start


def _told(node: Node) -> dict[str, Any]:
    return {"at": node.place().json(), "value": node.value, "value_text": node.text}


class _Search:
    """The regular expressions of a path; `open` holds those that came to no end, by their text."""

    def __init__(self) -> None:
        self.open: dict[str, Open] = {}

    def matches(self, pattern: str, text: str, whole: bool) -> bool:
        """Whether a pattern of the path fits a text; one that is none, or comes to no end, fits nothing."""
        written = ecmascript(pattern, whole)
        try:
            return written is not None and patterns.compiled(written).matches(text)
        except patterns.BadPattern:
            return False
        except patterns.Skipped as skipped:
            self.open.setdefault(pattern, Open("time", {"pattern": pattern, "left": skipped.left}))
            return False
