"""Contracts compared by meaning: what breaks, what does not, what is only words or order."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopscope import contracts
from hopscope.contracts.compare import compare
from hopscope.contracts.strict import is_strict_rewrite
from hopscope.text.write import dumps
from judging import value


def classes(left: Any, right: Any, direction: Any = "input") -> dict[str, str]:
    one, two = (value(side if isinstance(side, str) else dumps(side)) for side in (left, right))
    return {change.path: change.class_ for change in compare(one, two, direction)}


def closed(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


INTEGER, STRING = {"type": "integer"}, {"type": "string"}


def test_a_new_required_property_breaks_callers() -> None:
    found = classes(closed(["a"], a=INTEGER), closed(["a", "w"], a=INTEGER, w=INTEGER))
    assert found == {"/required": "breaking", "/properties/w": "compatible"}


def test_a_new_optional_property_of_a_closed_object_breaks_nobody() -> None:
    assert classes(closed([], a=INTEGER), closed([], a=INTEGER, w=INTEGER)) == {"/properties/w": "compatible"}


def test_a_new_constraint_on_a_name_that_was_free_can_break() -> None:
    left, right = {"type": "object"}, {"type": "object", "properties": {"w": INTEGER}}
    assert classes(left, right) == {"/properties/w": "breaking"}
    assert classes(left, {"type": "object", "properties": {"w": True}}) == {"/properties/w": "text-only"}


@pytest.mark.parametrize(
    ("left", "right", "path"),
    [
        (INTEGER, {"type": "number"}, "/type"),
        (STRING, {"type": ["string", "null"]}, "/type"),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, "/enum"),
        ({"type": "string", "enum": ["a", "b"]}, STRING, "/enum"),
        ({"minimum": 5}, {"minimum": 4.5}, "/minimum"),
        ({"minimum": 5}, {}, "/minimum"),
        ({"exclusiveMinimum": 5}, {"minimum": 5}, "/minimum"),
        ({"multipleOf": 0.1}, {"multipleOf": 0.01}, "/multipleOf"),
        ({"type": "string", "maxLength": 5}, {"type": "string", "maxLength": 6}, "/maxLength"),
        ({"type": "string", "pattern": "a"}, STRING, "/pattern"),
        ({"type": "array", "items": INTEGER}, {"type": "array", "items": {"type": "number"}}, "/items/type"),
        ({"type": "array", "minItems": 1}, {"type": "array"}, "/minItems"),
        ({"type": "object", "additionalProperties": False}, {"type": "object"}, "/additionalProperties"),
        ({"not": {"type": ["string", "null"]}}, {"not": STRING}, "/not/type"),
        ({"anyOf": [{"minimum": 5}]}, {"anyOf": [{"minimum": 5}, {"maxLength": 3}]}, "/anyOf/1"),
    ],
)
def test_what_only_lets_more_through_is_compatible_for_input_and_breaking_for_output(
    left: Any, right: Any, path: str
) -> None:
    assert classes(left, right, "input").get(path) == "compatible"
    assert classes(left, right, "output").get(path) == "breaking"
    assert classes(right, left, "input").get(path, "breaking") == "breaking"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"type": "string", "pattern": "a"}, {"type": "string", "pattern": "b"}),
        ({"type": "string", "format": "date"}, {"type": "string", "format": "time"}),
        ({"if": INTEGER, "then": {"minimum": 1}}, {"if": INTEGER, "then": {"minimum": 0}}),
        (INTEGER, STRING),
    ],
)
def test_what_cannot_be_decided_is_breaking_both_ways(left: Any, right: Any) -> None:
    for direction in ("input", "output"):
        assert "breaking" in classes(left, right, direction).values()


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"description": "a", **INTEGER}, {"description": "b", **INTEGER}),
        ({"title": "a", **INTEGER}, INTEGER),
        ({"properties": {"a": {"default": 1}}}, {"properties": {"a": {"examples": [2]}}}),
        ({"x-own": 1}, {"x-own": 2}),
    ],
)
def test_words_are_text_only(left: Any, right: Any) -> None:
    assert set(classes(left, right).values()) == {"text-only"}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ('{"required": ["a", "b"]}', '{"required": ["b", "a"]}'),
        ('{"enum": [1, 2]}', '{"enum": [2, 1]}'),
        ('{"properties": {"a": {}, "b": {}}}', '{"properties": {"b": {}, "a": {}}}'),
        ('{"type": ["string", "null"]}', '{"type": ["null", "string"]}'),
        ('{"type": "integer", "minimum": 1}', '{"minimum": 1, "type": "integer"}'),
        ('{"anyOf": [{"type": "string"}, {"minimum": 5}]}', '{"anyOf": [{"minimum": 5}, {"type": "string"}]}'),
    ],
)
def test_another_order_is_order_only(left: str, right: str) -> None:
    assert set(classes(left, right).values()) == {"order-only"}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (
            {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
            {"type": ["string", "null"], "minLength": 1},
        ),
        ({"type": "integer", "exclusiveMinimum": 0}, {"type": "integer", "minimum": 1}),
        ({"$ref": "#/$defs/a", "$defs": {"a": INTEGER}}, INTEGER),
        ({"allOf": [INTEGER]}, INTEGER),
        ({"type": "string", "enum": ["a"]}, {"const": "a"}),
        ({"type": "object", "additionalProperties": True}, {"type": "object"}),
        ({"minimum": 1.0}, {"minimum": 1}),
    ],
)
def test_another_spelling_of_the_same_meaning_changes_nothing_that_matters(left: Any, right: Any) -> None:
    assert set(classes(left, right).values()) <= {"text-only", "order-only"}


def test_branches_are_paired_by_their_tag() -> None:
    def branch(tag: str, **more: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {"k": {"const": tag}, **more}, "required": ["k"]}

    left = {"oneOf": [branch("a", x=INTEGER), branch("b")]}
    right = {"oneOf": [branch("b"), branch("a", x={"type": "number"}), branch("c")]}
    assert classes(left, right) == {
        "/oneOf/1/properties/x/type": "compatible",
        "/oneOf/2": "compatible",
        "/oneOf": "order-only",
    }


def test_schemas_that_refer_to_themselves_are_compared_to_an_end() -> None:
    left = {"$ref": "#/$defs/t", "$defs": {"t": closed([], n=INTEGER, next={"$ref": "#/$defs/t"})}}
    right = {"$ref": "#/$defs/u", "$defs": {"u": closed([], n={"type": "number"}, next={"$ref": "#/$defs/u"})}}
    assert classes(left, right) == {"/properties/n/type": "compatible"}


def test_the_same_schema_has_no_changes() -> None:
    schema = closed(["a"], a=INTEGER)
    assert compare(schema, schema) == ()


STRICT_FROM = {
    "type": "object",
    "properties": {
        "a": {"type": "integer", "minimum": 1},
        "b": {"type": "string", "enum": ["x", "y"]},
        "c": {"$ref": "#/$defs/C"},
        "d": {"type": "array", "items": {"type": "object", "properties": {"q": {"type": "string", "format": "date"}}}},
    },
    "required": ["a"],
    "$defs": {"C": {"type": "object", "properties": {"z": {"type": "number"}}, "required": ["z"]}},
}
STRICT_TO = {
    "type": "object",
    "properties": {
        "a": {"type": "integer"},
        "b": {"type": ["string", "null"], "enum": ["x", "y", None]},
        "c": {"anyOf": [{"$ref": "#/$defs/C"}, {"type": "null"}]},
        "d": {
            "type": ["array", "null"],
            "items": {
                "type": "object",
                "properties": {"q": {"type": ["string", "null"]}},
                "required": ["q"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["a", "b", "c", "d"],
    "additionalProperties": False,
    "$defs": {"C": {"type": "object", "properties": {"z": {"type": "number"}}, "required": ["z"], "additionalProperties": False}},
}  # fmt: skip


def test_a_strict_rewrite_is_known_in_its_direction_only() -> None:
    assert is_strict_rewrite(STRICT_FROM, STRICT_TO)
    assert not is_strict_rewrite(STRICT_TO, STRICT_FROM)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"type":"integer"', '"type":"number"'),
        ('"enum":["x","y",null]', '"enum":["x","z",null]'),
        ('"required":["a","b","c","d"]', '"required":["a","b","c"]'),
        ('"d":{"type":["array","null"]', '"d":{"type":"array"'),
        ('"required":["q"],', ""),
        ('"a":{"type":"integer"}', '"a":{"type":"integer","maximum":5}'),
    ],
)
def test_a_rewrite_that_changes_anything_else_is_not_a_strict_one(old: str, new: str) -> None:
    text = dumps(STRICT_TO)
    assert old in text and not is_strict_rewrite(STRICT_FROM, value(text.replace(old, new, 1)))


SCHEMAS = st.recursive(
    st.sampled_from(
        [True, INTEGER, STRING, {"type": "number"}, {"type": ["integer", "null"]}, {"enum": [1, "a", None]}, {"const": 2},
         {"minimum": 1}, {"type": "integer", "maximum": 2}, {"type": "string", "minLength": 2}, {}]
    ),
    lambda inner: st.one_of(
        st.builds(lambda one, two: {"anyOf": [one, two]}, inner, inner),
        st.builds(lambda one, two: {"allOf": [one, two]}, inner, inner),
        st.builds(lambda one: {"not": one}, inner),
        st.builds(lambda one: {"type": "array", "items": one}, inner),
        st.builds(
            lambda one, two, shut, need: {"type": "object", "properties": {"p": one, "q": two}, "additionalProperties": not shut,
                                          "required": ["p"] if need else []},
            inner, inner, st.booleans(), st.booleans(),
        ),
    ),
    max_leaves=6,
)  # fmt: skip
VALUES = st.recursive(
    st.sampled_from([None, True, 0, 1, 2, 3, "", "a", "bb"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("pqr"), inner, max_size=2),
    max_leaves=4,
)


@given(SCHEMAS, SCHEMAS, st.lists(VALUES, min_size=1, max_size=8))
def test_whatever_is_called_compatible_really_takes_all_that_was_taken_before(
    left: Any, right: Any, values: list[Any]
) -> None:
    one, two = value(dumps(left)), value(dumps(right))
    if all(change.class_ != "breaking" for change in compare(one, two, "input")):
        before, after = contracts.compile(one), contracts.compile(two)
        assert [v for v in values if before.passes(v) and not after.passes(v)] == []
