"""Checks that came to no end: what was not judged, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.contracts import Open, Outcome, allowance, words
from hopscope.findings import Finding, make
from hopscope.text.node import Node


def stopped(outcome: Outcome, node: Node, what: str, **where: Any) -> Iterator[Finding]:
    """One `check-stopped` for each reason why the verdict on `node` stayed open that no fault of the schema tells.

    `what` begins the sentences; `where` is the finding's own hop and its like.
    """
    for one in outcome.open:
        if one.reason in ("time", "depth"):
            yield _told(one, node, what, where)


def _told(one: Open, node: Node, what: str, where: dict[str, Any]) -> Finding:
    found = node.get(*one.path)
    at = node if found.missing else found
    pattern = one.params.get("pattern")
    return make(
        "check-stopped",
        at.place(),
        variant=_variant(one),
        what=what,
        path=words.pointer(one.path) or "the value",
        pattern=None if pattern is None else words.plain(pattern),
        limit=f"{allowance.seconds():g}",
        **where,
    )


def _variant(one: Open) -> str:
    if one.reason == "depth":
        return "depth"
    if "pattern" not in one.params:
        return ""
    return "left" if one.params.get("left") else "pattern"
