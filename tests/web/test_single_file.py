"""The page as one file, opened from a disk by a double click: no host, no network, the same verdicts."""

from __future__ import annotations

import http.server
import threading
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat

ROOT = Path(__file__).resolve().parents[2]
SINGLE = ROOT / "build" / "hopscope.html"


@pytest.fixture
def address(tmp_path: Path) -> str:
    """The file copied to a folder of its own, as somebody would who was handed it."""
    if not SINGLE.exists():
        pytest.fail("build/hopscope.html is not there: run python3 build.py build --single")
    copy = tmp_path / "hopscope.html"
    copy.write_bytes(SINGLE.read_bytes())
    return copy.as_uri()


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def test_the_file_gives_a_verdict_and_asks_nobody_for_anything(hand, watch):
    hand.open(call__json=chat('{"town": "Oslo"}'))
    assert hand.told() == {"status": "fail", "code": "arguments-schema", "fault": "model"}
    assert {url.split(":")[0] for url in watch.requests} <= {"file", "data", "blob"}
    assert [url for url in watch.requests if url.startswith("file:")] == [hand.address]


def test_the_file_tells_findings_in_the_language_of_the_browser(new_page, address):
    hand = Hand(new_page(locale="ko-KR"), address).visit()
    hand.open(call__json=chat('{"town": "Oslo"}'))
    heading = hand.verdict.get_by_role("heading")
    expect(heading).to_contain_text("속성이 필요하지만 없습니다")
    assert heading.get_attribute("lang") is None


def test_the_file_starts_from_its_memory_image_and_without_it(hand, ready):
    assert ready(hand.page)["start"] == "snapshot"
    hand.visit(query="?start=plain")
    assert ready(hand.page)["start"] == "plain"
    hand.story("A call without a contract")
    assert hand.told()["status"] == "unchecked"


def test_a_case_goes_from_one_copy_of_the_file_to_another(hand, new_page, tmp_path, address):
    hand.story("Three calls, one refused")
    link = hand.link()
    assert str(tmp_path) not in link
    other = Hand(new_page(**CLIPBOARD), address).visit()
    other.paste(link)
    other.judged(status="fail")
    assert other.told() == hand.told()
    third = Hand(new_page(), address).visit(fragment="#" + link.split("#", 1)[1])
    assert third.told() == hand.told()


def test_a_reload_of_the_file_brings_the_text_back(hand):
    hand.open(call__json=chat('{"town": "Oslo"}'))
    hand.page.get_by_text("Texts stay in this browser").wait_for()
    hand.page.reload()
    hand.judged(status="fail")
    assert hand.told()["code"] == "arguments-schema"


@pytest.mark.parametrize("where", ["page", "worker"])
def test_the_file_may_neither_ask_another_host_nor_turn_text_into_code(where, hand, watch):
    watch.allowed += ["Content Security Policy", "Fetch API cannot load", "TrustedScript"]
    asked = []
    server = http.server.HTTPServer(("127.0.0.1", 0), type("Foreign", (Foreign,), {"asked": asked}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    target = hand.page if where == "page" else hand.page.workers[0]
    url = f"http://127.0.0.1:{server.server_port}/"
    let = f"fetch({url!r}, {{mode: 'no-cors'}}).then(() => 'let through', () => 'refused')"
    code = "new Promise((done) => setTimeout(() => { try { done(eval('1')); } catch { done('refused'); } }))"
    assert (target.evaluate(let), target.evaluate(f"() => {code}")) == ("refused", "refused")
    server.shutdown()
    assert asked == []


class Foreign(http.server.BaseHTTPRequestHandler):
    """Another host, which would answer anything and remembers whether it was asked."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...
