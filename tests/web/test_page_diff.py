"""Diff compares two documents by what they mean, whether they are values, calls or schemas."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def copied_by(hand, button):
    return hand.copied_by(hand.page.get_by_role("button", name=button))


def test_diff_lists_what_differs_in_meaning_and_not_in_order(hand):
    hand.open(
        a__json='{"title": "jam", "priority": 2, "open": true}',
        b__json='{"open": true, "priority": "2", "title": "jam"}',
    )
    hand.view("Diff")
    changes = hand.page.get_by_role("region", name="Changes").locator(".change")
    assert changes.count() == 1
    assert "/priority" in changes.first.inner_text()
    assert json.loads(copied_by(hand, "Copy patch")) == [{"op": "replace", "path": "/priority", "value": "2"}]


def two_runs(hand):
    """Two captures: one call changed, one is new, one is the same; and forty messages before them that are equal."""

    def capture(*calls):
        told = [
            {"id": f"c{name}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for name, arguments in calls
        ]
        history = [{"role": "user", "content": f"Message {number}"} for number in range(40)]
        return json.dumps(
            {"messages": [*history, {"role": "assistant", "content": None, "tool_calls": told}]}, indent=2
        )

    hand.open(
        before__json=capture(("get_weather", {"city": "Oslo"}), ("book", {"nights": 2})),
        after__json=capture(
            ("get_weather", {"city": "Bergen", "unit": "C"}), ("search", {"q": "x"}), ("book", {"nights": 2})
        ),
    )
    hand.view("Diff")
    return hand.page.get_by_role("region", name="Changes").get_by_test_id("change")


def side(hand, name, holding):
    """What one side shows, without what is folded, once it shows some words."""
    shown = hand.page.get_by_role("textbox", name=name)
    expect(shown).to_contain_text(holding)
    return shown.inner_text()


def test_diff_of_two_captures_says_first_which_calls_differ(hand):
    changes = two_runs(hand)
    sentence = hand.page.get_by_role("heading", level=1).inner_text()
    assert sentence.startswith("2 of 3 calls differ: get_weather")
    assert "search is new" in sentence
    assert "/city" in changes.first.inner_text()


def test_diff_folds_what_is_equal_and_opens_json_in_strings_on_both_sides(hand):
    two_runs(hand)
    left = side(hand, "before.json", '"city": "Oslo"')
    assert "equal lines" in left
    assert "Message 3" not in left.split("equal lines")[0]
    side(hand, "after.json", '"city": "Bergen"')


def test_diff_goes_through_the_changes_by_key_and_marks_both_places(hand):
    changes = two_runs(hand)
    hand.page.keyboard.press("F8")
    chosen = hand.page.locator("#sides .cm-line.at")
    hand.page.wait_for_function("() => document.querySelector('.change[aria-current]')")
    expect(chosen).to_have_text(['"city": "Oslo"', '"city": "Bergen",'])
    hand.page.keyboard.press("F8")
    hand.page.wait_for_function("() => document.querySelectorAll('.change')[1].hasAttribute('aria-current')")
    expect(chosen).to_have_text(['"unit": "C"'])
    hand.page.keyboard.press("Shift+F8")
    hand.page.wait_for_function("() => document.querySelectorAll('.change')[0].hasAttribute('aria-current')")
    changes.first.focus()
    hand.page.keyboard.press("j")
    hand.page.wait_for_function("() => document.querySelectorAll('.change')[1].hasAttribute('aria-current')")


def test_a_change_leads_to_both_places_in_the_texts_as_they_were_given(hand):
    two_runs(hand).first.click()
    hand.page.get_by_role("button", name="after.json 1").first.click()
    hand.selected("Bergen")


def test_a_comparison_is_copied_as_patch_as_markdown_and_as_text(hand):
    two_runs(hand)
    markdown = copied_by(hand, "Copy as Markdown")
    assert "| ± |" in markdown
    assert '`"Oslo"`' in markdown
    assert "search is new" in markdown
    text = copied_by(hand, "Copy as text")
    assert '"Oslo" → "Bergen"' in text
    assert "before.json 1" in text
    assert {each["op"] for each in json.loads(copied_by(hand, "Copy patch"))} <= {"add", "remove", "replace", "move"}


def sides(hand):
    return [hand.page.get_by_role("combobox", name=name).input_value() for name in ("Left", "Right")]


def test_a_second_run_pasted_beside_others_is_compared_with_the_run_it_is_like(hand):
    request = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "tools": [], "temperature": 0, "n": 1}
    message = {"role": "assistant", "content": "ok"}
    response = {"id": "r1", "object": "chat.completion", "choices": [{"index": 0, "message": message}], "usage": {}}
    hand.open(response__json=json.dumps(response), request__json=json.dumps(request))
    hand.view("Diff")
    assert "two kinds of text" in hand.verdict.inner_text()
    hand.page.get_by_role("button", name="Paste another run").click()
    hand.paste(json.dumps({**response, "id": "r2"}))
    assert sides(hand) == ["response.json", "capture"]
    assert "two kinds of text" not in hand.verdict.inner_text()
    hand.page.get_by_role("combobox", name="Left").select_option("request.json")
    hand.checked()
    assert sides(hand) == ["request.json", "capture"]


def test_diff_on_a_phone_stands_in_one_column_the_left_above_the_right(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}), address).visit()
    hand.open(a__json='{"priority": 2}', b__json='{"priority": "2"}')
    hand.view("Diff")
    column = hand.page.locator("#sides").get_by_role("textbox")
    expect(column).to_contain_text('"priority": "2"')
    shown = column.inner_text()
    assert shown.index('"priority": 2') < shown.index('"priority": "2"')


def test_removed_lines_of_the_one_column_hang_under_their_own_indentation(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}), address).visit()
    words = "words that go on for longer than one line of so narrow a pane"
    hand.open(a__json=f'{{"one": {{"text": "{words} then"}}}}', b__json=f'{{"one": {{"text": "{words} now"}}}}')
    hand.view("Diff")
    removed = hand.page.locator("#sides .cm-deletedLine")
    removed.first.scroll_into_view_if_needed()
    hand.page.locator("#sides .cm-deletedLine[class*=hang-]").first.wait_for()
    styles = "node => [getComputedStyle(node).textIndent, getComputedStyle(node).paddingLeft].map(parseFloat)"
    indent, padding = removed.first.evaluate(styles)
    assert indent < 0 < padding


def test_the_count_of_changes_is_that_of_the_present_texts(hand):
    hand.open(a__json='{"a": 1, "b": 2}', b__json='{"a": 2, "b": 3}')
    hand.view("Diff")
    hand.page.keyboard.press("F8")
    hand.page.keyboard.press("F8")
    changes = hand.page.get_by_role("region", name="Changes")
    changes.get_by_text("2 of 2", exact=True).wait_for()
    hand.open(a__json='{"a": 1}', b__json='{"a": 1}')
    expect(changes).not_to_contain_text("of")


def test_diff_of_equal_values_is_equal_however_they_are_laid_out(hand):
    hand.open(a__json='{"a": 1, "b": [2]}', b__json='{\n  "b": [2],\n  "a": 1\n}')
    hand.view("Diff")
    assert "Equal" in hand.verdict.inner_text()


def test_on_a_phone_every_way_to_copy_a_comparison_is_there_in_one_row(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}, **CLIPBOARD), address).visit()
    two_runs(hand)
    buttons = hand.verdict.get_by_role("button")
    tops = {round(each.bounding_box()["y"]) for each in buttons.all() if each.is_visible()}
    assert len(tops) == 1
    hand.verdict.get_by_role("button", name="More to copy").click()
    assert '"Oslo" → "Bergen"' in hand.copied_by(hand.page.get_by_role("menuitem", name="Copy as text"))


def test_the_palette_copies_what_the_buttons_of_the_view_copy(hand):
    two_runs(hand)
    for words in ("Copy as Markdown", "Copy patch", "Copy as text"):
        hand.page.keyboard.press("Control+K")
        hand.page.get_by_role("combobox", name="Commands").fill(words)
        expect(hand.page.get_by_role("option", name=words)).to_be_visible()
        hand.page.keyboard.press("Escape")
    hand.view("Format")
    hand.page.keyboard.press("Control+K")
    hand.page.get_by_role("combobox", name="Commands").fill("Copy result")
    expect(hand.page.get_by_role("option", name="Copy result")).to_be_visible()
