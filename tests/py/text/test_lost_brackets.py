"""Brackets that were lost or doubled: what the others, and the margins of the lines, show of them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope.text.reader import read
from hopscope.text.source import apply

CALL: dict[str, Any] = {
    "name": "f",
    "arguments": {"city": "Paris", "days": [1, 2], "where": {"lat": 1, "at": [{"x": None}, {"y": "[{"}]}},
    "tags": ["a", "b"],
    "n": 1,
}


def _without(text: str, signs: str) -> list[str]:
    """A text without one of its brackets, for each; those in strings and the outermost stay."""
    places = [at for at, sign in enumerate(text) if sign in signs and text.count('"', 0, at) % 2 == 0]
    return [text[:at] + text[at + 1 :] for at in places if 0 < at < len(text) - 1]


@pytest.mark.parametrize("text", _without(json.dumps(CALL), "[{") + _without(json.dumps(CALL, indent=2), "[{"))
def test_a_lost_opening_bracket_is_put_where_a_member_or_an_element_shows_it(text: str) -> None:
    reading = read(text)
    assert (reading.values, reading.completeness) == ((CALL,), "normalised")
    assert {edit.rule for edit in reading.edits} == {"lost-bracket"}


@pytest.mark.parametrize("indent", [1, 2, 4, "\t"])
def test_a_lost_closing_bracket_is_put_where_the_margins_show_it(indent: int | str) -> None:
    for text in _without(json.dumps(CALL, indent=indent), "]}"):
        reading = read(text)
        assert (reading.values, reading.completeness) == ((CALL,), "normalised"), text
        assert {edit.rule for edit in reading.edits} == {"missing-bracket"}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_margins_count_whatever_ends_the_lines(end: str) -> None:
    reading = read(end.join(('{"a": {', '   "b": [', "     1", "   ,", '   "c": 2', " },", ' "d": 3', "}")))
    assert reading.values == ({"a": {"b": [1], "c": 2}, "d": 3},)


@pytest.mark.parametrize(
    "text",
    [
        '{\n"a": {\n"b": 1,\n"c": 2\n}',
        '{"a": [{\n  "b": 1\n},\n{\n  "b": 2\n}',
        '{\n  "a": {\n    "b": 1,\n    "c": 2\n  }\n',
        '{"a": {"b": 1, "c": 2}',
        '{\n  "a": {\n    "b": 1,\n  "c": 2',
    ],
)
def test_a_text_that_is_cut_is_not_explained_by_margins_that_do_not_close_it(text: str) -> None:
    reading = read(text)
    assert reading.cut
    assert (reading.completeness, {edit.rule for edit in reading.edits}) == ("guessed", {"cut"})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('[{"a": {"b": 1}}, "c": 2}, {"d": 3}]', [{"a": {"b": 1}, "c": 2}, {"d": 3}]),
        ('{"x": [{a: {}}, c: 2, "d": []}, 3], "y": {}}', {"x": [{"a": {}, "c": 2, "d": []}, 3], "y": {}}),
        ('[{"a": 1}, "c": 2}, {"d": 3}]', [{"a": 1}, {"c": 2}, {"d": 3}]),
        ('[1, "c": 2}, {"d": 3}]', [1, {"c": 2}, {"d": 3}]),
        ("[1, c: 2}, {d: 3}]", [1, {"c": 2}, {"d": 3}]),
        ('{"a": {"b": 1}, {"c": 2}], "d": 3}', {"a": [{"b": 1}, {"c": 2}], "d": 3}),
        ('{"a": "b": 1}, {"b": 2}], "d": 3}', {"a": [{"b": 1}, {"b": 2}], "d": 3}),
        ('{"a":\n  5\n], "d": 3}', {"a": [5], "d": 3}),
        ("{a: [1, 2, b: 3}", {"a": [1, 2], "b": 3}),
    ],
)
def test_members_and_elements_show_which_bracket_is_missing_or_too_many(text: str, value: object) -> None:
    reading = read(text)
    assert (reading.values, reading.completeness) == ((value,), "normalised")
    assert apply(text, reading.edits) == reading.strict.text


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "key": "b", not "c"", "d": 1}',
        '{"a": "he said: {"b": 1}", "d": 2}',
        '["http://x.test", note: x]',
        '{"a": [1, 2] , "b": "x: y"}',
    ],
)
def test_without_a_bracket_too_many_no_opening_one_is_missing(text: str) -> None:
    assert "lost-bracket" not in {edit.rule for edit in read(text).edits}
