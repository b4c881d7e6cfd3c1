"""The room in which everything is measured: one Chromium, the product's page, and a page with its peers."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host import Host
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
LIMIT = 600_000
# Work that takes longer than so many milliseconds is measured less often.
LONG, ROUNDS_IF_LONG = 5_000, 3
RUN = """
async ({ method, params, typed }) => {
  const filled = {};
  for (const [name, value] of Object.entries(params)) filled[name] = fill(value);
  const door = window.peers ?? window.hopscope;
  const began = performance.now();
  const result = await door.request(method, filled);
  const taken = performance.now() - began;
  window.results = { ...window.results, [method]: result };
  return { taken, told: tell(result) };

  function fill(value) {
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== "object") return value;
    if (!("input" in value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each)]));
    const text = window.inputs[value.input];
    return "at" in value ? text.slice(0, value.at) + "x".repeat(typed) + text.slice(value.at) : text;
  }

  function tell(value) {
    const size = (each) => (typeof each === "string" || Array.isArray(each) ? each.length : each);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, size(each)]));
  }
}
"""


@dataclass(frozen=True, slots=True)
class Work:
    """A request to one of the two doors; `{"input": name}` in params stands for a text given before, and with `"at"` for that
    text with more typed there every time."""

    method: str
    params: dict[str, Any]
    peer: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """The median in milliseconds, and of the last result each number, and each length of a text or list."""

    median: float
    told: dict[str, Any]


@dataclass(slots=True)
class Lab:
    """`rounds` of each work are measured, after one that is not."""

    browser: Browser
    folder: Path
    product: Page
    peers: Page
    rounds: int = 7

    def give(self, **texts: str) -> None:
        for page in (self.product, self.peers):
            page.evaluate("(texts) => { window.inputs = { ...window.inputs, ...texts } }", texts)

    def medians(self, works: dict[str, Work], rounds: int | None = None) -> dict[str, Taken]:
        """Takes the works in turns, so that whatever else the machine does falls on all of them alike."""
        first = {name: self.once(work, 0) for name, work in works.items()}
        most = rounds or self.rounds
        if max(each["taken"] for each in first.values()) > LONG:
            most = min(most, ROUNDS_IF_LONG)
        taken = [{name: self.once(work, turn + 1) for name, work in works.items()} for turn in range(most)]
        return {name: self._median([turn[name] for turn in taken]) for name in works}

    @staticmethod
    def _median(runs: list[dict[str, Any]]) -> Taken:
        return Taken(statistics.median(each["taken"] for each in runs), runs[-1]["told"])

    def once(self, work: Work, typed: int) -> dict[str, Any]:
        page = self.peers if work.peer else self.product
        found: dict[str, Any] = page.evaluate(RUN, {"method": work.method, "params": work.params, "typed": typed})
        return found


@contextlib.contextmanager
def opened(chromium: str, folder: Path, peers: Path, rounds: int) -> Iterator[Lab]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        context = browser.new_context()
        context.set_default_timeout(LIMIT)
        ours, theirs = context.new_page(), context.new_page()
        theirs.goto(f"{Host(peers).address}peers.html")
        ours.goto(Host(folder).address)
        ours.wait_for_function("() => 'hopscope' in window")
        ours.evaluate("() => window.hopscope.ready")
        yield Lab(browser, folder, ours, theirs, rounds)
        browser.close()
