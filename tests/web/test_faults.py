"""Whatever breaks down round the page, in it or under it: nothing is lost, it is said in words, and work goes on."""

from __future__ import annotations

import re

import pytest

from hand import CLIPBOARD, Hand, chat, until

RIGHT, WRONG = chat('{"city": "Oslo"}'), chat('{"city": [7]}')
TEXTS = "() => hopscope.documents().map(({ text }) => text)"
BREAK = "(delay) => { setTimeout(() => { throw new Error('broken on purpose'); }, delay); }"
NO_MORE_MEMORY = "() => { WebAssembly.Memory.prototype.grow = () => { throw new RangeError('out of memory'); }; }"
# The next request finds the worker at work for so long, ms.
LONG_AT_WORK = """(ms) => {
  const own = self.onmessage;
  self.onmessage = (event) => {
    self.onmessage = own;
    own(event);
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
}"""
# The worker is held up for so long behind its next answer, ms.
LONG_AT_REST = """(ms) => {
  const own = self.postMessage;
  self.postMessage = (message) => {
    own.call(self, message);
    if (!message.result) return;
    self.postMessage = own;
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
}"""
# The worker ends without a word: after a delay, with a request in its hands, behind its next answer.
ENDS = "(delay) => { setTimeout(close, delay); }"
ENDS_AT_WORK = """() => {
  self.onmessage = ({ data }) => {
    self.postMessage({ taken: data.id });
    close();
  };
}"""
ENDS_AT_REST = """() => {
  const own = self.postMessage;
  self.postMessage = (message) => {
    own.call(self, message);
    if (message.result) close();
  };
}"""
# A browser, or an origin, without locks: only silence tells that a worker has ended.
NO_LOCKS = "Object.defineProperty(navigator, 'locks', { value: undefined });"
# No store of the browser's takes anything, as where a disk is full or a policy forbids it.
NOTHING_KEPT = """const full = () => { throw new DOMException("full", "QuotaExceededError"); };
  IDBObjectStore.prototype.put = full;
  Storage.prototype.setItem = full;
  caches.open = async () => full();"""
# What is made of a file and kept: every byte turned over, its length as it was.
DAMAGE = """async (made) => {
  const store = await caches.open("image");
  const found = (await store.keys()).find(({ url }) => url.includes(made));
  const kept = new Uint8Array(await (await store.match(found)).arrayBuffer());
  await store.put(found, new Response(kept.map((byte) => byte ^ 255)));
}"""
SHORTEN = DAMAGE.replace("kept.map((byte) => byte ^ 255)", "kept.slice(0, -1)")
MADE = ["/image-", ".wasm"]
KEPT = """async (made) => {
  const urls = (await (await caches.open("image")).keys()).map(({ url }) => url);
  return made.every((part) => urls.some((url) => url.includes(part)));
}"""


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


@pytest.fixture(params=["", NO_LOCKS], ids=["locks", "no locks"])
def either_hand(request, new_page, address):
    """A page that is told by a lock whether its worker lives, and one that is not."""
    page = new_page(**CLIPBOARD)
    page.add_init_script(request.param)
    return Hand(page, address).visit()


def judges(hand, before):
    """The texts from before are all there, and the next text is judged right."""
    assert hand.page.evaluate(TEXTS) == before
    hand.open(call__json=WRONG)
    assert hand.told() == {"status": "fail", "code": "arguments-schema", "fault": "model"}
    hand.open(call__json=RIGHT)
    assert hand.told()["status"] == "pass"


def started_again(hand):
    """Waits until the page works, pressing its own button where it says that it could not start."""
    hand.page.wait_for_function("() => ['ready', 'failed'].includes(document.documentElement.dataset.state)")
    if hand.page.evaluate("() => document.documentElement.dataset.state") == "failed":
        hand.page.get_by_role("button", name="again").first.click()
    hand.checked()


def test_a_worker_that_breaks_down_while_idle_is_replaced(hand):
    hand.open(call__json=RIGHT)
    (worker,) = hand.page.workers
    with hand.page.expect_worker():
        worker.evaluate(BREAK, 0)
    hand.checked()
    judges(hand, [RIGHT])


