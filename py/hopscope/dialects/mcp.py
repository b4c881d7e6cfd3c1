"""Model Context Protocol: logs over stdio and Streamable HTTP of every revision, and bare tools, params and results.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, revisions 2024-11-05 to 2026-07-28.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.dialects import _mcp_calls as calls
from hopscope.dialects import _mcp_sampling as sampling
from hopscope.dialects._base import LOOKED_AT, Clue, Dialect, Draft, Returns, clue, given, texts_of, word
from hopscope.dialects._mcp_headers import asked_for, header_findings, misuses
from hopscope.dialects._mcp_messages import METHODS, Exchange, Joined, Message, join, messages
from hopscope.dialects._mcp_results import KINDS
from hopscope.dialects._mcp_revision import META, Revisions
from hopscope.dialects._mcp_rules import ERRORS, Context, findings, keys_added, prints_bodies
from hopscope.findings import Finding, make
from hopscope.layers import Part
from hopscope.model import Answer, Call, Capture, Execution, Mount, Said
from hopscope.text.node import Node

ID = calls.ID
_FATAL = ("initialize", "tools/list")  # requests beside tools/call whose refusal is worth telling


# What gives MCP away


def _message(value: Any) -> bool:
    return "jsonrpc" in value and bool({"method", "result", "error"} & value.keys())


def _known_method(value: Any) -> bool:
    return value.get("method") in METHODS and value.keys() <= {"jsonrpc", "id", "method", "params"}


def _bare_call(value: Any) -> bool:
    params = value.get("params")
    return value.get("method") == "tools/call" and isinstance(params, dict) and "name" in params


def _tool(value: Any) -> bool:
    named = isinstance(value, dict) and isinstance(value.get("name"), str) and value.get("type") != "function"
    return named and isinstance(value.get("inputSchema"), dict)


def _block(block: Any) -> bool:
    kinds = {"text": "text", "image": "mimeType", "audio": "mimeType", "resource": "resource", "resource_link": "uri"}
    return isinstance(block, dict) and kinds.get(str(block.get("type")), "") in block


def _result(value: Any) -> bool:
    content = value.get("content")
    own = {"content", "isError", "structuredContent", "resultType", "_meta"}
    return isinstance(content, list) and value.keys() <= own and all(_block(block) for block in content)


def _typed_result(value: Any) -> bool:
    return value.get("resultType") in KINDS and not {"role", "choices"} & value.keys()


def _own_meta(value: Any) -> bool:
    meta = value.get("_meta")
    return isinstance(meta, dict) and any(key.startswith(META) for key in meta)


def _sampled(value: Any) -> bool:
    content = value.get("content")
    return isinstance(content, (dict, list)) and "stopReason" in value and "model" in value and value.get("role") == "assistant"


def _sampling_params(value: Any) -> bool:
    return isinstance(value.get("messages"), list) and "maxTokens" in value and not {"contents", "input"} & value.keys()


def _rpc_error(value: Any) -> bool:
    code = value.get("code")
    return type(code) is int and -32768 <= code <= -32000 and isinstance(value.get("message"), str)


def _prompt(value: Any) -> bool:
    found = value.get("messages")
    return isinstance(found, list) and bool(found) and value.keys() <= {"messages", "description", "_meta", "resultType"} and all(
        isinstance(one, dict) and isinstance(one.get("content"), dict) and "type" in one["content"] for one in found
    )


def _elicited(value: Any) -> bool:
    return value.get("action") in ("accept", "decline", "cancel") and value.keys() <= {"action", "content", "_meta"}


def _listed(value: Any) -> bool:
    """A list of prompts, resources or contents, by fields that only MCP has together."""
    for name, fields in _LISTS.items():
        items = value.get(name)
        if isinstance(items, list) and items and all(isinstance(one, dict) and fields <= one.keys() for one in items):
            return value.keys() <= {name, "nextCursor", "_meta", "resultType", "ttlMs", "cacheScope"}
    return False


_LISTS = {
    "prompts": {"name"}, "resources": {"uri", "name"}, "contents": {"uri"}, "resourceTemplates": {"uriTemplate"}, "roots": {"uri"},
}  # fmt: skip


def _linked(value: Any) -> bool:
    kind = value.get("type")
    if kind == "resource":
        resource = value.get("resource")
        return isinstance(resource, dict) and "uri" in resource
    return (kind == "resource_link" and "uri" in value) or (kind in ("image", "audio") and {"data", "mimeType"} <= value.keys())


def _items(weight: int, test: Any) -> Clue:
    """A clue for the members of a list (those of an object are found by looking into it)."""
    return clue(weight, "", lambda value: any(isinstance(one, dict) and test(one) for one in _first(value)))


def _first(value: Any) -> list[Any]:
    return value[:LOOKED_AT] if isinstance(value, list) else []


def _object(weight: int, test: Any) -> Clue:
    return clue(weight, "", lambda value: isinstance(value, dict) and test(value))


CLUES: tuple[Clue, ...] = (
    _object(4, _message),
    _object(4, _known_method),
    _object(2, _bare_call),
    _items(4, _message),
    clue(6, "tools/*", _tool),
    clue(6, "result/tools/*", _tool),
    clue(2, "result/content/*", _block),
    _object(6, _tool),
    _items(6, _tool),
    _object(4, _result),
    clue(3, "isError", bool),
    clue(3, "structuredContent"),
    _object(5, _typed_result),
    _object(5, _own_meta),
    _object(5, _sampled),
    _object(5, _sampling_params),
    _object(4, _rpc_error),
    _object(4, _prompt),
    _object(4, _elicited),
    _object(4, _listed),
    _object(4, _linked),
    _object(5, lambda value: {"protocolVersion", "capabilities"} <= value.keys()),
    _object(5, lambda value: {"supportedVersions", "capabilities"} <= value.keys()),
    _object(5, lambda value: value.get("type") == "tool_result" and isinstance(value.get("toolUseId"), str)),
)


# Reading


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's MCP parts: contracts, executions with their answers, and what breaks the protocol."""
    draft, found = Draft(ID, document), messages(parts)
    log = _Log(draft, found, join(found))
    for message in found:
        if message.kind == "bare":
            _bare(draft, message.node)
    log.read()
    return draft.capture()


