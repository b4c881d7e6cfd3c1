"""Exact JSON numbers: compared and divided by their digits, never as floats."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Any, TypeGuard

from hopscope.text.matching import sure

SAFE_INTEGER = 2**53 - 1
LONGEST_INT = 4_000
_EXPONENT_LIMIT = 10**18
_CHUNK = 4_000
_SHAPE = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?)(\d+))?")


@dataclass(frozen=True, slots=True)
class Parts:
    """A number as sign, digits without zeros at either end, and a power of ten; zero has no digits."""

    sign: int
    digits: str
    exponent: int

    @property
    def magnitude(self) -> int:
        """The power of ten just above the number."""
        return self.exponent + len(self.digits)


def parts(text: str) -> Parts:
    """The parts of a JSON number; exponents are clamped to ±10**18, the same on every platform."""
    sign, whole, fraction, exponent_sign, exponent_digits = sure(_SHAPE.fullmatch(text)).groups("")
    digits = (whole + fraction).lstrip("0")
    stripped = digits.rstrip("0")
    if not stripped:
        return Parts(1, "", 0)
    exponent = _exponent(exponent_sign, exponent_digits) - len(fraction) + len(digits) - len(stripped)
    return Parts(-1 if sign else 1, stripped, exponent)


def _exponent(sign: str, digits: str) -> int:
    digits = digits.lstrip("0")
    size = _EXPONENT_LIMIT if len(digits) > 18 else int(digits or "0")
    return -size if sign == "-" else size


class Number:
    """A JSON number that is no short plain integer; `text` is as written, comparisons are exact."""

    __slots__ = ("_parts", "text")

    text: str
    _parts: Parts

    def __init__(self, text: str) -> None:
        self.text = text

    @property
    def parts(self) -> Parts:
        """Sign, digits and exponent, read from the text at the first use."""
        try:
            return self._parts
        except AttributeError:
            self._parts = parts(self.text)
            return self._parts

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number):
            return self.text == other.text or self.parts == other.parts
        if isinstance(other, int) and not isinstance(other, bool):
            return self.parts == parts_of(other)
        return NotImplemented

    def __lt__(self, other: int | Number) -> bool:
        return compare(self, other) < 0

    def __le__(self, other: int | Number) -> bool:
        return compare(self, other) <= 0

    def __gt__(self, other: int | Number) -> bool:
        return compare(self, other) > 0

    def __ge__(self, other: int | Number) -> bool:
        return compare(self, other) >= 0

    def __hash__(self) -> int:
        whole = is_integer(self) and self.parts.magnitude <= LONGEST_INT
        return hash(to_int(self)) if whole else hash((self.parts.sign, self.parts.digits, self.parts.exponent))

    def __repr__(self) -> str:
        return f"Number({self.text!r})"

    def __str__(self) -> str:
        return self.text


def number(text: str) -> int | Number:
    """The value of a JSON number: an int where it is a plain integer of at most 4,000 digits, else a `Number`."""
    # Told by C code in one step: a log has many times more numbers than calls.
    plain = text.removeprefix("-").isdigit() and text != "-0" and len(text) <= LONGEST_INT
    return int(text) if plain else Number(text)


def is_number(value: object) -> TypeGuard[int | Number]:
    """Whether a value is a JSON number (a bool is none)."""
    return isinstance(value, (int, Number)) and not isinstance(value, bool)


def text_of(value: int | Number) -> str:
    """The digits of a number as JSON writes them."""
    return value.text if isinstance(value, Number) else str(value)


def parts_of(value: int | Number) -> Parts:
    """Sign, digits and exponent of any number."""
    return value.parts if isinstance(value, Number) else parts(str(value))


def compare(left: int | Number, right: int | Number) -> int:
    """-1, 0 or 1, exactly."""
    near, far = _double(left), _double(right)
    if near is not None and far is not None:
        return (near > far) - (near < far)
    one, two = _order(parts_of(left)), _order(parts_of(right))
    if one[:1] != two[:1]:
        return -1 if one < two else 1
    size = (one[1:] > two[1:]) - (one[1:] < two[1:])
    return -size if one[0] < 0 else size


_DIGITS = 15  # decimal digits that a double keeps apart, whatever they are


def _double(value: int | Number) -> float | None:
    """The double that stands for a number of few digits, in the order of the numbers themselves; None for any other number."""
    if isinstance(value, int):
        return value if -(10**_DIGITS) < value < 10**_DIGITS else None
    text = value.text
    short = len(text) <= _DIGITS and "e" not in text and "E" not in text
    return float(text) if short else None


def _order(value: Parts) -> tuple[int, int, str]:
    return (value.sign if value.digits else 0, value.magnitude, value.digits)


def is_integer(value: int | Number) -> bool:
    """Whether a number has no fractional part (`1.0` and `1e2` have none)."""
    return isinstance(value, int) or value.parts.exponent >= 0


def to_int(value: int | Number) -> int:
    """The int equal to a whole number of moderate size."""
    if isinstance(value, int):
        return value
    return value.parts.sign * _int_of(value.parts.digits) * 10**value.parts.exponent


def _int_of(digits: str) -> int:
    """Digits of any length as an int, past the interpreter's limit on conversions."""
    total = 0
    for start in range(0, len(digits), _CHUNK):
        piece = digits[start : start + _CHUNK]
        total = total * 10 ** len(piece) + int(piece)
    return total


