"""A whole trace: documents read, contracts gathered, calls joined, every hop judged, the first cause named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hopscope.findings import Finding
from hopscope.flow import arguments as reading
from hopscope.flow import contracts as agreeing
from hopscope.flow import documents, gates, library, passage, spoken, strays, turns, unchanged, verdict
from hopscope.flow.answers import settled
from hopscope.flow.arguments import Arguments
from hopscope.flow.contracts import Contract
from hopscope.flow.documents import Document
from hopscope.flow.gates import Judged
from hopscope.flow.journeys import Joined, Journey, join, near_request
from hopscope.flow.library import Library
from hopscope.flow.verdict import Verdict
from hopscope.flow.way import Way, captured
from hopscope.model import Call, Capture, Execution, Turn
from hopscope.text.places import Place

INNER_FACTS = ("text-number-unsafe", "text-duplicate-key", "text-lone-surrogate", "text-number-nonfinite")


@dataclass(frozen=True, eq=False)
class Trace:
    """Everything that was found: `others` are the findings that belong to no call."""

    documents: tuple[Document, ...]
    contracts: tuple[Contract, ...]
    ways: tuple[Way, ...]
    others: tuple[Finding, ...]
    verdict: Verdict


def trace(given: Sequence[tuple[str, str]]) -> Trace:
    """The trace of documents given as (name, text)."""
    docs = spoken.told_apart(documents.read_all(given))
    with library.opened(document.peeled for document in docs) as shelf:
        return _traced(docs, shelf)


def _traced(docs: tuple[Document, ...], shelf: Library) -> Trace:
    captures = settled([capture for document in docs for capture in document.captures])
    mounts = [m for capture in captures for m in capture.mounts if not (m.guessed and shelf.holds(m.node))]
    before = unchanged.before(mounts, shelf)
    contracts = before.contracts if before else agreeing.gather(mounts)
    joined = join(captures, contracts)
    tools = _Tools(contracts)
    ways = tuple((before and before.way(journey)) or _way(journey, tools) for journey in joined.journeys)
    if any(document.typed for document in docs):
        unchanged.keep(mounts, contracts, ways, shelf)
    _answers(ways, joined)
    others = [
        *_of_joining(ways, joined),
        *_read(ways, captures),
        *_of_turns(joined, contracts),
        *agreeing.duplicates(mounts),
        *_of_contracts(ways, contracts),
        *_of_documents(ways, docs, held=bool(contracts)),
    ]
    judged = verdict.of_trace([way.settle() for way in ways], others)
    return Trace(docs, contracts, ways, tuple(others), judged)


class _Tools:
    """The tools that the contracts of a trace name.

    `certain` says whether they name them for certain, so that a name without a contract is unknown.
    """

    def __init__(self, contracts: tuple[Contract, ...]) -> None:
        mounts = [mount for contract in contracts for mount in contract.mounts]
        self.contracts = contracts
        self.names = {mount.name for mount in mounts}
        self.servers = {server for contract in contracts for server in contract.servers}
        self.certain = any(not mount.guessed for mount in mounts) and not any(mount.more for mount in mounts)


def _way(journey: Journey, tools: _Tools) -> Way:
    arguments = reading.read(journey)
    gate_in, gate_out = gates.gate_in(journey, arguments), gates.gate_out(journey)
    findings = [*_of_call(journey, arguments), *gate_in.findings]
    way = Way(journey, arguments, gate_in, gate_out, findings, captured(journey), gate_in.more + gate_out.more)
    way.able = gate_in.able or arguments.broken or _agreed(journey)
    _unknown(way, tools)
    if journey.execution or journey.returns:
        way.findings += _of_passage(way)
    if journey.contract and journey.contract.findings:
        way.findings += _of_contract(journey.contract, way.able)
    if journey.execution:
        way.findings += passage.unapproved(journey)
    if cut := turns.maybe_cut(journey, arguments):
        way.findings.append(cut)
    return way


def _of_passage(way: Way) -> Iterator[Finding]:
    """What became of a call that was run, or that something was returned for."""
    yield from passage.executed(way.journey, way.arguments, way.gate_in)
    yield from passage.answered(way.journey)
    yield from way.gate_out.findings
    yield from passage.returned(way.journey)


def _of_contract(contract: Contract, able: bool) -> Iterator[Finding]:
    """What a contract's own state means for a call: drift, a schema nothing can pass, or one that cannot judge."""
    for finding in contract.findings:
        if finding.code.startswith("contract-") or finding.code == "schema-unsatisfiable" or not able:
            yield finding


