"""Nothing is left to import once the page has started: a restored memory image has no library to read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casebook

Ready = Callable[[Any], dict[str, Any]]
ASK = """async (cases) => {
    const failed = [];
    for (const { name, method, params } of cases) {
        await window.hopscope.request(method, params).catch((error) => failed.push(`${name}: ${error.code} ${error.message}`));
    }
    return failed;
}"""


def test_every_case_is_answered_without_a_late_import(page: Any, address: str, ready: Ready) -> None:
    """The page's console tells of each late import, and an error there fails the test."""
    page.goto(address)
    assert ready(page)["start"] == "snapshot"
    cases = casebook.read(casebook.OWN)
    assert cases
    told = [{"name": name, "method": case["method"], "params": case["params"]} for name, case in cases.items()]
    assert page.evaluate(ASK, told) == []
