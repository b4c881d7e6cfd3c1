"""Browsers of other makes, each driven over its own remote control: what the page's main path needs and no more.

Firefox speaks Marionette (length-prefixed JSON over TCP, firefox-source-docs "Protocol"), WebKitGTK's driver the W3C WebDriver
protocol over HTTP; both know the same commands. Playwright drives Chromium, behind the same few methods.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

PATIENCE = 240  # seconds until something that must happen counts as missing
FIREFOX = ("firefox-esr", "firefox")
MINIBROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PREFERENCES: dict[str, Any] = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}


class Missing(Exception):
    """What is not installed here."""


class Driver(Protocol):
    """One page in one browser."""

    def go(self, url: str) -> None: ...

    def run(self, script: str, *arguments: Any) -> Any:
        """The value that an async function body returns; it may use `arguments`."""

    def type(self, keys: str) -> None:
        """Keys to whatever has the focus, one after the other."""


def until(driver: Driver, condition: str, *arguments: Any) -> Any:
    """Waits for an expression to be true in the page, and gives its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if told := driver.run(f"return ({condition})", *arguments):
            return told
        time.sleep(0.1)
    state = driver.run("return [document.documentElement.dataset.state, document.body.innerText.slice(0, 600)]")
    raise AssertionError(f"never came true: {condition}; the page says {state}")


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


class Commands:
    """The commands of WebDriver, however they travel."""

    def __init__(self, send: Callable[[str, dict[str, Any]], Any]) -> None:
        self._send = send

    def go(self, url: str) -> None:
        self._send("Navigate", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        tell = "const done = arguments[arguments.length - 1]"
        body = f"{tell}; (async () => {{ {script} }})().then(done, (error) => done(String(error)))"
        return self._send("ExecuteAsyncScript", {"script": body, "args": list(arguments)})

    def type(self, keys: str) -> None:
        acts = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._send("PerformActions", {"actions": [{"type": "key", "id": "keyboard", "actions": acts}]})


class Marionette:
    """The wire of Firefox's own remote control."""

    def __init__(self, port: int) -> None:
        self._socket = connected(port)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._message()

    def send(self, command: str, params: dict[str, Any]) -> Any:
        self._number += 1
        content = json.dumps([0, self._number, f"WebDriver:{command}", params]).encode()
        self._socket.sendall(b"%d:%s" % (len(content), content))
        _, _, error, result = self._message()
        if error:
            raise AssertionError(f"{command}: {error['message']}")
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def _message(self) -> Any:
        size = b""
        while (sign := self._file.read(1)) != b":":
            if not sign:
                raise AssertionError("Firefox has ended the connection")
            size += sign
        return json.loads(self._file.read(int(size)))


def connected(port: int) -> socket.socket:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


PATHS = {
    "Navigate": "url",
    "ExecuteAsyncScript": "execute/async",
    "PerformActions": "actions",
    "SetTimeouts": "timeouts",
}


class Http:
    """The wire of a W3C driver."""

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        connected(port).close()
        session = self._post(self._base, {"capabilities": {"alwaysMatch": capabilities}})
        self._base += "/" + session["sessionId"]

    def send(self, command: str, params: dict[str, Any]) -> Any:
        return self._post(f"{self._base}/{PATHS[command]}", params)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(urllib.request.Request(self._base, method="DELETE"), timeout=10).close()

    @staticmethod
    def _post(url: str, content: dict[str, Any]) -> Any:
        request = urllib.request.Request(url, json.dumps(content).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode(errors="replace")) from None


@contextlib.contextmanager
def started(*command: str, **environment: str) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()


@contextlib.contextmanager
def firefox(profile: Path) -> Iterator[Driver]:
    """Firefox without a window, with a profile of its own; raises Missing."""
    program = next(filter(None, map(shutil.which, FIREFOX)), None)
    if not program:
        raise Missing("Firefox is not installed")
    port = free_port()
    lines = (
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in (PREFERENCES | {"marionette.port": port}).items()
    )
    (profile / "user.js").write_text("\n".join(lines))
    with started(program, "--headless", "--marionette", "--no-remote", "--profile", str(profile), HOME=str(profile)):
        wire = Marionette(port)
        wire.send("NewSession", {})
        wire.send("SetTimeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})
        yield Commands(wire.send)


@contextlib.contextmanager
def webkit(profile: Path) -> Iterator[Driver]:
    """WebKitGTK's own small browser on a screen that nobody sees; raises Missing."""
    program, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(map(str, Path("/").glob(MINIBROWSERS[1:])))
    if not program or not browsers:
        raise Missing("WebKitGTK's driver (webkit2gtk-driver) is not installed")
    if not screen:
        raise Missing("WebKitGTK needs a screen: Xvfb is not installed")
    port, number = free_port(), f":{os.getpid() % 30_000 + 100}"
    options = {"binary": browsers[-1], "args": ["--automation"]}
    folders = {name: str(profile) for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    with (
        started(screen, number, "-screen", "0", "1440x900x24"),
        started(program, f"--port={port}", DISPLAY=number, **folders),
    ):
        wire = Http(port, {"webkitgtk:browserOptions": options})
        wire.send("SetTimeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})
        try:
            yield Commands(wire.send)
        finally:
            wire.close()


class Playwright:
    """Chromium behind the same methods."""

    def __init__(self, page: Any) -> None:
        self._page = page

    def go(self, url: str) -> None:
        self._page.goto(url)

    def run(self, script: str, *arguments: Any) -> Any:
        return self._page.evaluate(f"(given) => (async function () {{ {script} }}).apply(null, given)", list(arguments))

    def type(self, keys: str) -> None:
        self._page.keyboard.type(keys)
