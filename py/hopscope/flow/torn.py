"""Captures that end in the middle: what stood open there is marked, so that nobody is blamed for what was not pasted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from hopscope.findings import Finding
from hopscope.layers import Part, Peeled
from hopscope.model import Call, Capture, Execution, Mount, Turn
from hopscope.text.node import Node
from hopscope.text.places import place
from hopscope.text.reader import Reading

TALKS = ("messages", "contents", "input")
LISTS = ("tools", "toolConfig", "functions")
Starts = frozenset[int]


def delivered(parts: Sequence[Part], peeled: Peeled) -> list[Part]:
    """Without the half event in which a stream ends, which a reader of streams never gets to see."""
    whole, last = list(parts[:-1]), parts[-1].node if parts else None
    if not whole or last is None or last.reading is None or not last.reading.cut:
        return list(parts)
    return whole if {"sse", "data-stream"} & set(peeled.layers) or _one_more(last.value, whole) else list(parts)


def _one_more(value: Any, before: Sequence[Part]) -> bool:
    """Whether a value is an event named by its only member (Bedrock), of a kind met before."""
    alike = (part.node.value.keys() for part in before if part.node and isinstance(part.node.value, dict))
    return isinstance(value, dict) and len(value) == 1 and any(keys == value.keys() for keys in alike)


def opened(readings: Iterable[Reading]) -> Starts:
    """Where the brackets and strings begin that a cut text never closes, and where it ends."""
    cuts = [(reading.source, reading.cut) for reading in readings if reading.cut]
    begun = {place(source.spans(at, at + 1)[0]).start for source, cut in cuts for at, _ in cut.open}
    return frozenset(begun | {place(source.spans(cut.offset, cut.offset)[0]).start for source, cut in cuts})


def marked(capture: Capture, starts: Starts) -> Capture:
    """The capture with its open calls and turns told as such; a call that has no name yet is none, half a schema no contract."""
    if not starts:
        return capture
    turns = {id(turn): _turn(turn, starts) for turn in capture.turns}
    last = next((turn for turn in reversed(capture.turns) if turn.history and turn.calls), None)
    if last is not None and _goes_on(last, starts):
        turns[id(last)] = replace(turns[id(last)], answered=False)
    calls = {id(old): new for turn in capture.turns for old, new in _renewed(turn, turns[id(turn)])}
    runs = {id(run): _execution(run, starts) for run in capture.executions}
    new: dict[int, Any] = {**turns, **calls, **runs}
    whole = (one for one in capture.said if not _of_half(one.finding, starts))
    said = tuple(replace(one, about=new.get(id(one.about), one.about)) for one in whole)
    more = any(_open(request.node.get(key), starts) for request in capture.requests for key in LISTS)
    mounts = tuple(_mount(mount, starts, more) for mount in capture.mounts)
    returns = tuple(returned for returned in capture.returns if not _open(returned.node, starts))
    own = tuple(turns[id(turn)] for turn in capture.turns)
    executions = tuple(runs[id(run)] for run in capture.executions)
    return replace(capture, turns=own, said=said, mounts=mounts, returns=returns, executions=executions)


def _open(node: Node | None, starts: Starts) -> bool:
    return bool(node) and node is not None and node.place().start in starts


def _goes_on(turn: Turn, starts: Starts) -> bool:
    """Whether the conversation of a past turn breaks off, so that nobody knows what answered it."""
    return turn.request is not None and any(_open(turn.request.node.get(key), starts) for key in TALKS)


def _turn(turn: Turn, starts: Starts) -> Turn:
    calls = tuple(_call(call, starts) for call in turn.calls if call.name or not _open(call.node, starts))
    returns = tuple(returned for returned in turn.returns if not _open(returned.node, starts))
    return replace(turn, calls=calls, returns=returns, whole=turn.whole and not _open(turn.node, starts))


def _call(call: Call, starts: Starts) -> Call:
    if not _open(call.node, starts):
        return call
    unread = call.arguments is None or call.arguments.value is None or _open(call.arguments, starts)
    return replace(call, part_of_stream_end=call.part_of_stream_end or unread, wants_id=bool(call.id))


def _execution(run: Execution, starts: Starts) -> Execution:
    """Without an answer that breaks off; where there is none, it may stand behind the cut."""
    answer = run.response if run.response and not _open(run.response.node, starts) else None
    return replace(run, response=answer, alone=run.alone or answer is None, cut=_open(run.node, starts))


def _of_half(finding: Finding, starts: Starts) -> bool:
    """Whether a finding is about a value that is only half there."""
    return finding.fault != "capture" and finding.at is not None and finding.at.start in starts


def _renewed(old: Turn, new: Turn) -> Iterable[tuple[Call, Call]]:
    named = {id(call.node.site): call for call in new.calls}
    return ((call, named[id(call.node.site)]) for call in old.calls if id(call.node.site) in named)


def _mount(mount: Mount, starts: Starts, more: bool) -> Mount:
    """Without the schema in which the text ends: what stands behind the cut may change its meaning."""
    mount = replace(mount, more=more or mount.more)
    if _open(mount.input, starts):
        mount = replace(mount, input=None, judged=None)
    return replace(mount, output=None, judged_output=None) if _open(mount.output, starts) else mount
