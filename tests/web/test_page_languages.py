"""The page speaks the browser's language first, another by choice, and the choice travels with a link."""

from __future__ import annotations

import pytest

from hand import Hand, chat

SHARE = {"en": "Share", "zh-Hant": "分享", "zh-Hans": "分享", "ko": "공유"}
VERDICT = {"en": "Fail", "zh-Hant": "失敗", "zh-Hans": "失败", "ko": "실패"}
BROWSERS = [
    ("zh-TW", "zh-Hant"),
    ("zh-HK", "zh-Hant"),
    ("zh-CN", "zh-Hans"),
    ("zh-SG", "zh-Hans"),
    ("ko-KR", "ko"),
    ("de-DE", "en"),
]


def lang(hand):
    return hand.page.evaluate("() => document.documentElement.lang")


@pytest.mark.parametrize(("browser", "tag"), BROWSERS)
def test_the_browser_s_language_is_spoken(new_page, address, browser, tag):
    hand = Hand(new_page(locale=browser), address).visit()
    assert lang(hand) == tag
    assert hand.page.get_by_test_id("share").inner_text() == SHARE[tag]


def test_a_language_is_chosen_remembered_and_travels_with_a_link(new_page, address):
    hand = Hand(new_page(locale="en-US"), address).visit()
    hand.open(call__json=chat('{"city": 7}'))
    hand.page.get_by_role("combobox", name="Language").select_option(label="한국어")
    hand.page.get_by_test_id("share").filter(has_text="공유").wait_for()
    hand.checked()
    assert VERDICT["ko"] in hand.verdict.inner_text()
    link = hand.link()
    hand.visit()
    assert lang(hand) == "ko"
    other = Hand(new_page(locale="en-US"), address).visit(fragment="#" + link.split("#", 1)[1])
    assert lang(other) == "ko"


def test_a_language_that_was_not_chosen_stays_out_of_the_link(new_page, address):
    hand = Hand(new_page(locale="ko-KR"), address).visit()
    hand.open(call__json=chat('{"city": 7}'))
    other = Hand(new_page(locale="en-US"), address).visit(fragment="#" + hand.link().split("#", 1)[1])
    assert lang(other) == "en"


def test_the_choice_of_the_reader_stands_above_that_of_the_link(new_page, address):
    sender = Hand(new_page(locale="en-US"), address).visit()
    sender.open(call__json=chat('{"city": 7}'))
    sender.page.get_by_role("combobox", name="Language").select_option(label="한국어")
    link = sender.link()
    reader = Hand(new_page(locale="en-US"), address).visit()
    reader.page.get_by_role("combobox", name="Language").select_option(label="繁體中文")
    reader.visit(fragment="#" + link.split("#", 1)[1])
    assert lang(reader) == "zh-Hant"


@pytest.mark.parametrize("tag", list(SHARE))
def test_no_label_is_left_without_words(new_page, address, tag):
    hand = Hand(new_page(locale=tag, viewport={"width": 900, "height": 700}), address).visit()
    hand.open(call__json=chat('{"city": 7}'))
    for view in ("format", "validate", "diff", "contract", "trace"):
        hand.page.locator(f"[data-testid=view][data-view={view}]").click()
        hand.checked()
        assert hand.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        shown = hand.page.locator("body").inner_text().split()
        assert [word for word in shown if word.startswith(("word.", "view.", "diff.", "status.", "format."))] == []


def test_a_verdict_that_the_engine_words_is_told_as_english_and_one_of_the_page_is_not(new_page, address):
    hand = Hand(new_page(locale="ko-KR"), address).visit()
    hand.open(call__json=chat('{"city": 7}'))
    assert hand.verdict.get_by_role("heading").get_attribute("lang") == "en"
    hand.page.locator("[data-testid=view][data-view=diff]").click()
    hand.checked()
    assert hand.verdict.get_by_role("heading").get_attribute("lang") is None
