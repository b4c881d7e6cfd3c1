"""Numbered inputs tried one after the other: the same seed and number give the same input, so a find can be tried again."""

from __future__ import annotations

import contextlib
import re
import signal
import sys
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from fuzz.material import gathered
from fuzz.targets import TARGETS, Target

PATIENCE = 10  # seconds of processor time for one small input
CHOICES = [name for name, target in TARGETS.items() for _ in range(target.weight)]


class TooLong(BaseException):
    """An input took more than its share; no handler of the engine's may swallow it."""


@dataclass(frozen=True, slots=True)
class Find:
    """An input that ended in an error: how to make it again, the input itself, and what was raised where."""

    seed: int
    number: int
    target: str
    input: Any
    error: str
    trace: list[str]

    @property
    def place(self) -> str:
        """The same for all inputs that end in the same line of the engine."""
        told = re.findall(r'File "[^"]*?hopscope/([^"]+)", line (\d+)', self.error)  # where the door caught it
        return f"{self.error.split(':')[0]} {' '.join(told[-1]) if told else self.trace[-1] if self.trace else ''}"


def made(seed: int, number: int, name: str | None = None) -> tuple[str, Any]:
    """The input of this number, and the target that it is for."""
    random = Random(f"{seed}:{number}")
    name = name or random.choice(CHOICES)
    return name, TARGETS[name].make(random, gathered())


def tried(seed: int, numbers: range, name: str | None = None) -> Iterator[tuple[int, Find | None]]:
    """Each number after its input was tried, with what was found."""
    for number in numbers:
        chosen, given = made(seed, number, name)
        error = failure(TARGETS[chosen], given)
        yield number, error and Find(seed, number, chosen, given, _told(error), _trace(error))


def failure(target: Target, given: Any) -> BaseException | None:
    """What the target raises for an input."""
    try:
        with _limited():
            target.attempt(given)
    except (Exception, TooLong) as error:
        return error
    return None


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    if sys.platform in ("emscripten", "win32"):  # neither has this timer
        yield
        return

    def stop(*_: object) -> None:
        raise TooLong(f"more than {PATIENCE} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[-4000:]


def _trace(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{frame.filename.rpartition('hopscope/')[2]}:{frame.lineno} {frame.name}" for frame in frames][-8:]
