"""What breaks JSON-RPC 2.0 or a rule of the MCP revision that a log claims.

Only what a revision says a message must be is a fault; what it recommends is none. Source: JSON-RPC 2.0 specification;
modelcontextprotocol/modelcontextprotocol at b0f60ba540, schema and specification of each revision.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hopscope.dialects._mcp_fields import Fault, fields, shown
from hopscope.dialects._mcp_messages import ENVELOPE, METHODS, Message, id_key
from hopscope.dialects._mcp_results import result_faults
from hopscope.dialects._mcp_revision import META, STATELESS
from hopscope.findings import Finding, make
from hopscope.text.numbers import Number, is_integer

PARAMS: dict[str, dict[str, str]] = {
    "initialize": {"protocolVersion": "string", "capabilities": "object", "clientInfo": "object"},
    "tools/call": {"name": "string"},
    "prompts/get": {"name": "string"},
    "resources/read": {"uri": "string"},
    "resources/subscribe": {"uri": "string"},
    "resources/unsubscribe": {"uri": "string"},
    "completion/complete": {"ref": "object", "argument": "object"},
    "logging/setLevel": {"level": "string"},
    "sampling/createMessage": {"messages": "array", "maxTokens": "number"},
    "elicitation/create": {"message": "string"},
    "tasks/get": {"taskId": "string"},
    "tasks/result": {"taskId": "string"},
    "tasks/cancel": {"taskId": "string"},
    "tasks/update": {"taskId": "string", "inputResponses": "object"},
    "subscriptions/listen": {"notifications": "object"},
    "notifications/progress": {"progressToken": "id", "progress": "number"},
    "notifications/message": {"level": "string"},
    "notifications/resources/updated": {"uri": "string"},
}
_NO_META = {"initialize", "ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"}
# What log keepers add to each message.
_LOG_KEYS = re.compile(
    r"[_@$].*|ts|time|date|timestamp|.*[tT]ime|direction|dir|level|logger|source|from|to|type|kind|seq|pid|meta"
    r"|transport|(session|server|client|trace|span)([_A-Z].*)?"
)


@dataclass(frozen=True, slots=True)
class Context:
    """What the rules need to know beside a message: its revision, the method of its request, the keys its log adds to all."""

    revision: str | None
    method: str
    added: frozenset[str]
    strict: bool  # whether a missing envelope is a fault: not where the log prints only the bodies
    task: bool = False  # whether the request asked for a task
    batch_begins: bool = False  # whether the message is the first of its batch


def keys_added(found: Sequence[Message]) -> frozenset[str]:
    """The members beyond JSON-RPC that a log writes into most of its messages."""
    counts = Counter(key for message in found for key in _extra(message))
    return frozenset(
        key for key, seen in counts.items() if _LOG_KEYS.fullmatch(key) or (seen > 1 and 2 * seen > len(found))
    )


def prints_bodies(found: Sequence[Message]) -> bool:
    """Whether a log of several messages leaves `jsonrpc` away from all of them, so that the printer may have cut it."""
    return len(found) > 1 and all(message.node.get("jsonrpc").missing for message in found)


def _extra(message: Message) -> list[str]:
    value = message.node.value
    return [key for key in value if key not in ENVELOPE] if isinstance(value, dict) and message.enveloped else []


def findings(message: Message, context: Context) -> Iterator[Finding]:
    """One `rpc-invalid` for each fault of a message; whoever sent it is to blame."""
    server = message.sender == "server" or (message.sender is None and message.kind in ("answer", "broken"))
    for fault in faults(message, context):
        yield make(
            "rpc-invalid", (fault.node or message.node).place(), sentence=fault.sentence, field=fault.field, rule=fault.rule,
            revision=context.revision, fault="server" if server else "host", hop="result" if server else "execute",
            advice=_ADVICE.get(fault.rule, _ADVICE[""]),
        )  # fmt: skip


_ADVICE = {
    "": "The message must be mended where it is made; a strict reader drops it, and its sender waits for ever.",
    "extra": "Put it into params, result or _meta: strict readers drop a message with members they do not know.",
    "batch": "Send each message by itself.",
}


def faults(message: Message, context: Context) -> Iterator[Fault]:
    """All faults of one message, the envelope's first."""
    if context.batch_begins and message.batch is not None and context.revision != "2025-03-26":
        own = context.revision
        spoken = f"; this log speaks {own}" if own else ", and nothing here says that it is spoken"
        sentence = f"An array of messages is a batch; only revision 2025-03-26 knows batches{spoken}."
        yield Fault(message.batch, sentence, "batch", "batch")
    if not isinstance(message.node.value, dict):
        yield Fault(message.node, f"A message must be an object, not {shown(message.node)}.", "", "envelope")
        return
    if message.kind != "bare":
        yield from _envelope(message, context)
        yield from _body(message, context)