def _agreed(journey: Journey) -> bool:
    """The provider judges its own tools; a contract without an input schema refuses nothing."""
    contract = journey.contract
    if journey.call.hosted or journey.call.builtin:
        return True
    return contract is not None and all(mount.input is None for mount in contract.mounts)


def _of_call(journey: Journey, arguments: Arguments) -> Iterable[Finding]:
    if not journey.lone:
        return arguments.findings
    return (finding.but(fault="host") if finding.fault == "model" else finding for finding in arguments.findings)


def _unknown(way: Way, tools: _Tools) -> None:
    """A name without a contract where there are contracts; a wrapper whose inner names all have one is named as such."""
    journey = way.journey
    wrapper = turns.wrapped(journey.call, way.arguments)
    if wrapper:
        names, finding = wrapper
        way.findings.append(finding)
        if tools.names.issuperset(names):
            way.able = True
            return
    if journey.contract is None and tools.certain and not _is_excused(way, tools):
        finding = agreeing.unknown(journey.call, tools.contracts)
        finding = finding.but(fault="host") if journey.lone else finding
        way.findings.append(finding.but(severity="note") if _was_known(journey) else finding)
        way.able = True


def _is_excused(way: Way, tools: _Tools) -> bool:
    """Whether a name without a contract may be that of a tool all the same."""
    unrefused = way.journey.lone and not _is_refused(way.journey, tools)
    return _agreed(way.journey) or way.arguments.lost or unrefused


def _is_refused(journey: Journey, tools: _Tools) -> bool:
    """Whether the server that was asked, one of those whose tools are listed, did not run the tool."""
    response = journey.execution.response if journey.execution else None
    listed = not tools.servers or journey.call.namespace in tools.servers
    return listed and (response is None or response.failed or response.kind == "error")


_REFUSAL = re.compile(r"\b(error|unknown|not found|no such|not available|invalid|failed)\b", re.IGNORECASE)


def _was_known(journey: Journey) -> bool:
    """A past call that was answered well: whoever answered knew the tool, whatever the request offers by now."""
    texts = [text.string for returned in journey.returns for text in returned.texts]
    failed = any(returned.failed for returned in journey.returns) or any(map(_REFUSAL.search, texts))
    return journey.past and bool(journey.returns) and not failed


# Findings about more than one call: given to those that they are about; what is about none is yielded


def _of_joining(ways: tuple[Way, ...], joined: Joined) -> Iterator[Finding]:
    """What only the whole shows: results and executions that belong nowhere, calls that share an id."""
    by_journey = {id(way.journey): way for way in ways}
    found = list(strays.strays(joined))
    strayed = {id(journey) for journey, _ in found if journey}
    pairs = [
        *found,
        *passage.missing(joined, strayed),
        *passage.parallel_writes(joined.journeys),
        *turns.identified(joined.journeys),
        *_past(ways),
    ]
    for journey, finding in pairs:
        if journey is not None:
            by_journey[id(journey)].findings.append(finding)
        else:
            yield finding
    yield from passage.unexplained(joined.unexplained)


def _of_turns(joined: Joined, contracts: tuple[Contract, ...]) -> Iterator[Finding]:
    for turn, request in joined.turns:
        if not turn.history:
            yield from turns.said_of(turn, request, contracts)


def _of_contracts(ways: tuple[Way, ...], contracts: tuple[Contract, ...]) -> Iterator[Finding]:
    """What is wrong with the contracts; how the mounts of one drift is said of the calls that it judges."""
    used = {id(way.journey.contract) for way in ways}
    for contract in contracts:
        own = id(contract) in used
        yield from (f for f in contract.findings if not own or not f.code.startswith("contract-"))


