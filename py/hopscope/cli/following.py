"""A log that grows: its last lines are traced again whenever some were added, and each call is told once it is settled."""

from __future__ import annotations

import os
import select
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hopscope.cli import patience, stream
from hopscope.cli.files import STDIN
from hopscope.cli.lines import Cutter, Reach, is_place

TICK = 0.3  # seconds between looks at a file
SETTLED = 5.0  # seconds without a new line after which a missing answer is told
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Followed:
    """A call as `--jsonl` tells it; `before` is the status it was told with earlier, where its answer came late."""

    told: dict[str, Any]
    before: str | None = None


def follow(path: str, options: stream.Options) -> Iterator[Followed]:
    """Each call, as soon as its answer is there, or it is clear that none comes; ends with its source."""
    tail = _Tail(path, options)
    quiet = time.monotonic()
    for added in _standard_input() if path == STDIN else _grown(Path(path)):
        if added is None:
            yield from tail.begin_again()
        elif added:
            quiet = time.monotonic()
            yield from tail.take(added)
        elif time.monotonic() - quiet > SETTLED:
            yield from tail.settle()
            quiet = float("inf")
    yield from tail.end()


Key = tuple[
    int | None, str, str | None, int
]  # line, tool, id, and the how-manieth of these: a line may hold alike calls
_Said = tuple[str, str | None]  # the verdict's status and code


class _Tail:
    """The lines of a log that may still matter to calls to come, the calls that were told, and those that wait for an answer."""

    def __init__(self, path: str, options: stream.Options) -> None:
        self.options, self.part = options, b""
        self.lane = patience.Lane(stream.digest)
        self.lines = Cutter("stdin" if path == STDIN else path)
        self.begins = [Reach(0, 0, 0)]
        self.told: dict[Key, _Said] = {}
        self.open: dict[Key, dict[str, Any]] = {}

    def take(self, added: bytes) -> Iterator[Followed]:
        complete, ended, self.part = (self.part + added).rpartition(b"\n")
        for line in complete.decode("utf-8", "replace").split("\n") if ended else ():
            self.lines.take(f"{line}\n")
            if self.lines.full():
                yield from self._traced()
                self.lines.go_on()
                self._forget()
        if complete.strip():
            yield from self._traced()

    def settle(self) -> Iterator[Followed]:
        """The calls whose answers did not come."""
        for key, told in self.open.items():
            self.told[key] = _said(told)
            yield Followed(self._placed(told))
        self.open.clear()

    def begin_again(self) -> Iterator[Followed]:
        """The log is a new file: what came before goes on to be known, and lines are counted from one."""
        yield from self._finish_line()
        self.begins.append(self.lines.reach())

    def end(self) -> Iterator[Followed]:
        yield from self._finish_line()
        yield from self.settle()

    def _finish_line(self) -> Iterator[Followed]:
        if self.part:
            yield from self.take(b"\n")

    def _traced(self) -> Iterator[Followed]:
        request = stream.asked(self.lines.seen(), self.options)
        self.lane.send(request)
        portion, seen = self.lane.heard(), Counter[tuple[int | None, str, str | None]]()
        for item in portion.items:
            alike = item.entry.line, item.entry.tool, item.entry.id
            key = *alike, seen[alike]
            seen[alike] += 1
            self.open.pop(key, None)
            told, before = item.told or {}, self.told.get(key)
            if before == _said(told):
                continue
            if not item.entry.unanswered:
                self.told[key] = _said(told)
                yield Followed(self._placed(told), before and before[0])
            elif before is None:
                self.open[key] = told

    def _placed(self, told: Any) -> Any:
        """What is told of a call with its places as they are in the file that each of them is in."""
        if len(self.begins) == 1:
            return told
        if isinstance(told, list):
            return [self._placed(one) for one in told]
        if not isinstance(told, dict):
            return told
        if is_place(told, self.lines.name):
            return next(begin for begin in reversed(self.begins) if begin.lines < told["line"]).since(told)
        return {key: self._placed(one) for key, one in told.items()}

    def _forget(self) -> None:
        """Calls of lines that are held no longer are told no more."""
        for key in [key for key in self.told if (key[0] or 0) < self.lines.first]:
            del self.told[key]


def _said(told: dict[str, Any]) -> _Said:
    return told["verdict"]["status"], told["verdict"]["code"]


def _grown(path: Path) -> Iterator[bytes | None]:
    """What is added to a file, nothing where nothing was; one that shrank or was replaced is told by None and read anew."""
    log, place = path.open("rb"), 0
    while True:
        added = log.read(_CHUNK)
        place += len(added)
        yield added
        if not added:
            time.sleep(TICK)
            if _replaced(path, log.fileno(), place):
                yield log.read()
                log.close()
                log, place = path.open("rb"), 0
                yield None


def _replaced(path: Path, number: int, place: int) -> bool:
    try:
        now, ours = path.stat(), os.fstat(number)
    except FileNotFoundError:
        return False
    return (now.st_ino, now.st_dev) != (ours.st_ino, ours.st_dev) or now.st_size < place


def _standard_input() -> Iterator[bytes]:
    number = sys.stdin.fileno()
    while True:
        ready, _, _ = select.select([number], [], [], TICK)
        if not ready:
            yield b""
            continue
        added = os.read(number, _CHUNK)
        if not added:
            return
        yield added
