"""A reload, a crash or an opened link costs nobody their text; and nothing is kept that one does not want kept."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat, until

SECRET = "sk-proj-Zb81kTq9vXw2LmN4pRs6uYd3" + "T3BlbkFJ" + "cE5gHj7aQo0iUe2"
CARRIED = "Address carries this case"
HOLDS = """async (name) => {
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const database = await done(indexedDB.open("hopscope"));
    const drafts = await done(database.transaction("drafts").objectStore("drafts").getAll());
    database.close();
    return JSON.stringify(drafts).includes(name);
}"""


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def reload(hand):
    hand.page.reload()
    hand.page.wait_for_function("() => 'hopscope' in window && document.documentElement.dataset.state === 'ready'")
    return hand


def again(hand):
    """Another tab of the same browser, as after the first one crashed."""
    return Hand(hand.page.context.new_page(), hand.address).visit()


def typed(hand, text):
    hand.editor.click()
    hand.page.keyboard.press("Control+End")
    hand.page.keyboard.type(text)
    hand.checked()


def carried_anew(hand, act):
    """Does something to the text and waits until the address carries the case as it is then."""
    before = hand.page.evaluate("() => location.hash")
    act()
    hand.page.wait_for_function("before => !['', before].includes(location.hash)", arg=before)
    hand.page.get_by_text(CARRIED).wait_for()


def kept(hand):
    hand.page.get_by_role("button", name="Texts stay in this browser").click()
    return hand.page.get_by_role("dialog")


def stored(hand, name):
    """Waits until a document of this name is among the drafts."""
    until(hand.page, HOLDS, name)


def test_the_address_follows_the_case_and_leaves_no_history_behind(hand):
    length = hand.page.evaluate("() => history.length")
    typed(hand, '{"a": 1}')
    hand.page.get_by_text(CARRIED).wait_for()
    carried_anew(hand, lambda: typed(hand, " "))
    read = hand.page.evaluate("() => hopscope.request('share.read', {fragment: location.hash.slice(1)})")
    assert read["state"]["documents"] == [{"name": "untitled", "text": '{"a": 1} '}]
    assert hand.page.evaluate("() => history.length") == length


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f'{{"key": "{SECRET}"}}', "Not in the address: it holds a secret"),
        (str([number * 2654435761 % 4294967296 for number in range(1000)]), "Too long for the address"),
    ],
    ids=["secret", "long"],
)
def test_the_address_stays_bare_where_the_case_is_long_or_holds_a_secret(hand, text, said):
    typed(hand, "[]")
    hand.page.get_by_text(CARRIED).wait_for()
    hand.open(case__json=text)
    hand.page.get_by_text(said).wait_for()
    assert hand.page.evaluate("() => location.hash") == ""


@pytest.mark.parametrize("text", [f'{{"key": "{SECRET}"}}', "  [1,\r\n2]"], ids=["secret", "line-ends"])
def test_a_reload_loses_nothing(hand, text):
    hand.open(one__json=text, two__json="{}")
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name="Diff").click()
    reload(hand).holds(text, "{}")
    assert hand.page.locator("[data-view=diff]").get_attribute("aria-current") == "page"


def test_what_was_typed_just_before_the_reload_is_there(hand):
    typed(hand, "[1]")
    hand.page.keyboard.type(" ")
    reload(hand).holds("[1] ")


def test_a_reload_loses_nothing_where_the_database_gives_no_answer(hand):
    hand.page.add_init_script("IDBFactory.prototype.open = () => ({})")
    reload(hand)
    typed(hand, "[1]")
    hand.page.keyboard.type(" ")
    reload(hand).holds("[1] ")
    reload(hand).holds("[1] ")


def test_after_a_crash_the_text_is_offered_in_a_new_tab(hand):
    hand.open(run__json=chat('{"city": 7}'))
    stored(hand, "run.json")
    hand.page.close()
    other = again(hand)
    other.page.get_by_role("button", name="run.json").click()
    other.page.get_by_role("heading", name="Or open a story").wait_for(state="hidden")
    other.checked()
    assert other.told()["code"] == "arguments-coercible"


def test_an_opened_link_wins_over_the_draft_which_stays_reachable(hand):
    hand.story("A call without a contract")
    link = hand.link()
    hand.page.keyboard.press("Escape")
    hand.open(mine__json='{"mine": true}')
    stored(hand, "mine.json")
    hand.page.goto("about:blank")
    hand.page.goto(link)
    hand.judged(status="unchecked")
    hand.checked()
    kept(hand).get_by_role("button", name="mine.json").first.click()
    hand.page.get_by_role("tab", name="mine.json").wait_for()
    hand.checked()
    assert hand.page.evaluate("() => hopscope.documents()") == [{"name": "mine.json", "text": '{"mine": true}'}]


def held_back(page):
    """Holds the memory image back from a page, whenever it asks for it, until what is returned is called."""
    waiting, free = [], []
    page.route("**/runtime/snapshot-*", lambda route: route.continue_() if free else waiting.append(route))

    def let_come():
        free.append(True)
        for route in waiting:
            route.continue_()

    return let_come


def test_what_is_typed_while_a_link_is_being_opened_stays_as_a_draft(hand, new_page, address):
    hand.story("A call without a contract")
    link = hand.link()
    page = new_page(service_workers="block")
    let_come = held_back(page)
    page.goto(link)
    other = Hand(page, address)
    other.editor.click()
    page.keyboard.type("typed meanwhile")
    let_come()
    page.locator("[data-testid=verdict][data-status=unchecked]").wait_for()
    stored(other, "typed meanwhile")
    kept(other).get_by_role("button", name="untitled").first.click()
    other.holds("typed meanwhile")


def test_what_is_typed_while_a_damaged_link_is_being_opened_stays(new_page, address):
    page = new_page(service_workers="block")
    let_come = held_back(page)
    page.goto(f"{address}#1.none")
    hand = Hand(page, address)
    hand.editor.click()
    page.keyboard.type("[1]")
    let_come()
    stored(hand, "[1]")
    reload(hand).holds("[1]")


def test_another_case_leaves_the_first_one_among_those_kept(hand):
    hand.open(first__json="[1]")
    hand.story_from_palette("healthy")
    hand.open(second__json="[2]")
    stored(hand, "second.json")
    dialog = kept(hand)
    dialog.get_by_role("button", name="first.json").first.wait_for()
    dialog.get_by_role("button", name="second.json").first.wait_for()


def test_kept_texts_are_deleted_one_by_one_or_all(hand):
    hand.open(first__json="[1]")
    hand.open(second__json="[2]")
    stored(hand, "second.json")
    dialog = kept(hand)
    dialog.get_by_role("button", name="Delete first.json").click()
    dialog.get_by_role("button", name="Delete first.json").wait_for(state="hidden")
    dialog.get_by_role("button", name="Delete all").click()
    dialog.get_by_text("Nothing is kept.").wait_for()


def test_turned_off_nothing_is_kept_and_what_was_is_gone(hand):
    hand.open(first__json=f'"{SECRET}"')
    dialog = kept(hand)
    dialog.get_by_role("checkbox", name="Keep my texts").uncheck()
    dialog.get_by_text("Nothing is kept.").wait_for()
    hand.page.keyboard.press("Escape")
    typed(hand, " ")
    reload(hand)
    assert hand.told()["status"] == "nothing"
    expect(hand.page.get_by_role("button", name="Texts are not kept")).to_be_visible()


def test_clearing_everything_clears_the_draft_too(hand):
    hand.open(first__json="[1]")
    hand.page.get_by_role("button", name="Documents and editor menu").click()
    hand.page.get_by_role("menuitem", name="Clear everything").click()
    hand.page.get_by_role("heading", name="Or open a story").wait_for()
    reload(hand)
    assert hand.told()["status"] == "nothing"
    assert hand.page.get_by_role("heading", name="Or go on where you were").count() == 0


FULL = """() => { IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); } }"""
FORBIDDEN = """Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError'); } });"""


