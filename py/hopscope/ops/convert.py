"""The verb `convert`: tools, or calls with their results, as another dialect writes them; every step and every loss is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hopscope.findings import Finding
from hopscope.flow import contracts as agreeing
from hopscope.flow import documents, replaying
from hopscope.flow.choosing import joined
from hopscope.flow.offering import BadTarget, turning, twice
from hopscope.flow.trace import trace
from hopscope.text.numbers import to_int
from hopscope.text.write import dumps


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `convert` for `documents` and `to`, the id of the dialect to be written; raises BadTarget.

    `what` is `tools` (the default) or `calls`. Of tools: `tool` names one alone, `strict` asks for the strict form,
    `provider` is the id of one that reads the dialect, whose rules the result keeps (Gemini `parameters`, DeepSeek strict).
    Of calls: `call` is the number of one call in `trace`, all where it is left out.
    """
    return _calls(params) if params.get("what") == "calls" else _tools(params)


def _tools(params: dict[str, Any]) -> dict[str, Any]:
    docs = [documents.read(document["name"], document["text"]) for document in params["documents"]]
    mounts = [mount for document in docs for capture in document.captures for mount in capture.mounts]
    made, only = turning(params), params.get("tool")
    asked = [contract for contract in agreeing.gather(mounts) if only in (None, contract.name)]
    written = [*made.contracts(asked)]
    captures = [capture for document in docs for capture in document.captures if only is None]
    written += [entry for capture in captures for entry in made.without_contract(capture)]
    members = made.chosen(captures, asked)
    losses = [*made.losses, *twice(mounts)]
    return {
        "text": dumps(joined(made.offering.around(written), members), indent=2),
        "losses": [loss.json() for loss in losses],
        "changes": made.changes,
        "findings": [
            finding.json() for finding in (*_unread(one for doc in docs for one in doc.findings), *made.held())
        ],
    }


def _calls(params: dict[str, Any]) -> dict[str, Any]:
    traced = trace([(document["name"], document["text"]) for document in params["documents"]])
    ways = traced.ways
    made = replaying.of(params["to"])
    if made is None:
        raise BadTarget(f"{params['to']} has no form for calls made elsewhere")
    number = None if params.get("call") is None else to_int(params["call"])
    if number is not None and number >= len(ways):
        raise BadTarget(f"the documents hold no call {number}; calls are counted from 0, and there are {len(ways)}")
    written = made.write(ways if number is None else ways[number : number + 1])
    return {
        "text": dumps(written, indent=2),
        "losses": [loss.json() for loss in made.losses],
        "changes": made.changes,
        "findings": [finding.json() for finding in _unread(traced.others)],
    }


def _unread(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Why a document could not be read, or not to its end: nothing of it is converted in silence."""
    return (finding for finding in findings if finding.code.startswith("text-") and finding.severity == "error")
