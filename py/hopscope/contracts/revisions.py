"""A protocol's revisions: what in a tool each of them does not know or refuses, by the rule table of its provider.

A rule there says `since` or `until` which revision it holds; one without either holds for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hopscope.contracts.providers import Provider
from hopscope.contracts.survey import Surveyed


@dataclass(frozen=True, slots=True)
class Stated:
    """A tool as a server states it: its name, the members of its definition, its two schemas (None where there is none)."""

    name: str
    members: frozenset[str]
    input: Any = None
    output: Any = None


def by_revision(provider: Provider, tool: Stated) -> dict[str, list[str]]:
    """For each revision the members and keywords that it does not know or refuses; nothing where there are no revisions."""
    revisions = provider.table.get("revisions", ())
    return {revision: list(_against(provider.table, revision, tool)) for revision in revisions}


def _against(table: Mapping[str, Any], revision: str, tool: Stated) -> Iterator[str]:
    yield from (name for name, rule in table["members"].items() if name in tool.members and not _holds(rule, revision))
    words = {word for _, part in Surveyed(tool.input).parts for word in part}
    yield from (word for word, rule in table["extensions"].items() if word in words and not _holds(rule, revision))
    if not isinstance(tool.input, dict) or tool.input.get("type") != "object":
        yield "inputSchema/type"
    elsewhere = isinstance(tool.output, dict) and tool.output.get("type") != "object"
    if elsewhere and _holds(table["members"]["outputSchema"], revision) and _holds(table["output"], revision):
        yield "outputSchema/type"
    if _holds(table["name"], revision) and not re.fullmatch(table["name"]["pattern"], tool.name):
        yield "name"


def _holds(rule: Mapping[str, Any], revision: str) -> bool:
    return bool(rule.get("since", "") <= revision <= rule.get("until", "9999"))
