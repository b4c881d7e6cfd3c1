"""Executions out of MCP exchanges: rounds of questions and tasks joined into the one call they belong to.

Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540 (multi round-trip requests, tasks of 2025-11-25);
modelcontextprotocol/ext-tasks at e434597.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hopscope.dialects import _mcp_elicitation as elicitation
from hopscope.dialects._mcp_fields import Fault, fields, shown
from hopscope.dialects._mcp_messages import ID, Exchange, Message, id_key
from hopscope.dialects._mcp_results import ROUNDS
from hopscope.dialects._reading import given, present, texts_of, word
from hopscope.dialects._rpc import error_name
from hopscope.model import Execution, Response
from hopscope.text.node import MISSING, Node
from hopscope.text.numbers import equal

NEAR = 50  # open questions looked at where no state tells which one a retry answers
_INPUTS = {  # what answers each question that a server may ask
    "elicitation/create": {"action": "string"},
    "sampling/createMessage": {"role": "string", "model": "string"},
    "roots/list": {"roots": "array"},
}


@dataclass(eq=False)
class Chain:
    """One request with the rounds that carried on with it; `outcome` is what its task ended in, `task` its id."""

    rounds: list[Exchange]
    task: str | None = None
    outcome: Response | None = None
    faults: list[tuple[Message, Fault]] = field(default_factory=list)
    state: Any = None  # what a retry must carry back, where the chain waits for one

    @property
    def last(self) -> Exchange:
        """The round that stands open, or the one that closed it."""
        return self.rounds[-1]

    @property
    def asked(self) -> Node:
        """The question the last round was answered with, or a missing node."""
        result = self.last.answer.result if self.last.answer else MISSING
        return result if result.value_at("resultType") == "input_required" else MISSING

    @property
    def messages(self) -> Iterator[Message]:
        """All messages of it."""
        for one in self.rounds:
            yield one.request
            yield from filter(None, (one.answer, *one.again))


def chains(exchanges: Sequence[Exchange]) -> list[Chain]:
    """The requests that may take rounds, each once, in the order in which they were first made."""
    found: list[Chain] = []
    waiting: dict[int, Chain] = {}
    for exchange in exchanges:
        if exchange.request.method not in ROUNDS:
            continue
        home = _home(waiting, exchange)
        if home is None:
            home = Chain([exchange])
            found.append(home)
        else:
            home.faults.extend((exchange.request, fault) for fault in _carried(home, exchange.request))
            home.rounds.append(exchange)
            del waiting[id(home)]
        if home.asked:
            home.state = home.asked.value_at("requestState")
            waiting[id(home)] = home
    for chain in found:
        chain.task = _task_id(chain)
    return found


def _home(waiting: dict[int, Chain], exchange: Exchange) -> Chain | None:
    """The open question that a request goes on from: only a request with state or responses is such a one."""
    params, request = exchange.request.params, exchange.request
    state = params.get("requestState")
    if state.missing and params.get("inputResponses").missing:
        return None
    asking = list(waiting.values())
    toldback = (chain for chain in asking if chain.state is not None and chain.state == state.value)
    by_state = [chain for chain in toldback if _same_target(chain.last.request, request)]
    if by_state:
        return by_state[-1]
    near = [chain for chain in asking[-NEAR:] if _same_target(chain.last.request, request)]
    by_keys = [chain for chain in near if _keys_meet(chain.asked, params)]
    by_arguments = [chain for chain in near if equal(_arguments(chain.last.request), _arguments(request))]
    both = [chain for chain in by_keys if chain in by_arguments]
    return next((group[-1] for group in (both, by_arguments, by_keys, near) if group), None)


def _same_target(one: Message, other: Message) -> bool:
    keys = ("name", "uri")
    same = all(one.params.value_at(key) == other.params.value_at(key) for key in keys)
    return one.method == other.method and one.channel == other.channel and same


def _keys_meet(asked: Node, params: Node) -> bool:
    return any(params.get("inputResponses", key) for key, _ in asked.get("inputRequests").items())


def _arguments(request: Message) -> object:
    return request.params.value_at("arguments") or {}


def _carried(chain: Chain, request: Message) -> Iterator[Fault]:
    """What a retry does wrong with the state and the responses it must carry."""
    asked, params = chain.asked, request.params
    id = request.node.get("id")
    if id_key(id) in {id_key(one.request.node.get("id")) for one in chain.rounds}:
        sentence = f"The retry carries the id {shown(id)} again; it is a request of its own and needs a new id."
        yield Fault(id, sentence, "id", "round")
    yield from _state(asked.get("requestState"), params, request)
    yield from _responses(asked.get("inputRequests"), params, request)


def _state(told: Node, params: Node, request: Message) -> Iterator[Fault]:
    sent = params.get("requestState")
    if sent.missing and told:
        sentence = f"The retry lacks requestState; it must carry {shown(told)} back exactly as the server gave it."
        yield Fault(params or request.node, sentence, "requestState", "round")
    elif sent and not told:
        sentence = "The retry carries a requestState, but the server gave none to carry."
        yield Fault(sent, sentence, "requestState", "round")
    elif sent.value != told.value:
        sentence = f"requestState is {shown(sent)}, but the server gave {shown(told)}; it must come back unchanged."
        yield Fault(sent, sentence, "requestState", "round")


def _responses(asked: Node, params: Node, request: Message) -> Iterator[Fault]:
    sent = params.get("inputResponses")
    if sent and not isinstance(sent.value, dict):
        yield Fault(sent, f"inputResponses is {shown(sent)}; it must be an object.", "inputResponses", "round")
        return
    missing = [key for key, _ in asked.items() if sent.get(key).missing]
    if missing:
        extra = [key for key, _ in sent.items() if asked.get(key).missing]
        instead = f" (it carries {', '.join(extra)})" if extra else ""
        sentence = f"inputResponses lacks {', '.join(missing)}, which the server asked for{instead}."
        yield Fault(sent or params or request.node, sentence, "inputResponses", "round")
    for key, question in asked.items():
        wanted = _INPUTS.get(word(question, "method") or "", {})
        if sent.get(key):
            yield from fields(sent.get(key), wanted, f"inputResponses {key}")
            if question.value_at("method") == elicitation.METHOD:
                yield from elicitation.faults(question.get("params"), sent.get(key))


# Tasks


def _task_id(chain: Chain) -> str | None:
    result = chain.last.answer.result if chain.last.answer else MISSING
    nested = word(result, "task", "taskId")
    return nested or (word(result, "taskId") if result.value_at("resultType") == "task" else None)


def settle_tasks(found: Sequence[Chain], exchanges: Sequence[Exchange], notices: Sequence[Message]) -> None:
    """Gives each task what it ended in, from whatever told it: `tasks/result`, `tasks/get` or a notification."""
    by_id = {chain.task: chain for chain in found if chain.task}
    for exchange in exchanges:
        chain = by_id.get(word(exchange.request.params, "taskId") or "")
        if chain is None or exchange.answer is None:
            continue
        if exchange.request.method == "tasks/result":
            chain.outcome = response(exchange.answer)
        elif exchange.request.method == "tasks/get":
            chain.outcome = _state_of(exchange.answer.result) or chain.outcome
    for notice in notices:
        chain = by_id.get(word(notice.params, "taskId") or "")
        if chain and notice.method.startswith("notifications/tasks"):
            chain.outcome = chain.outcome or _state_of(notice.params)


def _state_of(state: Node) -> Response | None:
    """What a task's state tells: the extension carries result, error or questions in it, 2025-11-25 only a status."""
    status = state.value_at("status")
    if isinstance(state.value_at("error"), dict):
        return error_of(state.get("error"))
    if isinstance(state.value_at("result"), dict):
        return result_of(state.get("result"))
    if status == "input_required":
        return Response("input", state)
    if status in ("failed", "cancelled"):
        return Response("task", state, failed=True, said=word(state, "statusMessage") or str(status))
    return None


