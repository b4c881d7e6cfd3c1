"""Comparing two large texts."""

from pathlib import Path

import inputs
from lab import Lab, Taken, Work
from report import RATIO, Table, ratio

ROOT = Path(__file__).resolve().parents[3]
TRACES = ROOT.parent / "shared" / "corpora" / "traces" / "icip-cas__LiveMCPBench"
PEERS = {
    "JSON.parse of both": "parseBoth",
    "JSON.parse + jsondiffpatch by id": "jsondiffpatch",
    "JSON.parse + json-diff-kit": "jsonDiffKit",
}
GOALS = {"jsondiffpatch": 4.0}
NEW = "Both texts are new each time, by one character: nobody has read them before."


def measure(lab: Lab) -> Table:
    rows, notes = [], []
    for name, (left, right) in pairs().items():
        lab.give(left=left, right=right)
        places = {"left": inputs.typing_place(left), "right": inputs.typing_place(right)}
        both = {side: {"input": side, "at": at} for side, at in places.items()}
        works = {"ours": Work("diff", both)} | {each: Work(each, both, peer=True) for each in PEERS.values()}
        taken = lab.medians(works)
        rows += [
            ratio(name, taken["ours"].median, peer, taken[each].median, GOALS.get(each)) for peer, each in PEERS.items()
        ]
        notes.append(changes(name, taken))
    return Table("Diff", RATIO, tuple(rows), (NEW, *notes))


def pairs() -> dict[str, tuple[str, str]]:
    found = [path.read_text(encoding="utf-8") for path in sorted(TRACES.glob("evaluator__output__*.json"))]
    large = (
        {"two real evaluations, 3.5 MB": (found[0], found[1])}
        if len(found) == 2
        else {"3.5 MB of orders": inputs.pair(3_500_000)}
    )
    return {**large, "1 MB, rows came and went": inputs.pair(1_000_000)}


def changes(name: str, taken: dict[str, Taken]) -> str:
    counted = {"Hopscope": "ours", "jsondiffpatch": "jsondiffpatch", "json-diff-kit": "jsonDiffKit"}
    return (
        f"{name}, changes told: "
        + ", ".join(f"{who} {taken[each].told['changes']}" for who, each in counted.items())
        + " (lines)."
    )
