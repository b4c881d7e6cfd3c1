"""The main path in every browser engine that is installed: open a link, see the verdict, type, share, and all of it offline."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engines
from engines import Driver, until
from hand import chat
from hopscope.flow import links

READY = "document.documentElement.dataset.state === 'ready'"
VERDICT = "document.querySelector('[data-testid=verdict]').dataset"
EDITOR = "document.querySelector('#editor').shadowRoot.querySelector('.cm-content')"
WRONG = chat('{"city": [7]}')
# What a page could do against its own policy; each must be refused. An argument is the address of another origin.
ESCAPES = {
    "a request elsewhere": "await fetch(arguments[0], { mode: 'no-cors' }); return 'let through'",
    "text as code": """const button = document.body.appendChild(document.createElement("button"));
        button.setAttribute("onclick", "document.documentElement.dataset.ran = 'yes'");
        button.click();
        button.remove();
        return document.documentElement.dataset.ran ? 'let through' : 'refused'""",
}
FINDINGS = "document.querySelectorAll('[data-testid=finding]').length"


def fragment(text: str) -> str:
    return f"#{links.write(links.restore({'documents': [{'name': 'call.json', 'text': text}]}))}"


@pytest.fixture(params=["chromium", "firefox", "webkit"])
def driver(request: pytest.FixtureRequest, tmp_path: Any) -> Iterator[Driver]:
    if request.param == "chromium":
        yield engines.Playwright(request.getfixturevalue("new_page")())
        return
    start: Callable[..., Any] = {"firefox": engines.firefox, "webkit": engines.webkit}[request.param]
    with contextlib.ExitStack() as stack:
        try:
            given = stack.enter_context(start(tmp_path))
        except engines.Missing as missing:
            if os.environ.get("HOPSCOPE_ALL_BROWSERS"):
                pytest.fail(str(missing))
            pytest.skip(f"{missing}; build.py test --all-browsers installs it")
        yield given


def verdict(driver: Driver, status: str, code: str) -> None:
    until(driver, f"{READY} && {VERDICT}.status === '{status}' && {VERDICT}.code === '{code}'")


def test_the_main_path_works_in_every_engine(driver: Driver, host: Any) -> None:
    driver.go(host.url + fragment(WRONG))
    verdict(driver, "fail", "arguments-schema")
    assert driver.run(f"return {FINDINGS}") == 1
    timings = driver.run("return await hopscope.ready")
    assert timings["start"] == "snapshot", timings

    driver.run(f"{EDITOR}.focus()")
    driver.type("[")
    until(driver, f"{EDITOR}.innerText.startsWith('[{{') && {READY} && {FINDINGS} === 2")

    driver.run("document.querySelector('[data-testid=share]').click()")
    link = until(driver, "document.querySelector('[data-testid=share-link]')?.value")
    told = driver.run("return await hopscope.request('share.read', { fragment: arguments[0] })", link.split("#", 1)[1])
    assert told["state"]["documents"][0]["text"].startswith("[{")

    until(driver, "document.querySelector('#status').textContent.includes('Works offline')")
    host.stop()
    driver.go("about:blank")
    driver.go(host.url + fragment(WRONG))
    verdict(driver, "fail", "arguments-schema")
    assert driver.run("return (await hopscope.ready).start") == "snapshot"


def test_no_engine_lets_the_page_out_of_its_policy(driver: Driver, address: str, host: Any, watch: Any) -> None:
    watch.allowed += ["Content Security Policy", "'TrustedScript'"]
    driver.go(address)
    until(driver, READY)
    for name, script in ESCAPES.items():
        assert driver.run(f"try {{ {script} }} catch {{ return 'refused' }}", host.url) == "refused", name
    assert host.asked == []
