"""The page in a frame of another page: who is heard, what is answered, and a bookmark of an empty page."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Ready = Callable[[Any], dict[str, Any]]
TEXT = '{"choices": [{"message": {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": "{"}}]}}]}'

# Asks the framed page and resolves to its answer, or to "silence" after a while. It asks again and again, as a frame that is
# only just there may not have a script yet.
ASK = """({ message, patience }) => new Promise((told) => {
    const frame = document.querySelector("iframe");
    const say = () => frame.contentWindow.postMessage(message, "*");
    const again = setInterval(say, message?.ask === "ready" ? 200 : 60000);
    const end = (data) => { clearInterval(again); removeEventListener("message", hear); told(data); };
    const hear = ({ data, source }) => source === frame.contentWindow && data.id === (message?.id ?? null) && end(data);
    addEventListener("message", hear);
    say();
    setTimeout(() => end("silence"), patience || 60000);
})"""


@pytest.fixture
def embedder(tmp_path: Path) -> Iterator[str]:
    """A page of another origin, which can hold a frame."""
    (tmp_path / "outer").mkdir()
    shell = "<!doctype html><link rel=icon href=data:,><title>outer</title>"
    (tmp_path / "outer" / "index.html").write_text(shell)

    class Outer(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(tmp_path / "outer"))

        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Outer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def framed(page: Any, outer: str, inner: str) -> None:
    page.goto(outer)
    page.evaluate(
        """(address) => new Promise((loaded) => {
            const frame = Object.assign(document.createElement("iframe"), { onload: loaded, src: address });
            document.body.append(frame);
        })""",
        inner,
    )


def ask(page: Any, patience: int = 0, **message: Any) -> Any:
    """An answer to a message, or "silence"; each message has an id of its own."""
    return page.evaluate(ASK, {"message": {"hopscope": 1, "id": message["ask"], **message}, "patience": patience})


def list_origin(folder: Path, origins: str) -> None:
    shell = folder / "index.html"
    shell.write_text(
        shell.read_text().replace(
            'name="hopscope-embedders" content=""', f'name="hopscope-embedders" content="{origins}"'
        )
    )


def test_an_origin_that_is_not_listed_gets_no_answer(page: Any, embedder: str, address: str) -> None:
    framed(page, embedder, address)
    page.frames[1].wait_for_selector("html[data-state=ready]")
    for asked in ("ready", "open", "request"):
        assert (
            ask(page, 400, ask=asked, documents=[{"name": "a", "text": TEXT}], method="describe", params={})
            == "silence"
        )
    assert page.frames[1].evaluate("() => window.hopscope.documents().map(({ text }) => text)") == [""]


def test_a_listed_origin_opens_documents_and_asks_the_engine(page: Any, embedder: str, damaged_host: Any) -> None:
    list_origin(damaged_host.folder, f"https://elsewhere.example {embedder}")
    framed(page, embedder, damaged_host.url)
    assert ask(page, ask="ready")["result"]["total"] >= 0
    told = ask(page, ask="request", method="format", params={"text": "[1,2]", "indent": 0})
    assert (told["hopscope"], told["id"], told["result"]["text"]) == (1, "request", "[1,2]")
    assert ask(page, ask="open", documents=[{"name": "sent", "text": TEXT}]) == {
        "hopscope": 1,
        "id": "open",
        "result": None,
    }
    assert page.frames[1].get_attribute("[data-testid=verdict]", "data-code") == "arguments-truncated"


@pytest.mark.parametrize(
    "message",
    [
        {"ask": "open", "documents": "all"},
        {"ask": "open", "documents": [{"name": 1, "text": "{}"}]},
        {"ask": "open", "documents": [{"name": "a", "text": "{}"}] * 51},
        {"ask": "request", "method": ["describe"], "params": {}},
        {"ask": "request", "method": "describe", "params": None},
        {"ask": "request", "method": "no-such-method", "params": {}},
    ],
)
def test_a_message_of_the_wrong_shape_is_an_error(page: Any, address: str, message: dict[str, Any]) -> None:
    page.route("**/outer.html", lambda route: route.fulfill(content_type="text/html", body="<title>outer</title>"))
    framed(page, f"{address}outer.html", address)
    assert "result" in ask(page, ask="ready")
    told = ask(page, **message)
    assert "result" not in told and told["error"]["code"] in ("bad-request", "unknown-method")


@pytest.mark.parametrize(
    "message", [None, 1, "ready", [], {"ask": "ready"}, {"hopscope": 1, "ask": "constructor"}, {"hopscope": 1}]
)
def test_other_messages_are_left_alone(page: Any, address: str, message: Any) -> None:
    page.route("**/outer.html", lambda route: route.fulfill(content_type="text/html", body="<title>outer</title>"))
    framed(page, f"{address}outer.html", address)
    assert "result" in ask(page, ask="ready")
    assert page.evaluate(ASK, {"message": message, "patience": 250}) == "silence"


def test_a_page_that_is_no_frame_hears_no_messages(page: Any, address: str, ready: Ready) -> None:
    page.goto(address)
    ready(page)
    page.evaluate(
        "() => { window.heard = []; addEventListener('message', ({ data }) => window.heard.push(data.ask)); }"
    )
    page.evaluate("() => postMessage({ hopscope: 1, id: 1, ask: 'ready' }, '*')")
    page.wait_for_function("() => window.heard.length > 0")
    page.evaluate("() => hopscope.request('describe', {})")  # whatever was to be answered is answered by then
    page.evaluate("() => postMessage({ ask: 'last' }, '*')")
    page.wait_for_function("() => window.heard.includes('last')")
    assert page.evaluate("() => window.heard") == ["ready", "last"]


@pytest.mark.parametrize(("hash_", "view"), [("#new", "trace"), ("#new=diff", "diff"), ("#new=nonsense", "trace")])
def test_a_bookmark_opens_an_empty_page_in_its_view(
    page: Any, address: str, ready: Ready, hash_: str, view: str
) -> None:
    page.goto(f"{address}{hash_}")
    ready(page)
    page.wait_for_function("() => location.hash === ''")
    page.wait_for_selector(f"[data-testid=view][data-view={view}][aria-current=page]")
    assert page.evaluate("() => window.hopscope.documents().every(({ text }) => text === '')")


def test_a_bookmark_of_an_empty_page_leaves_the_work_as_a_draft(page: Any, address: str, ready: Ready) -> None:
    page.goto(address)
    ready(page)
    page.evaluate("(text) => window.hopscope.open([{ name: 'mine', text }])", TEXT)
    page.evaluate("() => { location.hash = '#new=format'; }")
    page.wait_for_selector("[data-testid=view][data-view=format][aria-current=page]")
    assert page.evaluate("() => window.hopscope.documents().map(({ text }) => text).join('')") == ""
