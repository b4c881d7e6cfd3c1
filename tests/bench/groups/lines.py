"""A log of 20 MB: its first calls, the whole, and what that costs the page."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import inputs
from lab import Lab
from report import Table, judged

from groups.blocking import CHECKED, SETTLED, TAKEN, visited

CHARACTERS = 20_000_000
CALL = "[data-testid=call]"
COLUMNS = ("20 MB of JSON Lines", "found", "goal")


def measure(lab: Lab) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "log.jsonl")
        path.write_text(inputs.replies_of(CHARACTERS), encoding="utf-8")
        page = visited(lab)
        before = memory_of_renderers()
        began = time.perf_counter()
        page.locator("#files").set_input_files(path)
        page.wait_for_selector(CALL)
        first = time.perf_counter() - began
        page.wait_for_function(CHECKED)
        whole = time.perf_counter() - began
        page.wait_for_timeout(SETTLED)
        held = max(page.evaluate(TAKEN), default=0)
        after = memory_of_renderers()
        page.close()
    rows = (
        ("first calls shown, s", f"{first:.1f}", judged(first, 1, " s")),
        ("the whole judged, s", f"{whole:.1f}", judged(whole, 10, " s")),
        ("longest task of the page, ms", f"{held:.0f}" if held else "below 50", judged(held, 100, " ms")),
        ("memory of the browser's pages, MB", f"{after - before:.0f}" if before else "", ""),
    )
    return Table("A long log", COLUMNS, rows, ("Memory is what came to it (proportional set size), on Linux alone.",))


def memory_of_renderers() -> float:
    """Megabytes."""
    total = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                total += int((process / "smaps_rollup").read_text().split("Pss:")[1].split()[0])
        except OSError:
            continue
    return total / 1000