class _Log:
    """The messages of one document being read together."""

    def __init__(self, draft: Draft, found: list[Message], joined: Joined) -> None:
        self.draft, self.found, self.joined = draft, found, joined
        self.revisions = Revisions(found, joined)
        self.requests = {id(one.answer): one.request for one in joined.exchanges if one.answer}
        self.servers = _servers(found, joined)
        self.about: dict[int, Execution] = {}
        self.answers = any(message.kind == "answer" for message in found)

    def read(self) -> None:
        """Adds all that the messages say."""
        self._contracts()
        self._executions()
        self._sampling()
        self._rules()
        self._headers()
        self._refusals()
        if note := self.revisions.finding():
            self.draft.said.append(Said(note))

    def _contracts(self) -> None:
        for message in self.found:
            if message.kind == "answer" and message.result.get("tools").value:
                revision, server = self.revisions.of(message), self.servers.get(message.channel)
                self.draft.mounts.extend(mounts(message.result, revision, server))

    def _executions(self) -> None:
        found = calls.chains(self.joined.exchanges)
        found += [calls.Chain([Exchange(one)]) for one in self.found if one.method in ("tools/call",) and not _joined(one)]
        notices = [message for message in self.found if message.kind == "notification"]
        calls.settle_tasks(found, self.joined.exchanges, notices)
        for chain in found:
            execution = None
            if chain.rounds[0].request.method == "tools/call":
                server = self.servers.get(chain.last.request.channel)
                execution = calls.execution(chain, server, alone=not self.answers)
                self.draft.executions.append(execution)
                self.about.update((id(message), execution) for message in chain.messages)
            for message, fault in chain.faults:
                self._say(_round_finding(fault, self.revisions.of(message)), message)
        order = {id(message.node): at for at, message in enumerate(self.found)}
        self.draft.executions.sort(key=lambda one: order.get(id(one.node), 0))

    def _sampling(self) -> None:
        for message in self.found:
            if message.method == "sampling/createMessage":
                _conversation(self.draft, message.params)
            for question in [asked for _, asked in message.result.get("inputRequests").items()]:
                if question.get("method").value == "sampling/createMessage":
                    _conversation(self.draft, question.get("params"))
            for answer in _sampled_answers(message, self.requests):
                self.draft.turns.append(sampling.answer(answer))

    def _rules(self) -> None:
        added, strict = keys_added(self.found), not prints_bodies(self.found)
        for message in self.found:
            request = self.requests.get(id(message))
            method = request.method if request else ""
            task = bool(request and request.params.get("task"))
            context = Context(self.revisions.of(message), method, added, strict and message.enveloped, task)
            for finding in findings(message, context):
                self._say(finding, message)
        for stray in self.joined.strays:
            id_ = stray.node.get("id")
            self._say(make("rpc-id-unmatched", id_.place(), id=id_.text), stray)

    def _headers(self) -> None:
        tools = {mount.name: mount for mount in self.draft.mounts if mount.hop == "discover"}
        for message in self.found:
            mount = tools.get(word(message.params.get("name")) or "") if message.method == "tools/call" else None
            asked = asked_for(mount.input, given(message.params.get("arguments"))) if mount and mount.input else {}
            for finding in header_findings(message, self.revisions.of(message), asked):
                self._say(finding, message)
        self.draft.said.extend(Said(finding) for mount in tools.values() for finding in misuses(mount.node))

    def _refusals(self) -> None:
        """Errors that no execution carries: of a handshake or a listing that never succeeded, or with no request in the log."""
        succeeded = {one.request.method for one in self.joined.exchanges if one.answer and not one.answer.result.missing}
        for message in self.found:
            request = self.requests.get(id(message))
            method = request.method if request else ""
            if message.kind != "answer" or message in self.joined.strays:
                continue
            if request is None and not self.joined.exchanges:
                self.draft.answers.extend(_lone_answer(message.node))
            elif request is None or (method in _FATAL and method not in succeeded):
                self.draft.said.extend(Said(finding) for finding in _refusal(message.node, method or "a request"))

    def _say(self, finding: Finding, message: Message) -> None:
        self.draft.said.append(Said(finding, self.about.get(id(message))))


