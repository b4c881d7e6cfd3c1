"""Laying out a large valid text."""

import inputs
from lab import Lab, Work
from report import RATIO, Table, ratio

PEERS = {"JSON.parse + JSON.stringify": ("native", 8.0), "lossless-json": ("lossless", None)}


def measure(lab: Lab) -> Table:
    lab.give(valid=inputs.orders(5_000_000))
    text = {"text": {"input": "valid"}}
    works = {"ours": Work("format", text)} | {name: Work(peer, text, peer=True) for name, (peer, _) in PEERS.items()}
    taken = lab.medians(works)
    ours = taken["ours"].median
    rows = tuple(ratio("5 MB valid", ours, name, taken[name].median, goal) for name, (_, goal) in PEERS.items())
    return Table(
        "Format",
        RATIO,
        rows,
        ("JSON.stringify rewrites numbers; ours and lossless-json keep them as they were written.",),
    )
