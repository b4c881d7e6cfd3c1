"""Format, Validate and the other views work on the same documents as Trace, without pasting twice."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def copied_by(hand, button):
    return hand.copied_by(hand.page.get_by_role("button", name=button))


def test_format_keeps_every_digit_and_duplicate_key(hand):
    hand.open(numbers__json='{"a":1.0,"b":12345678901234567890,"a":1E400}')
    hand.view("Format")
    assert copied_by(hand, "Copy result") == '{\n  "a": 1.0,\n  "b": 12345678901234567890,\n  "a": 1E400\n}'
    assert "Complete" in hand.verdict.inner_text()


def test_format_lists_each_mend_and_leads_to_it(hand):
    hand.open(loose__json='{\n  "a": 1,\n}')
    hand.view("Format")
    assert "Normalised" in hand.verdict.inner_text()
    hand.page.get_by_role("region", name="Edits").get_by_role("button").first.click()
    hand.page.get_by_text("Ln 2, Col").wait_for()


def test_one_line_is_chosen_in_the_options(hand):
    hand.open(value__json='{\n  "a": [1, 2]\n}')
    hand.view("Format")
    hand.page.get_by_role("combobox", name="Indent").select_option(label="one line")
    hand.checked()
    assert copied_by(hand, "Copy result") == '{"a":[1,2]}'


def test_the_formatted_text_goes_into_the_editor_and_undo_takes_it_back(hand):
    hand.open(value__json='{"a":1}')
    hand.view("Format")
    hand.page.get_by_role("button", name="Put it into the editor").click()
    hand.checked()
    expect(hand.editor.locator(".cm-line").first).to_have_text("{")
    hand.editor.click()
    hand.page.keyboard.press("Control+Z")
    hand.checked()
    expect(hand.editor.locator(".cm-line")).to_have_text(['{"a":1}'])


def test_validate_holds_one_document_against_the_other_and_shows_the_place(hand):
    schema = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["name"]}
    hand.open(schema__json=json.dumps(schema), person__json='{\n  "age": "old"\n}')
    hand.view("Validate")
    assert hand.told()["status"] == "fail"
    assert "person.json" in hand.verdict.inner_text()
    hand.page.get_by_test_id("finding").filter(has_text="/age").click()
    hand.page.get_by_text("Ln 2, Col 10").wait_for()
    assert hand.selected("old") == '"old"'


def test_validate_says_what_is_missing_with_one_document(hand):
    hand.open(schema__json='{"type": "object"}')
    hand.view("Validate")
    assert hand.told()["status"] == "unchecked"
    assert hand.page.get_by_role("button", name="Add a document").last.is_visible()


def test_a_jsonpath_is_looked_for_in_all_documents_and_says_where_it_was_found(hand):
    hand.open(one__json='{"name": "a"}', two__json='{"x": "{\\"name\\": 7}"}', three__json="[]")
    hand.page.get_by_role("button", name="Select by JSONPath").click()
    hand.page.keyboard.type("$..name")
    hand.page.get_by_text("2 matches in 2 documents", exact=True).wait_for()
    hand.page.keyboard.press("Enter")
    hand.page.keyboard.press("Enter")
    hand.page.get_by_role("tab", name="two.json", selected=True).wait_for()
    hand.page.get_by_text("2 of 2", exact=True).wait_for()


def test_contract_shows_both_mounts_of_a_drifted_tool_and_what_providers_refuse(hand):
    hand.story("Three calls, one refused")
    hand.view("Contract")
    assert hand.told() == {"status": "fail", "code": "contract-drift", "fault": "contract"}
    tool = hand.page.get_by_role("region", name="get_ticket")
    drift = tool.get_by_role("row").filter(has_text="breaking").inner_text()
    assert '"^[0-9]+$"' in drift
    assert '"^T-[0-9]+$"' in drift
    assert "Refused" in tool.get_by_role("row").filter(has_text="Gemini parameters").first.inner_text()
    hand.page.get_by_role("region", name="Tools").get_by_role("button", name="get_weather").click()
    hand.page.get_by_role("region", name="get_weather").get_by_text("The mounts agree.").wait_for()


def test_back_and_forward_go_through_the_views(hand):
    hand.open(call__json=chat('{"city": "Oslo"}'))
    hand.view("Format")
    hand.page.go_back()
    hand.page.wait_for_function(
        "() => document.querySelector('[data-view=trace]').getAttribute('aria-current') === 'page'"
    )
    hand.checked()
    assert hand.told()["status"] == "pass"
    hand.page.go_forward()
    hand.page.wait_for_function(
        "() => document.querySelector('[data-view=format]').getAttribute('aria-current') === 'page'"
    )


def test_the_palette_runs_what_is_typed(hand):
    hand.page.keyboard.press("Control+K")
    hand.page.get_by_role("combobox", name="Commands").fill("story healthy")
    hand.page.keyboard.press("Enter")
    hand.judged(status="pass")


def test_the_palette_that_is_opened_at_once_after_another_dialog_was_left_stays(hand):
    hand.page.get_by_role("button", name="Help and keys").click()
    hand.page.evaluate(
        """() => {
          const dialog = document.querySelector('dialog');
          dialog.dispatchEvent(new Event('cancel'));  // as Escape does; the event of the closing comes later
          dialog.close();
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
        }"""
    )
    hand.answered()
    expect(hand.page.get_by_role("combobox", name="Commands")).to_be_visible()


def test_each_finding_is_explained_by_the_table_of_codes(hand):
    hand.story("The write that stopped halfway")
    hand.page.locator(".finding").get_by_role("button", name="Explain").click()
    dialog = hand.page.get_by_role("dialog")
    expect(dialog).to_contain_text("arguments-truncated")
    dialog.get_by_role("button", name="Hops and gates").click()
    expect(dialog.get_by_role("row")).to_have_count(10)


TOOL = {
    "model": "m",
    "messages": [],
    "tools": [
        {
            "type": "function",
            "function": {"name": "find", "parameters": {"type": "object", "properties": {"a": {"type": "string"}}}},
        }
    ],
}


def test_tools_without_any_call_are_first_shown_as_contracts_and_the_person_s_choice_stays(hand):
    hand.open(request__json=json.dumps(TOOL))
    current = "() => document.querySelector('[data-testid=view][aria-current]').dataset.view"
    assert hand.page.evaluate(current) == "contract"
    hand.view("Trace")
    assert hand.page.evaluate(current) == "trace"
    hand.editor.click()
    hand.page.keyboard.type(" ")
    hand.checked()
    assert hand.page.evaluate(current) == "trace"


def test_a_fix_is_one_edit_that_undo_takes_back(hand):
    text = json.dumps(TOOL, indent=2)
    hand.open(request__json=text)
    hand.page.get_by_role("button", name="OpenAI strict").click()
    hand.linger()
    hand.page.get_by_role("button", name="Apply to the text").click()
    hand.page.get_by_text("Fixed; undo takes it back").wait_for()
    hand.checked()
    written = "() => hopscope.documents()[0].text"
    parameters = json.loads(hand.page.evaluate(written))["tools"][0]["function"]["parameters"]
    assert parameters["additionalProperties"] is False
    assert parameters["required"] == ["a"]
    hand.editor.click()
    hand.page.keyboard.press("Control+Z")
    hand.checked()
    assert hand.page.evaluate(written) == text


def matches(hand):
    return [
        text.split() for text in hand.page.get_by_role("list", name="Matches").get_by_test_id("match").all_inner_texts()
    ]


def test_a_jsonpath_lists_what_it_finds_also_in_strings_and_selects_it(hand):
    hand.open(call__json=chat('{"city": "Oslo"}'), other__json='{"city": "Bergen"}')
    hand.page.get_by_role("button", name="Select by JSONPath").click()
    hand.page.get_by_role("textbox", name="JSONPath").fill("$..arguments.city")
    hand.page.get_by_text("1 match in 1 document", exact=True).wait_for()
    assert matches(hand) == [
        ["/messages/1/tool_calls/0/function/arguments", "▸", "/city", '"Oslo"', "call.json", "17:38"]
    ]
    hand.page.keyboard.press("Enter")
    hand.page.get_by_text("1 of 1", exact=True).wait_for()
    hand.page.get_by_text("Ln 17, Col 38 to 45").wait_for()
    expect(hand.page.get_by_text("(8 selected)")).to_be_visible()
    hand.page.get_by_role("textbox", name="JSONPath").fill("$.city")
    hand.page.get_by_text("1 match in 1 document", exact=True).wait_for()
    hand.page.get_by_test_id("match").click()
    hand.page.get_by_role("tab", name="other.json", selected=True).wait_for()


def test_a_path_that_is_none_is_explained_and_one_of_a_newer_text_is_asked_again(hand):
    hand.open(rows__json='{"a": [1, 2]}')
    hand.page.keyboard.press("Shift+Alt+J")
    hand.page.keyboard.type("$.a[")
    hand.page.get_by_text("The path is no JSONPath").wait_for()
    hand.page.keyboard.type("*]")
    hand.page.get_by_text("2 matches", exact=True).wait_for()
    hand.editor.click()
    hand.page.keyboard.press("Control+Home")
    hand.page.keyboard.press("End")
    hand.page.keyboard.press("ArrowLeft")
    hand.page.keyboard.press("ArrowLeft")
    hand.page.keyboard.type(", 3")
    hand.page.get_by_text("3 matches", exact=True).wait_for()


def test_an_empty_page_says_what_the_chosen_view_wants_and_needs_nothing_but_that(new_page, address):
    hand = Hand(new_page(**CLIPBOARD), address).visit()
    hand.view("Diff")
    assert "one run, then the other" in hand.verdict.inner_text()
    given = []
    for text in ('{"seats": "six"}', '{"seats": 6}'):
        hand.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        hand.verdict.get_by_role("button", name="Paste").click()
        given.append(text)
        hand.holds(*given)
    hand.page.get_by_test_id("change").get_by_text("/seats").wait_for()
    assert hand.page.get_by_test_id("change").count() == 1


def test_what_is_no_schema_but_holds_tools_leads_to_the_view_that_finds_theirs(hand):
    hand.open(value__json='{"city": 7}', request__json=chat('{"city": 7}'))
    hand.view("Validate")
    assert hand.told()["code"] == "schema-invalid"
    hand.verdict.get_by_role("button", name="Trace").click()
    hand.checked()
    assert hand.told()["code"] == "arguments-coercible"


def test_a_place_of_many_lines_has_a_bar_and_only_its_first_line_is_tinted(hand):
    hand.open(value__json='{"city": 7}', request__json=chat('{"city": 7}'))
    hand.view("Validate")
    hand.page.locator("#editor .cm-line.span").nth(12).wait_for()
    expect(hand.page.locator("#editor .cm-line.at")).to_have_count(1)
