"""Numbers keep their digits, compare exactly, and cost no float."""

from __future__ import annotations

import pytest

from hopscope.text.numbers import (
    Number,
    compare,
    equal,
    is_integer,
    is_number,
    is_unsafe,
    javascript,
    multiple_of,
    number,
)


@pytest.mark.parametrize(
    ("one", "two"), [("1.0", "1"), ("1e2", "100"), ("-0", "0"), ("0.10", "1e-1"), ("1E400", "10e399"), ("0e9", "0")]
)
def test_numbers_of_one_value_are_equal_and_hash_alike(one: str, two: str) -> None:
    assert number(one) == number(two)
    assert hash(number(one)) == hash(number(two))


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [("1", "1.5"), ("-2.5", "-2"), ("9007199254740992", "9007199254740993.0"), ("-1e5", "0.1"), ("0", "1e-9")],
)
def test_order_is_exact(smaller: str, larger: str) -> None:
    assert compare(number(smaller), number(larger)) == -1
    assert compare(number(larger), number(smaller)) == 1


def test_true_is_no_number_and_is_not_one() -> None:
    assert not is_number(True)
    assert not equal(True, 1)
    assert Number("1.0") != True  # noqa: E712


def test_a_number_of_a_million_digits_is_compared_without_being_converted() -> None:
    long = "1" * 1_000_000
    assert number(long) == Number(long + ".0")
    assert compare(number(long), number(long[:-1] + "2")) == -1


@pytest.mark.parametrize(
    ("value", "unit", "is_multiple"),
    [
        ("0.07", "0.01", True),
        ("1e308", "0.01", True),
        ("1E400", "0.01", True),
        ("7", "2", False),
        ("0.075", "0.01", False),
        ("0", "3", True),
    ],
)
def test_multiples_are_exact_at_any_size(value: str, unit: str, is_multiple: bool) -> None:
    assert multiple_of(number(value), number(unit)) is is_multiple


@pytest.mark.parametrize(("text", "whole"), [("1.0", True), ("1.5", False), ("15e-1", False), ("150e-1", True)])
def test_a_whole_number_may_be_written_with_a_fraction(text: str, whole: bool) -> None:
    assert is_integer(number(text)) is whole


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("4611686018427387913", "4611686018427388000"), ("9007199254740993", "9007199254740992"), ("1e21", "1e+21"),
        ("1E400", "Infinity"), ("1e-400", "0"), ("0.1", "0.1"), ("123456789012345678901234", "1.2345678901234569e+23"),
        ("0.000001", "0.000001"), ("1e-7", "1e-7"), ("-1.50", "-1.5"),
    ],
)  # fmt: skip
def test_what_javascript_prints_is_told(text: str, shown: str) -> None:
    assert javascript(text) == shown


@pytest.mark.parametrize("text", ["9007199254740991", "-9007199254740991", "0.1", "1.0", "1e21", "-0", "1.5e300"])
def test_numbers_a_double_holds_are_safe(text: str) -> None:
    assert not is_unsafe(text)


@pytest.mark.parametrize("text", ["9007199254740992", "-9007199254740993", "0.12345678901234567890", "1E400", "1e-400"])
def test_numbers_a_double_changes_are_unsafe(text: str) -> None:
    assert is_unsafe(text)


def test_equality_of_deep_values_never_recurses() -> None:
    one: list[object] = []
    two: list[object] = []
    for _ in range(1_500):  # more than Python recurses, less than what WebAssembly can free
        one, two = [one], [two]
    assert equal(one, two)
