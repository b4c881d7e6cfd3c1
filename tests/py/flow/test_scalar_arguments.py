"""Arguments that are one word, a date or an address: never an object, and the trace says which it is and comes to an end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hand import chat
from hopscope import api

WORDS = (
    "2026-06-11",
    "27-0",
    "192.168.1.1",
    "1.2.3",
    "007",
    "-",
    "0x",
    "+1-2",
    "1e5x",
    "12:30",
    "Oslo",
    "/tmp/x",
    "x=1",
)


def causes(arguments: str) -> list[dict[str, Any]]:
    params = {"documents": [{"name": "answer.json", "text": chat(arguments)}]}
    told = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": params})))["result"]
    return [finding for finding in told["findings"] if finding["severity"] == "error"]


@pytest.mark.parametrize("word", WORDS)
def test_a_word_without_quotes_is_no_json(word: str) -> None:
    (cause,) = causes(word)
    assert (cause["code"], cause["fault"]) == ("arguments-unreadable", "model")


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("word", WORDS)
def test_a_word_in_quotes_is_a_string_however_often_it_was_encoded(word: str, times: int) -> None:
    text = word
    for _ in range(times):
        text = json.dumps(text)
    (cause,) = causes(text)
    assert (cause["code"], cause["fault"]) == ("arguments-not-object", "model")