def _joined(message: Message) -> bool:
    return message.kind == "request" and message.enveloped


def _servers(found: Sequence[Message], joined: Joined) -> dict[str | None, str]:
    """The name of the server at each address, where only one speaks there."""
    names: dict[str | None, set[str]] = {}
    for message in found:
        name = message.result.get("serverInfo", "name").value or message.result.get("_meta", f"{META}serverInfo", "name").value
        if isinstance(name, str):
            names.setdefault(message.channel, set()).add(name)
    for exchange in joined.exchanges:  # answers of a recorded exchange may lack the address that its request has
        if exchange.answer and exchange.answer.channel in names:
            names.setdefault(exchange.request.channel, set()).update(names[exchange.answer.channel])
    return {channel: next(iter(said)) for channel, said in names.items() if len(said) == 1}


_AGAIN = "Send the same request again with a new id, the state as it came and a response for each question."


def _round_finding(fault: Any, revision: str | None) -> Finding:
    return make(
        "rpc-invalid", fault.node.place(), sentence=fault.sentence, field=fault.field, rule=fault.rule, revision=revision,
        fault="host", hop="execute", advice=_AGAIN,
    )  # fmt: skip


def mounts(result: Node, revision: str | None = None, server: str | None = None) -> Iterator[Mount]:
    """The contracts in a `tools/list` result (or anything with `tools` in that form)."""
    for tool in result.get("tools").each():
        yield from _mount(tool, revision, server)


