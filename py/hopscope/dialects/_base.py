"""What a dialect is: a frozen value made of functions and small tables.

A dialect file defines one `DIALECT`; `dialects.every()` finds it. `clues` are the evidence for detection: each is a weight, a path
(`*` stands for the elements of a list or the members of an object, `[]` for the elements of a list alone) and what must stand
there. Detection adds up weights and never depends on order; `read` turns the parts of a document into records of `hopscope.model`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hopscope.dialects._offers import Offering
from hopscope.dialects._replaying import Replay
from hopscope.findings import Finding
from hopscope.layers import Part
from hopscope.model import Answer, Call, Capture, Execution, Mount, Request, Return, Said, Stopped, Turn

LOOKED_AT = 2_000  # elements of a list that detection looks at: a long conversation, not the rows of a large table
STRONG = 4  # evidence below this is a hint, not a recognition

Test = type | str | Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Clue:
    """`weight` points where something at `path` is of the type, equals the word, or passes the function `test`.

    `having` are members of which an object must have one to be looked at at all: most objects have none.
    """

    weight: int
    path: tuple[str, ...]
    test: Test
    having: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Returns:
    """How a dialect wants results: the words used in messages.

    `flag` names the error flag (None where the dialect has none), `missing` and `unknown` the advice in the provider's words,
    `together` whether the results of one turn go into one message, or each into its own (None where either will do).
    """

    flag: str | None = None
    missing: str = "Answer every call of a turn before the next request."
    unknown: str = "Repeat the id of the call that this result answers."
    together: bool | None = None


@dataclass(frozen=True, slots=True)
class Dialect:
    """One wire format. `stops` tells what its stop reasons mean; `reply(call, text)` is the message a host sends back."""

    id: str
    label: str
    clues: tuple[Clue, ...]
    read: Callable[[Sequence[Part], str], Capture]
    reply: Callable[[Call, str], Any] | None = None
    returns: Returns = Returns()
    arguments: Literal["text", "object", "either"] = "text"  # what the wire carries: JSON text, or the object itself
    stops: Mapping[str, Stopped] = field(default_factory=dict)
    stop_names_calls: bool = (
        False  # whether the stop reason says that calls were made (Gemini and Ollama always say stop)
    )
    forced_says_end: bool = False  # whether a forced call stops with the word for an ordinary end (Chat)
    offering: Offering | None = None  # how it writes tools, where it has requests that offer them
    approvals: str = ""  # where an approval of a hosted call stands, where the dialect has approvals
    null_is_none: bool = False  # whether it writes "no arguments" as null (Cohere)
    replay: Replay | None = None  # how it tells calls that were made elsewhere
    anywhere: bool = True  # whether its shapes are looked for in unknown wrappers (schemas stand in many a file)

    def told(self) -> dict[str, Any]:
        """The dialect as `describe` tells it: what `convert` can write of it, and how results are sent back."""
        return {
            "id": self.id,
            "label": self.label,
            "tools": self.offering is not None,
            "strict": bool(self.offering and self.offering.strict_rules),
            "calls": self.replay is not None,
            "together": self.returns.together,
        }


# Recognising


def clue(weight: int, path: str, test: Test = object, having: str = "") -> Clue:
    """A clue written as `choices/*/message` (a path of `[]` looks at the elements of a list alone).

    `test` is a type, a word that must stand there, or a function.
    """
    return Clue(weight, tuple(path.split("/")) if path else (), test, tuple(having.split()))


# Reading


@dataclass
class Draft:
    """A capture in the making: readers add records as they meet them."""

    dialect: str
    document: str
    mounts: list[Mount] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    executions: list[Execution] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    returns: list[Return] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)

    @property
    def latest(self) -> Request | None:
        """The request read last, which the next response answers."""
        return self.requests[-1] if self.requests else None

    def ask(self, request: Request, mounts: Iterable[Mount]) -> None:
        """Adds a request with the tools it offers."""
        self.mounts.extend(mounts)
        self.requests.append(request)

    def tell(self, findings: Iterable[Finding], about: Call | Turn | Execution | None = None) -> None:
        """Adds findings, with the turn or call they belong to."""
        for finding in findings:
            self.said.append(Said(finding, about))

    def capture(self) -> Capture:
        """The finished record."""
        return Capture(
            self.dialect, self.document, tuple(self.mounts), tuple(self.requests), tuple(self.turns),
            tuple(self.executions), tuple(self.said), tuple(self.returns), tuple(self.answers),
        )  # fmt: skip
