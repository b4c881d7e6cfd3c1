"""The AI SDK's data stream of version 4: on each line the code of a part, a colon and JSON.

Source: vercel/ai at 073330725a21, packages/ui-utils/src/data-stream-parts.ts.
"""

from __future__ import annotations

import re

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.source import Slice, Source

NAME = "data-stream"
# Each code stands before one kind of JSON: text, a list, an object.
_PART = re.compile(r'^[ \t]*(?P<code>[03g](?=:")|[28](?=:\[)|[9a-fh-k](?=:\{)):(?P<json>[^\r\n]+)', re.MULTILINE)
_LINE = re.compile(r"^[ \t]*\S", re.MULTILINE)
_OWN = re.compile(r'"(?:toolCallId|finishReason|messageId)"')


def unwrap(source: Source) -> Wrapping | None:
    """The parts, if every line is one and a member that only such parts have is among them; `event` is the code with its colon."""
    text = source.text
    if not _PART.match(text, len(text) - len(text.lstrip())) or not _OWN.search(text):
        return None
    parts = list(_PART.finditer(text))
    if len(parts) < sum(1 for _ in _LINE.finditer(text)):
        return None
    return Wrapping(NAME, tuple(_piece(source, part) for part in parts), NAME)


def _piece(source: Source, part: re.Match[str]) -> Piece:
    return Piece(Slice(source, *part.span("json")), event=f"{part['code']}:", last=part["json"].startswith('"'))
