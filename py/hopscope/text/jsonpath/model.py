"""What a JSONPath says, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Name:
    """The member of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Index:
    """The element of this number, from the end where negative."""

    number: int


@dataclass(frozen=True, slots=True)
class Wildcard:
    """All members or elements."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Elements from `start` up to `end`, each `step`-th."""

    start: int | None
    end: int | None
    step: int


@dataclass(frozen=True, slots=True)
class Filter:
    """Members or elements for which a condition holds."""

    condition: Condition


Selector = Name | Index | Wildcard | Slice | Filter


@dataclass(frozen=True, slots=True)
class Segment:
    """Selectors applied to children, or to all descendants too."""

    selectors: tuple[Selector, ...]
    descends: bool

    @property
    def singular(self) -> bool:
        """Whether it can select one node at most."""
        return not self.descends and len(self.selectors) == 1 and isinstance(self.selectors[0], Name | Index)


@dataclass(frozen=True, slots=True)
class Query:
    """Segments from the root (`$`) or from the present node (`@`)."""

    segments: tuple[Segment, ...]
    from_root: bool = True

    @property
    def singular(self) -> bool:
        """Whether it can select one node at most."""
        return all(segment.singular for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Literal:
    """A string, an exact number, true, false or null."""

    value: Any


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments."""

    name: str
    arguments: tuple[Operand | Condition, ...]


Operand = Query | Literal | Call


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two operands compared."""

    left: Operand
    sign: str
    right: Operand


@dataclass(frozen=True, slots=True)
class Test:
    """Whether a query selects anything, or a function says yes."""

    operand: Operand


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every condition holds."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """At least one condition holds."""

    conditions: tuple[Condition, ...]


Condition = Comparison | Test | Not | AllOf | AnyOf
