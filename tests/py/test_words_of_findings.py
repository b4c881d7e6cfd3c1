"""Every language has words for every finding, with the same gaps, and what the engine says leaves no English in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import casebook
from hopscope import api
from hopscope.codes import CODES
from hopscope.text.repair.rules import RULES

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ROOT / "static" / "locales" / "findings"
TAGS = sorted(path.stem for path in BOOKS.glob("*.json"))
NODE = shutil.which("node")
# Words that every English sentence has some of, and none of the other languages any.
ENGLISH = re.compile(
    r"\b(the|is|are|was|an|must|but|which|not|its|it|has|have|with|for|and|or|this|that|of|to|in|at|than|there|no"
    r"|added|removed|changed|moved|differs?)\b"
)
# What somebody else said: the model, a tool, a server, a provider; and the sources of a provider's rules.
QUOTED = ("said", "text", "source", "as_of", "kind")
SCHEMAS: list[tuple[Any, Any]] = [
    ({"type": ["integer", "null"]}, "x"),
    ({"type": "array", "minItems": 2}, [1]),
    ({"type": "array", "maxItems": 1}, [1, 2]),
    ({"type": "array", "uniqueItems": True}, [1, 2, 1]),
    ({"type": "array", "contains": {"type": "string"}}, [1]),
    ({"type": "array", "contains": {"minimum": 3}, "maxContains": 1}, [3, 4]),
    ({"type": "array", "prefixItems": [{}], "items": False}, [1, 2]),
    ({"type": "object", "minProperties": 1}, {}),
    ({"type": "object", "maxProperties": 1}, {"a": 1, "b": 2}),
    ({"type": "object", "propertyNames": {"pattern": "^a"}}, {"b": 1}),
    ({"type": "object", "dependentRequired": {"a": ["b", "c"]}}, {"a": 1}),
    ({"type": "object", "required": ["ab", "cd"]}, {}),
    ({"type": "object", "required": ["city"], "additionalProperties": False}, {"ctiy": 1}),
    ({"type": "object", "properties": {"city": {}}, "additionalProperties": False}, {"ctiy": 1}),
    ({"type": "object", "additionalProperties": False}, {"a": 1}),
    ({"properties": {"a": False}}, {"a": 1}),
    ({"type": "string", "minLength": 3}, "a"),
    ({"type": "string", "maxLength": 3}, "abcd"),
    ({"type": "string", "pattern": "^a+b$"}, "aac"),
    ({"type": "string", "pattern": "^aab$"}, "aa"),
    ({"type": "string", "format": "date"}, "soon"),
    ({"type": "string", "format": "date-time"}, "soon"),
    ({"type": "string", "format": "email"}, "soon"),
    ({"type": "string", "format": "uuid"}, "soon"),
    ({"type": "string", "format": "uri"}, "soon"),
    ({"minimum": 3}, 2),
    ({"exclusiveMinimum": 3}, 3),
    ({"exclusiveMaximum": 3}, 3),
    ({"multipleOf": 3}, 4),
    ({"minimum": 3, "multipleOf": 2}, 1),
    ({"const": "a"}, "b"),
    ({"enum": ["metre", "foot", "mile"]}, "meter"),
    ({"not": {"type": "string"}}, "a"),
    ({"oneOf": [{"type": "integer"}, {"minimum": 2}]}, 3),
    ({"anyOf": [{"type": "integer"}, {"type": "boolean"}]}, "x"),
    ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {}),
    ({"anyOf": [{"required": ["a"]}, {"minProperties": 4}]}, {}),
    (
        {
            "oneOf": [
                {"properties": {"kind": {"const": "a"}, "n": {"type": "integer"}}, "required": ["kind"]},
                {"properties": {"kind": {"const": "b"}}, "required": ["kind"]},
            ]
        },
        {"kind": "a", "n": "x"},
    ),
    (
        {"oneOf": [{"properties": {"kind": {"const": name}}, "required": ["kind"]} for name in ("a", "b")]},
        {"other": 1},
    ),
    ({"properties": {"a": {"type": "object"}}}, {"a": '{"b": 1}'}),
    ({"properties": {"a": {"type": "object", "required": ["c"]}}}, {"a": '{"b": 1}'}),
    ({"properties": {"a": {"type": "string"}}}, {"a": None}),
    ({"type": "string"}, {"a": [1, 2, 3]}),
    ({"type": "integer"}, "a long text " * 40),
    ({"minimum": 5, "maximum": 3}, 4),
    ({"type": "integer", "minimum": 1.2, "maximum": 1.8}, 1),
    ({"type": "array", "minItems": 3, "maxItems": 2}, []),
    ({"enum": ["a"], "type": "integer"}, 1),
    ({"$ref": "#/nowhere"}, 1),
    ({"$ref": "https://example.test/other.json"}, 1),
    ({"pattern": "(?P<a>b)"}, "b"),
    ({"type": "strnig"}, "b"),
    ({"minimum": "3"}, 3),
]
PAIRS: list[tuple[Any, Any]] = [
    ({"a": 1, "b": [1, 2]}, {"a": 2, "c": 3, "b": [1, 2]}),
    ({"a": 1}, {"a": 1}),
    ({"a": 1}, {"a": 2}),
    ({"type": "object", "required": ["a"]}, {"type": "object", "required": ["a", "b"]}),
]


def book(tag: str) -> dict[str, Any]:
    words: dict[str, Any] = json.loads((BOOKS / f"{tag}.json").read_text(encoding="utf-8"))
    return words


def gaps(template: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", template.replace("{{", "").replace("}}", "")))


def test_each_language_of_the_page_but_english_has_words_for_findings() -> None:
    assert sorted(path.stem for path in BOOKS.parent.glob("*.json") if path.stem != "en") == TAGS


@pytest.mark.parametrize("tag", TAGS)
def test_a_language_misses_no_code_and_no_sentence_of_one(tag: str) -> None:
    codes = book(tag)["codes"]
    assert {code: set(words["says"]) for code, words in codes.items()} == {
        code: set(row.templates) for code, row in CODES.items()
    }
    assert [code for code, words in codes.items() if not words["title"].strip()] == []


@pytest.mark.parametrize("tag", TAGS)
def test_a_sentence_has_the_gaps_of_the_english_one(tag: str) -> None:
    codes = book(tag)["codes"]
    told = {(code, name): gaps(text) for code, words in codes.items() for name, text in words["says"].items()}
    assert told == {(code, name): gaps(text) for code, row in CODES.items() for name, text in row.templates.items()}


@pytest.mark.parametrize("tag", TAGS)
def test_all_advice_of_the_table_has_words(tag: str) -> None:
    phrases = book(tag)["phrases"]
    assert [row.advice for row in CODES.values() if row.advice != "-" and row.advice not in phrases] == []


@pytest.mark.parametrize("tag", TAGS)
def test_every_rule_of_mending_has_a_name(tag: str) -> None:
    names = book(tag)["rules"]
    assert set(names) == set(RULES)
    assert [rule for rule, name in names.items() if not name.strip()] == []


@pytest.mark.parametrize("tag", TAGS)
def test_the_languages_know_the_same_phrases_with_the_same_gaps(tag: str) -> None:
    phrases = book(tag)["phrases"]
    assert set(phrases) == set(book(TAGS[0])["phrases"])
    assert [english for english, words in phrases.items() if gaps(english) != gaps(words) or not words] == []


@cache
def replies() -> list[dict[str, Any]]:
    """What the engine answers to every case, and to values that break each keyword of a schema."""
    asked = [(case["method"], case["params"]) for case in casebook.read(casebook.OWN).values()]
    asked += [("validate", {"schema": json.dumps(one), "instance": json.dumps(other)}) for one, other in SCHEMAS]
    asked += [("diff", {"left": json.dumps(one), "right": json.dumps(other)}) for one, other in PAIRS]
    answers = [api.handle(json.dumps({"id": 1, "method": method, "params": params})) for method, params in asked]
    return [result for answer in answers if (result := json.loads(answer).get("result")) is not None]


def findings_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if {"code", "severity", "message", "params"} <= value.keys():
            yield value
        for inner in value.values():
            yield from findings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from findings_in(inner)


def headlines() -> list[str]:
    """The sentences of verdicts that rest on no finding, and of comparisons."""
    verdicts = [one["verdict"] for reply in replies() for one in (reply, *reply.get("calls", [])) if "verdict" in one]
    said = [verdict["message"] for verdict in verdicts if verdict["code"] is None]
    return list(dict.fromkeys(said + [reply["summary"]["text"] for reply in replies() if "summary" in reply]))


def told(tag: str, findings: list[dict[str, Any]], sentences: list[str]) -> dict[str, Any]:
    given = json.dumps({"tag": tag, "book": book(tag), "findings": findings, "sentences": sentences})
    script = [NODE or "node", str(ROOT / "tests" / "telling.mjs")]
    done = subprocess.run(script, input=given, capture_output=True, text=True, encoding="utf-8", check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def own_words(text: str, params: dict[str, Any] | None = None) -> str:
    """A sentence without what is the user's, a provider's or a tool's: quoted texts, values, names."""
    for name in QUOTED:
        text = text.replace(str((params or {}).get(name) or "\0"), "")
    text = re.sub(r'"(?:[^"\\]|\\.)*"|`[^`]*`|/[\w$/]+', "", text)
    return re.sub(r"(出處|出处|출처)[:：].*|[{\[].*[}\]]", "", text)


