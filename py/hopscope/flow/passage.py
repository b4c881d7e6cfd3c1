"""The way through host and server: what was executed, what came back, and what the model was told of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from hopscope import dialects
from hopscope.compare import values
from hopscope.dialects._base import Dialect
from hopscope.findings import Finding, few, make
from hopscope.flow.arguments import NAMES, Arguments
from hopscope.flow.contracts import reached
from hopscope.flow.faithful import difference, held_whole
from hopscope.flow.gates import Judged
from hopscope.flow.journeys import Joined, Journey, arguments_of
from hopscope.model import Call, Execution, Response, Return
from hopscope.text.node import Node
from hopscope.text.write import dumps

SHOWN = 4  # changes named in one sentence


def dialect_of(journey: Journey) -> Dialect:
    """The dialect that the call was written in."""
    return dialects.every()[journey.call.dialect]


# Execute


def executed(journey: Journey, arguments: Arguments, gate: Judged) -> Iterator[Finding]:
    """How the execution differs from the call."""
    execution = journey.execution
    if execution is None or execution.unseen or execution.cut or journey.call.hosted:
        return
    if not journey.lone:
        yield from _joined(journey, execution)
    yield from _sent(journey, execution, arguments, gate)
    if (gate.shut or arguments.broken) and not journey.lone:
        why = next(_refusals(arguments, gate, arguments_of(execution)), None)
        if why is not None:
            yield _rejected(journey, execution, arguments, why)


def _joined(journey: Journey, execution: Execution) -> Iterator[Finding]:
    if journey.by:
        yield make(
            "trace-joined",
            journey.call.node.place(),
            related=[execution.node.place()],
            tool=journey.call.name,
            by=journey.by,
        )
    if execution.name != journey.call.name:
        at = (execution.node.get("params", "name") or execution.node).place()
        yield make(
            "execute-name-changed",
            at,
            related=[journey.call.node.place()],
            tool=journey.call.name,
            executed=execution.name,
        )


def _sent(journey: Journey, execution: Execution, arguments: Arguments, gate: Judged) -> Iterator[Finding]:
    """Arguments sent as a string, or others than the model's; a call known by its execution alone is as it was sent."""
    for one in (execution, *journey.retries, *execution.retries):
        if one.arguments is not None and isinstance(one.arguments.value, str):
            due = _due(one.arguments, arguments)
            yield make("execute-arguments-string", one.arguments.place(), tool=journey.call.name, object=due)
            break
    if arguments.node is None and arguments.value is None:
        return
    runs = [] if journey.lone else [execution, *journey.retries]
    for one in (*runs, *execution.retries):
        sent = arguments_of(one)
        if isinstance(one.arguments and one.arguments.value, str) and not isinstance(sent, dict):
            continue
        if changes := [change for change in values(arguments.value, sent) if not _is_mend(change, gate)]:
            yield _changed("execute-arguments-changed", journey, _differing(one, changes[0].path), changes)
            return


def _differing(run: Execution, path: str) -> Node:
    """The member of the arguments sent that differs from the model's, or what should hold it."""
    sent = run.arguments or run.node
    opened = sent.opened() if isinstance(sent.value, str) else sent
    return reached(opened or sent, path)


def _is_mend(change: Any, gate: Judged) -> bool:
    """A null left out where the contract, or the server's alone, refuses it is no change of the call, but what is advised."""
    nulls = [f.params["path"] for f in gate.findings if f.code == "arguments-null-optional"]
    return change.kind == "removed" and change.path in nulls


def _due(sent: Node, arguments: Arguments) -> str:
    """The object that should have been sent: the one in the string, else the model's own."""
    known = [value for value in (sent.opened().value, arguments.value) if isinstance(value, dict)]
    return dumps(known[0])[:400] if known else "of the arguments"


def _changed(code: str, journey: Journey, node: Node, changes: list[Any], **params: Any) -> Finding:
    told = few([f"{change.path or '/'} {change.says}" for change in changes], SHOWN)
    return make(code, node.place(), related=[journey.call.node.place()], tool=journey.call.name, changes=told, **params)


def _refusals(arguments: Arguments, gate: Judged, sent: Any) -> Iterator[Finding]:
    """What the contract that was offered refuses of the model's arguments; a null that was left out mended that one."""
    left_out = {change.path for change in values(arguments.value, sent) if change.kind == "removed"}
    for finding in arguments.findings:
        if finding.severity == "error":
            yield finding
    for finding in gate.findings:
        mended = finding.code == "arguments-null-optional" and finding.params["path"] in left_out
        offered = finding.fault != "contract" and "refused_by" not in finding.params
        if finding.severity == "error" and offered and not mended:
            yield finding


