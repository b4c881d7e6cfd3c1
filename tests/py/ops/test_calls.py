"""Calls told as rows lose nothing: what a row leaves out is told of the call when it is asked for, and stands as it did."""

from __future__ import annotations

import json
from typing import Any

import pytest

import casebook
from hopscope import api
from hopscope.flow import telling
from hopscope.text import recent

CASES = {
    name: case
    for folder in (casebook.OWN, casebook.SHARED)
    for name, case in casebook.read(folder).items()
    if case["method"] == "trace"
}


def ask(method: str, **params: Any) -> dict[str, Any]:
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
    assert "error" not in reply, reply["error"]
    result: dict[str, Any] = reply["result"]
    assert [fault.message for fault in api.promise(method, "result").check(result).violations] == []
    return result


def statuses(call: dict[str, Any]) -> dict[str, str]:
    return {hop: told["status"] for hop, told in call["hops"].items()}


def documents(*lines: Any) -> list[dict[str, str]]:
    return [{"name": "log", "text": "\n".join(map(json.dumps, lines))}]


def answer(number: int, arguments: str = "{}") -> dict[str, Any]:
    call = {"id": f"c{number}", "type": "function", "function": {"name": "look", "arguments": arguments}}
    return {
        "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [call]}}]
    }


@pytest.mark.parametrize("part", range(8))
def test_rows_and_what_is_asked_of_them_later_are_the_whole_trace(part: int) -> None:
    for name in sorted(CASES)[part::8]:
        given = CASES[name]["params"]["documents"]
        whole, light = ask("trace", documents=given), ask("trace", documents=given, rows=0)
        calls = ask("calls", documents=given, calls=list(range(len(whole["calls"]))))["calls"]
        assert {**light, "calls": None} == {**whole, "calls": None}, name
        assert calls == [{"index": n, "call": call} for n, call in enumerate(whole["calls"])], name
        for n, (row, call) in enumerate(zip(light["calls"], whole["calls"], strict=True)):
            if n == whole["verdict"]["call"]:
                assert row == call, name
            else:
                assert row == {**{key: call[key] for key in row}, "hops": statuses(call)}, name


def test_few_calls_are_told_whole_and_of_many_those_that_are_asked_for() -> None:
    given = documents(*(answer(n) for n in range(5)))
    whole = [
        ["value" in call for call in ask("trace", documents=given, rows=rows, whole=[3, 9])["calls"]] for rows in (5, 4)
    ]
    assert whole == [[True] * 5, [True, False, False, True, False]], "the first is the one of the verdict"


def test_a_call_asked_for_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given = documents(*(answer(n, f'{{"n": {n}}}') for n in range(5)))
    ask("trace", documents=given, rows=0)
    monkeypatch.setattr(telling, "trace", lambda given: pytest.fail("judged again"))
    (told,) = ask("calls", documents=given, calls=[2])["calls"]
    assert told["call"]["value"] == {"n": 2}


def test_a_call_is_never_told_of_other_documents_than_it_was_asked_for() -> None:
    one, other = (documents(*(answer(n, f'{{"n": {n + add}}}') for n in range(5))) for add in (0, 10))
    ask("trace", documents=one, rows=0)
    assert ask("calls", documents=other, calls=[2])["calls"][0]["call"]["value"] == {"n": 12}
    assert ask("calls", documents=one, calls=[2, 7])["calls"][0]["call"]["value"] == {"n": 2}
    renamed = [{**one[0], "name": "renamed"}]
    assert ask("calls", documents=renamed, calls=[2])["calls"][0]["call"]["hops"]["call"]["at"]["document"] == "renamed"


@pytest.mark.parametrize("written", ["0", "-0", "0.0", "0e7"])
def test_an_index_may_be_written_as_json_writes_whole_numbers(written: str) -> None:
    params = json.dumps({"documents": documents(answer(0))})[:-1]
    reply = json.loads(api.handle(f'{{"id": 1, "method": "calls", "params": {params}, "calls": [{written}, 1e99]}}}}'))
    assert [(told["index"], told["call"]["name"]) for told in reply["result"]["calls"]] == [(0, "look")]


def test_calls_are_told_alike_when_nothing_is_remembered() -> None:
    given = documents(*(answer(n, '{"n": 1e999, "n": 2}') for n in range(3)))
    ask("trace", documents=given, rows=0)
    kept = ask("calls", documents=given, calls=[0, 1, 2])
    recent.forget()
    assert ask("calls", documents=given, calls=[0, 1, 2]) == kept
