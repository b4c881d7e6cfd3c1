"""How long the page's main thread is held up while a person works with large texts."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import inputs
from lab import Lab
from playwright.sync_api import Page
from report import Table, judged
from tasks import watched

COLUMNS = ("work", "tasks over 50 ms", "longest ms", "of it processor ms at most", "goal")
KEYS = 40
BETWEEN = 120  # ms from key to key, as a quick typist has them
PROBE = """() => {
  window.held = [];
  new PerformanceObserver((list) => window.held.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: "longtask" });
}"""
CHECKED = "() => document.documentElement.dataset.state === 'ready'"
TAKEN = "() => window.held.splice(0)"
SETTLED = 1000
NOTES = (
    "Tasks of the main thread, by the browser's own observer of long tasks; the processor time of the longest is the trace's.",
    "The goal is held against the processor time: what else runs on the machine makes tasks longer.",
)


def measure(lab: Lab) -> Table:
    with tempfile.TemporaryDirectory() as folder:
        small, large = (written(folder, size) for size in (1_000_000, 20_000_000))
        page = visited(lab)
        rows = [
            row(lab, page, "opening 1 MB", 100, lambda: opened(page, small)),
            row(lab, page, f"{KEYS} keys in 1 MB", 50, lambda: typed(page)),
        ]
        page.close()
        page = visited(lab)
        rows.append(row(lab, page, "opening 20 MB", 100, lambda: opened(page, large)))
        page.close()
    return Table("Held up", COLUMNS, tuple(rows), NOTES)


def visited(lab: Lab) -> Page:
    page = lab.browser.new_page()
    page.set_default_timeout(300_000)
    page.goto(lab.product.url)
    page.evaluate("() => window.hopscope.ready")
    page.wait_for_timeout(SETTLED)
    page.evaluate(PROBE)
    return page


def written(folder: str, size: int) -> Path:
    path = Path(folder, f"conversation-{size}.json")
    path.write_text(
        json.dumps(json.loads(inputs.conversation(size)), indent=1, ensure_ascii=False)[:size], encoding="utf-8"
    )
    return path


def opened(page: Page, path: Path) -> list[float]:
    """A file is opened, until it is judged."""
    page.locator("#files").set_input_files(path)
    page.locator("#tabs [role=tab]", has_text=path.stem).wait_for()
    return until_settled(page)


def typed(page: Page) -> list[float]:
    page.locator("#editor .cm-content").click()
    page.wait_for_timeout(SETTLED)
    page.evaluate(TAKEN)
    for at in range(KEYS):
        page.keyboard.press("x" if at % 2 == 0 else "Backspace")
        page.wait_for_timeout(BETWEEN)
    return until_settled(page)


def until_settled(page: Page) -> list[float]:
    page.wait_for_function(CHECKED)
    page.wait_for_timeout(SETTLED)
    found: list[Any] = page.evaluate(TAKEN)
    return [float(each) for each in found]


def row(lab: Lab, page: Page, work: str, goal: float, act: Callable[[], list[float]]) -> tuple[str, ...]:
    """Other programs make a task longer, but hardly the processor time that it takes, which is held against the goal."""
    with watched(lab.browser, page) as tasks:
        held = act()
    longest = f"{max(held):.0f}" if held else "below 50"
    return (work, str(len(held)), longest, f"{tasks.longest:.0f}", judged(tasks.longest, goal, " ms"))