def _mount(tool: Node, revision: str | None = None, server: str | None = None) -> Iterator[Mount]:
    name, annotations = word(tool.get("name")), tool.get("annotations").value
    if name:
        yield Mount(
            name, "discover", ID, tool, given(tool.get("inputSchema")), given(tool.get("outputSchema")),
            given(tool.get("description")), server=server, annotations=annotations if isinstance(annotations, dict) else {},
            carries_output=not (revision and revision < "2025-06-18"),
        )  # fmt: skip


def _sampled_answers(message: Message, requests: dict[int, Message]) -> Iterator[Node]:
    """The model's answers that a message carries back to a server, where tools are in them."""
    request = requests.get(id(message))
    if request and request.method == "sampling/createMessage":
        candidates = [message.result]
    else:
        candidates = [answer for _, answer in message.params.get("inputResponses").items()]
    for candidate in candidates:
        if any(block.get("type").value == "tool_use" for block in sampling.blocks(candidate)):
            yield candidate


def _conversation(draft: Draft, params: Node) -> None:
    if sampling.uses_tools(params):
        draft.mounts.extend(sampling.mounts(params))
        draft.requests.append(sampling.request(params))
        draft.turns.extend(sampling.turns(params))


def _lone_answer(node: Node) -> Iterator[Answer]:
    """What a server answered to a request that stands elsewhere, if it can be the answer to a tool's call."""
    result, error = node.get("result") or node, node.get("error") if node.get("code").missing else node
    finding = next(_refusal(node, "a request"), None)
    id_ = node.get("id").value
    if isinstance(error.value, dict):
        yield Answer(ID, id_, calls.error_of(error), finding)
    elif isinstance(result.get("content").value, list) or result.get("structuredContent"):
        yield Answer(ID, id_, calls.result_of(result), finding)


def _refusal(node: Node, what: str) -> Iterator[Finding]:
    """The finding for an error or a failed result that stands without its request."""
    error = node.get("error") if node.get("code").missing else node
    if isinstance(error.value, dict):
        number = error.get("code").value
        yield make(
            "result-rpc-error", error.place(), tool=what, number=number, name=ERRORS.get(number, "server-defined"),
            said=word(error.get("message")) or "no message", data=error.get("data").value, advice="Look at the request it answers.",
        )  # fmt: skip
    result = node.get("result") or node
    if result.get("isError").value is True:
        texts = texts_of(result.get("content"))
        said = " ".join(text.string for text in texts) or "no text"
        yield make("result-error", (texts[0] if texts else result).place(), said=said)


# Bare pieces, without the message round them


def _bare(draft: Draft, node: Node) -> None:
    """What people copy out of a message: a list of tools, one tool, params, a result or an error."""
    value = node.value
    if isinstance(value.get("messages"), list) and "maxTokens" in value:
        _conversation(draft, node)
    elif isinstance(value.get("tools"), list):
        draft.mounts.extend(mounts(node))
    elif _tool(value):
        draft.mounts.extend(_mount(node))
    elif isinstance(value.get("name"), str) and ("arguments" in value or _own_meta(value)):
        draft.executions.append(Execution(value["name"], ID, node, arguments=node.get("arguments") or None, alone=True))
    elif _sampled(value):
        draft.turns.extend([sampling.answer(node)] if "tool_use" in {b.get("type").value for b in sampling.blocks(node)} else [])
    elif isinstance(value.get("toolUseId"), str):
        draft.returns.append(sampling.returned(node))
    else:
        draft.answers.extend(_lone_answer(node))


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The message that answers a call made in sampling."""
    block = {"type": "tool_result", "toolUseId": call.id or "", "content": [{"type": "text", "text": text}], "isError": True}
    return {"role": "user", "content": [block]}


DIALECT = Dialect(
    ID, "Model Context Protocol", CLUES, read, reply,
    Returns(flag="isError", missing="Each tool use must be answered by a tool result in the next user message."),
    stops=sampling.STOPS, stop_names_calls=True, arguments="object",
)  # fmt: skip
