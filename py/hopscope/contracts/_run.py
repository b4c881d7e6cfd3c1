"""What one check carries along: its deadline, and the misses that keywords report."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from jsonschema.exceptions import ValidationError

_STRIDE = 256


class TimeUp(Exception):
    """The check's deadline passed."""


class Miss(ValidationError):
    """A keyword that an instance does not meet; `facts` say what the words need beyond the instance and the schema."""

    def __init__(self, *, context: Iterable[ValidationError] = (), **facts: Any) -> None:
        super().__init__("", context=list(context))
        self.facts = facts


class Unjudged(Miss):
    """A place where no verdict can be had; `facts["reason"]` is the code of why."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What of a schema is to be checked: (check, keyword, value) each; `plain` if all checks look at the value alone."""

    schema: Any
    table: Any
    checks: tuple[tuple[Any, str, Any], ...]
    plain: bool


@dataclass(frozen=True, slots=True)
class Settings:
    """What a validator hands on to the validators of its parts: whether formats count, plans and quick tests by identity."""

    formats: bool = False
    plans: dict[int, Plan] = field(default_factory=dict)
    tests: dict[int, Any] = field(default_factory=dict)


class Run:
    """A deadline in `time.monotonic()` seconds, looked at every few hundred steps."""

    __slots__ = ("_left", "deadline", "references")

    def __init__(self, deadline: float | None = None) -> None:
        self.deadline = deadline
        self.references = 0  # quick tests of references under way, one in the other
        self._left = _STRIDE

    def tick(self) -> None:
        """Count one step; raises TimeUp once the deadline has passed."""
        self._left -= 1
        if self._left <= 0:
            self._left = _STRIDE
            if self.deadline is not None and time.monotonic() > self.deadline:
                raise TimeUp


RUN: ContextVar[Run] = ContextVar("run")
_UNBOUNDED = Run()


def current() -> Run:
    """The run of the check under way."""
    return RUN.get(_UNBOUNDED)


class running:
    """A run for the length of a `with` block."""

    __slots__ = ("_run", "_token")

    def __init__(self, deadline: float | None) -> None:
        self._run = Run(deadline)

    def __enter__(self) -> Run:
        self._token = RUN.set(self._run)
        return self._run

    def __exit__(self, *_: object) -> None:
        RUN.reset(self._token)
