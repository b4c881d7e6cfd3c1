"""What must be said of any text before its meaning: its faults, its mends, its doubtful numbers and keys."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from hopscope import limits
from hopscope.findings import Finding, Fix, make
from hopscope.layers import Part, Peeled
from hopscope.layers.declarations import first_type
from hopscope.layers.program import made_by
from hopscope.text.facts import Fact, facts
from hopscope.text.node import Node
from hopscope.text.numbers import javascript
from hopscope.text.places import Place, place, pointer
from hopscope.text.reader import Reading
from hopscope.text.repair import CODE, RULES, WRAPPERS, Cut
from hopscope.text.source import Edit

Base = tuple[str, ...]
WHOLE: Base = ("",)
_OUTSIDE = (*WRAPPERS, "byte-order-mark")
LISTED = 20  # places told one by one in a finding
NAMED = 2  # open brackets that a sentence names one by one
EDITS_LISTED = 1_000  # edits told in a finding; all stand in the result of `format`


def text_findings(peeled: Peeled) -> Iterator[Finding]:
    """The `text-*` findings of a document, in the order of their kinds."""
    if peeled.empty:
        yield make("text-empty", place(peeled.document.spans(0, 0)[0], WHOLE))
        return
    bases_of = _bases(peeled)
    readings = [(reading, bases_of.get(id(reading), _Paths())) for reading in peeled.readings]
    for reading, bases in readings:
        yield from fault_findings(reading, bases)
    if not readings:
        yield _nothing(peeled)
    if peeled.framing == "concatenated" and any(peeled.values):
        yield _several(peeled)
    yield from fact_findings((reading, bases) for reading, bases in readings if bases)


def inner_facts(parts: Iterable[Part], outer: Iterable[Reading]) -> Iterator[Finding]:
    """The facts of texts that stand as strings in a document and hold some of its parts; `outer` are told already."""
    told = {id(reading) for reading in outer}
    inner: dict[int, tuple[Reading, Sequence[Base]]] = {}
    for part in parts:
        if part.node and part.reading and id(part.reading) not in told:
            inner.setdefault(id(part.reading), (part.reading, [(*part.node.path[:-1], "")]))
    yield from fact_findings(inner.values())


class _Paths(Sequence[Base]):
    """The paths of nodes, each made when it is asked for."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def __len__(self) -> int:
        return len(self.nodes)

    def __getitem__(self, n: Any) -> Any:
        return self.nodes[n].path


def _bases(peeled: Peeled) -> dict[int, _Paths]:
    """The paths of the values of each reading, by its `id`."""
    found: dict[int, _Paths] = {}
    for part in peeled.parts:
        if part.node:
            key = id(part.reading)
            if key not in found:
                found[key] = _Paths()
            found[key].nodes.append(part.node)
    return found


def _base(bases: Sequence[Base], n: int) -> Base:
    return bases[n] if n < len(bases) else ("",)


def _at(reading: Reading, bases: Sequence[Base], start: int, end: int) -> Place:
    """The place of a slice of a reading's strict text, with the path of what stands there."""
    n, keys = reading.way(start)
    base = _base(bases, n)
    return place(reading.spans(start, end)[0], (*base[:-1], base[-1] + pointer(keys)))


def _raw(reading: Reading, bases: Sequence[Base], start: int, end: int) -> Place:
    """The place of a slice of the text as it was before it was mended."""
    n, keys = reading.way(reading.forward(start))
    base = _base(bases, n)
    return place(reading.source.spans(start, end)[0], (*base[:-1], base[-1] + pointer(keys)))


# ---- faults and mends


def fault_findings(reading: Reading, bases: Sequence[Base]) -> Iterator[Finding]:
    """Whether a text could be read, and what it took."""
    if reading.too_large is not None:
        yield make("text-too-large", _start(reading), measured=reading.too_large, limit=limits.TEXT_SIZE)
    elif reading.too_deep is not None:
        yield make("text-too-deep", _start(reading), measured=f"more than {limits.DEPTH}", limit=limits.DEPTH)
    elif reading.fault:
        yield _unreadable(reading, *reading.fault)
    else:
        yield from _mends(reading, bases)


def _start(reading: Reading) -> Place:
    return place(reading.source.spans(0, 0)[0], WHOLE)


def _unreadable(reading: Reading, offset: int, expected: str) -> Finding:
    at = place(reading.source.spans(offset, offset)[0], WHOLE)
    return make("text-unreadable", at, line=at.line, column=at.column, expected=expected)


