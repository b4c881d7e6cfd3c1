"""The two gates, computed: arguments against the input schema, results against the output schema, answers against theirs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope import contracts
from hopscope.contracts import Outcome, Violation, allowance, examples, telling, watch
from hopscope.contracts.annotate import annotated
from hopscope.findings import Finding, make
from hopscope.flow import library
from hopscope.flow.arguments import Arguments
from hopscope.flow.contracts import Contract, promise_of, schema_of
from hopscope.flow.journeys import Journey
from hopscope.flow.stopped import stopped
from hopscope.limits import CHECK_SECONDS
from hopscope.model import Mount
from hopscope.record import record
from hopscope.text.depth import depth
from hopscope.text.node import Node
from hopscope.text.recent import Made, Memory
from hopscope.text.write import dumps

KINDS = {
    "coercible": "arguments-coercible",
    "nested-encoded": "arguments-nested-encoded",
    "null-optional": "arguments-null-optional",
}

SHOWN = 400  # characters of a decoded value in a sentence
ANNOTATED = 100_000  # characters of arguments that anybody reads with comments in them
ANNOTATED_DEPTH = 100


@record
class Refused:
    """Arguments that a gate refuses: what helps to mend them is made when it is asked for, and of few calls it is.

    `ways` are the contracts that they must pass, `violations` all that is wrong with them.
    """

    arguments: Arguments
    node: Node
    ways: tuple[contracts.Compiled, ...]
    violations: tuple[Violation, ...]

    def example(self) -> str:
        """JSON that would pass: the value with every fault mended, "" where none was found."""
        value = self.node.value
        return _kept(_EXAMPLES, (self.ways, _exact(self.node)), lambda: _example(self.ways, value))

    def annotated(self) -> str:
        """The value laid out with a comment at each fault, "" where nobody would read it."""
        text = self.arguments.text
        readable = len(text) <= ANNOTATED and depth(text) <= ANNOTATED_DEPTH
        return annotated(self.node.value, self.violations) if readable else ""


@record
class Judged:
    """What a gate said: its findings, how many more there were, whether it could judge at all, and what it refuses."""

    findings: tuple[Finding, ...] = ()
    more: int = 0
    able: bool = False
    refused: Refused | None = None

    @property
    def shut(self) -> bool:
        """Whether the gate refuses the value."""
        return any(finding.severity == "error" for finding in self.findings)

    @property
    def example(self) -> str:
        """Arguments that would pass, as `Refused` has them."""
        return self.refused.example() if self.refused else ""

    @property
    def annotated(self) -> str:
        """The arguments with comments, as `Refused` has them."""
        return self.refused.annotated() if self.refused else ""


UNJUDGED = Judged()
PASSED = Judged(able=True)
VALID = Outcome(True)


def gate_in(journey: Journey, arguments: Arguments) -> Judged:
    """The arguments judged by the offered contract and the server's; what only the server's refuses is the contract's fault."""
    contract, node = journey.contract, arguments.node
    if contract is None or not contract.inputs or journey.call.custom or journey.call.builtin:
        return UNJUDGED
    if node is None:
        return Judged(able=arguments.empty and arguments.value is not None and _able(contract))
    outcomes = [(mount, judge(schema_of(mount), node, "The arguments object")) for mount in contract.inputs]
    if all(outcome == VALID for _, outcome in outcomes):
        return PASSED
    if len(outcomes) == 1:
        unjudged = stopped(outcomes[0][1], node, journey.call.name, hop="gate-in")
        judged = _judged(outcomes[0][1], [*_told(journey, outcomes[0], node), *unjudged])
    else:
        judged = _both(journey, outcomes, node, contract.rewritten)
    if not judged.shut:
        return judged
    told = [one for _, outcome in reversed(outcomes) for one in outcome.violations]
    violations = {(one.path, one.keyword): one for one in reversed(told)}.values()
    # Of a strict form only the server's null-free one is told.
    judging = outcomes[:1] if contract.rewritten else outcomes
    ways = tuple(library.compiled(schema_of(mount)) for mount, _ in judging)
    return replace(judged, refused=Refused(arguments, node, ways, tuple(reversed(violations))))


