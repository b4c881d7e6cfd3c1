"""A log of megabytes shows its first calls before the whole is judged, and never as the whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hand import CHECKED
from terminal import TICKET, answer, lines, listed, rpc, tool

Ready = Callable[[Any], dict[str, Any]]
CALLS = 300
LARGE = TICKET | {"title": "Printer on fire. " * 120}
FIRST = "() => document.querySelectorAll('[data-testid=call]').length > 0"
# Each state in which calls are on the page, as a person would read it: is there a verdict, and what stands above the calls.
KEPT = """() => {
  window.seen = [];
  const look = () => {
    const verdict = document.querySelector("[data-testid=verdict]");
    if (!document.querySelector("[data-testid=call]")) return;
    const now = [verdict.dataset.status, document.querySelector("#calls h2").textContent, document.documentElement.dataset.state];
    if (String(now) !== String(window.seen.at(-1))) window.seen.push(now);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""


def log(calls: int) -> str:
    messages = [*listed(1, tool())]
    for number in range(2, calls + 2):
        messages += [rpc(number, "get_ticket", {"ticketId": "T-1"}), answer(number, LARGE)]
    return lines(messages)


def opened(page: Any, address: str, ready: Ready, text: str) -> None:
    page.goto(address)
    ready(page)
    page.evaluate(KEPT)
    page.evaluate("(text) => { window.hopscope.open([{ name: 'log', text }]) }", text)


def test_the_first_calls_of_a_long_log_stand_there_without_a_verdict_until_all_is_judged(
    page: Any, address: str, ready: Ready
) -> None:
    text = log(CALLS)
    assert len(text) > 1_000_000
    opened(page, address, ready, text)
    page.wait_for_function(FIRST)
    page.wait_for_function(CHECKED)
    first, *_, last = page.evaluate("() => window.seen")
    assert first[0] == "checking" and first[1].startswith("First ") and first[2] == "busy"
    assert last[1].replace(",", "") == f"{CALLS} calls" and last[2] == "ready"
    assert all(
        status == "checking" for status, heading, _ in page.evaluate("() => window.seen") if heading.startswith("First")
    )


def test_a_key_puts_the_first_calls_of_the_older_text_away(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, log(CALLS))
    page.wait_for_function(FIRST)
    page.evaluate("() => { window.hopscope.open([{ name: 'other', text: '[1]' }]) }")
    page.wait_for_function(CHECKED)
    assert page.get_by_test_id("call").count() == 0
