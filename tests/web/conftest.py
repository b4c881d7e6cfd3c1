"""The page in a real Chromium, served as any static host would serve it: below a path, without headers of its own."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from hand import PATIENCE

playwright_api = pytest.importorskip("playwright.sync_api", reason="the browser tests drive Chromium from CPython")

playwright_api.expect.set_options(timeout=PATIENCE)  # as long as whatever else a test waits for

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "dist"
PREFIX = "/a/folder/"
FAILED = "(error) => ({ failed: `${error.code}: ${error.message} ${JSON.stringify(error.data)}` })"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class StaticHost(http.server.SimpleHTTPRequestHandler):
    """Serves a folder below a prefix; a name in `missing` is answered as not found."""

    def __init__(self, *arguments: object, host: Host, **options: object) -> None:
        self.host = host
        super().__init__(*arguments, **options)  # type: ignore[arg-type]

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(PREFIX))

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        self.host.asked.append(path)
        if not path.startswith(PREFIX) or any(part in path for part in self.host.missing):
            self.send_error(404)
        else:
            super().do_GET()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        self.host.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)

    def log_message(self, *_: object) -> None: ...


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64  # a page asks for many files at once, and a busy machine is slow to take the requests up

    def handle_error(self, *_: object) -> None:
        """Says nothing: a page that is closed breaks off its requests."""


@dataclass
class Host:
    """A running static host: where it is, what it was asked for, bytes sent, and which files it pretends not to have."""

    folder: Path
    missing: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    sent: int = 0
    server: Server | None = None
    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{PREFIX}"

    def start(self) -> Host:
        handler = functools.partial(StaticHost, host=self, directory=str(self.folder))
        self.server = Server(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        if self.server:
            self.server.shutdown()
            self.server.server_close()
            self.server = None


@pytest.fixture(scope="session")
def dist() -> Path:
    if not (DIST / "index.html").exists():
        pytest.fail("dist/ is not built: run python3 build.py build")
    return DIST


@pytest.fixture
def host(dist: Path) -> Iterator[Host]:
    """A host of this test's own, to be stopped or damaged at will."""
    running = Host(dist).start()
    yield running
    running.stop()


@pytest.fixture
def damaged_host(dist: Path, tmp_path: Path) -> Iterator[Host]:
    """A host over a copy of the page whose files may be changed."""
    folder = tmp_path / "dist"
    shutil.copytree(dist, folder)
    running = Host(folder).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def address(dist: Path) -> Iterator[str]:
    """The address of the page on a host that all tests share; it stays as it is."""
    running = Host(dist).start()
    yield running.url
    running.stop()


@pytest.fixture(scope="session")
def launch() -> Iterator[Callable[..., Any]]:
    """Starts a Chromium with further flags."""
    path = os.environ.get("HOPSCOPE_CHROMIUM") or shutil.which("chromium")
    if not path:
        pytest.fail("no Chromium: run python3 build.py test, which finds or installs one")
    with playwright_api.sync_playwright() as playwright:
        yield lambda *flags: playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])


@pytest.fixture(scope="session")
def chromium(launch: Callable[..., Any]) -> Iterator[Any]:
    browser = launch()
    yield browser
    browser.close()


@dataclass
class Watch:
    """What a page said and asked for; `allowed` holds parts of console errors that the test brings about on purpose."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def unexpected(self) -> list[str]:
        return [error for error in self.errors if not any(part in error for part in self.allowed)]

    def foreign(self) -> list[str]:
        own = ("127.0.0.1", None, "")
        return [url for url in self.requests if urlsplit(url).scheme in ("http", "https", "ws", "wss")
                and urlsplit(url).hostname not in own]  # fmt: skip


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def new_page(chromium: Any, watch: Watch) -> Iterator[Callable[..., Any]]:
    """Makes pages, each in a context of its own (as if by another person); none may log errors or ask other origins."""
    contexts = []

    def make(**options: Any) -> Any:
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.on("request", lambda request: watch.requests.append(request.url))
        context.on("console", lambda message: message.type == "error" and watch.errors.append(message.text))
        page = context.new_page()
        page.on("pageerror", lambda error: watch.errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert watch.unexpected() == []
    assert watch.foreign() == []


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    return new_page()


@pytest.fixture(scope="session")
def ready() -> Callable[[Any], dict[str, Any]]:
    """Waits until the page's engine has started and returns the start's timings; fails with the page's own words."""

    def wait(page: Any) -> dict[str, Any]:
        page.wait_for_function("() => 'hopscope' in window")
        told = page.evaluate(f"() => window.hopscope.ready.catch({FAILED})")
        assert "failed" not in told, told["failed"]
        return dict(told)

    return wait
