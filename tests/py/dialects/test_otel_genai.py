"""OpenTelemetry spans of generative AI in the forms exporters write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised, trace

ID = "otel-genai"
SCHEMA = {"type": "object", "properties": {"quay": {"type": "integer"}}}
USER = {"role": "user", "parts": [{"type": "text", "content": "Moor at quay 3."}]}
CALL = {"type": "tool_call", "id": "c-1", "name": "moor", "arguments": {"quay": 3}}
ASKED = {"role": "assistant", "parts": [CALL], "finish_reason": "tool_call"}
TOOL = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c-1", "response": "moored"}]}
DEFINED = [{"type": "function", "name": "moor", "description": "Moor a boat.", "parameters": SCHEMA}]


def span(operation: str, status: str | None = None, **attributes: Any) -> dict[str, Any]:
    named = {f"gen_ai.{name.replace('__', '.')}": value for name, value in attributes.items()}
    told = {"name": operation, "attributes": {"gen_ai.operation.name": operation} | named}
    return told | ({"status": {"status_code": status}} if status else {})


def chat(inputs: list[Any], outputs: list[Any], **more: Any) -> dict[str, Any]:
    return span("chat", input__messages=json.dumps(inputs), output__messages=json.dumps(outputs), **more)


def run(status: str | None = None, **attributes: Any) -> dict[str, Any]:
    return span("execute_tool", status, tool__name="moor", tool__call__id="c-1", **attributes)


def otlp(*spans: dict[str, Any]) -> dict[str, Any]:
    def typed(value: Any) -> dict[str, Any]:
        return {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}

    written = [
        {"name": one["name"], "startTimeUnixNano": str(100 - at),
         "attributes": [{"key": key, "value": typed(value)} for key, value in one["attributes"].items()]}
        for at, one in enumerate(spans)
    ]  # fmt: skip
    return {"resourceSpans": [{"scopeSpans": [{"spans": written}]}]}


FIRST = chat([USER], [ASKED], tool__definitions=json.dumps(DEFINED))
SAID = {"role": "assistant", "parts": [{"type": "text", "content": "Moored."}], "finish_reason": "stop"}
SECOND = chat([USER, ASKED, TOOL], [SAID])


@pytest.mark.parametrize(
    "value", [FIRST, [FIRST, SECOND], otlp(FIRST), FIRST["attributes"], [USER, ASKED], {"spans": [FIRST]}]
)
def test_spans_and_their_messages_are_recognised(value: Any) -> None:
    assert recognised(value) == [ID]
    assert [(call.id, arguments(call)) for call in calls(read(ID, value))][:1] == [("c-1", {"quay": 3})]


@pytest.mark.parametrize(
    "value", [{"attributes": {"http.method": "GET"}}, {"note": "gen_ai.operation.name"}, {"role": "user", "parts": []}]
)
def test_what_only_looks_like_it_is_not(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_chat_span_gives_contract_call_and_reason() -> None:
    capture = read(ID, FIRST)
    (mount,), (turn,) = capture.mounts, capture.turns
    assert (mount.name, mount.hop, mount.input.value) == ("moor", "offer", SCHEMA)
    assert (turn.history, turn.stop.means) == (False, "call")


def test_messages_may_come_as_text_or_structured() -> None:
    structured = span("chat", output__messages=[ASKED])
    assert [arguments(call) for call in calls(read(ID, structured))] == [{"quay": 3}]


def test_spans_are_read_in_the_order_of_their_start() -> None:
    turns = read(ID, otlp(SECOND, FIRST)).turns
    assert [(turn.history, len(turn.calls)) for turn in turns] == [(False, 1), (True, 1), (False, 0)]


def test_a_call_that_later_spans_repeat_is_counted_once() -> None:
    told = trace("\n".join(map(json.dumps, [FIRST, SECOND])))
    assert [call["id"] for call in told["calls"]] == ["c-1"]
    assert told["verdict"]["status"] == "pass"


def test_an_agents_span_repeats_what_its_models_said() -> None:
    agent = span("invoke_agent", output__messages=json.dumps([ASKED]))
    assert len(trace("\n".join(map(json.dumps, [agent, FIRST])))["calls"]) == 1


def test_a_tool_span_is_the_execution_of_the_call_with_its_id() -> None:
    ran = run(tool__call__arguments='{"quay": 4}', tool__call__result="moored")
    told = trace("\n".join(map(json.dumps, [FIRST, ran])))
    (call,) = told["calls"]
    assert call["hops"]["execute"]["status"] == "fail"
    assert call["verdict"]["code"] == "execute-arguments-changed"


def test_a_tool_span_without_arguments_is_compared_with_nothing() -> None:
    told = trace("\n".join(map(json.dumps, [FIRST, run()])))
    assert told["verdict"]["status"] == "pass"


def test_a_failed_tool_span_is_told() -> None:
    told = trace("\n".join(map(json.dumps, [FIRST, run("ERROR", tool__call__arguments='{"quay": 3}')])))
    assert told["verdict"]["code"] == "result-error"


# OTLP's own forms of values, and events


def wrapped(value: Any) -> dict[str, Any]:
    """A value in OTLP's wrappers of types."""
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": wrapped(one)} for key, one in value.items()]}}
    if isinstance(value, list):
        return {"arrayValue": {"values": list(map(wrapped, value))}}
    kinds = {bool: "boolValue", float: "doubleValue", str: "stringValue"}
    if value is None:
        return {}
    return {"intValue": str(value)} if type(value) is int else {kinds[type(value)]: value}


