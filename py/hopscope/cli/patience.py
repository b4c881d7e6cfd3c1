"""Requests answered by child processes: one is ended where a match comes to no end, and another is asked without that match."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from hopscope import api
from hopscope.contracts import watch
from hopscope.text.write import dumps

STOPPED = 2  # matches of one request that are stopped one by one; past that all that may run long are left out
LOST = {"code": "worker-lost", "message": "The checker broke down.", "data": None}


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: the members of its envelope, its params as JSON text or as a value, and what the digest is to know."""

    head: dict[str, Any]
    params: Any
    note: Any = None

    def request(self, skip: list[int]) -> str:
        """The request as the door takes it."""
        members = ", ".join(f"{dumps(key)}: {dumps(value)}" for key, value in {**self.head, "skip": skip}.items())
        return f'{{{members}, "params": {self.params if isinstance(self.params, str) else dumps(self.params)}}}'


@dataclass(frozen=True, slots=True)
class Told:
    """What a child made of a reply."""

    value: Any


Digest = Callable[[str, Any], Any]  # of the reply and the request's note


def whole(reply: str, _: Any = None) -> str:
    """The reply itself."""
    return reply


def answers(requests: Iterable[Asked], jobs: int, digest: Digest) -> Iterator[Any]:
    """What `digest` makes of each reply, in the order of the requests; `jobs` processes work side by side.

    `digest` is a function of a module and runs in the child, so that only what it returns has to travel. A request is
    taken from the iterable when a child is free for it, so that long lists of them need no memory.
    """
    lanes = [Lane(digest) for _ in range(jobs)]
    number = 0
    try:
        for number, asked in enumerate(requests):
            lane = lanes[number % jobs]
            if lane.asked:
                yield lane.heard()
            lane.send(asked)
        for ahead in range(1, jobs + 1):
            lane = lanes[(number + ahead) % jobs]
            if lane.asked:
                yield lane.heard()
    finally:
        for lane in lanes:
            lane.end()


@dataclass(slots=True)
class Lane:
    """A child process, started at its first request, and what it was asked: `send`, then `heard`, in turns; `end` at last."""

    digest: Digest
    asked: Asked | None = None
    skip: list[int] = field(default_factory=list)
    child: Any = None
    pipe: Any = None

    def send(self, asked: Asked) -> None:
        """Asks the child."""
        self.asked, self.skip = asked, []
        self._ask()

    def heard(self) -> Any:
        """What the child made of the reply; a child whose match had to be stopped is replaced, and asked again."""
        while True:
            told = self._listen()
            if isinstance(told, Told):
                self.asked = None
                return told.value
            self.end()
            self.skip = [*self.skip, told] if len(self.skip) < STOPPED else [watch.ALL]
            self._ask()

    def end(self) -> None:
        """Ends the child, whatever it does."""
        if self.child:
            self.child.kill()
            self.child.join()
            self.pipe.close()
            self.child = None

    def _ask(self) -> None:
        if self.asked is None:
            return
        if not self.child:
            self._start()
        with contextlib.suppress(
            BrokenPipeError
        ):  # a child that is gone is told as lost where its answer is waited for
            self.pipe.send((self.asked.request(self.skip), self.asked.note))

    def _start(self) -> None:
        kinds = multiprocessing.get_all_start_methods()
        context: Any = multiprocessing.get_context("fork" if "fork" in kinds else None)
        self.pipe, theirs = context.Pipe()
        self.child = context.Process(target=_serve, args=(theirs, self.digest), daemon=True)
        self.child.start()
        theirs.close()

    def _listen(self) -> Told | int:
        try:
            return _heard(self.pipe)
        except EOFError:
            self.end()
            return Told(self.digest(dumps({"id": None, "error": LOST}), self.asked and self.asked.note))


def _heard(child: Connection) -> Told | int:
    """What the child told, or the number of the match that is to be stopped."""
    number, overdue = 0, 0.0
    while child.poll(max(overdue - time.monotonic(), 0.0) if number else None):
        told = child.recv()
        if isinstance(told, Told):
            return told
        number, seconds = told
        overdue = time.monotonic() + seconds
    return number


def _serve(parent: Connection, digest: Digest) -> None:
    # Ctrl+C reaches the whole group: the parent alone answers it, and ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    watch.install(lambda number, seconds: parent.send((number, seconds)))
    while True:
        try:
            request, note = parent.recv()
        except (EOFError, OSError):
            return
        parent.send(Told(digest(api.handle(request), note)))