def needs_node(test: Callable[..., None]) -> Callable[..., None]:
    missing = NODE is None and sys.platform != "emscripten"  # inside Pyodide the mark `native` says why
    return pytest.mark.native(pytest.mark.skipif(missing, reason="the page's words are said by Node")(test))


@needs_node
@pytest.mark.parametrize("tag", TAGS)
def test_no_finding_is_left_in_english(tag: str) -> None:
    findings = list({f"{one['message']} {one['advice']}": one for one in findings_in(replies())}.values())
    said = told(tag, findings, [])["findings"]
    left = [
        (finding["code"], text)
        for finding, words in zip(findings, said, strict=True)
        for text in words.values()
        if ENGLISH.search(own_words(text, finding["params"]))
    ]
    assert len({finding["code"] for finding in findings}) > 70
    assert left == []


@needs_node
@pytest.mark.parametrize("tag", TAGS)
def test_no_verdict_and_no_comparison_is_left_in_english(tag: str) -> None:
    lines = headlines()
    assert len(lines) > 20
    said = told(tag, [], lines)["sentences"]
    assert [text for text in said if ENGLISH.search(own_words(text))] == []


@needs_node
def test_what_stands_in_quotes_stays_as_it_is() -> None:
    sentence = '/a must be one of "an object" or "x and y", but is the string "nothing, and none".'
    said = told("zh-Hant", [], [sentence])["sentences"]
    assert said == ['/a 必須是 "an object" 或 "x and y" 其中之一，實際是字串 "nothing, and none"。']


