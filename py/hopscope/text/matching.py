"""Matches of patterns that match everywhere."""

from __future__ import annotations

import re


def sure(found: re.Match[str] | None) -> re.Match[str]:
    """A match that cannot have failed; raises AssertionError if it did."""
    if found is None:
        raise AssertionError("this pattern matches everywhere")
    return found
