"""Held against the cases of two repair libraries: the same value, or a difference with its reason.

The cases lie beside the checkout; here stand only their names, each under the reason why the value differs.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hopscope.text.numbers import equal
from hopscope.text.reader import read

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
SUITES = ("repair-jsonrepair", "repair-json_repair")
pytestmark = pytest.mark.skipif(
    not all((CORPORA / name).is_dir() for name in SUITES),
    reason="the repair corpora (../shared/corpora/repair-*) are not there",
)

REASONS: dict[str, list[str]] = {
    "a bare word is prose, not JSON": [
        "parse valid JSON > parse keywords#3", "parse valid JSON > parse keywords#4", "parse valid JSON > parse keywords#5",
        "parse valid JSON > parse keywords#6", "parse valid JSON > parse keywords#7",
        "repair invalid JSON > should add missing quotes#0", "repair invalid JSON > should repair an unquoted url#0",
        "repair invalid JSON > should add missing end quote#14", "repair invalid JSON > should add missing start quote#0",
        "repair invalid JSON > should parse an unquoted string#0", "repair invalid JSON > should parse an unquoted string#1",
        "repair invalid JSON > should turn unknown symbols into a string#3",
        "repair invalid JSON > should turn invalid unrepairable numbers into strings#0",
        "repair invalid JSON > should repair regular expressions#1", "repair invalid JSON > should repair regular expressions#2",
        "repair invalid JSON > should escape quotes in repaired regular expressions#0",
        "repair invalid JSON > should repair a comma separated list with value#3",
    ],
    "what follows a lost quote stays in the string, and the guess or doubt names the other reading": [
        "repair invalid JSON > should repair an url with missing end quote#4",
        "repair invalid JSON > should add missing end quote#7", "repair invalid JSON > should add missing end quote#13",
        "repair invalid JSON > should add missing end quote#16", "repair invalid JSON > should add missing end quote#17",
        "repair invalid JSON > should add missing end quote#18", "repair invalid JSON > should add missing start quote#2",
        "repair invalid JSON > should concatenate strings#5", "repair invalid JSON > should concatenate strings#7",
        "test_parse_array::test_parse_array_missing_quotes#1",
        "test_parse_object::test_parse_object_edge_cases#2", "test_parse_object::test_parse_object_edge_cases#9",
        "test_parse_string::test_missing_and_mixed_quotes#9", "test_parse_string::test_string_json_llm_block#2",
        "test_parse_string::test_parse_string_keeps_bare_member_recovery_for_explicit_and_unclosed_values#1",
        "test_parse_string::test_parse_string_keeps_bare_member_recovery_for_explicit_and_unclosed_values#2",
        "test_parse_string::test_parse_string_keeps_bare_member_recovery_for_explicit_and_unclosed_values#3",
        "test_parse_string::test_parse_string_keeps_bare_member_recovery_for_explicit_and_unclosed_values#4",
        "test_parse_string::test_parse_string_stray_quote_line_before_trailing_comma_drops_stray_quote#0",
        "test_parse_object::test_parse_object_edge_cases#29",
    ],
    "digits that are no number stay as they are written": [
        "repair invalid JSON > should repair truncated JSON#13", "repair invalid JSON > should repair truncated JSON#14",
        "repair invalid JSON > should repair truncated JSON#15", "repair invalid JSON > should repair truncated JSON#16",
        "repair invalid JSON > should repair invalid numbers#3", "repair invalid JSON > should repair truncated numbers#4",
        "repair invalid JSON > should repair truncated numbers#6", "test_parse_number::test_parse_number_edge_cases#13",
        "test_parse_object::test_parse_object_edge_cases#7",
    ],
    "what is no escape of JSON keeps its backslash": ["repair invalid JSON > should add/remove escape characters#5"],
    "the brackets round a fence are part of the text": [
        "repair invalid JSON > should strip invalid markdown fenced code blocks#1"
    ],
    "braces written twice are one pair": ["repair invalid JSON > should add a missing closing brace for an object#9"],
    "several values stay several, empty ones too": [
        "test_json_repair::test_multiple_jsons#0", "test_json_repair::test_multiple_jsons#1",
        "test_parse_object::test_parse_object_merge_at_the_end#2",
    ],
    "a tuple in prose is prose; the fence round it is peeled by its layer": [
        "test_json_repair::test_parenthesized_tuple_still_parses_when_it_is_the_fenced_json_payload#0"
    ],
    "null stands for a missing value, never an empty string or nothing": [
        "test_json_repair::test_repair_json_skip_json_loads#1", "test_parse_object::test_parse_object_merge_at_the_end#1",
        "test_repair_json_from_file::test_load_repairs_from_current_file_position#0",
        "test_parse_object::test_parse_object_empty_object_classifier_keeps_objectish_inputs#0",
    ],
    "what was begun before a cut is kept": [
        "test_json_repair::test_stream_stable#0", "test_json_repair::test_stream_stable#1",
        "test_parse_array::test_parse_array_edge_cases#0", "test_parse_array::test_parse_array_edge_cases#2",
        "test_parse_array::test_parse_array_edge_cases#23", "test_parse_number::test_parse_number_edge_cases#6",
        "test_parse_object::test_parse_object#6",
        "test_parse_object::test_parse_object_empty_object_array_fallback_preserves_legacy_key_context#0",
    ],
    "a comment hides no member behind its closing bracket": ["test_parse_comment::test_parse_comment#1"],
    "nothing is merged or moved: what fits nowhere gets a key or is left out, and a guess says so": [
        "test_parse_array::test_parse_array_edge_cases#16",
        "test_parse_object::test_parse_object_edge_cases#25", "test_parse_object::test_parse_object_edge_cases#26",
        "test_parse_object::test_parse_object_edge_cases#27", "test_parse_object::test_parse_object_edge_cases#28",
        "test_parse_object::test_parse_object_merge_at_the_end#6",
        "test_parse_string::test_parse_string_missing_quotes_object_value_stops_at_quote_fragment#0",
    ],
    "white space at the end of a string is part of it": [
        *(f"test_parse_string::test_parse_string_keeps_literal_fenced_snippet_cases#{n}" for n in (0, 1, 2, 3, 4)),
        *(f"test_parse_string::test_parse_string_keeps_literal_fenced_snippet_cases#{n}" for n in (9, 10, 11, 12, 14, 15, 18)),
    ],
    "valid JSON is never changed": [
        "test_parse_string::test_parse_string_logs_invalid_code_fences#0",
        "test_parse_string::test_parse_string_object_value_brace_heuristics#0",
        "test_schema_repairer::test_repair_json_valid_empty_string_returns_empty#0",
    ],
    "a value alone is a value": [
        "test_parse_string::test_escaping#0", "test_parse_boolean_or_null#0",
        "test_parse_string::test_parse_boolean_or_null#0", "test_parse_string::test_parse_boolean_or_null#1",
    ],
}  # fmt: skip
DIFFERENT = {name: reason for reason, names in REASONS.items() for name in names}


def cases(suite: str) -> list[dict[str, Any]]:
    path = CORPORA / suite / "cases.json"
    found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    return [
        case
        for case in found
        if "input" in case and "schema" not in case.get("options", {}) and _expected(case) is not None
    ]


def _expected(case: dict[str, Any]) -> str | None:
    if "expected_value" in case:
        return json.dumps(case["expected_value"])
    text = case.get("expected", case.get("expected_text"))
    return text if text is None or isinstance(text, str) else None


def _same(case: dict[str, Any]) -> bool:
    wanted, found = read(_expected(case) or "", repair=False).values, read(case["input"]).values
    if len(wanted) == 1 and len(found) > 1:  # several documents, where the libraries make one array
        found = (list(found),)
    return equal(list(wanted), list(found))


@pytest.mark.parametrize("suite", SUITES)
def test_the_value_is_the_same_or_differs_for_a_written_reason(suite: str) -> None:
    unexplained = [
        case["name"] for case in cases(suite) if not _same(case) and case["name"].split("/v")[0] not in DIFFERENT
    ]
    assert not unexplained


@pytest.mark.parametrize("suite", SUITES)
def test_no_reason_is_written_for_a_value_that_is_the_same(suite: str) -> None:
    same = [case["name"] for case in cases(suite) if _same(case) and case["name"] in DIFFERENT]
    assert not same


@pytest.mark.parametrize("suite", SUITES)
def test_nothing_is_dropped_or_invented_without_an_edit(suite: str) -> None:
    for case in cases(suite):
        reading = read(case["input"])
        if reading.completeness == "complete":
            assert reading.strict.text == case["input"]
        elif reading.values:
            assert reading.edits, case["name"]


# Rules that put one spelling of the same value for another, or take off what is no data: all else may only move signs.
SPELLINGS = {
    "python-value", "undefined", "number-form", "leading-zeros", "string-prefix", "call", "python-object", "python-set",
    "escaped", "bad-escape", "control-character", "concatenation", "comment", "fence", "prose", "separator",
}  # fmt: skip


@pytest.mark.parametrize("suite", SUITES)
def test_nothing_but_signs_is_put_or_dropped_where_nothing_is_called_a_guess(suite: str) -> None:
    for case in cases(suite):
        reading = read(case["input"])
        if reading.completeness == "normalised":
            silent = [edit for edit in reading.edits if edit.rule not in SPELLINGS]
            assert not [edit for edit in silent if any(sign.isalnum() for sign in edit.removed + edit.inserted)], case[
                "name"
            ]