def _example(ways: Sequence[contracts.Compiled], value: Any) -> str:
    """The arguments with every fault mended, or any value that passes: by all mounts if one can be had, else by the first."""
    found = [one for one in _candidates(ways, value) if one is not contracts.NOTHING]
    passing = [one for one in found if all(way.passes(one) is True for way in ways)]
    passing += [one for one in found if ways[0].passes(one) is True]
    return dumps(passing[0]) if passing else ""


def _candidates(ways: Sequence[contracts.Compiled], value: Any) -> Iterator[Any]:
    mended = value
    for way in ways:
        mended = examples.mended(way, mended, way.check(mended).violations)
        if mended is contracts.NOTHING:
            break
        yield mended
    yield from (examples.example(way) for way in ways)


_OUTCOMES: Memory[Outcome] = Memory()
_EXAMPLES: Memory[str] = Memory()


def judge(schema: Any, node: Node, whole: str) -> Outcome:
    """A value held against a schema; `whole` is what sentences call the value."""
    compiled = library.compiled(schema)
    return _kept(_OUTCOMES, (compiled, _exact(node), whole), lambda: compiled.check(node.value, whole=whole))


def _exact(node: Node) -> str:
    """The text that a value was read from; what is empty may stand for a text that is not there."""
    return node.text if node.value else dumps(node.value)


def _kept(memory: Memory[Made], key: tuple[Hashable, ...], make: Callable[[], Made]) -> Made:
    """What is made by checks, from memory where they have their usual time and leave nothing out."""
    return memory.of(key, make) if usual() else make()


def usual() -> bool:
    """Whether checks have their usual time and leave nothing out."""
    return allowance.seconds() == CHECK_SECONDS and not watch.skipping()


def _able(contract: Contract) -> bool:
    return any(library.compiled(schema_of(mount)).check({}).valid is not None for mount in contract.inputs)


def _judged(outcome: Outcome, findings: list[Finding]) -> Judged:
    return Judged(tuple(findings), outcome.more, outcome.valid is not None)


def _both(journey: Journey, outcomes: list[tuple[Mount, Outcome]], node: Node, rewritten: bool) -> Judged:
    """By the server's contract and the offered one, which is `rewritten` where it is a strict form of the server's."""
    server, offered = outcomes
    wrong = {(v.path, v.keyword) for v in offered[1].violations}
    findings = list(_told(journey, offered, node))
    for violation in server[1].violations:
        if (violation.path, violation.keyword) in wrong:
            continue
        if rewritten and violation.received == "null":
            severe = None if _left_out(journey, violation) else "error"
            told = _null_optional(journey, violation, server[0], node, severe)
            findings.append(told.but(params={**told.params, "refused_by": "discover"}))
        else:
            findings.append(_violation(journey, violation, server[0], node).but(fault="contract"))
    for _, outcome in reversed(outcomes):
        findings += stopped(outcome, node, journey.call.name, hop="gate-in")
    able = any(outcome.valid is not None for _, outcome in outcomes)
    return Judged(tuple(findings), server[1].more + offered[1].more, able)


def _left_out(journey: Journey, violation: Violation) -> bool:
    """Whether the host did what helps: it sent the object without the field that is null."""
    sent = journey.execution.arguments if journey.execution else None
    whole = sent is not None and isinstance(sent.value, dict)
    return bool(whole and sent and not sent.get(*violation.path) and sent.get(*violation.path[:-1]))


