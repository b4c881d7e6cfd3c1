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

# Whose calls are listed, at each moment in which that changes.
NAMED = """() => {
  window.named = [];
  const names = () => [...document.querySelectorAll("[data-testid=call] code")].map((each) => each.textContent);
  const look = () => window.named.push([...new Set(names())]);
  new MutationObserver(look).observe(document.getElementById("calls"), { subtree: true, childList: true, characterData: true });
}"""
FOCUSED = "() => Number(document.activeElement.dataset.call)"


def log(calls: int, name: str = "get_ticket", result: dict[str, Any] = LARGE) -> str:
    messages = [*listed(1, tool() | {"name": name})]
    for number in range(2, calls + 2):
        messages += [rpc(number, name, {"ticketId": "T-1"}), answer(number, result)]
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


def test_all_of_some_dozen_calls_are_listed_once_the_page_is_ready(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, log(59, result=TICKET))
    page.wait_for_function(CHECKED)
    assert page.get_by_test_id("call").count() == 59


def test_calls_of_two_results_never_stand_together(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, log(55, result=TICKET))
    page.wait_for_function(CHECKED)
    page.evaluate(NAMED)
    page.evaluate("(text) => window.hopscope.open([{ name: 'other', text }])", log(50, "find_ticket", TICKET))
    page.wait_for_function(CHECKED)
    named = page.evaluate("() => window.named")
    assert named[-1] == ["find_ticket"]
    assert all(len(names) < 2 for names in named)
    assert ["get_ticket"] not in named[named.index(["find_ticket"]) :]


def test_the_focus_stays_with_its_call_while_the_list_scrolls_under_it(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, log(200, result=TICKET))
    page.wait_for_function(CHECKED)
    page.locator("[data-call='9']").click()
    page.evaluate("() => new Promise(requestAnimationFrame)")  # in it the chosen row is brought into sight
    for top, call in ((400, 32), (0, 0)):
        page.locator(".calls-box").evaluate("(box, top) => { box.scrollTop = top; }", top)
        page.locator(f"[data-call='{call}']").wait_for(state="attached")
        assert page.evaluate(FOCUSED) == 9
    page.locator(".calls-box").evaluate("(box) => { box.scrollTop = box.scrollHeight; }")
    page.locator("[data-call='199']").wait_for()
    assert page.evaluate(FOCUSED) > 150
