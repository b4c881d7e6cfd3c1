"""From pasted documents to captures: peel, recognise each value's dialect by its evidence, and let the dialect read its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hopscope import dialects
from hopscope.dialects._base import STRONG
from hopscope.dialects._errors import error_body
from hopscope.dialects._evidence import Scores
from hopscope.findings import Finding, make
from hopscope.flow.envelope import dialect_shaped, elements, recorded
from hopscope.flow.texts import inner_facts, text_findings
from hopscope.flow.torn import delivered, marked, opened
from hopscope.layers import Part, Peeled, followed, peel
from hopscope.model import Capture, Said
from hopscope.text.kept import Kept
from hopscope.text.node import Node
from hopscope.text.places import Place
from hopscope.text.recent import remembered


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """One pasted text as it was understood; `dialect` is an id, "mixed" or None, `captures` what each dialect read in it.

    `values` are those whose dialect was looked for: the text's own, or what a wrapper of unknown shape holds.
    """

    name: str
    peeled: Peeled
    dialect: str | None
    scores: Scores
    layers: tuple[str, ...]
    captures: tuple[Capture, ...]
    findings: tuple[Finding, ...]
    values: tuple[Node, ...] = ()
    parts: tuple[tuple[str, Place], ...] = ()

    @property
    def typed(self) -> bool:
        """Whether it may be gone on with while somebody types in it."""
        return any(reading.typed for reading in self.peeled.readings[:1])

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


def read_all(given: Sequence[tuple[str, str]]) -> tuple[Document, ...]:
    """The documents, given as (name, text), understood; an error that does not say whose it is answers what the others ask."""
    docs = [read(name, text) for name, text in given]
    dialects_asked = {doc.dialect for doc in docs if any(capture.requests for capture in doc.captures)}
    asked = dialects_asked.pop() if len(dialects_asked) == 1 else None
    if asked is None or asked == "mixed" or _are_answered(docs, asked):
        return tuple(docs)
    return tuple(
        _refusal(_understood(*one, favoured=asked), asked) if _is_error_of_nobody(doc, asked) else doc
        for one, doc in zip(given, docs, strict=True)
    )


def _are_answered(docs: Sequence[Document], asked: str) -> bool:
    """Whether each request of a dialect has its answer among the documents, so that an error beside them may be anyone's."""
    captures = [capture for doc in docs for capture in doc.captures if capture.dialect == asked]
    answers = sum(not turn.history for capture in captures for turn in capture.turns)
    return answers >= sum(len(capture.requests) for capture in captures)


def _refusal(doc: Document, asked: str) -> Document:
    """An error body as the dialect `asked` reads it, or, written as it writes none, as any provider's."""
    if any(capture.said for capture in doc.captures):
        return doc
    said = tuple(Said(error_body(node)) for node in doc.values)
    return replace(doc, captures=(Capture(asked, doc.name, said=said),))


def _is_error_of_nobody(doc: Document, asked: str) -> bool:
    """Whether a document is an error body of no known owner, or one that is as much the dialect's `asked` as another's."""
    value = doc.values[0].value if len(doc.values) == 1 else None
    body = value if isinstance(value, dict) and len(value) <= _ERROR_MEMBERS else {}
    error, best = body.get("error"), max(doc.scores.values(), default=0)
    alike = [id for id, score in doc.scores.items() if score == best]
    owned = alike and (asked not in alike or len(alike) == 1)
    return not owned and "jsonrpc" not in body and isinstance(error, dict) and isinstance(error.get("message"), str)


_ERROR_MEMBERS = 3  # of a body that is nothing but an error: `error` beside an id or a status


@remembered
def read(name: str, text: str) -> Document:
    """The document `name` understood."""
    return _understood(name, text)


def _understood(name: str, text: str, favoured: str | None = None) -> Document:
    peeled = peeled_of(name, text)
    named, layers = _named(peeled, favoured)
    captures = _captures(named, peeled, name)
    if not any(map(_holds, captures)) and (inner := elements(named.parts)):
        other = _Naming(inner, favoured)
        if any(map(_holds, found := _captures(other, peeled, name))):
            named, captures, layers = other, found, tuple(dict.fromkeys((*layers, "envelope")))
    groups = named.groups()
    told = (finding for finding in text_findings(peeled) if finding.code != "text-several-values" or not named.framed)
    findings = (*told, *inner_facts(named.parts, peeled.readings), *named.findings(peeled))
    dialect = None if not groups else next(iter(groups)) if len(groups) == 1 else "mixed"
    values, parts = named.values, tuple(named.starts())
    return Document(name, peeled, dialect, named.totals, layers, captures, findings, values, parts)


