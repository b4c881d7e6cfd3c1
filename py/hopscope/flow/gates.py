"""The two gates, computed: arguments against the input schema, results against the output schema, answers against theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hopscope import contracts
from hopscope.contracts import Outcome, Violation
from hopscope.findings import Finding, make
from hopscope.flow.arguments import Arguments
from hopscope.flow.contracts import Contract, promise_of, schema_of
from hopscope.flow.journeys import Journey
from hopscope.model import Mount
from hopscope.text.node import Node
from hopscope.text.places import Place, pointer
from hopscope.text.write import dumps

KINDS = {
    "coercible": "arguments-coercible",
    "nested-encoded": "arguments-nested-encoded",
    "null-optional": "arguments-null-optional",
}


@dataclass(frozen=True, slots=True)
class Judged:
    """What a gate said: its findings, how many more there were, and whether it could judge at all."""

    findings: tuple[Finding, ...] = ()
    more: int = 0
    able: bool = False

    @property
    def shut(self) -> bool:
        """Whether the gate refuses the value."""
        return any(finding.severity == "error" for finding in self.findings)


def gate_in(journey: Journey, arguments: Arguments) -> Judged:
    """The arguments judged by the offered contract and the server's; what only the server's refuses is the contract's fault."""
    contract = journey.contract
    if (
        contract is None
        or not contract.inputs
        or journey.call.custom
        or (arguments.node is None and not arguments.empty)
    ):
        return Judged()
    if arguments.empty:
        return Judged((), 0, arguments.value is not None and _able(contract))
    outcomes = [(mount, contracts.compile(schema_of(mount)).check(arguments.node.value)) for mount in contract.inputs]
    if len(outcomes) == 1:
        return _judged(outcomes[0][1], list(_told(journey, outcomes[0], arguments.node)))
    return _both(journey, outcomes, arguments.node)


def _able(contract: Contract) -> bool:
    return any(contracts.compile(schema_of(mount)).check({}).valid is not None for mount in contract.inputs)


def _judged(outcome: Outcome, findings: list[Finding]) -> Judged:
    return Judged(tuple(findings), outcome.more, outcome.valid is not None)


def _both(journey: Journey, outcomes: list[tuple[Mount, Outcome]], node: Node) -> Judged:
    server, offered = outcomes
    wrong = {(v.path, v.keyword) for v in offered[1].violations}
    findings = list(_told(journey, offered, node))
    for violation in server[1].violations:
        if (violation.path, violation.keyword) in wrong:
            continue
        if journey.contract.rewritten and violation.received == "null":
            findings.append(_null_optional(journey, violation, server[0], node, "error"))
        else:
            findings.append(_violation(journey, violation, server[0], node).but(fault="contract"))
    able = any(outcome.valid is not None for _, outcome in outcomes)
    return Judged(tuple(findings), server[1].more + offered[1].more, able)


def _told(journey: Journey, judged: tuple[Mount, Outcome], node: Node) -> Iterator[Finding]:
    mount, outcome = judged
    for violation in outcome.violations:
        if violation.kind == "null-optional":
            severe = "error" if mount.hop == "discover" or journey.execution else None
            yield _null_optional(journey, violation, mount, node, severe)
        else:
            yield _violation(journey, violation, mount, node)


def _violation(journey: Journey, violation: Violation, mount: Mount, node: Node) -> Finding:
    code = KINDS.get(violation.kind, "arguments-schema")
    finding = _made(code, violation, mount.input, node, tool=journey.call.name)
    return finding.but(fault="host") if journey.lone else finding


def _null_optional(journey: Journey, violation: Violation, mount: Mount, node: Node, severity: Any) -> Finding:
    finding = _made("arguments-null-optional", violation, mount.input, node, tool=journey.call.name)
    finding = finding.but(severity=severity or finding.severity)
    return finding.but(fault="host") if journey.lone else finding


def _made(code: str, violation: Violation, schema: Node | None, node: Node, **params: Any) -> Finding:
    """The finding of a violation: in the value's place, with the schema's, in the sentence of the contract's own words."""
    would = (
        "" if violation.would is contracts.NOTHING or violation.would is contracts.ABSENT else dumps(violation.would)
    )
    path = pointer(violation.path) or "/"
    params |= {
        "sentence": violation.message,
        "keyword": violation.keyword,
        "path": path,
        "expected": violation.expected,
        "received": violation.received,
        "would": would,
        "decoded": would[:400],
        "name": str(violation.path[-1]) if violation.path else "",
        "passes": "would pass" if violation.would_pass else "would not pass either",
        "would_pass": violation.would_pass,
        "names": list(violation.names),
        "folded": [each.message for each in violation.folded],
    }
    return make(
        code,
        place_of(node, violation),
        schema_at=_schema_place(schema, violation),
        advice=violation.advice or None,
        **params,
    )


def place_of(node: Node, violation: Violation) -> Place:
    """Where a violation stands: the value, the object that lacks a property, or the extra property's name."""
    found = node.get(*violation.path)
    if found.missing:
        return node.place()
    return found.key_place() if violation.at_key else found.place()


def _schema_place(schema: Node | None, violation: Violation) -> Place | None:
    """The place of the keyword, or of the nearest schema above it (a rewritten schema has places of its own)."""
    keys = violation.schema_path
    while schema is not None:
        found = schema.get(*keys)
        if found or not keys:
            return found.place() if found else None
        keys = keys[:-1]
    return None


def gate_out(journey: Journey) -> Judged:
    """The result judged by the output schema; errors of the tool are never held against it."""
    contract, response = journey.contract, journey.execution.response if journey.execution else None
    output = contract.output if contract else None
    if output is None:
        return Judged()
    if response is not None and response.kind == "result":
        return _structured(journey, output, response)
    return _returned(journey, output) if not output.carries_output or journey.execution is None else Judged()


def _structured(journey: Journey, output: Mount, response: Any) -> Judged:
    if response.failed:
        return Judged()
    if response.structured is None:
        return Judged() if response.output_free else Judged((_structured_missing(journey, response),), 0, True)
    return check(promise_of(output), output.output, response.structured, "result-schema", tool=journey.call.name)


def _structured_missing(journey: Journey, response: Any) -> Finding:
    holds = next((text for text in response.texts if isinstance(text.opened().value, (dict, list))), None)
    text = "; a text block holds JSON that may be it" if holds else ""
    related = [holds.place()] if holds else []
    return make("result-structured-missing", response.node.place(), related=related, tool=journey.call.name, text=text)


def _returned(journey: Journey, output: Mount) -> Judged:
    """Where only the model's side was captured: the JSON text sent back, if it is JSON at all."""
    texts = journey.returns[0].texts if journey.returns and journey.returns[0].failed is not True else ()
    if len(texts) != 1 or output.hop != "offer":
        return Judged()
    root = texts[0].opened()
    if not root or texts[0].inner().completeness != "complete":
        return Judged()
    return check(promise_of(output), output.output, root, "result-schema", tool=journey.call.name)


def check(judge: Any, schema: Node, node: Node, code: str, **params: Any) -> Judged:
    """A value held against the schema `judge`, which stands at `schema`; each violation is told as `code`."""
    outcome = contracts.compile(judge).check(node.value)
    return _judged(outcome, [_made(code, violation, schema, node, **params) for violation in outcome.violations])
