"""Lines broken at the width of a terminal: values are read without those breaks, and line breaks of a text stay."""

from __future__ import annotations

import json

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

VALUE = {
    "id": 12345678901,
    "flags": [True, None] * 9,
    "args": json.dumps({"city": "it's", "list": [{"deep": "x y z"}] * 6}),
    "text": "one two  three\nfour " * 9,
    "end": [7],
}


def broken(text: str, width: int, trimmed: bool = False) -> str:
    """A text as a terminal shows it; blanks at the edge may be lost where it is copied from there."""
    lines = [line[at : at + width] for line in text.split("\n") for at in range(0, max(1, len(line)), width)]
    return "\n".join(line.rstrip() if trimmed else line for line in lines)


@pytest.mark.parametrize("trimmed", [False, True])
@pytest.mark.parametrize("width", [57, 80, 100, 120])
@pytest.mark.parametrize(
    "around", ["{}", "$ cat a.json\n{}\n$ ", "2026-01-02 03:04:05 INFO got {}\n2026-01-02 03:04:06 INFO end"]
)
def test_a_value_is_read_without_the_breaks_of_a_terminal(around: str, width: int, trimmed: bool) -> None:
    for shift in range(12):  # so that breaks come anywhere
        value = {"x" * shift: shift} | VALUE | {"text": VALUE["text"].replace("  ", " ")}
        peeled = peel("paste", broken(around.replace("{}", json.dumps(value)), width, trimmed))
        assert (values(peeled), peeled.completeness) == ([value], "normalised")
        assert not list(text_findings(peeled))


def test_what_stands_behind_a_break_keeps_its_place() -> None:
    text = broken(json.dumps(VALUE), 80)
    assert slice_of(text, next(peel("paste", text).values).get("end", 0)) == "7"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            '{"text": "the first line of a text, which is as long as it is\nand the second"}',
            None,
        ),  # one break of any width
        ('{"key": "BEGIN\n' + ("A" * 64 + "\n") * 3 + 'END"}', None),  # lines of one width behind a shorter one
        ('{"a": 1,\n' + " " * 70 + '"b": 2}', {"a": 1, "b": 2}),
    ],
)
def test_a_line_break_of_a_text_is_no_break_of_a_terminal(text: str, found: object) -> None:
    value = values(peel("paste", text))[0]
    assert value == (found or json.loads(text, strict=False))
