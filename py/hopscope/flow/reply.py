"""What a host should send back to the model when a gate stops a call: short, complete, and written for a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hopscope import dialects
from hopscope.findings import Finding
from hopscope.flow.gates import Judged
from hopscope.flow.journeys import Journey
from hopscope.text.write import dumps

SAID = 5  # faults named in one reply
LONGEST = 600  # characters of an example worth a model's reading
UNRUN = {
    "text-too-deep": "its arguments nest too deeply. Call it again with a flatter object.",
    "arguments-truncated": "its arguments end too early. Call it again with the whole arguments, in smaller parts if need be.",
    "arguments-unreadable": "its arguments are not JSON. Call it again with one JSON object as arguments.",
    "arguments-guessed": "its arguments are not whole JSON. Call it again with one complete JSON object as arguments.",
    "text-number-nonfinite": "its arguments hold NaN or Infinity, which JSON lacks. Call it again with a number or null.",
    "arguments-not-object": "its arguments must be one JSON object. Call it again with an object.",
    "arguments-double-encoded": "its arguments are a JSON string. Call it again with the object itself, not encoded as a string.",
    "arguments-merged": "its arguments hold several JSON values. Make one call for each of them.",
    "arguments-empty": "its arguments are empty. Call it again with a JSON object that has the required fields.",
}
TORN = "its arguments are one object torn into several values. Call it again with one JSON object that holds them all."


def reply(journey: Journey, findings: Sequence[Finding], gate: Judged) -> dict[str, Any] | None:
    """The message in the call's own dialect as `{dialect, text, annotated}`, or None where no gate stops the call.

    `annotated` are the arguments laid out with a comment at each fault, None where the fault is none of a contract's.
    """
    dialect = dialects.every()[journey.call.dialect]
    stopping = [f for f in findings if f.severity == "error" and _stops(f)]
    if journey.lone:  # no model waits for what the server's own result lacks
        stopping = [finding for finding in stopping if finding.hop != "gate-out"]
    if dialect.reply is None or not stopping or journey.call.hosted:
        return None
    message = dialect.reply(journey.call, _text(journey.call.name, stopping, gate.example))
    return {"dialect": dialect.id, "text": dumps(message, indent=2), "annotated": gate.annotated or None}


def _stops(finding: Finding) -> bool:
    return finding.hop in ("gate-in", "gate-out") or finding.code in UNRUN


def _text(name: str, stopping: Sequence[Finding], example: str) -> str:
    codes = {finding.code for finding in stopping}
    if unread := _unread(stopping):
        return f"{name} was not run: {unread}"
    if "call-unknown-tool" in codes:
        known = [str(tool) for tool in stopping[0].params.get("known", [])]
        return f"There is no tool named {name}. Tools: {', '.join(known)}."
    if any(finding.hop == "gate-out" for finding in stopping):
        return f"{name} ran, but its result does not have the promised form and cannot be used. Say so, or try another way."
    said = [_fault(finding) for finding in stopping[:SAID]]
    left = len(stopping) - SAID
    rest = f" And {left} more {'fault' if left == 1 else 'faults'}." if left > 0 else ""
    shown = f", for example {example}" if 0 < len(example) <= LONGEST else ""
    return f"{name} was not run. {' '.join(said)}{rest} Call it again with corrected arguments{shown}."


def _unread(stopping: Sequence[Finding]) -> str | None:
    """Why the arguments could not be read as one object, and what to do about it; None where they could."""
    for code, said in UNRUN.items():
        if found := next((finding for finding in stopping if finding.code == code), None):
            return TORN if found.params.get("variant") == "torn" else said
    return None


def _fault(finding: Finding) -> str:
    sentence = str(finding.params.get("sentence") or finding.message)
    return sentence if sentence.endswith((".", "?")) else f"{sentence}."
