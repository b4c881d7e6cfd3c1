"""The JSON Schemas of our own promises, read once: from the wheel's `hopscope/schemas`, else from `schemas/` beside `py/`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

_PACKED = Path(__file__).parent / "schemas"
SHELF = _PACKED if _PACKED.is_dir() else Path(__file__).parents[2] / "schemas"


@cache
def read(name: str) -> Any:
    """The document `name` (a path below `schemas/`, with `/`) as plain JSON; raises OSError where there is none."""
    return json.loads((SHELF / name).read_text(encoding="utf-8"))


@cache
def names(folder: str) -> tuple[str, ...]:
    """The paths of all JSON files in a folder below `schemas/`, sorted."""
    return tuple(sorted(f"{folder}/{path.name}" for path in (SHELF / folder).glob("*.json")))
