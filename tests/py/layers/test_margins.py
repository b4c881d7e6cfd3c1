"""What stands before every line of a value, whatever program put it there: taken off where all lines have it, else never."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

Margin = Callable[[int], str]
VALUE = {"a": [7, True, None], "note": 'it\'s {"so"}\n[1]', "more": [{"id": "1", "deep": {"empty": {}}}, [], [[2]]]}
MARGINS: dict[str, Margin] = {
    "a time": lambda n: f"2026-01-02 03:04:0{n % 10}.{n:03} ",
    "a time and a host": lambda n: "2026-01-02T03:04:05+0000 box app[12]: ",
    "a level and a logger": lambda n: "2026-01-02 03:04:05,123 - app - INFO - ",
    "a thread in brackets": lambda n: "2026-01-02T03:04:05.123+01:00  INFO 1 --- [main] c.x.App : ",
    "columns": lambda n: "2026-01-02 03:04:05.123 | INFO     | app:run:12 - ",
    "tabs": lambda n: "2026-01-02T03:04:05.123Z\t3f0a-11\tINFO\t",
    "a time of day": lambda n: "12:34:56 PM ",
    "a time without a year": lambda n: "01-02 03:04:05.123  1234  1234 I App: ",
    "a name and a bar": lambda n: "0|app  | ",
    "a time, a name and a bar": lambda n: "03:04:05 web.1  | ",
    "a name and a colon": lambda n: "web:dev: ",
    "a level and a colon": lambda n: "INFO:     ",
    "a plain name": lambda n: "web-5d app ",
    "a number in brackets": lambda n: "[0] ",
    "a file and a line": lambda n: f"a.json:{n}:",
    "a line's number": lambda n: f"{n:6}\u2192",
    "a line's number and a tab": lambda n: f"{n:6}\t",
    "a line's name": lambda n: f"L{n}: ",
    "a line that is pointed at": lambda n: f"{'>' if n == 12 else ' '} {n} | ",
    "a quote without blanks": lambda n: ">",
}


def behind(margin: Margin, text: str, start: int = 8) -> str:
    return "\n".join(margin(n) + line for n, line in enumerate(text.split("\n"), start))


@pytest.mark.parametrize("among", ["{}", "start\n{}\nend", "got: {}\nend", "one\n{0}\nand {0}\nend"])
@pytest.mark.parametrize("margin", MARGINS.values(), ids=list(MARGINS))
def test_a_value_is_read_without_the_margin_of_its_lines(margin: Margin, among: str) -> None:
    for value in (VALUE, [VALUE, {"a": 1}]):
        text = behind(margin, among.format(json.dumps(value, indent=2)))
        peeled = peel("paste", text)
        assert (values(peeled), peeled.completeness) == (
            [value] * among.count("{0}" if "{0}" in among else "{}"),
            "normalised",
        )
        assert {finding.code for finding in text_findings(peeled)} <= {"text-several-values"}


@pytest.mark.parametrize("margin", MARGINS.values(), ids=list(MARGINS))
def test_what_stands_behind_a_margin_keeps_its_place(margin: Margin) -> None:
    text = behind(margin, json.dumps(VALUE, indent=2))
    assert slice_of(text, next(peel("paste", text).values).get("note")) == json.dumps(VALUE["note"])


@pytest.mark.parametrize("sign", "|\u2502\u2503\u2551")
def test_a_frame_round_a_value_is_no_part_of_it(sign: str) -> None:
    lines = ["Tool call", *json.dumps(VALUE, indent=2).split("\n"), "", "done"]
    text = "\n".join(["+--", *(f"{sign} {line.ljust(40)} {sign}" for line in lines), "+--"])
    peeled = peel("paste", text)
    assert (values(peeled), peeled.completeness) == ([VALUE], "normalised")
    assert not list(text_findings(peeled))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("[\n  1,\n  2 ],", [[1, 2]]),  # numbers are no margin
        ("x = [\n8,\n9,\n10 ]", [[8, 9, 10]]),
        ('{"a": [\n1,\n2 ], }', [{"a": [1, 2]}]),
        ("{\n  key: [\n    key\n  ]\n}", [{"key": ["key"]}]),
        ("{\n  ab: 1,\n  ac: {\n    ad: 2\n  }\n}", [{"ab": 1, "ac": {"ad": 2}}]),
    ],
)
def test_what_lines_have_in_common_by_chance_is_no_margin(text: str, found: list[object]) -> None:
    assert values(peel("paste", text)) == found
