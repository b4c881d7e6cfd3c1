"""Each kind of broken JSON: what it is read as, by which rule, and whether anything was invented."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopscope.text.reader import read
from hopscope.text.repair import RULES
from hopscope.text.write import dumps

N, G = "normalised", "guessed"
CASES: list[tuple[str, str, str, str]] = [
    ("trailing-comma", '{"a": [1, 2,], }', '{"a":[1,2]}', N),
    ("extra-comma", "[,1,,2]", "[1,2]", N),
    ("extra-comma", '{"a":1,,"b":2}', '{"a":1,"b":2}', N),
    ("missing-comma", '{"a": 1\n"b": 2}', '{"a":1,"b":2}', N),
    ("missing-comma", "[1 2\n3]", "[1,2,3]", N),
    ("missing-comma", '{"a": [{"b": "c"} 2, {"d": ["e"]}\n null]}', '{"a":[{"b":"c"},2,{"d":["e"]},null]}', N),
    ("missing-colon", '{"a": "b\tc", "d" 1, "e" "f"}', '{"a":"b\\tc","d":1,"e":"f"}', N),
    ("missing-colon", '{"a" 1, "b" "c"}', '{"a":1,"b":"c"}', N),
    ("wrong-colon", '{"a" = 1, b => 2}', '{"a":1,"b":2}', N),
    ("wrong-comma", '{"a"\uff1a1\uff0c"b"\uff1a["x\uff0c"\uff0c 2]}', '{"a":1,"b":["x\uff0c",2]}', N),
    ("wrong-comma", '{"a": true\uff0c"b": [None\uff0cx\uff0c"y"]}', '{"a":true,"b":[null,"x","y"]}', N),
    ("trailing-comma", '{"a": [1\uff0c2\uff0c], "b": {"c": "d"\uff0c\n}\uff0c /* e */ }', '{"a":[1,2],"b":{"c":"d"}}', N),
    ("trailing-comma", '[{"a": no\uff0c}\uff0c {"a": 1\uff0c]', '[{"a":"no"},{"a":1}]', N),
    ("extra-comma", '[\uff0c1\uff0c\uff0c2]', "[1,2]", N),
    ("missing-value", '{"a"\uff1a\uff0c"b"\uff1a1}', '{"a":null,"b":1}', G),
    ("cut", '{"a": [1\uff0c', '{"a":[1]}', G),
    ("cut", 'b": 1, "c": 2}', '{"b":1,"c":2}', G),
    ("cut", 'ments": {"a": [1]}, "n": "x"}', '{"ments":{"a":[1]},"n":"x"}', G),
    ("comment", '{"a": 1 /* never closed', '{"a":1}', G),
    ("comment", "[true /* never closed", "[true]", G),
    ("wrong-bracket", '\uff5b"a"\uff1a\uff3b1\uff0c2\uff3d\uff5d', '{"a":[1,2]}', N),
    ("wrong-bracket", '{"a": \uff3b1\uff3d, "b": "\uff3bx\uff3d\uff0c"}', '{"a":[1],"b":"\uff3bx\uff3d\uff0c"}', N),
    ("typographic-quotes", "\uff5b\uff02a\uff02\uff1a\uff02b\uff0c\uff02\uff5d", '{"a":"b\uff0c"}', N),
    ("cut", '\uff5b"a"\uff1a"b\uff0cc', '{"a":"b\uff0cc"}', G),
    ("closing-quote", '\uff5b"a"\uff1a\uff3b"b\uff3d\uff5d', '{"a":["b"]}', G),
    ("number-form", '{"lat": 48.5, "lon": 2,35}', '{"lat":48.5,"lon":2.35}', N),
    ("bad-escape", r'{"a": "\xc3\xa9 \xf0\x9f\x98\x80 \xe2\x82\xac \xe9\xff"}', '{"a":"\u00e9 \U0001f600 \u20ac \u00e9\u00ff"}', N),
    ("typographic-quotes", "{\u201ca\u201d: \u201c{\\\u201cb\\\u201d: 1}\u201d}", r'{"a":"{\"b\": 1}"}', N),
    ("ellipsis", "{ a: [ 1, 2, [Object] ], b: [ [Array] ] }", '{"a":[1,2],"b":[]}', G),
    ("ellipsis", "[ [Object], [Object: null prototype], 3 ]", "[3]", G),
    ("extra-colon", '{"a":: 1}', '{"a":1}', N),
    ("single-quotes", "{'a': 'it is \"so\"'}", '{"a":"it is \\"so\\""}', N),
    ("single-quotes", "{'a': 'don\\'t', 'b': 'x'}", '{"a":"don\'t","b":"x"}', N),
    ("typographic-quotes", "{\u201ca\u201d: \u2018b\u2019}", '{"a":"b"}', N),
    ("backtick-quotes", "{`a`: `b\nc`}", '{"a":"b\\nc"}', N),
    ("doubled-quotes", '{""a"": ""b""}', '{"a":"b"}', N),
    ("triple-quotes", '{"a": """x "y" z"""}', '{"a":"x \\"y\\" z"}', N),
    ("inner-quote", '{"a": "he said "hi" twice", "b": 1}', '{"a":"he said \\"hi\\" twice","b":1}', N),
    ("inner-quote", '{"x": "it is {"k": "v"}, not that", "y": 1}', '{"x":"it is {\\"k\\": \\"v\\"}, not that","y":1}', N),
    ("inner-quote", '{"x": "{"k": "v", "n": [1]}", "y": 1}', '{"x":"{\\"k\\": \\"v\\", \\"n\\": [1]}","y":1}', N),
    ("inner-quote", '{"x": "f({"k": "a \\"b\\""})"}', '{"x":"f({\\"k\\": \\"a \\\\\\"b\\\\\\"\\"})"}', N),
    ("inner-quote", '{"x": "{"k": 1, "n": "v', '{"x":"{\\"k\\": 1, \\"n\\": \\"v"}', G),
    ("missing-quote", '{"a": "b, "c": "d"}', '{"a":"b","c":"d"}', N),
    ("missing-quote", '{"a: "b"}', '{"a":"b"}', N),
    ("missing-quote", '{a": 1, "b": c"}', '{"a":1,"b":"c"}', N),
    ("missing-quote", '{"a": 1, b": "c"}', '{"a":1,"b":"c"}', N),
    ("unquoted-key", "{a: 1, b-c: 2, 3: 4}", '{"a":1,"b-c":2,"3":4}', N),
    ("missing-quote", '{"a: null, "b": {"c: {"d": [1]}}, "e: "f"}', '{"a":null,"b":{"c":{"d":[1]}},"e":"f"}', N),
    ("unquoted-key", "{1: 'a', 2.5: 'b', -3: ['c']}", '{"1":"a","2.5":"b","-3":["c"]}', N),
    ("unquoted-key", '{"a": "b", 2: "c",\n 3: "d"}', '{"a":"b","2":"c","3":"d"}', N),
    ("inner-quote", '{"a": "from "8", 10:30 on", "b": 1}', '{"a":"from \\"8\\", 10:30 on","b":1}', N),
    ("unquoted-key", '{:a=>"1", :b => {:c=>"d"}}', '{"a":"1","b":{"c":"d"}}', N),
    ("unquoted-string", "{a: hello world, b: https://x.test/y?z=1}", '{"a":"hello world","b":"https://x.test/y?z=1"}', N),
    ("unquoted-string", '{"a": {{ b }}, "c": [${d}], "e": x.y/{{f}}}', '{"a":"{{ b }}","c":["${d}"],"e":"x.y/{{f}}"}', N),
    ("control-character", '{"a": "one\ntwo\tthree\x01"}', '{"a":"one\\ntwo\\tthree\\u0001"}', N),
    ("bad-escape", '["\\d+ \\x41 \\u{1F600} \\\'"]', '["\\\\d+ A \U0001f600 \'"]', N),
    ("windows-path", '{"p": "C:\\new\\users\\tom"}', '{"p":"C:\\\\new\\\\users\\\\tom"}', N),
    ("windows-path", '{"p": "C:\\new\\", "q": ["\\srv\\x\\"]}', '{"p":"C:\\\\new\\\\","q":["\\\\srv\\\\x\\\\"]}', N),
    ("escaped", '{\\"a\\": \\"b \\\\\\"c\\\\\\"\\"}', '{"a":"b \\"c\\""}', N),
    ("missing-bracket", '{"a": [1, 2}', '{"a":[1,2]}', N),
    ("missing-bracket", '[{"a": 1, {"a": 2}]', '[{"a":1},{"a":2}]', N),
    ("lost-bracket", '{"a": "b": [1]}, "c": 2}', '{"a":{"b":[1]},"c":2}', N),
    ("lost-bracket", '{"a": 1, 2], "c": 2}', '{"a":[1,2],"c":2}', N),
    ("missing-quote", '{"a": f(b), {c}", "d": if (x) { y; }", "e": []}', '{"a":"f(b), {c}","d":"if (x) { y; }","e":[]}', N),
    ("missing-quote", '{"a": []  b": null}', '{"a":[],"b":null}', N),
    ("missing-quote", '{"a: ["b"], "c": 1}', '{"a":["b"],"c":1}', N),
    ("semicolon", '["a"; {"b": 1}; ["c"]]', '["a",{"b":1},["c"]]', N),
    ("comment", '[{a: "b"},\n[ // it\'s\n "c"]]', '[{"a":"b"},["c"]]', N),
    ("comment", "{a: 'b', c: { /* it's */ d: [ # so\n 1]}}", '{"a":"b","c":{"d":[1]}}', N),
    ("stray-text", '{a: "b", x "c": "d", "e": "f, g"}', '{"a":"b","c":"d","e":"f, g"}', G),
    ("extra-bracket", '{"a": 1}}]', '{"a":1}', N),
    ("extra-bracket", '[{"a": 1}}, {"b": 2}]', '[{"a":1},{"b":2}]', N),
    ("extra-bracket", '{"a": 1}, "b": 2}', '{"a":1,"b":2}', N),
    ("wrong-bracket", '{"a": ["x", "y"}, "b": ["z"]}', '{"a":["x","y"],"b":["z"]}', N),
    ("wrong-bracket", '{"a": [{"b": "c"]}, "d": [[1, {"e": []]}]}', '{"a":[{"b":"c"}],"d":[[1,{"e":[]}]]}', N),
    ("doubled-braces", '{{"a": 1}}', '{"a":1}', N),
    ("python-value", "{'a': None, 'b': True, 'c': False}", '{"a":null,"b":true,"c":false}', N),
    ("python-tuple", "{'a': (1, 2), 'b': (3,), 'c': (4), 'd': ()}", '{"a":[1,2],"b":[3],"c":4,"d":[]}', N),
    ("python-tuple", "{'a': [(), (1,)], 'b': ()}", '{"a":[[],[1]],"b":[]}', N),
    ("python-set", "{1, 2, 'x'}", '[1,2,"x"]', N),
    ("python-object", "Reply(id='a', parts=[Part(text=\"it's\", n=None)])", '{"id":"a","parts":[{"text":"it\'s","n":null}]}', N),
    ("python-object", "meta=None parts=[Part(t='a, b=1')] done=True", '{"meta":null,"parts":[{"t":"a, b=1"}],"done":true}', N),
    ("python-object", "{'why': <Reason.STOP: 'stop'>, 'code': <http.Code.OK: 200>}", '{"why":"stop","code":200}', N),
    ("python-object", "a='x' b=1\na='y' b=2\nc=None d=3", '{"a":"x","b":1}\n{"a":"y","b":2}\n{"c":null,"d":3}', N),
    ("python-object", "types.Part(a=1)\ntypes.Part(a=2)", '{"a":1}\n{"a":2}', N),
    ("string-pieces", "{'a': 'it is '\n      'long'}", '{"a":"it is long"}', N),
    ("string-pieces", "{'a': 'it is ' 'long', 'b': 'x' \"'y'\"}", '{"a":"it is long","b":"x\'y\'"}', N),
    ("string-prefix", "{b'a': b'b', b'c': [b\"it's\", b'\\xc3\\xa9']}", '{"a":"b","c":["it\'s","\u00e9"]}', N),
    ("string-prefix", "{b'a': u'b', 'c': r'\\d'}", '{"a":"b","c":"\\\\d"}', N),
    ("call", '{"_id": ObjectId("5f"), "n": NumberLong(2)}', '{"_id":"5f","n":2}', N),
    ("call", 'callback({"a": 1});', '{"a":1}', N),
    ("call-text", "{'t': datetime.datetime(2026, 1, 2), 'x': 1}", '{"t":"datetime.datetime(2026, 1, 2)","x":1}', N),
    ("call-text", "{f: async ({a}) => { return {b: 1}; }, g: x => x + 1, h: 2}",
     '{"f":"async ({a}) => { return {b: 1}; }","g":"x => x + 1","h":2}', N),
    ("call-text", "{'a': 'b', (1, 'c'): 'd', date(2026, 1, 2): 'e'}",
     '{"a":"b","(1, \'c\')":"d","date(2026, 1, 2)":"e"}', N),
    ("undefined", "{a: undefined}", '{"a":null}', N),
    ("undefined", '{"a"=>nil}', '{"a":null}', N),
    ("number-form", "[+1, .5, 5., 0x1F, 1_000, 10n, -.25]", "[1,0.5,5.0,31,1000,10,-0.25]", N),
    ("number-form", '{"a": 1,234.5, "b": 2, 345: 6}', '{"a":1234.5,"b":2,"345":6}', N),
    ("leading-zeros", '{"zip": 01234}', '{"zip":"01234"}', N),
    ("regular-expression", "{r: /a[/]b/i}", '{"r":"/a[/]b/i"}', N),
    ("concatenation", '{"a": "x" +\n "y" + \'z\'}', '{"a":"xyz"}', N),
    ("comment", '{"a": 1, // it is "b": {"c": 2, # so "d": 3}, "e": 4}', '{"a":1,"b":{"c":2,"d":3},"e":4}', N),
    ("stray-text", '{"a": 1, // "b": 2}', '{"a":1}', G),
    ("stray-text", '{"a": 1 # not "b": 2}', '{"a":1}', G),
    ("stray-text", "[1, // one 2, // two 3]", "[1]", G),
    ("comment", '{// one\n"a": 1, /* two */ "b": 2 # three\n}', '{"a":1,"b":2}', N),
    ("semicolon", '{"a": "b"; "c": ["d"; "e"]; "f": {"g": "h"}; "i": 1}', '{"a":"b","c":["d","e"],"f":{"g":"h"},"i":1}', N),
    ("semicolon", '{"a": 1};', '{"a":1}', N),
    ("byte-order-mark", '\ufeff{"a": 1}', '{"a":1}', N),
    ("invisible-character", '\ufeff{"a":\u00a01,\u200b"b": 2}', '{"a":1,"b":2}', N),
    ("separator", '{"a":1},{"b":2}', '{"a":1}\n{"b":2}', N),
    ("glued-values", '[1]{"a":1}', '[1]\n{"a":1}', N),
    ("missing-braces", '"a": 1, "b": 2', '{"a":1,"b":2}', N),
    ("missing-braces", '"a": 1, "b": [2]', '{"a":1,"b":[2]}', N),
    ("fence", 'Look:\n```json\n{"a": 1,}\n```\nDone.', '{"a":1}', N),
    ("prose", 'The answer is {"a": 1} as you see [1].', '{"a":1}', N),
    ("implicit-array", '{"a": {"x": 1}, {"y": 2}, "b": 3}', '{"a":[{"x":1},{"y":2}],"b":3}', G),
    ("implicit-array", '{"a": [1], {"b": 3}}', '{"a":[1,{"b":3}]}', G),
    ("wrong-bracket", '{[1], [2]}', '[[1],[2]]', N),
    ("missing-value", '{"a": , "b": 1}', '{"a":null,"b":1}', G),
    ("missing-key", "{: 1}", '{"":1}', G),
    ("implicit-object", '["a": 1]', '[{"a":1}]', G),
    ("closing-quote", '{"a": "b}', '{"a":"b"}', G),
    ("nonfinite", "[NaN, -Infinity, inf]", "[null,null,null]", G),
    ("ellipsis", "[1, 2, ...]", "[1,2]", G),
    ("ellipsis", "{ a: [Object], b: [ 1, ... 99 more items ] }", '{"a":null,"b":[1]}', G),
    ("ellipsis", '{"a": [1, 2, \u2026 98 more]}', '{"a":[1,2]}', G),
    ("ellipsis", "[Part(a=<... Max depth ...>)]", '[{"a":null}]', G),
    ("ellipsis", '{"a": 1, ..., "z": 26}', '{"a":1,"z":26}', G),
    ("cutting-mark", '{"a": "some text...[truncated]', '{"a":"some text"}', G),
    ("stray-text", '{"a": 1, NOTE "b": 2}', '{"a":1,"b":2}', G),
    ("cut", '{"a": [1, {"b": "c', '{"a":[1,{"b":"c"}]}', G),
]  # fmt: skip


def shown(text: str) -> str:
    return "\n".join(dumps(value) for value in read(text).values)


@pytest.mark.parametrize(
    ("rule", "broken", "value", "completeness"), CASES, ids=[f"{n}-{one[0]}" for n, one in enumerate(CASES)]
)
def test_broken_json_is_mended_by_its_rule(rule: str, broken: str, value: str, completeness: str) -> None:
    reading = read(broken)
    assert shown(broken) == value
    assert rule in {edit.rule for edit in reading.edits}
    assert reading.completeness == completeness


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1.234,56}', '{"a":1234.56}'),
        ('{"a": -1.234.567,8, "b": 1.5}', '{"a":-1234567.8,"b":1.5}'),
        ('{"a": 12.345,678}', '{"a":12345.678}'),
        ('{"a": 12.5,30}', '{"a":12.5,"30":null}'),
        ('{"a": 0.234,56}', '{"a":0.234,"56":null}'),
        ('{"a": 1.234,"56": 2}', '{"a":1.234,"56":2}'),
        ('{"a": [1.234,56]}', '{"a":[1.234,56]}'),
    ],
)
def test_dots_part_thousands_only_before_a_decimal_comma(text: str, value: str) -> None:
    assert shown(text) == value


PRINTED = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text("ab'\"\\\n:, 1{\u00e9", max_size=8)
    | st.binary(max_size=4).filter(bytes.isascii),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple)
    | st.dictionaries(
        st.integers(-9, 9) | st.text("k' ", max_size=2) | st.tuples(st.integers(0, 9), st.just("t")), inner, max_size=3
    ),
    max_leaves=8,
)  # fmt: skip


def plain(value: Any) -> Any:
    """What JSON makes of a value of Python: keys that are no strings are text as Python prints them."""
    if isinstance(value, dict):
        return {key if isinstance(key, str) else repr(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value.decode() if isinstance(value, bytes) else value


@given(st.dictionaries(st.text("ab", min_size=1), PRINTED, min_size=1, max_size=3))
def test_whatever_python_prints_is_read_as_it_was(value: dict[str, Any]) -> None:
    reading = read(repr(value))
    assert (reading.values, reading.completeness) == ((plain(value),), "normalised")


@pytest.mark.parametrize("before", ["\ufeff", "\U0001f4dd ", "\u2705", ">>> ", "- ", "said\n\u27a1\ufe0f "])
def test_signs_before_brackets_of_full_width_change_nothing(before: str) -> None:
    reading = read(f'{before}\uff5b"a"\uff1a\uff3b1\uff0c2\uff3d\uff5d')
    assert reading.values == ({"a": [1, 2]},)


def test_thousands_parted_by_commas_are_told_in_a_python_literal_too() -> None:
    reading = read("{'a': True, 'b': 1,234}")
    assert dumps(reading.values[0]) == '{"a":true,"b":1234}'
    assert "python" not in reading.wrappers and reading.doubts
    assert "python" in read("{'a': True, 'b': 1_234}").wrappers


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("{'a': None,}", ["single-quotes", "single-quotes", "python-value", "trailing-comma"]),
        (
            "{\"it's\": ('\\x41',)}",
            ["python-tuple", "single-quotes", "bad-escape", "single-quotes", "trailing-comma", "python-tuple"],
        ),
        ("{'a': 1, b: 2}", ["single-quotes", "single-quotes", "unquoted-key", "unquoted-key"]),
    ],
)
def test_a_literal_of_python_tells_each_edit(text: str, rules: list[str]) -> None:
    assert [edit.rule for edit in read(text).edits] == rules


def test_every_rule_has_a_case() -> None:
    assert set(RULES) == {one[0] for one in CASES} | {"missing-brackets"}  # that one in test_choosing


@pytest.mark.parametrize(
    ("text", "value", "inside"),
    [
        ('{"path":"/a","con', '{"path":"/a","con":null}', "a key"),
        ('{"a":1,"b":', '{"a":1,"b":null}', "an object"),
        ('{"a":1,"b"', '{"a":1,"b":null}', "an object"),
        ('{"a":1,', '{"a":1}', "an object"),
        ('["npm install","npm test"', '["npm install","npm test"]', "an array"),
        ('{"amount":12', '{"amount":12}', "a number"),
        ('{"amount":-', '{"amount":-0}', "a number"),
        ('[1.', "[1.0]", "a number"),
        ('{"ok":tru', '{"ok":true}', "a literal"),
        ('{"a":"b\\', '{"a":"b"}', "an escape"),
        ('{"a":"b\\u00', '{"a":"b"}', "an escape"),
        ('{"a":"b\\ud83d\\ude', '{"a":"b"}', "an escape"),
        ('{"a":"some words', '{"a":"some words"}', "a string"),
        ("{'a': {'b': 'c", '{"a":{"b":"c"}}', "a string"),
    ],
)  # fmt: skip
def test_a_cut_is_recognised_wherever_it_falls(text: str, value: str, inside: str) -> None:
    reading = read(text)
    assert shown(text) == value
    assert reading.cut is not None
    assert reading.cut.in_what == inside
    assert reading.completeness == "guessed"


def test_a_cut_names_all_that_is_open() -> None:
    cut = read('{"a": [ {"b": "c').cut
    assert cut is not None
    assert cut.open == ((0, "{"), (6, "["), (8, "{"), (14, '"'))


@pytest.mark.parametrize("text", ['{"a":1}{"b":2}', '{"a": [1, 2.0]}', '"C:\\\\new"', '[{"x": "}{"}]', '"it\'s"'])
def test_valid_json_is_never_touched(text: str) -> None:
    reading = read(text)
    assert not reading.edits
    assert reading.completeness == "complete"


@pytest.mark.parametrize(
    "text", ["no JSON here", "She said: no way", "true story", "1 + 1 is two, says he", "()", "{name}"[:0]]
)
def test_prose_is_no_json(text: str) -> None:
    reading = read(text)
    assert reading.values == ()
    assert reading.completeness == "unreadable"


@pytest.mark.parametrize(
    ("text", "taken", "other"),
    [
        ('{"a":1,"con', "null", "left out"),
        ('{"id":1,"id', "left out", "null"),
        ('{"a": 1,234}', "thousands", "decimal comma"),
        ('{"a": 1,234,567}', "thousands", "first comma"),
        ('{"a": 2,35}', "decimal", "ends at the comma"),
        ('{"a": 1.234,56}', "decimal", "ends at the comma"),
        ("[1][2]", "several documents", "array"),
        ('{"a": "b, "c": "d"}', "closing quote", "belongs to the string"),
        ('{"a": 007}', "text", "number"),
    ],
)
def test_where_two_readings_fit_both_are_named(text: str, taken: str, other: str) -> None:
    doubt = read(text).doubts[0]
    assert taken in doubt.taken
    assert other in doubt.other


@pytest.mark.parametrize("text", ["run(args=({'a': 1},), x=2)", "assert {'a': 1} == x", "[2026-03-01 10:00] {'a': 1}"])
def test_code_and_notes_round_a_value_are_no_fault_of_it(text: str) -> None:
    reading = read(text)
    assert (reading.values, reading.completeness, reading.wrappers) == (({"a": 1},), "normalised", ("prose", "python"))


@pytest.mark.parametrize(
    "words",
    [
        'f("x"; "y": 1)',
        'see "fig", 3: [a]',
        'use "a", (1, 2): no',
        'from "1", "3" 4, on',
        'it is "so"; "that": no',
        'all {"a": "b"} 3, or "c"',
        '5" wide; "so": yes',
    ],
)
def test_words_behind_quotes_inside_a_string_are_no_faults_outside_it(words: str) -> None:
    assert read(f'{{"a": "{words}", "b": {{"c": "{words}"}}}}').values == ({"a": words, "b": {"c": words}},)


@pytest.mark.parametrize(
    "text", ["# {'a': 1}", '// sent: {"a": 1}\n', '/* {"a": 1} */', '<!-- {"a": 1} -->', "#\n# {'a': 1}\n\n# said it"]
)
def test_a_value_in_a_comment_is_read_where_nothing_else_is(text: str) -> None:
    reading = read(text)
    assert (reading.values, reading.completeness, reading.wrappers[0]) == (({"a": 1},), "normalised", "prose")


@pytest.mark.parametrize("text", ["# nothing here", "// just words {x}", "/* a: 1 */"])
def test_a_comment_without_a_value_is_no_json(text: str) -> None:
    assert read(text).values == ()


@pytest.mark.parametrize("text", ['arguments": {"a": 1}', '\uff3b1\uff3d: {"a": 1}', '\uff3bsee\uff3d {"a": 1}'])
def test_words_that_only_resemble_a_beginning_are_left_aside(text: str) -> None:
    reading = read(text)
    assert (reading.values, reading.completeness) == (({"a": 1},), "normalised")


def test_digits_survive_a_repair() -> None:
    assert shown('{"x":0.12345678901234567890,"z":1E400,"id":2512292042121000001,}') == (
        '{"x":0.12345678901234567890,"z":1E400,"id":2512292042121000001}'
    )


def test_repair_keeps_both_equal_keys_in_the_text() -> None:
    assert read('{"a":1,"a":2,}').strict.text == '{"a":1,"a":2}'


def test_a_single_fault_in_a_large_text_is_the_only_edit() -> None:
    rows = json.dumps([{"id": n, "tags": ["x", f"t{n}"], "text": 'a "quoted" \\ word'} for n in range(3000)])
    middle = rows.index('"id": 1500')
    broken = rows[: middle + 10] + "," + rows[middle + 10 :]
    reading = read(broken)
    assert [(edit.rule, edit.start) for edit in reading.edits] == [("extra-comma", middle + 11)]
    assert reading.values == (json.loads(rows),)


@pytest.mark.parametrize(
    "members",
    [
        {"content": "", "kwargs": {"refusal": "no"}, "meta": {"model": "m", "reason": "stop"}, "id": "r"},
        {"tool": "f", "input": {"city": "SF"}, "log": "\nInvoking: `f` with `{'city': 'SF'}`\n\n"},
        {"a": None, "b": {"c": {"d": "e"}}, "f": ["g", {"h": "i"}], "j": [["k"]], "l": 1.5},
        {"a": "x", "b": {"c": "it's"}, "d": {"e": 'say "so"'}, "f": [{"g": "h"}], "i": True},
    ],
)
def test_members_that_a_space_parts_may_follow_any_value(members: dict[str, Any]) -> None:
    reading = read(" ".join(f"{name}={value!r}" for name, value in members.items()))
    assert (json.loads(dumps(reading.values[0])), reading.completeness) == (members, "normalised")
