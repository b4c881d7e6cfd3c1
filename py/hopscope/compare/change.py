"""One difference between two values, and how it is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hopscope.text.numbers import Number, is_number, javascript, text_of
from hopscope.text.places import pointer
from hopscope.text.write import dumps

Key = str | int
Way = tuple[tuple[Key, ...], ...]
Kind = Literal["added", "removed", "changed", "moved"]
_SHOWN = 60
_TYPES: Mapping[type, str] = {
    dict: "object",
    list: "list",
    str: "string",
    bool: "boolean",
    type(None): "null",
    int: "number",
    Number: "number",
}


class Nothing:
    """The side of a change on which there is no value."""

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = Nothing()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: `left` and `right` lead to the value on each side, one tuple of keys a layer of JSON in a string.

    `key` names the member by which the elements of the nearest array were matched; `note` is `text-only` where two strings
    hold the same JSON.
    """

    kind: Kind
    left: Way | None
    right: Way | None
    before: Any = NOTHING
    after: Any = NOTHING
    key: str | None = None
    note: str | None = None

    @property
    def pointers(self) -> tuple[str, ...]:
        """The way as JSON Pointers (RFC 6901), one a layer: in the right value, of what was removed in the left one."""
        way = self.left if self.right is None else self.right
        return tuple(map(pointer, way or ()))

    @property
    def path(self) -> str:
        """The pointers in one line, layers parted by an arrow; "" is the whole value."""
        return " → ".join(one or "/" for one in self.pointers) if len(self.pointers) > 1 else "".join(self.pointers)

    @property
    def says(self) -> str:
        """What happened, as the end of a sentence that begins with the path."""
        if self.kind == "added":
            return f"was added: {shown(self.after)}"
        if self.kind == "removed":
            return f"is gone (it was {shown(self.before)})"
        if self.kind == "moved":
            return f"moved from {pointer(self.left[-1]) if self.left else ''}"
        one, two = self.before, self.after
        return f"went from {_told(one, two)} to {_told(two, one)}{_loss(one, two)}"


def shown(value: Any) -> str:
    """A value as JSON in few characters."""
    if isinstance(value, (dict, list)) and len(value) >= _SHOWN:
        return "[…]" if isinstance(value, list) else "{…}"
    text = dumps(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def type_name(value: Any) -> str:
    """The JSON type of a value."""
    return _TYPES.get(type(value), "value")


def _told(value: Any, other: Any) -> str:
    kind = type_name(value)
    named = f"the {kind} " if kind != type_name(other) and kind != "null" else ""
    return named + shown(value)


def _loss(before: Any, after: Any) -> str:
    """The usual reason for a number that changed a little: somebody read it as a double."""
    if is_number(before) and is_number(after) and _javascript(before) == _javascript(after):
        return " (its digits were lost, as in a JavaScript number)"
    if type_name(before) == type_name(after):
        return ""
    return f" ({type_name(before)} became {type_name(after)})"


def _javascript(value: int | Number) -> str:
    return javascript(text_of(value))
