"""Every kind of change of a contract: classed for those who send (input), and the opposite way round for those who read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}
Pair = tuple[dict[str, Any], dict[str, Any]]


def of(properties: Any, *required: str, **more: Any) -> dict[str, Any]:
    asked = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **asked, **more}


def closed(properties: Any, *required: str) -> dict[str, Any]:
    return of(properties, *required, additionalProperties=False)


def either(*kinds: str) -> dict[str, Any]:
    return of({"a": {"type": list(kinds)}})


def one_of(*values: Any) -> dict[str, Any]:
    return of({"a": {"enum": list(values)}})


# Breaking for those who send, compatible for those who read; the other way round with the sides changed.
NARROWER: dict[str, Pair] = {
    "an enum loses a value": (one_of("x", "y"), one_of("x")),
    "a property becomes required": (of({"a": TEXT}), of({"a": TEXT}, "a")),
    "a new required property": (of({"a": TEXT}, "a"), of({"a": TEXT, "b": TEXT}, "a", "b")),
    "a type is narrowed": (either("string", "null"), of({"a": TEXT})),
    "a number becomes an integer": (of({"a": {"type": "number"}}), of({"a": WHOLE})),
    "a bound is raised": (of({"a": {**WHOLE, "minimum": 1}}), of({"a": {**WHOLE, "minimum": 2}})),
    "a length is limited": (of({"a": TEXT}), of({"a": {**TEXT, "maxLength": 5}})),
    "an object is closed": (of({"a": TEXT}), closed({"a": TEXT})),
    "an optional property of a closed object is gone": (closed({"a": TEXT, "b": TEXT}), closed({"a": TEXT})),
    "the items of a list are narrowed": (
        of({"a": {"type": "array", "items": {"type": ["string", "integer"]}}}),
        of({"a": {"type": "array", "items": TEXT}}),
    ),
    "a property that was free is described": (of({"a": TEXT}), of({"a": TEXT, "b": TEXT})),
}
# Breaking for both.
OTHER: dict[str, Pair] = {
    "a value of an enum is another": (one_of("x", "y"), one_of("x", "z")),
    "a type is another": (of({"a": TEXT}), of({"a": WHOLE})),
    "a required property is renamed": (of({"city": TEXT}, "city"), of({"town": TEXT}, "town")),
    "a property of a closed object is renamed": (closed({"city": TEXT}, "city"), closed({"town": TEXT}, "town")),
    "a required property of a closed object is gone": (closed({"a": TEXT, "b": TEXT}, "b"), closed({"a": TEXT})),
    "a pattern is another": (of({"a": {**TEXT, "pattern": "^a"}}), of({"a": {**TEXT, "pattern": "^b"}})),
}
# No difference for anybody's values.
WORDS: dict[str, Pair] = {
    "a description": (of({"a": {**TEXT, "description": "x"}}), of({"a": {**TEXT, "description": "y"}})),
    "a reference written out": (
        of({"a": {"$ref": "#/$defs/A"}}, **{"$defs": {"A": TEXT}}),
        of({"a": TEXT}),
    ),
}
ORDER: dict[str, Pair] = {
    "an enum": (one_of("x", "y"), one_of("y", "x")),
    "the properties": (of({"a": TEXT, "b": WHOLE}), of({"b": WHOLE, "a": TEXT})),
    "what is required": (of({"a": TEXT, "b": WHOLE}, "a", "b"), of({"a": TEXT, "b": WHOLE}, "b", "a")),
}


def listing(side: str, schema: Any) -> str:
    both = {"inputSchema": of({}), "outputSchema": of({})} | {f"{side}Schema": schema}
    return json.dumps({"tools": [{"name": "t", "description": "T.", **both}]})


def diff(left: str, right: str) -> dict[str, Any]:
    params = {"left": left, "right": right, "as": "contract"}
    return dict(json.loads(api.handle(json.dumps({"id": 1, "method": "diff", "params": params})))["result"])


def worst(side: str, left: Any, right: Any) -> str:
    """The worst class of all changes, each of which must have two places or say which side lacks it."""
    result = diff(listing(side, left), listing(side, right))
    classes = {change["class"] for change in result["changes"]}
    assert all(change["left"] or change["right"] for change in result["changes"])
    return next(each for each in ("breaking", "compatible", "text-only", "order-only") if each in classes)


@pytest.mark.parametrize("name", NARROWER)
def test_what_lets_less_through_breaks_callers_and_no_reader(name: str) -> None:
    left, right = NARROWER[name]
    assert (worst("input", left, right), worst("output", left, right)) == ("breaking", "compatible")
    assert (worst("input", right, left), worst("output", right, left)) == ("compatible", "breaking")


@pytest.mark.parametrize("name", OTHER)
def test_what_lets_other_things_through_breaks_both(name: str) -> None:
    left, right = OTHER[name]
    both_ways = [worst(side, *pair) for side in ("input", "output") for pair in ((left, right), (right, left))]
    assert both_ways == ["breaking"] * 4


@pytest.mark.parametrize(("name", "class_"), [*((n, "text-only") for n in WORDS), *((n, "order-only") for n in ORDER)])
def test_what_changes_no_value_is_words_or_order(name: str, class_: str) -> None:
    left, right = (WORDS | ORDER)[name]
    assert [worst(side, left, right) for side in ("input", "output")] == [class_] * 2


def test_a_list_in_another_order_is_order_only_and_says_where_the_bytes_part() -> None:
    tools = [{"name": name, "description": f"{name}.", "inputSchema": of({"x": TEXT})} for name in ("a", "b")]
    result = diff(json.dumps({"tools": tools}), json.dumps({"tools": tools[::-1]}))
    assert {change["class"] for change in result["changes"]} == {"order-only"}
    (finding,) = result["findings"]
    assert "tool 1 (b) is the first to differ, from byte 10 on" in finding["message"]


def test_drift_between_mounts_of_a_trace_is_classed_by_the_same_rules() -> None:
    server = listing("input", of({"a": TEXT, "b": TEXT}, "a", "b"))
    offered = {"type": "function", "function": {"name": "t", "description": "T.", "parameters": of({"a": TEXT}, "a")}}
    request = json.dumps({"model": "m", "messages": [{"role": "user", "content": "x"}], "tools": [offered]})
    documents = [{"name": "server.json", "text": server}, {"name": "request.json", "text": request}]
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}})))
    (drift,) = [one for one in reply["result"]["findings"] if one["code"] == "contract-drift"]
    assert {change["path"]: change["class"] for change in drift["params"]["diff"]}["/required"] == "breaking"


def test_an_offer_to_a_model_need_not_repeat_what_a_server_says_it_gives_back() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    listed = {"tools": [{"name": "weather", "description": "W.", "inputSchema": schema, "outputSchema": schema}]}
    offered = {"type": "function", "name": "weather", "description": "W.", "parameters": schema}
    request = {"model": "m", "input": "Go.", "tools": [offered]}
    told = diff(json.dumps(listed), json.dumps(request))
    assert [change["path"] for change in told["changes"] if change["path"].startswith("/output")] == []
    again = diff(json.dumps({**request, "tools": [{**offered, "output_schema": schema}]}), json.dumps(request))
    assert [change["kind"] for change in again["changes"]] == ["removed"]


@pytest.mark.parametrize("kind", ["number", "figure", None, 5, ["integer", "figure"]])
@pytest.mark.parametrize("open_", [True, False, 0, "x"])
def test_bounds_of_an_api_description_are_compared_whatever_stands_beside_them(kind: Any, open_: Any) -> None:
    def described(schema: Any) -> str:
        body = {"content": {"application/json": {"schema": of({"cells": schema})}}}
        answers = {"201": {"description": "Added."}}
        post = {"operationId": "add", "requestBody": body, "responses": answers}
        return json.dumps({"openapi": "3.0.3", "info": {"title": "A", "version": "1"}, "paths": {"/a": {"post": post}}})

    stated = described({"type": "integer", "minimum": 0, "exclusiveMinimum": True})
    other = described({"type": kind, "minimum": 0, "exclusiveMinimum": open_})
    assert diff(stated, other)["changes"] != []
    assert diff(other, stated)["changes"] != []
