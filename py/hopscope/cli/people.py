"""Verdicts for people: a line for each call, compiler-style lines for what was found, the whole in one sentence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from hopscope.cli.reports import Case, label, place_of, spot
from hopscope.text.write import quoted_surrogates

COLOURS = {"fail": "red", "error": "red", "warning": "yellow", "pass": "green", "unchecked": "cyan", "note": "cyan"}
MARKS = {"fail": "✗", "warning": "!", "pass": "✓", "unchecked": "?", "nothing": "·"}
FEW = 50  # calls that are told one by one; of more, only those that do not pass
_DIRECTIONS = (0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
_CONTROL = {code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160))}
_CONTROL |= {code: f"\\u{code:04x}" for code in _DIRECTIONS}


def plain(text: str) -> str:
    """Text of one line that a terminal shows and does not obey: what controls it, or would begin a line, is spelled out."""
    return quoted_surrogates(text.translate(_CONTROL))


def told(case: Case, *, notes: bool = False, replies: bool = False) -> str:
    """The case as lines of text, with colours that the writer may strip."""
    return "".join(f"{one}\n" for one in _lines(case, notes, replies))


def _lines(case: Case, notes: bool, replies: bool) -> Iterator[str]:
    calls = case.calls
    shown = [call for call in calls if len(calls) <= FEW or call["verdict"]["status"] not in ("pass", "unchecked")]
    verdict = _verdict(case)
    said = verdict["message"] if len(calls) == 1 and verdict["status"] == "unchecked" else None
    for call in shown:
        yield from call_lines(call, [case.findings[number] for number in call["findings"]], notes, said)
        if replies and call["reply"]:
            yield from _reply(call["reply"])
    if len(shown) < len(calls):
        yield f"{len(calls) - len(shown):,} of {len(calls):,} calls have nothing wrong and are not listed."
    yield from (finding_line(one) for one in case.of_no_call() if notes or one["severity"] != "note")
    yield verdict_line(verdict, len(calls))
    if verdict["status"] == "unchecked" and verdict["code"] is None:
        yield f"        {_NO_CONTRACT}"


def _verdict(case: Case) -> Mapping[str, Any]:
    """The case's verdict; where nothing was found wrong because the JSON is of no known format, it says so."""
    verdict: Mapping[str, Any] = case.result["verdict"]
    unknown = any(finding["code"] == "dialect-unknown" for finding in case.findings)
    if not unknown or verdict["status"] != "nothing":
        return verdict
    return {**verdict, "message": f"{_UNKNOWN} {_HELD}" if case.result["contracts"] else _UNKNOWN}


_NO_CONTRACT = "Add the request, a tools/list, or --contract DIR."
_UNKNOWN = "This JSON is in no format that Hopscope knows, so no tool call was looked for in it."
_HELD = "Bare arguments are held against a tool's schema by `hopscope validate SCHEMA FILE`."


def call_line(call: Mapping[str, Any]) -> str:
    """One call, as a trace has it or as `--jsonl` tells it: mark, status, name and place."""
    verdict = call["verdict"]
    status = click.style(f"{MARKS[verdict['status']]} {verdict['status']:<9}", fg=COLOURS.get(verdict["status"]))
    where = spot(call["at"] if "at" in call else place_of(call))
    return f"{status} {plain(label(call))}  {click.style(plain(where), dim=True)}"


def call_lines(
    call: Mapping[str, Any], findings: Sequence[Mapping[str, Any]], notes: bool = False, said: str | None = None
) -> Iterator[str]:
    """A call, its verdict's sentence unless a finding says the same or it is `said` elsewhere, and what was found."""
    listed = [finding for finding in findings if notes or finding["severity"] != "note"]
    verdict = call["verdict"]
    yield call_line(call)
    if verdict["message"] not in (said, *(finding["message"] for finding in listed)):
        yield f"    {plain(verdict['message'])}{_why(verdict)}"
    yield from (f"    {finding_line(finding)}" for finding in listed)
    if call["more"]:
        yield f"    and {call['more']} more"


def _why(verdict: Mapping[str, Any]) -> str:
    parts = [
        verdict["code"],
        verdict["hop"] and f"hop {verdict['hop']}",
        verdict["fault"] and f"fault {verdict['fault']}",
    ]
    said = ", ".join(part for part in parts if part)
    return click.style(f" [{said}]", dim=True) if said else ""


def finding_line(finding: Mapping[str, Any]) -> str:
    """`file:line:column: severity: message [code, hop, fault]`, with the advice below."""
    severity = finding["severity"]
    where = f"{plain(spot(finding['at']))}: " if finding["at"] else ""
    head = f"{where}{click.style(severity, fg=COLOURS[severity])}: {plain(finding['message'])}"
    advice = f"\n        {plain(finding['advice'])}" if finding["advice"] else ""
    return f"{head}{_why(finding)}{advice}"


def _reply(reply: Mapping[str, Any]) -> Iterator[str]:
    yield "    Send back:"
    yield from (f"        {plain(one)}" for one in reply["text"].splitlines())


def verdict_line(verdict: Mapping[str, Any], calls: int) -> str:
    """The whole case in one line."""
    status = click.style(verdict["status"], fg=COLOURS.get(verdict["status"]), bold=True)
    return f"{status}: {plain(verdict['message'])} ({counted(calls, 'call')})"


def counted(number: int, thing: str) -> str:
    """A number of things, in words: `1 call`, `19,990 calls`."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