def test_a_full_storage_is_said_and_the_page_works_on(hand):
    hand.page.evaluate(FULL)
    hand.open(call__json=chat('{"city": "Oslo"}'))
    hand.page.get_by_role("button", name="Not kept: storage is full").wait_for()
    assert hand.told()["status"] == "pass"


def test_a_forbidden_storage_is_said_and_the_page_works_on(new_page, address):
    page = new_page()
    page.add_init_script(FORBIDDEN)
    hand = Hand(page, address).visit()
    hand.open(call__json=chat('{"city": "Oslo"}'))
    hand.page.get_by_role("button", name="Not kept: storage is not allowed").wait_for()
    assert hand.told()["status"] == "pass"
    assert hand.link().startswith(address)


def test_the_page_s_own_address_is_no_opened_link_after_a_reload(hand):
    typed(hand, "[1]")
    hand.page.get_by_text(CARRIED).wait_for()
    reload(hand)
    length = hand.page.evaluate("() => history.length")
    hand.page.get_by_text(CARRIED).wait_for()
    carried_anew(hand, lambda: typed(hand, " "))
    assert hand.page.evaluate("() => history.length") == length


def test_going_back_through_the_views_keeps_the_newer_text(hand):
    typed(hand, "[1]")
    hand.page.get_by_text(CARRIED).wait_for()
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name="Format").click()
    hand.checked()
    typed(hand, "[2]")
    hand.page.go_back()
    hand.page.wait_for_function(
        "() => document.querySelector('[data-view=trace]').getAttribute('aria-current') === 'page'"
    )
    hand.checked()
    assert "[2]" in hand.page.evaluate("() => hopscope.documents()")[0]["text"]
