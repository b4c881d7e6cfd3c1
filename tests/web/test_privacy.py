"""A walk through every view with secret words in the text: nothing is asked of another origin, and no request carries the words."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from hand import CLIPBOARD, Hand, chat

WORD = "Quittenmarmelade"
TEXT = chat(f'{{"city": 7, "{WORD}": "{WORD}-7"}}').replace("How is the weather?", f"{WORD} tomorrow")
OTHER = TEXT.replace('\\"city\\": 7', '\\"city\\": \\"Oslo\\"')
VIEWS = ("Trace", "Format", "Validate", "Diff", "Contract")
# Where this browser keeps the word for the page, the database of drafts left aside.
KEPT = """async (word) => {
  const found = [];
  const look = (where, text) => text.includes(word) && found.push(where);
  look("cookies", document.cookie);
  look("local storage", JSON.stringify({ ...localStorage }));
  for (const name of await caches.keys()) {
    const store = await caches.open(name);
    for (const request of await store.keys()) {
      const content = await (await store.match(request)).arrayBuffer();
      look(request.url, request.url + new TextDecoder("latin1").decode(content));
    }
  }
  return found;
}"""


@dataclass
class Network:
    """Every request of every page and worker of a context, with all that it sends."""

    sent: list[str] = field(default_factory=list)
    origins: set[str] = field(default_factory=set)

    def hear(self, request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https", "ws", "wss"):
            self.origins.add(f"{parts.scheme}://{parts.netloc}")
            url = request.url.split("#", 1)[0]  # what stands behind it stays in the browser
            self.sent += [url, str(request.post_data or ""), json.dumps(request.headers)]

    def carries(self, word: str) -> list[str]:
        return [each for each in self.sent if any(form in unquote(each) for form in forms(word))]


def forms(word: str) -> list[str]:
    """The word as it may be written, and the part of its base64 that is the same wherever it stands."""
    shifted = [base64.b64encode(b"\0" * n + word.encode()).decode()[4:-4] for n in range(3)]
    return [word, word[::-1], word.encode().hex(), *shifted]


@pytest.fixture
def network() -> Network:
    return Network()


@pytest.fixture
def hand(new_page, address, network):
    page = new_page(**CLIPBOARD)
    page.context.on("request", network.hear)
    return Hand(page, address).visit()


def each_view(hand):
    for view in VIEWS:
        hand.page.get_by_role("navigation", name="Views").get_by_role("button", name=view).click()
        hand.checked()


def test_no_view_sends_anything_anywhere(hand, network, address):
    hand.open(call__json=TEXT, other__json=OTHER)
    each_view(hand)
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name="Trace").click()
    hand.page.get_by_test_id("finding").first.click()
    hand.page.get_by_test_id("hop").first.click()
    link = hand.link()
    hand.page.keyboard.press("Escape")
    for opened in ("Control+K", "?"):
        hand.page.locator("body").press(opened)
        hand.page.keyboard.press("Escape")
    hand.page.get_by_role("button", name="Texts stay in this browser").click()
    hand.page.get_by_role("dialog").wait_for()
    hand.page.keyboard.press("Escape")
    hand.page.reload()
    hand.page.wait_for_function("() => 'hopscope' in window && document.documentElement.dataset.state === 'ready'")
    hand.page.goto("about:blank")
    hand.page.goto(link)
    hand.judged(status="fail")
    hand.checked()
    each_view(hand)
    own = urlsplit(address)
    assert network.origins == {f"{own.scheme}://{own.netloc}"}
    assert network.carries(WORD) == []
    fragment = link.split("#", 1)[1]
    assert [each for each in network.sent if fragment[:40] in each] == []


def test_the_log_would_show_a_request_that_carries_the_words(hand, network, watch):
    watch.allowed.append("501")
    hand.page.evaluate("text => fetch('?q=' + encodeURIComponent(text)).then(() => true)", TEXT)
    hand.page.evaluate(
        "text => fetch('?q=' + btoa(text), { method: 'POST', body: text }).catch(() => true)", f"x{WORD}"
    )
    assert len(set(network.carries(WORD))) == 3  # a service worker asks once more for what the page asks it for


def test_texts_are_kept_in_the_drafts_of_this_browser_and_nowhere_else(hand):
    hand.open(call__json=TEXT)
    each_view(hand)
    assert hand.page.evaluate(KEPT, WORD) == []
    assert hand.page.context.cookies() == []
    hand.page.evaluate("word => { localStorage.planted = word; }", WORD)
    assert hand.page.evaluate(KEPT, WORD) == ["local storage"]


def test_the_policy_allows_the_own_origin_alone_and_demands_trusted_types(hand, watch):
    watch.allowed.append("TrustedTypePolicy")
    policy = hand.page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    rules = {name: sources for name, *sources in (part.split() for part in policy.split(";"))}
    assert rules["default-src"] == ["'none'"] and rules["require-trusted-types-for"] == ["'script'"]
    open_to = {
        source for sources in rules.values() for source in sources if source.startswith(("http", "*", "'unsafe"))
    }
    assert open_to == set()
    for where in (hand.page, hand.page.workers[0]):
        told = where.evaluate(
            "() => { try { trustedTypes.createPolicy('mine', {}); return 'made' } catch { return 'refused' } }"
        )
        assert told == "refused"
