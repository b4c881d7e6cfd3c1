"""MCP messages: what a log holds, who sent each, and which answer belongs to which request.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, schema and specification of each revision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hopscope.dialects._reading import word
from hopscope.layers import Part
from hopscope.record import record
from hopscope.text.node import Node

Kind = Literal["request", "notification", "answer", "broken", "bare"]
Sender = Literal["client", "server"]

ID = "mcp"
NEAR = 50  # open requests of one id looked at
ENVELOPE = ("jsonrpc", "id", "method", "params", "result", "error")
SERVER_ASKS = frozenset({"sampling/createMessage", "elicitation/create", "roots/list"})
CLIENT_TELLS = frozenset({"notifications/initialized", "notifications/cancelled", "notifications/roots/list_changed"})
METHODS = SERVER_ASKS | CLIENT_TELLS | {
    "initialize", "ping", "server/discover", "subscriptions/listen", "completion/complete", "logging/setLevel",
    "tools/list", "tools/call", "prompts/list", "prompts/get",
    "resources/list", "resources/read", "resources/templates/list", "resources/subscribe", "resources/unsubscribe",
    "tasks/get", "tasks/result", "tasks/list", "tasks/cancel", "tasks/update",
    "notifications/progress", "notifications/message", "notifications/resources/updated", "notifications/resources/list_changed",
    "notifications/tools/list_changed", "notifications/prompts/list_changed", "notifications/elicitation/complete",
    "notifications/tasks", "notifications/tasks/status", "notifications/subscriptions/acknowledged",
}  # fmt: skip
_FAMILIES = {method.split("/")[0] for method in METHODS}
_ANSWERS = {  # the members that give an answer away: any of the first, none of the second
    "sampling/createMessage": (("model",), ()),
    "elicitation/create": (("action",), ()),
    "roots/list": (("roots",), ()),
    "tools/list": (("tools",), ()),
    "tools/call": (("content", "structuredContent", "resultType", "task"), ("model",)),
    "initialize": (("protocolVersion",), ()),
}


def is_known(method: str) -> bool:
    """Whether a method is MCP's, or of a family of MCP's (`tools/…`), as a later revision may add it."""
    return method.split("/")[0] in _FAMILIES


@record
class Message:
    """One message as it stands in a part; `batch` is the array it came in, where that array is one message on the wire.

    `method` is the empty text, the nodes are missing ones, where there are none.
    """

    node: Node
    part: Part
    kind: Kind
    sender: Sender | None
    batch: Node | None
    method: str
    params: Node
    result: Node
    error: Node

    @property
    def enveloped(self) -> bool:
        """Whether it claims to be a JSON-RPC message, not only the body of one."""
        return not (self.node.get("jsonrpc").missing and self.node.get("id").missing)

    @property
    def channel(self) -> str | None:
        """What keeps the messages of several servers apart: the address, or the log's name of the connection."""
        return self.part.url or self.part.channel


@dataclass(eq=False)
class Exchange:
    """A request and what answered it; `again` are further answers to the same request."""

    request: Message
    answer: Message | None = None
    again: list[Message] = field(default_factory=list)


def id_key(node: Node) -> tuple[str, Any] | None:
    """An id that compares with its type: 1 and "1" are two ids; None where it is missing, null or no id at all."""
    value = node.value
    if value is None or isinstance(value, (bool, list, dict)):
        return None
    return ("text" if isinstance(value, str) else "number", value)


# Taking messages out of parts


def messages(parts: Sequence[Part]) -> list[Message]:
    """All messages in the order of the text; the members of an array of messages stand for themselves."""
    return [message for part in parts if part.node for message in _of_part(part.node, part, len(parts))]


def _of_part(node: Node, part: Part, beside: int) -> Iterator[Message]:
    members = list(node.each())
    if not any(_enveloped(member.value) for member in members):
        bare = members if isinstance(node.value, list) else [node]
        yield from (_message(one, part) for one in bare if isinstance(one.value, dict))
        return
    batch = node if _is_batch(part, members, beside) else None
    for member in members:
        yield _message(member, part, batch)


