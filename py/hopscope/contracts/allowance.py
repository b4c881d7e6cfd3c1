"""How long one check may take in the request under way: less and less for a schema that ran out of time before."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from hopscope.limits import CHECK_SECONDS

MOST_SECONDS = 600.0
_HALVINGS = 10

_seconds = [CHECK_SECONDS]
_overdue: Counter[int] = Counter()


def begin(seconds: float | None = None) -> None:
    """A new request: every schema has its whole time again, `seconds` for one check or the usual limit."""
    _seconds[0] = CHECK_SECONDS if seconds is None else min(max(seconds, 0.0), MOST_SECONDS)
    _overdue.clear()


def seconds() -> float:
    """The time that one check may take, in seconds."""
    return _seconds[0]


def deadline(schema: Any) -> float:
    """When a check against the schema has to end if it starts now, as a time of `time.monotonic()`."""
    return time.monotonic() + seconds() / 2 ** min(_overdue.get(id(schema), 0), _HALVINGS)


def ran_out(schema: Any) -> None:
    """A check against the schema did not end in time: the next one has half as long, so that a thousand cannot add up."""
    _overdue[id(schema)] += 1
