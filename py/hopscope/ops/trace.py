"""The verb `trace`: documents in, the way of every call out, with verdicts, findings and replies."""

from __future__ import annotations

from typing import Any

from hopscope.flow import telling
from hopscope.flow.telling import Telling


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `trace` for `documents` [{name, text}], in the shape of `schemas/api/trace.json`.

    With more calls than `rows`, each is told as a row but the one of the verdict and those of `whole` (indexes).
    """
    given = [(document["name"], document["text"]) for document in params["documents"]]
    told = telling.judged(given, kept="rows" in params)
    return {
        "documents": told.documents(),
        "contracts": [contract.json() for contract in told.trace.contracts],
        "calls": _calls(told, params.get("rows"), params.get("whole", [])),
        "findings": [finding.json() for finding in told.findings],
        "verdict": told.trace.verdict.json(with_call=True),
    }


def _calls(told: Telling, most: int | None, whole: list[int]) -> list[dict[str, Any]]:
    every = range(len(told.trace.ways))
    wanted = every if most is None or len(every) <= most else {told.trace.verdict.call, *whole}
    return [told.call(number) if number in wanted else told.row(number) for number in every]