def _told(journey: Journey, judged: tuple[Mount, Outcome], node: Node) -> Iterator[Finding]:
    mount, outcome = judged
    for violation in outcome.violations:
        if violation.kind == "null-optional":
            severe = "error" if mount.hop == "discover" else None
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
    told = telling.params_of(violation)
    spoken = {
        "path": told["path"] or "/",
        "would": told["would_text"],
        "decoded": told["would_text"][:SHOWN],
        "name": str(violation.path[-1]) if violation.path else "",
        "passes": "would pass" if violation.would_pass else "would not pass either",
    }
    place = telling.place_of(node, violation)
    stated = library.place_of_rule(violation, schema)
    return make(code, place, schema_at=stated, advice=violation.advice or None, **told | spoken | params)


def gate_out(journey: Journey) -> Judged:
    """The result judged by the output schema; errors of the tool are never held against it."""
    contract, response = journey.contract, journey.execution.response if journey.execution else None
    output = contract.output if contract else None
    if output is None:
        return UNJUDGED
    if response is not None and response.kind == "result":
        return _structured(journey, output, response)
    return _returned(journey, output) if not output.carries_output or journey.execution is None else UNJUDGED


def _structured(journey: Journey, output: Mount, response: Any) -> Judged:
    if response.failed:
        return UNJUDGED
    if response.structured is None:
        return UNJUDGED if response.output_free else Judged((_structured_missing(journey, response),), 0, True)
    return check(promise_of(output), output.output, response.structured, "result-schema", tool=journey.call.name)


def _structured_missing(journey: Journey, response: Any) -> Finding:
    holds = next((text for text in response.texts if isinstance(text.opened().value, (dict, list))), None)
    text = "; a text block holds JSON that may be it" if holds else ""
    related = [holds.place()] if holds else []
    return make("result-structured-missing", response.node.place(), related=related, tool=journey.call.name, text=text)


def _returned(journey: Journey, output: Mount) -> Judged:
    """Where only the model's side was captured: the object or the JSON text sent back, if it is JSON at all."""
    if output.hop == "offer" and (whole := _object_sent(journey)):
        told = [
            check(promise_of(output), output.output, one, "result-schema", tool=journey.call.name)
            for one in _forms(whole)
        ]
        return next((one for one in told if not one.shut), told[-1]) if told else UNJUDGED
    texts = journey.returns[0].texts if journey.returns and journey.returns[0].failed is not True else ()
    if len(texts) != 1 or output.hop != "offer":
        return UNJUDGED
    root = texts[0].opened()
    if not root or texts[0].inner().completeness != "complete":
        return UNJUDGED
    return check(promise_of(output), output.output, root, "result-schema", tool=journey.call.name)


_WRAPS = ("output", "result")  # by which hosts and SDKs make an object of what a tool gave


def _forms(whole: Node) -> list[Node]:
    """The object and what it wraps; none where that is words, of which no output schema speaks."""
    alone = next((key for key in _WRAPS if whole.value.keys() == {key}), None)
    if alone is None:
        return [whole]
    inner = whole.get(alone)
    inner = inner.opened() if isinstance(inner.value, str) else inner
    return [whole, inner] if inner else []


def _object_sent(journey: Journey) -> Node | None:
    """The object that the model reads as a result, of a tool that did not fail; a server's whole answer is none."""
    sent = journey.returns[0] if journey.returns else None
    content = sent.content if sent and sent.failed is not True else None
    if content is None or not isinstance(content.value, dict) or not content.value:
        return None
    return None if isinstance(content.value.get("content"), list) else content


def check(value: Any, schema: Node | None, node: Node, code: str, **params: Any) -> Judged:
    """A node held against the schema `value`, which stands at `schema`; each violation is told as `code`."""
    whole, hop = ("The answer", "answer") if code == "answer-schema" else ("The result", "gate-out")
    outcome = judge(value, node, whole)
    unjudged = stopped(outcome, node, params.get("tool", whole), hop=hop)
    told = [_made(code, violation, schema, node, **params) for violation in outcome.violations]
    return _judged(outcome, [*told, *unjudged])
