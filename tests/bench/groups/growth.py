"""What twice, four and eight times the input costs, for every verb."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import inputs
from lab import Lab, Work
from report import Table

TIMES = (1, 2, 4, 8)
COLUMNS = ("verb", "input", *(f"{each}×" for each in TIMES), "exponent", "goal")
MOST = 1.25  # n log n from 1 to 8 times 100 KB has an exponent of about 1.07; the rest is room for noise
Given = Callable[[int], dict[str, Any]]


def document(text: str) -> list[dict[str, str]]:
    return [{"name": "a", "text": text}]


def pair(size: int) -> dict[str, Any]:
    left, right = inputs.pair(size)
    return {"left": left, "right": right}


def values(count: int) -> dict[str, Any]:
    return {"schema": inputs.compact(inputs.CONTRACT), "instance": inputs.json_lines(count)}


def offer_and_replies(count: int) -> dict[str, Any]:
    return {"documents": [*document(inputs.offer()), {"name": "b", "text": inputs.replies(count)}]}


def marks(count: int) -> dict[str, Any]:
    """An answer full of marks that begin calls written as text, and no call behind any."""
    message = {"role": "assistant", "content": "<tool_call>[TOOL_CALLS]<function=a>" * count}
    return {"documents": document(inputs.compact({"choices": [{"index": 0, "message": message}]}))}


def broken(size: int, faults: int) -> dict[str, Any]:
    return {"text": inputs.faulty(size, faults)}


KB = 1000
PATH = "$[*].lines[?@.gift].sku"
VERBS: dict[str, tuple[str, str, Given]] = {
    "format": ("format", "100 KB of orders", lambda n: {"text": inputs.orders(100 * KB * n)}),
    "format, repair": ("format", "100 KB, 20 faults", lambda n: broken(100 * KB * n, 20 * n)),
    "format, code": ("format", "50 KB of statements", lambda n: {"text": 'log({"state": "open"});\n' * 2000 * n}),
    "format, tuples": ("format", "50 KB of tuples", lambda n: {"text": "('order', 17) sent\n" * 2500 * n}),
    "validate": ("validate", "500 values", lambda n: values(500 * n)),
    "trace, history": ("trace", "100 KB talk", lambda n: {"documents": document(inputs.conversation(100 * KB * n))}),
    "trace, lines": ("trace", "250 replies", lambda n: offer_and_replies(250 * n)),
    "trace, marks": ("trace", "2100 bare marks", lambda n: marks(700 * n)),
    "diff": ("diff", "100 KB of orders", lambda n: pair(100 * KB * n)),
    "query": ("query", "100 KB of orders", lambda n: {"text": inputs.orders(100 * KB * n), "path": PATH}),
    "lint": ("lint", "20 tools", lambda n: {"documents": document(inputs.tools(20 * n))}),
    "convert": ("convert", "20 tools", lambda n: {"documents": document(inputs.tools(20 * n)), "to": "ollama"}),
    "share.write": ("share.write", "100 KB talk", lambda n: {"state": inputs.state(100 * KB * n)}),
}


def measure(lab: Lab) -> Table:
    rows = tuple(row(lab, name, *VERBS[name]) for name in VERBS)
    return Table(
        "Growth",
        COLUMNS,
        rows,
        ("Milliseconds; the exponent e of n^e is that of the step from once to eight times the input.",),
    )


def row(lab: Lab, name: str, method: str, what: str, given: Given) -> tuple[str, ...]:
    works = {str(each): Work(method, given(each)) for each in TIMES}
    taken = [each.median for each in lab.medians(works, min(3, lab.rounds)).values()]
    exponent = math.log2(taken[-1] / taken[0]) / math.log2(TIMES[-1])
    met = f"{'met' if exponent <= MOST else 'missed'} (≤ {MOST})"
    return (name, what, *(f"{each:.0f}" if each >= 10 else f"{each:.1f}" for each in taken), f"{exponent:.2f}", met)
