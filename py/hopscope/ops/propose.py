"""The verb `propose`: a contract drawn from payloads, marked as a proposal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hopscope.contracts.proposing import proposed
from hopscope.flow.trace import trace
from hopscope.flow.way import Way
from hopscope.text.reader import read
from hopscope.text.write import dumps

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The result of `propose` for `documents`: payloads of one kind, or captures whose calls and results are the payloads.

    `name` names what bare payloads are for. Calls that a gate refuses, and results that failed, show nothing; `left_out` counts
    those calls.
    """
    traced = trace([(document["name"], document["text"]) for document in params["documents"]])
    left_out = Counter(way.journey.call.name for way in traced.ways if not _shows(way))
    if traced.ways:
        drawn = dict(_drawn(traced.ways))
        tools = [_tool(name, *payloads, left_out[name]) for name, payloads in drawn.items()]
        text = dumps({"tools": tools}, indent=2) if tools else ""
        told = [{"name": name, "inputs": len(ins), "outputs": len(outs)} for name, (ins, outs) in drawn.items()]
    else:
        name = params.get("name") or "payload"
        values = [part.node.value for document in traced.documents for part in document.peeled.parts if part.node]
        schema = {"$schema": DRAFT, "title": name, **_marked(values)} if values else None
        text = dumps(schema, indent=2) if schema else ""
        told = [{"name": name, "inputs": len(values), "outputs": 0}] if values else []
    findings = [f for document in traced.documents for f in document.findings if f.code.startswith("text-")]
    missed = [{"name": name, "calls": calls} for name, calls in left_out.items()]
    return {"text": text, "drawn": told, "left_out": missed, "findings": [finding.json() for finding in findings]}


def _shows(way: Way) -> bool:
    """Whether the arguments of a call can be drawn from: an object that no contract refuses."""
    return isinstance(way.arguments.value, dict) and way.hops["gate-in"] != "fail"


def _drawn(ways: Sequence[Way]) -> Iterator[tuple[str, tuple[list[Any], list[Any]]]]:
    """For each tool the arguments that passed, and the results of calls that did not fail."""
    found: dict[str, tuple[list[Any], list[Any]]] = {}
    for way in ways:
        inputs, outputs = found.setdefault(way.journey.call.name, ([], []))
        if _shows(way):
            inputs.append(way.arguments.value)
        outputs += _results(way)
    yield from ((name, payloads) for name, payloads in found.items() if payloads[0])


def _results(way: Way) -> Iterator[Any]:
    response = way.journey.execution.response if way.journey.execution else None
    if response and response.structured and not response.failed:
        yield response.structured.value
    elif not response:
        for back in way.journey.returns[-1:]:
            values = read(back.texts[0].string, repair=False).values if len(back.texts) == 1 and not back.failed else ()
            yield from (value for value in values if isinstance(value, dict))


def _tool(name: str, inputs: list[Any], outputs: list[Any], left_out: int) -> dict[str, Any]:
    tool: dict[str, Any] = {"name": name, "input": _marked(inputs, left_out)}
    return {**tool, "output": _marked(outputs)} if outputs else tool


def _marked(values: list[Any], left_out: int = 0) -> dict[str, Any]:
    count = f"{len(values)} payloads" if len(values) > 1 else "1 payload"
    said = f"A proposal drawn from {count}: it says what they show, not what was promised."
    if left_out:
        said += f" Left out: {left_out} with arguments that cannot be read or break a contract."
    return {"$comment": said, **proposed(values)}
