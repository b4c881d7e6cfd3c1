"""Schemas that contradict themselves, and values that break them at several levels: findings, never an error."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from hopscope import api

TYPES: tuple[Any, ...] = ("array", "boolean", "integer", "null", "number", "object", "string", ["object", "string"])
SCALARS: tuple[Any, ...] = ("", "1", "true", "null", '{"a": 1}', '[{"b": 1}]', None, True, 0, 1, 1.5)
BOUNDS = ("maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties", "minimum", "multipleOf")
DEEPEST = 3
EACH = 40


def of(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


TWO_LEVELS: dict[str, tuple[dict[str, Any], Any]] = {
    "a list of the member that is wrong itself": (
        of(a={"type": "array", "properties": {"b": {"type": "boolean"}}}),
        {"a": {"b": "true"}},
    ),
    "a list of the object with a name too many": (
        of(tags={"type": "array", "properties": {"n": {"type": "string"}}, "additionalProperties": False}),
        {"tags": {"m": 1}},
    ),
    "a string in place of the object": (
        of(o={"type": "string", "properties": {"n": {"type": "integer"}}}),
        {"o": {"n": "1"}},
    ),
    "a string in place of all": ({"type": "string", "properties": {"a": {"type": "string"}}}, {"a": None}),
    "a choice in place of the object": (
        of(a={"enum": ["x"], "properties": {"b": {"type": "integer"}}}),
        {"a": {"b": "q"}},
    ),
    "two halves of one whole": (
        of(a={"allOf": [{"type": "string"}, {"properties": {"b": {"type": "integer"}}}]}),
        {"a": {"b": "q"}},
    ),
    "no member allowed": (of(n=of(k={"type": "integer"})) | {"maxProperties": 0}, {"n": {"k": "x"}}),
    "an object beside a list": (
        {"type": "array", "properties": {"a": {"type": "array"}}, "anyOf": [{"type": "object"}, {"type": "integer"}]},
        {"a": 0},
    ),
}


def call(method: str, **params: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))
    return answer


def answers(schema: Any, value: Any) -> dict[str, dict[str, Any]]:
    """What `validate` says of the value, and `trace` of a call with the value as arguments."""
    function = {"name": "f", "arguments": json.dumps(value)}
    message = {"role": "assistant", "tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
    offered = [{"type": "function", "function": {"name": "f", "parameters": schema}}]
    request = json.dumps({"model": "m", "messages": [message], "tools": offered})
    return {
        "trace": call("trace", documents=[{"name": "request", "text": request}]),
        "validate": call("validate", schema=json.dumps(schema), instance=json.dumps(value)),
    }


@pytest.mark.parametrize("case", TWO_LEVELS)
def test_faults_at_two_levels_are_told_though_no_value_mends_both(case: str) -> None:
    for method, answer in answers(*TWO_LEVELS[case]).items():
        assert "error" not in answer, (method, answer["error"])
        assert answer["result"]["findings"], method


@pytest.mark.parametrize("seed", range(EACH))
def test_no_schema_drawn_at_random_ends_in_an_error(seed: int) -> None:
    random = Random(seed)
    schema, value = drawn_schema(random), drawn_value(random)
    for method, answer in answers(schema, value).items():
        assert "error" not in answer, (method, schema, value, answer["error"])


def drawn_schema(random: Random, depth: int = 0) -> dict[str, Any]:
    """A schema whose keywords are drawn without a look at each other."""
    deeper = depth < DEEPEST

    def inner() -> dict[str, Any]:
        return drawn_schema(random, depth + 1)

    schema: dict[str, Any] = {"type": random.choice(TYPES)} if random.random() < 0.8 else {}
    if deeper and (depth == 0 or random.random() < 0.6):
        schema["properties"] = {name: inner() for name in "ab"[: random.randint(1, 2)]}
        schema |= {"required": ["a"]} if random.random() < 0.5 else {}
        schema |= {"additionalProperties": False} if random.random() < 0.5 else {}
    if deeper and random.random() < 0.2:
        schema["items"] = inner()
    if random.random() < 0.2:
        schema["enum"] = [random.choice(SCALARS), {"a": 1}][: random.randint(1, 2)]
    if random.random() < 0.2:
        schema[random.choice(BOUNDS)] = random.randint(0, 2)
    if deeper and random.random() < 0.2:
        schema[random.choice(("allOf", "anyOf", "oneOf"))] = [inner(), inner()]
    return schema


def drawn_value(random: Random, depth: int = 0) -> Any:
    kind = random.random()
    if depth == 0 or (depth < DEEPEST and kind < 0.35):
        return {name: drawn_value(random, depth + 1) for name in "abc" if random.random() < 0.7}
    if depth < DEEPEST and kind < 0.45:
        return [drawn_value(random, depth + 1) for _ in range(random.randint(0, 2))]
    return random.choice(SCALARS)
