"""What is kept from one request to the next changes no answer: held by typing into cases, with the memory and without it."""

from __future__ import annotations

import json
import random
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

import casebook
from hopscope import api, dialects
from hopscope.dialects._evidence import Tree
from hopscope.flow import documents
from hopscope.limits import MEMORY
from hopscope.text import recent

CASES = {name: case for name, case in casebook.read(casebook.OWN).items() if case["method"] == "trace"}
TYPED = ('"', "}", "]", ",", "\\", "\n", "x", "1", " ", "null", '{"a": 1}', "é", "\U0001f600")
STEPS = 5


def asked(params: dict[str, Any], **members: Any) -> str:
    return api.handle(json.dumps({"id": 1, "method": "trace", "params": params, **members}))


def alone(params: dict[str, Any], **members: Any) -> str:
    recent.forget()
    return asked(params, **members)


def typing(params: dict[str, Any], seed: str) -> Iterator[dict[str, Any]]:
    """The params, and what they become under one small edit after the other; every other edit is taken back."""
    dice = random.Random(seed)
    yield params
    for _ in range(STEPS):
        documents = [dict(document) for document in params["documents"]]
        one = dice.choice(documents)
        one["text"] = edited(one["text"], dice)
        changed = {**params, "documents": documents}
        yield changed
        if dice.random() < 0.5:
            yield params
        else:
            params = changed


def edited(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text) + 1)
    kind = dice.randrange(4)
    if kind == 0:
        return text[:at] + text[at + dice.randint(1, 3) :]
    if kind == 1:
        other = dice.randrange(len(text) + 1)
        return text[:at] + text[other : other + dice.randint(1, 40)] + text[at:]
    return text[:at] + dice.choice(TYPED) + text[at:]


@pytest.mark.parametrize("part", range(4))
def test_typing_gives_the_answers_that_the_same_texts_get_alone(part: int) -> None:
    states = [state for name in sorted(CASES)[part::24] for state in typing(CASES[name]["params"], name)]
    recent.forget()
    typed = [asked(state) for state in states]
    again = [asked(state) for state in reversed(states)][::-1]
    fresh = [alone(state) for state in states]
    for state, *answers in zip(states, typed, again, fresh, strict=True):
        assert answers[0] == answers[1] == answers[2], state


def test_calls_with_equal_arguments_keep_their_own_places_and_contracts() -> None:
    def tool(name: str, limit: int) -> dict[str, Any]:
        schema = {"type": "object", "properties": {"n": {"type": "integer", "maximum": limit}}}
        return {"type": "function", "function": {"name": name, "parameters": schema}}

    calls = [
        {"id": f"c{at}", "type": "function", "function": {"name": name, "arguments": '{"n": 5}'}}
        for at, name in enumerate(("small", "large", "small"))
    ]
    request = {
        "model": "m",
        "messages": [{"role": "user", "content": "go"}],
        "tools": [tool("small", 4), tool("large", 9)],
    }
    answer = {
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": calls}}]
    }
    texts = [{"name": "a", "text": json.dumps(request)}, {"name": "b", "text": json.dumps(answer)}]
    result = json.loads(asked({"documents": texts}))["result"]
    assert [call["verdict"]["status"] for call in result["calls"]] == ["fail", "pass", "fail"]
    places = [result["findings"][call["findings"][0]]["at"] for call in result["calls"] if call["findings"]]
    assert [texts[1]["text"][at["start"] : at["end"]] for at in places] == ["5", "5"]
    assert places[0]["start"] < places[1]["start"]


def contract_with(pattern: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": {"code": {"type": "string", "pattern": pattern}}}
    tool = {"type": "function", "function": {"name": "look", "parameters": schema}}
    call = {"id": "c", "type": "function", "function": {"name": "look", "arguments": json.dumps({"code": "c" * 20})}}
    answer = {"role": "assistant", "content": None, "tool_calls": [call]}
    body = {"model": "m", "messages": [{"role": "user", "content": "go"}, answer], "tools": [tool]}
    return {"documents": [{"name": "a", "text": json.dumps(body)}]}


def test_a_log_is_not_recognised_again_when_a_request_is_pasted_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "Done."}}]}
    log = {"name": "log", "text": "\n".join(json.dumps(line) for _ in range(50))}
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
    body = {"model": "m", "messages": [{"role": "user", "content": "go"}], "tools": [tool]}
    request = {"name": "request", "text": json.dumps(body)}
    recent.forget()
    asked({"documents": [log]})
    looked_at: list[Any] = []
    scores = dialects.recognition().scores
    monkeypatch.setattr(Tree, "scores", lambda tree, value, *more: looked_at.append(value) or scores(value, *more))
    asked({"documents": [log, request]})
    assert looked_at and line not in looked_at


def several(method: str) -> list[dict[str, Any]]:
    """Params of one verb with more texts than the memory keeps; the first of many is an error that does not say whose it is."""
    user, schema = [{"role": "user", "content": "go"}], {"type": "object"}
    tool = {"type": "function", "function": {"name": "look", "parameters": schema}}
    requests = [{"model": f"m{number}", "messages": user, "tools": [tool]} for number in range(20)]
    if method == "trace":
        parts = [{"error": {"message": "No."}}, *requests]
        return [{"documents": [{"name": str(at), "text": json.dumps(part)} for at, part in enumerate(parts)]}]
    sides = {"left": json.dumps(requests[0]), "right": json.dumps(requests[1])}
    return [sides | more for more in ({}, {"as": "json"}, {"as": "contract"})]


@pytest.mark.parametrize("method", ["diff", "trace"])
def test_no_text_of_a_request_is_read_twice_for_it_however_little_is_kept(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_: list[str] = []
    peel = documents.peel
    monkeypatch.setattr(recent, "MEMORY", 1)
    monkeypatch.setattr(documents, "peel", lambda name, text: read_.append(text) or peel(name, text))
    for params in several(method):
        recent.forget()
        read_.clear()
        texts = [one["text"] for one in params.get("documents", [])] or [params["left"], params["right"]]
        assert "result" in json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
        assert sorted(read_) == sorted(texts)


def test_texts_beyond_the_memory_are_let_go_behind_the_request_that_needed_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Made:
        """What was made of a text."""

    made = recent.remembered(lambda name, text: Made())
    monkeypatch.setattr(recent, "MEMORY", 10)
    first, second, third = (weakref.ref(made("a", letter * 4)) for letter in "xyz")
    assert first() and second() and third()
    asked({"documents": []})
    assert first() is None and second() and third()


def test_what_was_left_out_once_is_judged_when_it_is_asked_for() -> None:
    params = contract_with("^(?=(a+)+b)c")
    whole = alone(params)
    left_out = alone(params, skip=[0])
    assert left_out != whole
    assert asked(params) == whole
    assert asked(params, skip=[0]) == left_out
    assert asked(params) == whole


def test_the_memory_lets_go_of_the_oldest_and_stays_within_its_limit() -> None:
    memory: recent.Memory[int] = recent.Memory()
    made: list[str] = []

    def length(text: str) -> int:
        return memory.of((text,), lambda: made.append(text) or len(text))

    long = "x" * (MEMORY // 8)
    texts = [f"{number}{long}" for number in range(12)]
    assert [length(text) for text in texts] == [len(text) for text in texts]
    assert length(texts[-1]) == len(texts[-1])
    assert len(made) == 12, "the newest is still known"
    assert length(texts[0]) == len(texts[0])
    assert len(made) == 13, "the oldest was let go and made anew"