def _nothing(peeled: Peeled) -> Finding:
    if made := made_by(peeled.document.text):
        at = place(peeled.document.spans(made.start, made.end)[0], WHOLE)
        return make("text-unreadable", at, variant="made", library=made.library, instead=made.instead)
    if declared := first_type(peeled.document.text):
        at = place(peeled.document.spans(*declared)[0], WHOLE)
        return make("text-unreadable", at, variant="declared")
    at = place(peeled.document.spans(0, 0)[0], WHOLE)
    return make("text-unreadable", at, line=at.line, column=at.column, expected="a JSON value")


def _mends(reading: Reading, bases: Sequence[Base]) -> Iterator[Finding]:
    for mark in reading.marks[:LISTED]:
        at = _raw(reading, bases, mark.start, mark.end)
        yield make("text-number-nonfinite", at, text=mark.text)
    if reading.cut:
        yield _truncated(reading, bases, reading.cut)
    if reading.guesses:
        yield _guessed(reading, bases)
    if reading.completeness == "normalised" and mended_inside(reading):
        yield _repaired(reading, bases)


def mended_inside(reading: Reading) -> bool:
    """Whether anything was mended in the JSON itself, not only a wrapper taken off, or what code may hold."""
    inside = {edit.rule for edit in reading.edits}.difference(_OUTSIDE)
    allowed = "python" in reading.wrappers or (reading.in_code and inside <= CODE)
    return bool(inside) and not allowed


def _truncated(reading: Reading, bases: Sequence[Base], cut: Cut) -> Finding:
    n, keys = reading.way(reading.forward(cut.offset))
    *outer, base = _base(bases, n)

    def at(start: int, end: int, depth: int) -> Place:
        return place(reading.source.spans(start, end)[0], (*outer, base + pointer(keys[:depth])))

    still_open = list(zip(cut.open, cut.depths, strict=True))[-LISTED:]
    opened = [at(offset, offset + 1, depth) for (offset, _), depth in still_open]
    signs = [mark for _, mark in cut.open[-LISTED:]]
    marks = [f"{sign} at {at.line}:{at.column}" for sign, at in zip(signs, opened, strict=True)]
    return make(
        "text-truncated",
        at(cut.offset, cut.offset, len(keys)),
        variant=("doubt" if reading.doubts else "") if marks else "bare",
        related=opened,
        inside=cut.in_what,
        open=left_open(cut, marks),
        opened=marks,
        mark=cut.mark,
        **_told(reading),
    )


def left_open(cut: Cut, marks: list[str]) -> str:
    """What a cut leaves open, as a sentence says it: few marks one by one, of more the count of brackets."""
    brackets = sum(sign in "{[(" for _, sign in cut.open)
    return " and ".join(marks) if brackets <= NAMED else f"{brackets:,} brackets"


def _guessed(reading: Reading, bases: Sequence[Base]) -> Finding:
    first = reading.guesses[0]
    told = [guess.invented for guess in reading.guesses[:LISTED]]
    others = [other for guess in reading.guesses[:LISTED] for other in guess.alternatives]
    at = _raw(reading, bases, first.start, first.end)
    alternatives = list(dict.fromkeys(others))
    variant = "doubt" if reading.doubts else "other" if alternatives else ""
    invented = list(dict.fromkeys(told))
    return make("text-guessed", at, variant=variant, invented=invented, alternatives=alternatives, **_told(reading))


def _repaired(reading: Reading, bases: Sequence[Base]) -> Finding:
    edits = [edit for edit in reading.edits if edit.rule not in _OUTSIDE]
    rules = list(dict.fromkeys(edit.rule for edit in edits))
    at = _raw(reading, bases, edits[0].start, edits[0].end)
    variant = "doubt" if reading.doubts else ""
    return make("text-repaired", at, variant=variant, count=len(edits), rules=rules, **_told(reading))


def _told(reading: Reading) -> dict[str, Any]:
    """What every mended text tells: its edits, and where two readings fit."""
    doubts = doubts_json(reading)
    edits = edits_json(reading)[:EDITS_LISTED]
    return {"edits": edits} | ({"doubts": doubts, "readings": readings(doubts)} if doubts else {})


def doubts_json(reading: Reading) -> list[dict[str, Any]]:
    """Where two readings fit: the one taken, the other, and whether a schema decided."""
    told = reading.doubts[:LISTED]
    return [
        {"taken": one.taken, "other": one.other, "by_schema": one.turned, **_line(reading, one.start)} for one in told
    ]


