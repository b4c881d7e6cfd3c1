"""What a host of JavaScript calls: the collector has its turn behind an answer."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Iterator

import pytest

from hopscope import browser


class Circle:
    """Something that only the collector can let go of."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def apart() -> Iterator[None]:
    gc.collect()
    browser.collect_apart()
    yield
    gc.enable()


def test_no_answer_is_held_up_by_the_collector_which_has_its_turn_behind_it(apart: None) -> None:
    left = weakref.ref(Circle())
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": {}}}
    documents = [{"name": "log.jsonl", "text": f"{json.dumps(call)}\n" * 500}]
    browser.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}}), ())
    assert left() is not None
    browser.rest()
    assert left() is None
