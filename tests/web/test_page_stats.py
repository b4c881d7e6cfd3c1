"""What many calls have in common, at the head of the Trace view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from terminal import TICKET, answer, lines, listed, rpc, tool

Ready = Callable[[Any], dict[str, Any]]


def opened(page: Any, address: str, ready: Ready, calls: int) -> None:
    messages = [*listed(1, tool(), tool() | {"name": "<img src=x>"})]
    for number in range(2, calls + 2):
        name = "<img src=x>" if number % 5 == 0 else "get_ticket"
        arguments = {} if number % 4 == 0 else {"ticketId": "T-1"}
        messages += [rpc(number, name, arguments), answer(number, TICKET)]
    page.goto(address)
    ready(page)
    page.evaluate("(text) => window.hopscope.open([{ name: 'log', text }])", lines(messages))


def test_many_calls_are_told_by_tool(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, 40)
    page.click("[data-testid=stats] summary")
    rows = page.locator("[data-testid=stats-tool]")
    assert rows.count() == 2
    first = rows.first.inner_text()
    assert "get_ticket" in first and "32" in first and "25 %" in first and "/ticketId" in first
    assert page.locator("[data-testid=stats] img").count() == 0
    assert "24" in (rows.first.locator("svg").get_attribute("aria-label") or "")


def test_few_calls_need_no_statistics(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, 5)
    assert page.locator("[data-testid=call]").count() == 5
    assert page.locator("[data-testid=stats]").count() == 0
