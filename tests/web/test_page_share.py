"""Links that carry a case from one person's page to another's."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, DROP, Hand, chat, until

SECRET = "sk-proj-Zb81kTq9vXw2LmN4pRs6uYd3" + "T3BlbkFJ" + "cE5gHj7aQo0iUe2"


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def test_a_link_shows_another_person_the_same_documents_and_the_same_verdict(hand, new_page, address):
    hand.story("Three calls, one refused")
    link = hand.link()
    sentence = hand.page.get_by_role("heading", level=1).inner_text()
    other = Hand(new_page(), address)
    other.visit(fragment="#" + link.split("#", 1)[1])
    other.judged(status="fail")
    assert other.told() == hand.told()
    assert other.page.get_by_role("heading", level=1).inner_text() == sentence
    assert [tab.split("\n")[0] for tab in other.page.locator("#tabs [role=tab]").all_inner_texts()] == [
        "request.json",
        "response.sse",
        "mcp.jsonl",
    ]


def test_a_secret_is_shown_masked_and_does_not_travel_unless_it_is_let_through(hand):
    hand.open(call__json=chat('{"city": "Oslo"}').replace("How is the weather?", f"My key is {SECRET}"))
    hidden = hand.link()
    dialog = hand.page.get_by_role("dialog")
    assert "1 secret found" in dialog.inner_text()
    assert SECRET not in dialog.inner_text()
    read = "fragment => hopscope.request('share.read', {fragment})"
    assert SECRET not in str(hand.page.evaluate(read, hidden.split("#", 1)[1]))
    dialog.get_by_role("checkbox", name="Mask it").uncheck()
    dialog.get_by_text("1 secret will be sent as it is").wait_for()
    shown = "hidden => ![hidden, ''].includes(document.querySelector('[data-testid=share-link]').value)"
    hand.page.wait_for_function(shown, arg=hidden)
    open_link = hand.page.get_by_test_id("share-link").input_value()
    assert SECRET in str(hand.page.evaluate(read, open_link.split("#", 1)[1]))


def test_a_link_that_lets_a_secret_through_is_not_offered_once_it_is_to_be_masked(hand):
    hand.open(call__json=chat('{"city": "Oslo"}').replace("How is the weather?", f"My key is {SECRET}"))
    hidden = hand.link()
    mask = hand.page.get_by_role("dialog").get_by_role("checkbox", name="Mask it")
    mask.uncheck()
    copy, link = hand.page.get_by_role("button", name="Copy link"), hand.page.get_by_test_id("share-link")
    expect(copy).to_be_enabled()
    hand.keep_busy()
    mask.check()
    expect(copy).to_be_disabled()
    expect(link).to_have_value("")
    expect(copy).to_be_enabled()
    expect(link).to_have_value(hidden)


def test_a_closed_share_dialog_stays_closed_when_its_link_comes(hand):
    hand.story("A call without a contract")
    hand.keep_busy()
    hand.page.get_by_test_id("share").click()
    hand.page.get_by_role("dialog").get_by_text("Making the link").wait_for()
    hand.page.keyboard.press("Escape")
    hand.page.keyboard.press("Control+K")
    hand.answered()
    expect(hand.page.get_by_role("combobox", name="Commands")).to_be_visible()


def test_a_cut_link_is_explained_and_the_address_left_alone(hand, new_page, address):
    hand.story("A call without a contract")
    whole = "#" + hand.link().split("#", 1)[1]
    cut = whole[: len(whole) * 2 // 3]
    other = Hand(new_page(), address).visit(fragment=cut)
    other.judged(code="link-cut")
    assert other.page.evaluate("() => location.hash") == cut
    expect(other.page.get_by_role("heading", name="Or open a story")).to_be_visible()


def test_a_damaged_link_is_told_from_a_cut_one(hand, new_page, address):
    hand.story("A call without a contract")
    whole = "#" + hand.link().split("#", 1)[1]
    middle = len(whole) // 2
    damaged = whole[:middle] + ("A" if whole[middle] != "A" else "B") + whole[middle + 1 :]
    other = Hand(new_page(), address).visit(fragment=damaged)
    other.judged(code="link-damaged")


def test_the_link_is_copied_with_its_button(hand):
    hand.story("A call without a contract")
    link = hand.link()
    assert hand.copied_by(hand.page.get_by_role("button", name="Copy link")) == link


def test_a_hash_that_is_no_link_of_ours_is_left_alone(hand, new_page, address):
    other = Hand(new_page(), address).visit(fragment="#section-two")
    assert other.told()["status"] == "nothing"
    assert other.page.evaluate("() => location.hash") == "#section-two"


def test_a_pasted_link_is_opened_also_where_a_mailer_broke_it_and_a_heading_is_text(hand, new_page, address):
    hand.story("A call without a contract")
    link = hand.link()
    other = Hand(new_page(), address).visit()
    other.paste("#1. Introduction to the tools")
    other.page.wait_for_function("() => hopscope.documents()[0].text.startsWith('#1. Intro')")
    another = Hand(new_page(), address).visit()
    another.paste(f"{link[:90]}\n  {link[90:]}\n")
    another.page.wait_for_function("() => hopscope.documents()[0].text.length > 50")
    another.checked()
    assert another.told()["status"] == "unchecked"


def test_the_first_edit_leaves_the_link_behind_and_back_leads_to_it(hand, new_page, address):
    hand.story("A call without a contract")
    fragment = "#" + hand.link().split("#", 1)[1]
    hand.page.keyboard.press("Escape")
    other = Hand(new_page(), address).visit(fragment=fragment)
    other.editor.click()
    other.page.keyboard.type(" ")
    other.page.wait_for_function("() => location.hash === ''")
    other.page.go_back()
    other.page.wait_for_function("fragment => location.hash === fragment", arg=fragment)
    other.holds(*(document["text"] for document in hand.texts()))
    assert other.told()["status"] == "unchecked"


def test_a_case_too_large_for_a_link_is_said_and_no_link_is_offered(hand):
    digits = ",".join(str(number * 2654435761 % 4294967296) for number in range(60_000))
    hand.open(rows__json=f'{{"rows":[{digits}]}}')
    hand.page.get_by_test_id("share").click()
    dialog = hand.page.get_by_role("dialog")
    dialog.get_by_text("the limit is").wait_for()
    assert hand.page.get_by_test_id("share-link").count() == 0
    assert dialog.get_by_role("button", name="Save as .hopscope.json").is_enabled()


def saved(hand):
    with hand.page.expect_download() as download:
        hand.page.get_by_role("dialog").get_by_role("button", name="Save as .hopscope.json").click()
    return download.value.suggested_filename, download.value.path().read_text(encoding="utf-8")


def test_a_case_too_large_for_a_link_travels_as_a_file_that_is_dropped(hand, new_page, address):
    digits = ",".join(str(number * 2654435761 % 4294967296) for number in range(60_000))
    hand.open(rows__json=f'{{"rows":[{digits}],"key":"{SECRET}"}}', note__json="1.0")
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name="Diff").click()
    hand.checked()
    hand.page.get_by_test_id("share").click()
    hand.page.get_by_role("dialog").get_by_text("1 secret found").wait_for()
    name, text = saved(hand)
    assert name == "case.hopscope.json"
    assert SECRET not in text
    other = Hand(new_page(), address).visit()
    other.page.evaluate(DROP, [[[name, text]], "body"])
    other.page.get_by_role("tab", name="rows.json").wait_for(state="attached")
    other.checked()
    assert other.page.locator("[data-view=diff]").get_attribute("aria-current") == "page"
    documents = other.page.evaluate("() => hopscope.documents()")
    assert [each["name"] for each in documents] == ["rows.json", "note.json"]
    assert documents[1]["text"] == "1.0"


@pytest.mark.parametrize(
    "text", ['{"documents": [{"name": 1, "text": []}]}', '{"__proto__": {"documents": []}}', "[]", "null", "{"]
)
def test_a_file_that_is_no_case_is_shown_as_the_text_it_is(hand, text):
    hand.page.evaluate(DROP, [[["x.hopscope.json", text]], "body"])
    hand.page.get_by_role("tab", name="x.hopscope.json").wait_for()
    hand.checked()
    assert hand.page.evaluate("() => hopscope.documents()[0].text") == text


@pytest.mark.parametrize("call", [0.5, "0", 9])
def test_a_file_that_chooses_a_call_there_is_not_shows_the_verdict_all_the_same(hand, call):
    given = {
        "documents": [{"name": "call.json", "text": chat('{"city": 7}')}],
        "view": "trace",
        "options": {"call": call},
    }
    hand.page.evaluate(DROP, [[["x.hopscope.json", json.dumps(given)]], "body"])
    hand.page.locator("[data-testid=call]").wait_for()
    hand.checked()
    assert hand.told()["status"] == "fail"
    assert hand.page.locator("tr[aria-current=true]").count() == 1


def test_what_was_chosen_in_the_views_travels_with_the_link(hand, new_page, address):
    hand.open(a__json='{"b": 1, "a": 2}', b__json='{"b": 1, "a": 3}', c__json='{"b": 1, "a": 2}')
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name="Diff").click()
    hand.checked()
    hand.page.get_by_role("combobox", name="Left").select_option("a.json")
    hand.checked()
    assert "Equal" in hand.verdict.inner_text()
    other = Hand(new_page(), address).visit(fragment="#" + hand.link().split("#", 1)[1])
    other.checked()
    assert "Equal" in other.verdict.inner_text()
    assert other.page.get_by_role("combobox", name="Left").input_value() == "a.json"


def test_a_short_link_is_shown_as_a_qr_code_and_a_long_one_is_not(hand):
    hand.story("A call without a contract")
    hand.link()
    hand.page.get_by_role("button", name="Show as QR code").click()
    code = hand.page.get_by_role("img", name="QR code of the link")
    assert code.bounding_box()["width"] > 200
    hand.page.keyboard.press("Escape")
    hand.open(noise__json=json.dumps([str(number * 2654435761 % 4294967296) for number in range(400)]))
    hand.link()
    assert "too long for a QR code" in hand.page.get_by_role("dialog").inner_text()
    assert hand.page.get_by_role("button", name="Show as QR code").count() == 0


def test_a_report_leaves_without_the_secret_that_is_in_it(hand):
    hand.open(
        call__json=chat(
            json.dumps({"city": 7, "key": SECRET}), properties={"city": {"type": "string"}, "key": {"type": "integer"}}
        )
    )
    hand.linger()
    report = hand.copied_by(hand.page.get_by_role("button", name="Copy report"))
    assert "get_weather" in report
    assert SECRET not in report
    hand.page.get_by_text("Copied, 1 secret masked").wait_for()


def test_masking_can_be_chosen_on_a_phone(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}), address).visit()
    hand.open(call__json=chat('{"city": "Oslo"}').replace("How is the weather?", f"My key is {SECRET}"))
    hand.page.get_by_test_id("share").click()
    choice = hand.page.get_by_role("dialog").get_by_role("checkbox", name="Mask it")
    choice.wait_for()
    box = choice.bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_what_was_copied_is_ticked_where_it_was_pressed_and_said_once(hand):
    hand.story("Three calls, one refused")
    hand.linger()
    more = hand.page.get_by_role("button", name="More to copy")

    def ticked(button):
        return until(hand.page, "async button => getComputedStyle(button, '::after').content.includes('✓')", button)

    hand.page.get_by_role("button", name="Copy reply").click()
    ticked(hand.page.get_by_role("button", name="Copy reply").element_handle())
    more.click()
    hand.page.get_by_role("menuitem", name="Copy as curl command").click()
    ticked(more.element_handle())
    hand.link()
    copy = hand.page.get_by_role("button", name="Copy link")
    copy.click()
    ticked(copy.element_handle())
    expect(hand.page.get_by_role("dialog").get_by_text("Copied", exact=True)).to_be_visible()
    expect(hand.page.get_by_role("status").filter(has_text="Copied")).to_have_count(1)


LOCAL = "everyone’s own machine"


def test_a_link_that_leads_to_the_sender_s_own_machine_says_so(hand, launch, address):
    hand.story("A call without a contract")
    hand.link()
    assert hand.page.get_by_role("dialog").get_by_text(LOCAL).is_visible()
    elsewhere = address.replace("127.0.0.1", "tools.example")
    browser = launch("--host-resolver-rules=MAP tools.example 127.0.0.1")
    try:
        other = Hand(browser.new_page(), elsewhere).visit()
        other.story("A call without a contract")
        assert "tools.example" in other.link()
        assert other.page.get_by_text(LOCAL).count() == 0
    finally:
        browser.close()
