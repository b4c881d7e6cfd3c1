"""Logs of websocket frames: a mark for the direction, perhaps a length, then the message, on one line or several."""

from __future__ import annotations

import re

from hopscope.layers._base import Direction, Piece, Wrapping
from hopscope.text.source import Slice, Source

NAME = "websocket"
_FRAME = re.compile(
    r"^[ \t]*(?:(?P<sent>>|\u2b06\ufe0f?|\u2191|\u2192|SEND|SENT|send|sent)"
    r"|(?P<got><|\u2b07\ufe0f?|\u2193|\u2190|RECV|RECEIVED|recv|received))[ \t]*:?[ \t]*(?P<length>\d*)[ \t]*(?=[\[{])",
    re.MULTILINE,
)
# What a browser shows behind a message: its length, and when it came.
_BEHIND = re.compile(r"(?<=[\]}])\s*\t\s*\d+[ \t\r]*(?:\n\s*\d\d:\d\d:\d\d[.\d]*)?\s*\Z")


def unwrap(source: Source) -> Wrapping | None:
    """The frames, if the text begins with one and both directions, a length or a second frame show that it is a log."""
    text = source.text
    first = len(text) - len(text.lstrip())
    if not _FRAME.match(text, text.rfind("\n", 0, first) + 1):
        return None
    frames = list(_FRAME.finditer(text))
    if len({frame.lastgroup for frame in frames}) < 2 and len(frames) < 2 and not frames[0]["length"]:
        return None
    ends = [frame.start() for frame in frames[1:]] + [len(text)]
    pieces = (_piece(source, frame, end) for frame, end in zip(frames, ends, strict=True))
    return Wrapping(NAME, tuple(pieces), NAME)


def _piece(source: Source, frame: re.Match[str], end: int) -> Piece:
    direction: Direction = "request" if frame["sent"] else "response"
    behind = _BEHIND.search(source.text, max(frame.end(), end - 100), end)
    return Piece(Slice(source, frame.end(), behind.start() if behind else end), direction=direction)
