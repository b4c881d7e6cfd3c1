"""A value as pretty JSON with a comment at each of its faults, for people and models to read; it is no JSON any more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hopscope.contracts.shapes import Path, Violation
from hopscope.text.write import dumps, quote

_STEP = "  "


def annotated(value: Any, violations: Iterable[Violation]) -> str:
    """The value's lines, each fault behind the line where its value begins as `// sentence`."""
    notes: dict[Path, list[str]] = {}
    for one in violations:
        notes.setdefault(one.path, []).append(" ".join(one.message.split()))
    return "\n".join(_lines(value, (), "", notes, ""))


def _lines(value: Any, path: Path, indent: str, notes: dict[Path, list[str]], comma: str) -> Iterator[str]:
    """The lines of one value; the first has no indent, as a name may stand before it."""
    said = "".join(f" // {sentence}" for sentence in notes.get(path, ()))
    if not isinstance(value, (dict, list)) or not value:
        yield dumps(value) + comma + said
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield opening + said
    members = list(value.items() if isinstance(value, dict) else enumerate(value))
    for number, (key, member) in enumerate(members):
        name = f"{quote(key)}: " if isinstance(key, str) else ""
        rest = "," if number < len(members) - 1 else ""
        inner = _lines(member, (*path, key), indent + _STEP, notes, rest)
        yield f"{indent}{_STEP}{name}{next(inner)}"
        yield from inner
    yield indent + closing + comma
