"""One violation for each fault of the user, in one sentence that says what to mend."""

from __future__ import annotations

from typing import Any

import pytest

from hopscope.contracts import Violation
from judging import judged, messages, only

INTEGER, STRING = {"type": "integer"}, {"type": "string"}


def form(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def tagged(name: str, value: Any, /, **properties: Any) -> dict[str, Any]:
    return form([name, *properties], **{name: {"const": value}, **properties})


UNIONS = {
    "by const": (
        {"oneOf": [tagged("action", "update", id=INTEGER), tagged("action", "drop", id=STRING), tagged("action", "list")]},
        {"action": "update", "id": "seven"},
        ('action = "update"', "/id must be an integer", '"seven"'),
    ),
    "by const, four branches": (
        {"oneOf": [tagged("k", letter, n=INTEGER, name=STRING) for letter in "abcd"]},
        {"k": "c", "n": 1, "name": 5},
        ('k = "c"', "/name must be a string", "5"),
    ),
    "by enum": (
        {"anyOf": [form(["op", "n"], op={"enum": ["add", "sub"]}, n=INTEGER), form(["op", "t"], op={"enum": ["cat"]}, t=STRING)]},
        {"op": "sub", "n": 1.5},
        ('op = "sub"', "/n must be an integer", "1.5"),
    ),
    "by type": (
        {"anyOf": [{"type": "array", "items": INTEGER}, form(["q"], q=STRING)]},
        [1, "two"],
        ("/1 must be an integer", '"two"'),
    ),
    "by type, no branch takes it": (
        {"anyOf": [{"type": "array", "items": INTEGER}, form(["q"], q=STRING)]},
        5.5,
        ("an array or an object", "5.5"),
    ),
    "by required key": (
        {"oneOf": [form(["url"], url=STRING, depth=INTEGER), form(["path"], path=STRING, mode=STRING)]},
        {"url": "x", "depth": "deep"},
        ("/depth must be an integer", '"deep"'),
    ),
    "nested twice": (
        {"properties": {"step": {"oneOf": [
            tagged("kind", "bake", how={"oneOf": [tagged("unit", "C", v=INTEGER), tagged("unit", "F", v=INTEGER)]}),
            tagged("kind", "rest"),
        ]}}},
        {"step": {"kind": "bake", "how": {"unit": "F", "v": "hot"}}},
        ('kind = "bake"', 'unit = "F"', "/step/how/v must be an integer"),
    ),
    "through references": (
        {"$defs": {"A": tagged("t", "a", x=INTEGER), "B": tagged("t", "b", y=INTEGER)},
         "oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]},
        {"t": "b", "y": [1]},
        ('t = "b"', "/y must be an integer"),
    ),
    "the tag itself": (
        {"oneOf": [tagged("action", "update", id=INTEGER), tagged("action", "create", name=STRING)]},
        {"action": "updat", "id": 7},
        ("/action must be", '"update"', '"create"', 'did you mean "update"?'),
    ),
    "the tag is missing": (
        {"oneOf": [tagged("action", "update", id=INTEGER), tagged("action", "create", name=STRING)]},
        {"id": 7},
        ('must have "action"', '"update"', '"create"'),
    ),
    "a missing key by the branch meant": (
        {"oneOf": [tagged("action", "update", id=INTEGER), tagged("action", "create", name=STRING)]},
        {"action": "create"},
        ('action = "create"', 'must have "name"'),
    ),
    "constants as branches": (
        {"oneOf": [{"const": "red", "title": "Red"}, {"const": "green"}, {"const": "blue"}]},
        "gren",
        ('"red", "green" or "blue"', 'did you mean "green"?'),
    ),
    "nullable": ({"anyOf": [form(["a"], a=INTEGER), {"type": "null"}]}, {"a": "x"}, ("/a must be an integer",)),
    "neither of two keys": (
        {"type": "object", "anyOf": [{"required": ["ref"]}, {"required": ["grid"]}]},
        {},
        ('must have "ref" or "grid"',),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNIONS)
def test_one_fault_in_a_union_is_one_violation_that_names_the_branch_meant(name: str) -> None:
    schema, instance, words = UNIONS[name]
    found = only(schema, instance)
    assert all(word in found.message for word in words), found.message


def test_what_the_other_branches_say_is_folded_under_the_violation() -> None:
    schema, instance, _ = UNIONS["by const"]
    found = only(schema, instance)
    assert found.schema_path == ("oneOf", 0, "properties", "id", "type")
    assert any("/action must be" in one.message for one in found.folded)


def test_two_faults_in_the_branch_meant_are_two_violations() -> None:
    schema = {"oneOf": [tagged("k", "a", x=INTEGER, y=INTEGER), tagged("k", "b", z=STRING)]}
    assert [one.path for one in judged(schema, {"k": "a", "x": "one", "y": "two"}).violations] == [("x",), ("y",)]


def test_more_than_one_fitting_branch_of_oneof_is_told_with_their_numbers() -> None:
    found = only({"oneOf": [INTEGER, {"type": "number"}, STRING]}, 5)
    assert "exactly one of 3" in found.message and "1 and 2" in found.message


def test_all_missing_properties_are_one_violation_at_the_object() -> None:
    found = only(form(["a", "b", "c"], a=INTEGER, b=INTEGER, c=INTEGER), {"b": 1})
    assert (found.path, found.names, found.keyword) == ((), ("a", "c"), "required")
    assert '"a" and "c"' in found.message


def test_an_extra_property_is_placed_at_its_name_with_the_one_that_was_meant() -> None:
    found = only(form([], ticketId=STRING, note=STRING), {"ticket_id": "T-1"})
    assert found.at_key and found.path == ("ticket_id",) and found.nearest == "ticketId"
    assert 'did you mean "ticketId"?' in found.message


def test_each_extra_property_is_a_violation_of_its_own() -> None:
    found = judged(form([], a=INTEGER), {"x1": 1, "a": 1, "zz": 2}).violations
    assert [one.path for one in found] == [("x1",), ("zz",)]
    assert all('allowed are "a"' in one.message for one in found)


def test_a_misspelt_required_name_is_one_fault_not_two() -> None:
    found = only(form(["ticketId"], ticketId=STRING), {"ticketID": "T-1"})
    assert found.at_key and found.nearest == "ticketId" and "missing" in found.message


def test_a_misspelt_name_leaves_other_missing_names_told() -> None:
    found = judged(form(["ticketId", "queue"], ticketId=STRING, queue=STRING), {"ticket_id": "T-1"}).violations
    assert [(one.keyword, one.names) for one in found] == [
        ("required", ("queue",)),
        ("additionalProperties", ("ticket_id",)),
    ]


def test_an_unknown_choice_is_told_with_the_nearest_one() -> None:
    found = only({"enum": ["celsius", "fahrenheit"]}, "Celcius")
    assert found.nearest == "celsius" and found.choices == ("celsius", "fahrenheit")
    assert 'did you mean "celsius"?' in found.message


def test_a_value_of_the_wrong_type_is_not_held_against_the_rest_of_its_schema() -> None:
    assert messages({"type": "string", "enum": ["a"], "minLength": 1}, [1]) == [
        "The value must be a string, but is the array [1]."
    ]


def test_several_rules_broken_by_one_number_are_one_violation() -> None:
    assert messages({"minimum": 10, "multipleOf": 0.3}, 7) == [
        "The value must be at least 10 and a multiple of 0.3, but is the number 7."
    ]


def test_the_same_rule_met_twice_on_the_way_is_told_once() -> None:
    assert len(judged({"allOf": [{"required": ["a"]}, {"required": ["a"]}]}, {}).violations) == 1


def test_a_property_left_over_only_because_its_branch_failed_is_not_told() -> None:
    schema = {"allOf": [{"properties": {"a": INTEGER}}], "unevaluatedProperties": False}
    assert [one.path for one in judged(schema, {"a": "x y", "extra": 1}).violations] == [("a",), ("extra",)]


def test_violations_come_in_the_order_of_the_text() -> None:
    schema = form([], a=INTEGER, b=INTEGER, c={"items": INTEGER})
    found = judged(schema, {"c": [1, "x y", "z w"], "zz": 1, "b": "u v", "a": [1]}).violations
    assert [one.path for one in found] == [("c", 1), ("c", 2), ("zz",), ("b",), ("a",)]


@pytest.mark.parametrize(
    ("schema", "instance", "sentence"),
    [
        ({"minItems": 2}, [1], "The value must have at least 2 items, but has 1."),
        ({"maxProperties": 1}, {"a": 1, "b": 2}, "The value must have at most 1 property, but has 2."),
        ({"uniqueItems": True}, ["a", "b", "a"], 'The value must not hold equal items, but its items 0 and 2 are both "a".'),
        ({"dependentRequired": {"card": ["cvv"]}}, {"card": 1}, 'The value has "card" and must then have "cvv", which is missing.'),
        ({"contains": {"const": 1}}, [2], "The value must hold at least 1 item that is 1, but holds none."),
        ({"not": {"type": "null"}}, None, "The value must be something else than null, but is null."),
        ({"properties": {"a": False}}, {"a": 1}, 'The value must not have "a": the schema allows no value there.'),
        ({"prefixItems": [True], "items": False}, [1, 2], "The value must have at most 1 item, but has 2."),
        ({"minLength": 3}, "", 'The value must be at least 3 characters long, but is the empty string "".'),
        ({"properties": {"a/b~c": INTEGER}}, {"a/b~c": [1]}, "/a~1b~0c must be an integer, but is the array [1]."),
        ({"format": "date"}, "2026-02-30", 'The value must be a date written YYYY-MM-DD, but is the string "2026-02-30".'),
    ],
)  # fmt: skip
def test_a_sentence_names_path_expectation_and_received_value(schema: Any, instance: Any, sentence: str) -> None:
    assert messages(schema, instance) == [sentence]


def test_long_values_are_cut() -> None:
    text = only(INTEGER, "x" * 5_000).message
    big = only(INTEGER, {f"k{number}": number for number in range(500)}).message
    assert len(text) < 200 and "5,002 characters" in text
    assert "500 properties" in big


def special(schema: Any, instance: Any) -> Violation:
    return only({"type": "object", "properties": {"f": schema}}, {"f": instance})


@pytest.mark.parametrize(
    ("schema", "sent", "would"),
    [
        (INTEGER, "5", "5"),
        ({"type": "number"}, "-2.50", "-2.50"),
        ({"type": "boolean"}, "true", "true"),
        ({"type": "boolean"}, "False", "false"),
        (STRING, 12.5, '"12.5"'),
        (STRING, True, '"true"'),
        ({"enum": [1, 2, 3]}, "2", "2"),
        ({"anyOf": [INTEGER, {"type": "null"}]}, "7", "7"),
        ({"type": ["integer", "null"]}, "null", "null"),
    ],
)
def test_the_right_value_in_another_type_is_told_with_the_value_that_passes(schema: Any, sent: Any, would: str) -> None:
    found = special(schema, sent)
    assert (found.kind, found.would_pass, found.path) == ("coercible", True, ("f",))
    assert found.message.endswith(f"; {would} would pass.")


@pytest.mark.parametrize(
    ("schema", "sent"),
    [
        ({"type": "integer", "minimum": 3}, "2"),
        (INTEGER, "5 apples"),
        (INTEGER, "05"),
        (INTEGER, 5.5),
        ({"type": "string", "pattern": "^T-"}, 1042),
        ({"type": "boolean"}, "yes"),
    ],
)
def test_a_value_that_would_not_pass_in_the_other_type_either_is_a_plain_violation(schema: Any, sent: Any) -> None:
    assert special(schema, sent).kind == "schema"


LIFT = form(["lift"], lift={"enum": ["hand", "truck"]})


def test_json_in_a_string_is_told_with_what_is_in_it() -> None:
    found = special(LIFT, '{"lift": "truck"}')
    assert (found.kind, found.would, found.would_pass) == ("nested-encoded", {"lift": "truck"}, True)
    assert '{"lift":"truck"}' in found.message


def test_json_in_a_string_that_would_not_pass_says_why() -> None:
    found = special(LIFT, '{"lift": "trick"}')
    assert (found.kind, found.would_pass) == ("nested-encoded", False)
    assert "/f/lift must be" in found.message and [one.path for one in found.folded] == [("f", "lift")]


def test_json_twice_in_a_string_and_lists_are_seen_too() -> None:
    assert special(LIFT, '"{\\"lift\\": \\"hand\\"}"').would == {"lift": "hand"}
    assert special({"type": "array", "items": INTEGER}, "[1, 2]").would == [1, 2]
    assert special({"anyOf": [LIFT, {"type": "null"}]}, '{"lift": "hand"}').kind == "nested-encoded"


def test_a_string_that_may_be_a_string_is_left_alone() -> None:
    assert judged({"properties": {"f": {"type": ["string", "object"]}}}, {"f": "{}"}).valid is True


def test_a_lone_item_for_a_list_is_told_with_the_list() -> None:
    found = special({"type": "array", "items": STRING}, "x")
    assert (found.kind, found.would) == ("schema", ["x"]) and '["x"] would pass' in found.message


def test_null_for_an_optional_field_is_told_as_that() -> None:
    found = special(INTEGER, None)
    assert found.kind == "null-optional" and "left out" in found.message


def test_null_for_a_required_field_is_a_plain_violation() -> None:
    found = only(form(["f"], f=INTEGER), {"f": None})
    assert found.kind == "schema" and found.message == "/f must be an integer, but is null."


def test_null_that_a_branch_elsewhere_requires_is_no_optional_one() -> None:
    schema = {"properties": {"f": INTEGER}, "allOf": [{"required": ["f"]}]}
    assert only(schema, {"f": None}).kind == "schema"


def test_the_whole_instance_can_be_called_by_its_name() -> None:
    said = {"whole": "The arguments"}
    missing = judged({"required": ["a"]}, {}, **said).violations[0]
    assert missing.message == 'The arguments must have "a", which is missing; it is an empty object.'
    branch = judged(UNIONS["a missing key by the branch meant"][0], {"action": "create"}, **said).violations[0]
    assert branch.message.startswith('With action = "create", the arguments must have "name"')
    inner = judged({"properties": {"a": INTEGER}}, {"a": "The value is"}, **said).violations[0]
    assert inner.message == '/a must be an integer, but is the string "The value is".'


def test_a_sentence_stays_one_line_whatever_the_names_are() -> None:
    (found,) = judged({"additionalProperties": {"pattern": "^a\nb$"}}, {"x\ny" * 200: "z"}).violations
    assert len(found.message.splitlines()) == 1 and len(found.message) < 500


@pytest.mark.parametrize(
    "names",
    [
        {"oneOf": [{"pattern": "^a"}, {"pattern": "^b"}]},
        {"anyOf": [{"enum": ["a", "b"]}, {"oneOf": [{"const": "c"}, {"const": "d"}]}]},
        {"anyOf": [False, {"maxLength": 1}]},
        False,
    ],
)
def test_a_name_that_no_branch_of_the_schema_of_names_takes_is_one_violation(names: object) -> None:
    found = only({"propertyNames": names}, '{"xyz": 1}')
    assert (found.keyword, found.path, found.at_key) == ("propertyNames", ("xyz",), True)
    assert found.message.startswith('The value has a property named "xyz", but a name there must be ')
