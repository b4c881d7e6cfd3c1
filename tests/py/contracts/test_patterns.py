"""Patterns are ECMAScript: by a real engine, with the u flag first, and never without an end."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopscope.contracts import backtracking, patterns, regex
from hopscope.contracts.stopping import stop_of
from judging import judged, only


def test_digits_are_the_ascii_ones_and_dollar_is_the_very_end() -> None:
    assert judged({"pattern": "^\\d{3}$"}, '"٤٠٧"').valid is False
    assert judged({"pattern": "^abc$"}, '"abc\\n"').valid is False
    assert judged({"pattern": "\\p{Letter}+"}, '"é"').valid is True


@pytest.mark.parametrize("keyword", ["pattern", "patternProperties", "additionalProperties", "unevaluatedProperties"])
def test_every_keyword_with_a_pattern_uses_that_engine(keyword: str) -> None:
    closed = {"patternProperties": {"^\\d$": True}, keyword: False}
    schema = {"pattern": "^\\d$"} if keyword == "pattern" else {"patternProperties": {"^\\d$": {"type": "null"}}}
    schema = closed if keyword.startswith(("add", "unev")) else schema
    arabic = '"٤"' if keyword == "pattern" else '{"٤": 1}'
    assert judged(schema, arabic).valid is (keyword == "patternProperties")


def test_a_pattern_for_no_u_flag_still_works_without_it() -> None:
    assert judged({"pattern": r"^\-+$"}, '"--"').valid is True


def test_a_lone_surrogate_is_no_reason_to_fall_over() -> None:
    assert judged({"pattern": "^a"}, '"a\\ud83d"').valid is True


def test_a_pattern_that_is_none_leaves_the_verdict_open_unless_something_else_is_certain() -> None:
    schema = {"properties": {"a": {"pattern": "(?P<n>x)"}, "b": {"type": "integer"}}}
    assert judged(schema, '{"a": "x"}').valid is None
    assert judged(schema, '{"a": "x", "b": 1}').open[0].reason == "schema-pattern"
    assert judged(schema, '{"a": "x", "b": "y"}').valid is False
    assert judged(schema, '{"a": 5}').valid is True


def test_another_engine_can_be_handed_in() -> None:
    before = list(patterns._engine)
    patterns.install(lambda pattern, flags: lambda text: 1 if text.startswith(pattern) else -1)
    try:
        assert patterns.compiled("ab").matches("abc") and not patterns.compiled("ab").matches("xab")
    finally:
        patterns._engine[:] = before
        patterns.compiled.cache_clear()


@pytest.mark.parametrize(
    ("pattern", "text", "at"),
    [
        ("^T-[0-9]+$", "T-12a", 4),
        ("^T-[0-9]+$", "X-1", 0),
        ("^T-[0-9]+$", "T-", 2),
        ("^[A-Z]{2}-[0-9]{4}$", "BR-77", 5),
        ("^(T-[0-9]+)$", "T-a", 2),
        ("^😀+x$", "😀😀y", 2),
        ("^(foo|bar)-x$", "foo-y", 4),
    ],
)
def test_where_a_pattern_stops_fitting_is_told_where_it_can_be_had(pattern: str, text: str, at: int) -> None:
    stop = stop_of(pattern, text)
    assert stop is not None and (stop.at, stop.early) == (at, at == len(text))
    assert only({"pattern": pattern}, f'"{text}"').position == at


@pytest.mark.parametrize("pattern", ["abc", "^a|b$", "^(?=.*[0-9]).{8,}$"])
def test_a_pattern_with_no_single_way_through_gives_no_position(pattern: str) -> None:
    assert only({"pattern": pattern}, '"x"').position is None


EXPONENTIAL = ["^(a+)+$", "^([a-z]+)*$", r"^(\w+\s?)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(.*)*$", "^(a{1,3})+$"]
HARMLESS = [
    "(a+)+", r"^(\w+\s)+$", "^(a|b)*$", "^(a|ab)*$", r"^[\w.+-]+@[\w-]+(\.[\w-]+)+$", r"^([\s\S]*)*$", "^a*a*a*$",
    "^([a-zA-Z0-9]+([._-][a-zA-Z0-9]+)*)$", "^(?:[0-9]{3}-)*[0-9]{4}$", "^(foo|bar|baz)(,(foo|bar|baz))*$",
]  # fmt: skip


@pytest.mark.parametrize("pattern", EXPONENTIAL)
def test_patterns_that_can_take_exponential_time_are_known(pattern: str) -> None:
    assert backtracking.is_exponential(pattern)


@pytest.mark.parametrize("pattern", HARMLESS)
def test_patterns_that_cannot_are_let_be(pattern: str) -> None:
    assert not backtracking.is_exponential(pattern)


def test_an_exponential_pattern_gets_its_verdict_within_the_time_of_a_check() -> None:
    assert judged({"pattern": "^(a+)+$"}, f'"{"a" * 20_000}b"').valid is False
    assert judged({"pattern": "^(a+)+$"}, f'"{"a" * 20_000}"').valid is True


@given(st.sampled_from(EXPONENTIAL), st.text("ab xy.", max_size=14))
def test_the_safe_way_through_an_exponential_pattern_says_what_the_engine_says(pattern: str, text: str) -> None:
    assert backtracking.matches(pattern, text) == (patterns.compiled(pattern).search(text) >= 0)


@given(st.text("ab(|)*+?[]^-\\d.{}12,$:", max_size=12))
def test_reading_an_expression_never_fails_but_by_saying_so(pattern: str) -> None:
    try:
        shape = regex.parse(pattern)
    except regex.Unread:
        return
    assert (shape.start, shape.end) == (0, len(pattern))


@pytest.mark.native
def test_the_engine_under_cpython_is_an_ecmascript_one() -> None:
    assert sys.platform != "emscripten" and patterns.compiled("^.$").matches("😀")
