"""Texts and schemas made to do harm, through every verb: an answer, the text as it was, the next input judged right."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import hostile
from hand import chat
from hopscope import api
from hopscope.contracts import watch
from hopscope.ops.share import read

# In WebAssembly one that brings its interpreter down would take all other tests along; `tests/web` tries the like in the page.
pytestmark = pytest.mark.native
SIZE = 1_000
TEXTS = hostile.texts(SIZE)
INSTANCES = ("1", "[1, [2]]", '{"a": {"a": {"__proto__": 1}}}', json.dumps("a" * 40 + "!"))
DIALECTS = ("anthropic-messages", "gemini-generatecontent", "openai-chat")


def documents(*texts: str) -> list[dict[str, str]]:
    return [{"name": f"{n}.txt", "text": text} for n, text in enumerate(texts)]


VERBS: dict[str, Callable[[str], dict[str, Any]]] = {
    "calls": lambda text: {"documents": documents(text), "calls": [0, 1]},
    "convert": lambda text: {"documents": documents(text), "to": "mcp"},
    "diff": lambda text: {"left": text, "right": f"{text} "},
    "format": lambda text: {"text": text, "unwrap": True, "sort_keys": True},
    "lint": lambda text: {"documents": documents(text)},
    "propose": lambda text: {"documents": documents(text)},
    "query": lambda text: {"text": text, "path": "$..a"},
    "share.read": lambda text: {"fragment": text},
    "share.write": lambda text: {"state": {"documents": documents(text)}},
    "trace": lambda text: {"documents": documents(text)},
    "validate": lambda text: {"schema": '{"items": {"type": "null"}}', "instance": text},
}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """The result; what cannot be stopped from inside is left out, as it is where a host has stopped it before."""
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params, "skip": [watch.ALL]})))
    assert "error" not in reply, reply["error"]
    return dict(reply["result"])


def judges_right() -> None:
    for arguments, status in (('{"city": "Oslo"}', "pass"), ('{"city": [7]}', "fail")):
        assert answer("trace", {"documents": documents(chat(arguments))})["verdict"]["status"] == status


def test_every_verb_but_the_one_without_texts_is_among_them() -> None:
    assert VERBS.keys() | {"describe"} == set(api.METHODS)


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("method", VERBS)
def test_a_hostile_text_is_answered_by_every_verb(method: str, kind: str) -> None:
    answer(method, VERBS[method](TEXTS[kind]))
    judges_right()


@pytest.mark.parametrize("kind", TEXTS)
def test_a_hostile_text_comes_back_as_it_was(kind: str) -> None:
    """In a link, and laid out: no string, number or name of valid JSON is another afterwards."""
    text = TEXTS[kind]
    fragment = answer("share.write", VERBS["share.write"](text))["fragment"]
    if fragment is not None:
        same = read({"fragment": fragment})["state"]["documents"] == documents(text)
        assert same
    told = answer("format", {"text": text})
    if told["completeness"] == "unreadable":
        same = told["text"] == text  # compared outside of the assertions, which would write out how such texts differ
    else:
        same = told["completeness"] != "complete" or "".join(told["text"].split()) == "".join(text.split())
    assert same


@pytest.mark.parametrize("kind", hostile.SCHEMAS)
@pytest.mark.parametrize("instance", INSTANCES)
def test_a_hostile_schema_is_answered_or_left_open(kind: str, instance: str) -> None:
    told = answer("validate", {"schema": json.dumps(hostile.SCHEMAS[kind]), "instance": instance})
    assert told["valid"] in (True, False, None)
    assert told["findings"] or told["valid"]
    judges_right()


@pytest.mark.parametrize("kind", hostile.SCHEMAS)
def test_a_hostile_schema_is_answered_by_every_verb_that_reads_contracts(kind: str) -> None:
    schema = hostile.SCHEMAS[kind]
    inputs = {"type": "object", "properties": {"city": {"type": "string"}, "a": schema}}
    tool = json.dumps({"name": "get_weather", "description": "Weather", "inputSchema": inputs, "outputSchema": schema})
    call = chat('{"city": "Oslo", "a": [1]}')
    assert answer("trace", {"documents": documents(tool, call)})["calls"]
    assert answer("lint", {"documents": documents(tool)})["contracts"]
    assert answer("propose", {"documents": documents(tool)})
    assert answer("diff", {"left": tool, "right": tool, "as": "contract"})["equal"]
    assert not answer("diff", {"left": tool, "right": tool.replace("city", "town"), "as": "contract"})["equal"]
    for dialect in DIALECTS:
        for strict in (False, True):
            answer("convert", {"documents": documents(tool), "to": dialect, "strict": strict})
    judges_right()


def test_of_findings_without_end_as_many_are_listed_as_the_limit_says() -> None:
    instance = json.dumps([1] * 5_000)
    told = answer("validate", {"schema": '{"items": {"type": "null"}}', "instance": instance})
    assert told["valid"] is False
    assert len(told["findings"]) == 200
