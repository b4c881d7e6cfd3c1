"""A call's arguments read: the value to be judged with its places, or the one finding that says why there is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hopscope import dialects
from hopscope.findings import Finding, make
from hopscope.flow import library
from hopscope.flow.contracts import Contract, schema_of
from hopscope.flow.journeys import Journey
from hopscope.flow.schemas import chooser
from hopscope.flow.texts import confidence, doubts_json, fact_findings, left_open, readings
from hopscope.limits import DEPTH
from hopscope.model import Call, Request, Turn
from hopscope.record import record
from hopscope.text.facts import facts
from hopscope.text.node import Node
from hopscope.text.places import Place, place
from hopscope.text.reader import Reading
from hopscope.text.reader import read as read_text
from hopscope.text.repair import Cut
from hopscope.text.write import dumps

# What people and programs write where they cut a text on purpose.
CUT_MARK = re.compile(
    r"(?:\.\.\.|…)\s*[\[(<{]?\s*(?:truncated|omitted|elided|cut off|\d+ (?:more )?(?:chars?|bytes|tokens))\b[^\"]{0,40}$",
    re.I,
)
LISTED = 6  # numbers that are none, told one by one
TIMES = {1: "once", 2: "twice"}
NAMES = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "null"}


@record
class Arguments:
    """`node` is the root of the value that the gate judges, None where the arguments cannot be read; `value` is what they say."""

    text: str
    value: Any = None
    node: Node | None = None
    findings: tuple[Finding, ...] = ()
    empty: bool = False
    lost: bool = False  # the capture ended before the arguments did

    @property
    def broken(self) -> bool:
        """Whether the arguments can't be read as the object they should be."""
        return self.lost or any(finding.severity == "error" for finding in self.findings)


def read(journey: Journey) -> Arguments:
    """The arguments of a call; its turn confirms a truncation, its contract tells whether `{}` passes where they are empty."""
    call = journey.call
    if call.part_of_stream_end and (call.arguments is None or not call.arguments.value or not call.encoded):
        return Arguments(call.arguments.text if call.arguments and not call.encoded else "", lost=True)
    if call.custom:
        return Arguments(call.arguments.string if call.arguments else "")
    if call.arguments is None or (call.encoded and not call.arguments.string.strip()):
        return _empty(call, journey.contract)
    if not call.encoded:
        return _object(journey, call.arguments)
    return _text(journey, call.arguments)


def _empty(call: Call, contract: Contract | None) -> Arguments:
    text = call.arguments.string if call.arguments else ""
    missing = _missing(contract)
    if call.blank:  # the dialect's way to write `{}`: judged like it, in the place of the call
        written = call.arguments or call.node
        return Arguments(text, {}, Node({}, written.site) if missing else None, empty=not missing)
    place_ = (call.arguments or call.node).place()
    variant = "refused" if missing else "unjudged" if contract is None else ""
    finding = make(
        "arguments-empty",
        place_,
        variant=variant,
        severity="error" if missing else None,
        tool=call.name,
        missing=missing or "nothing",
        passes=None if contract is None else not missing,
    )
    return Arguments(text, None if missing else {}, None, (finding,), empty=True)


def _missing(contract: Contract | None) -> str:
    """What `{}` lacks by any of the contract's mounts, in words; empty where it passes."""
    for mount in contract.inputs if contract else ():
        outcome = library.compiled(schema_of(mount)).check({})
        if outcome.valid is False:
            return (
                ", ".join(name for violation in outcome.violations for name in violation.names)
                or "what the contract wants"
            )
    return ""


def _object(journey: Journey, node: Node) -> Arguments:
    if isinstance(node.value, dict):
        return Arguments(node.text, node.value, node)
    if journey.lone and isinstance(node.value, str):  # `execute-arguments-string` tells it; the object inside is judged
        root = node.opened()
        readable = isinstance(root.value, dict)
        return Arguments(node.text, root.value, root) if readable else Arguments(node.text, lost=True)
    return Arguments(node.text, node.value, None, (_not_object(journey, node, node.value),))


def _text(journey: Journey, node: Node) -> Arguments:
    call, reading = journey.call, node.inner()
    if _is_plain(call, reading):
        return Arguments(node.string, reading.values[0], node.opened(reading=reading))
    reading = _chosen(journey.contract, reading)
    if call.part_of_stream_end and (reading.cut or reading.completeness == "unreadable"):
        return Arguments(node.string, lost=True)
    refusal = _refusal(journey, node, reading)
    infinite = tuple(_infinite(node, reading))
    if refusal or infinite:
        return Arguments(node.string, None, None, (*((refusal,) if refusal else ()), *infinite))
    return _value(journey, node, reading)


