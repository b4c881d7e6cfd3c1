"""When something in a log happened, where the log says so: in a line's head, or in a member of an object round it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

MEMBERS = (
    "timestamp", "@timestamp", "time", "ts", "datetime", "startedDateTime", "recorded_at", "start_time", "startTime",
    "created_at", "createdAt",
)  # fmt: skip
_HEAD = re.compile(r"[\[(\s]*(\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)")
_UNITS = ((1e17, 1e9), (1e14, 1e6), (1e11, 1e3), (1e8, 1.0))  # nanoseconds, microseconds, milliseconds, seconds
_LATEST = 4e9  # seconds: the year 2096


def moment(value: Any) -> float | None:
    """Seconds since 1970 of a number or a text that tells a time, or None."""
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    seconds = next((value / unit for least, unit in _UNITS if value >= least), None)
    return seconds if seconds is not None and seconds < _LATEST else None


def _of_text(text: str) -> float | None:
    found = _HEAD.match(text)
    if not found:
        return moment(float(text)) if re.fullmatch(r"\d{9,19}(?:\.\d{1,9})?", text) else None
    try:
        told = datetime.fromisoformat(found[1].replace(",", ".").replace(" Z", "Z"))
    except ValueError:
        return None
    return (told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp()


def written(seconds: float | None) -> str | None:
    """A moment as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds") if seconds is not None else None


class Clock:
    """The moments that one document's text tells, and its pieces."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n") if text.count("\r") == 0 else re.split("\r\n|\n|\r", text)
        self._text, self._root, self._known = text, None, False
        self._memo: dict[int, float | None] = {}
        self._units: bytes | None = None

    def piece(self, place: Mapping[str, Any]) -> Any:
        """What stands at a place as JSON, or None."""
        start, end = place["start"], place["end"]
        if self._units is None and not self._text.isascii():
            self._units = self._text.encode("utf-16-le", "surrogatepass")
        found = (
            self._units[2 * start : 2 * end].decode("utf-16-le", "replace") if self._units else self._text[start:end]
        )
        return _loaded(found)

    def at(self, place: Mapping[str, Any] | None) -> float | None:
        """When what stands at a place happened: as its line tells, else the innermost object round it."""
        if place is None:
            return None
        line = place["line"]
        if line not in self._memo:
            self._memo[line] = _of_line(self._lines[line - 1]) if line <= len(self._lines) else None
        told = self._memo[line]
        return told if told is not None else self._round(place["path"][0] if place["path"] else "")

    def _round(self, pointer: str) -> float | None:
        moments = [_of_object(one) for one in self._way(pointer)]
        return next((one for one in reversed(moments) if one is not None), None)

    def _way(self, pointer: str) -> Iterator[Any]:
        value = self._whole()
        yield value
        for step in pointer.split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
                value = value[int(step)]
            elif isinstance(value, dict) and step in value:
                value = value[step]
            else:
                return
            yield value

    def _whole(self) -> Any:
        if not self._known:
            self._root, self._known = _loaded(self._text), True
        return self._root


def _of_line(line: str) -> float | None:
    head = _HEAD.match(line)
    if head:
        return _of_text(head[1])
    return _of_object(_loaded(line)) if line.lstrip().startswith("{") and line.rstrip().endswith("}") else None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _of_object(value: Any) -> float | None:
    if not isinstance(value, dict):
        return None
    told = (moment(value.get(name)) for name in MEMBERS)
    return next((one for one in told if one is not None), None)
