"""From navigation to the verdict of a shared link: first and repeat visits, both kinds of start, and slow lines."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

import inputs
from host import Host
from lab import LIMIT, Lab
from report import Table

LINES: dict[str, tuple[float | None, int]] = {"local": (None, 7), "50 Mbit/s": (50, 1), "10 Mbit/s": (10, 1)}
STARTS = {"image": "", "plain": "?start=plain"}
VISITS = {"image": ("first", "repeat"), "plain": ("first",)}
SHOWN = "[data-testid=verdict]:is([data-status=pass], [data-status=warning], [data-status=fail])"
PARTS = ("fetch", "compile", "inflate", "restore", "wheels", "imports", "first-call")
COLUMNS = ("visit", "verdict ms", *PARTS, "MB sent", "plain takes", "goal")
# Times as long that the plain start's first visit takes: a first visit with the image, and a repeat visit.
GOALS = {("local", "first"): 4.0, ("local", "repeat"): 6.0, ("10 Mbit/s", "first"): 1.0}
# Asked at every frame: a selector that is waited for is looked for only every half second after a while.
SEEN = "(selector) => document.querySelector(selector) !== null && performance.now()"
# What a browser does for a window of its own, before anything is opened in it, ms.
SETTLED = 1_500
KEPT = """
async (parts) => {
  const addresses = [];
  for (const name of await caches.keys()) {
    addresses.push(...(await (await caches.open(name)).keys()).map(({ url }) => url));
  }
  return parts.every((part) => addresses.some((url) => url.includes(part)));
}
"""
EDITOR = Path(__file__).resolve().parents[1] / "editor.html"
EDITOR_SCRIPT = EDITOR.parent / "node_modules" / "vanilla-jsoneditor" / "standalone.js"
EDITOR_ERROR = ".jse-error"
KEPT_BY_SERVICE_WORKER, MADE = ["/runtime/snapshot"], ["/runtime/image", ".wasm"]
Visit = dict[str, float]


def measure(lab: Lab) -> Table:
    fragment = lab.product.evaluate(
        "async (state) => (await window.hopscope.request('share.write', { state, keep: [] })).fragment",
        inputs.state(2_000),
    )
    rows = [row for line in LINES for row in on_line(lab, line, "#" + fragment.lstrip("#"))]
    rows.append(editor(lab))
    notes = (
        "To the verdict of a shared link, on a host that compresses nothing; the parts are milliseconds of the worker's start.",
        "Compiling is what is left of it when all machine code has come; inflating is a part of restoring, once a version only.",
        "vanilla-jsoneditor 3.13.0 opens 1 MB with a fault at its end, until it shows the fault.",
        "Goals: how many times as long the first visit of the plain start (Pyodide and wheels) takes on the same line.",
    )
    return Table("Start", COLUMNS, tuple(rows), notes)


def on_line(lab: Lab, name: str, fragment: str) -> list[tuple[str, ...]]:
    megabits, most = LINES[name]
    host = Host(lab.folder, megabits)
    visits: dict[tuple[str, str], list[Visit]] = {}
    for _ in range(min(most, lab.rounds)):
        for start, query in STARTS.items():
            for kind, visit in visited(lab, host, host.address + query + fragment, VISITS[start]).items():
                visits.setdefault((start, kind), []).append(visit)
    told = {kind: medians(rounds) for kind, rounds in visits.items()}
    plain = told["plain", "first"]["verdict"]
    return [row(name, kind, told[kind], plain) for kind in told]


def editor(lab: Lab) -> tuple[str, ...]:
    """The peer among editors, served by the same kind of host."""
    text = inputs.orders(1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        for each in (EDITOR, EDITOR_SCRIPT):
            shutil.copy(each, folder)
        Path(folder, "document.json").write_text(f"{text[:-2]},}}]", encoding="utf-8")
        address = f"{Host(Path(folder)).address}{EDITOR.name}"
        taken = statistics.median(shown(lab, address, EDITOR_ERROR) for _ in range(lab.rounds))
    return ("local, vanilla-jsoneditor", f"{taken:.0f}", *("" for _ in PARTS), "", "", "")


def shown(lab: Lab, address: str, selector: str) -> float:
    """Milliseconds in a profile of its own."""
    context = lab.browser.new_context()
    context.set_default_timeout(LIMIT)
    taken = arrival(context.new_page(), address, selector)
    context.close()
    return taken


def arrival(page: Any, address: str, selector: str) -> float:
    """Milliseconds from the navigation to the frame that shows it, by the page's own clock."""
    page.wait_for_timeout(SETTLED)
    page.goto(address, wait_until="commit")
    taken: float = page.wait_for_function(SEEN, arg=selector).json_value()
    return taken


def visited(lab: Lab, host: Host, address: str, kinds: tuple[str, ...]) -> dict[str, Visit]:
    """A first visit in a profile of its own, and another one when all is kept for it."""
    context = lab.browser.new_context()
    context.set_default_timeout(LIMIT)
    visits = {kind: once(context, host, address) for kind in kinds}
    context.close()
    return visits


def once(context: Any, host: Host, address: str) -> Visit:
    before = host.line.sent
    page = context.new_page()
    taken = arrival(page, address, SHOWN)
    parts = page.evaluate("async () => (await window.hopscope.ready).parts")
    made = [] if "wheels" in parts else MADE
    while not page.evaluate(KEPT, [*KEPT_BY_SERVICE_WORKER, *made]):
        page.wait_for_timeout(50)
    page.wait_for_timeout(300)
    sent = host.line.sent - before
    page.close()
    return {"verdict": taken, "sent": sent, **parts}


def medians(rounds: list[Visit]) -> Visit:
    return {part: statistics.median(each[part] for each in rounds) for part in rounds[0]}


def row(line: str, kind: tuple[str, str], told: Visit, plain: float) -> tuple[str, ...]:
    start, visit = kind
    parts = (f"{told[part]:.0f}" if part in told else "" for part in PARTS)
    times = plain / told["verdict"]
    goal = GOALS.get((line, visit)) if start == "image" else None
    met = "" if goal is None else f"{'met' if times >= goal else 'missed'} (≥ {goal:g})"
    return (
        f"{line}, {start}, {visit}",
        f"{told['verdict']:.0f}",
        *parts,
        f"{told['sent'] / 1e6:.2f}",
        f"{times:.2f}",
        met,
    )
