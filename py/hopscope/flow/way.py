"""The way of one call through all hops, judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from hopscope.findings import Finding
from hopscope.flow import verdict
from hopscope.flow.arguments import Arguments
from hopscope.flow.gates import Judged
from hopscope.flow.journeys import Journey
from hopscope.flow.verdict import Verdict
from hopscope.model import HOPS, Execution
from hopscope.text.node import Node


@dataclass(eq=False, slots=True)
class Way:
    """One call judged: its journey, arguments, gates and all its findings; its hops and verdict once all is found.

    `captured` is what was captured of its hops, each by the value that stands for it; where that stands is asked of few.
    """

    journey: Journey
    arguments: Arguments
    gate_in: Judged
    gate_out: Judged
    findings: list[Finding]
    captured: dict[str, Node]
    more: int = 0
    able: bool = False
    hops: Mapping[str, str] = field(init=False)
    verdict: Verdict = field(init=False)

    def settle(self) -> Verdict:
        """The first cause of what is wrong with this call, for which all must be found."""
        self.hops = self._statuses()
        self.verdict = verdict.of_call(self.findings, self.hops, self.journey.call.name or "the call", self.able)
        return self.verdict

    def _statuses(self) -> Mapping[str, str]:
        """The status of each hop: its worst finding, else whether it was captured or computed."""
        status = _unmarred(tuple(self.captured), self.gate_in.able, self.gate_out.able)
        if not self.findings and not self.arguments.lost:
            return status
        worst: dict[str | None, list[Finding]] = {}
        for finding in self.findings:
            if finding.severity != "note":
                worst.setdefault(finding.hop, []).append(finding)
        status = {**status, **{hop: self._worst(worst[hop]) for hop in HOPS if hop in worst}}
        return {**status, "gate-in": "fail"} if self.arguments.broken else status

    def _worst(self, counted: list[Finding]) -> str:
        errors = [f for f in counted if f.severity == "error"]
        return "warning" if not errors or self._only_drifts(errors) else "fail"

    def _only_drifts(self, errors: list[Finding]) -> bool:
        """Whether all errors are drift that refused nothing of this call."""
        refused = any(f.fault == "contract" and f.hop == "gate-in" for f in self.findings)
        return not refused and all(f.code == "contract-drift" for f in errors)


@cache
def _unmarred(captured: tuple[str, ...], judged_in: bool, judged_out: bool) -> Mapping[str, str]:
    """The status of each hop where nothing is wrong, one for all calls that are alike in it."""
    status = dict.fromkeys(HOPS, "absent") | dict.fromkeys(captured, "ok")
    return status | {"gate-in": "ok" if judged_in else "absent", "gate-out": "ok" if judged_out else "absent"}


def captured(journey: Journey) -> dict[str, Node]:
    """The hops of a call that were captured before the answer, each with the value that stands for it."""
    captured = dict(journey.contract.stated) if journey.contract else {}
    if not journey.lone:
        captured["call"] = journey.call.node
    if journey.call.arguments is not None:
        captured["gate-in"] = journey.call.arguments
    if journey.execution is not None:
        captured.update(_captured_of(journey.execution))
    if journey.returns:
        captured["return"] = journey.returns[0].node
    return captured


def _captured_of(execution: Execution) -> Iterator[tuple[str, Node]]:
    if not execution.unseen:
        yield "execute", execution.node
    if execution.response is not None:
        yield "result", execution.response.node
        if execution.response.structured is not None:
            yield "gate-out", execution.response.structured
