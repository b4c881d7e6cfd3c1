"""Contract files of one's own: a tool's name with its schemas, a list of those, a bare JSON Schema, or OpenAPI operations.

They have no wire: the keys are those that the formats use for the same thing. Source for what a bare schema looks like:
JSON Schema 2020-12, core and validation vocabularies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any

from hopscope.dialects import _openapi
from hopscope.dialects._base import Clue, Dialect, Draft, clue
from hopscope.dialects._offers import Offering, Tool, stated
from hopscope.dialects._reading import copied, flag, given, word
from hopscope.layers import Part
from hopscope.model import Capture, Mount
from hopscope.text.node import Node

ID = "contract"
INPUTS = ("input", "inputSchema", "input_schema", "parameters")
OUTPUTS = ("output", "outputSchema", "output_schema", "returns", "response")
LISTS = ("tools", "contracts")
_STATED = frozenset((*INPUTS, *OUTPUTS, "schema", "body"))
_TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})
_KEYWORDS = frozenset(
    re.findall(
        r"\S+",
        """
        $schema $id $ref $defs $anchor $comment $vocabulary definitions title description default examples deprecated readOnly
        writeOnly type enum const properties required additionalProperties patternProperties propertyNames minProperties
        maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties items prefixItems additionalItems
        contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems minLength maxLength pattern format
        minimum maximum exclusiveMinimum exclusiveMaximum multipleOf allOf anyOf oneOf not if then else strict
        """,
    )
)
_DRAFT = re.compile(r"https?://json-schema\.org/.*schema#?")
_TOOL_NAME = re.compile(r"[\w.-]{1,128}")
_SIDE = re.compile(r"(.+?)[.\-_](input|output)(?:[.\-_]?schema)?", re.IGNORECASE)


def _schema(value: Any) -> bool:
    """Whether a value is a JSON Schema by its own words (any object could be one)."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    typed = bool(kinds) and all(isinstance(one, str) and one in _TYPES for one in kinds)
    pointed = isinstance(value.get("$ref"), str) or isinstance(value.get("$schema"), str)
    composed = any(isinstance(value.get(key), list) for key in ("anyOf", "oneOf", "allOf", "enum"))
    return typed or pointed or composed or "const" in value


def _named(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("name"), str) or value.get("type") == "function":
        return False
    stated = [value[key] for key in (*INPUTS, *OUTPUTS) if key in value]
    empty = isinstance(value.get("description"), str) and {} in stated
    return empty or any(_schema(one) for one in stated)


def _bare(value: Any) -> bool:
    """A whole schema document: it names its draft, or is an object of properties and nothing but keywords."""
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("$schema"), str) and _DRAFT.fullmatch(value["$schema"]):
        return True
    properties = value.get("properties")
    if value.get("type") != "object" or not isinstance(properties, dict) or not properties:
        return False
    known = all(key in _KEYWORDS or key.startswith("x-") for key in value)
    return known and all(isinstance(one, bool) or one == {} or _described(one) for one in properties.values())


def _described(value: Any) -> bool:
    return _schema(value) or (isinstance(value, dict) and bool(value) and value.keys() <= _KEYWORDS)


def _titled(value: Any) -> bool:
    """A schema whose title could be a tool's name, as in a list of what models of data printed."""
    title = value.get("title") if isinstance(value, dict) else None
    return isinstance(title, str) and bool(_TOOL_NAME.fullmatch(title)) and _bare(value)


def _by_name(value: Any) -> bool:
    """Schemas of objects by the names of their tools."""
    if not _is_table(value) or not value.keys().isdisjoint(_STATED):
        return False
    plain = all(one.get("type") == "object" for one in value.values())
    return plain and all(_TOOL_NAME.fullmatch(name) and _bare(one) for name, one in value.items())


def _tools_by_name(value: Any) -> bool:
    """Tools by their names, as SDKs take them: each with a schema of its input and without a name of its own."""
    if not _is_table(value) or "name" in value or not value.keys().isdisjoint(_STATED):
        return False
    return all(_TOOL_NAME.fullmatch(name) and _nameless(one) for name, one in value.items())


