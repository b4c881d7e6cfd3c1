"""What is wrong with a schema itself, told only where it is certain."""

from __future__ import annotations

import pytest

from hopscope import contracts
from hopscope.contracts import SchemaFault
from judging import judged, value

OLD = "http://json-schema.org/draft-04/schema#"


def faults(schema: str) -> list[SchemaFault]:
    return list(contracts.compile(value(schema)).faults)


def codes(schema: str) -> list[str]:
    return [fault.code for fault in faults(schema)]


@pytest.mark.parametrize(
    ("schema", "path", "words"),
    [
        (
            '{"properties": {"sail": {"type": "strnig"}}}',
            ("properties", "sail", "type"),
            ("strnig", 'did you mean "string"?'),
        ),
        ('{"minimum": "3"}', ("minimum",), ("/minimum must be a number", '"3"')),
        ('{"required": "a"}', ("required",), ("must be an array",)),
        ('{"required": ["a", "a"]}', ("required",), ("equal items",)),
        ('{"properties": []}', ("properties",), ("must be an object",)),
        ('{"properties": {"required": ["a"]}}', ("properties", "required"), ("an object or a boolean",)),
        ('{"minLength": -1}', ("minLength",), ("at least 0",)),
        ("[]", (), ("The schema must be",)),
    ],
)
def test_a_keyword_its_draft_does_not_allow_is_told_with_path_and_rule(
    schema: str, path: tuple[str, ...], words: tuple[str, ...]
) -> None:
    (fault,) = faults(schema)
    assert (fault.code, fault.path) == ("schema-invalid", path)
    assert all(word in fault.message for word in words), fault.message


def test_an_invalid_part_leaves_the_verdict_open_only_where_it_is_reached() -> None:
    schema = '{"properties": {"a": {"type": "strnig"}, "b": {"type": "integer"}}}'
    assert [judged(schema, text).valid for text in ('{"a": 1}', '{"b": 1}', '{"a": 1, "b": "x"}')] == [
        None,
        True,
        False,
    ]


def test_a_draft_is_chosen_by_what_the_schema_declares() -> None:
    assert [judged('{"$schema": "%s", "maximum": 5, "exclusiveMaximum": true}' % OLD, n).valid for n in ("4", "5")] == [  # noqa: UP031
        True,
        False,
    ]
    assert contracts.compile(value('{"type": "object"}')).draft.uri == "https://json-schema.org/draft/2020-12/schema"
    assert codes('{"exclusiveMaximum": true}') == ["schema-invalid"]


def test_another_draft_is_a_warning_and_an_unknown_dialect_an_error() -> None:
    (known,), (unknown,) = faults(f'{{"$schema": "{OLD}"}}'), faults('{"$schema": "https://example.test/my-dialect"}')
    assert (known.code, known.severity) == ("schema-dialect", "warning") and OLD in known.message
    assert (unknown.code, unknown.severity) == ("schema-dialect", "error")
    assert "https://example.test/my-dialect" in unknown.message and "2020-12" in unknown.message


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ('{"type": "integer", "minimum": 60, "maximum": 6}', ("minimum 60", "maximum 6")),
        ('{"exclusiveMinimum": 3, "maximum": 3}', ("exclusiveMinimum 3", "maximum 3")),
        ('{"type": "integer", "minimum": 1.2, "maximum": 1.8}', ("no integer",)),
        ('{"minLength": 5, "maxLength": 2}', ("minLength 5", "maxLength 2")),
        ('{"type": "array", "minItems": 3, "maxItems": 1}', ("minItems", "maxItems")),
        ('{"enum": []}', ("enum",)),
        ('{"type": "string", "enum": [1, 2]}', ("enum", "type")),
        ('{"type": "string", "const": 5}', ("const", "type")),
        ('{"type": "object", "properties": {"a": false}, "required": ["a"]}', ("required", '"a"')),
        ('{"type": "object", "properties": {"a": {}}, "required": ["b"], "additionalProperties": false}', ("required", '"b"')),
        ('{"allOf": [{"type": "string"}, {"type": "integer"}]}', ("allOf",)),
        ('{"not": {}}', ("not",)),
        ('{"type": "array", "prefixItems": [{}], "items": false, "minItems": 2}', ("minItems", "items")),
    ],
)  # fmt: skip
def test_a_schema_that_nothing_can_pass_is_told_with_its_two_keywords(schema: str, words: tuple[str, ...]) -> None:
    (fault,) = faults(schema)
    assert fault.code == "schema-unsatisfiable" and all(word in fault.message for word in words), fault.message


@pytest.mark.parametrize(
    "schema",
    [
        '{"type": ["string", "null"], "minLength": 5, "maxLength": 1}',
        '{"type": "integer", "minimum": 3, "maximum": 3}',
        '{"type": "integer", "minimum": 1, "exclusiveMaximum": 2}',
        '{"type": "string", "enum": [1, "a"]}',
        '{"type": "object", "properties": {"a": false}}',
        '{"properties": {"a": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "additionalProperties": false}',
        '{"allOf": [{"type": "number"}, {"type": "integer"}]}',
        '{"minItems": 1, "items": false, "prefixItems": [{}]}',
        '{"type": "object", "patternProperties": {"^x": {}}, "required": ["x1"], "additionalProperties": false}',
        '{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a", "enum": [], "definitions": {"a": {}}}',
    ],
)
def test_a_schema_that_something_passes_is_not_called_unsatisfiable(schema: str) -> None:
    assert "schema-unsatisfiable" not in codes(schema)


def test_only_the_innermost_contradiction_is_told() -> None:
    (fault,) = faults('{"type": "object", "properties": {"n": {"enum": []}}, "required": ["n"]}')
    assert fault.path == ("properties", "n", "enum")


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ('{"properties": {"y": {"pattern": "^(?P<year>[0-9]{4})$"}}}', ("properties", "y", "pattern")),
        ('{"patternProperties": {"[": {}}}', ("patternProperties", "[")),
        ('{"pattern": "^(a+)+$"}', ("pattern",)),
    ],
)
def test_a_pattern_no_engine_takes_or_that_never_ends_is_told(schema: str, path: tuple[str, ...]) -> None:
    (fault,) = faults(schema)
    assert (fault.code, fault.path) == ("schema-pattern", path)
    assert fault.params["pattern"] in value(schema).__str__().replace("\\\\", "\\")


def test_a_usual_contract_has_no_faults() -> None:
    assert (
        codes(
            '{"type": "object", "properties": {"id": {"type": "string", "pattern": "^T-[0-9]+$", "description": "x"},'
            ' "n": {"type": ["integer", "null"], "minimum": 0, "default": null}}, "required": ["id"],'
            ' "additionalProperties": false, "x-own": {"a": 1}}'
        )
        == []
    )


def test_a_metaschema_of_ones_own_can_leave_keywords_without_meaning() -> None:
    own = value(
        '{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:own", "$vocabulary":'
        ' {"https://json-schema.org/draft/2020-12/vocab/core": true,'
        ' "https://json-schema.org/draft/2020-12/vocab/applicator": true}}'
    )
    compiled = contracts.compile(
        value('{"$schema": "urn:own", "properties": {"a": false, "n": {"minimum": 5}}}'), documents={"urn:own": own}
    )
    assert [compiled.check(one).valid for one in ({"n": 1}, {"a": 1})] == [True, False]
