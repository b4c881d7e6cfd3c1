"""What a model stumbles over in a contract: open objects, undescribed or too broad things, effects and results nobody stated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.contracts import telling
from hopscope.contracts.shapes import Path
from hopscope.contracts.walk import MANY, NAMED, walk
from hopscope.findings import Finding, few, make
from hopscope.flow import remedies
from hopscope.flow.contracts import Contract, schema_of
from hopscope.model import Mount
from hopscope.text.node import Node
from hopscope.text.places import pointer

TELLS_EFFECTS = ("mcp", "contract")  # dialects whose mounts can say whether a tool writes
SHOWN = 6  # tools named in one sentence
HINTS = ("readOnlyHint", "destructiveHint")
# Words that send a model to one tool for everything; seen in the descriptions of public MCP servers.
_ALL = r"(?:any|every|all|whatever)\s+(?:(?:kind|type|sort)s?\s+of\s+)?(?:(?:user|other|general|incoming)\s+)?"
_ASKED = r"(?:question|query|queries|request|task|problem|purpose|situation|topic|message|conversation|prompt)s?"
_USE = r"(?:use|call|invoke)\s+(?:this|it)(?:\s+(?:tool|function))?"
BROAD = re.compile(
    rf"\b(?:use|call|invoke|run|for)\b[^.;\n]{{0,40}}\b{_ALL}{_ASKED}\b"
    rf"|\balways\s+{_USE}\b|\b{_USE}\s+(?:first|whenever|every\s+time|(?:in|on|for)\s+every)\b"
    rf"|\b{_USE}\s+(?:for|on)\s+(?:anything|everything)\b|\bgeneral[- ]purpose\s+tool\b",
    re.IGNORECASE,
)


def of(contract: Contract) -> Iterator[Finding]:
    """The notes on one contract, by the first of its mounts."""
    mount = contract.mounts[0]
    if mount.kind != "function":
        return
    if mount.input is not None:
        yield from _open(mount, mount.input)
        yield from _undescribed(mount, mount.input)
    yield from _broad(mount)
    if mount.dialect in TELLS_EFFECTS:
        if mount.dialect == "mcp" and contract.output is None:
            yield make("contract-no-output", mount.node.place(), hop=mount.hop, tool=mount.name)
        if not any(hint in mount.annotations for hint in HINTS):
            yield make("contract-side-effect", mount.node.place(), hop=mount.hop, tool=mount.name)


def of_list(mounts: Sequence[Mount]) -> Iterator[Finding]:
    """Tools of one list that are described in the same words: told once for all that share them."""
    alike: dict[str, list[Mount]] = {}
    for mount in mounts:
        words = mount.description.string.strip() if mount.description else ""
        if words and all(other.name != mount.name for other in alike.get(words, [])):
            alike.setdefault(words, []).append(mount)
    for words, (first, *others) in alike.items():
        if others:
            places = [one.description.place() for one in others[:SHOWN] if one.description]
            yield make(
                "contract-broad", places[0], variant="twin", hop=first.hop,
                related=[first.description.place(), *places[1:]] if first.description else places[1:],
                tool=others[0].name, other=few([first.name, *(one.name for one in others[1:])], SHOWN), said=words[:80],
            )  # fmt: skip


def _broad(mount: Mount) -> Iterator[Finding]:
    if mount.description and (found := BROAD.search(mount.description.string)):
        said = " ".join(found[0].split())
        yield make("contract-broad", mount.description.place(), hop=mount.hop, tool=mount.name, said=said)


# Where a schema only adds a condition to a value that another one describes.
_CONDITIONS = {
    "allOf", "contains", "dependencies", "dependentSchemas", "else", "if", "not", "propertyNames", "then", "unevaluatedItems",
    "unevaluatedProperties",
}  # fmt: skip


def _describing(schema: Any) -> Iterator[tuple[Path, Any]]:
    """The parts of a schema that describe values of their own."""
    for path, part in walk(schema):
        if not _CONDITIONS & set(_keywords(path)):
            yield path, part


def _keywords(path: Path) -> Iterator[str]:
    """The keywords on a way through a schema, without the names and numbers that follow some of them."""
    steps = iter(path)
    for keyword in steps:
        yield str(keyword)
        if keyword in NAMED or keyword in MANY - {"items"}:
            next(steps, None)


def _open(mount: Mount, schema: Node) -> Iterator[Finding]:
    if mount.input_dialect:  # a language without the keyword
        return
    for path, part in _describing(schema_of(mount)):
        closed = isinstance(part, dict) and (part.keys() & {"additionalProperties", "unevaluatedProperties"})
        if isinstance(part, dict) and not closed and (part.get("type") == "object" or "properties" in part):
            place, fix = telling.nearest(schema, path).place(), remedies.closing(mount, path)
            yield make(
                "schema-open", place, hop=mount.hop, schema_at=place, fix=fix, tool=mount.name, path=pointer(path) or "/"
            )  # fmt: skip


def _undescribed(mount: Mount, schema: Node) -> Iterator[Finding]:
    if mount.description is None or not str(mount.description.value).strip():
        yield make("schema-undescribed", mount.node.place(), hop=mount.hop, tool=mount.name, path="the tool")
    for path, part in _describing(schema_of(mount)):
        if (
            len(path) > 1
            and path[-2] == "properties"
            and isinstance(part, dict)
            and not part.keys() & {"description", "title", "$ref", "const"}
        ):
            place = telling.nearest(schema, path).place()
            yield make("schema-undescribed", place, hop=mount.hop, schema_at=place, tool=mount.name, path=pointer(path))
