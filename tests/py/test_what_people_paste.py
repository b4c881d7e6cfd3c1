"""What people who debug tool calls paste, and what they must see: broken, cut, merged and re-encoded texts through the door."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api

WRITE = {
    "type": "object", "required": ["path", "content"], "additionalProperties": False,
    "properties": {"path": {"type": "string"}, "content": {"type": "string"}},
}  # fmt: skip
NOTHING = {"type": "object", "properties": {}}
TODOS = {
    "type": "object", "required": ["todos"],
    "properties": {"todos": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string"}},
}  # fmt: skip


def ask(method: str, **params: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(api.handle(json.dumps({"id": 1, "method": method, "params": params})))["result"]
    return found


def laid(text: str, **options: Any) -> dict[str, Any]:
    return ask("format", text=text, indent=0, **options)


def traced(arguments: Any, schema: dict[str, Any], reason: str = "tool_calls", **usage: int) -> dict[str, Any]:
    tool = {"type": "function", "function": {"name": "write", "parameters": schema}}
    call = {"id": "c1", "type": "function", "function": {"name": "write", "arguments": arguments}}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    choice = {"index": 0, "finish_reason": reason, "message": message}
    answer = {"id": "x", "object": "chat.completion", "model": "m", "choices": [choice]} | (
        {"usage": usage} if usage else {}
    )
    request = {"model": "m", "max_tokens": 1500, "messages": [{"role": "user", "content": "go"}], "tools": [tool]}
    documents = [{"name": "asked", "text": json.dumps(request)}, {"name": "answer", "text": json.dumps(answer)}]
    return ask("trace", documents=documents)


def codes(found: dict[str, Any]) -> list[str]:
    return [one["code"] for one in found["findings"]]


def test_a_cut_call_that_claims_to_be_finished_names_place_brackets_and_the_token_limit() -> None:
    found = traced(
        '{"path": "/a", "content": "lorem', WRITE, completion_tokens=1500, prompt_tokens=9, total_tokens=1509
    )
    verdict = found["verdict"]
    assert (verdict["code"], verdict["status"]) == ("arguments-truncated", "fail")
    for word in ("inside a string", "1500 tokens used are exactly the limit", "tool_calls claims a finished turn"):
        assert word in verdict["message"]
    assert len(found["findings"][0]["related"]) == 2


def test_a_list_cut_between_two_elements_is_guessed_and_never_called_normalised() -> None:
    found = laid('{"commands":["npm install","npm test"')
    assert (found["completeness"], codes(found)) == ("guessed", ["text-truncated"])
    assert codes(traced('{"path": "/a", "content": "whole"}', WRITE, reason="length")) == ["call-maybe-cut"]


@pytest.mark.parametrize(
    ("text", "stage"),
    [('{"a":1}', "complete"), ("{'a':1,}", "normalised"), ('{"a":"cut', "guessed"), ("nothing here", "unreadable")],
)
def test_every_stage_of_repair_has_a_verdict_of_its_own(text: str, stage: str) -> None:
    assert laid(text)["completeness"] == stage


@pytest.mark.parametrize(
    ("arguments", "code"),
    [("", "arguments-empty"), ("so I will write it", "arguments-unreadable"), ('{"path": "/a"', "arguments-truncated")],
)
def test_empty_unreadable_and_cut_are_three_verdicts_and_none_becomes_an_empty_object(
    arguments: str, code: str
) -> None:
    found = traced(arguments, WRITE)
    assert found["verdict"]["code"] == code
    assert found["calls"][0]["value"] is None


def test_a_text_cut_far_inside_says_how_many_brackets_are_open_and_lists_them_as_places() -> None:
    deep = '{"a": [{"b": [{"c": "it stops'
    found = laid(deep)["findings"][0]
    assert found["message"] == "The text ends inside a string, with 5 brackets left open."
    assert len(found["related"]) == 6
    called = traced(deep, WRITE)["findings"][0]
    assert "with 5 brackets left open" in called["message"]
    assert len(called["related"]) == 6
    assert "with { at 1:1 and [ at 1:7 left open" in laid('{"a": [1, 2')["findings"][0]["message"]


def test_where_a_required_field_is_missing_because_of_a_cut_the_cut_is_the_first_cause() -> None:
    assert codes(traced('{"path": "/a", "con', WRITE)) == ["arguments-truncated"]


def test_a_cutting_mark_in_a_history_points_at_its_message() -> None:
    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "write", "arguments": '{"content": "lorem ...[truncated]'},
    }
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
    ]
    found = ask("trace", documents=[{"name": "asked", "text": json.dumps({"model": "m", "messages": messages})}])
    finding = found["findings"][0]
    assert finding["code"] in ("history-arguments", "arguments-truncated")
    assert finding["at"]["path"][0].startswith("/messages/1/")
    assert codes(laid('{"content": "lorem ...[truncated]')) == ["text-truncated"]


def test_a_tool_use_whose_input_is_a_string_is_named_with_its_message() -> None:
    block = {"type": "tool_use", "id": "t1", "name": "write", "input": '{"path": "/a"}'}
    back = {"type": "tool_result", "tool_use_id": "t1", "content": "ok"}
    messages = [
        {"role": "user", "content": "go"},
        {"role": "assistant", "content": [block]},
        {"role": "user", "content": [back]},
    ]
    text = json.dumps({"model": "m", "max_tokens": 9, "messages": messages})
    finding = ask("trace", documents=[{"name": "asked", "text": text}])["findings"][0]
    assert finding["code"] == "history-arguments"
    assert finding["at"]["path"][0].startswith("/messages/1/content/0")


def test_glued_braces_inside_a_valid_string_are_never_touched() -> None:
    text = '{"code":"if (a){b}{c}","n":1.0}'
    assert (laid(text)["text"], laid(text)["edits"]) == (text, [])


def test_every_edit_has_offset_line_column_removed_inserted_rule_and_confidence() -> None:
    (edit,) = laid('{"a": 1,\n "b": [2,]}')["edits"]
    assert edit == {
        "start": 17,
        "end": 18,
        "line": 2,
        "column": 9,
        "removed": ",",
        "inserted": "",
        "rule": "trailing-comma",
        "confidence": "sure",
    }


@pytest.mark.parametrize(
    ("text", "confidence"),
    [
        ('{"a": 1,}', {"sure"}),
        ('{"a": 007}', {"likely"}),
        ('{"a": , "b": \'x\'}', {"guess", "sure"}),
        ('{"a": [1', {"guess"}),
    ],
)
def test_the_confidence_of_an_edit_tells_what_is_sure_from_what_is_guessed(text: str, confidence: set[str]) -> None:
    assert {edit["confidence"] for edit in laid(text)["edits"]} == confidence


def test_valid_json_is_untouched_and_an_unclear_repair_names_both_readings() -> None:
    assert laid('{"a":"x, \\"b\\": y"}')["completeness"] == "complete"
    message = laid('{"a": "b, "c": "d"}')["findings"][0]["message"]
    assert "closing quote" in message
    assert "belongs to the string" in message


def test_an_empty_string_for_a_tool_without_parameters_passes_as_an_empty_object() -> None:
    found = traced("", NOTHING)
    assert (found["calls"][0]["value"], codes(found)) == ({}, ["arguments-empty"])
    assert "passes" in found["findings"][0]["message"]


@pytest.mark.parametrize("layers", [1, 2])
def test_arguments_encoded_too_often_show_the_layers_and_the_object_inside(layers: int) -> None:
    text = '{"path": "/a", "content": "x"}'
    for _ in range(layers):
        text = json.dumps(text)
    found = traced(text, WRITE)
    assert (found["verdict"]["code"], found["findings"][0]["params"]["layers"]) == ("arguments-double-encoded", layers)
    assert found["calls"][0]["value"] == {"path": "/a", "content": "x"}
    assert laid(text)["layers"] == ["string"] * layers


def test_only_the_field_that_must_be_a_list_is_named_where_it_is_a_string_of_one() -> None:
    found = traced(json.dumps({"todos": '["a"]', "note": '["b"]'}), TODOS)
    assert codes(found) == ["arguments-nested-encoded"]
    assert found["findings"][0]["at"]["path"][-1] == "/todos"


def test_half_a_character_is_named_with_its_place() -> None:
    (finding,) = laid('{"messages":[{"a":"x\\ud83d"}]}')["findings"]
    assert (finding["code"], finding["at"]["path"]) == ("text-lone-surrogate", ["/messages/0/a"])


def test_half_a_character_can_be_replaced_by_the_sign_for_a_lost_one() -> None:
    for text in ('{"a":"\U0001f642 x\\ud83d y"}', '{"a":"\U0001f642 x\ud83d y"}'):
        (finding,) = laid(text)["findings"]
        (edit,) = finding["fix"]["edits"]
        raw = text.encode("utf-16-le", "surrogatepass")
        mended = raw[: 2 * edit["start"]] + edit["text"].encode("utf-16-le") + raw[2 * edit["end"] :]
        assert json.loads(mended.decode("utf-16-le")) == {"a": "\U0001f642 x\ufffd y"}


def test_a_call_written_into_the_text_is_shown_and_not_counted_as_a_call() -> None:
    content = 'Sure.\n<tool_call>\n{"name": "write", "arguments": {"path": "/a", "content": "x"}}\n</tool_call>'
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    answer = {"id": "x", "object": "chat.completion", "model": "m", "choices": [choice]}
    found = ask("trace", documents=[{"name": "answer", "text": json.dumps(answer)}])
    assert (codes(found), found["calls"]) == (["call-in-text"], [])
    assert found["findings"][0]["params"]["calls"][0]["name"] == "write"


@pytest.mark.parametrize("digits", ["2512292042121000001", "0.12345678901234567890", "1E400", "1.0", "-0"])
def test_digits_stay_as_they_are_written_also_through_a_repair(digits: str) -> None:
    assert laid(f'{{"id":{digits}}}')["text"] == f'{{"id":{digits}}}'
    assert laid(f"{{'id':{digits},}}")["text"] == f'{{"id":{digits}}}'


def test_a_number_javascript_rounds_is_told_with_what_javascript_reads() -> None:
    (finding,) = laid('{"id":2512292042121000001}')["findings"]
    assert finding["code"] == "text-number-unsafe"
    assert (finding["params"]["text"], finding["params"]["javascript"]) == (
        "2512292042121000001",
        "2512292042121000000",
    )


def test_equal_keys_stay_and_both_places_and_values_are_told() -> None:
    found = laid('{"a":1,"a":2}')
    (finding,) = found["findings"]
    assert found["text"] == '{"a":1,"a":2}'
    assert (finding["code"], finding["severity"]) == ("text-duplicate-key", "warning")
    assert (finding["params"]["earlier"], finding["params"]["later"], len(finding["related"])) == ("1", "2", 1)


def test_json_in_strings_opens_in_place_and_folds_back_to_the_exact_original() -> None:
    text = json.dumps({"a": json.dumps({"b": json.dumps([1.0])})}, separators=(",", ":"))
    found = laid(text, unwrap=True)
    assert found["text"] == '{"a":{"b":[1.0]}}'
    outer = next(one for one in found["unwrapped"] if one["path"] == ["/a"])
    assert found["text"][: outer["start"]] + outer["original"] + found["text"][outer["end"] :] == text
