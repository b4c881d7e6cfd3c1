"""Large, deep and hostile input: a check ends, says what it left open, and never raises."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hopscope import contracts
from hopscope.contracts import drafts
from hopscope.contracts.compare import compare
from hopscope.text.write import dumps
from judging import judged, value


def test_past_its_deadline_a_check_stops_and_leaves_the_rest_open() -> None:
    compiled = contracts.compile({"items": {"type": "integer"}})
    outcome = compiled.check(list(range(200_000)), deadline=time.monotonic() - 1)
    assert outcome.valid is None and outcome.open[0].reason == "time"


def test_a_violation_found_before_the_deadline_is_certain() -> None:
    compiled = contracts.compile({"required": ["a"], "properties": {"list": {"items": {"type": "integer"}}}})
    outcome = compiled.check({"list": list(range(200_000))}, deadline=time.monotonic() - 1)
    assert outcome.valid is False and outcome.violations[0].names == ("a",)


def test_violations_beyond_the_limit_are_counted() -> None:
    outcome = judged({"items": {"type": "integer"}}, ["x y"] * 1_000, limit=50)
    assert (len(outcome.violations), outcome.more) == (50, 950)


@pytest.mark.alone
@pytest.mark.parametrize(
    "schema",
    ['{"items": {"$ref": "#"}}', '{"anyOf": [{"type": "integer"}, {"items": {"$ref": "#"}}]}', '{"uniqueItems": true}'],
)
def test_deep_nesting_is_judged_or_left_open_but_never_fatal(schema: str) -> None:
    for depth in (100, 300, 499):
        text = "[" * depth + "]" * depth
        assert judged(schema, text).valid in (True, None)


@pytest.mark.alone
@pytest.mark.parametrize("keyword", ["$ref", "allOf", "anyOf", "oneOf", "not", "if"])
def test_a_schema_that_leads_back_to_itself_is_left_open(keyword: str) -> None:
    again: Any = {"$ref": "#"}
    wanted = again["$ref"] if keyword == "$ref" else [again] if keyword.endswith("Of") else again
    outcome = judged({keyword: wanted, "then": {}}, 1)
    assert outcome.valid is None and outcome.open


@pytest.mark.alone
def test_a_deep_schema_is_read_or_left_open_but_never_fatal() -> None:
    schema = '{"items": ' * 240 + "{}" + "}" * 240
    assert judged(schema, "[[1]]").valid in (True, None)
    assert compare(value(schema), value(schema.replace("{}", '{"type": "null"}')))[0].class_ == "breaking"


def test_ten_thousand_small_objects_are_checked_without_compiling_again() -> None:
    schema = {
        "type": "object",
        "properties": {name: {"type": "string", "maxLength": 9} for name in "abcdef"},
        "required": ["a"],
        "additionalProperties": False,
    }
    compiled = contracts.compile(schema)
    assert contracts.compile(dict(schema)) is compiled
    assert all(compiled.check({"a": "x", "b": str(number)}).valid for number in range(10_000))


KEYWORDS = [
    "a", "$ref", "$id", "$schema", "$defs", "$anchor", "$dynamicRef", "type", "properties", "items", "required",
    "enum", "const", "anyOf", "oneOf", "allOf", "not", "if", "then", "else", "minimum", "maximum", "pattern",
    "patternProperties", "additionalProperties", "format", "prefixItems", "contains", "minContains",
    "dependentSchemas", "dependentRequired", "unevaluatedProperties", "unevaluatedItems", "propertyNames",
    "minLength", "multipleOf",
]  # fmt: skip
JSON: Any = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(["", "a", "#", "#/a", "^a", "(", "string", "object"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(KEYWORDS),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None)
@given(JSON, JSON, st.sampled_from([draft.uri for draft in drafts.DRAFTS]))
def test_any_json_at_all_can_be_a_schema_and_an_instance(schema: Any, instance: Any, dialect: str) -> None:
    compiled = contracts.compile(value(dumps(schema)), dialect)
    outcome = compiled.check(value(dumps(instance)))
    assert outcome.valid in (True, False, None)
    assert (outcome.valid is False) == bool(outcome.violations)
    assert all(fault.message.endswith((".", "?")) for fault in compiled.faults)
    assert all(one.message.endswith((".", "?")) for one in outcome.violations)


@settings(max_examples=150, deadline=None)
@given(JSON, JSON)
def test_any_two_schemas_can_be_compared(left: Any, right: Any) -> None:
    changes = compare(value(dumps(left)), value(dumps(right)))
    assert bool(changes) == (dumps(left) != dumps(right))
