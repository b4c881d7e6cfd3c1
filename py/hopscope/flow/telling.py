"""A trace as the door tells it: each call whole or as the row of a list, and the findings that calls refer to by index."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from hopscope.contracts import allowance, watch
from hopscope.findings import Finding
from hopscope.flow import documents
from hopscope.flow.arguments import Arguments
from hopscope.flow.reply import reply
from hopscope.flow.trace import Trace, trace
from hopscope.flow.verdict import order
from hopscope.limits import FINDINGS
from hopscope.model import HOPS, Fragment
from hopscope.text.node import At, Node
from hopscope.text.reader import Reading
from hopscope.text.recent import Last
from hopscope.text.write import dumps

Given = Sequence[tuple[str, str]]

# One for all, since most hops of a long log were not captured; a reply is written out and never changed.
_UNCAPTURED: dict[str, Any] = {"status": "absent", "at": None}


class Telling:
    """A trace, and its `findings` in the order in which its calls come to them, each once, however many share it."""

    def __init__(self, traced: Trace) -> None:
        self.trace = traced
        self.findings: list[Finding] = []
        self._index: dict[int, int] = {}
        self._own = [self._add(sorted(way.findings, key=order)[:FINDINGS]) for way in traced.ways]
        self._add(sorted(traced.others, key=order))
        self._contracts = {id(contract): number for number, contract in enumerate(traced.contracts)}

    def _add(self, findings: Iterable[Finding]) -> list[int]:
        """The indexes of `findings`, new ones appended."""
        return [self._one(finding) for finding in findings]

    def _one(self, finding: Finding) -> int:
        if id(finding) not in self._index:
            self._index[id(finding)] = len(self.findings)
            self.findings.append(finding)
        return self._index[id(finding)]

    def row(self, number: int) -> dict[str, Any]:
        """What a list of calls needs of one, with nothing of it looked up in the text."""
        told = self._shared(number)
        told["hops"] = self.trace.ways[number].hops
        return told

    def call(self, number: int) -> dict[str, Any]:
        """The whole of a call."""
        way = self.trace.ways[number]
        fragments = way.journey.call.fragments
        return {
            **self._shared(number),
            "value": way.arguments.value,
            "value_text": _laid_out(way.arguments),
            "fragments": None if fragments is None else [_fragment(fragment) for fragment in fragments],
            "hops": {hop: _hop(way.captured.get(hop), way.hops[hop]) for hop in HOPS},
            "reply": reply(way.journey, sorted(way.findings, key=order), way.gate_in),
        }

    def _shared(self, number: int) -> dict[str, Any]:
        """What is told of a call in either way."""
        way = self.trace.ways[number]
        call = way.journey.call
        return {
            "id": call.id or None,
            "name": call.name,
            "dialect": call.dialect,
            "arguments": way.arguments.text,
            "turn": way.journey.number,
            "contract": self._contracts.get(id(way.journey.contract)),
            "findings": self._own[number],
            "more": way.more + max(0, len(way.findings) - FINDINGS),
            "verdict": way.verdict.json(with_call=False),
        }

    def documents(self) -> list[dict[str, Any]]:
        """The documents, each with the hops of calls that were captured in it."""
        found = self._homes()
        return [
            {**each.json(), "hops": [hop for hop in HOPS if (hop, each.name) in found]} for each in self.trace.documents
        ]

    def _homes(self) -> set[tuple[str, str]]:
        """The captured hops, each with the name of a document that it was captured in."""
        names = {document.name for document in self.trace.documents}
        if len(names) == 1:
            hops = {hop for way in self.trace.ways for hop in way.captured}
            return {(hop, name) for hop in hops for name in names}
        return {(hop, _home(node)) for way in self.trace.ways for hop, node in way.captured.items()}


def _home(node: Node) -> str:
    """The name of the document that a value stands in: that of all its text, so that the value itself is not looked up."""
    spans = node.site.reading.source.spans(0, 0) if isinstance(node.site, At) else []
    return spans[0].root.name if spans else node.place().document


_last: Last[Telling] = Last()


def judged(given: Given, kept: bool) -> Telling:
    """The documents judged; `kept` until others are, for what is asked of single calls of them."""
    _last.clear()  # two long logs judged would need the memory of both
    documents.follow(given)
    telling = Telling(trace(given))
    if kept:
        _last.keep(_key(given), telling)
    return telling


def known(given: Given) -> Telling:
    """As `judged`; of what was kept last, nothing is judged again."""
    return _last.get(_key(given)) or judged(given, kept=True)


def _key(given: Given) -> Hashable:
    return tuple(given), allowance.seconds(), watch.left_out()


def _laid_out(arguments: Arguments) -> str:
    """The value as text; of a text of its own, kept with that."""
    value, node = arguments.value, arguments.node
    if node is None or node.reading is None or not _is_whole(node.reading, value):
        return dumps(value, indent=2)
    return node.reading.once("laid out", lambda: dumps(value, indent=2))


def _is_whole(reading: Reading, value: Any) -> bool:
    return len(reading.values) == 1 and reading.values[0] is value


def _hop(node: Node | None, status: str) -> dict[str, Any]:
    if node is None:
        return _UNCAPTURED if status == "absent" else {"status": status, "at": None}
    return {"status": status, "at": node.place().json()}


def _fragment(fragment: Fragment) -> dict[str, Any]:
    return {
        "event": fragment.event,
        "index": fragment.index,
        "id": fragment.id,
        "name": fragment.name,
        "text": fragment.text,
        "at": fragment.node.place().json(),
    }
