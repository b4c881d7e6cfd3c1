"""The tasks of a page's main thread by the processor time they took, which other programs on the machine hardly touch."""

from __future__ import annotations

import contextlib
import json
from collections import defaultdict
from collections.abc import Iterator

from playwright.sync_api import Browser, Page

TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
MAIN = "CrRendererMain"


class Tasks:
    """Filled when the block that they are watched in has ended."""

    def __init__(self) -> None:
        self.milliseconds: list[float] = []

    @property
    def longest(self) -> float:
        return max(self.milliseconds, default=0.0)


@contextlib.contextmanager
def watched(browser: Browser, page: Page) -> Iterator[Tasks]:
    found = Tasks()
    browser.start_tracing(page=page, categories=["toplevel"])
    try:
        yield found
    finally:
        found.milliseconds = busiest(browser.stop_tracing())


def busiest(trace: bytes) -> list[float]:
    """The tasks of that page's thread which had most to do, in milliseconds."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and each["args"].get("name") == MAIN
    }
    tasks: dict[tuple[int, int], list[float]] = defaultdict(list)
    for each in events:
        thread = (each["pid"], each["tid"])
        if thread in mains and each["name"] in TASKS and "tdur" in each:
            tasks[thread].append(each["tdur"] / 1000)
    return max(tasks.values(), key=sum, default=[])
