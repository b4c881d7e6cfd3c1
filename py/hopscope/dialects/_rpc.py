"""JSON-RPC 2.0's error codes by name, with those that MCP adds, for every dialect that passes such errors on.

Source: the JSON-RPC 2.0 specification; modelcontextprotocol/modelcontextprotocol at b0f60ba540, schema of each revision.
"""

from __future__ import annotations

from typing import Any

ERRORS = {
    -32700: "Parse error", -32600: "Invalid Request", -32601: "Method not found", -32602: "Invalid params",
    -32603: "Internal error", -32002: "Resource not found", -32042: "URL elicitation required", -32020: "HeaderMismatch",
    -32021: "MissingRequiredClientCapability", -32022: "UnsupportedProtocolVersion",
}  # fmt: skip


def error_name(number: Any) -> str:
    """What the protocol calls an error code; codes of a server's own have no name there."""
    return ERRORS.get(number, "server-defined") if type(number) is int else "server-defined"