def _is_table(value: Any) -> bool:
    """Whether a value is an object that holds objects and nothing else."""
    return isinstance(value, dict) and bool(value) and all(isinstance(one, dict) for one in value.values())


def _nameless(value: dict[str, Any]) -> bool:
    if "name" in value or "properties" in value:
        return False
    stated = (_held(value[key]) for key in INPUTS if isinstance(value.get(key), dict))
    return any(one.get("type") == "object" and _schema(one) for one in stated)


def _held(value: dict[str, Any]) -> dict[str, Any]:
    """A schema, or the one that an SDK wraps in a member of its own."""
    inner = value.get("jsonSchema")
    return inner if isinstance(inner, dict) else value


CLUES: tuple[Clue, ...] = (
    clue(4, "", _named, having="name"),
    clue(4, "[]", _named, having="name"),
    *(clue(4, f"{key}/[]", _named, having="name") for key in LISTS),
    clue(4, "", _bare, having="properties $schema"),
    clue(4, "[]", _titled, having="properties"),
    clue(4, "", _by_name),
    clue(4, "", _tools_by_name),
    clue(6, "", _openapi.is_openapi, having="operationId paths get put post delete patch"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The contracts of one document."""
    draft = Draft(ID, document)
    for part in parts:
        if part.node:
            draft.mounts.extend(_mounts(part.node, document))
    return draft.capture()


def _mounts(node: Node, document: str) -> Iterator[Mount]:
    if _openapi.is_openapi(node.value):
        yield from _openapi.mounts(node, ID)
        return
    listed = [one for key in LISTS for one in node.get(key).each()] or copied(node)
    for one in listed:
        if _named(one.value):
            yield _mount(one)
        elif one is node and _bare(node.value):
            yield _of_schema(node, document, word(node, "title"))
        elif one is not node and _titled(one.value):
            yield _of_schema(one, document, word(one, "title"))
        elif one is node and _by_name(node.value):
            yield from (_of_schema(schema, f"{name}.json", None) for name, schema in node.items())
        elif one is node and _tools_by_name(node.value):
            yield from (_mount(tool, name) for name, tool in node.items())


def _mount(node: Node, name: str | None = None) -> Mount:
    """What the file states is what the server promises, so it stands at `discover` like a server's own list."""
    annotations, described = node.value_at("annotations"), given(node.get("description"))
    return Mount(
        name or node.value_at("name"), "discover", ID, node, _first(node, INPUTS), _first(node, OUTPUTS), described,
        strict=flag(node, "strict"), annotations=annotations if isinstance(annotations, dict) else {},
        carries_output=True,
    )  # fmt: skip


def _first(node: Node, keys: Sequence[str]) -> Node | None:
    found = (node.get(key, "jsonSchema") or node.get(key) for key in keys)
    return next((one for one in found if isinstance(one.value, (dict, bool))), None)


def _of_schema(node: Node, document: str, title: str | None) -> Mount:
    name, side = named_by(document, title)
    input_, output = (None, node) if side == "output" else (node, None)
    described = given(node.get("description"))
    return Mount(name, "discover", ID, node, input_, output, described, carries_output=True, guessed=True)


def named_by(document: str, title: str | None) -> tuple[str, str | None]:
    """The tool that a bare schema is for, and "input" or "output" where the document's name says which.

    `get_ticket.output.json` is the output of `get_ticket`; else the title, where it could be a tool's name, else the document's.
    """
    stem = PurePath(document.replace("\\", "/")).name
    stem = stem.rsplit(".", 1)[0] if "." in stem else stem
    stem = re.sub(r"\.schema$", "", stem, flags=re.IGNORECASE)
    if found := _SIDE.fullmatch(stem):
        return found[1], found[2].lower()
    if title and _TOOL_NAME.fullmatch(title):
        return title, None
    return stem, None


def write_tool(tool: Tool) -> dict[str, Any]:
    """A contract in a file of one's own."""
    return stated(name=tool.name, description=tool.description, input=tool.input, output=tool.output)


OFFERING = Offering(write_tool, "input", "mcp", "output", kept=("title", "annotations"))


DIALECT = Dialect(ID, "Contract file", CLUES, read, offering=OFFERING, anywhere=False)
