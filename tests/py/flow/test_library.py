"""References between pasted documents: by `$id`, by the document's name, and in no case by a fetch."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope.ops import lint, trace, validate

ADDRESS = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$id": "https://schemas.example/address.json",
    "type": "object",
    "properties": {"zip": {"$ref": "#/$defs/zip"}},
    "required": ["zip"],
    "$defs": {"zip": {"$anchor": "code", "type": "string", "pattern": "^[0-9]{5}$"}},
}
NAMELESS = {key: value for key, value in ADDRESS.items() if key != "$id"}


def documents(ref: str, arguments: Any, *others: tuple[str, Any]) -> list[dict[str, str]]:
    schema = {"type": "object", "properties": {"to": {"$ref": ref}}}
    offered = {"type": "function", "function": {"name": "ship", "description": "Ships", "parameters": schema}}
    call = {"id": "call_1", "type": "function", "function": {"name": "ship", "arguments": json.dumps(arguments)}}
    message = {"role": "assistant", "tool_calls": [call]}
    answer = {"choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]}
    texts = [("request", {"model": "gpt-x", "messages": [], "tools": [offered]}), ("answer", answer), *others]
    return [{"name": name, "text": json.dumps(value)} for name, value in texts]


def traced(*given: Any) -> dict[str, Any]:
    return trace.run({"documents": documents(*given)})


@pytest.mark.parametrize(
    ("ref", "name", "schema"),
    [
        ("https://schemas.example/address.json", "pasted", ADDRESS),
        ("https://schemas.example/address.json", "address.json", NAMELESS),
        ("https://schemas.example/address", "address.schema.json", NAMELESS),
        ("address.json", "address.json", NAMELESS),
        ("https://schemas.example/address.json#/$defs/zip", "pasted", ADDRESS),
        ("https://schemas.example/address.json#code", "pasted", ADDRESS),
    ],
)
def test_a_reference_is_followed_into_another_document(ref: str, name: str, schema: Any) -> None:
    whole = "#" not in ref
    good, bad = [{"to": {"zip": zip_} if whole else zip_} for zip_ in ("12345", "1234")]
    assert traced(ref, good, (name, schema))["verdict"]["status"] == "pass"
    refused = traced(ref, bad, (name, schema))
    assert (refused["verdict"]["status"], refused["verdict"]["code"]) == ("fail", "arguments-schema")
    (finding,) = [one for one in refused["findings"] if one["code"] == "arguments-schema"]
    assert finding["at"]["path"][-1] == ("/to/zip" if whole else "/to")
    assert (finding["schema_at"]["document"], finding["schema_at"]["path"]) == (name, ["/$defs/zip/pattern"])


def test_without_that_document_the_call_is_not_judged_and_the_reference_is_named() -> None:
    told = traced("https://schemas.example/address.json", {"to": {}})
    assert told["calls"][0]["verdict"]["status"] == "unchecked"
    assert told["verdict"]["code"] == "schema-ref-remote"


def test_a_schema_that_others_refer_to_is_no_tool_of_its_own() -> None:
    told = traced("https://schemas.example/address.json", {"to": {"zip": "12345"}}, ("pasted", ADDRESS))
    assert [contract["name"] for contract in told["contracts"]] == ["ship"]


def test_lint_follows_references_into_other_documents_too() -> None:
    given = documents("https://schemas.example/address.json", {}, ("pasted", ADDRESS))
    codes = {one["code"] for one in lint.run({"documents": given, "providers": ["own"]})["findings"]}
    assert "schema-ref-remote" not in codes


def test_the_schema_of_validate_may_stand_with_those_it_refers_to() -> None:
    schema = json.dumps({"items": {"$ref": "https://schemas.example/address.json"}}) + "\n" + json.dumps(ADDRESS)
    assert validate.run({"schema": schema, "instance": '[{"zip": "12345"}]'})["valid"] is True
    told = validate.run({"schema": schema, "instance": '[{"zip": 12345}]'})
    assert told["valid"] is False
    (finding,) = [one for one in told["findings"] if one["code"] == "value-schema"]
    assert finding["schema_at"]["path"] == ["/1/$defs/zip/type"]


def test_two_documents_may_refer_to_each_other() -> None:
    node = {
        "$id": "https://schemas.example/node",
        "properties": {"next": {"$ref": "list"}, "value": {"type": "integer"}},
    }
    chain = {"$id": "https://schemas.example/list", "anyOf": [{"type": "null"}, {"$ref": "node"}]}
    for value, status in ((1, "pass"), ("x y", "fail")):
        arguments = {"to": {"next": {"value": 1, "next": {"value": value, "next": None}}}}
        told = traced("https://schemas.example/list", arguments, ("a", node), ("b", chain))
        assert told["verdict"]["status"] == status


@pytest.mark.parametrize(
    ("dialect", "severity"),
    [("http://json-schema.org/draft-07/schema#", "warning"), ("https://dialects.example/one", "error")],
)
def test_a_dialect_that_nobody_knows_is_an_error_and_another_known_one_a_warning(dialect: str, severity: str) -> None:
    tool = {"name": "ship", "inputSchema": {"$schema": dialect, "type": "object"}}
    log = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}})
    told = trace.run({"documents": [{"name": "log", "text": log}]})
    assert [one["severity"] for one in told["findings"] if one["code"] == "schema-dialect"] == [severity]