def _captures(named: _Naming, peeled: Peeled, name: str) -> tuple[Capture, ...]:
    every, starts = dialects.every(), opened(peeled.readings)
    read_ = (every[id].read(delivered(members, peeled), name) for id, members in named.groups().items())
    return tuple(marked(capture, starts) for capture in read_)


def _holds(capture: Capture) -> bool:
    """Whether a dialect found anything; a turn in which nothing was read counts for nothing."""
    turns = (one.calls or one.texts or one.returns or one.stop or one.refusal for one in capture.turns)
    said = (capture.mounts, capture.requests, capture.executions, capture.said, capture.returns, capture.answers)
    return any(said) or any(turns)


def _named(peeled: Peeled, favoured: str | None = None) -> tuple[_Naming, tuple[str, ...]]:
    """The parts with their dialects, and the layers round them; in a wrapper of unknown shape those are meant that it holds."""
    parts, layers = recorded(peeled.parts), tuple(peeled.layers)
    named = _Naming(parts)
    if not named.totals and (inner := recorded(dialect_shaped(parts))):
        parts, layers = inner, (*layers, "envelope")
        named = _Naming(inner)
    return (_Naming(parts, favoured) if favoured else named), layers


@remembered
def peeled_of(name: str, text: str) -> Peeled:
    """The document `name` without its wrappers."""
    return peel(name, text)


def follow(given: Sequence[tuple[str, str]]) -> None:
    """Lets what was read of documents go on with their texts of now, so that little of what somebody types in is read again.

    For whoever holds nothing that was made of the texts before.
    """
    for name, text in given:
        before = peeled_of.of(name)
        if all(old != text for old, _ in before):
            _go_on(name, text, [one for one in before if (name, one[0]) not in given])


def _go_on(name: str, text: str, before: Sequence[tuple[str, Peeled]]) -> None:
    for old, peeled in before:
        if now := followed(peeled, text):
            peeled_of.replace(name, old, text, now)
            read.forget(name, old)
            return


def unknown(value: Node) -> Finding:
    """What is said of JSON in which no dialect was recognised."""
    return make("dialect-unknown", value.place(), looked=[dialect.label for dialect in dialects.every().values()])


def _kept(part: Part) -> Kept | None:
    return part.reading.kept if part.reading and part.reading.typed else None


@dataclass
class _Naming:
    """Which dialect each part of one document is: its own best evidence, else the document's, else its neighbour's."""

    parts: list[Part]
    favoured: str | None = None
    scores: list[Scores] = field(init=False)
    totals: Scores = field(init=False)
    ids: list[str | None] = field(init=False)
    _kinds: dict[int, Scores] = field(init=False)  # the different ones: the lines of a log are much alike

    def __post_init__(self) -> None:
        recognise = dialects.recognition().scores
        self.scores = [recognise(part.node.value, _kept(part)) if part.node else {} for part in self.parts]
        if self.favoured:
            self.scores = [{self.favoured: max(scores.values(), default=STRONG)} for scores in self.scores]
        self._kinds = {id(scores): scores for scores in self.scores}
        self.totals = self._totals()
        ids = {kind: self._id(scores) for kind, scores in self._kinds.items()}
        self.ids = self._carried([ids[id(scores)] for scores in self.scores])

    def _totals(self) -> Scores:
        totals: Scores = {}
        counts = Counter(map(id, self.scores))
        for kind, scores in self._kinds.items():
            for name, score in scores.items():
                totals[name] = totals.get(name, 0) + score * counts[kind]
        strong = {name for scores in self._kinds.values() for name, score in scores.items() if score >= STRONG}
        return {name: total for name, total in totals.items() if name in strong}

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
    def values(self) -> tuple[Node, ...]:
        """The values of the parts."""
        return tuple(part.node for part in self.parts if part.node)

    @property
    def framed(self) -> bool:
        """Whether all values belong to one dialect, each by its own evidence, so that they stand there for a reason."""
        one = set(self.ids)
        return len(one) == 1 and all(one <= scores.keys() for scores in self._kinds.values())

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
        if self.values and not self.totals:
            yield unknown(self.values[0])
        ties = {kind: tied for kind, scores in self._kinds.items() if len(tied := self._tied(scores)) > 1}
        for scores, part in zip(self.scores, self.parts, strict=True) if ties else ():
            if part.node and id(scores) in ties:
                yield make("dialect-tie", part.node.place(), dialects=ties[id(scores)], evidence=scores)
                return

    def _tied(self, scores: Scores) -> list[str]:
        known = {id: (score, self.totals.get(id, 0)) for id, score in scores.items() if score >= STRONG}
        best = max(known.values(), default=None)
        return sorted(id for id, pair in known.items() if pair == best)