def _is_batch(part: Part, members: list[Node], beside: int) -> bool:
    """A whole log kept as one array holds both sides; an array on the wire holds one, and stands beside other messages."""
    if part.direction or part.event or beside > 1:
        return True
    return len({_kind(member.value) == "answer" for member in members}) == 1


def _enveloped(value: Any) -> bool:
    return isinstance(value, dict) and "jsonrpc" in value


def _message(node: Node, part: Part, batch: Node | None = None) -> Message:
    kind, method = _kind(node.value), word(node, "method") or ""
    params, result, error = node.get("params"), node.get("result"), node.get("error")
    return Message(node, part, kind, _sender(method, part, kind), batch, method, params, result, error)


def _kind(value: Any) -> Kind:
    if not isinstance(value, dict):
        return "broken"
    if "method" in value:
        is_notice = str(value["method"]).startswith("notifications/")
        return "request" if "id" in value or ("jsonrpc" not in value and not is_notice) else "notification"
    if ("result" in value or "error" in value) and ("jsonrpc" in value or "id" in value):
        return "answer"
    return "broken" if "jsonrpc" in value else "bare"


def _sender(method: str, part: Part, kind: Kind) -> Sender | None:
    if part.direction:
        return "client" if part.direction == "request" else "server"
    if kind == "request":
        return "server" if method in SERVER_ASKS else "client"
    if kind == "notification":
        return "server" if method.startswith("notifications/") and method not in CLIENT_TELLS else "client"
    return None


# Joining answers to requests


@dataclass(eq=False)
class Joined:
    """The exchanges of one document; `strays` answer nothing in it, `early` what may stand before its beginning."""

    exchanges: list[Exchange] = field(default_factory=list)
    strays: list[Message] = field(default_factory=list)
    early: list[Message] = field(default_factory=list)

    def of(self, method: str) -> Iterator[Exchange]:
        """The exchanges of one method."""
        return (one for one in self.exchanges if one.request.method == method)


def join(found: Sequence[Message]) -> Joined:
    """Each answer with its request: by id and direction, in the same HTTP exchange where there is one, first asked first served."""
    joined = Joined()
    by_id: dict[Any, list[Exchange]] = {}
    whole = any(message.method in ("initialize", "server/discover") for message in found)
    for message in found:
        if message.kind == "request" and message.enveloped:
            joined.exchanges.append(exchange := Exchange(message))
            by_id.setdefault(id_key(message.node.get("id")), []).append(exchange)
        elif message.kind == "answer" and id_key(message.node.get("id")) is not None:
            _answer(joined, by_id, message, whole)
    return joined


def _answer(joined: Joined, by_id: dict[Any, list[Exchange]], answer: Message, whole: bool) -> None:
    fitting = [one for one in by_id.get(id_key(answer.node.get("id")), ()) if one.request.sender != answer.sender]
    open_ = [one for one in fitting if one.answer is None]
    if open_:
        max(open_[:NEAR], key=lambda one: _fits(one.request, answer)).answer = answer
    elif fitting:
        fitting[-1].again.append(answer)
    elif _before_the_log(joined, answer, whole):
        joined.early.append(answer)
    else:
        joined.strays.append(answer)


def _fits(request: Message, answer: Message) -> tuple[bool, bool, bool, bool]:
    """How well an answer fits; where nothing else tells, a server's question is answered before the call that it stands in."""
    same_exchange = request.part.exchange is not None and request.part.exchange == answer.part.exchange
    return same_exchange, request.channel == answer.channel, _shaped(request, answer), request.sender == "server"


def _shaped(request: Message, answer: Message) -> bool:
    any_of, none_of = _ANSWERS.get(request.method, ((), ()))
    keys = answer.result.value.keys() if isinstance(answer.result.value, dict) else set()
    return not keys or not any_of or (bool(keys & set(any_of)) and not keys & set(none_of))


def _before_the_log(joined: Joined, answer: Message, whole: bool) -> bool:
    """Whether the request may stand before the log begins: nothing asked yet, or a number below the first that was."""
    asked = next((one.request for one in joined.exchanges if one.request.sender != answer.sender), None)
    if asked is None:
        return True
    value, first = answer.node.value_at("id"), asked.node.value_at("id")
    return not whole and type(value) is int and type(first) is int and value < first
