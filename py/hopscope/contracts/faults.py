"""What is wrong with a schema itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.contracts import drafts
from hopscope.contracts.shapes import SchemaFault


def found(schema: Any, draft: drafts.Draft) -> Iterator[SchemaFault]:
    """The faults of a schema, in no particular order."""
    if not isinstance(schema, (dict, bool)):
        yield SchemaFault("schema-invalid", (), "The schema must be an object or a boolean.")
