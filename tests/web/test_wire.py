"""What the page asks and what the engine answers arrive as they were, through worker and WebAssembly."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Ready = Callable[[Any], dict[str, Any]]
TRACE = "(text) => window.hopscope.request('trace', { documents: [{ name: 'a', text }] })"


def capture(arguments: str) -> str:
    function = {"name": "f", "arguments": arguments}
    message = {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": function}]}
    return json.dumps({"choices": [{"finish_reason": "tool_calls", "message": message}]})


@pytest.mark.parametrize(
    "value", [{"$text": 0}, {"$text": [0]}, {"$text": {"$text": 1}}, {"a": {"$text": 0}, "b": "x" * 9000}]
)
def test_values_that_look_like_the_wire_s_own_marks_come_back_as_they_were(
    value: Any, page: Any, address: str, ready: Ready
) -> None:
    page.goto(address)
    ready(page)
    assert page.evaluate(TRACE, capture(json.dumps(value)))["calls"][0]["value"] == value


@pytest.mark.parametrize("half", ["\\ud83d", ""])
@pytest.mark.parametrize("length", [0, 100_000])
def test_lone_surrogates_and_far_planes_keep_their_places(
    length: int, half: str, page: Any, address: str, ready: Ready
) -> None:
    page.goto(address)
    ready(page)
    script = """async ([length, half]) => {
        const text = '["\\\\ud83d", "' + JSON.parse(`"${half}"`) + "é".repeat(length) + '", "\\u{1f600}", 12345678901234567890]';
        const told = await window.hopscope.request("format", { text, indent: 0 });
        return told.text === text.replaceAll(", ", ",");
    }"""
    assert page.evaluate(script, [length, half]) is True


def test_a_text_that_cannot_be_read_comes_back_with_its_byte_order_mark(page: Any, address: str, ready: Ready) -> None:
    page.goto(address)
    ready(page)
    script = """async (text) => (await window.hopscope.request("format", { text })).text === text"""
    assert page.evaluate(script, "\ufeff" + "é" * 5000) is True


def test_patterns_are_read_by_the_browser_s_own_engine(page: Any, address: str, ready: Ready) -> None:
    page.goto(address)
    ready(page)
    ask = """([pattern, text]) => window.hopscope.request("validate", {
        schema: JSON.stringify({ pattern }), instance: JSON.stringify(text) })"""
    cases = (["^\\p{Lu}$", "Ä"], ["^\\d$", "\u0663"], ["^a$", "a\n"], ["^\\-$", "-"])
    told = [page.evaluate(ask, case)["valid"] for case in cases]
    assert told == [True, False, False, True]
