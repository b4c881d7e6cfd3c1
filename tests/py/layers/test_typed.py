"""Values as programs print them with the names of their types: read as what they hold; folded parts are told as lost."""

from __future__ import annotations

import pytest

from hopscope.layers import peel
from peeling import slice_of, values

VALUE = {
    "name": "f",
    "args": {"city": "it's {Map(1) {", "days": 3, "unit": None},
    "tags": ["a", "b"],
    "deep": [{"x": True}],
}
SAID = "it's {Map(1) {"
PRINTED = {
    "Rust": """Call { name: "f", args: Args { city: "SAID", days: Some(3), unit: None }, tags: ["a", "b"], \
deep: [Deep { x: true }] }""",
    "Rust, laid out": """Call {
    name: "f",
    args: Args {
        city: "SAID",
        days: Some(
            3,
        ),
        unit: None,
    },
    tags: [
        "a",
        "b",
    ],
    deep: [
        Deep {
            x: true,
        },
    ],
}""",
    "serde": """Object {"name": String("f"), "args": Object {"city": String("SAID"), "days": Number(3), "unit": Null}, \
"tags": Array [String("a"), String("b")], "deep": Array [Object {"x": Bool(true)}]}""",
    "Go": """main.Call{name:"f", args:main.Args{city:"SAID", days:3, unit:(*string)(nil)}, tags:[]string{"a", "b"}, \
deep:[]*main.Deep{&main.Deep{x:true}}}""",
    "a map of Go": """map[string]interface {}{"name":"f", "args":map[string]interface {}{"city":"SAID", "days":3, \
"unit":interface {}(nil)}, "tags":[]string{"a", "b"}, "deep":[]interface {}{map[string]bool{"x":true}}}""",
    "Node": """Call {
  name: 'f',
  args: Args { city: "SAID", days: 3, unit: null },
  tags: Set(2) { 'a', 'b' },
  deep: [ Map(1) { 'x' => true } ]
}""",
    "Node, itself inside": """<ref *1> Call { name: 'f', args: [Object: null prototype] { city: "SAID", days: 3, unit: null }, \
tags: [ 'a', 'b' ], deep: [ { x: true } ] }""",
    "Firefox": """Object { name: "f", args: Object { city: "SAID", days: 3, unit: null }, tags: Array [ "a", "b" ], \
deep: Array(1) [ Object { x: true } ] }""",
    "Chrome": """{name: 'f', args: {city: "SAID", days: 3, unit: null}, tags: (2) ['a', 'b'], deep: (1) [{x: true}]}""",
    "PHP": """['name' => 'f', 'args' => ['city' => "SAID", 'days' => 3, 'unit' => null], 'tags' => ['a', 'b'], \
'deep' => [['x' => true]]]""",
}
PRINTED = {printer: text.replace("SAID", SAID) for printer, text in PRINTED.items()}


@pytest.mark.parametrize("around", ["{}", "It is: {}", "before\n{}\nafter", "10:00:01 INFO got {}\n10:00:02 INFO end"])
@pytest.mark.parametrize("printer", sorted(PRINTED))
def test_names_of_types_are_left_out(printer: str, around: str) -> None:
    peeled = peel("paste", around.replace("{}", PRINTED[printer]))
    assert (values(peeled), peeled.completeness) == ([VALUE], "normalised")


@pytest.mark.parametrize("printer", sorted(PRINTED))
def test_what_stands_behind_such_names_keeps_its_place(printer: str) -> None:
    text = PRINTED[printer]
    assert slice_of(text, next(peel("paste", text).values).get("args", "days")) == "3"


@pytest.mark.parametrize(
    "text",
    ["{name: 'x', list: Array(2)}", 'Object { name: "x", list: (2) […] }', "{name: 'x', list: Array(2), more: {…}}"],
)
def test_what_a_console_folds_is_told_as_lost(text: str) -> None:
    peeled = peel("paste", text)
    assert peeled.completeness == "guessed"
    assert next(peeled.values).value["list"] == []


@pytest.mark.parametrize(
    "text",
    [
        "class A : Base {\n  fun f(): Map { return Map(2) }\n}",
        "const m = new Map([['a', 1]]);\nif (m.size) { return Set(2) }",
    ],
)
def test_brackets_of_program_code_hold_no_more_than_before(text: str) -> None:
    assert not any(
        isinstance(value, dict) and "city" in str(value.get("args")) for value in values(peel("paste", text))
    )
