"""How values, names and places are spelled in sentences: JSON spelling, exact digits, cut at a sensible length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hopscope.contracts.shapes import Path
from hopscope.text import numbers
from hopscope.text.places import pointer
from hopscope.text.write import dumps

LONGEST = 80
WHOLE = "The value"
"""The subject of a sentence about the whole instance."""
_TYPES = {"object": "an object", "array": "an array", "integer": "an integer", "null": "null"}


def quoted(text: str, longest: int = LONGEST) -> str:
    """A string as JSON, its middle left out where it is long."""
    return cut(dumps(text), longest)


def cut(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and how much more there is."""
    if len(text) <= longest:
        return text
    return f"{text[: longest - 20]}… ({len(text):,} characters)"


def shown(value: Any, longest: int = LONGEST) -> str:
    """A value as JSON; a container that is too long only by its size."""
    if isinstance(value, str):
        return quoted(value, longest)
    if isinstance(value, (dict, list)):
        return _container(value, longest)
    return cut(dumps(value), longest)


def _container(value: dict[str, Any] | list[Any], longest: int) -> str:
    small = len(value) <= longest
    text = dumps(value) if small and _shallow(value) else ""
    if text and len(text) <= longest:
        return text
    if isinstance(value, dict):
        return f"{{{counted(len(value), 'property', 'properties')}}}"
    return f"[{counted(len(value), 'item')}]"


def _shallow(value: Any, depth: int = 4) -> bool:
    """Whether writing the value out costs little."""
    if not isinstance(value, (dict, list)):
        return not isinstance(value, str) or len(value) < 1_000
    if depth == 0 or len(value) > LONGEST:
        return not value
    return all(_shallow(item, depth - 1) for item in (value.values() if isinstance(value, dict) else value))


def received(value: Any) -> str:
    """A value with the name of its type, as it follows "but is"."""
    if value is None or isinstance(value, bool):
        return dumps(value)
    if numbers.is_number(value):
        return f"the number {shown(value)}"
    if isinstance(value, str):
        return f"the string {shown(value)}" if value else 'the empty string ""'
    name = "object" if isinstance(value, dict) else "array"
    return f"the {name} {shown(value)}" if value else f"the empty {name} {dumps(value)}"


def subject(path: Path) -> str:
    """How a sentence begins that speaks of the value at a path."""
    return plain(pointer(path), 200) or WHOLE


def plain(text: str, longest: int = LONGEST) -> str:
    """A text without quotes, cut; what cannot be printed is escaped as in JSON."""
    return cut(text if text.isprintable() else dumps(text)[1:-1], longest)


def counted(count: int | numbers.Number, one: str, many: str | None = None) -> str:
    """A number with its noun."""
    text = f"{count:,}" if isinstance(count, int) else str(count)
    return f"{text} {one if text == '1' else many or one + 's'}"


def listed(parts: Sequence[str], word: str = "and", most: int = 8) -> str:
    """`a, b and c`, the rest counted."""
    parts = list(parts)
    if len(parts) > most:
        return f"{', '.join(parts[:most])} and {len(parts) - most} more"
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def names(parts: Iterable[str], word: str = "and") -> str:
    """Property names, quoted."""
    return listed([quoted(part, 60) for part in parts], word)


def type_phrase(types: Sequence[str]) -> str:
    """`an integer or null`."""
    return listed([_TYPES.get(name, f"a {name}") for name in types], "or")
