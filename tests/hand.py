"""A hand on the page: what a person does and sees there, by role, label and the page's promised hooks."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PATIENCE = 120_000  # ms until something that must happen counts as missing, on a slow machine too
CHECKED = "() => document.documentElement.dataset.state === 'ready'"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
SELECTED = "() => document.querySelector('#editor').shadowRoot.getSelection().toString()"
LONG_WORK = """() => {
  const documents = [{ name: "a", text: `[${"{},".repeat(2e6)}1]` }];
  hopscope.request("trace", { documents }).catch(() => {});
}"""
HOLDS = "texts => JSON.stringify(hopscope.documents().map(({ text }) => text)) === JSON.stringify(texts)"
LINGER = """() => {
  const soon = window.setTimeout;
  window.setTimeout = (run, ms, ...given) => (ms >= 1000 ? 0 : soon(run, ms, ...given));
}"""
NOT_COPIED = "what was on the clipboard before"
DROP = """([files, target]) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  const node = document.querySelector(target);
  for (const type of ['dragenter', 'dragover', 'drop'])
    node.dispatchEvent(new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true, composed: true}));
}"""


@dataclass
class Hand:
    """Drives one page; every act that changes a text waits for the verdict on it."""

    page: Any
    address: str

    def visit(self, fragment: str = "", query: str = "") -> Hand:
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(self.address + query + fragment)
        self.page.wait_for_function(CHECKED)
        return self

    def checked(self) -> None:
        self.page.wait_for_function(CHECKED)

    def story(self, title: str) -> None:
        self.page.get_by_role("button", name=title).click()
        self.page.get_by_role("heading", name="Or open a story").wait_for(state="hidden")
        self.checked()

    def story_from_palette(self, words: str) -> None:
        """Opens a story while there is a case already."""
        self.page.keyboard.press("Control+K")
        self.page.get_by_role("combobox", name="Commands").fill(f"story {words}")
        self.page.keyboard.press("Enter")
        self.checked()

    def open(self, **documents: str) -> None:
        """Opens documents; a name's `__` stands for its dot."""
        given = [{"name": name.replace("__", "."), "text": text} for name, text in documents.items()]
        self.page.evaluate("documents => hopscope.open(documents)", given)
        self.checked()

    def paste(self, text: str) -> None:
        """Pastes into the editor as the keyboard does."""
        self.editor.click()
        self.paste_here(text)

    def paste_here(self, text: str) -> None:
        """Pastes where the caret stands, or over what is chosen there."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        self.page.keyboard.press("Control+V")
        self.checked()

    @property
    def editor(self) -> Any:
        return self.page.locator("#editor .cm-content")

    @property
    def verdict(self) -> Any:
        return self.page.get_by_test_id("verdict")

    def view(self, name: str) -> None:
        """Turns to a view and waits for what it shows."""
        self.page.get_by_role("navigation", name="Views").get_by_role("button", name=name).click()
        self.checked()

    def told(self) -> dict[str, str]:
        """Status, code and fault of the verdict."""
        return {name: self.verdict.get_attribute(f"data-{name}") for name in ("status", "code", "fault")}

    def judged(self, **told: str) -> None:
        """Waits until the verdict has a status, code or fault, also where the page itself is still to come."""
        wanted = "".join(f"[data-{name}={value}]" for name, value in told.items())
        self.page.locator(f"[data-testid=verdict]{wanted}").wait_for()

    def finding(self, code: str) -> Any:
        return self.page.locator(f"[data-testid=finding][data-code={code}]").first

    def hop(self, name: str) -> Any:
        return self.page.locator(f"[data-testid=hop][data-hop={name}]")

    def selected(self, holding: str) -> str:
        """What is selected in the editor, once it holds some words: a place is selected in the frame after it was asked for."""
        until(self.page, f"words => ({SELECTED})().includes(words)", holding)
        return self.page.evaluate(SELECTED)

    def holds(self, *texts: str) -> None:
        """Waits until these are the texts of the page, and for the verdict on them."""
        self.page.wait_for_function(HOLDS, arg=list(texts))
        self.checked()

    def linger(self) -> None:
        """Lets stand what the page says or ticks for a moment only: who looks later sees it too."""
        self.page.evaluate(LINGER)

    def keep_busy(self) -> None:
        """Gives the engine work for a while: what is asked from now on is answered later."""
        self.page.evaluate(LONG_WORK)

    def answered(self) -> None:
        """Waits until all is answered that was asked so far, and what was asked upon that."""
        for _ in range(2):
            self.page.evaluate("() => hopscope.request('describe', {})")

    def link(self) -> str:
        """Opens the share dialog and takes its link."""
        self.page.get_by_test_id("share").click()
        return self.page.get_by_test_id("share-link").input_value()

    def texts(self) -> list[dict[str, str]]:
        """The documents as the page would share them, secrets and all."""
        fragment = self.link().split("#", 1)[1]
        self.page.keyboard.press("Escape")
        read = self.page.evaluate("fragment => hopscope.request('share.read', {fragment})", fragment)
        return read["state"]["documents"]

    def copied(self) -> str:
        return self.page.evaluate("() => navigator.clipboard.readText()")

    def copied_after(self, act: Callable[[], object]) -> str:
        """Does what copies, and takes what it put on the clipboard: the word for it may still stand from before."""
        self.page.evaluate("text => navigator.clipboard.writeText(text)", NOT_COPIED)
        act()
        until(self.page, "async before => (await navigator.clipboard.readText()) !== before", NOT_COPIED)
        return self.copied()

    def copied_by(self, button: Any) -> str:
        return self.copied_after(button.click)


def until(page: Any, script: str, arg: Any = None) -> None:
    """Waits until an asynchronous function in the page answers true: Playwright's own waiting takes the promise for the answer."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"never true: {script}"
        page.wait_for_timeout(50)


def chat(arguments: str, *, name: str = "get_weather", properties: dict[str, Any] | None = None) -> str:
    """A Chat exchange with one call of a tool whose contract takes a city."""
    schema = {"type": "object", "properties": properties or {"city": {"type": "string"}}, "required": ["city"]}
    call = {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return json.dumps(
        {
            "model": "assistant-small-1",
            "messages": [
                {"role": "user", "content": "How is the weather?"},
                {"role": "assistant", "content": None, "tool_calls": [call]},
            ],
            "tools": [{"type": "function", "function": {"name": "get_weather", "parameters": schema}}],
        },
        indent=2,
    )
