"""Comparing JSON values of any kind: what was added, removed, changed or moved, and the patch that does it."""

from __future__ import annotations

from typing import Any

from .change import NOTHING, Change, Way
from .same import same
from .walk import Comparison, Spelling, compare
from .words import pieces

__all__ = ["NOTHING", "Change", "Comparison", "Spelling", "Way", "compare", "pieces", "same", "values"]


def values(left: Any, right: Any, seconds: float = 1.0) -> list[Change]:
    """The differences of two values, for those who compare small ones and want no patch."""
    return list(compare(left, right, seconds).changes)
