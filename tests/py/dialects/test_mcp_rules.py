"""Which MCP messages break JSON-RPC or the revision they claim, which do not, and what HTTP headers must repeat."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import read, trace
from hopscope.dialects import every
from hopscope.findings import Finding
from hopscope.layers import Part, peel

ID = "mcp"
STATELESS = "2026-07-28"
META = {"io.modelcontextprotocol/protocolVersion": STATELESS, "io.modelcontextprotocol/clientCapabilities": {}}


def request(id: Any = 5, method: str = "tools/call", **params: Any) -> dict[str, Any]:
    given = {"name": "mill", "arguments": {}} if method == "tools/call" else {}
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": given | params}


def answer(id: Any = 5, **result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "result": {"content": []} | result}


def handshake(revision: str) -> list[dict[str, Any]]:
    who = {"name": "n", "version": "1"}
    asked = {"protocolVersion": revision, "capabilities": {}, "clientInfo": who}
    told = {"protocolVersion": revision, "capabilities": {}, "serverInfo": who}
    return [request(0, "initialize", **asked), {"jsonrpc": "2.0", "id": 0, "result": told}]


def broken(*log: Any) -> list[Finding]:
    return [one.finding for one in read(ID, *log).said if one.finding.code == "rpc-invalid"]


def without(value: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: one for name, one in value.items() if name != key}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        (request() | {"jsonrpc": "1.0"}, "jsonrpc"),
        (without(request(), "jsonrpc"), "jsonrpc"),
        (request(None), "id"),
        (request(1.5), "id"),
        (request(True), "id"),
        (without(request(), "id"), "id"),
        (request() | {"method": 7}, "method"),
        (request() | {"params": [1]}, "params"),
        (request() | {"params": None}, "params"),
        (request(name=None), "name"),
        (without(request(), "params"), "name"),
        (request() | {"extra": 1}, "extra"),
        (request(method="notifications/initialized"), "id"),
        ({"jsonrpc": "2.0", "id": 3}, "method"),
    ],
)
def test_a_broken_request_is_the_hosts_fault(sent: dict[str, Any], field: str) -> None:
    (finding,) = broken(*handshake("2025-11-25"), sent)
    assert finding.params["field"] == field
    if "method" in sent:
        assert (finding.fault, finding.hop) == ("host", "execute")


@pytest.mark.parametrize(
    ("told", "field"),
    [
        (answer() | {"jsonrpc": 2}, "jsonrpc"),
        (without(answer(), "jsonrpc"), "jsonrpc"),
        (answer(None), "id"),
        (without(answer(), "id"), "id"),
        (answer() | {"result": None}, "result"),
        (answer() | {"error": {"code": 1, "message": "x"}}, "error"),
        ({"jsonrpc": "2.0", "id": 5, "error": "no"}, "error"),
        ({"jsonrpc": "2.0", "id": 5, "error": {"code": "1", "message": "x"}}, "code"),
        ({"jsonrpc": "2.0", "id": 5, "error": {"code": 1}}, "message"),
        (answer(content="text"), "content"),
        ({"jsonrpc": "2.0", "id": 5, "result": {}}, "content"),
        (answer(content=[{"type": "html", "text": "x"}]), "type"),
        (answer(content=[{"type": "text"}]), "text"),
        (answer(content=[{"type": "image", "data": "x"}]), "mimeType"),
        (answer(isError="true"), "isError"),
        (answer(structuredContent=[1]), "structuredContent"),
    ],
)
def test_a_broken_answer_is_the_servers_fault(told: dict[str, Any], field: str) -> None:
    (finding,) = broken(*handshake("2025-11-25"), request(), told)
    assert (finding.params["field"], finding.fault, finding.hop) == (field, "server", "result")
    assert finding.params["revision"] == "2025-11-25"


@pytest.mark.parametrize(
    "log",
    [
        [request("a"), answer("a")],
        [request(), {"jsonrpc": "2.0", "id": 5, "error": {"code": -32603, "message": "x", "data": None}}],
        [request(method="vendor/own"), answer()],
        [request(), answer(structuredContent=None, isError=None, _meta={})],
        [request(), answer(content=[{"type": "resource_link", "uri": "file:///a", "name": "a"}])],
        [{"jsonrpc": "2.0", "error": {"code": -32700, "message": "Parse error"}}],
        [{"jsonrpc": "2.0", "id": None, "error": {"code": -32700, "message": "Parse error"}}],
        [{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"reason": "task"}}],
    ],
)
def test_what_the_revision_allows_is_no_fault(log: list[dict[str, Any]]) -> None:
    assert broken(*handshake("2025-11-25"), *log) == []


def test_members_that_a_log_adds_to_all_messages_are_no_faults() -> None:
    log = [*handshake("2025-11-25"), request(), answer()]
    assert broken(*[one | {"seq": at, "harbour": "log"} for at, one in enumerate(log)]) == []


def test_a_log_that_prints_only_the_bodies_is_no_fault() -> None:
    assert broken(*[without(one, "jsonrpc") for one in (request(1), answer(1), request(2), answer(2))]) == []


def test_a_batch_is_a_fault_in_all_revisions_but_one() -> None:
    both = [request(1), request(2)], [answer(1), answer(2)]
    assert broken(*handshake("2025-03-26"), *both) == []
    assert [(one.params["field"], one.fault) for one in broken(*handshake("2025-06-18"), *both)] == [
        ("batch", "host"), ("batch", "server"),
    ]  # fmt: skip


def test_a_member_of_a_batch_must_be_an_object() -> None:
    assert "must be an object" in broken(*handshake("2025-03-26"), [request(1), 7])[0].message


def test_stateless_requests_must_carry_their_meta() -> None:
    healthy = [request(1, _meta=META), answer(1, resultType="complete")]
    assert broken(*healthy) == []
    (finding,) = broken(*healthy, request(2), answer(2, resultType="complete"))
    assert "clientCapabilities" in finding.message
    assert finding.fault == "host"


@pytest.mark.parametrize(
    ("result", "field"),
    [
        ({}, "resultType"),
        ({"resultType": "done"}, "resultType"),
        ({"resultType": "input_required"}, "inputRequests"),
        ({"resultType": "input_required", "requestState": 1}, "requestState"),
        ({"resultType": "input_required", "inputRequests": {"a": {"method": "tools/call"}}}, "method"),
    ],
)
def test_stateless_results_must_say_their_type_right(result: dict[str, Any], field: str) -> None:
    (finding,) = broken(request(1, _meta=META), answer(1, **result))
    assert (finding.params["field"], finding.fault) == (field, "server")


def test_older_revisions_need_no_result_type() -> None:
    assert broken(*handshake("2025-11-25"), request(), answer()) == []
    assert broken(request(), answer()) == []


def test_any_value_may_be_structured_content_since_2026_07_28() -> None:
    assert broken(request(1, _meta=META), answer(1, resultType="complete", structuredContent=[1, 2])) == []


def test_a_listing_must_give_each_tool_a_name_and_an_input_schema() -> None:
    tools = [{"name": "a"}, {"name": "b", "inputSchema": None}, {"inputSchema": {"type": "object"}}]
    found = broken(request(1, "tools/list"), {"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}})
    assert [one.params["field"] for one in found] == ["inputSchema", "inputSchema", "name"]


def test_a_stateless_listing_says_how_long_it_holds() -> None:
    tools = {"tools": [], "resultType": "complete"}
    found = broken(request(1, "tools/list", _meta=META), {"jsonrpc": "2.0", "id": 1, "result": tools})
    assert [one.params["field"] for one in found] == ["ttlMs", "cacheScope"]


# Headers


def posted(headers: dict[str, str], *, tool: dict[str, Any] | None = None, **params: Any) -> list[Finding]:
    listing = (
        [request("l", "tools/list", _meta=META), {"jsonrpc": "2.0", "id": "l", "result": {"tools": [tool]}}]
        if tool
        else []
    )
    sent = request(1, _meta=META, **params)
    parts = [part for value in (*listing, sent) for part in peel("log", json.dumps(value)).parts]
    last = Part(parts[-1].node, len(parts) - 1, headers=headers, method="POST", direction="request", exchange=1)
    capture = every()[ID].read([*parts[:-1], last], "log")
    return [one.finding for one in capture.said if one.finding.code == "mcp-header"]


RIGHT = {"mcp-protocol-version": STATELESS, "mcp-method": "tools/call", "mcp-name": "mill"}


def test_headers_that_repeat_the_body_are_fine() -> None:
    assert posted(RIGHT) == []
    assert posted(RIGHT | {"mcp-name": "=?base64?bWlsbA==?="}) == []


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("mcp-name", "sieve"),
        ("mcp-method", "tools/list"),
        ("mcp-protocol-version", "2025-11-25"),
        ("mcp-name", "=?base64?eA==?="),
    ],
)
def test_a_header_that_says_something_else_is_the_hosts_fault(header: str, value: str) -> None:
    (finding,) = posted(RIGHT | {header: value})
    assert (finding.fault, finding.hop, finding.params["header"].lower()) == ("host", "execute", header)
    assert value in finding.message


def test_a_missing_header_is_told_only_where_the_log_keeps_them() -> None:
    kept = {key: RIGHT[key] for key in ("mcp-protocol-version", "mcp-method")}
    assert [one.params["header"] for one in posted(kept)] == ["Mcp-Name"]
    assert posted({"content-type": "application/json"}) == []


BY_HEADER = {
    "name": "mill",
    "inputSchema": {"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "deep": {"type": "object", "properties": {"level": {"type": "integer", "x-mcp-header": "Level"}}},
    }},
}  # fmt: skip


def test_arguments_that_a_tool_wants_in_headers_are_compared() -> None:
    arguments = {"region": "Süd", "deep": {"level": 7}}
    right = RIGHT | {"mcp-param-region": "=?base64?U8O8ZA==?=", "mcp-param-level": "7"}
    assert posted(right, tool=BY_HEADER, arguments=arguments) == []
    (finding,) = posted(right | {"mcp-param-level": "8"}, tool=BY_HEADER, arguments=arguments)
    assert finding.params["header"] == "Mcp-Param-Level"
    assert [one.params["header"] for one in posted(RIGHT, tool=BY_HEADER, arguments=arguments)] == [
        "Mcp-Param-Region", "Mcp-Param-Level",
    ]  # fmt: skip
    assert posted(RIGHT, tool=BY_HEADER, arguments={"region": None}) == []


@pytest.mark.parametrize(
    ("schema", "word"),
    [
        ({"type": "number", "x-mcp-header": "P"}, "number"),
        ({"type": "string", "x-mcp-header": ""}, "empty"),
        ({"type": "string", "x-mcp-header": "A b"}, "no HTTP header name"),
        ({"type": "array", "items": {"type": "string", "x-mcp-header": "P"}}, "properties alone"),
        ({"anyOf": [{"type": "string", "x-mcp-header": "P"}]}, "properties alone"),
        ({"type": "string", "x-mcp-header": "REGION"}, "twice"),
    ],
)
def test_a_wrong_annotation_is_the_contracts_fault(schema: dict[str, Any], word: str) -> None:
    properties = BY_HEADER["inputSchema"]["properties"] | {"wrong": schema}
    tool = {"name": "mill", "inputSchema": {"type": "object", "properties": properties}}
    found = [one.finding for one in read(ID, {"tools": [tool]}).said]
    assert [(one.code, one.fault) for one in found] == [("mcp-header", "contract")]
    assert word in found[0].message


SENT = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "tide", "arguments": {}}}
POSTED = {
    "an HTTP message": "POST /mcp HTTP/1.1\r\nHost: tides.example\r\nMcp-Method: tools/list\r\n\r\n" + json.dumps(SENT),
    "a command": f"curl https://tides.example/mcp -H 'Mcp-Method: tools/list' -d '{json.dumps(SENT)}'",
    "an archive": json.dumps({"log": {"version": "1.2", "entries": [{
        "request": {"method": "POST", "url": "https://tides.example/mcp", "postData": {"text": json.dumps(SENT)},
                    "headers": [{"name": "Mcp-Method", "value": "tools/list"}]},
        "response": {"status": 200, "headers": [], "content": {}},
    }]}}),
}  # fmt: skip


@pytest.mark.parametrize("text", POSTED.values(), ids=POSTED)
def test_a_header_that_differs_is_shown_beside_the_place_in_the_body(text: str) -> None:
    (found,) = (one for one in trace(text)["findings"] if one["code"] == "mcp-header")
    (header,) = found["related"]
    assert text[header["start"] : header["end"]].strip('"') == "tools/list"
    assert text[found["at"]["start"] : found["at"]["end"]].strip('"\\') == "tools/call"
