"""Raw completions pasted as they are: the calls in them are told in any template, and nothing else is taken for one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api
from hopscope.flow import documents

OBJECT = '{"name": "get_weather", "arguments": {"city": "Oslo"}}'
COMPLETIONS = {
    "Hermes": f"<tool_call>\n{OBJECT}\n</tool_call>",
    "Hermes behind a thought": f"<think>Weather.</think>\n\n<tool_call>\n{OBJECT}\n</tool_call><|im_end|>",
    "two in a row": f"<tool_call>\n{OBJECT}\n</tool_call>\n<tool_call>\n{OBJECT}\n</tool_call>",
    "Mistral": f"[TOOL_CALLS][{OBJECT}]</s>",
    "Mistral with a name": '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}',
    "Llama": '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}<|eom_id|>',
    "DeepSeek": "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather\n"
    '```json\n{"city": "Oslo"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    "Kimi": "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>"
    '{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>',
    "gpt-oss": '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
    "Qwen3-Coder": "<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>",
    "GLM": "<tool_call>get_weather<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>",
    "invoke": '<function_calls>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n',
}
SENT = {"name": "send_mail", "arguments": {"to": "Ola"}}
SHOWN = [
    "# Calls\n\nA model writes:\n\n    CALL\n\nThe server makes a structured call of it.\n",
    "<p>Models write:</p><pre>CALL</pre><p>Then the server answers.</p>",
    "<html><body><p>Models write:</p><pre><code>CALL</code></pre></body></html>",
    '<project><target name="all">CALL</target></project>',
    "| Model | Form |\n| --- | --- |\n| A | CALL |\n| B | none |\n",
    "text = '''CALL'''\nassert parse(text).name == 'get_weather'\n",
    "For each call write it like this:\nCALL\nNever call a tool that is not listed.",
]
BARE = [
    'get_weather(city="Oslo")',
    '[get_weather(city="Oslo")]',
    '{"name": "get_weather", "parameters": {"city": "Oslo"}}',
]
TOOLS = json.dumps({"tools": [{"name": "get_weather", "inputSchema": {"properties": {"city": {"type": "string"}}}}]})


def traced(*texts: str) -> dict[str, Any]:
    documents = [{"name": f"{n}.txt", "text": text} for n, text in enumerate(texts)]
    request = {"id": 1, "method": "trace", "params": {"documents": documents}}
    return dict(json.loads(api.handle(json.dumps(request)))["result"])


def codes(result: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in result["findings"]]


@pytest.mark.parametrize("kind", COMPLETIONS)
def test_a_raw_completion_shows_its_calls_and_none_is_counted_as_made(kind: str) -> None:
    result = traced(COMPLETIONS[kind])
    assert (codes(result), result["calls"], result["verdict"]["status"]) == (["call-in-text"], [], "warning")
    (finding,) = result["findings"]
    call = finding["params"]["calls"][0]
    assert (
        (call["name"], json.loads(call["text"]))
        == ("get_weather", call["arguments"])
        == ("get_weather", {"city": "Oslo"})
    )
    assert finding["at"]["end"] > finding["at"]["start"]


@pytest.mark.parametrize("text", BARE)
def test_without_marks_only_a_tool_that_is_listed_makes_a_text_a_call(text: str) -> None:
    assert "call-in-text" in codes(traced(text, TOOLS))
    assert "call-in-text" not in codes(traced(text))


def test_a_call_in_the_text_beside_captured_ones_leaves_them_as_they_are() -> None:
    listed = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": json.loads(OBJECT)}
    result = traced(f"The model said <tool_call>{OBJECT}</tool_call> and the host sent\n{json.dumps(listed)}\n")
    assert [call["name"] for call in result["calls"]] == ["get_weather"]


@pytest.mark.parametrize("kind", COMPLETIONS)
def test_a_captured_call_stays_wherever_it_stands_among_completions(kind: str) -> None:
    said, sent = COMPLETIONS[kind], json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SENT})
    for text in (f"{said}\n{sent}\n", f"{sent}\n{said}\n", f"{said}\n{sent}\n{said}\n"):
        before = [call for document in documents.read_all([("log", text)]) for call in document.captures]
        assert bool(before) <= ("call-in-text" not in codes(traced(text))), text


def test_a_captured_call_between_completions_is_told() -> None:
    said, sent = COMPLETIONS["Hermes"], {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": SENT}
    result = traced(f"{said}\n{json.dumps(sent)}\n{said}\n")
    assert ("send_mail" in [call["name"] for call in result["calls"]], codes(result)) == (True, [])


def test_a_result_between_calls_leaves_a_conversation_raw() -> None:
    said = COMPLETIONS["Hermes"]
    result = traced(
        f'{said}<|im_end|>\n<tool_response>\n{{"temperature": 3}}\n</tool_response><|im_end|>\n{said}<|im_end|>'
    )
    assert (codes(result), len(result["findings"][0]["params"]["calls"])) == (["call-in-text"], 2)


@pytest.mark.parametrize("kind", COMPLETIONS)
@pytest.mark.parametrize("shown", SHOWN)
def test_a_page_that_shows_a_call_and_goes_on_is_no_completion(kind: str, shown: str) -> None:
    text = shown.replace("CALL", COMPLETIONS[kind])
    assert "call-in-text" not in codes(traced(text))
    assert "call-in-text" not in codes(traced(text, TOOLS))


@pytest.mark.parametrize(
    "begin", ["# Weather \u2600\n\nHow it calls:\n\n", "---\ntitle: Calls\n---\n\n", "\n# Calls\n## One\n"]
)
@pytest.mark.parametrize("kind", COMPLETIONS)
def test_a_page_that_ends_in_a_call_is_no_completion(kind: str, begin: str) -> None:
    text = f"{begin}{COMPLETIONS[kind]}"
    assert "call-in-text" not in codes(traced(text))


@pytest.mark.parametrize(
    "text",
    [
        "Write\n<tool_call>\nHERE\n</tool_call>\nand wait for the result.",
        "It is written as `<tool_call>HERE</tool_call>` \U0001f4dd there.",
        "# Calls\n\n<tool_call>\nHERE\n</tool_call>\n",
        "[TOOL_CALLS] [HERE] is what it writes.",
        "Then <function_call> HERE </function_call> or <|python_tag|>HERE may come.",
    ],
)
def test_a_call_that_prose_shows_in_the_marks_of_a_template_was_not_sent(text: str) -> None:
    for others in ((), (TOOLS,)):
        result = traced(text.replace("HERE", OBJECT), *others)
        assert (result["calls"], "call-in-text" in codes(result), "text-repaired" in codes(result)) == (
            [],
            False,
            False,
        )


def test_a_call_that_prose_holds_without_marks_is_read() -> None:
    assert [call["name"] for call in traced(f"The host sent {OBJECT} to the server.")["calls"]] == ["get_weather"]


@pytest.mark.parametrize(
    "text", ["See <tool_call> in the docs.", "`<tool_call>{}</tool_call>`", "<function>x</function>"]
)
def test_prose_about_templates_is_no_call(text: str) -> None:
    assert "call-in-text" not in codes(traced(text))
