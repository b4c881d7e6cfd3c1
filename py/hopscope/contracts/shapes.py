"""What a check gives: outcomes, violations, and the faults of a schema itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

Key = str | int
Path = tuple[Key, ...]
Kind = Literal["schema", "coercible", "nested-encoded", "null-optional"]


class _Mark:
    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


NOTHING: Final = _Mark("NOTHING")
"""No value that would pass is known."""
ABSENT: Final = _Mark("ABSENT")
"""Leaving the property out would pass."""


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault of an instance against its schema.

    `path` are the keys to the value meant (a missing property: the object; an extra one: its own path, and then
    `at_key` is true, for its place is its name). `schema_path` leads to the keyword in `schema_document` ("" is the
    schema itself, else the key of a pasted document). `message` is one sentence with path, expectation and received value;
    `expected` a phrase that follows "must be", `received` the value as JSON, cut.
    `would` is a value that passes in its place (or ABSENT, or NOTHING), `would_pass` whether a check of it has said so.
    `types` are the JSON types wanted where the type is what is wrong, `choices` the values allowed by enum or const.
    `names` are the properties meant by required, additionalProperties and their like; `nearest` the name or value probably
    meant. `position` is the character of a string at which its pattern stops fitting. `folded` are what other branches and
    keywords noticed of the same fault, or what is wrong inside a nested-encoded value.
    """

    keyword: str
    path: Path
    message: str
    expected: str = ""
    received: str = ""
    schema_path: Path = ()
    schema_document: str = ""
    kind: Kind = "schema"
    at_key: bool = False
    types: tuple[str, ...] = ()
    choices: tuple[Any, ...] = ()
    names: tuple[str, ...] = ()
    nearest: Any = NOTHING
    position: int | None = None
    would: Any = NOTHING
    would_pass: bool | None = None
    folded: tuple[Violation, ...] = ()
    advice: str | None = None

    def about(self, usual: str, whole: str) -> Violation:
        """The same with another name for the whole instance in its sentence."""
        folded = tuple(one.about(usual, whole) for one in self.folded)
        return replace(self, message=_renamed(self.message, usual, whole), folded=folded)


def _renamed(sentence: str, usual: str, whole: str) -> str:
    """Only as the subject: at the start, or behind the words that name a branch."""
    if sentence.startswith(f"{usual} "):
        return whole + sentence[len(usual) :]
    if not sentence.startswith(("With ", "By ")):
        return sentence
    lowered = usual[0].lower() + usual[1:]
    return sentence.replace(f", {lowered} ", f", {whole[0].lower()}{whole[1:]} ", 1)


@dataclass(frozen=True, slots=True)
class Open:
    """Why a verdict stayed open: `reason` is `schema-invalid`, `schema-pattern`, `schema-ref-remote`, `schema-ref-unresolved`,
    `schema-dialect`, `time` or `depth`; `params` name what it was (`ref`, `pattern`, …); `path` leads to the value."""

    reason: str
    params: Mapping[str, Any] = field(default_factory=dict)
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict on one instance: `valid` is None where it stayed open; `more` counts violations beyond the limit."""

    valid: bool | None
    violations: tuple[Violation, ...] = ()
    more: int = 0
    open: tuple[Open, ...] = ()


@dataclass(frozen=True, slots=True)
class SchemaFault:
    """One fault of a schema itself: a finding code, the path of the part meant, one sentence, and what the words need."""

    code: str
    path: Path
    message: str
    params: Mapping[str, Any] = field(default_factory=dict)
    related: tuple[Path, ...] = ()
    at_key: bool = False
    severity: Literal["error", "warning", "note"] | None = None
