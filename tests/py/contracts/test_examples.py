"""The example contracts in `schemas/examples`, and examples made for schemas of anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hopscope import contracts
from hopscope.contracts import NOTHING, words
from hopscope.contracts.examples import example, mended
from hopscope.promises import SHELF
from judging import judged, value

EXAMPLES = SHELF / "examples"
CONTRACTS = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())
VALID = sorted(EXAMPLES.glob("*/valid/*.json"))
INVALID = sorted(path for path in EXAMPLES.glob("*/invalid/*.json") if not path.name.endswith(".fault.json"))
CORPUS = Path(__file__).parents[4] / "shared" / "corpora" / "mcp-github-toolsnaps"


def schema_for(payload: Path) -> Any:
    side = payload.name.partition("-")[0]
    return value((payload.parents[1] / f"{side}.json").read_text(encoding="utf-8"))


def name(path: Path) -> str:
    return path.relative_to(EXAMPLES).as_posix()


def test_both_textbook_contracts_are_there_with_payloads_of_each_kind() -> None:
    assert [path.name for path in CONTRACTS] == ["get_ticket", "get_weather"]
    assert len(VALID) >= 8 and len(INVALID) >= 12


@pytest.mark.parametrize("contract", CONTRACTS, ids=name)
def test_an_example_contract_has_no_faults(contract: Path) -> None:
    for side in ("input.json", "output.json"):
        assert contracts.compile(value((contract / side).read_text(encoding="utf-8"))).faults == ()


@pytest.mark.parametrize("payload", VALID, ids=name)
def test_a_valid_payload_passes(payload: Path) -> None:
    assert contracts.compile(schema_for(payload)).check(value(payload.read_text(encoding="utf-8"))).valid is True


@pytest.mark.parametrize("payload", INVALID, ids=name)
def test_an_invalid_payload_fails_once_and_where_its_neighbour_says(payload: Path) -> None:
    (found,) = contracts.compile(schema_for(payload)).check(value(payload.read_text(encoding="utf-8"))).violations
    wanted = json.loads(payload.with_suffix(".fault.json").read_text(encoding="utf-8"))
    assert wanted == {"at": words.pointer(found.path), "keyword": found.keyword, "kind": found.kind}


@pytest.mark.parametrize(
    "schema",
    [
        '{"type": "object", "properties": {"id": {"type": "string", "pattern": "^T-[0-9]{3,}$"}}, "required": ["id"]}',
        '{"type": "array", "items": {"enum": ["a"]}, "minItems": 2}',
        '{"anyOf": [{"type": "null"}, {"type": "integer", "minimum": 5}]}',
        '{"type": "string", "format": "date-time"}',
        '{"$ref": "#/$defs/a", "$defs": {"a": {"type": "number", "exclusiveMinimum": 2}}}',
        '{"type": "string", "minLength": 12, "maxLength": 12}',
    ],
)
def test_an_example_is_made_that_passes(schema: str) -> None:
    made = example(contracts.compile(value(schema)))
    assert made is not NOTHING and judged(schema, made).valid is True


def test_no_example_is_given_where_none_passes() -> None:
    assert example(contracts.compile(value('{"enum": []}'))) is NOTHING
    assert example(contracts.compile(value('{"type": "string", "pattern": "^(?=a)b$"}'))) is NOTHING


def test_arguments_are_mended_with_as_little_change_as_can_be() -> None:
    compiled = contracts.compile(value((EXAMPLES / "get_weather" / "input.json").read_text(encoding="utf-8")))
    sent = {"City": "Bergen", "days": "3", "unit": None}
    assert mended(compiled, sent, compiled.check(sent).violations) == {"city": "Bergen", "days": 3}
    assert mended(compiled, {}, compiled.check({}).violations) == {"city": "text"}


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the tool corpora are not beside this checkout")
def test_tools_of_the_field_have_no_faults_and_an_example_each() -> None:
    tools = [value(path.read_text(encoding="utf-8")) for path in sorted(CORPUS.rglob("*.snap"))]
    assert len(tools) > 50
    for tool in tools:
        compiled = contracts.compile(tool["inputSchema"])
        assert [fault for fault in compiled.faults if fault.code != "schema-dialect"] == [], tool["name"]
        assert example(compiled) is not NOTHING, tool["name"]
