"""MCP messages as tests write them."""

from __future__ import annotations

from typing import Any

from hopscope.findings import Finding
from hopscope.model import Capture, Execution

ID = "mcp"
STATELESS = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": STATELESS,
    "io.modelcontextprotocol/clientCapabilities": {},
}
WEIGH = {
    "name": "weigh",
    "inputSchema": {"type": "object", "properties": {"sack": {"type": "string"}}, "required": ["sack"]},
    "outputSchema": {"type": "object", "properties": {"kg": {"type": "number"}}, "required": ["kg"]},
    "annotations": {"readOnlyHint": True},
}
ACCEPTED = {"ok": {"action": "accept", "content": {}}}


def message(**fields: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0"} | fields


def call(
    id: Any, sack: Any = "A", meta: dict[str, Any] | None = None, name: str = "weigh", **params: Any
) -> dict[str, Any]:
    meta = {"_meta": meta} if meta else {}
    return message(id=id, method="tools/call", params={"name": name, "arguments": {"sack": sack}} | meta | params)


def answer(id: Any, **result: Any) -> dict[str, Any]:
    return message(id=id, result={"content": [{"type": "text", "text": "done"}]} | result)


def handshake(revision: str = "2025-11-25", server: str = "mill") -> list[dict[str, Any]]:
    client, host = {"name": "desk", "version": "1"}, {"name": server, "version": "2"}
    return [
        message(
            id=0, method="initialize", params={"protocolVersion": revision, "capabilities": {}, "clientInfo": client}
        ),
        message(id=0, result={"protocolVersion": revision, "capabilities": {}, "serverInfo": host}),
        message(method="notifications/initialized"),
    ]


def listed(*tools: dict[str, Any]) -> list[dict[str, Any]]:
    return [message(id="l", method="tools/list"), message(id="l", result={"tools": list(tools)})]


def asking(id: Any, state: str | None = "s-1", *keys: str) -> dict[str, Any]:
    question = {"method": "elicitation/create", "params": {"message": "Sure?", "requestedSchema": {"type": "object"}}}
    result = {"resultType": "input_required", "inputRequests": dict.fromkeys(keys or ("ok",), question)}
    return message(id=id, result=result | ({"requestState": state} if state else {}))


def again(id: Any, state: str | None = "s-1", responses: Any = ACCEPTED, **more: Any) -> dict[str, Any]:
    carried = {"requestState": state} if state else {}
    return call(id, meta=META, inputResponses=responses, **carried, **more)


def finished(id: Any, **result: Any) -> dict[str, Any]:
    return answer(id, resultType="complete", **result)


def said(capture: Capture, code: str = "rpc-invalid") -> list[Finding]:
    return [one.finding for one in capture.said if one.finding.code == code]


def only(capture: Capture) -> Execution:
    assert len(capture.executions) == 1
    return capture.executions[0]