def _envelope(message: Message, context: Context) -> Iterator[Fault]:
    version = message.node.get("jsonrpc")
    if version.value != "2.0" and (context.strict or not version.missing):
        said = "is missing" if version.missing else f"is {shown(version)}"
        yield Fault(
            version or message.node,
            f'jsonrpc {said}; every message must carry "jsonrpc": "2.0".',
            "jsonrpc",
            "envelope",
        )
    yield from _id(message, context)
    extra = [key for key in _extra(message) if key not in context.added]
    if extra:
        at = message.node.get(extra[0])
        yield Fault(at, f"{', '.join(extra)} is no member of a JSON-RPC message.", extra[0], "extra")


def _id(message: Message, context: Context) -> Iterator[Fault]:
    id, what = message.node.get("id"), message.method or "The answer"
    legal = id_key(id) is not None and (not isinstance(id.value, Number) or is_integer(id.value))
    if message.kind == "request" and not legal and message.enveloped:
        yield Fault(
            id or message.node,
            f"The id of {what} is {shown(id)}; an id must be a string or an integer.",
            "id",
            "envelope",
        )
    elif message.kind == "request" and message.method.startswith("notifications/"):
        yield Fault(id, f"{what} is a notification and must carry no id.", "id", "envelope")
    elif message.kind == "notification" and _asks(message):
        yield Fault(message.node, f"{what} is a request but carries no id, so nothing can answer it.", "id", "envelope")
    elif message.kind == "answer" and not legal and not _may_lack_id(message, context):
        said = "carries no id" if id.missing else f"carries the id {shown(id)}"
        yield Fault(id or message.node, f"The answer {said}; it must repeat the id of its request.", "id", "envelope")


def _asks(message: Message) -> bool:
    return message.method in METHODS and not message.method.startswith("notifications/")


def _may_lack_id(message: Message, context: Context) -> bool:
    """An error may answer a request whose id could not be read: with null by JSON-RPC, without any since 2025-11-25."""
    id = message.node.get("id")
    if message.error.missing:
        return False
    return id.value is None and (not id.missing or not context.revision or context.revision >= "2025-11-25")


def _body(message: Message, context: Context) -> Iterator[Fault]:
    if message.kind == "broken":
        yield Fault(message.node, "The message has neither method nor result nor error.", "method", "envelope")
    elif message.kind == "answer":
        yield from _answer(message, context)
    elif not isinstance(message.node.value_at("method"), str):
        method = message.node.get("method")
        yield Fault(method, f"method is {shown(method)}; it must be a string.", "method", "envelope")
    else:
        yield from _params(message, context)


def _answer(message: Message, context: Context) -> Iterator[Fault]:
    result, error = message.result, message.error
    if not result.missing and not error.missing:
        yield Fault(error, "The answer holds result and error; it must hold one of the two.", "error", "envelope")
    if not error.missing and (result.missing or error.value is not None):
        yield from _error(message)
    if not result.missing and not isinstance(result.value, dict):
        yield Fault(result, f"result is {shown(result)}; in MCP it must be an object.", "result", "envelope")
    elif not result.missing:
        yield from result_faults(message, context.method, context.revision, context.task)


def _error(message: Message) -> Iterator[Fault]:
    error = message.error
    if not isinstance(error.value, dict):
        yield Fault(error, f"error is {shown(error)}; it must be an object with code and message.", "error", "envelope")
        return
    yield from fields(error, {"code": "integer", "message": "string"}, "error")


def _params(message: Message, context: Context) -> Iterator[Fault]:
    params, method = message.params, message.method
    if not params.missing and not isinstance(params.value, dict):
        yield Fault(
            params, f"params of {method} is {shown(params)}; in MCP it must be an object.", "params", "envelope"
        )
        return
    if wanted := PARAMS.get(method):
        yield from fields(params, wanted, f"params of {method}", message.node)
    if method == "notifications/cancelled":
        yield from _cancelled(message, context)
    asks = message.kind == "request" and message.sender == "client" and method not in _NO_META
    if asks and context.revision == STATELESS:
        yield from _meta(message)


def _cancelled(message: Message, context: Context) -> Iterator[Fault]:
    """A task is cancelled otherwise, so the revision with tasks in it lets the id be away."""
    id = message.params.get("requestId")
    if id.missing and context.revision in (None, "2025-11-25"):
        return
    if id_key(id) is None:
        said = "lacks requestId" if id.missing else f"has the requestId {shown(id)}"
        yield Fault(
            id or message.node,
            f"notifications/cancelled {said}; it must be the id of a request.",
            "requestId",
            "params",
        )


def _meta(message: Message) -> Iterator[Fault]:
    meta = message.params.get("_meta")
    missing = [META + key for key in ("protocolVersion", "clientCapabilities") if meta.get(META + key).missing]
    if missing:
        at = meta or message.params or message.node
        sentence = f"_meta of {message.method} lacks {' and '.join(missing)}, required in each request of revision {STATELESS}."
        yield Fault(at, sentence, f"_meta.{missing[0]}", "meta")