@needs_node
def test_the_words_of_a_tool_are_not_taken_for_the_engine_s() -> None:
    finding = {
        "code": "result-error", "message": "f failed: nothing", "advice": None, "fix": None,
        "params": {"tool": "an object", "said": "an array and nothing", "variant": "quoted"},
    }  # fmt: skip
    assert told("ko", [finding], [])["findings"][0]["message"] == "an object 실패: an array and nothing"


@needs_node
def test_patterns_and_pointers_are_told_sign_by_sign() -> None:
    sentence = '/a (b) and c must be a string that matches ^x (y) and z$, but is the string "q".'
    finding = {
        "code": "schema-pattern", "message": "", "advice": None, "fix": None,
        "params": {"tool": "f", "pattern": "^x (a string) and z$", "why": "is odd"},
    }  # fmt: skip
    said = told("zh-Hant", [finding], [sentence])
    assert "/a (b) and c 必須是符合 ^x (y) and z$ 的字串" in said["sentences"][0]
    assert "^x (a string) and z$" in said["findings"][0]["message"]


@needs_node
@pytest.mark.parametrize("tag", TAGS)
def test_of_several_changes_and_conditions_each_is_told(tag: str) -> None:
    lines = [
        "4 of 24 fields differ: /rows/1 removed, /rows/2 moved, /rows/5/kg changed.",
        "2 of 2 calls differ: get_weather: /city changed; get_tide is new.",
        '/a went from 1 to 2, /b was added: 3, /c is gone (it was "x"), /d went from 5 to 6',
    ]
    said = told(tag, [], lines)["sentences"]
    assert [text for text in said if ENGLISH.search(own_words(text))] == []


@needs_node
def test_each_of_two_conditions_keeps_its_own_words() -> None:
    said = told("ko", [], ["/n must be at most 2 and a multiple of 9, but is the number 5."])["sentences"]
    assert said == ["/n: 조건에 맞지 않습니다. 필요: 2 이하 및 9의 배수, 실제: 숫자 5."]


@needs_node
def test_names_that_are_words_of_the_engine_too_stay_names() -> None:
    finding = {
        "code": "call-in-text", "message": "", "advice": None, "fix": None,
        "params": {"count": 3, "template": "bare JSON", "tools": ["string", "items", "nothing"]},
    }  # fmt: skip
    sentence = "The value must have items and string, which are missing; it has none."
    said = told("zh-Hant", [finding], [sentence])
    assert "string、items、nothing" in said["findings"][0]["message"]
    assert said["sentences"] == ["值必須有 items 和 string，但缺少；現有 none。"]


@needs_node
def test_a_sentence_that_nobody_knows_stays_english_and_a_long_one_costs_little() -> None:
    mixed = "".join(f"w{number}{(' and ', ', ', ' or ', ' at ', ': ')[number % 5]}" for number in range(300)) + "zz zz"
    unknown = ["Somebody else said this, and that.", "a and " * 5_000, ", ".join(["a"] * 1_000) + " must be b", mixed]
    assert told("ko", [], unknown)["sentences"] == unknown
