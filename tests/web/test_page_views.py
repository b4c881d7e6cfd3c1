"""Format, Validate and Diff work on the same documents as Trace, without pasting twice."""

from __future__ import annotations

import json

import pytest

from hand import CLIPBOARD, Hand, chat


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def view(hand, name):
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name=name).click()
    hand.checked()


def copied_by(hand, button):
    return hand.copied_by(hand.page.get_by_role("button", name=button))


def test_format_keeps_every_digit_and_duplicate_key(hand):
    hand.open(numbers__json='{"a":1.0,"b":12345678901234567890,"a":1E400}')
    view(hand, "Format")
    assert copied_by(hand, "Copy result") == '{\n  "a": 1.0,\n  "b": 12345678901234567890,\n  "a": 1E400\n}'
    assert "Complete" in hand.verdict.inner_text()


def test_format_lists_each_mend_and_leads_to_it(hand):
    hand.open(loose__json='{\n  "a": 1,\n}')
    view(hand, "Format")
    assert "Normalised" in hand.verdict.inner_text()
    hand.page.get_by_role("region", name="Edits").get_by_role("button").first.click()
    hand.page.get_by_text("Ln 2, Col").wait_for()


def test_one_line_is_chosen_in_the_options(hand):
    hand.open(value__json='{\n  "a": [1, 2]\n}')
    view(hand, "Format")
    hand.page.get_by_role("combobox", name="Indent").select_option(label="one line")
    hand.checked()
    assert copied_by(hand, "Copy result") == '{"a":[1,2]}'


def test_the_formatted_text_goes_into_the_editor_and_undo_takes_it_back(hand):
    hand.open(value__json='{"a":1}')
    view(hand, "Format")
    hand.page.get_by_role("button", name="Put it into the editor").click()
    hand.checked()
    assert hand.editor.inner_text().splitlines()[0] == "{"
    hand.editor.click()
    hand.page.keyboard.press("Control+Z")
    hand.checked()
    assert hand.editor.inner_text() == '{"a":1}'


def test_validate_holds_one_document_against_the_other_and_shows_the_place(hand):
    schema = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["name"]}
    hand.open(schema__json=json.dumps(schema), person__json='{\n  "age": "old"\n}')
    view(hand, "Validate")
    assert hand.told()["status"] == "fail"
    assert "person.json" in hand.verdict.inner_text()
    hand.page.get_by_test_id("finding").filter(has_text="/age").click()
    hand.page.get_by_text("Ln 2, Col 10").wait_for()
    assert hand.selected() == '"old"'


def test_validate_says_what_is_missing_with_one_document(hand):
    hand.open(schema__json='{"type": "object"}')
    view(hand, "Validate")
    assert hand.told()["status"] == "unchecked"
    assert hand.page.get_by_role("button", name="Add a document").last.is_visible()


def test_diff_lists_what_differs_in_meaning_and_not_in_order(hand):
    hand.open(
        a__json='{"title": "jam", "priority": 2, "open": true}',
        b__json='{"open": true, "priority": "2", "title": "jam"}',
    )
    view(hand, "Diff")
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
    view(hand, "Diff")
    return hand.page.get_by_role("region", name="Changes").get_by_test_id("change")


def side(hand, name):
    """What one side shows, without what is folded."""
    return hand.page.get_by_role("textbox", name=name).inner_text()


def test_diff_of_two_captures_says_first_which_calls_differ(hand):
    changes = two_runs(hand)
    sentence = hand.page.get_by_role("heading", level=1).inner_text()
    assert sentence.startswith("2 of 3 calls differ: get_weather")
    assert "search is new" in sentence
    assert "/city" in changes.first.inner_text()


def test_diff_folds_what_is_equal_and_opens_json_in_strings_on_both_sides(hand):
    two_runs(hand)
    left, right = side(hand, "before.json"), side(hand, "after.json")
    assert "equal lines" in left
    assert "Message 3" not in left.split("equal lines")[0]
    assert '"city": "Oslo"' in left
    assert '"city": "Bergen"' in right


def test_diff_goes_through_the_changes_by_key_and_marks_both_places(hand):
    changes = two_runs(hand)
    hand.page.keyboard.press("F8")
    chosen = hand.page.locator("#sides .cm-line.at")
    hand.page.wait_for_function("() => document.querySelector('.change[aria-current]')")
    assert [text.strip() for text in chosen.all_inner_texts()] == ['"city": "Oslo"', '"city": "Bergen",']
    hand.page.keyboard.press("F8")
    hand.page.wait_for_function("() => document.querySelectorAll('.change')[1].hasAttribute('aria-current')")
    assert [text.strip() for text in chosen.all_inner_texts()] == ['"unit": "C"']
    hand.page.keyboard.press("Shift+F8")
    hand.page.wait_for_function("() => document.querySelectorAll('.change')[0].hasAttribute('aria-current')")
    changes.first.focus()
    hand.page.keyboard.press("j")
    hand.page.wait_for_function("() => document.querySelectorAll('.change')[1].hasAttribute('aria-current')")


def test_a_change_leads_to_both_places_in_the_texts_as_they_were_given(hand):
    two_runs(hand).first.click()
    hand.page.get_by_role("button", name="after.json 1").first.click()
    hand.page.get_by_text("selected)").wait_for()
    assert "Bergen" in hand.selected()


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
    view(hand, "Diff")
    assert "two kinds of text" in hand.verdict.inner_text()
    hand.page.get_by_role("button", name="Paste another run").click()
    hand.paste(json.dumps({**response, "id": "r2"}))
    assert sides(hand) == ["response.json", "capture"]
    assert "two kinds of text" not in hand.verdict.inner_text()
    hand.page.get_by_role("combobox", name="Left").select_option("request.json")
    hand.checked()
    assert sides(hand) == ["request.json", "capture"]


