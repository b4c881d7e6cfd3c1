"""Calls and results written for another dialect: its reader finds the same calls in them, answered and faultless."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hopscope import api, dialects

CAPTURES = Path(__file__).parents[4] / "shared" / "captures"
TARGETS = sorted(id for id, dialect in dialects.every().items() if dialect.replay)
HAS_FLAG = {id for id in TARGETS if dialects.every()[id].returns.flag}

CHAT = {
    "messages": [
        {"role": "user", "content": "Warm both."},
        {"role": "assistant", "content": None, "tool_calls": [
            {"id": "call_a", "type": "function", "function": {"name": "set_tank", "arguments":
             '{"tank":7120398455310987213,"c":1.50}'}},
            {"id": "call_b", "type": "function", "function": {"name": "set_tank", "arguments": "{}"}},
        ]},
        {"role": "tool", "tool_call_id": "call_a", "content": '{"ok":true,"id":7120398455310987213}'},
        {"role": "tool", "tool_call_id": "call_b", "content": "no such tank"},
    ]
}  # fmt: skip
ANTHROPIC = {
    "messages": [
        {"role": "user", "content": "Go."},
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "toolu_1", "name": "open_gate", "input": {"gate": 3}}],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "jammed", "is_error": True}],
        },
    ]
}
GEMINI = {
    "contents": [
        {
            "role": "model",
            "parts": [{"functionCall": {"name": "find", "args": {"q": "eel"}}, "thoughtSignature": "c2ln"}],
        },
        {"role": "user", "parts": [{"functionResponse": {"name": "find", "response": {"output": 3}}}]},
    ]
}
MCP = [
    {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "find", "arguments": {"q": "eel"}}},
    {
        "jsonrpc": "2.0",
        "id": 4,
        "result": {"content": [{"type": "text", "text": '{"n": 1}'}], "structuredContent": {"n": 1}},
    },
]
SOURCES: dict[str, Any] = {"chat": CHAT, "anthropic": ANTHROPIC, "gemini": GEMINI, "mcp": MCP}


def door(method: str, text: str, **params: Any) -> dict[str, Any]:
    request = {"id": 1, "method": method, "params": {"documents": [{"name": "case.json", "text": text}], **params}}
    reply = json.loads(api.handle(json.dumps(request)))
    assert "result" in reply, reply["error"]
    return dict(reply["result"])


def convert(value: Any, to: str, **params: Any) -> dict[str, Any]:
    return door("convert", value if isinstance(value, str) else json.dumps(value), to=to, what="calls", **params)


def keywords(result: dict[str, Any]) -> list[str]:
    return [loss["params"]["keyword"] for loss in result["losses"]]


@pytest.mark.parametrize("to", TARGETS)
@pytest.mark.parametrize("source", SOURCES)
def test_the_target_reads_the_same_calls_answered_and_finds_no_fault(source: str, to: str) -> None:
    before = door("trace", json.dumps(SOURCES[source]))
    text = convert(SOURCES[source], to)["text"]
    after = door("trace", text)
    assert [document["dialect"] for document in after["documents"]] == [to]
    told = [[(call["name"], call["value_text"]) for call in trace["calls"]] for trace in (before, after)]
    assert told[0] == told[1]
    hop = "result" if to == "mcp" else "return"
    assert {call["hops"][hop]["status"] for call in after["calls"]} <= {"ok", "warning"}
    faults = [
        f["code"]
        for f in after["findings"]
        if f["severity"] != "note" and f["code"] not in ("text-number-unsafe", "result-error")
    ]
    assert faults == []


@pytest.mark.parametrize("to", TARGETS)
def test_ids_are_kept_where_they_fit_and_each_is_another(to: str) -> None:
    result = convert(CHAT, to)
    assert [result["text"].count(id) for id in ("call_a", "call_b")] == [2, 2]
    assert [change for change in result["changes"] if change["keyword"] == "id"] == []


@pytest.mark.parametrize("to", ["openai-chat", "anthropic-messages", "bedrock-converse"])
def test_a_call_without_an_id_gets_one_and_that_is_told(to: str) -> None:
    result = convert(GEMINI, to)
    (change,) = [change for change in result["changes"] if change["keyword"] == "id"]
    assert (change["before"], change["kind"]) == (None, "rewritten")
    assert door("trace", result["text"])["calls"][0]["id"] == change["after"]


def test_an_id_with_letters_that_the_target_refuses_is_made_anew() -> None:
    text = json.dumps(CHAT).replace("call_a", "functions.set_tank:0")
    assert '"toolUseId": "functions.set_tank:0"' in convert(text, "bedrock-converse")["text"]
    assert "functions.set_tank:0" not in convert(text, "anthropic-messages")["text"]


@pytest.mark.parametrize("to", TARGETS)
def test_an_error_stays_an_error_or_is_told_as_lost(to: str) -> None:
    result = convert(ANTHROPIC, to)
    assert ("is_error" in keywords(result)) is (to not in HAS_FLAG)
    assert "jammed" in result["text"]


def test_a_number_keeps_its_digits_in_every_form() -> None:
    for to in TARGETS:
        text = convert(CHAT, to)["text"]
        assert text.count("7120398455310987213") >= 2, to
        assert "1.50" in text, to


def test_a_signature_that_only_gemini_reads_is_told_as_lost() -> None:
    assert "thoughtSignature" in keywords(convert(GEMINI, "openai-chat"))


@pytest.mark.parametrize(
    ("to", "carried"),
    [("openai-chat", True), ("openai-responses", True), ("anthropic-messages", False), ("mcp", False)],
)
def test_arguments_that_are_no_object_are_carried_as_text_or_told_as_lost_never_as_an_empty_object(
    to: str, carried: bool
) -> None:
    result = convert(json.dumps(CHAT).replace("{}", '{\\"tank\\": 1, \\"c'), to)
    assert ('{\\"tank\\": 1, \\"c' in result["text"]) is carried
    assert ("arguments" in keywords(result)) is not carried
    assert carried or "are no object, does not survive the conversion" in result["losses"][0]["message"]
    assert json.loads(result["text"]) is not None


def test_one_call_alone_can_be_asked_for() -> None:
    result = convert(CHAT, "anthropic-messages", call=1)
    assert [message["role"] for message in json.loads(result["text"])["messages"]] == ["assistant", "user"]
    assert "no such tank" in result["text"]
    assert "call_a" not in result["text"]


def test_a_schema_in_a_result_is_told_to_those_who_send_it_to_gemini() -> None:
    log = json.loads(json.dumps(CHAT).replace("no such tank", '{\\"$ref\\": \\"#/x\\"}'))
    assert "$ref" in keywords(convert(log, "gemini-generatecontent"))
    assert keywords(convert(log, "anthropic-messages")) == []


def test_an_image_in_a_result_is_told_as_lost() -> None:
    block = {"type": "image", "data": "aGk=", "mimeType": "image/png"}
    log = json.loads(json.dumps(MCP))
    log[1]["result"]["content"].append(block)
    assert "content" in keywords(convert(log, "openai-chat"))


@pytest.mark.parametrize(
    ("params", "why"),
    [
        ({"to": "contract"}, "contract has no form for calls made elsewhere."),
        ({"to": "openai-chat", "call": 9}, "the documents hold no call 9; calls are counted from 0, and there are 2."),
    ],
)
def test_what_can_not_be_written_is_a_bad_request_that_says_why(params: dict[str, Any], why: str) -> None:
    documents = [{"name": "case.json", "text": json.dumps(CHAT)}]
    asked = {"id": 1, "method": "convert", "params": {"documents": documents, "what": "calls", **params}}
    error = json.loads(api.handle(json.dumps(asked)))["error"]
    assert error["code"] == "bad-params" and error["message"].endswith(why)


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="the recorded captures (../shared/captures) are not there")
@pytest.mark.parametrize("to", TARGETS)
def test_every_recorded_capture_is_replayed_without_a_crash_and_read_again(to: str) -> None:
    files = [path for path in sorted(CAPTURES.rglob("*")) if path.is_file() and path.stat().st_size < 60_000]
    for path in files[::9]:
        text = path.read_text("utf-8", errors="replace")
        result = convert(text, to)
        lost = len([loss for loss in result["losses"] if loss["params"]["keyword"] == "arguments"])
        calls = door("trace", text)["calls"]
        if to == "otel-genai" or not calls:
            continue
        again = door("trace", result["text"])["calls"]
        assert len(again) >= len(calls) - lost, path.name