def listed(attributes: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": key, "value": wrapped(value)} for key, value in attributes.items()]


INFERENCE = {
    "gen_ai.operation.name": "chat", "gen_ai.tool.definitions": DEFINED,
    "gen_ai.input.messages": [USER], "gen_ai.output.messages": [ASKED],
}  # fmt: skip
DETAILS = "gen_ai.client.inference.operation.details"
BARE = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"}
FORMS = {
    "a span's attributes": {"spans": [{"name": "chat", "attributes": listed(INFERENCE)}]},
    "an event of a span": {"spans": [
        {"name": "chat", "attributes": listed(BARE), "events": [{"name": DETAILS, "attributes": listed(INFERENCE)}]}
    ]},
    "a log record": {"resourceLogs": [{"scopeLogs": [{"logRecords": [
        {"eventName": DETAILS, "attributes": listed(INFERENCE)}
    ]}]}]},
    "a log record's body": {"resourceLogs": [{"scopeLogs": [{"logRecords": [
        {"eventName": DETAILS, "body": wrapped(INFERENCE)}
    ]}]}]},
    "an event alone": {"name": DETAILS, "attributes": INFERENCE},
}  # fmt: skip


@pytest.mark.parametrize("value", FORMS.values(), ids=FORMS)
def test_messages_are_read_from_every_form_of_otlp(value: Any) -> None:
    told = trace(json.dumps(value))
    assert [(call["id"], call["name"], json.loads(call["arguments"])) for call in told["calls"]] == [
        ("c-1", "moor", {"quay": 3})
    ]
    assert (told["documents"][0]["dialect"], told["verdict"]["status"]) == (ID, "pass")


def test_a_violation_in_wrapped_arguments_is_shown_at_the_wrapped_value() -> None:
    asked = {**ASKED, "parts": [{**CALL, "arguments": {"quay": "third"}}]}
    text = json.dumps({"spans": [{"attributes": listed(INFERENCE | {"gen_ai.output.messages": [asked]})}]})
    (found,) = (one for one in trace(text)["findings"] if one["code"] == "arguments-schema")
    assert text[found["at"]["start"] : found["at"]["end"]] == '"third"'


def test_wrapped_arguments_keep_numbers_truth_values_null_and_lists() -> None:
    said = {"far": 9007199254740993, "half": 0.5, "free": True, "none": None, "crew": ["Ann", {"age": 41}], "empty": {}}
    asked = {**ASKED, "parts": [{**CALL, "arguments": said}]}
    (turn,) = read(ID, {"spans": [{"attributes": listed({**BARE, "gen_ai.output.messages": [asked]})}]}).turns
    assert turn.calls[0].arguments is not None
    assert json.loads(turn.calls[0].arguments.text) == said


@pytest.mark.parametrize("named", ["attribute", "field"])
def test_messages_that_are_events_of_their_own_make_one_conversation(named: str) -> None:
    def record(name: str, body: Any) -> dict[str, Any]:
        told = {"attributes": listed({"gen_ai.system": "openai", "event.name": name})}
        return (told if named == "attribute" else {"eventName": name}) | {"spanId": "s-1", "body": wrapped(body)}

    made = [{"id": "c-1", "type": "function", "function": {"name": "moor", "arguments": '{"quay":3}'}}]
    records = [
        record("gen_ai.user.message", {"content": "Moor at quay 3."}),
        record("gen_ai.assistant.message", {"tool_calls": made}),
        record("gen_ai.tool.message", {"id": "c-1", "content": "moored"}),
        record("gen_ai.choice", {"index": 0, "finish_reason": "stop", "message": {"content": "Moored."}}),
    ]
    past, own = read(ID, {"resourceLogs": [{"scopeLogs": [{"logRecords": records}]}]}).turns
    assert [(call.id, arguments(call)) for call in past.calls] == [("c-1", {"quay": 3})]
    assert ([one.id for one in past.returns], past.history) == (["c-1"], True)
    assert ([text.string for text in own.texts], own.stop.means, own.history) == (["Moored."], "end", False)