@pytest.mark.parametrize("delay", [0, 30, 120, 400])
@pytest.mark.parametrize("end", [BREAK, ENDS], ids=["breaks down", "ends without a word"])
def test_a_worker_that_ends_while_it_starts_costs_no_text(new_page, address, end, delay):
    page = new_page()
    broken = []

    def break_first(worker):
        if not broken:
            broken.append(worker)
            worker.evaluate(end, delay)

    page.on("worker", break_first)
    page.goto(address)
    hand = Hand(page, address)
    hand.editor.click()
    page.keyboard.type("[1]")
    started_again(hand)
    assert broken
    judges(hand, ["[1]"])


def test_a_worker_that_ended_without_a_word_is_replaced_and_asked_the_same(either_hand):
    hand = either_hand
    hand.open(call__json=RIGHT)
    (worker,) = hand.page.workers
    with hand.page.expect_worker():
        worker.evaluate(ENDS, 0)
        hand.page.evaluate("text => void hopscope.open([{ name: 'call.json', text }])", WRONG)
    hand.checked()
    assert hand.told()["code"] == "arguments-schema"
    judges(hand, [WRONG])


def test_a_worker_that_ends_without_a_word_while_idle_is_replaced_before_it_is_asked(hand):
    hand.open(call__json=RIGHT)
    (worker,) = hand.page.workers
    with hand.page.expect_worker():
        worker.evaluate(ENDS, 0)
    judges(hand, [RIGHT])


def test_a_worker_that_ends_without_a_word_behind_an_answer_is_replaced_and_the_answer_stays(hand):
    hand.open(call__json=RIGHT)
    (worker,) = hand.page.workers
    with hand.page.expect_worker():
        worker.evaluate(ENDS_AT_REST)
        hand.page.evaluate("text => void hopscope.open([{ name: 'call.json', text }])", WRONG)
    hand.checked()
    assert hand.told()["code"] == "arguments-schema"
    judges(hand, [WRONG])


def test_work_that_a_worker_took_into_its_end_is_told_as_lost(hand):
    hand.open(call__json=RIGHT)
    (worker,) = hand.page.workers
    worker.evaluate(ENDS_AT_WORK)
    asked = "() => hopscope.request('format', { text: '[1]' }).then(() => 'answered', (error) => error.code)"
    assert hand.page.evaluate(asked) == "worker-lost"
    judges(hand, [RIGHT])


def test_a_worker_is_replaced_while_the_host_is_gone(host, new_page):
    hand = Hand(new_page(service_workers="block"), host.url).visit()
    until(hand.page, KEPT, MADE)
    hand.open(call__json=RIGHT)
    host.stop()
    (worker,) = hand.page.workers
    with hand.page.expect_worker():
        worker.evaluate(BREAK, 0)
    hand.checked()
    judges(hand, [RIGHT])


def test_a_worker_that_is_long_at_work_is_not_taken_for_one_that_ended(either_hand):
    hand = either_hand
    (worker,) = hand.page.workers
    worker.evaluate(LONG_AT_WORK, 3000)
    hand.open(call__json=RIGHT)
    assert hand.told()["status"] == "pass"
    assert hand.page.workers == [worker]


def test_a_worker_that_tidies_up_for_long_is_not_taken_for_one_that_ended(either_hand):
    hand = either_hand
    (worker,) = hand.page.workers
    worker.evaluate(LONG_AT_REST, 3000)
    hand.open(call__json=RIGHT)
    hand.open(call__json=WRONG)
    assert hand.told()["code"] == "arguments-schema"
    assert hand.page.workers == [worker]


def test_a_check_is_cancelled_and_the_next_text_judged(hand):
    hand.keep_busy()
    hand.page.wait_for_function("() => document.documentElement.dataset.state === 'busy'")
    hand.open(call__json=RIGHT)
    judges(hand, [RIGHT])


def test_a_worker_without_memory_says_so_and_the_next_text_is_judged(hand, watch):
    hand.open(call__json=RIGHT)
    (worker,) = hand.page.workers
    worker.evaluate(NO_MORE_MEMORY)
    large = "[" + '{"a": [1, 2, 3]},' * 300_000 + "0]"
    told = hand.page.evaluate(
        "text => hopscope.request('format', { text }).then(() => 'answered', (error) => error.code)", large
    )
    assert told in ("out-of-memory", "worker-lost")
    hand.checked()
    judges(hand, [RIGHT])


