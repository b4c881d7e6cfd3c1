"""`query`: what a JSONPath (RFC 9535) selects in any text, each match with its place in what was pasted."""

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
from hopscope.text.node import Node


def run(params: Mapping[str, Any]) -> dict[str, Any]:
    """The door's `query`; in a document of several values each is a root. Raises BadPath where the path is none."""
    query = parse(params["path"])
    peeled = peel("text", params["text"])
    matches: list[dict[str, Any]] = []
    given_up: list[Finding] = []
    for node in peeled.values:
        search = _Search()
        matches += [_told(node.within(found.keys)) for found in find(query, node.value, search.matches)]
        given_up += stopped(Outcome(None, open=tuple(search.open.values())), node, "The path")
    findings = [*text_findings(peeled), *given_up]
    return {"matches": matches, "findings": [finding.json() for finding in findings]}


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
