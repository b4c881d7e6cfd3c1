"""Five thousand calls in the Trace view: scrolled, filtered, gone through by key."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import inputs
from lab import Lab
from playwright.sync_api import Page
from report import Table

from groups.blocking import CHECKED, COLUMNS, SETTLED, TAKEN, row, visited

CALLS, MOST = 5_000, 50
BOX = ".calls-box"


def measure(lab: Lab) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("offer.json", "replies.jsonl")]
        for path, text in zip(paths, (inputs.offer(), inputs.replies(CALLS)), strict=True):
            path.write_text(text, encoding="utf-8")
        page = visited(lab)
        page.locator("#files").set_input_files(paths)
        page.wait_for_selector("[data-testid=call]")
        page.wait_for_function(CHECKED)
        page.wait_for_timeout(SETTLED)
        rows = tuple(measured(lab, page, name) for name in ACTS)
        page.close()
    return Table(
        "Many calls", COLUMNS, rows, ("Tasks of the main thread, by the browser's own observer of long tasks.",)
    )


def scrolled(page: Page) -> None:
    page.locator(BOX).hover()
    for _ in range(40):
        page.mouse.wheel(0, 900)
        page.wait_for_timeout(30)


def filtered(page: Page) -> None:
    page.locator("input.filter").press_sequentially("call_0012", delay=100)
    page.locator("input.filter").fill("")


def stepped(page: Page) -> None:
    page.locator("[data-testid=call][tabindex='0']").focus()
    for _ in range(30):
        page.keyboard.press("ArrowDown")
        page.wait_for_timeout(50)


ACTS: dict[str, Callable[[Page], None]] = {"scrolled": scrolled, "filtered": filtered, "by key": stepped}


def settled(page: Page, act: Callable[[Page], None]) -> list[float]:
    page.evaluate(TAKEN)
    act(page)
    page.wait_for_timeout(SETTLED)
    held: list[float] = page.evaluate(TAKEN)
    return held


def measured(lab: Lab, page: Page, name: str) -> tuple[str, ...]:
    return row(lab, page, name, MOST, lambda: settled(page, ACTS[name]))
