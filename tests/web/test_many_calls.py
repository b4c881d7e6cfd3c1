"""Of many calls the result tells rows; whoever looks at one sees all of it, as if there were no others."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, until

CALLS = 300
TOOL = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    },
}
REQUEST = {"model": "assistant-small-1", "messages": [{"role": "user", "content": "Go."}], "tools": [TOOL]}
NEEDLE = "at the very end"
COPIED = (
    "async part => { const text = await navigator.clipboard.readText(); return text !== '' && text.includes(part); }"
)


def arguments(number: int) -> str:
    """The tenth of each ten lacks its city; one says something after thousands of signs."""
    city = {} if number % 10 == 9 else {"city": f"Town {number}"}
    return json.dumps(city | ({"note": "x" * 5000 + NEEDLE} if number == 217 else {}))


def answer(number: int) -> str:
    call = {
        "id": f"call_{number}",
        "type": "function",
        "function": {"name": "get_weather", "arguments": arguments(number)},
    }
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return json.dumps({"choices": [{"index": 0, "finish_reason": "tool_calls", "message": message}]})


LOG = "\n".join(map(answer, range(CALLS)))


@pytest.fixture
def hand(new_page, address):
    hand = Hand(new_page(**CLIPBOARD), address).visit()
    hand.open(log=LOG, request=json.dumps(REQUEST))
    return hand


def row(hand, number):
    """The row of a call, found as one finds it: by typing its id."""
    hand.page.get_by_role("searchbox", name="Filter").fill(f"call_{number}")
    return hand.page.locator(f"[data-testid=call][data-call='{number}']")


def tab(hand, name):
    return hand.page.get_by_role("tab", name=name)


def detail(hand):
    return hand.page.get_by_role("region", name="Detail").get_by_role("tabpanel")


def test_any_of_many_calls_shows_its_json_its_reply_and_its_place(hand):
    row(hand, 159).click()
    expect(tab(hand, "Send back")).to_be_visible()
    expect(detail(hand)).to_contain_text("call_159")
    tab(hand, "4 gate-in").click()
    expect(detail(hand)).to_contain_text("{}")
    detail(hand).get_by_role("button", name="log 160:").click()
    assert hand.selected("{}") == '"{}"'
    row(hand, 158).click()
    expect(detail(hand)).to_contain_text("Town 158")
    expect(tab(hand, "Send back")).to_have_count(0)


def test_the_filter_finds_what_stands_deep_in_the_arguments_of_a_call(hand):
    hand.page.get_by_role("searchbox", name="Filter").fill(NEEDLE)
    found = hand.page.get_by_test_id("call")
    expect(found).to_have_count(1)
    assert found.get_attribute("data-call") == "217"


def test_who_goes_through_the_rows_by_key_sees_the_call_at_which_they_stop(hand):
    hand.page.locator("[data-call='0']").click()
    for _ in range(43):
        hand.page.keyboard.press("ArrowDown")
    expect(hand.page.locator("tr[aria-current=true] [data-testid=call]")).to_have_attribute("data-call", "43")
    expect(detail(hand)).to_contain_text("Town 43")


# A held key repeats, and the page gets no frame meanwhile.
HELD = """async (times) => {
  for (let time = 0; time < times; time += 1) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true }));
    await null;
  }
}"""


def test_keys_that_come_faster_than_frames_all_count(hand):
    hand.page.locator("[data-call='0']").click()
    hand.page.evaluate(HELD, 120)
    expect(hand.page.locator("tr[aria-current=true] [data-testid=call]")).to_have_attribute("data-call", "120")
    expect(detail(hand)).to_contain_text("Town 120")


def test_after_a_change_the_call_is_shown_as_it_stands_now(hand):
    row(hand, 158).click()
    expect(detail(hand)).to_contain_text("Town 158")
    hand.open(log=LOG.replace("Town", "City"), request=json.dumps(REQUEST))
    row(hand, 157).click()
    expect(detail(hand)).to_contain_text("City 157")
    row(hand, 12).click()
    expect(detail(hand)).to_contain_text("City 12")


def test_texts_that_the_page_has_named_itself_show_their_calls(hand):
    hand.page.evaluate("() => hopscope.open([])")
    hand.checked()
    hand.paste(LOG)
    row(hand, 281).click()
    expect(detail(hand)).to_contain_text("Town 281")
    detail(hand).get_by_role("button", name="282:").click()
    assert hand.selected("Town 281").startswith('{"id": "call_281"')


def test_what_is_copied_is_the_call_that_was_chosen(hand):
    row(hand, 159).click()
    hand.page.evaluate("() => navigator.clipboard.writeText('')")
    hand.page.locator("[data-call='159']").press("c")
    until(hand.page, COPIED, "call_159")


BOTH = """([call, copy]) => {
  document.querySelector(`[data-call='${call}']`).click();
  [...document.querySelectorAll("section[aria-label=Detail] .head button")].find((one) => one.innerText === copy).click();
}"""


def test_the_detail_copies_the_chosen_call_though_another_is_still_shown(hand):
    row(hand, 1).click()
    expect(detail(hand)).to_contain_text("Town 1")
    hand.page.evaluate("() => navigator.clipboard.writeText('')")
    hand.page.evaluate(BOTH, [104, "Copy"])
    until(hand.page, COPIED, "")
    assert "Town 104" in hand.copied()
