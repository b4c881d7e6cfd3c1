"""How far C code reads on in a text: to the end of a strict value, or to its first fault."""

from __future__ import annotations

import re
from json import JSONDecodeError, JSONDecoder

from hopscope.text.index import STRING

_CONSTANT = re.compile(rf"{STRING}|(-?(?:NaN|Infinity))", re.DOTALL)


class _NoNumber(ValueError):
    pass


def _refuse(name: str) -> None:
    raise _NoNumber(name)


_SCAN = JSONDecoder(parse_float=bool, parse_int=bool, parse_constant=_refuse).scan_once  # type: ignore[attr-defined]


def scan(text: str, at: int) -> tuple[int | None, int]:
    """Where the strict value at a place ends, or None; and the place of its first fault."""
    try:
        return _SCAN(text, at)[1], at
    except JSONDecodeError as error:
        return None, error.pos
    except StopIteration as error:
        return None, error.value
    except _NoNumber:
        found = next((match for match in _CONSTANT.finditer(text, at) if match[1]), None)
        return None, found.start() if found else at
