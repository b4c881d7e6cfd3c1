"""A match that may run long is announced before it starts, and can be left out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hopscope.contracts import patterns, watch
from judging import judged

TRICKY = "^(?=(a+)+b)c"


@pytest.fixture
def announced() -> Iterator[list[int]]:
    numbers: list[int] = []
    before = list(watch._listeners)
    patterns._found.cache_clear()
    watch.install(lambda number, seconds: numbers.append(number))
    yield numbers
    watch._listeners[:] = before
    watch.skip(())


def test_a_match_that_nothing_is_known_of_is_announced_and_ended(announced: list[int]) -> None:
    assert judged({"pattern": TRICKY}, "c" * 20).valid is False
    assert announced == [watch.number_of(TRICKY, "c" * 20), 0]


def test_a_plain_pattern_on_a_short_text_is_not_worth_a_word(announced: list[int]) -> None:
    judged({"pattern": "^T-[0-9]+$"}, "T-1")
    judged({"pattern": TRICKY}, "short")
    assert announced == []


def test_a_long_text_is_announced_whatever_the_pattern(announced: list[int]) -> None:
    judged({"pattern": "^a*b*$"}, "a" * 5_000)
    assert len(announced) == 2 and announced[1] == 0


def test_repetitions_that_share_a_text_are_announced_sooner_than_one_alone(announced: list[int]) -> None:
    judged({"pattern": "^a*c"}, "a" * 100)
    assert announced == []
    judged({"pattern": "^a*a*a*a*c"}, "a" * 100)
    assert len(announced) == 2


def test_told_to_leave_out_all_it_tries_none_that_may_run_long(announced: list[int]) -> None:
    watch.skip([watch.ALL])
    outcome = judged({"items": {"pattern": TRICKY}}, ["c" * 20, "c" * 21])
    assert outcome.valid is None and outcome.open[0].params["left"] is True
    assert announced == []


def test_a_match_left_out_is_not_judged_and_the_rest_is(announced: list[int]) -> None:
    watch.skip([watch.number_of(TRICKY, "c" * 20)])
    schema = {"properties": {"p": {"pattern": TRICKY}, "n": {"type": "integer"}}}
    outcome = judged(schema, {"p": "c" * 20, "n": 1})
    assert outcome.valid is None and outcome.open[0].reason == "time"
    assert judged(schema, {"p": "c" * 20, "n": "x y"}).valid is False
    assert announced == []


def test_the_number_of_a_match_is_the_same_in_every_interpreter() -> None:
    assert watch.number_of("a", "b") == 2675276300


def test_a_long_match_is_made_once_though_its_fault_is_told_too(announced: list[int]) -> None:
    for _ in range(2):
        assert judged({"pattern": TRICKY}, "c" * 21).valid is False
    assert announced == [watch.number_of(TRICKY, "c" * 21), 0]
