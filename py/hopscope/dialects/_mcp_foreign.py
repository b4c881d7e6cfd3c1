"""Other protocols on JSON-RPC (language servers, the Agent Client Protocol): they share MCP's envelope and its `initialize`.

Source: the Language Server Protocol 3.17 and agentclientprotocol.com, their handshakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hopscope.dialects._mcp_messages import METHODS, Message

_SHARED = {"initialize", "ping"}
_THEIRS = {"clientCapabilities", "agentCapabilities", "processId", "rootUri", "rootPath", "workspaceFolders"}
_FAMILIES = {method.split("/")[0] for method in METHODS}


def is_other_handshake(said: Any) -> bool:
    """Whether the params of `initialize`, or its result, are those of another protocol."""
    return (
        isinstance(said, Mapping) and not isinstance(said.get("protocolVersion"), str) and not _THEIRS.isdisjoint(said)
    )


def is_other_log(found: Sequence[Message]) -> bool:
    """Whether messages are another protocol's: none of MCP's own methods and handshakes among them, but some of others."""
    named = {message.method for message in found if message.method}
    shaken = [said for message in found for said in (message.params.value, message.result.value) if said]
    own = named & METHODS - _SHARED or any(
        isinstance(said, Mapping) and isinstance(said.get("protocolVersion"), str) for said in shaken
    )
    strange = any(method not in METHODS and method.split("/")[0] not in _FAMILIES for method in named)
    return not own and (strange or any(map(is_other_handshake, shaken)))
