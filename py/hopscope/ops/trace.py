"""The verb `trace`: documents in, the way of every call out, with verdicts, findings and replies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hopscope.findings import Finding
from hopscope.flow.arguments import Arguments
from hopscope.flow.contracts import Contract
from hopscope.flow.reply import reply
from hopscope.flow.trace import Way, trace
from hopscope.flow.verdict import order
from hopscope.limits import FINDINGS
from hopscope.model import HOPS, Fragment
from hopscope.text.reader import Reading
from hopscope.text.write import dumps


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `trace` for `documents` [{name, text}], in the shape of `schemas/api/trace.json`."""
    traced = trace([(document["name"], document["text"]) for document in params["documents"]])
    told = _Told()
    calls = [_call(way, traced.contracts, told) for way in traced.ways]
    told.add(sorted(traced.others, key=order))
    return {
        "documents": [document.json() for document in traced.documents],
        "contracts": [contract.json() for contract in traced.contracts],
        "calls": calls,
        "findings": told.findings,
        "verdict": traced.verdict.json(with_call=True),
    }


# One for all, since most hops of a long log were not captured; a reply is written out and never changed.
_UNCAPTURED: dict[str, Any] = {"status": "absent", "at": None}


class _Told:
    """The findings of the whole reply, each once, however many calls share it."""

    def __init__(self) -> None:
        self.findings: list[dict[str, Any]] = []
        self._index: dict[int, int] = {}

    def add(self, findings: Iterable[Finding]) -> list[int]:
        """The indexes of `findings`, new ones appended."""
        return [self._one(finding) for finding in findings]

    def _one(self, finding: Finding) -> int:
        if id(finding) not in self._index:
            self._index[id(finding)] = len(self.findings)
            self.findings.append(finding.json())
        return self._index[id(finding)]


def _call(way: Way, contracts: tuple[Contract, ...], told: _Told) -> dict[str, Any]:
    call, hops = way.journey.call, way.hops
    findings = sorted(way.findings, key=order)
    value = way.arguments.value
    return {
        "id": call.id or None,
        "name": call.name,
        "dialect": call.dialect,
        "arguments": way.arguments.text,
        "value": value,
        "value_text": _laid_out(way.arguments),
        "turn": way.journey.number,
        "contract": next((n for n, contract in enumerate(contracts) if contract is way.journey.contract), None),
        "fragments": None if call.fragments is None else [_fragment(fragment) for fragment in call.fragments],
        "hops": {hop: _hop(way, hop, hops[hop]) for hop in HOPS},
        "findings": told.add(findings[:FINDINGS]),
        "more": way.more + max(0, len(findings) - FINDINGS),
        "verdict": way.verdict.json(with_call=False),
        "reply": reply(way.journey, findings, way.gate_in),
    }


def _laid_out(arguments: Arguments) -> str:
    """The value as text; of a text of its own, kept with that."""
    value, node = arguments.value, arguments.node
    if node is None or node.reading is None or not _is_whole(node.reading, value):
        return dumps(value, indent=2)
    return node.reading.once("laid out", lambda: dumps(value, indent=2))


def _is_whole(reading: Reading, value: Any) -> bool:
    return len(reading.values) == 1 and reading.values[0] is value


def _hop(way: Way, hop: str, status: str) -> dict[str, Any]:
    if status == "absent" and hop not in way.places:
        return _UNCAPTURED
    return {"status": status, "at": way.places[hop].json() if hop in way.places else None}


def _fragment(fragment: Fragment) -> dict[str, Any]:
    return {
        "event": fragment.event,
        "index": fragment.index,
        "id": fragment.id,
        "name": fragment.name,
        "text": fragment.text,
        "at": fragment.node.place().json(),
    }
