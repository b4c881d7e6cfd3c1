"""Attributes of OpenTelemetry spans in the forms exporters write: an object, OTLP's list of typed values, Jaeger's tags.

Source: open-telemetry/opentelemetry-proto at 03afad27522f (AnyValue in common/v1/common.proto, examples/events.json).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.text.node import MISSING, Composed, Node

PREFIX = "gen_ai."
_TYPES = ("stringValue", "intValue", "doubleValue", "boolValue", "bytesValue", "kvlistValue", "arrayValue")


def is_span(value: Any) -> bool:
    """Whether a value is a span (or event) with attributes of generative AI."""
    return isinstance(value, dict) and any(
        key.startswith(PREFIX) for key in _keys(value.get("attributes") or value.get("tags"))
    )


def is_event(value: Any) -> bool:
    """Whether a value is an event of generative AI, whose messages may stand in its body."""
    if not isinstance(value, dict) or not isinstance(value.get("body", {}), dict):
        return False
    named = value.get("eventName") or value.get("event_name")
    return is_span(value) or (isinstance(named, str) and named.startswith(PREFIX))


def _keys(attributes: Any) -> Iterator[str]:
    if isinstance(attributes, dict):
        yield from attributes
    elif isinstance(attributes, list):
        yield from (str(one.get("key")) for one in attributes if isinstance(one, dict))


def attributes_of(span: Node) -> dict[str, Node]:
    """The attributes by name; the span itself where they were pasted alone."""
    found = span.get("attributes") or span.get("tags")
    if isinstance(found.value, list):
        return dict(_members(found))
    return dict((found or span).items())


def plain(value: Node) -> Node:
    """A value out of OTLP's wrappers of types, in any nesting; the value itself where it has none."""
    kind = next(iter(value.value)) if isinstance(value.value, dict) and len(value.value) == 1 else None
    inner = value.get(kind) if kind in _TYPES else MISSING
    if kind == "intValue" and isinstance(inner.value, str):  # 64 bits do not fit every reader's numbers
        return Node(_integer(inner.value), inner.site)
    if kind == "kvlistValue":
        parts = dict(_members(inner))
        return Composed({key: part.value for key, part in parts.items()}, inner.site, parts)
    if kind == "arrayValue":
        elements = {at: plain(one) for at, one in enumerate(_values(inner))}
        return Composed([part.value for part in elements.values()], inner.site, elements)
    return inner or (Node(None, value.site) if value.value == {} else value)


def _members(wrapped: Node) -> Iterator[tuple[str, Node]]:
    """Keys and values of a list of both; a key without a value states none, which is null and stands where the key does."""
    for one in _values(wrapped):
        if isinstance(key := one.value_at("key"), str):
            yield key, plain(one.get("value")) or Node(None, one.site)


def _values(wrapped: Node) -> Iterator[Node]:
    """Protobuf's mapping has the list in a member of its own, which some exporters leave out."""
    return (wrapped if isinstance(wrapped.value, list) else wrapped.get("values")).each()


def _integer(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 21 else text


def structure(value: Node) -> Node:
    """An attribute that is JSON in a string opened, or the value itself where it came structured."""
    if isinstance(value.value, str):
        opened = value.opened()
        return opened if isinstance(opened.value, (dict, list)) else MISSING
    return value


def number_of(value: Node) -> int | None:
    """An integer, which OTLP writes as a string."""
    text = value.value
    return int(text) if isinstance(text, (int, str)) and not isinstance(text, bool) and str(text).isdecimal() else None
