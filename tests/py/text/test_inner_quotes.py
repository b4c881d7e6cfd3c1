"""Quotes inside strings that nobody escaped, and quotes that were lost: each string is read as it was meant."""

from __future__ import annotations

import json

import pytest

from hopscope.text.reader import read

MEANT = [
    'he said "hi"', '"quoted" start', 'end "quoted"', 'a "b", c', 'a "b": c', 'see {"k": "v"} there', 'the "size" is 5, ok',
    '"a" and "b"', 'use "x"; then "y"', 'if (x == "a") { y("b"); }', 'print("hello, world")', 'say "yes", 5 times',
    'he "did", you: see', 'key "a" {b}', 'Title: "Foo" [1], bar', 'a "b" c: d', 'echo "x" # "y"', '// "c": note',
    '<a href="x">y</a>', 'class="c" id="d"', 'SELECT "a" FROM "t" WHERE x = "1"', '"None"', 'f("a", {b: "c"})', 'x: "y" z',
    'height 5"',
]  # fmt: skip
ROUND = {
    "a member": '{"text": %s, "ok": 1}',
    "the last member": '{"ok": 1, "text": %s}',
    "before a string": '{"text": %s, "ok": "x"}',
    "on a line of its own": '{\n  "text": %s,\n  "ok": "x"\n}',
    "an element": '["x", %s, "y"]',
}


@pytest.mark.parametrize("round_it", sorted(ROUND))
@pytest.mark.parametrize("meant", MEANT)
def test_quotes_inside_a_string_belong_to_it(meant: str, round_it: str) -> None:
    string = json.dumps(meant)
    reading = read(ROUND[round_it] % string.replace('\\"', '"'))
    assert (reading.values, reading.completeness) == ((json.loads(ROUND[round_it] % string),), "normalised")


@pytest.mark.parametrize("meant", ['say "yes", 5 times', 'he "did", you: see', 'a "b", c', '"a", "b", "c"'])
@pytest.mark.parametrize("round_it", sorted(ROUND))
def test_where_one_quote_of_a_pair_is_escaped_the_other_belongs_to_the_string_too(meant: str, round_it: str) -> None:
    string = json.dumps(meant)
    broken = ROUND[round_it] % (string[: (last := string.rindex('\\"'))] + string[last + 1 :])
    assert read(broken).values == (json.loads(ROUND[round_it] % string),)


LOST = ["id", "a b", "it", "C:/d/e.py", "x: y", "say so, then", "if (x) { y; }"]
QUOTES = {"single": "''", "double": '""', "typographic": "\u201c\u201d"}


@pytest.mark.parametrize("quotes", sorted(QUOTES))
@pytest.mark.parametrize("meant", LOST)
def test_a_value_that_lost_its_opening_quote_gets_it_back(meant: str, quotes: str) -> None:
    begin, end = QUOTES[quotes]
    reading = read(f"{{{begin}a{end}: [{begin}b{end}], {begin}c{end}: {meant}{end}, {begin}d{end}: {begin}e{end}}}")
    assert (reading.values, reading.completeness) == (({"a": ["b"], "c": meant, "d": "e"},), "normalised")


@pytest.mark.parametrize("quotes", sorted(QUOTES))
@pytest.mark.parametrize("before", ["1", "[2]", "{}", "'x'"])
def test_a_key_that_lost_its_opening_quote_gets_it_back(before: str, quotes: str) -> None:
    begin, end = QUOTES[quotes]
    before = before.replace("'x'", f"{begin}x{end}")
    reading = read(f"{{{begin}a{end}: {before}, b{end}: {begin}c{end}, {begin}d{end}: null}}")
    assert [*reading.values[0]] == ["a", "b", "d"]
    assert (reading.values[0]["b"], reading.completeness) == ("c", "normalised")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{a: "b"  c: "d", e: 1}', {"a": "b", "c": "d", "e": 1}),
        ('{a: "b"; c: [1]; d: "e"; f: 2}', {"a": "b", "c": [1], "d": "e", "f": 2}),
        ('{a: "b", c {d: 1}, e "f", g true}', {"a": "b", "c": {"d": 1}, "e": "f", "g": True}),
        ('{"a": say \\"hi\\" now", "b": [so \\"it\\" is", 1]}', {"a": 'say "hi" now', "b": ['so "it" is', 1]}),
        ("{a false}", {"a": False}),
        ("{a 5, b: [1]}", {"a": 5, "b": [1]}),
        ('{a: {b: "c"}}, d: 1, "e": 2}', {"a": {"b": "c"}, "d": 1, "e": 2}),
        ('{a: "b, c: [1], d: "e"}', {"a": "b", "c": [1], "d": "e"}),
        ('{a: "b, c: 5, d: true}', {"a": "b", "c": 5, "d": True}),
        ('{a: ["b], c: 1}', {"a": ["b"], "c": 1}),
        ('{a: {b: "c}, d: 1}', {"a": {"b": "c"}, "d": 1}),
        ("{'a' None, 'b': True}", {"a": None, "b": True}),
        ('{a\\": \\"b\\", \\"c\\": 1}', {"a": "b", "c": 1}),
    ],
)
def test_faults_beside_keys_without_quotes_are_mended_as_beside_others(text: str, value: object) -> None:
    reading = read(text)
    assert (reading.values, reading.completeness) == ((value,), "normalised")
