"""Measures the product against its peers: `python3 build.py bench -- [group …] [--rounds N] [--write]`.

It tells and never fails a build: goals stand beside what was found.
"""

from __future__ import annotations

import argparse
import importlib
import time
import traceback
from pathlib import Path

import lab
import report

ROOT = Path(__file__).resolve().parents[2]
GROUPS = (
    "format",
    "repair",
    "keystroke",
    "blocking",
    "lines",
    "scroll",
    "validate",
    "diff",
    "links",
    "start",
    "faults",
    "growth",
)


def main() -> None:
    options = parser().parse_args()
    unknown = sorted(set(options.groups) - set(GROUPS))
    if unknown:
        raise SystemExit(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    with lab.opened(options.browser, options.folder, options.peers, options.rounds) as opened:
        where = report.machine(opened.browser.version, options.rounds)
        print(where)
        for name in options.groups or GROUPS:
            table = measured(name, opened)
            if table and options.write:
                report.keep(ROOT / "docs" / "performance.md", [table], where)


def measured(name: str, opened: lab.Lab) -> report.Table | None:
    began = time.monotonic()
    try:
        table: report.Table = importlib.import_module(f"groups.{name}").measure(opened)
    except Exception:
        print(f"\n{name} could not be measured\n{traceback.format_exc(limit=-3)}")
        return None
    print(report.plain(table), f"({time.monotonic() - began:.0f} s)", flush=True)
    return table


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(prog="build.py bench --", description=f"Groups: {', '.join(GROUPS)}.")
    made.add_argument("groups", nargs="*", metavar="group", help="those to measure (default: all)")
    made.add_argument("--rounds", type=int, default=7, help="measured rounds of each work (default: 7)")
    made.add_argument("--write", action="store_true", help="keep the tables in docs/performance.md")
    made.add_argument("--browser", required=True, help=argparse.SUPPRESS)
    made.add_argument("--folder", type=Path, default=ROOT / "dist", help="the page that is measured (default: dist)")
    made.add_argument("--peers", type=Path, required=True, help=argparse.SUPPRESS)
    return made


if __name__ == "__main__":
    main()
