"""References: followed inside the document and between pasted ones, never fetched, named where they lead nowhere."""

from __future__ import annotations

import socket
import urllib.request
from typing import Any

import pytest

from hopscope import contracts
from judging import judged, value

REMOTE = '{"properties": {"slip": {"$ref": "https://schemas.example.test/slip.json"}, "n": {"type": "integer"}}}'


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    asked: list[Any] = []

    def refuse(*arguments: Any, **options: Any) -> None:
        asked.append(arguments)
        raise OSError("no network in this test")

    monkeypatch.setattr(urllib.request, "urlopen", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    return asked


def test_nothing_is_requested_for_a_remote_reference(no_network: list[Any]) -> None:
    outcome = judged(REMOTE, '{"slip": {"n": 4}}')
    assert outcome.valid is None and outcome.open[0].reason == "schema-ref-remote"
    assert no_network == []


def test_a_remote_reference_that_is_not_reached_changes_nothing() -> None:
    assert judged(REMOTE, '{"n": 4}').valid is True


def test_a_certain_violation_beside_a_remote_reference_is_certain() -> None:
    outcome = judged(REMOTE, '{"slip": 1, "n": "x"}')
    assert outcome.valid is False and len(outcome.violations) == 1


@pytest.mark.parametrize(
    ("schema", "verdict"),
    [
        ('{"anyOf": [{"$ref": "https://x.test/a"}, {"type": "integer"}]}', True),
        ('{"anyOf": [{"$ref": "https://x.test/a"}, {"type": "string"}]}', None),
        ('{"oneOf": [{"$ref": "https://x.test/a"}, {"type": "integer"}]}', None),
        ('{"not": {"$ref": "https://x.test/a"}}', None),
        ('{"not": {"allOf": [{"$ref": "https://x.test/a"}, {"type": "string"}]}}', True),
        ('{"if": {"$ref": "https://x.test/a"}, "then": {"type": "string"}}', None),
        ('{"allOf": [{"$ref": "https://x.test/a"}, {"type": "string"}]}', False),
    ],
)
def test_a_verdict_stays_open_only_where_the_missing_document_decides(schema: str, verdict: bool | None) -> None:
    assert judged(schema, "5").valid is verdict


def test_a_pasted_document_is_followed_by_its_address() -> None:
    slip = value('{"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["no"]}')
    compiled = contracts.compile(value(REMOTE), documents={"https://schemas.example.test/slip.json": slip})
    (found,) = compiled.check(value('{"slip": {}}')).violations
    assert compiled.faults == ()
    assert (found.path, found.names) == (("slip",), ("no",))
    assert (found.schema_document, found.schema_path) == ("https://schemas.example.test/slip.json", ("required",))


def test_a_pasted_document_speaks_its_own_draft() -> None:
    old = value('{"$schema": "http://json-schema.org/draft-04/schema#", "maximum": 5, "exclusiveMaximum": true}')
    compiled = contracts.compile(value('{"$ref": "urn:old"}'), documents={"urn:old": old})
    assert [compiled.check(number).valid for number in (4, 5)] == [True, False]


def test_anchors_and_dynamic_references_work() -> None:
    tree = value(
        '{"$id": "https://x.test/tree", "$dynamicAnchor": "node", "type": "object", "properties": {"data": true,'
        ' "children": {"type": "array", "items": {"$dynamicRef": "#node"}}}}'
    )
    strict = value(
        '{"$id": "https://x.test/strict", "$dynamicAnchor": "node", "$ref": "tree", "unevaluatedProperties": false}'
    )
    compiled = contracts.compile(strict, documents={"https://x.test/tree": tree})
    assert compiled.check(value('{"children": [{"daat": 1}]}')).valid is False
    assert compiled.check(value('{"children": [{"data": 1}]}')).valid is True


def faults(schema: str) -> list[tuple[str, str]]:
    return [(fault.code, fault.message) for fault in contracts.compile(value(schema)).faults]


def test_a_pointer_to_nowhere_is_named_with_the_one_that_was_meant() -> None:
    ((code, message),) = faults('{"properties": {"a": {"$ref": "#/$defs/Lane"}}, "$defs": {"Lame": {}}}')
    assert code == "schema-ref-unresolved" and '"#/$defs/Lane"' in message and '"#/$defs/Lame"' in message


def test_one_missing_target_is_one_fault_however_often_it_is_named() -> None:
    compiled = contracts.compile(
        value('{"allOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}, {"$ref": "other.json"}]}')
    )
    assert [fault.code for fault in compiled.faults] == ["schema-ref-unresolved", "schema-ref-remote"]
    assert compiled.faults[0].related == (("allOf", 1, "$ref"),)


def test_references_in_data_are_none() -> None:
    assert faults('{"enum": [{"$ref": "#/nowhere"}], "default": {"$ref": "x"}, "examples": [{"$ref": "y"}]}') == []


def test_references_that_only_lead_back_to_themselves_are_named_and_end() -> None:
    schema = '{"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}'
    assert {code for code, _ in faults(schema)} == {"schema-ref-unresolved"}
    assert judged(schema, "1").valid is None


@pytest.mark.parametrize("beside", ['"not": {"type": "null"}', '"type": ["null", "object"]', '"minProperties": 0'])
def test_a_schema_that_is_its_own_reference_is_left_open_from_wherever_it_is_asked(beside: str) -> None:
    """Compiled tables that are asked at the very end of the stack panic, and nothing catches that."""
    schema = contracts.compile(value(f'{{{beside}, "$ref": "#"}}'))

    def asked(frames: int) -> bool | None:
        return asked(frames - 1) if frames else schema.check({}).valid

    assert {asked(frames) for frames in range(12)} == {None}


def test_a_part_that_only_a_reference_makes_a_schema_is_checked_as_one() -> None:
    schema = '{"$ref": "#/parts/0", "parts": [{"type": "strnig"}]}'
    assert [code for code, _ in faults(schema)] == ["schema-invalid"]
    assert judged(schema, "1").valid is None
