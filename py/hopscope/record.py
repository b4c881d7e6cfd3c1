"""Records that are made by the ten thousand: for each call of a log, each event of a stream, each message of a history."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def record(kind: type[Made]) -> type[Made]:
    """A dataclass without equality, frozen for type checkers alone: one that Python freezes takes ten times as long to make."""
    return dataclass(slots=True, eq=False)(kind)
