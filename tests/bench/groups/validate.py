"""Ten thousand calls held against one contract."""

import inputs
from lab import Lab, Taken, Work
from report import RATIO, Table, judged, ratio

COUNT, GOAL = 10_000, 2000


def measure(lab: Lab) -> Table:
    lab.give(
        schema=inputs.compact(inputs.CONTRACT),
        lines=inputs.json_lines(COUNT),
        offer=inputs.offer(),
        replies=inputs.replies(COUNT),
    )
    values = {"schema": {"input": "schema"}, "instance": {"input": "lines"}}
    calls = {"schema": {"input": "schema"}, "replies": {"input": "replies"}}
    documents = [{"name": name, "text": {"input": name}} for name in ("offer", "replies")]
    taken = lab.medians(
        {
            "validate": Work("validate", values),
            "ajv": Work("ajv", values, peer=True),
            "trace": Work("trace", {"documents": documents}),
            "ajv calls": Work("ajvCalls", calls, peer=True),
        }
    )
    rows = (
        row(taken, "validate 10,000 values", "validate", "ajv"),
        row(taken, "trace 10,000 calls", "trace", "ajv calls"),
    )
    return Table("Validate", RATIO, rows, (told(taken), "ajv needs `unsafe-eval`, which the product's page forbids."))


def row(taken: dict[str, Taken], name: str, ours: str, theirs: str) -> tuple[str, ...]:
    made = ratio(name, taken[ours].median, "ajv, JSON.parse", taken[theirs].median)
    return (*made[:-1], judged(taken[ours].median, GOAL, " ms"))


def told(taken: dict[str, Taken]) -> str:
    ours = f"validate lists {taken['validate'].told['findings']} findings, trace {taken['trace'].told['findings']}"
    return f"{ours}; {taken['ajv'].told['failing']} values break the contract for ajv."
