"""What the door's `format` tells of a text."""

from __future__ import annotations

from typing import Any

import pytest

from hopscope.ops import format


def told(text: str, **options: Any) -> dict[str, Any]:
    return format.run({"text": text, **options})


def codes(text: str, **options: Any) -> list[str]:
    return [finding["code"] for finding in told(text, **options)["findings"]]


def test_several_values_stand_one_below_the_other() -> None:
    assert told('{"a":1} [2]', indent=0)["text"] == '{"a":1}\n[2]'


def test_a_text_that_cannot_be_read_comes_back_as_it_was() -> None:
    assert told("just words")["text"] == "just words"
    assert told(" \n")["text"] == " \n"


@pytest.mark.parametrize("text", ["1e", "-", "1E..5", "9999+9", "0.1null", "007"])
def test_what_is_mended_into_a_string_holds_no_json(text: str) -> None:
    bare, quoted = told(text), told(f'"{text}"')
    assert (bare["text"], bare["layers"]) == (f'"{text}"', [])
    assert (quoted["text"], quoted["layers"], quoted["edits"]) == (f'"{text}"', [], [])


def test_without_repair_broken_json_stays_broken() -> None:
    result = told('{"a": 1,}', repair=False)
    assert (result["completeness"], result["edits"]) == ("unreadable", [])
    assert [finding["code"] for finding in result["findings"]] == ["text-unreadable"]


def test_every_edit_is_told_with_its_place_in_utf16_units() -> None:
    edits = told('{"🛢": 1,\n "b": [2,],}')["edits"]
    assert [(one["start"], one["line"], one["column"], one["removed"], one["rule"]) for one in edits] == [
        (18, 2, 9, ",", "trailing-comma"),
        (20, 2, 11, ",", "trailing-comma"),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [('{"a": 1,}', "after 1 edit (trailing-comma)."), ('{"a": [1,],}', "after 2 edits (trailing-comma).")],
)
def test_the_sentence_counts_the_edits_that_are_listed(text: str, said: str) -> None:
    result = told(text)
    assert result["findings"][0]["message"].endswith(said)
    assert f"after {len(result['edits'])} " in result["findings"][0]["message"]


def test_an_edit_inside_a_stream_stands_in_the_pasted_text() -> None:
    text = 'data: {"a": [1,]}\n\ndata: {"b": 2}\n\n'
    edit = told(text)["edits"][0]
    assert text[edit["start"] : edit["end"]] == ","
    assert edit["start"] == 14


def test_a_cut_text_is_truncated_and_not_also_guessed() -> None:
    assert codes('{"a": [1, "b') == ["text-truncated"]


def test_a_truncation_names_what_is_open_and_where_it_opened() -> None:
    finding = told('{"a":\n [1, "b')["findings"][0]
    assert [(place["line"], place["column"]) for place in finding["related"]] == [(1, 1), (2, 2), (2, 6)]
    assert "string" in finding["message"]


def test_a_cutting_mark_is_a_truncation() -> None:
    finding = told('{"a": "b ...[truncated]')["findings"][0]
    assert (finding["code"], finding["params"]["mark"]) == ("text-truncated", "...[truncated]")


def test_nan_becomes_null_and_is_told_once_by_its_own_code() -> None:
    assert codes("[NaN, 1]") == ["text-number-nonfinite"]


def test_doubts_are_told_with_both_readings() -> None:
    finding = told('{"a": "b, "c": "d"}')["findings"][0]
    assert finding["code"] == "text-repaired"
    assert finding["params"]["doubts"][0]["taken"] != finding["params"]["doubts"][0]["other"]


def test_a_table_gets_one_warning_for_a_column_and_not_one_for_each_row() -> None:
    rows = ",".join(f'{{"id": 9007199254741{n:03}, "n": {n}}}' for n in range(100, 150))
    findings = told(f'{{"rows": [{rows}]}}')["findings"]
    assert [(one["code"], one["params"]["more"]) for one in findings] == [("text-number-unsafe", 49)]


def test_a_number_that_javascript_reads_alike_but_cannot_tell_from_its_neighbour_is_said_so() -> None:
    one, two = (finding["message"] for finding in told('{"a": 9007199254740992, "b": 9007199254740993}')["findings"])
    assert "neighbour" in one and two == "9007199254740993 is read by JavaScript as 9007199254740992."


def test_both_places_of_a_duplicate_key_are_told() -> None:
    text = '{"a": 1, "b": {"a": 2}, "a": 3}'
    finding = told(text)["findings"][0]
    assert finding["code"] == "text-duplicate-key"
    assert (finding["at"]["start"], finding["related"][0]["start"]) == (text.rindex('"a"'), 1)


@pytest.mark.parametrize("text", ['["\\ud83d"]', '["\\ude42x"]', '["\ud83d"]'])
def test_half_a_character_is_told(text: str) -> None:
    assert codes(text) == ["text-lone-surrogate"]


@pytest.mark.parametrize(
    "text", ['["\\ud83d\\ude42"]', '["\\\\ud83d"]', '["9007199254740993"]', '{"a": 0.1, "b": 1.0}']
)
def test_whole_characters_and_safe_numbers_raise_no_alarm(text: str) -> None:
    assert codes(text) == []


def test_sorting_moves_members_and_changes_nothing_else() -> None:
    assert told('{"b": 1.0, "a": {"d": "\\u00e9", "c": []}}', sort_keys=True, indent=0)["text"] == (
        '{"a":{"c":[],"d":"\\u00e9"},"b":1.0}'
    )


def test_opened_strings_are_marked_with_path_slice_and_original() -> None:
    result = told('{"a": "{\\"k\\": \\"[7.0]\\"}", "b": "{no}"}', unwrap=True, indent=0)
    assert result["text"] == '{"a":{"k":[7.0]},"b":"{no}"}'
    assert [(one["path"], result["text"][one["start"] : one["end"]]) for one in result["unwrapped"]] == [
        (["/a"], '{"k":[7.0]}'),
        (["/a", "/k"], "[7.0]"),
    ]


def test_a_text_over_the_size_limit_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hopscope.limits.TEXT_SIZE", 10)
    result = told('{"a": 123456789}')
    assert [finding["code"] for finding in result["findings"]] == ["text-too-large"]
    assert result["findings"][0]["params"]["measured"] == 16


@pytest.mark.parametrize("text", ["{", '{"a" 1', "[1,]", '"a', '{"a": "\\q"}', '"a\nb"', "{a: 1}", "[1 2]", "nope"])
def test_what_a_strict_reader_expected_is_said_as_a_noun(text: str) -> None:
    (fault,) = told(text, repair=False)["findings"]
    assert fault["params"]["expected"].startswith(("a ", "an "))