def _answers(ways: tuple[Way, ...], joined: Joined) -> None:
    told = turns.answers(joined.turns)
    for way in ways:
        if answer := told.get(id(way.journey.turn)):
            way.captured["answer"] = answer


def _past(ways: tuple[Way, ...]) -> Iterator[tuple[Journey, Finding]]:
    """In a history the provider judges the arguments' form, not the model's skill: one finding replaces all others."""
    for way in ways:
        if way.journey.past and (finding := turns.refused_history(way.journey, way.arguments)):
            way.findings = [f for f in way.findings if f.hop not in ("call", "gate-in")]
            way.gate_in = Judged((), 0, True)
            yield way.journey, finding


def _read(ways: tuple[Way, ...], captures: list[Capture]) -> Iterator[Finding]:
    """What readers said, given to the call, turn or execution it is about."""
    told = [(number, said) for number, capture in enumerate(captures) for said in capture.said]
    owners = _Owners(ways if told else ())
    for number, said in told:
        way = owners.of(said.about, said.finding)
        request = near_request(captures, number) if said.aimed else None
        finding = said.aimed(request) if said.aimed and request else said.finding
        if way is None:
            yield finding
        else:
            way.findings.append(finding)


class _Owners:
    """Which call a reader's finding belongs to: its own, or the one of a turn that it is about."""

    def __init__(self, ways: tuple[Way, ...]) -> None:
        records = ((way, record) for way in ways for record in (way.journey.call, way.journey.execution))
        self._direct = {id(record): way for way, record in records if record}
        self._turns: dict[int, list[Way]] = {}
        for way in ways:
            self._turns.setdefault(id(way.journey.turn), []).append(way)

    def of(self, about: Call | Turn | Execution | None, finding: Finding) -> Way | None:
        """The call that a finding about a call, a turn or an execution belongs to, or None."""
        members = self._turns.get(id(about), []) if isinstance(about, Turn) else []
        if finding.code in ("stream-incomplete", "stream-error"):
            return next((way for way in members if way.journey.call.part_of_stream_end), None)
        if finding.code == "stream-index-conflict" and members:
            return members[0]
        return self._direct.get(id(about)) if about is not None else None


HELD = (
    "If this is the bare arguments of a call, Validate holds them against the tool's schema as a document of its own."
)


def _of_documents(ways: tuple[Way, ...], docs: tuple[Document, ...], *, held: bool) -> Iterator[Finding]:
    """Facts about a document's text; those inside the arguments of a call are said of the call.

    `held` says that there is a contract against which JSON of no dialect can be held.
    """
    inside = any(finding.code in INNER_FACTS for document in docs for finding in document.findings)
    spans = list(_argument_spans(ways)) if inside else []
    for document in docs:
        for finding in document.findings:
            inner = finding.code in INNER_FACTS
            home = next((way for way, place in spans if inner and _inside(finding.at, place)), None)
            if finding.code == "text-truncated" and (torn := _torn(ways, document)):
                torn.findings.append(finding)
            elif home is None:
                yield finding.but(advice=HELD) if held and finding.code == "dialect-unknown" else finding
            else:
                home.findings = [one for one in home.findings if not _of_stand_in(one, finding)]
                home.findings.append(finding.but(fault="host" if home.journey.lone else "model", hop="call"))


def _of_stand_in(judged: Finding, fact: Finding) -> bool:
    """Whether what was judged is the null that only stands for NaN or Infinity."""
    return fact.code == "text-number-nonfinite" and judged.hop == "gate-in" and _inside(judged.at, fact.at)


def _torn(ways: tuple[Way, ...], document: Document) -> Way | None:
    """The call that a document ends in."""
    own = (way for way in ways if way.journey.call.node.place().document == document.name)
    return next((way for way in own if way.arguments.lost), None)


def _argument_spans(ways: tuple[Way, ...]) -> Iterator[tuple[Way, Place]]:
    for way in ways:
        arguments = way.journey.call.arguments
        if arguments is not None and not way.journey.call.encoded:
            yield way, arguments.place()


def _inside(place: Place | None, outer: Place | None) -> bool:
    if place is None or outer is None or place.document != outer.document:
        return False
    return outer.start <= place.start and place.end <= outer.end
