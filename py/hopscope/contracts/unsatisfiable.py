"""Schemas that no value can pass, told only where that is certain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.contracts.shapes import SchemaFault


def faults(schema: Any, validator: Any, document: str = "") -> Iterator[SchemaFault]:
    """The contradictions in a schema, each with the two keywords that make it."""
    yield from ()
