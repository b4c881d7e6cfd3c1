"""Real captures of OpenAI's dialects and of the servers that speak them: recognised, read whole, no false alarm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dialect_reading import CAPTURES, MISSING, alarms, arguments, calls, captured, read, trace

# What these captures really hold, and why it is no false alarm.
TOLD = {
    "openai-error.1.json": {"provider-error"},
    "openai-error.1.chunks.txt": {"stream-error"},
    "reasoning-model-legacy-parameter-error.json": {"provider-error"},
    "stream-refusal-logprobs.sse": {"answer-refused"},
    "cohere-null-args.json": {"arguments-not-object"},
    "openrouter__errors.yaml": {"provider-error"},
    "openrouter__stream_error.yaml": {"stream-error"},
    "groq__tool_use_failed.yaml": {"provider-error", "arguments-schema"},
    "groq__tool_use_failed_text.yaml": {"provider-error"},
    "deepseek-responses__rejects_interleaved.yaml": {"provider-error"},
    "test_openai_responses_model_http_error.yaml": {"provider-error"},
    "test_openai_responses_model_mcp_server_tool_with_connector.yaml": {"result-rpc-error"},
    "gemini-openai-compat__no-id.yaml": {"call-id-missing"},
}
ANYWHERE = {"schema-dialect", "call-wrapper"}  # draft 7 schemas, the invented wrapper `parallel`
NOT_WHOLE = "parallel-tool-call-wrapper.1.chunks.txt"  # its first and last line lack their closing braces
WEATHER = {"location": "San Francisco, CA", "unit": "fahrenheit"}
PLACE = {"location": "San Francisco"}


def dialect_of(path: Path) -> str:
    if path.name.startswith("v1_"):
        return "openai-agents"
    if path.parent.name == "openai-compatible":
        return "openai-responses" if "responses__" in path.name else "openai-chat"
    return path.parent.name


FILES = [
    path
    for folder in ("openai-chat", "openai-responses", "openai-compatible", "cohere-v2")
    for path in captured(folder)
    if path.name != NOT_WHOLE
]


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_is_recognised_and_raises_no_false_alarm(path: Path) -> None:
    result = trace(path.read_text(encoding="utf-8"))
    assert result["documents"][0]["dialect"] == dialect_of(path)
    told = ANYWHERE | TOLD.get(path.name, set())
    assert [alarm for alarm in alarms(result) if alarm[0] not in told] == []


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
@pytest.mark.parametrize("name", sorted(TOLD))
def test_what_a_capture_really_holds_is_told(name: str) -> None:
    (path,) = (path for path in FILES if path.name == name)
    codes = {alarm[0] for alarm in alarms(trace(path.read_text(encoding="utf-8")))}
    assert codes >= TOLD[name]


CALLS = {
    "azure-tool-call.1.chunks.txt": [("call_H5DxLSFnsGhiROnUiDHmgyc8", "weather", PLACE)],
    "azure-tool-call.1.json": [("call_YunNGbIwdVJ2i0y0Mybva4Pw", "weather", PLACE)],
    "openai-client-tool-search.2.json": [("call_heVrRaKZEJbsRvHvaEf5BLUI", "get_weather", WEATHER)],
    "github-copilot-id-rotation.1.chunks.txt": [],
    "openai-tool-search.1.json": [
        ("tsc_04bd69550b37ba260069aa689605cc8190bd2d9bf1199fa630", "tool_search", {"paths": ["get_weather"]}),
        ("call_ytqozXvUXG8NN1b0IODxzUaE", "get_weather", WEATHER),
    ],
    "programmatic-tool-calling.2.json": [("call_IYnPSr6i8TyBPs1H9U539pUP", "getDemand", {"sku": "sku_123"})],
    "v1_5_tool_search_and_display_metadata.json": [
        (None, "tool_search", {"query": "account balance"}),
        ("call-display", "lookup", {}),
    ],
    "stream-tool-call-strict.sse": [
        ("call_CTf1nWJLqSeRgDqaCG27xZ74", "get_weather", {"city": "San Francisco", "state": "CA"})
    ],
    "alibaba-qwen__alibaba-tool-call.chunks.txt": [("call_eee11723464a4b9eb8cee71d", "weather", PLACE)],
    "anthropic-compat__anthropic-fallback-tool-call.sse": [("toolu_sanitized", "read_file", {"path": "a.txt"})],
    "deepseek__deepseek-tool-call.chunks.txt": [("call_00_ioIn7yN9p1ZOMNpDLwd4MgAF", "weather", PLACE)],
    "groq__groq-tool-call.chunks.txt": [("tk85n1k4m", "weather", {})],
    "lmstudio-open-responses__lmstudio-tool-call.1.chunks.txt": [("call_2025306790300011", "weather", PLACE)],
    "mistral__mistral-incremental-tool-call.chunks.txt": [
        ("chatcmpl-tool-9f149c74c42f265b", "webSearchTool", {"query": "current Berlin weather"})
    ],
    "mistral__mistral-tool-call.json": [("gSIMJiOkT", "weather", PLACE)],
    "xai__xai-tool-call.chunks.txt": [("call_55117580", "weather", PLACE)],
    "cohere-null-args.json": [("currentTime_tf4dywn8wgnk", "currentTime", None)],
}


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
@pytest.mark.parametrize("name", sorted(CALLS))
def test_the_calls_of_a_capture_are_read(name: str) -> None:
    (path,) = (path for path in FILES if path.name == name)
    found = calls(read(dialect_of(path), path.read_text(encoding="utf-8")))
    assert [(one.id, one.name, arguments(one)) for one in found] == CALLS[name]


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
def test_custom_input_is_joined_from_the_stream() -> None:
    path = CAPTURES / "openai-responses" / "openai-custom-tool.1.chunks.txt"
    found: list[Any] = calls(read("openai-responses", path.read_text(encoding="utf-8")))
    assert [(one.custom, one.arguments.string) for one in found] == [(True, "SELECT * FROM users WHERE age > 25")]


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
def test_a_stream_without_arguments_has_a_blank_call_at_cohere() -> None:
    path = CAPTURES / "cohere-v2" / "cohere-empty-tool-call.chunks.txt"
    (call,) = trace(path.read_text(encoding="utf-8"))["calls"]
    assert (call["id"], call["value"], call["findings"]) == ("currentTime_y46ar19t5gvw", {}, [])
