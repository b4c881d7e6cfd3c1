"""Long texts travel beside the envelope, whatever the user's own values look like."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api


def traced(arguments: str, pad: str = "") -> tuple[dict[str, Any], list[str]]:
    function = {"name": "f", "arguments": arguments}
    message = {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": function}]}
    text = json.dumps({"choices": [{"finish_reason": "tool_calls", "message": message}], "pad": pad})
    request = {"id": 1, "method": "trace", "params": {"documents": [{"name": "a", "text": {"$text": 0}}]}}
    reply, beside = api.handle_texts(json.dumps(request), [text])
    return json.loads(reply)["result"]["calls"][0], beside


def test_a_value_that_looks_like_the_mark_of_a_text_is_told_apart_from_one() -> None:
    call, _ = traced('{"$text": 0}')
    assert call["value"] == {"$text": [0]}
    assert json.loads(call["value_text"]) == {"$text": 0}


def test_a_long_string_beside_such_a_value_keeps_its_own_mark() -> None:
    long = "x" * 5000
    call, beside = traced(json.dumps({"a": {"$text": 0}, "b": long}))
    assert call["value"]["a"] == {"$text": [0]}
    assert beside[call["value"]["b"]["$text"]] == long


@pytest.mark.parametrize("levels", [100, 495])
def test_a_reply_may_nest_as_deep_as_a_document(levels: int) -> None:
    call, beside = traced('{"a":' * levels + "1" + "}" * levels)
    written = call["value_text"]
    assert (written if isinstance(written, str) else beside[written["$text"]]).count("{") == levels


def settled(value: Any, beside: list[str]) -> Any:
    if isinstance(value, dict) and value.keys() == {"$text"}:
        mark = value["$text"]
        return {"$text": settled(mark[0], beside)} if isinstance(mark, list) else beside[mark]
    if isinstance(value, dict):
        return {key: settled(member, beside) for key, member in value.items()}
    return [settled(member, beside) for member in value] if isinstance(value, list) else value


LONG = 'say "é\\\\" [1, {"a":2}]: \ud83d\n' * 300


@pytest.mark.parametrize(
    "sent",
    [
        {"deep": [{"er": [LONG, "short", LONG]}], "last": 'ends in a backslash \\'},
        {LONG: 1, "value": LONG},
        {LONG: LONG},
        {"$text": LONG},
        {"a": {"$text": [LONG]}, "b": '{"$text":0}'},
    ],
)  # fmt: skip
def test_long_strings_travel_beside_wherever_they_stand(sent: Any) -> None:
    call, beside = traced(json.dumps(sent))
    assert settled(call["value"], beside) == sent
    assert LONG in beside
    assert not [each for each in json.dumps(call, ensure_ascii=False).split('"') if len(each) > len(LONG) * 2]


def test_long_lists_come_ahead_in_parts_and_make_the_same_answer() -> None:
    arguments = [json.dumps({"n": number, "b": {"$text": 0}, "c": "w" * (4_990 + number)}) for number in range(450)]
    calls = [
        {"id": f"c{n}", "type": "function", "function": {"name": "f", "arguments": each}}
        for n, each in enumerate(arguments)
    ]
    text = json.dumps({"choices": [{"message": {"role": "assistant", "tool_calls": calls}}]})
    request = json.dumps({"id": 1, "method": "trace", "params": {"documents": [{"name": "a", "text": text}]}})
    sizes: list[tuple[str, int]] = []
    ends: dict[str, list[Any]] = {}

    def ahead(name: str, items: str, texts: list[str]) -> None:
        part = settled(json.loads(items), texts)
        sizes.append((name, len(part)))
        ends.setdefault(name, []).extend(part)

    reply, beside = api.handle_texts(request, [], ahead)
    result = settled(json.loads(reply), beside)["result"]
    assert [size for name, size in sizes if name == "calls"] == [200, 50]
    joined = {name: [*first, *ends[name]] if name in ends else first for name, first in result.items()}
    assert joined == json.loads(api.handle(request))["result"]
