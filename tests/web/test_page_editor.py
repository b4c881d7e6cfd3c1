"""The editor of the page: exact places, marks, line ends, and results that never belong to another text."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def test_a_finding_selects_exactly_its_slice_of_the_raw_text(hand):
    hand.story("The unit that is not in the enum")
    hand.finding("arguments-schema").click()
    assert hand.selected("kelvin") == r"\"kelvin\""
    hand.page.get_by_text("Ln 16, Col").wait_for()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_places_are_exact_whatever_the_line_ends_and_the_signs_before_them(hand, end):
    text = chat('{"city": [7]}').replace("How is the weather?", "날씨 😀 어때요?").replace("\n", end)
    hand.open(call__json=text)
    hand.finding("arguments-schema").click()
    assert hand.selected("7") == "[7]"


def test_line_ends_come_out_as_they_were_pasted(hand):
    text = '{\r\n  "a": 1,\n  "b": 2\r\n}\r\n'
    hand.paste(text)
    assert [document["text"] for document in hand.texts()] == [text]


def test_undo_restores_the_line_ends_of_deleted_lines(hand):
    text = "one\r\ntwo\nthree\r\nfour\n"
    hand.open(mixed__txt=text)
    hand.editor.click()
    for key in ("Control+A", "Delete", "Control+Z"):
        hand.page.keyboard.press(key)
    hand.checked()
    assert [document["text"] for document in hand.texts()] == [text]


def test_the_line_of_a_finding_has_a_glyph_and_the_chosen_one_its_words_below(hand):
    hand.story("The write that stopped halfway")
    expect(hand.page.locator("#editor .lens")).to_contain_text("arguments-truncated")
    expect(hand.page.locator("#editor .cm-glyphs [aria-label=Error]:visible")).to_have_count(1)


def test_f8_goes_from_finding_to_finding_and_round(hand):
    hand.story("Three calls, one refused")
    foot = hand.page.locator("#foot")
    for key, told in (("F8", r"\b2 of "), ("Shift+F8", r"\b1 of ")):
        hand.page.keyboard.press(key)
        expect(foot).to_contain_text(re.compile(told))


def opened_string(hand, line):
    return hand.page.get_by_role("group", name=f"JSON in a string of line {line}, laid out")


def test_json_in_a_string_opens_below_its_line_with_its_findings_and_closes_without_a_trace(hand):
    text = chat(
        '{"city": "Bergen", "pins": [1.0e400, {}], "note": "{\\"deep\\": [7]}"}',
        properties={"city": {"enum": ["Oslo"]}},
    )
    hand.open(call__json=text)
    button = hand.page.locator("#editor").get_by_role("button", name="Open the JSON in this string")
    button.click()
    inner = hand.page.locator("#editor [role=group]")
    shown = [line.strip() for line in inner.inner_text().split("\n") if line.strip()]
    assert shown[:6] == ["{", '"city": "Bergen",', '"pins": [', "1.0e400,", "{}", "],"]
    assert shown[7:] == ["{", '"deep": [', "7", "]", "}", "}"]
    expect(inner.locator(".mark-fail")).to_have_text(['"Bergen"'])
    hand.page.locator("#editor").get_by_role("button", name="Close the JSON in this string").click()
    inner.wait_for(state="hidden")
    assert [document["text"] for document in hand.texts()] == [text]


def test_the_key_opens_the_string_at_the_caret_which_stays_open_while_the_text_is_edited(hand):
    hand.story("The unit that is not in the enum")
    hand.finding("arguments-schema").click()
    hand.page.get_by_text("Ln 16, Col").wait_for()
    hand.page.keyboard.press("Shift+Alt+KeyI")
    opened_string(hand, 16).wait_for()
    hand.page.keyboard.press("Control+Home")
    hand.page.keyboard.press("Enter")
    opened_string(hand, 17).wait_for()
    hand.linger()
    hand.page.keyboard.press("Shift+Alt+KeyI")
    hand.page.get_by_text("No JSON in a string on this line").wait_for()
    expect(opened_string(hand, 17)).to_have_count(1)


def test_a_string_whose_json_is_cut_opens_as_far_as_it_goes(hand):
    hand.open(call__json=chat('{"city": "Oslo", "days": [1, {"n": "tw'))
    hand.page.locator("#editor").get_by_role("button", name="Open the JSON in this string").click()
    shown = hand.page.locator("#editor [role=group]").inner_text()
    assert [line.strip() for line in shown.split("\n")][-4:] == ['"days": [', "1,", "{", '"n": "tw']


def test_marks_and_result_are_gone_while_another_text_is_checked(hand):
    hand.story("The unit that is not in the enum")
    hand.page.evaluate(
        """() => {
          window.seen = [];
          const verdict = document.querySelector('[data-testid=verdict]');
          new MutationObserver(() => window.seen.push([verdict.dataset.status, document.documentElement.dataset.state]))
            .observe(document.documentElement, {subtree: true, attributes: true, attributeFilter: ['data-status', 'data-state']});
        }"""
    )
    hand.open(call__json=chat('{"city": "Oslo"}'))
    seen = hand.page.evaluate("() => window.seen")
    assert ["fail", "ready"] not in seen
    assert seen[-1] == ["pass", "ready"]


def test_only_the_last_of_many_quick_texts_is_judged_in_the_end(hand):
    hand.page.evaluate(
        """texts => { for (const text of texts) hopscope.open([{name: 'call.json', text}]); }""",
        [chat('{"city": 1}'), chat('{"town": "Oslo"}'), chat('{"city": "Oslo"}')],
    )
    hand.checked()
    assert hand.told()["status"] == "pass"


def test_what_is_typed_while_the_text_is_being_laid_out_stays(hand):
    hand.open(value__json='{"a":1}')
    hand.editor.click()
    hand.page.keyboard.press("Control+End")
    hand.keep_busy()
    hand.page.keyboard.press("Shift+Alt+KeyF")
    hand.page.keyboard.type(" ")
    hand.answered()
    hand.holds('{"a":1} ')


def test_a_place_that_was_asked_for_in_a_text_that_is_gone_by_the_next_frame_is_forgotten(hand):
    hand.open(call__json=chat('{"city": [7]}'))
    hand.finding("arguments-schema").wait_for()
    hand.page.evaluate(
        """text => {
          document.querySelector('[data-testid=finding]').click();
          return hopscope.open([{ name: 'other.json', text }]);
        }""",
        chat('{"city": [8]}'),
    )
    hand.checked()
    hand.finding("arguments-schema").click()
    assert hand.selected("8") == "[8]"


def test_typing_is_checked_as_it_goes(hand):
    hand.editor.click()
    hand.page.keyboard.insert_text(chat('{"city": "Oslo"}'))
    hand.judged(status="pass")
    hand.page.keyboard.press("Control+Home")
    hand.page.keyboard.type("[")
    hand.page.wait_for_function("() => document.querySelector('[data-testid=verdict]').dataset.status !== 'pass'")
    hand.checked()
    assert hand.told()["status"] != "pass"


def test_five_thousand_calls_stay_readable_in_few_rows(hand):
    line = '{{"jsonrpc":"2.0","id":{0},"method":"tools/call","params":{{"name":"get_weather","arguments":{{"city":"Oslo"}}}}}}\n'
    hand.open(log__jsonl="".join(line.format(number) for number in range(5000)))
    hand.page.get_by_role("heading", name="5,000 calls").wait_for()
    assert 12 <= hand.page.get_by_test_id("call").count() < 120
    box = hand.page.locator(".calls-box")
    box.evaluate("box => { box.scrollTop = box.scrollHeight; }")
    hand.page.locator("[data-call='4999']").wait_for()


def test_a_long_check_shows_its_time_and_is_cancelled_without_cost_to_the_text(hand):
    call = json.dumps({"name": "f", "arguments": {"a": 1}}) + ","
    text = f"'[' + '{call}'.repeat(500_000) + '1]'"
    hand.page.evaluate(f"() => void hopscope.open([{{ name: 'long.json', text: {text} }}])")
    cancel = hand.page.get_by_role("button", name="Cancel")
    cancel.wait_for()
    said = hand.verdict.inner_text()
    assert "million characters" in said
    assert "The last result" not in said
    cancel.click()
    hand.page.get_by_text("The check was cancelled").wait_for()
    assert hand.page.evaluate("() => hopscope.documents()[0].text.length") == 500_000 * len(call) + 3
    hand.open(call__json='{"a": 1}')
    assert hand.told()["status"] == "nothing"


def test_escape_closes_the_search_first_and_leaves_the_editor_after_that(hand):
    hand.open(call__json=chat('{"city": 7}'))
    hand.editor.click()
    hand.page.keyboard.press("Control+F")
    hand.page.get_by_role("textbox", name="Find").fill("city")
    hand.page.keyboard.press("Escape")
    hand.page.get_by_role("textbox", name="Find").wait_for(state="detached")
    assert hand.page.evaluate("() => document.activeElement.id") == "editor"
    hand.page.keyboard.press("Escape")
    assert hand.page.evaluate("() => document.activeElement.id") != "editor"


def test_a_mark_in_json_opened_below_its_line_is_as_long_as_the_value(hand):
    hand.open(call__json=chat('{"city": 7, "day": "today"}'))
    hand.page.get_by_role("button", name="Open the JSON in this string").first.click()
    inner = hand.page.get_by_role("group", name="JSON in a string of line")
    expect(inner.locator(".chosen")).to_have_text(["7"])
