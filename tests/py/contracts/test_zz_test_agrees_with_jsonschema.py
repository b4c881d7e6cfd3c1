"""Where jsonschema itself is right, our verdicts are its verdicts: the same schemas and values, judged by both."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
import referencing
from hypothesis import given, settings
from hypothesis import strategies as st

from hopscope import contracts
from hopscope.contracts import drafts, quick
from hopscope.text.write import dumps
from judging import value

STOCK = {
    "http://json-schema.org/draft-07/schema": jsonschema.Draft7Validator,
    "https://json-schema.org/draft/2020-12/schema": jsonschema.Draft202012Validator,
}
LEAVES: Any = st.sampled_from(
    [
        True,
        False,
        {},
        {"type": "integer"},
        {"type": ["object", "array"]},
        {"const": 1},
        {"enum": ["a", None, 2]},
        {"minimum": 2},
        {"required": ["a"]},
        {"$ref": "#/$defs/d"},
    ]
)


def larger(inner: Any) -> Any:
    names, sizes = st.sampled_from("abc"), st.integers(0, 2)
    table, several = st.dictionaries(names, inner, max_size=3), st.lists(inner, min_size=1, max_size=3)
    lists = st.lists(names, max_size=2, unique=True)
    keywords = {
        **dict.fromkeys(("properties", "dependentSchemas"), table),
        **dict.fromkeys(("anyOf", "oneOf", "allOf", "prefixItems"), several),
        **dict.fromkeys(
            ("items", "not", "if", "then", "else", "additionalProperties", "contains", "propertyNames"), inner
        ),
        **dict.fromkeys(("unevaluatedProperties", "unevaluatedItems"), inner),
        **dict.fromkeys(("minContains", "maxContains", "minItems", "maxProperties"), sizes),
        "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=2),
        "required": lists,
        "dependentRequired": st.dictionaries(names, lists, max_size=2),
        "type": st.sampled_from(["object", "array", "integer", ["string", "object"]]),
        "uniqueItems": st.booleans(),
    }
    return st.fixed_dictionaries({}, optional=keywords)


SCHEMAS = st.recursive(LEAVES, larger, max_leaves=8)
VALUES = st.recursive(
    st.sampled_from([None, True, 1, 2, 3, "", "a", "bb"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=2500, deadline=None)
@given(SCHEMAS, LEAVES, st.lists(VALUES, min_size=1, max_size=5), st.sampled_from(sorted(STOCK)))
def test_both_come_to_the_same_verdict(schema: Any, referred: Any, values: list[Any], dialect: str) -> None:
    schema = value(dumps({**schema, "$defs": {"d": referred}} if isinstance(schema, dict) else schema))
    theirs = STOCK[dialect](schema, registry=referencing.Registry())
    ours = contracts.compile(schema, dialect)
    for one in values:
        try:
            verdict = theirs.is_valid(one)
        except RecursionError:
            continue
        assert ours.check(one).valid is verdict, (schema, one)


@settings(max_examples=2500, deadline=None)
@given(
    SCHEMAS, LEAVES, st.lists(VALUES, min_size=1, max_size=5), st.sampled_from([draft.uri for draft in drafts.DRAFTS])
)
def test_the_quick_way_lets_nothing_through_that_the_full_check_refuses_or_leaves_open(
    schema: Any, referred: Any, values: list[Any], dialect: str
) -> None:
    schema = value(dumps({**schema, "$defs": {"d": referred}} if isinstance(schema, dict) else schema))
    compiled = contracts.compile(schema, dialect)
    test = quick.test_of(compiled.validator, compiled.sound)
    for one in values if test else ():
        try:
            errors = list(compiled.validator.descend(one, compiled.sound))
        except RecursionError:
            continue
        assert not (errors and test and test(one)), (schema, one)


@pytest.mark.parametrize("dialect", STOCK)
def test_the_stock_validators_stay_as_they_are(dialect: str) -> None:
    contracts.compile({"type": "integer"}, dialect).check(5)
    validator = jsonschema.validators.validator_for({"$schema": dialect})
    assert validator is STOCK[dialect]
    assert [error.message for error in validator({"type": "integer"}).iter_errors("x")] == [
        "'x' is not of type 'integer'"
    ]
