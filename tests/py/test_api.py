"""The door: what it serves, what it refuses, and that it never raises."""

from __future__ import annotations

import json

import pytest

from hopscope import api, contracts, promises
from hopscope.text.reader import read


def ask(method: str, params: object = None, **more: object) -> dict:
    return json.loads(api.handle(json.dumps({"id": 7, "method": method, "params": params or {}, **more})))


@pytest.mark.parametrize(
    "request_", ["", "{", "[]", "null", "\ud800", "[" * 100_000, '{"id": 1e999}', '{"method": ["x"]}']
)
def test_a_request_that_is_none_is_answered_with_an_error(request_: str) -> None:
    assert json.loads(api.handle(request_))["error"]["code"] in ("bad-request", "unknown-method")


def test_an_unknown_method_is_told_with_the_known_ones() -> None:
    error = ask("guess")["error"]
    assert error["code"] == "unknown-method"
    assert set(error["data"]) == set(api.METHODS)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"documents": "x"},
        {"documents": [{"name": "a"}]},
        {"documents": [], "extra": 1},
        {"documents": [{"name": 1, "text": ""}]},
    ],
)
def test_params_that_break_the_promise_are_a_bad_request(params: dict) -> None:
    error = ask("trace", params)["error"]
    assert error["code"] == "bad-params"
    assert error["data"]


@pytest.mark.parametrize("two", ["2.0", "2e0", "0.2E1"])
def test_an_integer_may_be_spelled_as_any_number(two: str) -> None:
    asked = f'{{"id": 1, "method": "format", "params": {{"text": "[1]", "indent": {two}}}}}'
    assert json.loads(api.handle(asked))["result"]["text"] == "[\n  1\n]"


def test_a_path_that_is_none_is_a_bad_request_that_says_where() -> None:
    error = ask("query", {"text": "{}", "path": "$.[0]"})["error"]
    assert error["code"] == "bad-params"
    assert "character 3" in error["message"]


def test_the_id_of_the_request_comes_back() -> None:
    assert ask("describe")["id"] == 7
    assert ask("guess")["id"] == 7


@pytest.mark.parametrize("part", ["params", "result"])
@pytest.mark.parametrize("method", api.METHODS)
def test_each_method_states_its_params_and_its_result(method: str, part: str) -> None:
    assert api.promise(method, part).faults == ()
    assert api.promise(method, part).check("no object").valid is False


@pytest.mark.parametrize("document", promises.names("api"))
def test_the_schemas_of_the_door_are_sound(document: str) -> None:
    assert [
        fault.message for fault in contracts.compile(promises.read(document)).faults if fault.code == "schema-invalid"
    ] == []
    for definition in promises.read(document)["$defs"].values():
        assert (
            False in (definition.get("additionalProperties"), definition.get("unevaluatedProperties"))
            or "properties" not in definition
            or document == "api/shapes.json"
        )


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("describe", {}),
        ("format", {"text": '{"a": "[1]"}', "unwrap": True}),
        ("diff", {"left": '{"a": "the old words of a text"}', "right": '{"a": "the new words of a text"}'}),
        ("query", {"text": "[1.50]", "path": "$[*]"}),
        ("share.write", {"state": {"documents": [{"name": "a", "text": "x" * 100}]}}),
        ("share.read", {"fragment": "1.x"}),
    ],
)
def test_a_reply_holds_what_its_schema_says_and_nothing_else(method: str, params: dict) -> None:
    reply = read(api.handle(json.dumps({"id": 1, "method": method, "params": params}))).values[0]
    assert [fault.message for fault in api.promise(method, "result").check(reply["result"]).violations] == []


def test_describe_tells_every_code_with_its_words() -> None:
    codes = ask("describe")["result"]["findings"]
    assert len(codes) > 80
    assert all(row["title"] for row in codes)


def test_long_texts_travel_beside_the_envelope() -> None:
    text = json.dumps({"a": "x" * 10_000})
    request = {"id": 1, "method": "format", "params": {"text": {"$text": 0}, "indent": 0}}
    reply, beside = api.handle_texts(json.dumps(request), [text])
    assert json.loads(reply)["result"]["text"] == {"$text": 0}
    assert beside[0] == json.dumps({"a": "x" * 10_000}, separators=(",", ":"))


def test_a_text_that_does_not_travel_beside_is_a_bad_request() -> None:
    request = {"id": 1, "method": "format", "params": {"text": {"$text": 3}}}
    assert json.loads(api.handle_texts(json.dumps(request), [])[0])["error"]["code"] == "bad-request"


def test_digits_and_half_characters_survive_the_door() -> None:
    text = json.dumps('{"n":12345678901234567890,"s":"\\ud83d"}')
    request = f'{{"id":1,"method":"trace","params":{{"documents":[{{"name":"a","text":{text}}}]}}}}'
    reply = api.handle(request)
    reply.encode("utf-8")
    assert "12345678901234567890" in reply


@pytest.mark.parametrize("digits", ["2.5", "2.50", "1e400", "9" * 5_000])
def test_the_digits_of_a_wrong_parameter_are_told_as_they_were_written(digits: str) -> None:
    reply = api.handle(f'{{"id": 12.50, "method": "format", "params": {{"text": "1", "indent": {digits}}}}}')
    assert reply.startswith('{"id":12.50')
    error = read(reply).values[0]["error"]
    assert error["code"] == "bad-params" and digits[:40] in error["message"]


@pytest.mark.parametrize(
    "member", ['"seconds": "1"', '"seconds": true', '"skip": [1.5]', '"skip": {}', '"seconds": NaN']
)
def test_how_long_and_what_to_leave_out_are_numbers(member: str) -> None:
    reply = json.loads(api.handle(f'{{"id": 1, "method": "describe", "params": {{}}, {member}}}'))
    assert reply["error"]["code"] == "bad-request"
