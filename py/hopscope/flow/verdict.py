"""The verdict: the one finding that explains a call, or a trace, best; the first cause before its consequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from hopscope.findings import RANK, Finding
from hopscope.model import HOPS
from hopscope.record import record

STATUS = {"error": "fail", "warning": "warning"}
UNJUDGED = "check-stopped"
NAMES = 256  # tools whose verdicts without a finding are kept
# Worth saying of a schema, but nothing goes wrong by it: a case whose calls all pass stays one that passes.
HARMLESS = "schema-dialect"
WORST = {"fail": 0, "warning": 1, "unchecked": 2, "pass": 3}
VIOLATIONS = ("arguments-schema", "arguments-coercible", "arguments-nested-encoded", "arguments-null-optional")
# At one hop, what makes the others meaningless comes first.
FIRST = (
    "stream-incomplete",
    "stream-error",
    "arguments-truncated",
    "stream-index-conflict",
    "arguments-merged",
    "mcp-header",
    "rpc-invalid",
    "rpc-id-unmatched",
    "execute-arguments-string",
    "execute-arguments-changed",
)


@record
class Verdict:
    """Status, and the code, fault and hop of the cause; `stops_at` is the first hop that fails; `call` an index or None."""

    status: str
    code: str | None
    fault: str | None
    hop: str | None
    stops_at: str | None
    message: str
    call: int | None = None

    def json(self, with_call: bool) -> dict[str, Any]:
        """The verdict of a call, or (`with_call`) of the trace."""
        told = {
            "status": self.status,
            "code": self.code,
            "fault": self.fault,
            "hop": self.hop,
            "stops_at": self.stops_at,
            "message": self.message,
        }
        return {**told, "call": self.call} if with_call else told


def order(finding: Finding) -> tuple[int, int, int]:
    """What stands first: severity, then the earlier hop, then what makes the rest meaningless."""
    hop = HOPS.index(finding.hop) if finding.hop in HOPS else len(HOPS)
    first = FIRST.index(finding.code) if finding.code in FIRST else len(FIRST)
    return RANK[finding.severity], hop, first


def of_call(findings: Sequence[Finding], hops: Mapping[str, str], name: str, able: bool) -> Verdict:
    """The verdict of one call from its findings; `able` says that a contract could judge it."""
    if not findings:
        return _of_none(name, able)
    # A history is refused by the provider, as soon as it is offered.
    stopping = HOPS[1:] if any(finding.code == "history-arguments" for finding in findings) else HOPS[2:]
    stops_at = next((hop for hop in stopping if hops[hop] == "fail"), None)
    cause = _explanation(findings) or _worst(findings)
    if cause is not None:
        return _from(cause, stops_at)
    own = next((f for f in sorted(findings, key=order) if f.fault == "contract" and f.severity != "note"), None)
    if not able and own:
        return Verdict("unchecked", own.code, own.fault, own.hop, None, own.message)
    return _of_none(name, able)


@lru_cache(NAMES)
def _of_none(name: str, able: bool) -> Verdict:
    """The verdict where nothing is wrong, one for all calls of a tool."""
    if able:
        return Verdict("pass", None, None, None, None, f"{name} passes every hop that was captured.")
    message = f"No contract was given for {name}, so its arguments could not be judged."
    return Verdict("unchecked", None, None, None, None, message)


def _explanation(findings: Sequence[Finding]) -> Finding | None:
    """The contract finding that explains a violation: drift, where only one mount refuses; a schema nothing can pass."""
    refused = [f for f in findings if f.code in VIOLATIONS and f.severity == "error" and f.hop == "gate-in"]
    own = [f for f in refused if f.fault != "contract"]
    if any(f.severity == "error" and f.hop == "call" for f in findings):
        return None
    for finding in findings:
        drifted = finding.code == "contract-drift" and refused and not own
        if drifted or (finding.code == "schema-unsatisfiable" and any(_stems(one, finding) for one in refused)):
            return finding.but(severity="error")
    return None


def _stems(violation: Finding, fault: Finding) -> bool:
    """Whether a violation is of the very part of a schema that nothing can pass."""
    broken, inner = [place for place in (fault.at, *fault.related) if place], violation.schema_at
    if not broken or inner is None:
        return not broken
    return any(one.document == inner.document and one.start <= inner.start and inner.end <= one.end for one in broken)


def _worst(findings: Sequence[Finding]) -> Finding | None:
    """The worst finding; drift that refuses nothing is a warning, and a schema's own faults are said of the trace."""
    counted = []
    for finding in findings:
        if finding.code == "contract-drift" and finding.severity == "error":
            counted.append(finding.but(severity="warning"))
        elif finding.severity != "note" and not finding.code.startswith("schema-"):
            counted.append(finding)
    return min(counted, key=lambda finding: (finding.code == UNJUDGED, order(finding)), default=None)


def _from(finding: Finding, stops_at: str | None) -> Verdict:
    """The verdict that a finding comes to; what is no failure stops nowhere."""
    status = "unchecked" if finding.code == UNJUDGED else STATUS[finding.severity]
    stops = stops_at if status == "fail" else None
    return Verdict(status, finding.code, finding.fault, finding.hop, stops, finding.message)


def of_trace(calls: Sequence[Verdict], others: Iterable[Finding]) -> Verdict:
    """The verdict over all: the worst status, the earliest call among equals, findings without a call after all calls."""
    loose = [_from(finding, finding.hop) for finding in _ranked(others)]
    known = [*calls, *loose]
    if not known:
        return Verdict("nothing", None, None, None, None, "There is no tool call here and nothing wrong with the text.")
    number, best = min(enumerate(known), key=lambda numbered: WORST[numbered[1].status])
    best = replace(best, call=number) if number < len(calls) else best
    if best.status == "pass" and len(calls) > 1:
        all_of_them = "Both calls" if len(calls) == 2 else f"All {len(calls)} calls"
        return replace(best, message=f"{all_of_them} pass every hop that was captured.")
    return best


def _ranked(findings: Iterable[Finding]) -> list[Finding]:
    """What may be the verdict of a trace beside its calls', the worst first."""
    return sorted((finding for finding in findings if not _mild(finding)), key=order)


def _mild(finding: Finding) -> bool:
    return finding.severity == "note" or (finding.code == HARMLESS and finding.severity == "warning")
