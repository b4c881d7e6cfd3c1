"""HTTP headers that repeat parts of an MCP message: what they must say, and where a tool may ask for more of them.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, Streamable HTTP of 2026-07-28 (request metadata, custom headers).
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hopscope.dialects._mcp_messages import Message
from hopscope.dialects._mcp_revision import STATELESS, VERSION
from hopscope.dialects._reading import word
from hopscope.findings import Finding, make
from hopscope.text.node import Node
from hopscope.text.numbers import Number, number

KEYWORD = "x-mcp-header"
NAMES = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_ENCODED = re.compile(r"=\?base64\?(.*)\?=", re.DOTALL)
_INTEGER = re.compile(r"-?\d+(\.0+)?")


def header_findings(message: Message, revision: str | None, asked: Mapping[str, Node]) -> Iterator[Finding]:
    """Where a POST's headers and body differ; `asked` are the headers that the called tool asks for, each with its argument."""
    headers = message.part.headers
    if message.sender != "client" or message.kind != "request" or not headers:
        return
    yield from _compared(headers, "MCP-Protocol-Version", message.params.get("_meta", VERSION), message, decode=False)
    yield from _compared(headers, "Mcp-Method", message.node.get("method"), message, decode=False)
    if message.method in NAMES:
        yield from _compared(headers, "Mcp-Name", message.params.get(NAMES[message.method]), message)
    for name, node in asked.items():
        yield from _compared(headers, f"Mcp-Param-{name}", node, message)
    if revision == STATELESS:
        yield from _missing(headers, message, asked)


def _compared(
    headers: Mapping[str, str], name: str, node: Node, message: Message, decode: bool = True
) -> Iterator[Finding]:
    sent = headers.get(name.lower())
    if sent is None:
        return
    value = decoded(sent) if decode else sent
    if node.missing and name == "MCP-Protocol-Version":  # before 2026-07-28 the header alone tells the revision
        return
    if node.missing or not _same(value, node.value):
        at, said = (message.node, "nothing there") if node.missing else (node, node.text)
        where = message.part.header_at.get(name.lower())
        yield make(
            "mcp-header", at.place(), fault="host", related=[where()] if where else (), header=name,
            header_value=f'"{sent}"', body_value=said, sent=value,
        )  # fmt: skip


def _missing(headers: Mapping[str, str], message: Message, asked: Mapping[str, Node]) -> Iterator[Finding]:
    """Required headers that are away, where the log keeps this message's MCP headers at all."""
    if not any(name.startswith("mcp-") for name in headers):
        return
    wanted = {"MCP-Protocol-Version": message.params.get("_meta", VERSION), "Mcp-Method": message.node.get("method")}
    if message.method in NAMES:
        wanted["Mcp-Name"] = message.params.get(NAMES[message.method])
    wanted |= {f"Mcp-Param-{name}": node for name, node in asked.items() if node.value is not None}
    for name, node in wanted.items():
        if name.lower() not in headers and node:
            yield make(
                "mcp-header", node.place(), fault="host", header=name, header_value="nothing (it is missing)",
                body_value=node.text, sent=None,
            )  # fmt: skip


def decoded(value: str) -> str:
    """A header value without its Base64 wrapping; one that cannot be decoded stays as it is."""
    wrapped = _ENCODED.fullmatch(value)
    if not wrapped:
        return value
    try:
        return base64.b64decode(wrapped[1], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return value


def _same(header: str, value: Any) -> bool:
    """Whether a header says a value: integers by number, booleans in lower case, strings exactly."""
    if isinstance(value, bool):
        return header == ("true" if value else "false")
    if isinstance(value, (int, Number)):
        return bool(_INTEGER.fullmatch(header)) and number(header) == value
    return header == value


# What tools ask for


def asked_for(schema: Node, arguments: Node | None) -> dict[str, Node]:
    """The headers a tool's input schema asks for, each with the argument that it must repeat."""
    found: dict[str, Node] = {}
    for name, keys in _annotated(schema.value):
        node = arguments.get(*keys) if arguments else None
        if node and node.value is not None:
            found[name] = node
    return found


def _annotated(schema: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each header's name with the keys of its argument, the first property first."""
    stack: list[tuple[Any, tuple[str, ...]]] = [(schema, ())]
    while stack:
        inner, keys = stack.pop()
        if not isinstance(inner, dict):
            continue
        if keys and isinstance(inner.get(KEYWORD), str):
            yield inner[KEYWORD], keys
        properties = inner.get("properties")
        if isinstance(properties, dict):
            stack.extend((properties[key], (*keys, key)) for key in reversed(properties))


def misuses(tool: Node) -> Iterator[Finding]:
    """Where a tool's input schema breaks the rules of the keyword, so that HTTP clients must drop the tool."""
    seen: dict[str, str] = {}
    name = word(tool, "name") or "The tool"
    for node, reachable, kind in _uses(tool.get("inputSchema"), True):
        why = _why(node, reachable, kind, seen)
        if why:
            sentence = f"{name}: {KEYWORD} {node.text} {why}; an HTTP client must drop this tool."
            yield make("mcp-header", node.place(), variant="misuse", fault="contract", advice=_MEND, sentence=sentence)


_MEND = "Mend or drop the annotation in the server's input schema."


def _why(node: Node, reachable: bool, kind: Any, seen: dict[str, str]) -> str | None:
    value = node.value
    if not isinstance(value, str) or not value:
        return "must be a header name that is not empty"
    if not _TOKEN.fullmatch(value):
        return "is no HTTP header name"
    if not reachable:
        return "stands where the argument cannot be found by properties alone"
    if kind not in ("string", "integer", "boolean"):
        allowed = "only string, integer and boolean may go into a header"
        return f"stands on a value of the type {_told(kind)}; {allowed}"
    if value.lower() in seen:
        return f"is used twice (also as {seen[value.lower()]})"
    seen[value.lower()] = value
    return None


def _told(kind: Any) -> str:
    return " or ".join(map(str, kind)) if isinstance(kind, list) else str(kind or "unsaid")


def _uses(schema: Node, reachable: bool) -> Iterator[tuple[Node, bool, Any]]:
    """Each place of the keyword: whether only `properties` lead to it, and the type beside it."""
    stack = [(schema, False, reachable)]
    while stack:
        node, is_property, way = stack.pop()
        if isinstance(node.value, dict) and KEYWORD in node.value:
            yield node.get(KEYWORD), way and is_property, node.value_at("type")
        below = [(child, inside, way and ok) for child, inside, ok in _subschemas(node)]
        stack.extend(reversed(below))


def _subschemas(node: Node) -> Iterator[tuple[Node, bool, bool]]:
    """Below a schema: what is a property of it, and all else that is a schema and no mere data."""
    for key, child in node.items():
        if key == "properties":
            yield from ((inner, True, True) for _, inner in child.items())
        elif key in ("$defs", "definitions", "patternProperties", "dependentSchemas"):
            yield from ((inner, False, False) for _, inner in child.items())
        elif key not in ("enum", "const", "default", "examples") and isinstance(child.value, (dict, list)):
            yield child, False, False
    for child in node.each():
        if isinstance(child.value, dict):
            yield child, False, False
