"""Model Context Protocol: logs over stdio and Streamable HTTP of every revision, and bare tools, params and results.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540, revisions 2024-11-05 to 2026-07-28.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope.dialects import _mcp_calls as calls
from hopscope.dialects import _mcp_elicitation as elicitation
from hopscope.dialects import _mcp_sampling as sampling
from hopscope.dialects._base import Dialect, Draft, Returns
from hopscope.dialects._mcp_clues import CLUES, has_own_meta, is_sampled, is_tool
from hopscope.dialects._mcp_fields import Fault
from hopscope.dialects._mcp_foreign import is_other_log
from hopscope.dialects._mcp_headers import asked_for, header_findings, misuses
from hopscope.dialects._mcp_messages import ID, Exchange, Joined, Message, id_key, join, messages
from hopscope.dialects._mcp_revision import META, Revisions
from hopscope.dialects._mcp_rules import Context, findings, keys_added, prints_bodies
from hopscope.dialects._offers import Offering, Tool, stated
from hopscope.dialects._reading import given, texts_of, word
from hopscope.dialects._replaying import Passed, Replay
from hopscope.dialects._rpc import error_name
from hopscope.findings import Finding, make
from hopscope.layers import Part
from hopscope.model import Answer, Call, Capture, Execution, Mount
from hopscope.text.node import Node
from hopscope.text.numbers import equal

_FATAL = ("initialize", "tools/list")  # requests beside tools/call whose refusal is worth telling


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's MCP parts: contracts, executions with their answers, and what breaks the protocol."""
    draft, found = Draft(ID, document), messages(parts)
    if is_other_log(found):
        return draft.capture()
    log = _Log(draft, found, join(found))
    if all(message.kind == "bare" for message in found):  # among messages, other lines are the log's own
        for message in found:
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
        self._forms()
        self._headers()
        self._refusals()
        if note := self.revisions.finding():
            self.draft.tell([note])

    def _contracts(self) -> None:
        asked = [message.params.value_at("cursor") for message in self.found if message.method == "tools/list"]
        for message in self.found:
            if message.kind == "answer" and message.result.value_at("tools"):
                revision, server = self.revisions.of(message), self.servers.get(message.channel)
                following = word(message.result, "nextCursor")
                more = bool(following) and following not in asked
                stated = mounts(message.result, revision, server)
                self.draft.mounts.extend(replace(mount, more=more) for mount in stated)

    def _executions(self) -> None:
        found = calls.chains(self.joined.exchanges)
        bare = (message for message in self.found if message.method == "tools/call" and not _joined(message))
        found += [calls.Chain([Exchange(message)]) for message in bare]
        notices = [message for message in self.found if message.kind == "notification"]
        calls.settle_tasks(found, self.joined.exchanges, notices)
        ids = (one.params.get("requestId") for one in notices if one.method == "notifications/cancelled")
        cancelled = {id_key(id_) for id_ in ids} - {None}  # what was called off is to be left unanswered
        for chain in found:
            execution = None
            if chain.rounds[0].request.method == "tools/call":
                server = self.servers.get(chain.last.request.channel)
                unanswerable = not self.answers or id_key(chain.last.request.node.get("id")) in cancelled
                execution = calls.execution(chain, server, alone=unanswerable)
                self.draft.executions.append(execution)
                self.about.update((id(message), execution) for message in chain.messages)
            for message, fault in chain.faults:
                self._say(_broken(fault, self.revisions.of(message), _AGAIN), message)
        order = {id(message.node): at for at, message in enumerate(self.found)}
        self.draft.executions.sort(key=lambda one: order.get(id(one.node), 0))

    def _sampling(self) -> None:
        for message in self.found:
            if message.method == "sampling/createMessage":
                _conversation(self.draft, message.params)
            questions = [question for _, question in message.result.get("inputRequests").items()]
            for question in questions:
                if question.value_at("method") == "sampling/createMessage":
                    _conversation(self.draft, question.get("params"))
            for answer in _sampled_answers(message, self.requests):
                self.draft.turns.append(sampling.answer(answer))

    def _rules(self) -> None:
        added, strict = keys_added(self.found), not prints_bodies(self.found)
        batch = None
        for message in self.found:
            request = self.requests.get(id(message))
            method = request.method if request else ""
            task, begins = bool(request and request.params.get("task")), message.batch is not batch
            batch = message.batch
            context = Context(self.revisions.of(message), method, added, strict and message.enveloped, task, begins)
            for finding in findings(message, context):
                self._say(finding, message)
        for exchange in self.joined.exchanges:
            for again in exchange.again:
                if exchange.answer and not equal(again.node.value, exchange.answer.node.value):
                    self._say(_twice(again, exchange.answer), again)
        for stray in self.joined.strays:
            id_ = stray.node.get("id")
            self._say(make("rpc-id-unmatched", id_.place(), id=id_.text), stray)

    def _forms(self) -> None:
        for exchange in self.joined.exchanges:
            if exchange.request.method == elicitation.METHOD and exchange.answer:
                for fault in elicitation.faults(exchange.request.params, exchange.answer.result):
                    finding = _broken(fault, self.revisions.of(exchange.answer), _FILL_IN)
                    self._say(finding, exchange.answer)

    def _headers(self) -> None:
        tools = {mount.name: mount for mount in self.draft.mounts if mount.hop == "discover"}
        for message in self.found:
            mount = tools.get(word(message.params, "name") or "") if message.method == "tools/call" else None
            asked = asked_for(mount.input, given(message.params.get("arguments"))) if mount and mount.input else {}
            for finding in header_findings(message, self.revisions.of(message), asked):
                self._say(finding, message)
        for mount in tools.values():
            self.draft.tell(misuses(mount.node))

    def _refusals(self) -> None:
        """Errors that no execution carries: of a handshake or a listing that never succeeded, or with no request in the log."""
        strays = set(map(id, self.joined.strays))
        answered = (one for one in self.joined.exchanges if one.answer and not one.answer.result.missing)
        succeeded = {one.request.method for one in answered}
        for message in self.found:
            request = self.requests.get(id(message))
            method = request.method if request else ""
            if message.kind != "answer" or id(message) in strays:
                continue
            if request is None and not self.joined.exchanges:
                self.draft.answers.extend(_lone_answer(message.node))
            elif request is None or (method in _FATAL and method not in succeeded):
                self.draft.tell(_refusal(message.node, method or "a request"))

    def _say(self, finding: Finding, message: Message) -> None:
        self.draft.tell([finding], self.about.get(id(message)))