def _is_plain(call: Call, reading: Reading) -> bool:
    """Whether arguments are an object as it should be, of which nothing is to be told."""
    sole = reading.completeness == "complete" and len(reading.values) == 1 and isinstance(reading.values[0], dict)
    return sole and not facts(reading) and not _due_as_object(call)


def _chosen(contract: Contract | None, reading: Reading) -> Reading:
    """Of several readings that fit the text the one that the contract wants, by the mount that executes."""
    return (
        chooser(library.compiled(schema_of(contract.inputs[0])))(reading) if contract and contract.inputs else reading
    )


def _refusal(journey: Journey, node: Node, reading: Reading) -> Finding | None:
    call = journey.call
    if reading.too_deep is not None:
        return make("text-too-deep", node.place(), fault="model", hop="call", measured=reading.too_deep, limit=DEPTH)
    mark = CUT_MARK.search(node.string)
    if mark and reading.completeness != "complete":
        return _marked(call, node, reading, mark)
    if reading.cut:
        return _truncated(journey, node, reading, reading.cut)
    if len(reading.values) > 1:
        return _merged(journey, node, reading)
    if reading.completeness == "unreadable":
        return _unreadable(call, node, reading)
    if _is_bare(node, reading):
        return _unreadable(call, node, read_text(reading.source, repair=False))
    if reading.completeness == "guessed" and (reading.guesses or not reading.marks):
        return _guessed(call, node, reading)
    return None


def _is_bare(node: Node, reading: Reading) -> bool:
    """Whether a word without quotes, such as a date, was taken for a string."""
    return bool(reading.edits) and reading.values == (node.string.strip(),)


def _infinite(node: Node, reading: Reading) -> Iterator[Finding]:
    """Each NaN or Infinity that the arguments hold: no JSON value, and nobody knows the number that was meant."""
    for mark in reading.marks[:LISTED]:
        at = _at(node, reading, mark.start, mark.end)
        yield make("text-number-nonfinite", at, fault="model", hop="call", text=mark.text)


def _merged(journey: Journey, node: Node, reading: Reading) -> Finding:
    """Several values: calls that were merged, or one that was torn, whichever the contract admits."""
    starts = [_at(node, reading, start, start) for start in reading.starts]
    variant = _admitted(journey.contract, reading.values)
    tool, count = journey.call.name, len(reading.values)
    return make("arguments-merged", node.place(), variant=variant, related=starts[1:], tool=tool, count=count)


def _admitted(contract: Contract | None, values: tuple[Any, ...]) -> str:
    """Which reading of several values the contract admits: `each` a call, or one that was `torn`; empty where neither."""
    if not contract or not contract.inputs or not all(isinstance(value, dict) for value in values):
        return ""
    compiled = library.compiled(schema_of(contract.inputs[0]))
    if all(compiled.check(value).valid for value in values):
        return "each"
    whole = {key: value for part in values for key, value in part.items()}
    apart = len(whole) == sum(map(len, values))
    return "torn" if apart and compiled.check(whole).valid else ""


def _marked(call: Call, node: Node, reading: Reading, mark: re.Match[str]) -> Finding:
    at = _at(node, reading, mark.start(), mark.start())
    return make(
        "arguments-truncated", at, variant="marker", tool=call.name, mark=f'"{mark.group().strip()}"', confirmed=""
    )


def _truncated(journey: Journey, node: Node, reading: Reading, cut: Cut) -> Finding:
    opened = [_at(node, reading, offset, offset + 1) for offset, _ in cut.open]
    return make(
        "arguments-truncated",
        _at(node, reading, cut.offset, cut.offset),
        variant="doubt" if reading.doubts else "",
        related=opened,
        tool=journey.call.name,
        inside=cut.in_what,
        open=left_open(cut, [sign for _, sign in cut.open]) or "nothing",
        confirmed=confirmed(journey.turn, journey.request),
        length=len(node.string),
        **_doubts(reading),
    )


def _doubts(reading: Reading) -> dict[str, Any]:
    doubts = doubts_json(reading)
    return {"doubts": doubts, "readings": readings(doubts)} if doubts else {}


