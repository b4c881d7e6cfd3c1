"""Tables: on the terminal, and kept in docs/performance.md with the machine they were measured on."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HEAD = """# Performance

Every table above *What the floor is* was measured by `python3 build.py bench -- --write`: one run of Chromium holds the
product's page, asked through its own worker, and a page in whose worker its peers run; both get the same inputs
(`tests/bench/inputs.py`), in turns. Figures are medians, of at most three rounds where one takes more than five seconds; a ratio is
our time over theirs. A missed goal fails nothing.
"""
WRITTEN = "What "  # begins the titles of sections that a person writes, behind all that is measured


@dataclass(frozen=True, slots=True)
class Table:
    """One group's results: cells as text, the columns' names first, and what is to be said about them."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


RATIO = ("work", "Hopscope ms", "peer", "peer ms", "ratio", "goal")
TIME = ("work", "Hopscope ms", "goal")


def ratio(work: str, ours: float, peer: str, theirs: float, goal: float | None = None) -> tuple[str, ...]:
    """A row for `RATIO`; without a goal the ratio is only told."""
    found = ours / theirs
    return (work, milliseconds(ours), peer, milliseconds(theirs), f"{found:.2f}", judged(found, goal))


def time(work: str, ours: float, goal: float | None = None) -> tuple[str, ...]:
    return (work, milliseconds(ours), judged(ours, goal, " ms"))


def judged(found: float, goal: float | None, unit: str = "") -> str:
    return "" if goal is None else f"{'met' if found <= goal else 'missed'} (≤ {goal:g}{unit})"


def milliseconds(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def plain(table: Table) -> str:
    lines = (table.columns, *table.rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    shown = ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
    return "\n".join(["", table.title, *shown, *table.notes])


def markdown(table: Table, where: str) -> str:
    head = [row(table.columns), row(tuple("---" for _ in table.columns))]
    notes = [f"- {note}" for note in table.notes]
    return "\n".join(
        [f"## {table.title}", "", where, "", *head, *map(row, table.rows), *([""] if notes else []), *notes, ""]
    )


def row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def machine(chromium: str, rounds: int) -> str:
    """The sentence that names where and how it was measured."""
    cpu = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cpu.read_text()) if cpu.exists() else None
    name = found[1] if found else platform.processor() or platform.machine()
    taken = "one round" if rounds == 1 else f"medians of {rounds}"
    busy = f", load average {os.getloadavg()[0]:.0f}" if hasattr(os, "getloadavg") else ""
    return f"{name}, {os.cpu_count()} cores{busy}, {platform.system()}, Chromium {chromium}, {taken}."


def keep(path: Path, tables: Iterable[Table], where: str) -> None:
    """Puts each table in the place of the one with its title, a new one behind them; the others stay as they were measured."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    parts = {part.split("\n", 1)[0]: part for part in re.split(r"^## ", old, flags=re.MULTILINE)[1:]}
    for table in tables:
        parts[table.title] = markdown(table, where).removeprefix("## ")
    ordered = sorted(parts, key=lambda title: title.startswith(WRITTEN))
    path.write_text("\n".join([HEAD, *(f"## {parts[title].rstrip()}\n" for title in ordered)]), encoding="utf-8")