def _joined(message: Message) -> bool:
    return message.kind == "request" and message.enveloped


def _servers(found: Sequence[Message], joined: Joined) -> dict[str | None, str]:
    """The name of the server at each address, where only one speaks there."""
    names: dict[str | None, set[str]] = {}
    for message in found:
        info = message.result.get("serverInfo") or message.result.get("_meta", f"{META}serverInfo")
        name = info.value_at("name")
        if isinstance(name, str):
            names.setdefault(message.channel, set()).add(name)
    for exchange in joined.exchanges:  # answers of a recorded exchange may lack the address that its request has
        if exchange.answer and exchange.answer.channel in names:
            names.setdefault(exchange.request.channel, set()).update(names[exchange.answer.channel])
    return {channel: next(iter(said)) for channel, said in names.items() if len(said) == 1}


_FILL_IN = "Check the form against requestedSchema before its content is sent, and let the person mend it."
_AGAIN = "Send the same request again with a new id, the state as it came and a response for each question."


def _twice(again: Message, first: Message) -> Finding:
    id_ = again.node.get("id")
    return make(
        "rpc-invalid", id_.place(), sentence=f"The id {id_.text} is answered twice, and differently.", field="id", rule="envelope",
        fault="server", hop="result", related=[first.node.place()], advice="Answer each request once.",
    )  # fmt: skip


def _broken(fault: Fault, revision: str | None, advice: str) -> Finding:
    """What the host's part of a conversation with the server breaks."""
    return make(
        "rpc-invalid", fault.node.place(), sentence=fault.sentence, field=fault.field, rule=fault.rule, revision=revision,
        fault="host", hop="execute", advice=advice,
    )  # fmt: skip


def mounts(result: Node, revision: str | None = None, server: str | None = None) -> Iterator[Mount]:
    """The contracts in a `tools/list` result (or anything with `tools` in that form)."""
    for tool in result.get("tools").each():
        yield from _mount(tool, revision, server)


def _mount(tool: Node, revision: str | None = None, server: str | None = None) -> Iterator[Mount]:
    name, annotations = word(tool, "name"), tool.value_at("annotations")
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
    return filter(sampling.holds_calls, candidates)


