"""From pasted documents to captures: peel, recognise each value's dialect by its evidence, and let the dialect read its parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hopscope import dialects
from hopscope.dialects._base import STRONG
from hopscope.dialects._evidence import Scores
from hopscope.findings import Finding, make
from hopscope.flow.envelope import dialect_shaped, recorded
from hopscope.flow.recent import remembered
from hopscope.flow.texts import inner_facts, text_findings
from hopscope.flow.torn import delivered, marked, opened
from hopscope.layers import Part, Peeled, peel
from hopscope.model import Capture
from hopscope.text.places import Place


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One pasted text as it was understood; `dialect` is an id, "mixed" or None, `captures` what each dialect read in it."""

    name: str
    peeled: Peeled
    dialect: str | None
    scores: Scores
    layers: tuple[str, ...]
    captures: tuple[Capture, ...]
    findings: tuple[Finding, ...]
    parts: tuple[tuple[str, Place], ...] = ()

    def json(self) -> dict[str, Any]:
        """The document as `trace` tells it."""
        ranked = sorted(self.scores.items(), key=lambda item: (-item[1], item[0]))
        told: dict[str, Any] = {
            "name": self.name,
            "dialect": self.dialect,
            "evidence": [{"dialect": id, "score": score} for id, score in ranked],
            "layers": list(self.layers),
            "completeness": self.peeled.completeness,
        }
        if self.dialect == "mixed":
            told["parts"] = [{"dialect": id, "at": at.json()} for id, at in self.parts]
        return told


@remembered
def read(name: str, text: str) -> Document:
    """The document `name` understood."""
    peeled = peeled_of(name, text)
    parts, layers = recorded(peeled.parts), tuple(peeled.layers)
    named = _Naming(parts)
    if not named.totals and (inner := recorded(dialect_shaped(parts))):
        named, layers = _Naming(inner), (*layers, "envelope")
    groups = named.groups()
    every, starts = dialects.every(), opened(peeled.readings)
    read_ = (every[id].read(delivered(members, peeled), name) for id, members in groups.items())
    captures = tuple(marked(capture, starts) for capture in read_)
    told = (finding for finding in text_findings(peeled) if finding.code != "text-several-values" or not named.framed)
    findings = (*told, *inner_facts(named.parts, peeled.readings), *named.findings(peeled))
    dialect = None if not groups else next(iter(groups)) if len(groups) == 1 else "mixed"
    return Document(name, peeled, dialect, named.totals, layers, captures, findings, tuple(named.starts()))


@remembered
def peeled_of(name: str, text: str) -> Peeled:
    """The document `name` without its wrappers."""
    return peel(name, text)


@dataclass
class _Naming:
    """Which dialect each part of one document is: its own best evidence, else the document's, else its neighbour's."""

    parts: list[Part]
    scores: list[Scores] = field(init=False)
    totals: Scores = field(init=False)
    ids: list[str | None] = field(init=False)

    def __post_init__(self) -> None:
        recognise = dialects.recognition().scores
        self.scores = [recognise(part.node.value) if part.node else {} for part in self.parts]
        self.totals = self._totals()
        self.ids = self._carried([self._id(scores) for scores in self.scores])

    def _totals(self) -> Scores:
        totals: Scores = {}
        for scores in self.scores:
            for id, score in scores.items():
                totals[id] = totals.get(id, 0) + score
        strong = {id for scores in self.scores for id, score in scores.items() if score >= STRONG}
        return {id: total for id, total in totals.items() if id in strong}

    def _id(self, scores: Scores) -> str | None:
        known = {id: score for id, score in scores.items() if id in self.totals}
        if not known:
            return None
        best = max(known.values())
        return max((id for id, score in known.items() if score == best), key=lambda id: (self.totals[id], id))

    def _carried(self, ids: list[str | None]) -> list[str | None]:
        first = next(filter(None, ids), None)
        out: list[str | None] = []
        for id in ids:
            out.append(id or (out[-1] if out else first))
        return out

    @property
    def framed(self) -> bool:
        """Whether all values belong to one dialect, each by its own evidence, so that they stand there for a reason."""
        one = set(self.ids)
        return len(one) == 1 and all(one <= scores.keys() for scores in self.scores)

    def groups(self) -> dict[str, list[Part]]:
        """The parts of each dialect, in the order of the text."""
        groups: dict[str, list[Part]] = {}
        for id, part in zip(self.ids, self.parts, strict=True):
            if id:
                groups.setdefault(id, []).append(part)
        return groups

    def starts(self) -> Iterator[tuple[str, Place]]:
        """Where each run of one dialect begins."""
        last = None
        for id, part in zip(self.ids, self.parts, strict=True):
            if id and id != last and part.node:
                yield id, part.node.place()
                last = id

    def findings(self, peeled: Peeled) -> Iterator[Finding]:
        """What detection itself has to say: nothing recognised, or two dialects that fit equally."""
        nodes = [part.node for part in self.parts if part.node]
        if nodes and not self.totals:
            looked = [dialect.label for dialect in dialects.every().values()]
            yield make("dialect-unknown", nodes[0].place(), looked=looked)
        for scores, part in zip(self.scores, self.parts, strict=True):
            tied = self._tied(scores)
            if part.node and len(tied) > 1:
                yield make("dialect-tie", part.node.place(), dialects=tied, evidence=scores)
                return

    def _tied(self, scores: Scores) -> list[str]:
        known = {id: (score, self.totals.get(id, 0)) for id, score in scores.items() if score >= STRONG}
        best = max(known.values(), default=None)
        return sorted(id for id, pair in known.items() if pair == best)
