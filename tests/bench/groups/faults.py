"""How long a page is without its worker when that breaks down: until the next texts are judged, as they were before."""

from __future__ import annotations

import statistics

import inputs
from lab import LIMIT, Lab
from report import TIME, Table, time

from groups.start import KEPT, MADE, SETTLED

GOAL = 2_000
BEHIND_AN_ANSWER = """() => {
  const own = self.postMessage;
  self.postMessage = (message) => {
    own.call(self, message);
    if (message.result) close();
  };
}"""
# What happens to the worker, and how often texts are opened until they are judged: the first may be told that it broke down.
FAULTS = {
    "breaks down while idle": ("() => { setTimeout(() => { throw new Error('broken on purpose'); }); }", 1),
    "breaks down at work": ("() => { self.onmessage = () => { throw new Error('broken on purpose'); }; }", 2),
    "ends without a word while idle": ("() => { setTimeout(close); }", 1),
    "ends without a word at work": (
        "() => { self.onmessage = ({ data }) => { postMessage({ taken: data.id }); close(); }; }",
        2,
    ),
    "ends without a word behind an answer": (BEHIND_AN_ANSWER, 2),
}
JUDGED = """async ([documents, times]) => {
  const began = performance.now();
  for (let time = 0; time < times; time += 1) await window.hopscope.open(documents);
  return { taken: performance.now() - began, status: document.querySelector("[data-testid=verdict]").dataset.status };
}"""
NOTES = (
    "From the next opening of texts to their verdict, in a page that has been visited before, on its own clock.",
    "At work and behind an answer it is two openings, the first of which is told as lost or is that answer.",
)


def measure(lab: Lab) -> Table:
    rows = [
        time(f"the worker {name}", statistics.median(recovered(lab, *fault) for _ in range(lab.rounds)), GOAL)
        for name, fault in FAULTS.items()
    ]
    return Table("Broken down", TIME, tuple(rows), NOTES)


def recovered(lab: Lab, fault: str, times: int) -> float:
    """Milliseconds, in a profile of its own: a page that lost a worker is more patient with the next."""
    context = lab.browser.new_context()
    context.set_default_timeout(LIMIT)
    page = context.new_page()
    page.goto(lab.product.url)
    documents = inputs.state(2_000)["documents"]
    before = page.evaluate(JUDGED, [documents, 1])["status"]
    while not page.evaluate(KEPT, MADE):
        page.wait_for_timeout(50)
    page.wait_for_timeout(SETTLED)
    page.workers[0].evaluate(fault)
    found = page.evaluate(JUDGED, [documents, times])
    context.close()
    if found["status"] != before:
        raise AssertionError(f"judged {found['status']} and not {before}")
    return float(found["taken"])
