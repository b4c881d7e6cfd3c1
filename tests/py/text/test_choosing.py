"""Where two readings fit a text: each can be had, and whoever knows what is wanted gets the better."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopscope.text.choosing import better
from hopscope.text.reader import Reading, read, turned
from hopscope.text.source import apply
from hopscope.text.strict import strict_values

TWO_READINGS = [
    ('{"a":1,"con', '{"a":1,"con":null}', '{"a":1}'),
    ('{"con', '{"con":null}', "{}"),
    ('{"q":1}{"q":2}', '{"q":1}{"q":2}', '[{"q":1},{"q":2}]'),
    ('{"q":1}, [2]; "x"', '{"q":1}\n [2]\n "x"', '[{"q":1}, [2], "x"]'),
    ("[1][2]", "[1]\n[2]", "[[1],[2]]"),
    ('{"a": "b, "c": "d"}', '{"a": "b", "c": "d"}', '{"a": "b, \\"c\\": \\"d"}'),
    ('{"a": 007}', '{"a": "007"}', '{"a": 7}'),
    ("{1, 2}", "[1, 2]", '{"1":null, "2":null}'),
    ("{[1], [2]}", "[[1], [2]]", '{"":[1], "":[2]}'),
    ('{"a": "b": "c"}}', '{"a": {"b": "c"}}', '{"a": "b\\": \\"c"}'),
    ("{a: b: c}}", '{"a": {"b": "c"}}', '{"a": "b: c"}'),
    ('{"a": 5], "b": 1}', '{"a": 5, "b": 1}', '{"a": [5], "b": 1}'),
    ('{"a":\n5], "b": 1}', '{"a":\n[5], "b": 1}', '{"a":\n5, "b": 1}'),
    ('[{"a": {}}, "b": 1}]', '[{"a": {}, "b": 1}]', '[{"a": {}}, {"b": 1}]'),
    ('{\n "a": {\n  "b": 1,\n "c": 2\n}', '{\n "a": {\n  "b": 1},\n "c": 2\n}', '{\n "a": {\n  "b": 1,\n "c": 2\n}}'),
    ('{"a": "b}', '{"a": "b"}', '{"a": "b}"}'),
    ('{"a": 1 # x }', '{"a": 1 }', '{"a": 1 }'),
    ('{"a": 1, // x "b": 2}', '{"a": 1, "b": 2}', '{"a": 1 }'),
    ('{"a": "x" y", "b": 1}', '{"a": "x\\" y", "b": 1}', '{"a": "x", ", \\"b": 1}'),
    ('{\\"a\\":1,\\"con', '{"a":1,"con":null}', '{"a":1}'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "usual", "other"), TWO_READINGS, ids=[one[0] for one in TWO_READINGS])
def test_each_of_two_readings_can_be_had_and_its_edits_make_it(text: str, usual: str, other: str) -> None:
    first = read(text)
    second = turned(first, frozenset({0}))
    assert second is not None
    assert (first.strict.text, second.strict.text) == (usual, other)
    assert apply(text, second.edits) == other


@pytest.mark.parametrize("text", [one[0] for one in TWO_READINGS])
def test_the_reading_that_was_turned_names_both_the_other_way_round(text: str) -> None:
    first, second = read(text), turned(read(text), frozenset({0}))
    assert second is not None
    told = second.doubts[0]
    assert told.turned
    if first.doubts:
        assert (told.taken, told.other) == (first.doubts[0].other, first.doubts[0].taken)


def test_brackets_put_round_several_values_are_told() -> None:
    second = turned(read('{"a":1} {"b":2}'), frozenset({0}))
    assert second is not None
    assert [(edit.rule, edit.inserted) for edit in second.edits] == [
        ("missing-brackets", "["), ("missing-comma", ","), ("missing-brackets", "]")
    ]  # fmt: skip
    assert second.completeness == "normalised"


def test_what_is_wanted_decides_for_each_place_by_itself() -> None:
    reading = read('{"zip": 0123, "count": 007}')

    def faults(one: Reading) -> int:
        value = one.values[0]
        return int(not isinstance(value["zip"], str)) + int(not isinstance(value["count"], int))

    assert better(reading, faults).values == ({"zip": "0123", "count": 7},)


def test_the_usual_reading_stays_where_none_is_better() -> None:
    reading = read('{"a": 007}')
    assert better(reading, lambda _: 3) is reading
    assert better(reading, lambda _: 0) is reading


def test_no_reading_is_taken_that_invents_more() -> None:
    reading = read('{"a": "x" y", "b": 1}')
    assert better(reading, lambda one: int(one is reading)) is reading


def test_a_text_with_one_reading_is_not_read_again() -> None:
    asked: list[Reading] = []
    better(read('{"a": 1,}'), lambda one: asked.append(one) or 1)  # type: ignore[func-returns-value]
    assert not asked


@given(
    st.lists(st.sampled_from([one[0] for one in TWO_READINGS] + ['"', ",", "}", " 08 ", "{", '"k":']), max_size=5).map(
        "".join
    )
)
def test_every_other_reading_is_strict_json_made_by_its_edits(text: str) -> None:
    reading = read(text)
    for number in range(len(reading.doubts)):
        other = turned(reading, frozenset({number}))
        if other is not None:
            values, _, fault = strict_values(apply(text, other.edits))
            assert fault is None
            assert len(values) == len(other.values)
