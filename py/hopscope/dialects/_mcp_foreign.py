"""Other protocols on JSON-RPC (language servers, the Agent Client Protocol): they share MCP's envelope and its `initialize`.

Source: the Language Server Protocol 3.17 and agentclientprotocol.com, their handshakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hopscope.dialects._mcp_messages import METHODS, Message, is_known

_SHARED = {"initialize", "ping"}
_THEIRS = {"clientCapabilities", "agentCapabilities", "processId", "rootUri", "rootPath", "workspaceFolders"}


def is_other_handshake(said: Any) -> bool:
    """Whether the params of `initialize`, or its result, are those of another protocol."""
    return isinstance(said, Mapping) and not _names_a_revision(said) and not _THEIRS.isdisjoint(said)


def is_other_log(found: Sequence[Message]) -> bool:
    """Whether messages are another protocol's: none of MCP's own methods and handshakes among them, but some of others."""
    named = {message.method for message in found if message.method}
    said = [one for message in found for one in (message.params.value, message.result.value)]
    if named & METHODS - _SHARED or any(map(_names_a_revision, said)):
        return False
    return not all(map(is_known, named)) or any(map(is_other_handshake, said))


def _names_a_revision(said: Any) -> bool:
    return isinstance(said, Mapping) and isinstance(said.get("protocolVersion"), str)
