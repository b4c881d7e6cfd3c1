"""What the page says of a case: the stories of the first visit, and what a person pastes."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat

STORIES = [
    ("Three calls, one refused", "fail", "contract-drift", "contract", "offer"),
    ("The write that stopped halfway", "fail", "arguments-truncated", "model", "call"),
    ("A string in a string in a string", "fail", "arguments-double-encoded", "model", "call"),
    ("Two calls, one index", "fail", "stream-index-conflict", "provider", "call"),
    ("The unit that is not in the enum", "fail", "arguments-schema", "model", "gate-in"),
    ("-32602, and the model was right", "fail", "execute-arguments-string", "host", "execute"),
    ("The order id that lost its last digits", "fail", "execute-arguments-changed", "host", "execute"),
    ("A result that breaks its promise", "fail", "result-schema", "server", "gate-out"),
    ("The error that looked like success", "warning", "result-error", "server", "result"),
    ("A call without a contract", "unchecked", "", "", None),
    ("All nine hops, healthy", "pass", "", "", None),
]


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def test_the_first_visit_invites_to_paste_and_lists_every_story(hand):
    assert hand.told()["status"] == "nothing"
    assert hand.page.locator(".story").count() == len(STORIES)


@pytest.mark.parametrize(("title", "status", "code", "fault", "hop"), STORIES)
def test_a_story_ends_in_the_verdict_its_row_promises(hand, title, status, code, fault, hop):
    row = hand.page.get_by_role("row").filter(has_text=title).inner_text().lower()
    assert status in row
    assert fault in row
    hand.story(title)
    assert hand.told() == {"status": status, "code": code, "fault": fault}
    if hop:
        assert hop in row
        assert hand.hop(hop).get_attribute("data-status") == ("warning" if status == "warning" else "fail")


def test_all_nine_hops_of_the_healthy_story_are_captured(hand):
    hand.story("All nine hops, healthy")
    statuses = hand.page.get_by_test_id("hop").evaluate_all("hops => hops.map(hop => hop.dataset.status)")
    assert statuses == ["ok"] * 9


def test_each_parallel_call_has_a_row_and_the_failed_one_is_chosen(hand):
    hand.story("Three calls, one refused")
    assert hand.page.get_by_test_id("call").count() == 3
    assert "get_ticket" in hand.page.locator("tr[aria-current=true]").inner_text()


def test_a_pasted_call_is_judged_without_a_button(hand):
    hand.paste(chat('{"city": [7]}'))
    assert hand.told() == {"status": "fail", "code": "arguments-schema", "fault": "model"}


def test_mending_the_text_mends_the_verdict(hand):
    hand.open(call__json=chat('{"town": "Oslo"}'))
    assert hand.told()["status"] == "fail"
    hand.open(call__json=chat('{"city": "Oslo"}'))
    assert hand.told()["status"] == "pass"


def test_json_without_a_call_is_nothing_and_not_a_failure(hand):
    hand.open(plain__json='{"name": "Ada"}')
    assert hand.told()["status"] == "nothing"


def test_the_reply_to_send_back_is_copied_as_the_dialect_has_it(hand):
    hand.story("Three calls, one refused")
    reply = hand.copied_by(hand.page.get_by_role("button", name="Copy reply"))
    assert '"tool_use_id"' in reply
    assert "toolu_01VdB7xk" in reply


def test_the_arguments_with_a_comment_at_each_fault_are_shown_and_copied(hand):
    hand.open(
        call__json=chat('{"city": 7, "unit": "K"}', properties={"city": {"type": "string"}, "unit": {"enum": ["C"]}})
    )
    annotated = hand.page.get_by_role("group", name="Arguments, annotated").inner_text()
    lines = hand.copied_by(hand.page.get_by_role("button", name="Copy annotated")).splitlines()
    assert [line.split("//")[0].strip() for line in lines] == ["{", '"city": 7,', '"unit": "K"', "}"]
    assert "string" in lines[1].split("//")[1]
    assert '"C"' in lines[2].split("//")[1]
    assert annotated.split() == hand.copied().split()


def taken(hand, item):
    hand.page.get_by_role("button", name="More to copy").click()
    return hand.copied_by(hand.page.get_by_role("menuitem", name=item))


def test_the_failing_call_is_copied_as_a_pytest_case_that_fails_as_the_gate_did(hand):
    hand.open(call__json=chat('{"city": 7, "say": "a \\"\\\\ \\u00fc"}'))
    script = taken(hand, "Copy as pytest case")
    given: dict[str, object] = {}
    exec(compile(script, "case.py", "exec"), given)
    given["test_the_arguments_of_get_weather_are_an_object"]()
    with pytest.raises(Exception, match="7 is not of type 'string'"):
        given["test_the_arguments_of_get_weather_fit_the_contract"]()


def test_the_call_is_copied_as_a_curl_command_with_every_digit(hand):
    hand.open(call__json=chat('{"city": "O\'Hare $HOME", "id": 12345678901234567890}'))
    command = taken(hand, "Copy as curl command")
    body = command.split("<<'END_OF_CALL'\n")[1].split("\nEND_OF_CALL")[0]
    arguments = {"city": "O'Hare $HOME", "id": 12345678901234567890}
    assert json.loads(body)["params"] == {"name": "get_weather", "arguments": arguments}


def test_the_report_names_verdict_code_and_place(hand):
    hand.story("The write that stopped halfway")
    report = hand.copied_by(hand.page.get_by_role("button", name="Copy report"))
    assert "arguments-truncated" in report
    assert "response.json 18:" in report


def test_title_and_icon_tell_the_verdict(hand):
    blank = hand.page.locator("#favicon").get_attribute("href")
    hand.story("The write that stopped halfway")
    assert hand.page.title() == "✕ write_file · Hopscope"
    assert hand.page.locator("#favicon").get_attribute("href") != blank


def test_the_pane_tells_which_of_its_tabs_is_chosen_and_the_keys_go_through_them(hand):
    hand.story("Three calls, one refused")
    tabs = hand.page.get_by_role("tablist", name="Detail")
    chosen = tabs.get_by_role("tab", selected=True)
    expect(chosen).to_have_count(1)
    for name in ("Fragments", "Documents"):
        tabs.get_by_role("tab", name=name).click()
        expect(chosen).to_have_text(re.compile(f"^{name}"))
        expect(chosen).to_have_attribute("tabindex", "0")
    chosen.press("Home")
    expect(chosen).to_have_count(1)
    expect(chosen).not_to_have_text("Documents")


def test_stream_fragments_are_listed_with_their_lines(hand):
    hand.story("Three calls, one refused")
    hand.page.get_by_role("tab", name="Fragments").click()
    rows = hand.page.locator("table.frag tbody tr")
    assert '{"tick' in rows.nth(1).inner_text()
    assert rows.nth(1).get_by_role("button").inner_text() == "29"


def test_a_chosen_hop_shows_its_json_unwrapped_with_the_finding_on_its_line(hand):
    hand.story("The unit that is not in the enum")
    hand.hop("gate-in").click()
    panel = hand.page.get_by_role("tabpanel", name="4 gate-in")
    # At first the hop shows its JSON as it was sent, in one line.
    expect(panel.locator("mark.fail")).to_have_text(re.compile(r'^\s*"unit": "kelvin"'))
    expect(panel.locator(".lens.fail")).to_contain_text("arguments-schema")


CUT = '{"ticket_id": 7, "fields": ["title", "bo'


def test_cut_arguments_are_shown_and_copied_as_they_were_written_and_it_is_said(new_page, address):
    hand = Hand(new_page(**CLIPBOARD), address).visit()
    block = {"type": "tool_use", "id": "toolu_1", "name": "get_ticket", "input": {}}
    events = [
        {"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant", "content": []}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": CUT}},
    ]
    hand.open(stream__sse="".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events))
    for hop in ("call", "gate-in"):
        hand.hop(hop).click()
        detail = hand.page.locator("#detail")
        detail.get_by_text("it is shown as it was written").wait_for()
        expect(detail.get_by_role("group")).to_have_text(re.compile(rf"{re.escape(CUT)}\s*$"))
        expect(detail).not_to_contain_text("judged by the contract")
        copy = hand.page.locator("#detail-host").get_by_role("button", name="Copy", exact=True)
        assert hand.copied_by(copy) == CUT


def test_mended_arguments_are_shown_as_they_were_written_and_as_the_gate_read_them(hand):
    hand.open(call__json=chat("{'city': 'Oslo'}"))
    detail = hand.page.locator("#detail")
    for hop, shown in (("call", "{'city': 'Oslo'}"), ("gate-in", '"city"')):
        hand.hop(hop).click()
        detail.get_by_text(shown).first.wait_for()
        expect(detail.get_by_text("it is shown as it was written")).to_have_count(int(hop == "call"))


def test_calls_are_filtered_by_status_and_by_text(hand):
    hand.story("Three calls, one refused")
    status = hand.page.get_by_role("group", name="Status")
    status.get_by_role("button", name="Pass").click()
    expect(hand.page.get_by_test_id("call")).to_have_count(2)
    status.get_by_role("button", name="All").click()
    hand.page.get_by_role("searchbox", name="Filter calls").fill("paper jam")
    expect(hand.page.get_by_test_id("call")).to_have_text([re.compile(r"^\s*search_docs")])


def test_a_raw_completion_shows_the_call_in_it_with_every_digit(hand):
    hand.open(
        completion__txt="<tool_call>\n<function=pay>\n<parameter=order>\n12345678901234567890\n</parameter>\n</function>\n</tool_call>",
        tools__json='{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {"order": {"type": "integer"}}}}]}',
    )
    assert hand.told()["code"] == "call-in-text"
    hand.finding("call-in-text").click()
    assert 'pay {"order":12345678901234567890}' in hand.page.locator(".finding .facts-t").inner_text()
