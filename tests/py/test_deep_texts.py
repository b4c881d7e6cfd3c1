"""A text that nests deeper than the limit is a finding of every verb that reads texts, whatever it looks like."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api

DEEP = {
    "quotes and brackets": "['" * 100_000, "brackets": "[" * 100_000, "objects": '{"a":' * 100_000, "both": "[{" * 50_000,
    "just over": "[" * 501 + "]" * 501, "in a stream": "data: " + "[" * 5000 + "]" * 5000 + "\n\n",
    "in a fence": "```json\n" + "[" * 5000 + "\n```", "python": "{'a': " * 2000, "escaped": '{\\"a\\":' * 2000,
}  # fmt: skip


def documents(text: str) -> list[dict[str, str]]:
    return [{"name": "deep", "text": text}]


READING: dict[str, Any] = {
    "format": lambda text: {"text": text, "unwrap": True, "sort_keys": True},
    "validate": lambda text: {"schema": "{}", "instance": text},
    "diff": lambda text: {"left": text, "right": "{}"},
    "trace": lambda text: {"documents": documents(text)},
    "convert": lambda text: {"documents": documents(text), "to": "mcp"},
    "lint": lambda text: {"documents": documents(text)},
    "propose": lambda text: {"documents": documents(text)},
    "query": lambda text: {"text": text, "path": "$..a"},
}
NOT_READING = {"describe", "share.write", "share.read"}  # a link carries texts as they are
NOT_TELLING = {"calls"}  # findings are told by the trace that its calls belong to


def codes(method: str, params: dict[str, Any]) -> list[str]:
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
    return [finding["code"] for finding in reply["result"]["findings"]]


@pytest.mark.parametrize("kind", DEEP)
@pytest.mark.parametrize("method", READING)
def test_a_text_too_deep_is_a_finding_of_every_verb(method: str, kind: str) -> None:
    assert "text-too-deep" in codes(method, READING[method](DEEP[kind]))


@pytest.mark.parametrize("kind", DEEP)
def test_a_schema_too_deep_is_a_finding(kind: str) -> None:
    assert "text-too-deep" in codes("validate", {"schema": DEEP[kind], "instance": "{}"})


def test_every_verb_is_among_them() -> None:
    assert READING.keys() | NOT_READING | NOT_TELLING == set(api.METHODS)


@pytest.mark.parametrize("kind", DEEP)
def test_a_text_too_deep_travels_in_a_link_as_it_is(kind: str) -> None:
    state = {"documents": documents(DEEP[kind]), "view": "format", "options": {}}
    written = json.loads(api.handle(json.dumps({"id": 1, "method": "share.write", "params": {"state": state}})))
    read = api.handle(
        json.dumps({"id": 2, "method": "share.read", "params": {"fragment": written["result"]["fragment"]}})
    )
    assert json.loads(read)["result"]["state"]["documents"] == documents(DEEP[kind])
