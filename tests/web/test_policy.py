"""Nothing leaves the page: requests to any other origin are tried on purpose, from the page and from its worker, and refused."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

Ready = Callable[[Any], dict[str, Any]]

# Each way out, as a script that ends in "let through" or rejects; FOREIGN is put in by the test.
WAYS = {
    "fetch": "await fetch(FOREIGN, { mode: 'no-cors' })",
    "XMLHttpRequest": """await new Promise((done, refused) => {
        const request = new XMLHttpRequest();
        request.open("GET", FOREIGN);
        request.onload = done;
        request.onerror = refused;
        request.send();
    })""",
    "WebSocket": """await new Promise((done, refused) => {
        const socket = new WebSocket(FOREIGN.replace("http", "ws"));
        socket.onopen = done;
        socket.onerror = refused;
    })""",
    "EventSource": """await new Promise((done, refused) => {
        const source = new EventSource(FOREIGN);
        source.onopen = done;
        source.onerror = () => { source.close(); refused(new Error("refused")); };
    })""",
    "import": "await import(FOREIGN + 'script.js')",
}
LATER = (
    "await new Promise((later) => setTimeout(later, 300)); throw new Error('the other host tells whether it was asked')"
)
PAGE_WAYS = {
    "beacon": f"navigator.sendBeacon(FOREIGN, 'x'); {LATER}",
    "image": """await new Promise((done, refused) => {
        const image = new Image();
        image.onload = done;
        image.onerror = refused;
        image.src = FOREIGN + "picture.png";
    })""",
    "style": """await new Promise((done, refused) => {
        const link = document.createElement("link");
        link.rel = "stylesheet";
        link.onload = done;
        link.onerror = refused;
        link.href = FOREIGN + "style.css";
        document.head.append(link);
    })""",
    "frame": f"const frame = document.createElement('iframe'); frame.src = FOREIGN; document.body.append(frame); {LATER}",
    "form": f"""const form = document.createElement("form"); form.action = FOREIGN; form.method = "post"; form.target = "_blank";
        document.body.append(form); form.submit(); {LATER}""",
}


class Foreign(http.server.BaseHTTPRequestHandler):
    """Another origin that would answer anything, and remembers whether it was asked."""

    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    do_POST = do_HEAD = do_GET

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def foreign() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Foreign,), {"asked": asked}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", asked
    server.shutdown()


@pytest.fixture(scope="module")
def opened(chromium: Any, address: str, ready: Ready) -> Iterator[Any]:
    """One page for all tries; what the browser says of each refusal goes unheard."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(address)
    ready(page)
    yield page
    context.close()


def tried(script: str, url: str) -> str:
    return f"(async () => {{ const FOREIGN = {url!r}; {script}; return 'let through'; }})().catch(() => 'refused')"


@pytest.mark.parametrize("way", [*WAYS, *PAGE_WAYS])
def test_the_page_may_not_ask_another_origin(way: str, opened: Any, foreign: tuple[str, list[str]]) -> None:
    url, asked = foreign
    assert opened.evaluate(tried({**WAYS, **PAGE_WAYS}[way], url)) == "refused"
    assert asked == []


@pytest.mark.parametrize("way", list(WAYS))
def test_the_worker_may_not_ask_another_origin(way: str, opened: Any, foreign: tuple[str, list[str]]) -> None:
    url, asked = foreign
    (worker,) = opened.workers
    assert worker.evaluate(tried(WAYS[way], url)) == "refused"
    assert asked == []


@pytest.mark.parametrize("where", ["page", "worker"])
@pytest.mark.parametrize("script", ["eval('1')", "new Function('return 1')()", "setTimeout('1')"])
def test_text_never_becomes_code(script: str, where: str, opened: Any) -> None:
    """Tried from a timer, because a debugger's own evaluation is above the policy."""
    target = opened if where == "page" else opened.workers[0]
    tell = f"() => {{ try {{ {script}; done('ran') }} catch {{ done('refused') }} }}"
    told = target.evaluate(f"() => new Promise((done) => setTimeout({tell}))")
    assert told == "refused"


def test_markup_from_text_is_refused(opened: Any) -> None:
    script = "(() => { try { document.body.innerHTML = '<b>x</b>'; return 'taken' } catch { return 'refused' } })()"
    assert opened.evaluate(script) == "refused"


def test_the_control_lets_through_what_the_policy_does_not_rule(new_page: Any, foreign: tuple[str, list[str]]) -> None:
    """Without the policy the same scripts reach the other origin: the refusals above are the policy's."""
    url, asked = foreign
    bare = new_page()
    bare.goto(url)
    del asked[:]
    assert bare.evaluate(tried(WAYS["fetch"], url)) == "let through"
    assert asked != []