def test_where_nothing_can_be_kept_the_page_says_so_and_works(new_page, address):
    page = new_page()
    page.add_init_script(NOTHING_KEPT)
    hand = Hand(page, address).visit()
    hand.open(call__json=RIGHT)
    page.get_by_role("button", name=re.compile("^Not kept")).wait_for()
    judges(hand, [RIGHT])


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("damage", [DAMAGE, SHORTEN], ids=["turned over", "cut"])
def test_what_a_visit_kept_and_was_damaged_is_replaced(hand, watch, damage, made):
    hand.open(call__json=RIGHT)
    until(hand.page, KEPT, MADE)
    hand.page.evaluate(damage, made)
    hand.page.reload()
    started_again(hand)
    judges(hand, [RIGHT])


def test_a_later_visit_fetches_no_machine_code_and_no_image(host, new_page):
    page = new_page(service_workers="block")
    page.goto(host.url)
    until(page, KEPT, MADE)
    before = len(host.asked)
    page.reload()
    assert page.evaluate("() => hopscope.ready.then(({ start }) => start)") == "snapshot"
    assert [path for path in host.asked[before:] if "/runtime/" in path] == []


def test_all_views_work_on_while_the_host_is_gone(host, new_page):
    hand = Hand(new_page(service_workers="block"), host.url).visit()
    host.stop()
    hand.open(call__json=WRONG)
    assert hand.told()["code"] == "arguments-schema"
    for view in ("Format", "Validate", "Diff", "Contract", "Trace"):
        hand.page.get_by_role("navigation", name="Views").get_by_role("button", name=view).click()
        hand.checked()
    assert hand.link().startswith(host.url)
    hand.page.keyboard.press("Escape")
    judges(hand, [WRONG])


def test_two_tabs_keep_their_own_texts_through_reloads(hand):
    other = Hand(hand.page.context.new_page(), hand.address).visit()
    hand.open(mine__json="[1]")
    other.open(yours__json="[2]")
    for each, text in ((hand, "[1]"), (other, "[2]"), (hand, "[1]")):
        each.page.reload()
        each.page.wait_for_function("() => 'hopscope' in window && document.documentElement.dataset.state === 'ready'")
        each.holds(text)


def newer(folder):
    """What another build would put there: a shell that differs, files of other names, and a list with another key."""
    renamed = {}
    for pattern in ("static/main-*.js", "runtime/snapshot-*.bin"):
        (file,) = folder.glob(pattern)
        target = file.with_name(re.sub("-[0-9a-f]{12}", "-0123456789ab", file.name))
        renamed[file.name] = target.name
        file.rename(target)
    for file in (folder / "index.html", folder / "service-worker.js", folder / "static/main-0123456789ab.js"):
        text = file.read_text()
        for old, new in renamed.items():
            text = text.replace(old, new)
        text = text.replace("<body", '<body data-version="newer"') if file.suffix == ".html" else text
        file.write_text(
            re.sub(r'key:\s*"[0-9a-f]{12}"', 'key:"0123456789ab"', text) if "service" in file.name else text
        )


def test_an_update_taken_in_mid_work_costs_no_text_in_any_tab(damaged_host, new_page, watch):
    hand = Hand(new_page(), damaged_host.url).visit()
    hand.page.get_by_text("Works offline").wait_for()
    other = Hand(hand.page.context.new_page(), damaged_host.url).visit()
    other.open(yours__json=WRONG)
    hand.open(mine__json=RIGHT)
    newer(damaged_host.folder)
    hand.page.evaluate("() => navigator.serviceWorker.getRegistration().then((found) => found.update())")
    hand.page.get_by_role("button", name=re.compile("update|version", re.IGNORECASE)).click()
    hand.page.wait_for_function("() => document.body?.dataset.version === 'newer' && 'hopscope' in window")
    hand.checked()
    hand.page.wait_for_function(
        "() => hopscope.documents().length === 1 && hopscope.documents()[0].name === 'mine.json'"
    )
    judges(hand, [RIGHT])
    (worker,) = other.page.workers
    with other.page.expect_worker():
        worker.evaluate(BREAK, 0)
    other.page.wait_for_function("() => document.documentElement.dataset.state === 'ready'")
    judges(other, [WRONG])