def multiple_of(value: int | Number, divisor: int | Number) -> bool:
    """Whether `value` is a whole multiple of `divisor` (which is not zero), exactly."""
    number_, unit = parts_of(value), parts_of(divisor)
    if not number_.digits or not unit.digits:
        return not number_.digits
    shift = number_.exponent - unit.exponent
    if shift < 0:
        return False
    modulus = _int_of(unit.digits)
    return _residue(number_.digits, modulus) * pow(10, shift, modulus) % modulus == 0


def _residue(digits: str, modulus: int) -> int:
    rest = 0
    for start in range(0, len(digits), _CHUNK):
        piece = digits[start : start + _CHUNK]
        rest = (rest * 10 ** len(piece) + int(piece)) % modulus
    return rest


def javascript(text: str) -> str:
    """What JavaScript prints for a JSON number it has read: the shortest digits of the nearest double."""
    value = float(text)
    if math.isinf(value):
        return "-Infinity" if value < 0 else "Infinity"
    if value == 0:
        return "0"
    found = parts(repr(value))
    return ("-" if found.sign < 0 else "") + _javascript_layout(found.digits, found.magnitude)


def _javascript_layout(digits: str, point: int) -> str:
    """ECMA-262 Number::toString: plain digits from 1e-7 up to 1e21, an exponent elsewhere."""
    if len(digits) <= point <= 21:
        return digits + "0" * (point - len(digits))
    if 0 < point <= 21:
        return digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def is_unsafe(text: str) -> bool:
    """Whether JavaScript reads another number: an integer beyond 2**53 - 1, or digits a double cannot hold."""
    if not any(mark in text for mark in ".eE"):
        return len(text) > 15 and (len(text) > 20 or abs(int(text)) > SAFE_INTEGER)
    value = float(text)
    return math.isinf(value) or parts(repr(value)) != parts(text)


def equal(left: Any, right: Any) -> bool:
    """JSON equality of two values: numbers by value, true is not 1, member order free; never recurses."""
    pending = [(left, right)]
    while pending:
        one, two = pending.pop()
        if isinstance(one, dict) and isinstance(two, dict):
            if one.keys() != two.keys():
                return False
            pending.extend((item, two[key]) for key, item in one.items())
        elif isinstance(one, list) and isinstance(two, list):
            if len(one) != len(two):
                return False
            pending.extend(zip(one, two, strict=True))
        elif not _same_scalar(one, two):
            return False
    return True


def _same_scalar(one: object, two: object) -> bool:
    if is_number(one) and is_number(two):
        return one == two
    return type(one) is type(two) and not isinstance(one, (dict, list)) and one == two
