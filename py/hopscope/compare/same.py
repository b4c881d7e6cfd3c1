"""Equality of JSON values at the speed of C wherever nothing differs."""

from __future__ import annotations

import marshal
from collections.abc import Iterator
from typing import Any

from hopscope.text.numbers import Number, equal, is_number

_CONTAINERS = (dict, list)


def same(left: Any, right: Any) -> bool:
    """Whether two values are the same JSON value: numbers by value, true is not 1, member order free.

    Values are at most 500 levels deep. `==` alone would take true for 1, so what it calls equal is looked at once more,
    by a comparison of bytes in C, and member by member only where these differ.
    """
    if type(left) is not type(right):
        return is_number(left) and is_number(right) and left == right
    if not isinstance(left, _CONTAINERS):
        return bool(left == right)
    return bool(left == right) and (alike(left, right) or equal(left, right))


def alike(left: Any, right: Any) -> bool:
    """Whether two values are the same to the digit and in the order of their members."""
    try:
        return marshal.dumps(left, 0) == marshal.dumps(right, 0)
    except ValueError:  # a Number is inside
        return repr(left) == repr(right)


def respelled(left: Any, right: Any) -> Iterator[tuple[tuple[str | int, ...], int | Number, int | Number]]:
    """Numbers of two equal values that are written with other digits (`1.0`, `1`): the way to each, and both."""
    pending: list[tuple[tuple[str | int, ...], Any, Any]] = [((), left, right)]
    while pending:
        way, one, two = pending.pop()
        if isinstance(one, dict) and not alike(one, two):
            pending.extend(((*way, key), one[key], two[key]) for key in reversed(two))
        elif isinstance(one, list) and not alike(one, two):
            pending.extend(((*way, at), one[at], two[at]) for at in reversed(range(len(one))))
        elif is_number(one) and not alike(one, two):
            yield way, one, two
