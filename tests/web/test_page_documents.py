"""Documents: adding, naming, removing, dropping, pasting anywhere."""

from __future__ import annotations

import json
import re

import pytest

from hand import CLIPBOARD, DROP, Hand, chat

PASTE = """text => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def tabs(hand):
    return hand.page.locator("#tabs .name").all_text_contents()


@pytest.mark.parametrize("target", ["body", "#editor"])
def test_dropped_files_become_documents_of_their_names(hand, target):
    hand.page.evaluate(DROP, [[["a.json", chat('{"city": "Oslo"}')], ["b.json", "{}"]], target])
    hand.page.get_by_role("tab", name="b.json").wait_for()
    hand.checked()
    assert tabs(hand) == ["a.json", "b.json"]
    assert hand.told()["status"] == "pass"


def test_text_pasted_anywhere_on_an_empty_page_is_checked(hand):
    hand.page.evaluate(PASTE, chat('{"city": 7}'))
    hand.judged(status="fail")
    assert tabs(hand) == ["request"]


def test_a_second_paste_outside_the_editor_adds_a_document(hand):
    hand.open(call__json=chat('{"city": "Oslo"}'))
    hand.page.evaluate(PASTE, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}')
    hand.page.get_by_role("tab", name="MCP log").wait_for()
    assert tabs(hand) == ["call.json", "MCP log"]


RESULT = '{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"sunny"}]}}'
TOOLS = {"tools": [{"name": "get_weather", "inputSchema": {"type": "object"}}]}
KINDS = {
    "request": chat('{"city": 7}'),
    "response": json.dumps(
        {"object": "chat.completion", "choices": [{"message": json.loads(chat("{}"))["messages"][1]}]}
    ),
    "MCP log": '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_weather"}}\n' + RESULT,
    "tools/list": json.dumps({"jsonrpc": "2.0", "id": 1, "result": TOOLS}),
    "stream": 'data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"hi"}}]}\n\ndata: [DONE]\n\n',
    "untitled": '{"nothing": "known"}',
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_pasted_text_is_called_by_what_it_is(hand, kind):
    hand.page.evaluate(PASTE, KINDS[kind])
    hand.checked()
    assert tabs(hand) == [kind]


def test_texts_of_one_kind_are_counted_and_their_places_are_told_by_those_names(hand):
    for city in ("7", "8"):
        hand.page.evaluate(PASTE, chat(f'{{"city": {city}}}').replace("call_1", f"call_{city}"))
        hand.checked()
    assert tabs(hand) == ["request", "request 2"]
    hand.page.get_by_test_id("call").nth(1).click()
    hand.page.get_by_role("button", name=re.compile(r"^request 2 \d+:")).first.wait_for()


@pytest.mark.parametrize("view", ["format", "validate", "diff"])
def test_a_text_pasted_while_another_view_is_open_has_its_name_there(hand, view):
    hand.open(mine__json=KINDS["request"])
    hand.page.locator(f"[data-testid=view][data-view={view}]").click()
    hand.checked()
    hand.page.evaluate(PASTE, KINDS["response"])
    hand.checked()
    assert tabs(hand) == ["mine.json", "response"]


def test_tools_pasted_first_are_shown_as_contracts_and_a_call_pasted_next_as_its_way(hand):
    given = json.loads(chat('{"city": 7}'))
    hand.page.evaluate(PASTE, json.dumps({"tools": given["tools"], "messages": given["messages"][:1], "model": "m"}))
    hand.page.locator("[data-testid=view][data-view=contract][aria-current]").wait_for()
    hand.checked()
    hand.page.evaluate(PASTE, json.dumps({"object": "chat.completion", "choices": [{"message": given["messages"][1]}]}))
    hand.page.locator("[data-testid=view][data-view=trace][aria-current]").wait_for()
    hand.checked()
    assert hand.told()["status"] == "fail"
    assert hand.page.get_by_test_id("call").count() == 1


def test_a_text_pasted_over_the_whole_of_another_is_called_by_what_it_is_now(hand):
    hand.paste(KINDS["request"])
    assert tabs(hand) == ["request"]
    for kind in ("MCP log", "untitled", "response"):
        hand.page.keyboard.press("Control+A")
        hand.paste_here(KINDS[kind])
        hand.page.get_by_role("tab", name=kind).wait_for()
        assert tabs(hand) == [kind]


def test_a_name_that_was_given_stays(hand):
    hand.open(mine=chat('{"city": 7}'))
    hand.checked()
    assert tabs(hand) == ["mine"]
    hand.editor.click()
    hand.page.keyboard.press("Control+A")
    hand.paste_here(KINDS["response"])
    assert tabs(hand) == ["mine"]


def test_a_contract_added_as_a_document_of_its_own_ends_unchecked(hand):
    hand.story("A call without a contract")
    hand.page.get_by_role("button", name="Add a contract").click()
    hand.page.keyboard.insert_text(
        '{"name": "create_ticket", "description": "Open a ticket.", "inputSchema": {"type": "object",'
        ' "properties": {"title": {"type": "string"}, "priority": {"type": "integer"}, "labels": {"type": "array"}}}}'
    )
    hand.judged(status="pass")


def test_a_document_is_renamed_and_its_places_follow(hand):
    hand.open(call__json=chat('{"city": 7}'))
    hand.page.locator("#tabs [role=tab]").focus()
    hand.page.keyboard.press("F2")
    hand.page.get_by_role("textbox", name="Name").fill("run-1.json")
    hand.page.get_by_role("button", name="Rename").click()
    hand.page.get_by_role("tab", name="run-1.json").wait_for()
    hand.checked()
    assert hand.page.get_by_role("button", name="run-1.json").count() >= 1


def test_two_documents_never_share_a_name(hand):
    hand.page.evaluate("() => hopscope.open([{name: 'a.json', text: '1'}, {name: 'a.json', text: '2'}])")
    hand.checked()
    assert tabs(hand) == ["a.json", "a-2.json"]


def test_a_removed_document_no_longer_counts(hand):
    hand.story("Three calls, one refused")
    hand.page.get_by_role("tab", name="mcp.jsonl").focus()
    hand.page.get_by_role("tab", name="mcp.jsonl").click()
    hand.page.keyboard.press("Delete")
    hand.page.wait_for_function("() => document.querySelectorAll('#tabs [role=tab]').length === 2")
    hand.checked()
    assert hand.hop("discover").get_attribute("data-status") == "absent"


def test_clearing_everything_leads_back_to_the_stories(hand):
    hand.story("All nine hops, healthy")
    hand.page.get_by_role("button", name="Documents and editor menu").click()
    hand.page.get_by_role("menuitem", name="Clear everything").click()
    hand.page.get_by_role("heading", name="Or open a story").wait_for()
    assert hand.told()["status"] == "nothing"


def test_a_long_file_is_read_exactly_whatever_its_pieces_cut(hand):
    """Two bytes a character behind a mark of three: a character lies across each even place of the file."""
    hand.page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["\ufeff" + "é".repeat(1_100_000)], "long.txt"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    hand.page.get_by_role("tab", name="long.txt").wait_for()
    assert hand.page.evaluate("() => hopscope.documents()[0].text === 'é'.repeat(1_100_000)")


INVITED = "Paste or type: a request"


def test_an_empty_document_beside_others_says_what_may_come_into_it(hand):
    assert not hand.editor.get_by_text(INVITED).is_visible()
    hand.story("A call without a contract")
    assert hand.page.get_by_text(INVITED).count() == 0
    hand.page.get_by_role("button", name="Add a contract").click()
    hand.editor.get_by_text(INVITED).wait_for()
