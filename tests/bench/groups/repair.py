"""Mending a text that was cut, and one with faults all over."""

import inputs
from lab import Lab, Work
from report import RATIO, Table, ratio

SAME = """
([ours, theirs]) => JSON.stringify(JSON.parse(ours)) === JSON.stringify(JSON.parse(theirs))
"""
WORKS = {"1 MB cut off": ("cut", 1.0), "1 MB with 30 faults": ("faulty", 2.0)}


def measure(lab: Lab) -> Table:
    lab.give(cut=inputs.truncated(1_000_000), faulty=inputs.faulty(1_000_000, 30))
    rows, notes = [], []
    for name, (given, goal) in WORKS.items():
        text = {"text": {"input": given}}
        taken = lab.medians(
            {"ours": Work("format", {**text, "indent": 0}), "theirs": Work("jsonrepair", text, peer=True)}
        )
        rows.append(ratio(name, taken["ours"].median, "jsonrepair 3.14.0", taken["theirs"].median, goal))
        notes.append(
            f"{name}: {taken['ours'].told['edits']} edits; {'the same' if same(lab) else 'another'} value as jsonrepair's."
        )
    return Table("Repair", RATIO, tuple(rows), tuple(notes))


def same(lab: Lab) -> bool:
    ours = lab.product.evaluate("() => window.results.format.text")
    theirs = lab.peers.evaluate("() => window.results.jsonrepair.text")
    return bool(lab.peers.evaluate(SAME, [ours, theirs]))