# Responses and executions


def response(answer: Message) -> Response | None:
    """What a server answered."""
    if isinstance(answer.error.value, dict):
        return error_of(answer.error)
    return result_of(answer.result) if isinstance(answer.result.value, dict) else None


def error_of(error: Node) -> Response:
    """The response that a JSON-RPC error object is."""
    number = error.value_at("code")
    said = word(error, "message") or ""
    whole = number if type(number) is int else None
    name = error_name(number)
    return Response("error", error, True, number=whole, number_name=name, said=said, data=given(error.get("data")))


def result_of(result: Node) -> Response:
    """The response that a result is, by its type."""
    if result.value_at("resultType") == "input_required":
        return Response("input", result)
    if result.value_at("resultType") == "task" or isinstance(result.value_at("task"), dict):
        return Response("task", result)
    failed = result.value_at("isError") is True
    return Response("result", result, failed, texts_of(result.get("content")), _structured(result))


def _structured(result: Node) -> Node | None:
    """Null is a value since 2026-07-28, whose results say their type; before it is what some printers write for nothing."""
    node = result.get("structuredContent")
    return given(node) if result.get("resultType").missing else (node or None)


def execution(chain: Chain, server: str | None, alone: bool = False) -> Execution:
    """The one execution that all rounds of a `tools/call` are; `alone` where no answer could stand beside it.

    An answer that is no JSON-RPC answer is told as such, and its request not as unanswered.
    """
    first, later = chain.rounds[0], chain.rounds[1:]
    last = chain.last.answer
    retries = tuple(_execution(one, response(one.answer) if one.answer else None, server) for one in later)
    settled = chain.outcome or (response(last) if last else None)
    return replace(_execution(first, settled, server, retries), alone=alone or last is not None)


def _execution(
    exchange: Exchange, answered: Response | None, server: str | None, retries: tuple[Execution, ...] = ()
) -> Execution:
    node, params = exchange.request.node, exchange.request.params
    name, arguments = word(params, "name") or "", present(params.get("arguments"))
    return Execution(name, ID, node, node.value_at("id"), arguments, answered, server, retries=retries)