def readings(doubts: list[dict[str, Any]]) -> str:
    """The first doubt as a sentence, which names both readings."""
    first = doubts[0]
    why = ", which the schema wants" if first["by_schema"] else ""
    more = f" and at {len(doubts) - 1} more" if len(doubts) > 1 else ""
    where = f"at line {first['line']}, column {first['column']}"
    return f"Two readings fit {where}{more}: {first['taken']}{why}; or {first['other']}."


def _line(reading: Reading, offset: int) -> dict[str, int]:
    at = place(reading.source.spans(offset, offset)[0])
    return {"line": at.line, "column": at.column}


def edits_json(reading: Reading) -> list[dict[str, Any]]:
    """The edits inside the JSON of a reading as the door tells them, in the pasted document's UTF-16 units."""
    inside = (edit for edit in reading.edits if edit.rule not in WRAPPERS)
    return reading.once("edits", lambda: [_edit_json(reading, edit) for edit in inside])


def _edit_json(reading: Reading, edit: Edit) -> dict[str, Any]:
    at = place(reading.source.spans(edit.start, edit.end)[0])
    return {
        "start": at.start,
        "end": at.end,
        "line": at.line,
        "column": at.column,
        "removed": edit.removed,
        "inserted": edit.inserted,
        "rule": edit.rule,
        "confidence": confidence(reading, edit),
    }


def confidence(reading: Reading, edit: Edit) -> Literal["sure", "likely", "guess"]:
    """`guess` where something was invented or dropped, `likely` where two readings fit, else `sure`."""
    if RULES[edit.rule].guesses:
        return "guess"
    doubtful = any(one.start <= edit.end and edit.start <= one.end for one in reading.doubts[:LISTED])
    return "likely" if doubtful else "sure"


def _several(peeled: Peeled) -> Finding:
    places = [node.place() for node in peeled.values]
    starts = [{"line": at.line, "column": at.column} for at in places[:LISTED]]
    return make("text-several-values", places[0], related=places[1:LISTED], count=len(places), starts=starts)


# ---- facts


def fact_findings(readings: Iterable[tuple[Reading, Sequence[Base]]]) -> Iterator[Finding]:
    """Equal keys, unsafe numbers, half characters: once a kind and a place, not once a row of a table."""
    rows: dict[tuple[Any, ...], list[tuple[Reading, Sequence[Base], Fact]]] = {}
    for reading, bases in readings:
        for fact in facts(reading):
            n, keys = reading.way(fact.start)
            rows.setdefault((fact.kind, _column(_base(bases, n), keys)), []).append((reading, bases, fact))
    for found in rows.values():
        yield _fact(*found[0], more=len(found) - 1)


def _column(base: Base, keys: tuple[str | int, ...]) -> tuple[Any, ...]:
    """What the rows of a table share: the keys without the number of the row; elements of one array stay apart."""
    rows = tuple("*" if isinstance(key, int) else key for key in keys[:-1])
    return (*base[1:], rows, keys[-1:])


def _fact(reading: Reading, bases: Sequence[Base], fact: Fact, more: int) -> Finding:
    at = _at(reading, bases, fact.start, fact.end)
    extra: dict[str, Any] = {"more": more} if more else {}
    if fact.values and fact.earlier:
        earlier, later = (_short(value) for value in fact.values)
        related = [_at(reading, bases, *fact.earlier)]
        extra |= {"key": fact.text[1:-1], "earlier": earlier, "later": later}
        return make("text-duplicate-key", at, related=related, **extra)
    if fact.kind == "number-unsafe":
        read = javascript(fact.text)
        variant = "bound" if read == fact.text else ""
        return make("text-number-unsafe", at, variant=variant, text=_short(fact.text), javascript=read, **extra)
    return make("text-lone-surrogate", at, text=fact.text, fix=_replaced(reading, fact, at), **extra)


def _replaced(reading: Reading, fact: Fact, at: Place) -> Fix | None:
    """U+FFFD in the place of half a character, as an escape where that is one."""
    span, *more = reading.spans(fact.start, fact.end)
    raw = span.root.text[span.start : span.end]
    if more or not (len(raw) == 1 or raw.endswith(fact.text[-4:])):
        return None
    start, text = (at.start, "\ufffd") if len(raw) == 1 else (at.end - 4, "fffd")
    edit = {"document": at.document, "start": start, "end": at.end, "text": text}
    return Fix("Put U+FFFD, the sign for a lost character, in its place", (edit,))


def _short(text: str, most: int = 120) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