def confirmed(turn: Turn | None, request: Request | None) -> str:
    """What the stop reason and the token count say about a cut, as the rest of a sentence."""
    if turn is None:
        return ""
    said = []
    limit = turn.limit or (request.limit if request else None)
    if turn.tokens is not None and turn.tokens == limit:
        said.append(f"; the {turn.tokens} tokens used are exactly the limit")
    if turn.stop and turn.stop.means == "length":
        said.append(f"; the stop reason {turn.stop.reason} confirms it")
    elif turn.stop:
        said.append(f", although the stop reason {turn.stop.reason} claims a finished turn")
    return "".join(said)


def _unreadable(call: Call, node: Node, reading: Reading) -> Finding:
    offset, expected = reading.fault or (0, "a value")
    at = _at(node, reading, offset, min(offset + 1, len(node.string)))
    received = dumps(node.string[offset : offset + 40]) if offset < len(node.string) else "the end"
    return make(
        "arguments-unreadable", at, tool=call.name, path=f"character {offset + 1}", expected=expected, received=received
    )


def _guessed(call: Call, node: Node, reading: Reading) -> Finding:
    first = reading.guesses[0] if reading.guesses else None
    at = _at(node, reading, first.start, first.end) if first else node.place()
    invented = [guess.invented for guess in reading.guesses]
    alternatives = [other for guess in reading.guesses for other in guess.alternatives]
    return make(
        "arguments-guessed",
        at,
        tool=call.name,
        invented=invented or ["a value"],
        alternatives=alternatives,
        edits=_edits(node, reading),
    )


def _value(journey: Journey, node: Node, reading: Reading) -> Arguments:
    call = journey.call
    found = list(_mends(call, node, reading))
    opened = node.opened(reading=reading)
    root, layers = opened, 0
    while isinstance(root.value, str) and _holds_json(root):
        root, layers = root.opened(), layers + 1
    if not isinstance(root.value, dict):
        refusal = _not_object(journey, node, opened.value)
        return Arguments(node.string, opened.value, None, (refusal,))
    layers += _due_as_object(call)
    if layers:
        found.append(
            make(
                "arguments-double-encoded",
                node.place(),
                tool=call.name,
                layers=layers,
                times=TIMES.get(layers, f"{layers} times"),
                object=dumps(root.value)[:400],
            )
        )
    found += (finding.but(fault="model", hop="call") for finding in _facts(root))
    return Arguments(node.string, root.value, root, tuple(found))


def _holds_json(node: Node) -> bool:
    """Whether a string holds an object, or a shorter string: a date or an address is read as a string of itself."""
    reading = node.inner()
    if len(reading.values) != 1 or reading.completeness not in ("complete", "normalised"):
        return False
    value = reading.values[0]
    return isinstance(value, dict) or (isinstance(value, str) and len(value) < len(node.string))


def _due_as_object(call: Call) -> int:
    """One layer too many where the dialect carries objects and no stream explains the text."""
    return int(call.fragments is None and dialects.every()[call.dialect].arguments == "object")


def _mends(call: Call, node: Node, reading: Reading) -> Iterator[Finding]:
    if reading.edits:
        first = reading.edits[0]
        rules = list(dict.fromkeys(edit.rule for edit in reading.edits))
        yield make(
            "arguments-repaired",
            _at(node, reading, first.start, first.end),
            tool=call.name,
            count=len(reading.edits),
            rules=rules,
            variant="doubt" if reading.doubts else "",
            edits=_edits(node, reading),
            **_doubts(reading),
        )


def _edits(node: Node, reading: Reading) -> list[dict[str, Any]]:
    out = []
    for edit in reading.edits[:100]:
        at = _at(node, reading, edit.start, edit.end)
        told = {"removed": edit.removed, "inserted": edit.inserted, "rule": edit.rule}
        out.append({"at": at.json(), **told, "confidence": confidence(reading, edit)})
    return out


def _facts(root: Node) -> Iterator[Finding]:
    if not root.reading or not facts(root.reading):
        return iter(())
    return fact_findings([(root.reading, [root.path] * len(root.reading.values))])


def _not_object(journey: Journey, node: Node, value: Any) -> Finding:
    call = journey.call
    own = dialects.every()[call.dialect].null_is_none
    null = own and value is None and not _missing(journey.contract)
    what = NAMES.get(type(value), f"the number {dumps(value)}")
    found = make("arguments-not-object", node.place(), tool=call.name, what=what, value=dumps(value)[:200])
    return found.but(severity="warning", fault="provider") if null else found


def _at(node: Node, reading: Reading, start: int, end: int) -> Place:
    return place(reading.source.spans(start, end)[0], (*node.path, ""))
