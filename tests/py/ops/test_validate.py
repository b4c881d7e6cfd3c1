"""`validate` through the door: verdicts, places in both texts, and texts that do not allow a verdict."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api
from hopscope.contracts import watch
from hopscope.ops import validate


def asked(schema: str, instance: str, **options: Any) -> dict[str, Any]:
    return validate.run({"schema": schema, "instance": instance, **options})


def piece(text: str, place: dict[str, Any]) -> str:
    raw = text.encode("utf-16-le")
    return raw[2 * place["start"] : 2 * place["end"]].decode("utf-16-le")


def test_a_violation_has_its_place_in_the_instance_and_in_the_schema() -> None:
    schema = '{\n  "properties": {\n    "n": {"minimum": 5}\n  }\n}'
    instance = '{"😀": 1,\n "n": 4.50}'
    (finding,) = asked(schema, instance)["findings"]
    assert (finding["at"]["document"], finding["at"]["line"], finding["at"]["path"]) == ("instance", 2, ["/n"])
    assert piece(instance, finding["at"]) == "4.50"
    assert (finding["schema_at"]["document"], finding["schema_at"]["path"]) == ("schema", ["/properties/n/minimum"])
    assert piece(schema, finding["schema_at"]) == "5"


def test_an_extra_property_is_placed_at_its_name() -> None:
    instance = '{"a": {"b": 1}}'
    (finding,) = asked('{"properties": {"a": {"additionalProperties": false}}}', instance)["findings"]
    assert piece(instance, finding["at"]) == '"b"' and finding["at"]["path"] == ["/a/b"]


def test_a_fault_of_the_schema_stands_at_one_place_for_both() -> None:
    schema = '{"properties": {"a": {"type": "strnig"}}}'
    (finding,) = asked(schema, "{}")["findings"]
    assert finding["at"] == finding["schema_at"] and piece(schema, finding["at"]) == '"strnig"'


def test_the_place_of_a_violation_behind_a_reference_is_in_the_definition() -> None:
    schema = '{"properties": {"a": {"$ref": "#/$defs/n"}}, "$defs": {"n": {"type": "null"}}}'
    (finding,) = asked(schema, '{"a": 5}')["findings"]
    assert finding["schema_at"]["path"] == ["/$defs/n/type"]


def test_a_text_that_is_no_json_gives_no_verdict() -> None:
    for schema, instance in (("{", "{}"), ("{}", "nothing here"), ("", "{}"), ("{}", ""), ("{}", '{"a":,}')):
        told = asked(schema, instance)
        assert told["valid"] is None and "value-schema" not in {one["code"] for one in told["findings"]}


def test_a_mended_instance_is_judged_and_the_mends_are_told() -> None:
    told = asked('{"required": ["b"]}', '{"a": 1,}')
    assert told["valid"] is False
    assert {one["code"] for one in told["findings"]} == {"text-repaired", "value-schema"}


def test_more_violations_than_are_listed_end_in_a_list_of_200_and_the_rest_is_counted() -> None:
    told = asked('{"items": {"type": "null"}}', json.dumps(list(range(1_000))))
    assert told["valid"] is False and (len(told["findings"]), told["more"]) == (200, 800)


def test_the_value_that_would_pass_is_there_with_its_digits() -> None:
    (finding,) = asked('{"properties": {"n": {"type": "number"}}}', '{"n": "12345678901234567890.10"}')["findings"]
    assert finding["params"]["kind"] == "coercible"
    assert finding["params"]["would_text"] == "12345678901234567890.10"


def test_a_pasted_tool_definition_is_held_to_the_schema_in_it() -> None:
    inner = '{"type": "object", "required": ["a"]}'
    for tool in (
        f'{{"name": "t", "inputSchema": {inner}}}',
        f'{{"name": "t", "input_schema": {inner}}}',
        f'{{"type": "function", "function": {{"name": "t", "parameters": {inner}}}}}',
    ):
        told = asked(tool, "{}")
        assert told["valid"] is False
        assert piece(tool, told["findings"][0]["schema_at"]) == '["a"]'


def test_a_schema_that_only_speaks_of_such_a_property_stays_a_schema() -> None:
    assert (
        asked('{"properties": {"inputSchema": {"type": "object"}}, "parameters": {"required": ["a"]}}', "{}")["valid"]
        is True
    )


def test_no_more_than_200_violations_are_listed_over_all_lines_and_the_rest_is_counted() -> None:
    told = asked('{"required": ["a"]}', '{"b": 1}\n' * 300)
    assert told["valid"] is False and len([one for one in told["findings"] if one["code"] == "value-schema"]) == 200
    assert told["more"] == 100


def test_a_match_that_was_stopped_leaves_the_verdict_open_and_names_pattern_place_and_limit() -> None:
    number = watch.number_of("^(?=(a+)+b)c", "c" * 20)
    request = {"id": 1, "method": "validate", "skip": [number], "seconds": 0.5}
    params = {
        "schema": '{"properties": {"p": {"pattern": "^(?=(a+)+b)c"}}}',
        "instance": '{"p": "cccccccccccccccccccc"}',
    }
    told = json.loads(api.handle(json.dumps(request | {"params": params})))["result"]
    assert told["valid"] is None
    (finding,) = told["findings"]
    assert (finding["code"], finding["severity"], finding["at"]["path"]) == ("check-stopped", "warning", ["/p"])
    assert "^(?=(a+)+b)c" in finding["message"] and "0.5 seconds" in finding["message"]


def test_a_thousand_checks_that_run_over_their_time_do_not_add_up() -> None:
    tower = {f"d{n}": {"anyOf": 2 * [{"$ref": f"#/$defs/d{n + 1}"}]} for n in range(40)} | {"d40": {"type": "null"}}
    schema, lines = {"$defs": tower, "$ref": "#/$defs/d0"}, "\n".join(["1"] * 1_000)
    request = {"id": 1, "method": "validate", "seconds": 0.05}
    params = {"schema": json.dumps(schema), "instance": lines}
    told = json.loads(api.handle(json.dumps(request | {"params": params})))["result"]
    assert told["valid"] is None and {finding["code"] for finding in told["findings"]} == {"check-stopped"}


@pytest.mark.parametrize(
    ("schema", "instance", "valid"),
    [
        ({"type": "string"}, '{"a": 1}', True),
        ({"format": "ipv4"}, " 127.0.0.1", False),
        ({"format": "uri-template"}, "http://a/{id}", True),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "{:}", True),
        ({"type": "object", "required": ["a"]}, '{"a": 1}', True),
        ({"required": ["a"]}, '{"b": 1}', False),
        ({"type": "array", "items": {"type": "integer"}}, "[1, 2]", True),
    ],
)
def test_a_json_string_is_opened_only_for_a_schema_that_wants_what_is_in_it(
    schema: dict[str, Any], instance: str, valid: bool
) -> None:
    told = asked(json.dumps(schema), json.dumps(instance))
    assert told["valid"] is valid
    assert [one["code"] for one in told["findings"]] == ([] if valid else ["value-schema"])


def test_an_id_that_is_no_address_is_told_and_the_rest_is_judged() -> None:
    schema = '{"$id": "http://[bad", "properties": {"a": {"$ref": "http://[worse"}, "b": {"type": "integer"}}}'
    told = asked(schema, '{"a": 1, "b": "x y"}')
    assert told["valid"] is False
    assert {one["code"] for one in told["findings"]} == {"schema-invalid", "schema-ref-remote", "value-schema"}


def test_a_dialect_of_ones_own_may_stand_beside_the_schema_that_declares_it() -> None:
    draft = "https://json-schema.org/draft/2020-12/"
    listed = {f"{draft}vocab/core": True, f"{draft}vocab/applicator": True}
    meta = {"$schema": f"{draft}schema", "$id": "https://meta.example/core", "$vocabulary": listed}
    schema = {"$schema": "https://meta.example/core", "properties": {"n": {"minimum": 10}}}
    assert asked(json.dumps(schema) + "\n" + json.dumps(meta), '{"n": 1}')["valid"] is True
