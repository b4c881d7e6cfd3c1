"""Attributes of OpenTelemetry spans in the forms exporters write: an object, OTLP's list of typed values, Jaeger's tags.

Source: open-telemetry/opentelemetry-proto (OTLP/JSON encoding of attributes).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.text.node import MISSING, Node

PREFIX = "gen_ai."
_SCALARS = ("stringValue", "intValue", "doubleValue", "boolValue")


def is_span(value: Any) -> bool:
    """Whether a value is a span (or event) with attributes of generative AI."""
    return isinstance(value, dict) and any(
        key.startswith(PREFIX) for key in _keys(value.get("attributes") or value.get("tags"))
    )


def _keys(attributes: Any) -> Iterator[str]:
    if isinstance(attributes, dict):
        yield from attributes
    elif isinstance(attributes, list):
        yield from (str(one.get("key")) for one in attributes if isinstance(one, dict))


def attributes_of(span: Node) -> dict[str, Node]:
    """The attributes by name; the span itself where they were pasted alone."""
    found = span.get("attributes") or span.get("tags")
    if isinstance(found.value, list):
        return {str(one.get("key").value): scalar(one.get("value")) for one in found.each()}
    return dict((found or span).items())


def scalar(value: Node) -> Node:
    """The value in OTLP's wrapper of types, or the value as it is."""
    inner = next((value.get(key) for key in _SCALARS if value.get(key)), MISSING)
    return inner or value


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
