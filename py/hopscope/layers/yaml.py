"""A file in YAML that states contracts, as OpenAPI documents and tool lists are often kept: its values as JSON.

It is read as such only where a line names a member that contracts have, and where all of it is YAML.
"""

from __future__ import annotations

import re

from hopscope.layers import _yaml
from hopscope.layers._base import Piece, Wrapping
from hopscope.layers._yaml import Map, Seq
from hopscope.layers._yaml_json import json_source
from hopscope.text.source import Source

NAME = "yaml"
_SIGN = re.compile(
    r"^[ \t]*(?:-[ \t]+)?[\"']?(?:operationId|inputSchema|input_schema|parameters|properties)[\"']?[ \t]*:(?=\s)",
    re.MULTILINE,
)
_BEGINS = re.compile(r"(?:\s|#[^\n]*\n|---|%[^\n]*\n)*(?:-[ \t]+)?[\"']?[\w$/.-]+[\"']?[ \t]*:(?=\s)")


def unwrap(source: Source) -> Wrapping | None:
    """All documents of the file."""
    if not _BEGINS.match(source.text) or not _SIGN.search(source.text):
        return None
    found = _yaml.read(source.text)
    if not found or not all(isinstance(one, (Map, Seq)) for one in found):
        return None
    try:
        pieces = tuple(Piece(json_source(source, one)) for one in found)
    except ValueError:
        return None
    return Wrapping(NAME, pieces, "concatenated" if len(pieces) > 1 else None)
