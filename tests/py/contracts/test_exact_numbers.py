"""Numbers are judged by their digits: no rounding, no limits, the same on every platform."""

from __future__ import annotations

import pytest

from judging import judged, messages, only


@pytest.mark.parametrize(
    ("schema", "number"),
    [
        ('{"multipleOf": 0.01}', "0.07"),
        ('{"multipleOf": 0.01}', "19.99"),
        ('{"multipleOf": 1e-8}', "12345678901234567890.12345678"),
        ('{"multipleOf": 0.01}', "1E400"),
        ('{"multipleOf": 3}', "3" * 5000),
        ('{"type": "integer"}', "1.0"),
        ('{"type": "integer"}', "1e3"),
        ('{"type": "number"}', "1E400"),
        ('{"type": "integer"}', "-0"),
        ('{"maximum": 0.1}', "0.1"),
        ('{"const": 1.0}', "1"),
        ('{"enum": [100]}', "1e2"),
        ('{"maximum": 1e999999999}', "1e999999998"),
        ('{"minLength": 2.0}', '"ab"'),
    ],
)
def test_a_number_that_fits_by_its_digits_passes(schema: str, number: str) -> None:
    assert judged(schema, number).valid is True


@pytest.mark.parametrize(
    ("schema", "number"),
    [
        ('{"multipleOf": 0.01}', "0.075"),
        ('{"multipleOf": 2}', "9007199254740993"),
        ('{"const": 9007199254740993}', "9007199254740992"),
        ('{"maximum": 12345678901234567890}', "12345678901234567891"),
        ('{"maximum": 0.1}', "0.1000000000000000055511151231257827"),
        ('{"type": "integer"}', "1.5"),
        ('{"type": "integer"}', "1e-400"),
        ('{"uniqueItems": true}', "[1, 1.0]"),
        ('{"exclusiveMinimum": 0}', "0.0"),
    ],
)
def test_a_number_that_misses_by_a_digit_does_not_pass(schema: str, number: str) -> None:
    assert judged(schema, number).valid is False


def test_true_is_no_number_and_equals_none() -> None:
    assert judged('{"type": "integer"}', "true").valid is False
    assert judged('{"enum": [1]}', "true").valid is False
    assert judged('{"uniqueItems": true}', "[1, true, 0, false]").valid is True


def test_draft_4_knows_no_integer_with_a_fraction() -> None:
    schema = '{"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer"}'
    assert [judged(schema, number).valid for number in ("1", "1.0", "1e2")] == [True, False, False]


def test_a_message_shows_the_digits_as_they_were_written() -> None:
    assert messages('{"maximum": 10.50}', "12.7500") == ["The value must be at most 10.50, but is the number 12.7500."]


def test_a_number_of_thousands_of_digits_is_cut_in_the_message() -> None:
    found = only('{"maximum": 10}', "9" * 6000)
    assert "6,000 characters" in found.message and len(found.message) < 200


def test_values_are_told_in_the_spelling_of_json() -> None:
    told = messages('{"additionalProperties": {"type": "string", "maxLength": 3}}', '{"a": null, "b": true, "c": 1e2}')
    assert told[0].startswith("/a is null,") and "None" not in told[0]
    assert "true" in told[1] and "True" not in told[1]
    assert "1e2" in told[2] and "Number" not in told[2]
