"""Links and texts made to harm: each is explained or shown as text, nothing runs, and the page works on."""

from __future__ import annotations

import json

import pytest

from hand import Hand, chat
from hopscope.flow import links
from hopscope.flow.links.codec import encode

MARKUP = "<img src=x onerror=\"window.harmed='img'\"><svg/onload=\"window.harmed='svg'\">"
SCRIPT = "javascript:window.harmed='link'//"
# Goes to each address in turn as a person who pastes it would, and tells what the page says of it.
VISIT = """async (fragments) => {
  const told = [];
  for (const fragment of fragments) {
    history.replaceState(null, "", location.pathname);
    location.hash = fragment;
    await new Promise((later) => addEventListener("hashchange", later, { once: true }));
    await new Promise((later) => setTimeout(later));
    while (document.documentElement.dataset.state !== "ready") await new Promise((later) => setTimeout(later, 5));
    const { status, code } = document.querySelector("[data-testid=verdict]").dataset;
    told.push({ status, code, sentence: document.querySelector("[data-testid=verdict] h1").innerText.trim() });
  }
  return told;
}"""


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(), address).visit()


@pytest.fixture(scope="module")
def whole():
    state = links.restore({"documents": [{"name": "call.json", "text": chat('{"city": 7}')}]})
    return str(links.write(state))


def visited(hand, fragments):
    hand.page.evaluate("() => (window.harmed = '')")
    return hand.page.evaluate(VISIT, fragments)


def works_on(hand):
    hand.open(call__json=chat('{"city": "Oslo"}'))
    assert hand.told()["status"] == "pass"
    assert hand.page.evaluate("() => window.harmed || ''") == ""


def explained(told):
    return told["status"] == "fail" and told["code"].startswith("link-") and told["sentence"]


def test_a_link_cut_anywhere_is_explained_as_cut(hand, whole):
    cuts = [whole[:length] for length in range(3, len(whole), max(1, len(whole) // 40))]
    told = visited(hand, cuts)
    assert len(told) > 35
    assert [each for each in told if not explained(each)] == []
    assert {each["code"] for each in told[len(told) // 2 :]} == {"link-cut"}
    works_on(hand)


def test_a_link_with_one_bit_turned_over_never_opens_as_another_text(hand, whole):
    places = range(2, len(whole), max(1, len(whole) // 40))
    flipped = [f"{whole[:at]}{chr(ord(whole[at]) ^ 1 << at % 5)}{whole[at + 1 :]}" for at in places]
    told = visited(hand, [one for one in flipped if one.isascii() and one.isprintable() and "#" not in one])
    assert len(told) > 30
    assert [each for each in told if not explained(each)] == []
    works_on(hand)


def test_a_link_that_inflates_without_end_is_refused(hand):
    (told,) = visited(hand, [encode(b"\0" * 100_000_000)])
    assert explained(told), told
    works_on(hand)


@pytest.mark.parametrize("version", ["0", "2", "999999", "18446744073709551616"])
def test_a_link_of_a_version_that_does_not_exist_yet_is_explained(hand, whole, version):
    (told,) = visited(hand, [f"{version}.{whole[2:]}"])
    assert explained(told), told
    works_on(hand)


def test_ten_megabytes_of_number_signs_harm_nobody(hand):
    read = "fragment => hopscope.request('share.read', { fragment })"
    for fragment in ("#" * 10_000_000, "#1." + "#" * 10_000_000):
        reply = hand.page.evaluate(read, fragment)
        assert reply["state"] is None
        assert reply["findings"][0]["code"].startswith("link-")
    hand.page.evaluate("() => { location.hash = '#1.' + '#'.repeat(1_500_000); }")
    hand.page.wait_for_function(
        "() => document.querySelector('[data-testid=verdict]').dataset.code.startsWith('link-')"
    )
    works_on(hand)


def hostile_documents():
    properties = {"__proto__": {"type": "string"}, "constructor": {"enum": [MARKUP]}}
    schema = {"__proto__": {"x": 1}, "type": "object", "properties": properties, "required": [MARKUP]}
    tool = {"name": MARKUP, "description": SCRIPT, "parameters": schema}
    arguments = {"__proto__": {"polluted": True}, "constructor": MARKUP, "href": SCRIPT, "toString": None}
    call = {"id": MARKUP, "type": "function", "function": {"name": MARKUP, "arguments": json.dumps(arguments)}}
    messages = [{"role": "user", "content": MARKUP}, {"role": "assistant", "content": SCRIPT, "tool_calls": [call]}]
    one = json.dumps(
        {"model": MARKUP, "messages": messages, "tools": [{"type": "function", "function": tool}]}, indent=1
    )
    two = one.replace("polluted", SCRIPT).replace("onload", "onclick")
    return [{"name": MARKUP, "text": one}, {"name": "__proto__", "text": two}]


@pytest.mark.parametrize("way", ["link", "opened"])
def test_markup_scripts_and_magic_names_are_shown_as_text_in_every_view(hand, way):
    documents = hostile_documents()
    if way == "link":
        visited(hand, [str(links.write(links.restore({"documents": documents})))])
    else:
        hand.page.evaluate("documents => hopscope.open(documents)", documents)
    hand.checked()
    for view in ("Trace", "Format", "Validate", "Diff", "Contract", "Trace"):
        hand.page.get_by_role("navigation", name="Views").get_by_role("button", name=view).click()
        hand.checked()
        assert hand.page.locator("main img[src], main a[href], main script").count() == 0
        assert hand.page.locator("svg[onload]").count() == 0
    hand.page.get_by_test_id("finding").first.click()
    hand.page.get_by_test_id("share").click()
    hand.page.get_by_test_id("share-link").wait_for()
    hand.page.keyboard.press("Escape")
    assert hand.page.evaluate("() => [{}.polluted, {}.x, Object.keys(Object.prototype).length]") == [None, None, 0]
    works_on(hand)
