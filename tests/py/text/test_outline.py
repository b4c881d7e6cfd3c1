"""The marks of a text, and long texts that are cut, where the outline spares the first attempt to read them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopscope.flow.texts import text_findings
from hopscope.layers import _peeling, peel
from hopscope.text.outline import Outline
from hopscope.text.reader import read
from hopscope.text.source import Source

PIECES = st.sampled_from([*'[]{}",:', "\\", '\\"', "\\\\", "é", "word", " " * 700, '"long, [string]"', "\n"])
RECORD = '{"id": 7, "name": "a, \\"b\\" [c", "tags": ["x", {"y": 1.50}]}'
TAILS = (
    '{"name": "ab', '{"name": "a\\', '{"name": "a\\u00', '{"na', '{"na": tr', "12", "-", "1.", "[[", '{"a": [1, "x [1,2', "", " ",
    "'x', 'y", "None, 'a", "NaN, 1", '"a" "b', '{"a": 1} // what, [is', "...", '{"a": [1,2', '{"k": {}, "x', "/* [", '"\t',
)  # fmt: skip


def told_sign_by_sign(text: str) -> list[tuple[int, str]]:
    found, inside, at = [], False, 0
    while at < len(text):
        if text[at] == "\\" and text[at + 1 : at + 2] in ("\\", '"') and text[at + 1 : at + 2]:
            at += 2
            continue
        if text[at] == '"':
            inside = not inside
        elif text[at] in "[]{}:," and not inside:
            found.append((at, text[at]))
        at += 1
    return found


@given(st.lists(PIECES, max_size=60).map("".join))
def test_every_mark_is_found_at_its_place(text: str) -> None:
    outline, wanted = Outline(text), told_sign_by_sign(text)
    assert outline.marks.decode() == "".join(sign for _, sign in wanted)
    assert [outline.place(number) for number in range(len(wanted))] == [place for place, _ in wanted]
    for offset in {0, len(text), *(place for place, _ in wanted)}:
        assert outline.before(offset) == sum(place < offset for place, _ in wanted)


@pytest.mark.parametrize("tail", TAILS)
def test_what_a_long_text_ends_in_is_mended_as_at_the_end_of_a_short_one(tail: str) -> None:
    short, count = read("[" + RECORD + "," + tail), 500
    long = read("[" + ",".join([RECORD] * count) + "," + tail)
    shift = (count - 1) * (len(RECORD) + 1)
    assert (long.completeness, len(long.values)) == (short.completeness, len(short.values))
    for ours, theirs in zip(long.values, short.values, strict=True):
        assert ours[-(len(theirs) - 1) :] == theirs[1:] or (len(theirs) == 1 and len(ours) == count)
    assert [(e.start - shift, e.end - shift, e.inserted, e.rule) for e in long.edits] == [
        (e.start, e.end, e.inserted, e.rule) for e in short.edits
    ]
    assert (long.cut and (long.cut.offset - shift, long.cut.in_what)) == (
        short.cut and (short.cut.offset, short.cut.in_what)
    )


def test_a_long_text_cut_anywhere_keeps_what_stands_before_the_cut() -> None:
    whole = json.dumps([json.loads(RECORD)] * 600)
    values, dice = read(whole).values[0], random.Random(3)
    for end in (dice.randrange(20_000, len(whole)) for _ in range(60)):
        reading = read(whole[:end])
        assert reading.completeness == "guessed"
        assert reading.values[0][:-1] == values[: len(reading.values[0]) - 1]
        assert reading.strict.text.startswith(whole[: reading.edits[0].start])


def test_a_long_text_that_lacks_a_bracket_in_its_middle_is_mended_there() -> None:
    lines = [RECORD] * 600
    lines[300] = RECORD.removesuffix("}")
    reading = read("[" + ",".join(lines) + "]")
    assert len(reading.values) == 1 and len(reading.edits) == 1
    assert abs(reading.edits[0].start - 301 * (len(RECORD) + 1)) < 2 * len(RECORD)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_the_sides_of_strings_are_told_at_every_offset(text: str) -> None:
    outline, escaped = Outline(text), text.replace("\\\\", "__").replace('\\"', "__")
    for offset in range(len(text) + 1):
        assert outline.inside(offset) == bool(escaped.count('"', 0, offset) % 2 or text[:offset].endswith("\\"))


def wrappers_asked(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    count = 0
    with monkeypatch.context() as patched:
        for wrapper in _peeling._WRAPPERS:

            def one_more(source: Source, unwrap: Callable[[Source], Any] = wrapper.unwrap) -> Any:
                nonlocal count
                count += 1
                return unwrap(source)

            patched.setattr(wrapper, "unwrap", one_more)
        peel("text", text)
    return count


@pytest.mark.parametrize("tail", ['{"name": "ab', '{"na', "12", "[[", "tr", '"```json\\n{'])
def test_no_wrapper_is_looked_for_in_a_long_text_that_is_json_to_where_it_breaks_off(
    tail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = "[" + ",".join([RECORD] * 500) + "," + tail
    assert wrappers_asked(cut, monkeypatch) == 0
    assert wrappers_asked(f"I got this:\n{cut}", monkeypatch) > 0
    assert wrappers_asked(cut.replace(",", "", 1), monkeypatch) > 0


@pytest.mark.parametrize("half", ["\ud83c", "\\ud83c", "\udf31"])
@pytest.mark.parametrize("at", [0, 250, 499])
def test_half_a_character_is_told_wherever_it_stands_in_a_long_text_that_is_cut(half: str, at: int) -> None:
    records = [RECORD.replace("a,", "é 🌱 東京,")] * 500
    records[at] = RECORD.replace("a,", f"a{half},")
    text = "[" + ",".join(records) + ',{"name": "b'
    told = [finding for finding in text_findings(peel("text", text)) if finding.code == "text-lone-surrogate"]
    assert [finding.at and finding.at.path for finding in told] == [(f"/{at}/name",)]
