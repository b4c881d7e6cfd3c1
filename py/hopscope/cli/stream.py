"""Logs of any size, window by window and in several processes; what comes back of each is small."""

from __future__ import annotations

import json
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hopscope.cli import entries, patience
from hopscope.cli.door import Refused
from hopscope.cli.entries import Entry
from hopscope.cli.files import STDIN, Document, standard_input
from hopscope.cli.lines import Window, pieces, whole
from hopscope.cli.reports import Case, line, place_of
from hopscope.text import recent
from hopscope.text.numbers import number

ORPHANS = {"rpc-id-unmatched", "return-unknown-id"}  # in a window, answers to calls that stand further up
HELD = 100_000  # calls without an answer that are kept waiting for one


@dataclass(frozen=True, slots=True)
class Options:
    """How logs are gone through."""

    contracts: tuple[Document, ...] = ()
    jobs: int = 1
    seconds: float | None = None
    key: str = ""
    full: bool = False  # with each call's line and findings, not only its entry


@dataclass(frozen=True, slots=True)
class Item:
    """One call: its entry, and what `--jsonl` tells of it where that was asked for."""

    entry: Entry
    told: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Portion:
    """What a window holds of its own: calls, findings of no call, ids of answers whose calls are not in it."""

    items: tuple[Item, ...] = ()
    findings: tuple[dict[str, Any], ...] = ()
    orphans: tuple[tuple[str, str], ...] = ()
    last: bool = True
    error: str | None = None


def jobs(asked: int | None) -> int:
    """How many processes to use: as many as asked for, else the cores that this process may use."""
    if asked:
        return asked
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def portions(paths: Sequence[str], options: Options) -> Iterator[Portion]:
    """The portions of logs, in their order; raises Refused where a log cannot be read or judged."""
    yield from judged((window for path in paths for window in _windows(path)), options)


def judged(windows: Iterable[Window], options: Options) -> Iterator[Portion]:
    """The portions of windows, in their order."""
    requests = (asked(window, options) for window in windows)
    for portion in patience.answers(requests, options.jobs, digest):
        if portion.error:
            raise Refused(portion.error)
        yield portion


def _windows(path: str) -> Iterator[Window]:
    if path == STDIN:
        yield whole("stdin", standard_input())
        return
    try:
        yield from pieces(Path(path), path)
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None


def asked(window: Window, options: Options) -> patience.Asked:
    """The request that traces a window."""
    head = {"id": 1, "method": "trace", "seconds": options.seconds}
    return patience.Asked(head, {"documents": window.documents(options.contracts)}, (window, options.key, options.full))


def digest(reply: str, note: tuple[Window, str, bool]) -> Portion:
    """What is kept of a window's trace; runs in the child."""
    recent.forget()
    window, key, full = note
    told = json.loads(reply, parse_float=number, parse_int=number)
    if "error" in told:
        return Portion(error=told["error"]["message"])
    case = _own(told["result"], window)
    found = list(case.of_no_call())
    orphans = [one for one in found if one["code"] in ORPHANS and window.first > 1]
    return Portion(
        tuple(_items(case, window, key, full)),
        tuple(window.moved(one) for one in found if one not in orphans),
        tuple((window.name, str(one["params"].get("id")).strip('"')) for one in orphans),
        window.last,
    )


def _own(result: dict[str, Any], window: Window) -> Case:
    """The calls of the window's middle and the findings there; a window that is the whole log keeps everything."""
    texts = {window.name: window.text}
    if window.first == 1 and window.last:
        return Case(result, texts)
    calls = [call for call in result["calls"] if window.owns(place_of(call))]
    theirs = {number for call in result["calls"] for number in call["findings"]}
    kept = [n for n, one in enumerate(result["findings"]) if n not in theirs and window.owns(one["at"])]
    kept += dict.fromkeys(number for call in calls for number in call["findings"])
    places = {number: place for place, number in enumerate(kept)}
    calls = [{**call, "findings": [places[number] for number in call["findings"]]} for call in calls]
    return Case({**result, "calls": calls, "findings": [result["findings"][number] for number in kept]}, texts)


def _items(case: Case, window: Window, key: str, full: bool) -> Iterator[Item]:
    for call, entry in zip(case.calls, entries.entries(case, key), strict=True):
        own = replace(entry, line=entry.line and entry.line + window.first - 1)
        yield Item(own, window.moved(line(call, case)) if full else None)


@dataclass(frozen=True, slots=True)
class Settled:
    """A call whose answer is known, or known not to come: `late` where it came far behind it."""

    item: Item
    late: bool = False


class Waiting:
    """Calls whose answers may stand in a later window: told when one comes, or at the end as never answered."""

    def __init__(self) -> None:
        self._held: OrderedDict[tuple[str, str], Item] = OrderedDict()

    def settle(self, portions: Iterable[Portion], seen: Callable[[Portion], None]) -> Iterator[Settled]:
        """Every call once; `seen` is told of each portion before its calls."""
        for portion in portions:
            seen(portion)
            for orphan in portion.orphans:
                if orphan in self._held:
                    yield Settled(self._held.pop(orphan), late=True)
            for item in portion.items:
                if item.entry.unanswered and not portion.last:
                    yield from self._hold(item)
                else:
                    yield Settled(item)
            if portion.last:
                yield from self._rest()

    def _hold(self, item: Item) -> Iterator[Settled]:
        key = item.entry.document, str(item.entry.id)
        known = self._held.pop(key, None)
        self._held[key] = item
        if known or len(self._held) > HELD:
            yield Settled(known or self._held.popitem(last=False)[1])

    def _rest(self) -> Iterator[Settled]:
        while self._held:
            yield Settled(self._held.popitem(last=False)[1])
