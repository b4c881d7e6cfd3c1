"""JSONPath as RFC 9535 has it, over exact numbers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hopscope.ops import query
from hopscope.text.jsonpath import BadPath, parse
from hopscope.text.jsonpath.iregexp import ecmascript
from hopscope.text.numbers import equal
from hopscope.text.reader import read

SUITE = Path(__file__).parents[4] / "shared" / "corpora" / "jsonpath-compliance" / "cts.json"


def compliance() -> list[dict[str, Any]]:
    return json.loads(SUITE.read_text(encoding="utf-8"))["tests"] if SUITE.is_file() else []


def values(text: str, path: str) -> list[str]:
    return [match["value_text"] for match in query.run({"text": text, "path": path})["matches"]]


@pytest.mark.skipif(not SUITE.is_file(), reason="../shared/corpora/jsonpath-compliance is not there")
@pytest.mark.parametrize("case", compliance(), ids=lambda case: case["name"])
def test_the_compliance_suite_holds(case: dict[str, Any]) -> None:
    if case.get("invalid_selector"):
        with pytest.raises(BadPath):
            parse(case["selector"])
        return
    found = query.run(
        {"text": json.dumps([case["document"]]), "path": "$[0]" + case["selector"][1:].replace("$", "$[0]")}
    )
    wanted = case.get("results") or [case["result"]]
    assert any(equal([one["value"] for one in found["matches"]], read(json.dumps(want)).values[0]) for want in wanted)


def test_matches_keep_their_digits_and_places() -> None:
    found = query.run({"text": '{"vats": [{"l": 12345678901234567890}, {"l": 7.250}]}', "path": "$..l"})["matches"]
    assert [one["value_text"] for one in found] == ["12345678901234567890", "7.250"]
    assert found[1]["at"]["path"] == ["/vats/1/l"]


def test_filters_compare_numbers_exactly() -> None:
    text = "[9007199254740993, 9007199254740992.0, 1E400, 0.1]"
    assert values(text, "$[?@ > 9007199254740992]") == ["9007199254740993", "1E400"]
    assert values(text, "$[?@ == 1e-1]") == ["0.1"]


def test_each_value_of_a_document_of_several_is_a_root() -> None:
    found = query.run({"text": '{"a":1}\n{"b":2}\n{"a":3}', "path": "$.a"})["matches"]
    assert [one["at"]["path"] for one in found] == [["/0/a"], ["/2/a"]]


def test_broken_and_wrapped_text_can_be_asked_too() -> None:
    assert values("```json\n{'a': [1, 2,]}\n```", "$.a[-1]") == ["2"]


def test_deep_values_are_searched_without_recursion() -> None:
    assert values("[" * 499 + '{"x": 1}' + "]" * 499, "$..x") == ["1"]


@pytest.mark.parametrize(
    "path", ["", "a", "$.", "$[", "$[?", "$[?@.a ==]", "$[?length(@)]", "$[" + "(" * 100, "$" + "[?@" * 100]
)
def test_what_is_no_path_is_told_with_its_place(path: str) -> None:
    with pytest.raises(BadPath) as caught:
        parse(path)
    assert 0 <= caught.value.offset <= len(path)
    assert caught.value.expected


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("a.b", r"a[^\n\r]b"),
        (r"\p{L}+", r"\p{L}+"),
        ("[a-c/]", "[a-c/]"),
        ("a/b", r"a\/b"),
        (r"\d", None),
        ("(?:a)", None),
        ("a**"[:2], "a*"),
    ],
)
def test_regular_expressions_are_those_of_rfc_9485(pattern: str, written: str | None) -> None:
    assert ecmascript(pattern, whole=False) == written
