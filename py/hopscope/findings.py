"""Findings: things worth saying, as data; words come from the code's templates, colours from whoever shows them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import Any, Literal

from hopscope.codes import CODES, Code
from hopscope.text.places import Place

Severity = Literal["error", "warning", "note"]
RANK: Mapping[str, int] = {"error": 0, "warning": 1, "note": 2}
_TABLE = object()


@dataclass(frozen=True, slots=True)
class Fix:
    """A mend that can be applied to a document: `edits` are dicts `{document, start, end, text}` in UTF-16 units."""

    title: str
    edits: tuple[Mapping[str, Any], ...] = ()

    def json(self) -> dict[str, Any]:
        """The fix as the door tells it."""
        return {"title": self.title, "edits": [dict(edit) for edit in self.edits]}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing worth saying: its code, who is at fault, at which hop, where, and what helps."""

    code: str
    severity: Severity
    fault: str | None
    hop: str | None
    message: str
    params: Mapping[str, Any] = field(default_factory=dict)
    advice: str | None = None
    at: Place | None = None
    schema_at: Place | None = None
    related: tuple[Place, ...] = ()
    fix: Fix | None = None

    def json(self) -> dict[str, Any]:
        """The finding in the shape of `finding` in `schemas/api/shapes.json`."""
        return {
            "code": self.code,
            "severity": self.severity,
            "fault": self.fault,
            "hop": self.hop,
            "message": self.message,
            "params": dict(self.params),
            "advice": self.advice,
            "at": _place(self.at),
            "schema_at": _place(self.schema_at),
            "related": [place.json() for place in self.related],
            "fix": self.fix.json() if self.fix else None,
        }

    def but(self, **changes: Any) -> Finding:
        """The same finding with some fields replaced."""
        return replace(self, **changes)


def _place(place: Place | None) -> dict[str, Any] | None:
    return place.json() if place else None


def make(
    code: str,
    at: Place | None = None,
    *,
    variant: str = "",
    severity: Severity | None = None,
    fault: Any = _TABLE,
    hop: Any = _TABLE,
    schema_at: Place | None = None,
    related: Iterable[Place] = (),
    fix: Fix | None = None,
    advice: str | None = None,
    **params: Any,
) -> Finding:
    """A finding of `code`: severity, fault, hop and words come from its row unless given; raises KeyError on an unknown code.

    `variant` picks one of the row's sentences; `params` fill its gaps and travel with the finding.
    """
    row = CODES[code]
    told = {**params, "variant": variant} if variant else params
    return Finding(
        code,
        severity or row.severity,
        row.fault if fault is _TABLE else fault,
        row.hop if hop is _TABLE else hop,
        say(row.templates[variant], params),
        told,
        advice or (None if row.advice == "-" else say(row.advice, params)),
        at,
        schema_at,
        tuple(related),
        fix,
    )


def say(template: str, params: Mapping[str, Any]) -> str:
    """`template` with its `{gaps}` filled from `params`; a missing gap is shown as `…`, never an error.

    `{count} call(s)` becomes `1 call` or `2 calls`.
    """
    counted = _COUNTED.sub(lambda found: found[1] + ("" if params.get(found[2]) == 1 else "s"), template)
    return _ENDS.sub(r"\1", _WORDS.vformat(counted, (), _Gaps(params)))


_COUNTED = re.compile(r"(\{(\w+)\} [a-z]+)\(s\)")
# A gap that ends its own sentence, and the dot of the template behind it.
_ENDS = re.compile(r"([\w\"')\]][.?!])\.(?=\s|$)")


class _Gaps(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "…"


class _Words(Formatter):
    """Plain gaps only: what stands in a param is never read as a template, an attribute or an index."""

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        return _spoken(kwargs[field_name]), field_name


def _spoken(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_spoken(one) for one in value)
    return "none" if value is None else str(value)


_WORDS = _Words()


def few(parts: Sequence[str], most: int) -> list[str]:
    """The first parts and how many more there are, for a param that a sentence lists."""
    return [*parts[:most], f"{len(parts) - most} more"] if len(parts) > most else list(parts)


def described(row: Code) -> dict[str, Any]:
    """A row of the table as `describe` tells it."""
    advice = None if row.advice == "-" else row.advice
    told = {"code": row.code, "severity": row.severity, "fault": row.fault, "hop": row.hop, "title": row.title}
    return {**told, "sentences": dict(row.templates), "advice": advice}
