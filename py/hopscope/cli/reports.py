"""A trace in the forms that people and programs read; each form is one function in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hopscope.text.write import dumps

SHOWN_AT = ("call", "execute", "result", "return")


@dataclass(frozen=True, slots=True)
class Case:
    """One trace and the texts it was made of, by name."""

    result: Mapping[str, Any]
    texts: Mapping[str, str]

    @property
    def calls(self) -> list[dict[str, Any]]:
        """The calls in the order in which the model made them."""
        return list(self.result["calls"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """All findings of the case."""
        return list(self.result["findings"])

    def of_no_call(self) -> Iterator[dict[str, Any]]:
        """The findings that stand with no call: those of texts, contracts, streams and answers."""
        theirs = {number for call in self.calls for number in call["findings"]}
        return (finding for number, finding in enumerate(self.findings) if number not in theirs)


Form = Callable[[Case], str]


def renamed(told: Any, names: Mapping[str, str]) -> Any:
    """What the door told, its places with the names of files where `names` has them for those of documents."""
    if isinstance(told, list):
        return [renamed(one, names) for one in told]
    if not isinstance(told, dict):
        return told
    moved = {key: renamed(value, names) for key, value in told.items()}
    document = told.get("document")
    return {**moved, "document": names.get(document, document)} if isinstance(document, str) else moved


def place_of(call: Mapping[str, Any]) -> dict[str, Any] | None:
    """Where a call stands: where the model made it, else where it was executed."""
    places = (call["hops"][hop]["at"] for hop in SHOWN_AT)
    return next(filter(None, places), None)


def spot(at: Mapping[str, Any] | None) -> str:
    """A place as compilers write it, which editors and terminals make a link of."""
    return f"{at['document']}:{at['line']}:{at['column']}" if at else ""


def label(call: Mapping[str, Any]) -> str:
    """A call by name and id."""
    return f"{call['name']} ({call['id']})" if call["id"] else str(call["name"])


def as_json(case: Case) -> str:
    """The result as the door gives it."""
    return f"{dumps(case.result, indent=2)}\n"


def as_lines(case: Case) -> str:
    """One line of JSON for each call, then one for each finding of no call."""
    told = [{"call": line(call, case)} for call in case.calls]
    told += [{"finding": finding} for finding in case.of_no_call()]
    return "".join(f"{dumps(one)}\n" for one in told)


def line(call: Mapping[str, Any], case: Case) -> dict[str, Any]:
    """What one line tells of a call."""
    found = [case.findings[number] for number in call["findings"]]
    return {
        **{key: call[key] for key in ("id", "name", "dialect", "turn", "arguments")},
        "at": place_of(call),
        "hops": {hop: told["status"] for hop, told in call["hops"].items()},
        "verdict": call["verdict"],
        "findings": found,
        "more": call["more"],
    }
