"""Strict JSON is read exactly; depth and size are checked before anything recursive sees a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hopscope.ops import format
from hopscope.text.depth import depth
from hopscope.text.node import root
from hopscope.text.numbers import Number
from hopscope.text.reader import read

SUITE = Path(__file__).parents[4] / "shared" / "corpora" / "json-test-suite" / "test_parsing"
pytestmark_suite = pytest.mark.skipif(not SUITE.is_dir(), reason="../shared/corpora/json-test-suite is not there")


def suite(kind: str) -> list[Path]:
    return sorted(SUITE.glob(f"{kind}_*.json"))


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape")


@pytestmark_suite
@pytest.mark.parametrize("path", suite("y"), ids=lambda path: path.stem)
def test_valid_json_of_the_suite_is_complete_and_only_its_white_space_changes(path: Path) -> None:
    text = text_of(path)
    told = format.run({"text": text, "indent": 0})
    assert told["completeness"] == "complete"
    assert not told["edits"]
    assert format.run({"text": told["text"], "indent": 0})["text"] == told["text"]
    assert "".join(told["text"].split()) == "".join(text.split())


@pytestmark_suite
@pytest.mark.parametrize("path", suite("n"), ids=lambda path: path.stem)
def test_broken_json_of_the_suite_is_never_called_complete(path: Path) -> None:
    assert format.run({"text": text_of(path)})["completeness"] != "complete"


@pytestmark_suite
@pytest.mark.parametrize("path", suite("i"), ids=lambda path: path.stem)
def test_what_the_suite_leaves_open_gets_a_verdict(path: Path) -> None:
    assert format.run({"text": text_of(path)})["completeness"]


def test_numbers_keep_their_digits() -> None:
    values = read("[1.0, 1E400, 12345678901234567890, -0, " + "9" * 5000 + "]").values[0]
    assert [str(value) for value in values[:4]] == ["1.0", "1E400", "12345678901234567890", "-0"]
    assert isinstance(values[4], Number)


def test_several_values_are_read_in_order() -> None:
    reading = read('{"a":1}{"a":2}\n[3] "x" 4')
    assert reading.values == ({"a": 1}, {"a": 2}, [3], "x", 4)
    assert reading.completeness == "complete"


def test_glued_arrays_are_parted_by_an_edit() -> None:
    reading = read("[1][2]")
    assert reading.values == ([1], [2])
    assert reading.completeness == "normalised"


@pytest.mark.parametrize("sign", ["[", '{"a":', "[{"])
def test_text_deeper_than_the_limit_is_a_finding_not_a_crash(sign: str) -> None:
    found = format.run({"text": sign * 100_000})
    assert [one["code"] for one in found["findings"]] == ["text-too-deep"]
    assert found["completeness"] == "unreadable"


def test_the_limit_is_met_exactly() -> None:
    assert read("[" * 500 + "]" * 500).completeness == "complete"
    assert read("[" * 501 + "]" * 501).too_deep


@pytest.mark.parametrize("hidden", ["[", '\\"[', "]"])
def test_depth_does_not_count_brackets_in_strings(hidden: str) -> None:
    text = "[" * 40 + ",".join(f'"{hidden}"' for _ in range(600)) + "]" * 40
    assert depth(text) == 40


def test_depth_is_that_of_the_deepest_branch() -> None:
    assert depth("[[]" * 600 + "]" * 600) == 601


def test_brackets_hidden_by_a_stray_quote_do_not_reach_the_recursive_reader() -> None:
    text = '["a" b", ' + "[" * 5000 + '1, "'
    assert read(text).completeness in ("unreadable", "guessed")


def test_nothing_inside_a_reading_is_lost_on_the_way_to_a_node() -> None:
    node = root(read('{"a": [{"b": "x"}], "c": {}}'))
    assert [key for key, _ in node.items()] == ["a", "c"]
    assert [one.value for one in node.get("a").each()] == [{"b": "x"}]
    assert node.get("a", 0).text == '{"b": "x"}'
