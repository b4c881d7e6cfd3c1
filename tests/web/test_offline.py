"""A first visit keeps all that a second one needs without a network; a newer version is offered, never forced."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hand import Hand

Ready = Callable[[Any], dict[str, Any]]
MOST_SENT = 10_000_000
NO_JSON = {"zh-Hant": "找不到 JSON：讀到第", "zh-Hans": "找不到 JSON：读到第", "ko": "JSON을 찾지 못했습니다"}


def visit(page: Any, url: str, ready: Ready) -> None:
    page.goto(url)
    ready(page)
    page.get_by_text("Works offline").wait_for()


def test_the_second_visit_works_with_the_host_gone(host: Any, page: Any, ready: Ready) -> None:
    visit(page, host.url, ready)
    host.stop()
    page.reload()
    assert ready(page)["start"] == "snapshot"
    assert page.evaluate("window.hopscope.request('describe', {})")["version"]


def test_a_first_visit_takes_ten_megabytes_at_most_of_a_host_that_compresses_nothing(
    host: Any, page: Any, ready: Ready
) -> None:
    visit(page, host.url, ready)
    assert MOST_SENT / 2 < host.sent <= MOST_SENT


def test_every_language_can_be_chosen_with_the_host_gone(host: Any, page: Any, ready: Ready) -> None:
    visit(page, host.url, ready)
    host.stop()
    hand = Hand(page, host.url).visit()
    hand.open(call__json="?")
    for tag, sentence in NO_JSON.items():
        page.locator("select.lang").select_option(tag)
        hand.verdict.get_by_role("heading").filter(has_text=sentence).wait_for()


def test_a_shared_link_opens_with_the_host_gone(host: Any, page: Any, ready: Ready) -> None:
    visit(page, host.url, ready)
    host.stop()
    page.goto("about:blank")
    page.goto(f"{host.url}index.html#1.none")
    assert ready(page)["start"] == "snapshot"


def new_version(folder: Path) -> None:
    """What another build would put there: a shell that differs, and a list of files with another key."""
    shell = folder / "index.html"
    shell.write_text(shell.read_text().replace("<body", '<body data-version="newer"'))
    worker = folder / "service-worker.js"
    newer, found = re.subn(r'key:\s*"[0-9a-f]{12}"', 'key:"0123456789ab"', worker.read_text())
    assert found == 1
    worker.write_text(newer)


def version(page: Any) -> str | None:
    told: str | None = page.evaluate("document.body.dataset.version")
    return told


def test_a_newer_version_waits_until_it_is_taken(damaged_host: Any, page: Any, ready: Ready) -> None:
    visit(page, damaged_host.url, ready)
    new_version(damaged_host.folder)
    page.reload()
    ready(page)
    assert version(page) is None
    offer = page.get_by_role("button", name=re.compile("update|version", re.IGNORECASE))
    offer.wait_for()
    page.reload()
    ready(page)
    assert version(page) is None
    offer.wait_for()
    offer.click()
    page.wait_for_function("() => document.body?.dataset.version === 'newer'")
    ready(page)
