"""Calls and their results to be written down in any dialect, so that a case of one provider can be sent to another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Result:
    """What the model reads: `text`, and `value` where that text is JSON (an object, else None)."""

    text: str
    value: dict[str, Any] | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """One call with its result, None where none was captured; `arguments` is the object, `text` the JSON text of it."""

    id: str
    name: str
    arguments: Any
    text: str
    result: Result | None = None

    @property
    def response(self) -> dict[str, Any]:
        """The result as the object that Gemini wants: as it is, or under `output` or `error`."""
        result = self.result or Result("")
        if result.failed:
            return {"error": result.text}
        return result.value if result.value is not None else {"output": result.text}


@dataclass(frozen=True, slots=True)
class Replay:
    """How a dialect tells the calls of one turn: `write` gives the messages, `member` is where a request holds them.

    `prefix` begins an id that has to be made, `ids` is the pattern of those it takes (any where empty).
    """

    write: Callable[[Sequence[Passed]], list[Any]]
    member: str = "messages"
    prefix: str = "call_"
    ids: str = ""


def answered(turn: Sequence[Passed]) -> list[tuple[Passed, Result]]:
    """The calls of a turn that have results."""
    return [(one, one.result) for one in turn if one.result is not None]
