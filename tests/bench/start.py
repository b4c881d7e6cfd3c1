"""Measures how long a fresh page takes from navigation to the verdict of a case, for each kind of start.

Each round takes every kind once, so that whatever else the machine does falls on all of them alike; told are medians.
It never fails: it tells, and `python3 build.py bench` shows it.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import statistics
import threading
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")
KINDS = {"snapshot": "", "plain": "?start=plain"}
CASE = {
    "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": None, "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "get_ticket", "arguments": '{"ticketId": "4711'}}]}}],
    "object": "chat.completion", "id": "chatcmpl-1", "created": 1, "model": "m",
}  # fmt: skip
OPEN = "(text) => window.hopscope.open([{ name: 'case', text }])"
SHOWN = "() => ['pass', 'warning', 'fail'].includes(document.querySelector('[data-testid=verdict]')?.dataset.status)"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


def serve(folder: Path) -> str:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def once(browser: Any, address: str) -> dict[str, float]:
    """One fresh visit: milliseconds to the verdict, and those of the start's parts."""
    context = browser.new_context()
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function("() => 'hopscope' in window")
    page.evaluate(OPEN, json.dumps(CASE))
    page.wait_for_function(SHOWN, timeout=120_000)
    taken = (time.perf_counter() - began) * 1000
    timings = page.evaluate("() => window.hopscope.ready")
    context.close()
    return {"verdict": taken, "start": timings["total"], **timings["parts"]}


def medians(rounds: list[dict[str, float]]) -> dict[str, float]:
    return {part: statistics.median(each[part] for each in rounds) for part in rounds[0]}


def cell(told: dict[str, float], part: str) -> str:
    return f"{told[part]:12.0f}" if part in told else " " * 12


def table(told: dict[str, dict[str, float]]) -> str:
    parts = list(dict.fromkeys(part for each in told.values() for part in each))
    head = f"{'milliseconds':14}" + "".join(f"{kind:>12}" for kind in told)
    rows = [
        f"{part:14}" + "".join(f"{each[part]:12.0f}" if part in each else f"{'':12}" for each in told.values())
        for part in parts
    ]
    ratio = told["plain"]["verdict"] / told["snapshot"]["verdict"]
    return "\n".join([head, *rows, f"The plain start takes {ratio:.2f} times as long."])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--browser", required=True)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--folder", type=Path, default=ROOT / "dist")
    options = parser.parse_args()
    address = serve(options.folder)
    taken: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.browser, args=list(FLAGS))
        for number in range(options.rounds):
            print(f"round {number + 1} of {options.rounds}", end="\r", flush=True)
            for kind, query in KINDS.items():
                taken[kind].append(once(browser, address + query))
        version = browser.version
        browser.close()
    print(f"Fresh page to verdict, medians of {options.rounds} rounds, Chromium {version}")
    print(table({kind: medians(rounds) for kind, rounds in taken.items()}))


if __name__ == "__main__":
    main()
