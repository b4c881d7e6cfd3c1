"""The page speaks the browser's language first, another by choice, and the choice travels with a link."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat

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
    expect(hand.verdict).to_contain_text(VERDICT["ko"])
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


SENTENCE = {
    "en": "The answer holds 1 call written as text",
    "zh-Hant": "回答中有 1 個寫成文字的呼叫",
    "zh-Hans": "回答中有 1 个写成文本的调用",
    "ko": "답변에 텍스트로 적힌 호출이 1개 있습니다",
}
ADVICE = {
    "en": "The server did not parse it",
    "zh-Hant": "推論伺服器沒有解析它",
    "zh-Hans": "推理服务器没有解析它",
    "ko": "추론 서버가 이를 파싱하지 않았습니다",
}
TITLE = {
    "en": "A call written as text",
    "zh-Hant": "呼叫寫成了文字",
    "zh-Hans": "调用写成了文本",
    "ko": "텍스트로 적힌 호출",
}
HELP = {"en": "Help and keys", "zh-Hant": "說明與按鍵", "zh-Hans": "说明与按键", "ko": "도움말과 키"}
EXPLAIN = {"en": "Explain", "zh-Hant": "解釋", "zh-Hans": "解释", "ko": "설명"}
LEAKED = '<tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</tool_call>'


def leaking() -> str:
    message = {"role": "assistant", "content": LEAKED}
    return json.dumps({"object": "chat.completion", "choices": [{"message": message, "finish_reason": "stop"}]})


@pytest.mark.parametrize("tag", list(SENTENCE))
def test_verdict_finding_and_help_are_in_the_language(new_page, address, tag):
    hand = Hand(new_page(locale=tag), address).visit()
    hand.open(call__json=leaking())
    expect(hand.verdict.get_by_role("heading")).to_contain_text(SENTENCE[tag])
    assert hand.verdict.get_by_role("heading").get_attribute("lang") is None
    expect(hand.verdict).to_contain_text(ADVICE[tag])
    finding = hand.finding("call-in-text")
    expect(finding).to_contain_text(SENTENCE[tag])
    finding.click()
    hand.page.locator(".finding").get_by_role("button", name=EXPLAIN[tag], exact=True).click()
    told = hand.page.get_by_role("dialog")
    for words in ("call-in-text", TITLE[tag], ADVICE[tag]):
        expect(told).to_contain_text(words)


def test_words_of_findings_are_read_in_the_language_that_is_spoken_alone(new_page, watch, address):
    Hand(new_page(locale="en-US", service_workers="block"), address).visit()
    assert [url for url in watch.requests if "/locales/" in url] == []
    hand = Hand(new_page(locale="ko-KR", service_workers="block"), address).visit()
    assert [url.rsplit("/", 1)[1].split("-")[0] for url in watch.requests if "/locales/" in url] == ["ko"]
    hand.open(call__json=leaking())
    expect(hand.verdict.get_by_role("heading")).to_contain_text(SENTENCE["ko"])


def test_findings_are_told_in_english_where_their_words_cannot_be_had(new_page, watch, host):
    host.missing.append("/locales/ko")
    watch.allowed.append("404")
    hand = Hand(new_page(locale="ko-KR", service_workers="block"), host.url).visit()
    hand.open(call__json=leaking())
    heading = hand.verdict.get_by_role("heading")
    assert SENTENCE["en"] in heading.inner_text()
    assert "경고" in hand.verdict.inner_text()


def test_another_language_tells_the_same_text_anew(new_page, address):
    hand = Hand(new_page(locale="en-US"), address).visit()
    hand.open(call__json=leaking())
    for tag, name in (("ko", "한국어"), ("zh-Hans", "简体中文"), ("en", "English")):
        hand.page.locator("select.lang").select_option(label=name)
        hand.page.get_by_role("heading", name=SENTENCE[tag]).wait_for()
        assert hand.verdict.get_by_role("heading").get_attribute("lang") is None


def test_a_phone_switches_the_language_in_help(new_page, address):
    hand = Hand(new_page(locale="en-US", viewport={"width": 390, "height": 844}), address).visit()
    hand.page.get_by_role("button", name=HELP["en"], exact=True).click()
    dialog = hand.page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Language").select_option(label="한국어")
    dialog.get_by_role("button", name="단계와 관문").wait_for()
    assert lang(hand) == "ko"
    assert hand.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_report_is_copied_in_the_language_and_the_reply_for_the_model_in_english(new_page, address):
    hand = Hand(new_page(locale="ko-KR", **CLIPBOARD), address).visit()
    hand.page.locator(".story").nth(0).click()
    hand.verdict.get_by_text("도구가 서로 다른 두 마운트에 있습니다").first.wait_for()
    report = hand.copied_by(hand.page.get_by_role("button", name="보고서 복사"))
    assert "도구가 서로 다른 두 마운트에 있습니다" in report
    assert "was not run" in hand.copied_by(hand.page.get_by_role("button", name="회신 복사"))


@pytest.mark.parametrize("tag", list(SHARE))
def test_help_tells_every_code_with_its_severity_sentence_and_advice(new_page, address, tag):
    hand = Hand(new_page(locale=tag), address).visit()
    hand.page.get_by_role("button", name=HELP[tag], exact=True).click()
    dialog = hand.page.get_by_role("dialog")
    dialog.locator(".help-nav button").nth(2).click()
    dialog.locator(".codes dt").first.wait_for()
    rows = hand.page.evaluate("() => window.hopscope.request('describe', {})")["findings"]
    entries = dialog.locator(".codes > div")
    assert entries.count() == len(rows)
    assert [one.split()[0] for one in dialog.locator(".codes dt code").all_inner_texts()] == [r["code"] for r in rows]
    assert dialog.locator(".codes dd p").count() >= 2 * len([row for row in rows if row["advice"]])
    assert all(text.strip() for text in dialog.locator(".codes dd b").all_inner_texts())


@pytest.mark.parametrize(
    ("tag", "find", "close"), [("zh-Hant", "尋找", "關閉"), ("zh-Hans", "查找", "关闭"), ("ko", "찾기", "닫기")]
)
def test_the_search_in_the_editor_speaks_the_language(new_page, address, tag, find, close):
    hand = Hand(new_page(locale=tag), address).visit()
    hand.open(call__json=chat('{"city": 7}'))
    hand.editor.click()
    hand.page.keyboard.press("Control+F")
    hand.page.get_by_role("textbox", name=find, exact=True).wait_for()
    assert hand.page.locator("#editor").get_by_role("button", name=close, exact=True).is_visible()
