"""What a host of JavaScript calls: the collector has its turn behind an answer."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator

import pytest

from hopscope import browser


@pytest.fixture
def turns() -> Iterator[list[str]]:
    """When the collector began and ended a turn."""
    had: list[str] = []
    gc.collect()
    browser.collect_apart()
    gc.callbacks.append(lambda phase, _: had.append(phase))
    yield had
    gc.callbacks.pop()
    gc.enable()


def test_no_answer_is_held_up_by_the_collector_which_has_its_turn_behind_it(turns: list[str]) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": {}}}
    documents = [{"name": "log.jsonl", "text": f"{json.dumps(call)}\n" * 500}]
    browser.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}}), ())
    assert turns == []
    browser.rest()
    assert turns[:2] == ["start", "stop"]