def _rejected(journey: Journey, execution: Execution, arguments: Arguments, why: Finding) -> Finding:
    at = (execution.arguments or execution.node).place()
    changed = arguments.value is not None and any(values(arguments.value, arguments_of(execution)))
    return make(
        "execute-rejected-call", at, variant="changed" if changed else "", related=[why.at] if why.at else [],
        tool=journey.call.name, why=why.message,
    )  # fmt: skip


def unexplained(executions: Iterable[Execution]) -> Iterator[Finding]:
    """Executions that no captured call explains."""
    for execution in executions:
        at = (execution.node.get("params", "name") or execution.node).place()
        if said := _failure(execution.response):
            yield make("execute-unknown-call", at, variant="failed", tool=execution.name, said=said)
        else:
            yield make("execute-unknown-call", at, tool=execution.name)


def _failure(response: Response | None) -> str:
    """With what a server failed: the number of its JSON-RPC error and its words; empty where it did not fail."""
    if response is None or not (response.failed or response.kind == "error"):
        return ""
    number = "" if response.number is None else f"{response.number} "
    return f"{number}{_words(response) or 'no message'}"[:1000]


def _words(response: Response) -> str:
    return " ".join(text.string for text in response.texts).strip() or response.said


def parallel_writes(journeys: list[Journey]) -> Iterator[tuple[Journey, Finding]]:
    """Two calls of one turn to tools that say they write, both run, and no order of theirs is known."""
    turns: dict[int, list[Journey]] = {}
    for journey in journeys:
        contract = journey.contract
        if contract and contract.writes and journey.turn is not None and (journey.execution or journey.returns):
            turns.setdefault(id(journey.turn), []).append(journey)
    for members in turns.values():
        for earlier, later in pairwise(members):
            if not _ordered(earlier.execution, later.execution):
                yield later, _parallel(earlier.call, later.call)


def _parallel(earlier: Call, later: Call) -> Finding:
    tools, related = f"{earlier.name} and {later.name}", [earlier.node.place()]
    return make("policy-parallel-write", later.node.place(), related=related, tools=tools)


def _ordered(one: Execution | None, other: Execution | None) -> bool:
    """Whether one of two executions was answered before the other began, in one log."""
    spans = [(run.node.place(), run.response.node.place()) for run in (one, other) if run and run.response]
    if len(spans) < 2 or len({place.document for span in spans for place in span}) > 1:
        return False
    (begun, ended), (other_begun, other_ended) = spans
    return ended.end <= other_begun.start or other_ended.end <= begun.start


def unapproved(journey: Journey) -> Iterator[Finding]:
    """A tool that says it destroys, run by the provider without an approval in sight, where the dialect has approvals."""
    execution, contract = journey.execution, journey.contract
    where = dialect_of(journey).approvals
    if execution is None or contract is None or not journey.call.hosted or not where:
        return
    if contract.says("destructiveHint") is True and not execution.approved:
        yield make("policy-unapproved", execution.node.place(), tool=journey.call.name, where=where)


# Result


def answered(journey: Journey) -> Iterator[Finding]:
    """What the server answered: its error, or what its text block and its structure disagree in."""
    execution = journey.execution
    if execution is None:
        yield from _told_error(journey)
        return
    response = execution.response
    if response is None:
        if not journey.call.hosted and not execution.alone:
            yield make("result-unanswered", execution.node.place(), tool=execution.name, id=_id(execution))
    elif response.kind == "input":
        yield make("result-unanswered", response.node.place(), variant="input", tool=execution.name, id=_id(execution))
    elif response.kind == "error":
        yield _rpc_error(execution, response)
    elif response.failed:
        yield _tool_error(execution, response)
    else:
        yield from _copies(execution, response)


def _id(execution: Execution) -> str:
    return execution.id if isinstance(execution.id, str) else dumps(execution.id)


def _rpc_error(execution: Execution, response: Response) -> Finding:
    data = dumps(response.data.value)[:600] if response.data is not None else None
    advice = f"The server adds: {data}" if data else "The server's own words say what it refuses."
    return make(
        "result-rpc-error",
        response.node.place(),
        advice=advice,
        tool=execution.name,
        number=response.number,
        name=response.number_name or "server-defined",
        said=response.said or "no message",
        data=data,
    )