def test_a_jsonpath_is_looked_for_in_all_documents_and_says_where_it_was_found(hand):
    hand.open(one__json='{"name": "a"}', two__json='{"x": "{\\"name\\": 7}"}', three__json="[]")
    hand.page.get_by_role("button", name="Select by JSONPath").click()
    hand.page.keyboard.type("$..name")
    hand.page.get_by_text("2 matches in 2 documents", exact=True).wait_for()
    hand.page.keyboard.press("Enter")
    hand.page.keyboard.press("Enter")
    hand.page.get_by_role("tab", name="two.json", selected=True).wait_for()
    hand.page.get_by_text("2 of 2", exact=True).wait_for()


def test_diff_on_a_phone_stands_in_one_column_the_left_above_the_right(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}), address).visit()
    hand.open(a__json='{"priority": 2}', b__json='{"priority": "2"}')
    view(hand, "Diff")
    shown = hand.page.locator("#sides").get_by_role("textbox").inner_text()
    assert shown.index('"priority": 2') < shown.index('"priority": "2"')


def test_removed_lines_of_the_one_column_hang_under_their_own_indentation(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}), address).visit()
    words = "words that go on for longer than one line of so narrow a pane"
    hand.open(a__json=f'{{"one": {{"text": "{words} then"}}}}', b__json=f'{{"one": {{"text": "{words} now"}}}}')
    view(hand, "Diff")
    removed = hand.page.locator("#sides .cm-deletedLine")
    removed.first.scroll_into_view_if_needed()
    hand.page.locator("#sides .cm-deletedLine[class*=hang-]").first.wait_for()
    styles = "node => [getComputedStyle(node).textIndent, getComputedStyle(node).paddingLeft].map(parseFloat)"
    indent, padding = removed.first.evaluate(styles)
    assert indent < 0 < padding


def test_the_count_of_changes_is_that_of_the_present_texts(hand):
    hand.open(a__json='{"a": 1, "b": 2}', b__json='{"a": 2, "b": 3}')
    view(hand, "Diff")
    hand.page.keyboard.press("F8")
    hand.page.keyboard.press("F8")
    changes = hand.page.get_by_role("region", name="Changes")
    changes.get_by_text("2 of 2", exact=True).wait_for()
    hand.open(a__json='{"a": 1}', b__json='{"a": 1}')
    assert "of" not in changes.inner_text()


def test_diff_of_equal_values_is_equal_however_they_are_laid_out(hand):
    hand.open(a__json='{"a": 1, "b": [2]}', b__json='{\n  "b": [2],\n  "a": 1\n}')
    view(hand, "Diff")
    assert "Equal" in hand.verdict.inner_text()


def test_contract_shows_both_mounts_of_a_drifted_tool_and_what_providers_refuse(hand):
    hand.story("Three calls, one refused")
    view(hand, "Contract")
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
    view(hand, "Format")
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
    hand.page.wait_for_function("() => document.querySelector('[data-testid=verdict]').dataset.status === 'pass'")


def test_each_finding_is_explained_by_the_table_of_codes(hand):
    hand.story("The write that stopped halfway")
    hand.page.locator(".finding").get_by_role("button", name="Explain").click()
    dialog = hand.page.get_by_role("dialog")
    assert "arguments-truncated" in dialog.inner_text()
    dialog.get_by_role("button", name="Hops and gates").click()
    assert dialog.get_by_role("row").count() == 10


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
    view(hand, "Trace")
    assert hand.page.evaluate(current) == "trace"
    hand.editor.click()
    hand.page.keyboard.type(" ")
    hand.checked()
    assert hand.page.evaluate(current) == "trace"


def test_a_fix_is_one_edit_that_undo_takes_back(hand):
    text = json.dumps(TOOL, indent=2)
    hand.open(request__json=text)
    hand.page.get_by_role("button", name="OpenAI strict").click()
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
    assert hand.page.get_by_text("(8 selected)").is_visible()
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
    view(hand, "Diff")
    assert "one run, then the other" in hand.verdict.inner_text()
    for text in ('{"seats": "six"}', '{"seats": 6}'):
        hand.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        hand.verdict.get_by_role("button", name="Paste").click()
        hand.checked()
    hand.page.get_by_test_id("change").get_by_text("/seats").wait_for()
    assert hand.page.get_by_test_id("change").count() == 1


def test_what_is_no_schema_but_holds_tools_leads_to_the_view_that_finds_theirs(hand):
    hand.open(value__json='{"city": 7}', request__json=chat('{"city": 7}'))
    view(hand, "Validate")
    assert hand.told()["code"] == "schema-invalid"
    hand.verdict.get_by_role("button", name="Trace").click()
    hand.checked()
    assert hand.told()["code"] == "arguments-coercible"


def test_a_place_of_many_lines_has_a_bar_and_only_its_first_line_is_tinted(hand):
    hand.open(value__json='{"city": 7}', request__json=chat('{"city": 7}'))
    view(hand, "Validate")
    hand.page.locator("#editor .cm-line.span").nth(12).wait_for()
    assert hand.page.locator("#editor .cm-line.at").count() == 1


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
        assert hand.page.get_by_role("option", name=words).is_visible()
        hand.page.keyboard.press("Escape")
    view(hand, "Format")
    hand.page.keyboard.press("Control+K")
    hand.page.get_by_role("combobox", name="Commands").fill("Copy result")
    assert hand.page.get_by_role("option", name="Copy result").is_visible()
