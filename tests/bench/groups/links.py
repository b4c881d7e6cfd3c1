"""The length of a link."""

import base64
import zlib

import inputs
from lab import Lab, Work
from report import Table, judged

SIZES = {"0.6 KB": (600, 0.55), "16 KB": (16_000, 0.57), "100 KB": (100_000, 0.34)}
COLUMNS = ("state", "characters", "Hopscope", "lz-string", "ratio", "deflate-9", "ratio", "goal")


def measure(lab: Lab) -> Table:
    rows = tuple(sized(lab, name, *each) for name, each in SIZES.items())
    return Table(
        "Links",
        COLUMNS,
        rows,
        ("Characters of the link's fragment, base64url included; the goal is the ratio to lz-string.",),
    )


def sized(lab: Lab, name: str, size: int, goal: float) -> tuple[str, ...]:
    state = inputs.state(size)
    text = inputs.compact(state)
    lab.give(state=text)
    ours = lab.once(Work("share.write", {"state": state, "keep": []}), 0)["told"]["length"]
    lz = lab.once(Work("lzString", {"state": {"input": "state"}}, peer=True), 0)["told"]["text"]
    deflated = len(base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).rstrip(b"="))
    counts = (str(len(text)), str(ours), str(lz), f"{ours / lz:.2f}", str(deflated), f"{ours / deflated:.2f}")
    return (name, *counts, judged(ours / lz, goal))
