"""One text and one hash for one JSON value, however it is written: numbers by value, members in any order."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

from hopscope.text.numbers import Number, is_number, parts_of, to_int
from hopscope.text.write import dumps

_PLAIN = 20  # digits up to which a whole number is written out


def text(value: Any) -> str:
    """A value as JSON on one line, members sorted, each number in its shortest digits."""
    return dumps(_plain(value), sort_keys=True)


def digest(value: Any, key: str = "") -> str:
    """The SHA-256 of the canonical text, in hex; with a key an HMAC, which nobody without it can guess values against."""
    raw = text(value).encode("utf-8", "surrogatepass")
    return hmac.new(key.encode(), raw, hashlib.sha256).hexdigest() if key else hashlib.sha256(raw).hexdigest()


def _plain(value: Any) -> Any:
    """The value with each number in its shortest form; without comprehensions, which would double the depth of the calls."""
    made: Any = value
    if isinstance(value, dict):
        made = {}
        for name, member in value.items():
            made[name] = _plain(member)
    elif isinstance(value, list):
        made = []
        for member in value:
            made.append(_plain(member))
    elif is_number(value):
        made = _shortest(value)
    return made


def _shortest(value: int | Number) -> int | Number:
    told = parts_of(value)
    if told.exponent >= 0 and told.magnitude <= _PLAIN:
        return to_int(value)
    return Number(f"{'-' if told.sign < 0 else ''}{told.digits}e{told.exponent}")