def _tool_error(execution: Execution, response: Response) -> Finding:
    said = _words(response) or "no text"
    at = response.texts[0].place() if response.texts else response.node.place()
    return make("result-error", at, variant="quoted", tool=execution.name, said=said[:1000])


def _told_error(journey: Journey) -> Iterator[Finding]:
    """Where only the model's side was captured, its error flag tells of the failure."""
    if failed := [returned for returned in journey.returns if returned.failed]:
        yield _flagged(journey.call, failed[0])


def _flagged(call: Call, failed: Return) -> Finding:
    content = failed.content or failed.node
    at = failed.texts[0] if failed.texts else content.get("error") or content
    said = " ".join(text.string for text in failed.texts).strip() or at.string or dumps(at.value)
    return make("result-error", at.place(), variant="quoted", tool=call.name, said=said[:1000])


def _copies(execution: Execution, response: Response) -> Iterator[Finding]:
    for text in response.texts:
        if text.string.lstrip()[:1] not in ("{", "["):
            continue
        reading = text.inner()
        if any(mark.text.lstrip("-") in ("NaN", "Infinity") for mark in reading.marks):
            mark = reading.marks[0]
            yield make("result-text-nonfinite", text.place(), tool=execution.name, text=mark.text)
        elif response.structured is not None and len(response.texts) == 1 and reading.completeness == "complete":
            changes = values(response.structured.value, text.opened().value)
            if changes:
                told = [f"{change.path or '/'} {change.says}" for change in changes][:SHOWN]
                at, other = text.place(), response.structured.place()
                yield make("result-text-differs", at, related=[other], tool=execution.name, changes=told)


# Return


def returned(journey: Journey) -> Iterator[Finding]:
    """What the model was told, held against the call and the server's answer."""
    returns, dialect = journey.returns, dialect_of(journey)
    if journey.call.hosted or journey.lone or not returns:
        return
    first = returns[0]
    if len(returns) > 1:
        label, related = journey.call.id or journey.call.name, [first.node.place()]
        yield make("return-duplicate", returns[1].node.place(), related=related, id=label, tool=journey.call.name)
    if first.misplaced:
        yield make("return-order", first.node.place(), sentence=first.misplaced, advice=dialect.returns.missing)
    if first.wanted:
        yield _content_type(journey, first, dialect)
    runs = [journey.execution, *journey.retries] if journey.execution else []
    if responses := [run.response for run in runs if run.response]:
        yield from _told(journey, first, responses[-1], dialect)


def _content_type(journey: Journey, first: Return, dialect: Dialect) -> Finding:
    content = first.content or first.node
    what = NAMES.get(type(content.value), "a number")
    return make(
        "return-content-type",
        content.place(),
        tool=journey.call.name,
        what=what,
        dialect=dialect.label,
        wanted=first.wanted,
        text=dumps(dumps(content.value))[:600],
    )


def _told(journey: Journey, first: Return, response: Response, dialect: Dialect) -> Iterator[Finding]:
    failed = response.failed or response.kind == "error"
    if failed:
        if dialect.returns.flag and first.failed is not True:
            yield make("return-error-as-success", first.node.place(), tool=journey.call.name, flag=dialect.returns.flag)
    elif response.kind == "result" and first.content is not None and not first.wanted:
        changes = difference(first, response)
        if changes and held_whole(first, response):
            yield make("return-changed", first.content.place(), variant="envelope", tool=journey.call.name)
        elif changes:
            yield _changed("return-changed", journey, first.content, changes)


def missing(joined: Joined, strayed: set[int]) -> Iterator[tuple[Journey, Finding]]:
    """Calls of answered turns without a result; one whose result went to a near id has that finding alone.

    A history that the provider went on with was no error to it.
    """
    taken = {id(turn.request) for turn, _ in joined.turns if not turn.history and (turn.calls or turn.texts)}
    for journey in joined.journeys:
        if journey.returns or not journey.answered or journey.lone or journey.call.hosted or id(journey) in strayed:
            continue
        advice = dialect_of(journey).returns.missing
        label = journey.call.id or f"number {journey.number + 1}"
        accepted = bool(journey.told_in) and all(id(request) in taken for request in journey.told_in)
        found = make(
            "return-missing", journey.call.node.place(), severity="warning" if accepted else None, id=label,
            tool=journey.call.name, advice=advice,
        )  # fmt: skip
        yield journey, found
