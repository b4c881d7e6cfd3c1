"""On valid input only white space differs, whatever the options."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hopscope.ops import format, trace
from hopscope.text.layout import lay_out
from hopscope.text.numbers import is_unsafe
from hopscope.text.reader import read
from hopscope.text.write import dumps

CAPTURES = Path(__file__).parents[4] / "shared" / "captures"
TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]')


def digits() -> st.SearchStrategy[str]:
    return st.from_regex(r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?", fullmatch=True)


def literals() -> st.SearchStrategy[str]:
    piece = st.one_of(
        st.text(st.characters(exclude_characters='"\\', min_codepoint=32, exclude_categories=["Cs"]), max_size=8),
        st.sampled_from(
            ['\\"', "\\\\", "\\/", "\\b", "\\u00e9", "\\u00E9", "\\ud83d\\ude42", "\\ud83d", "\\n", "{", "[", ","]
        ),
    )
    return st.lists(piece, max_size=4).map(lambda pieces: '"' + "".join(pieces) + '"')


def documents() -> st.SearchStrategy[str]:
    blank = st.sampled_from(["", " ", "\n", "\t", "\r\n  "])
    scalar = st.one_of(digits(), literals(), st.sampled_from(["true", "false", "null"]))

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        padded = st.tuples(blank, inner, blank).map("".join)
        member = st.tuples(blank, literals(), blank, st.just(":"), padded).map("".join)
        arrays = st.lists(padded, max_size=4).map(lambda items: "[" + ",".join(items) + "]")
        objects = st.lists(member, max_size=4).map(lambda items: "{" + ",".join(items) + "}")
        return st.one_of(arrays, objects, st.just("{ }"), st.just("[\n]"))

    return st.tuples(blank, st.recursive(scalar, grow, max_leaves=20), blank).map("".join)


@given(documents(), st.integers(min_value=0, max_value=4))
def test_only_white_space_differs(text: str, indent: int) -> None:
    told = format.run({"text": text, "indent": indent})
    if read(text, repair=False).values and "string" not in told["layers"]:
        assert told["completeness"] == "complete"
        assert TOKENS.findall(told["text"]) == TOKENS.findall(text)


@given(documents(), st.integers(min_value=0, max_value=4), st.booleans())
def test_formatting_twice_changes_nothing_more(text: str, indent: int, sort_keys: bool) -> None:
    options = {"indent": indent, "sort_keys": sort_keys}
    once = format.run({"text": text, **options})
    if "string" not in once["layers"]:
        assert format.run({"text": once["text"], **options})["text"] == once["text"]


@given(documents())
def test_sorted_members_are_the_same_members(text: str) -> None:
    told = format.run({"text": text, "sort_keys": True})
    if "string" not in told["layers"]:
        assert sorted(TOKENS.findall(told["text"])) == sorted(TOKENS.findall(text))


@given(documents())
def test_the_layout_is_that_of_json_stringify(text: str) -> None:
    plain = json.loads(text)
    canonical = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    if "Infinity" not in canonical and "\ud83d" not in canonical:
        wanted = json.dumps(plain, ensure_ascii=False, indent=2)
        assert lay_out(canonical, 2) == re.sub(r"([\[{])\n\s*([\]}])", r"\1\2", wanted)


@given(documents())
def test_what_is_written_reads_as_the_same_value(text: str) -> None:
    value = read(text, repair=False).values[0]
    assert dumps(read(dumps(value), repair=False).values[0]) == dumps(value)


def test_what_is_written_can_travel_as_utf8() -> None:
    assert dumps(["\ud83d"]).encode() == b'["\\ud83d"]'


@given(documents())
def test_a_string_that_was_opened_folds_back_to_what_it_was(text: str) -> None:
    outer = json.dumps({"x": text, "y": [text]})
    told = format.run({"text": outer, "unwrap": True, "indent": 0})
    units = told["text"].encode("utf-16-le", "surrogatepass")
    done: list[tuple[int, int]] = []
    for fold in sorted(told["unwrapped"], key=lambda one: (one["start"], -one["end"]), reverse=True):
        inside = any(
            one["start"] <= fold["start"] and fold["end"] <= one["end"] and one is not fold for one in told["unwrapped"]
        )
        if not inside:
            original = fold["original"].encode("utf-16-le", "surrogatepass")
            units = units[: 2 * fold["start"]] + original + units[2 * fold["end"] :]
            done.append((fold["start"], fold["end"]))
    assert units.decode("utf-16-le", "surrogatepass") == lay_out(outer, 0)


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="the real captures (../shared/captures) are not there")
def test_real_captures_keep_every_token() -> None:
    for path in sorted(CAPTURES.rglob("*.json")):
        text = path.read_text(encoding="utf-8")
        told = format.run({"text": text})
        if told["completeness"] == "complete":
            assert TOKENS.findall(told["text"]) == TOKENS.findall(text), path.name


STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
NUMBER = re.compile(r"-?[0-9][0-9.eE+-]*")


def facts(text: str) -> set[str]:
    """What is worth telling of a JSON text, found by other means than ours."""
    seen: set[str] = set()

    def look(members: list[tuple[str, object]]) -> None:
        names = [name for name, _ in members]
        seen.update({"text-duplicate-key"} if len(set(names)) < len(names) else ())

    json.loads(text, object_pairs_hook=look)
    lone = (re.search("[\ud800-\udfff]", json.loads(literal)) for literal in STRING.findall(text))
    unsafe = any(map(is_unsafe, NUMBER.findall(STRING.sub("", text))))
    return seen | ({"text-lone-surrogate"} if any(lone) else set()) | ({"text-number-unsafe"} if unsafe else set())


@given(documents())
@example("12345678901234567890")
@example("[0.1234567890123456789]")
@example("1e400")
def test_all_facts_are_told_of_a_text_alone_and_of_the_arguments_of_a_call(value: str) -> None:
    text = f'{{"x":{value}}}'
    function = {"name": "f", "arguments": text}
    message = {"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    reply = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
    alone = format.run({"text": text})["findings"]
    within = trace.run({"documents": [{"name": "reply", "text": reply}]})["findings"]
    for findings in (alone, within):
        assert {one["code"] for one in findings if one["code"].startswith("text-")} == facts(text)