def _conversation(draft: Draft, params: Node) -> None:
    if sampling.uses_tools(params):
        draft.mounts.extend(sampling.mounts(params))
        draft.requests.append(sampling.request(params))
        draft.turns.extend(sampling.turns(params))


def _lone_answer(node: Node) -> Iterator[Answer]:
    """What a server answered to a request that stands elsewhere, if it can be the answer to a tool's call."""
    result, error = node.get("result") or node, node.get("error") if node.get("code").missing else node
    finding = next(_refusal(node, "a request"), None)
    id_ = node.value_at("id")
    if isinstance(error.value, dict) and type(error.value_at("code")) is int:
        yield Answer(ID, id_, calls.error_of(error), finding)
    elif isinstance(result.value_at("content"), list) or result.get("structuredContent"):
        yield Answer(ID, id_, calls.result_of(result), finding)


def _refusal(node: Node, what: str) -> Iterator[Finding]:
    """The finding for an error or a failed result that stands without its request."""
    error = node.get("error") if node.get("code").missing else node
    if isinstance(error.value, dict):
        number = error.value_at("code")
        yield make(
            "result-rpc-error", error.place(), tool=what, number=number, name=error_name(number),
            said=word(error, "message") or "no message", data=error.value_at("data"), advice="Look at the request it answers.",
        )  # fmt: skip
    result = node.get("result") or node
    if result.value_at("isError") is True:
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
    elif is_tool(value):
        draft.mounts.extend(_mount(node))
    elif isinstance(value.get("name"), str) and ("arguments" in value or has_own_meta(value)):
        draft.executions.append(Execution(value["name"], ID, node, arguments=node.get("arguments") or None, alone=True))
    elif is_sampled(value):
        if sampling.holds_calls(node):
            draft.turns.append(sampling.answer(node))
    elif isinstance(value.get("toolUseId"), str):
        draft.returns.append(sampling.returned(node))
    else:
        draft.answers.extend(_lone_answer(node))


# Writing tools


def write_tool(tool: Tool) -> dict[str, Any]:
    """A tool as a server lists it."""
    return stated(name=tool.name, description=tool.description, inputSchema=tool.input, outputSchema=tool.output)


OFFERING = Offering(  # `Tool` of every revision's schema requires `inputSchema`
    write_tool, "inputSchema", "mcp", "outputSchema", required=("inputSchema",), kept=("title", "annotations")
)


# What a host sends back


def reply(call: Call, text: str) -> dict[str, Any]:
    """The message that answers a call made in sampling; for a request that a host sent, the server's answer to it.

    A refusal of arguments is a result with `isError` (SEP-1303), which names its type from 2026-07-28 on.
    """
    content = [{"type": "text", "text": text}]
    if call.node.value_at("method") == "tools/call":
        stated = call.node.value_at("params", "_meta", "io.modelcontextprotocol/protocolVersion")
        kind = {"resultType": "complete"} if isinstance(stated, str) and stated >= "2026-07-28" else {}
        return {
            "jsonrpc": "2.0",
            "id": call.node.value_at("id"),
            "result": {**kind, "content": content, "isError": True},
        }
    block = {"type": "tool_result", "toolUseId": call.id or "", "content": content, "isError": True}
    return {"role": "user", "content": [block]}


def _replayed(turn: Sequence[Passed]) -> list[Any]:
    """A request for each call of a turn and the answer to it."""
    return [message for one in turn for message in _request_and_answer(one)]


def _request_and_answer(one: Passed) -> list[Any]:
    params = {"name": one.name, "arguments": one.arguments}
    messages: list[Any] = [{"jsonrpc": "2.0", "id": one.id, "method": "tools/call", "params": params}]
    if one.result is None:
        return messages
    answer: dict[str, Any] = {"content": [{"type": "text", "text": one.result.text}]}
    if one.result.value is not None and not one.result.failed:
        answer["structuredContent"] = one.result.value
    return [*messages, {"jsonrpc": "2.0", "id": one.id, "result": {**answer, "isError": one.result.failed}}]


DIALECT = Dialect(
    ID,
    "Model Context Protocol",
    CLUES,
    read,
    reply,
    Returns(flag="isError", missing="Each tool use must be answered by a tool result in the next user message."),
    stops=sampling.STOPS,
    stop_names_calls=True,
    arguments="object",
    offering=OFFERING,
    replay=Replay(_replayed, ""),
)
