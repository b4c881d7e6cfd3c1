"""The page starts from its memory image, plainly where that fails, and says in words when it cannot start at all."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

Ready = Callable[[Any], dict[str, Any]]
STATE = "document.documentElement.dataset.state"


def describe(page: Any) -> dict[str, Any]:
    result: dict[str, Any] = page.evaluate("window.hopscope.request('describe', {})")
    return result


def wait_for_state(page: Any, state: str) -> None:
    page.wait_for_function(f"() => {STATE} === '{state}'")


def file_of(folder: Path, pattern: str) -> Path:
    (path,) = folder.rglob(pattern)
    return path


def test_the_page_starts_from_its_memory_image(page: Any, address: str, ready: Ready) -> None:
    page.goto(address)
    assert ready(page)["start"] == "snapshot"
    assert describe(page)["version"]
    wait_for_state(page, "ready")


def test_whoever_embeds_the_page_finds_its_door_once_the_document_is_loaded(page: Any, address: str) -> None:
    page.goto(address)
    given = [{"name": "a", "text": "[1]"}]
    assert (
        page.evaluate("(given) => window.hopscope.open(given).then(() => window.hopscope.documents())", given) == given
    )
    assert page.evaluate("window.hopscope.ready.then(({ start }) => start)") == "snapshot"


def test_the_plain_start_can_be_asked_for_and_answers_the_same(
    page: Any, address: str, ready: Ready, new_page: Any
) -> None:
    page.goto(f"{address}?start=plain")
    assert ready(page) | {"total": 0, "parts": {}} == {"start": "plain", "total": 0, "parts": {}, "note": None}
    quick = new_page()
    quick.goto(address)
    ready(quick)
    assert describe(page) == describe(quick)


def test_the_memory_image_needs_no_standard_library_beside_it(host: Any, page: Any, ready: Ready) -> None:
    page.goto(host.url)
    assert ready(page)["start"] == "snapshot"
    describe(page)
    assert [path for path in host.asked if path.endswith((".zip", ".whl"))] == []


@pytest.mark.parametrize("damage", ["missing", "cut", "foreign"])
def test_without_a_sound_memory_image_the_page_starts_plainly_and_says_so(
    damage: str, damaged_host: Any, page: Any, ready: Ready, watch: Any
) -> None:
    image = file_of(damaged_host.folder, "snapshot-*.bin")
    if damage == "missing":
        image.unlink()
        watch.allowed.append("404")
    elif damage == "cut":
        image.write_bytes(image.read_bytes()[: image.stat().st_size // 2])
    else:
        image.write_bytes(file_of(damaged_host.folder, "python-*.wasm.bin").read_bytes())
    page.goto(damaged_host.url)
    timings = ready(page)
    assert timings["start"] == "plain"
    expect(page.get_by_text(timings["note"]["message"])).to_be_visible()
    assert describe(page)["version"]


# Remembers when the page first was in each state, in milliseconds since the navigation began.
NOTE_STATES = f"""window.since = {{}};
new MutationObserver(() => {{
    window.since[{STATE}] ??= performance.now();
}}).observe(document, {{ attributes: true, subtree: true, attributeFilter: ["data-state"] }});"""


def time_to(page: Any, state: str, url: str) -> float:
    page.add_init_script(NOTE_STATES)
    page.goto(url, wait_until="commit")
    wait_for_state(page, state)
    milliseconds: float = page.evaluate("(state) => window.since[state]", state)
    return milliseconds


@pytest.mark.parametrize("name", ["python-", "worker-"])
def test_a_missing_file_is_told_sooner_than_a_start_takes_and_the_text_stays(
    name: str, host: Any, new_page: Any, watch: Any
) -> None:
    watch.allowed += ["404", "importing a module script failed", "Failed to fetch dynamically imported module"]
    start = time_to(new_page(), "ready", host.url)
    host.missing.append(name)
    taken = []
    for _ in range(3):  # the best of three, as other work on the machine slows down any one of them
        page = new_page()
        taken.append(time_to(page, "failed", host.url))
    assert min(taken) < start
    error = page.evaluate("window.hopscope.ready.catch(error => ({code: error.code, steps: error.steps}))")
    assert error["code"] == "file-missing"
    for step in error["steps"]:
        expect(page.get_by_text(step).first).to_be_visible()
    assert page.evaluate("window.hopscope.request('describe', {}).catch(error => error.code)") == "file-missing"


def test_the_page_can_be_started_again_once_the_file_is_there(host: Any, page: Any, watch: Any) -> None:
    watch.allowed += ["404", "importing a module script failed", "Failed to fetch dynamically imported module"]
    host.missing.append("python-")
    page.goto(host.url)
    wait_for_state(page, "failed")
    host.missing.clear()
    page.get_by_role("button", name="again").first.click()
    wait_for_state(page, "ready")
    assert describe(page)["version"]


def test_a_start_that_hangs_is_given_up(host: Any, new_page: Any, watch: Any) -> None:
    watch.allowed.append("net::ERR")
    page = new_page(service_workers="block")  # what a service worker fetches cannot be held back here
    page.clock.install()
    page.route("**/runtime/python-*", lambda route: None)
    page.goto(host.url)
    wait_for_state(page, "starting")
    for _ in range(60):  # first the quick start is given up, then the plain one
        if page.evaluate(STATE) == "failed":
            break
        time.sleep(0.3)
        page.clock.run_for(31_000)
    assert page.evaluate("window.hopscope.ready.catch(error => error.code)") == "start-timeout"


def test_a_browser_without_webassembly_is_told_so(damaged_host: Any, page: Any, watch: Any) -> None:
    watch.allowed.append("WebAssembly is not defined")
    worker = file_of(damaged_host.folder, "worker-*.bin")
    worker.write_bytes(b"delete globalThis.WebAssembly;\n" + gzip.decompress(worker.read_bytes()))
    page.goto(damaged_host.url)
    wait_for_state(page, "failed")
    assert page.evaluate("window.hopscope.ready.catch(error => error.code)") == "no-webassembly"
    expect(page.get_by_test_id("verdict")).to_contain_text("WebAssembly")


# The worker's console tells of each request that it has taken up.
TELL_TAKEN = """() => {
  const own = self.onmessage;
  self.onmessage = (event) => {
    own(event);
    console.log("taken");
  };
}"""
# What the worker has posted so far comes first.
HEARD = """() => new Promise((heard) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = heard;
  port2.postMessage(0);
}).then(() => true)"""
LONG_WORK = """() => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "look", arguments: {} } };
  const documents = [{ name: "long", text: `${JSON.stringify(call)}\\n`.repeat(200_000) }];
  window.first = window.hopscope.request("trace", { documents }).then(() => "answered", (error) => error.code);
  window.second = window.hopscope.request("describe", {}).then((result) => typeof result.version);
}"""


def test_work_that_does_not_end_is_stopped_and_the_next_request_answered(page: Any, address: str, ready: Ready) -> None:
    page.clock.install()
    page.goto(address)
    ready(page)
    page.workers[0].evaluate(TELL_TAKEN)
    with page.expect_console_message(lambda message: message.text == "taken"):
        page.evaluate(LONG_WORK)
    page.evaluate(HEARD)
    page.clock.run_for(61_000)
    assert page.evaluate("Promise.all([window.first, window.second])") == ["timed-out", "string"]
