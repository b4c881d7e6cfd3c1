"""What many calls have in common, at the head of the Trace view."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from hand import Hand
from terminal import TICKET, answer, lines, listed, rpc, tool


def opened(page: Any, address: str, messages: list[Any]) -> None:
    Hand(page, address).visit().open(log=lines(messages))


def many(calls: int) -> list[Any]:
    """Calls of two tools, of which every fourth lacks its ticket and every fifth has markup for a name."""
    messages = [*listed(1, tool(), tool() | {"name": "<img src=x>"})]
    for number in range(2, calls + 2):
        name = "<img src=x>" if number % 5 == 0 else "get_ticket"
        arguments = {} if number % 4 == 0 else {"ticketId": "T-1"}
        messages += [rpc(number, name, arguments), answer(number, TICKET)]
    return messages


def test_many_calls_are_told_by_tool(page: Any, address: str) -> None:
    opened(page, address, many(40))
    page.click("[data-testid=stats] summary")
    rows = page.locator("[data-testid=stats-tool]")
    expect(rows).to_have_count(2)
    first = rows.first.inner_text()
    assert "get_ticket" in first and "32" in first and "25 %" in first and "/ticketId" in first
    assert page.locator("[data-testid=stats] img").count() == 0
    assert "24" in (rows.first.locator("svg").get_attribute("aria-label") or "")


def test_what_servers_refuse_has_a_column_where_it_happens(page: Any, address: str) -> None:
    failed = {"isError": True, "content": [{"type": "text", "text": "out of paper"}]}
    messages = listed()
    for number in range(2, 26):
        answered = {"jsonrpc": "2.0", "id": number, "result": failed} if number % 4 == 0 else answer(number, TICKET)
        messages += [rpc(number, "get_ticket", {"ticketId": "T-1"}), answered]
    opened(page, address, messages)
    page.click("[data-testid=stats] summary")
    expect(page.locator("[data-testid=stats-tool]")).to_contain_text("25 %")
    heads = page.locator("[data-testid=stats] thead th").all_inner_texts()
    assert "result" in heads and "return" not in heads


def test_few_calls_need_no_statistics(page: Any, address: str) -> None:
    opened(page, address, many(5))
    assert page.locator("[data-testid=call]").count() == 5
    assert page.locator("[data-testid=stats]").count() == 0


def test_a_phone_shows_all_of_it_without_scrolling_sideways(new_page: Any, address: str) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    opened(page, address, many(40))
    page.click("[data-testid=stats] summary")
    page.get_by_text("25 %").first.wait_for()
    assert page.evaluate(
        "() => { const box = document.querySelector('.stats'); return box.scrollWidth <= box.clientWidth }"
    )
    assert "/ticketId" in page.locator("[data-testid=stats-tool]").first.inner_text()


def test_what_failed_is_told_from_what_passed_without_colours(new_page: Any, address: str) -> None:
    page = new_page(forced_colors="active")
    opened(page, address, many(40))
    page.click("[data-testid=stats] summary")
    fill = "(part) => getComputedStyle(part).fill"
    bar = page.locator("[data-testid=stats-tool] svg").first
    assert bar.locator(".fail").evaluate(fill) != bar.locator(".pass").evaluate(fill)


def test_paper_has_every_row_of_a_long_list_and_no_gap(new_page: Any, address: str) -> None:
    page = new_page(viewport={"width": 800, "height": 1100})
    opened(page, address, many(90))
    calls = page.get_by_test_id("call")
    assert calls.count() < 90
    page.emulate_media(media="print")
    calls.nth(89).wait_for()
    assert page.locator("#calls .gap:visible").count() == 0
    assert page.locator(".verdict .btn:visible").count() == 0
    page.emulate_media(media="screen")
    calls.nth(89).wait_for(state="detached")


def test_paper_says_how_many_calls_of_a_very_long_list_are_not_on_it(new_page: Any, address: str) -> None:
    page = new_page(viewport={"width": 800, "height": 1100})
    opened(page, address, many(700))
    page.emulate_media(media="print")
    told = page.get_by_text("more calls are not printed")
    told.wait_for()
    assert page.get_by_test_id("call").count() + int(told.inner_text().split()[0]) == 700


def test_the_strip_is_stronger_where_more_of_the_calls_fail(new_page: Any, address: str) -> None:
    page = new_page()
    messages = [*listed(1, tool())]
    for number in range(2, 802):
        bad = number >= 402 or number % 40 == 0
        messages += [rpc(number, "get_ticket", {} if bad else {"ticketId": "T-1"}), answer(number, TICKET)]
    opened(page, address, messages)
    marks = page.locator("#calls .strip i")
    marks.first.wait_for()
    strength = [float(mark.evaluate("(mark) => getComputedStyle(mark).opacity")) for mark in (marks.first, marks.last)]
    assert 0 < strength[0] < strength[1]
