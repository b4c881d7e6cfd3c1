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


def test_what_servers_refuse_has_a_column_where_it_happens(page: Any, address: str, ready: Ready) -> None:
    failed = {"isError": True, "content": [{"type": "text", "text": "out of paper"}]}
    messages = listed()
    for number in range(2, 26):
        answered = {"jsonrpc": "2.0", "id": number, "result": failed} if number % 4 == 0 else answer(number, TICKET)
        messages += [rpc(number, "get_ticket", {"ticketId": "T-1"}), answered]
    page.goto(address)
    ready(page)
    page.evaluate("(text) => window.hopscope.open([{ name: 'log', text }])", lines(messages))
    page.click("[data-testid=stats] summary")
    heads = page.locator("[data-testid=stats] thead th").all_inner_texts()
    assert "result" in heads and "return" not in heads
    assert "25 %" in page.locator("[data-testid=stats-tool]").inner_text()


def test_few_calls_need_no_statistics(page: Any, address: str, ready: Ready) -> None:
    opened(page, address, ready, 5)
    assert page.locator("[data-testid=call]").count() == 5
    assert page.locator("[data-testid=stats]").count() == 0


def test_a_phone_shows_all_of_it_without_scrolling_sideways(new_page: Any, address: str, ready: Ready) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    opened(page, address, ready, 40)
    page.click("[data-testid=stats] summary")
    page.get_by_text("25 %").first.wait_for()
    assert page.evaluate(
        "() => { const box = document.querySelector('.stats'); return box.scrollWidth <= box.clientWidth }"
    )
    assert "/ticketId" in page.locator("[data-testid=stats-tool]").first.inner_text()
