"""What a request says of calling tools goes with them, in the words of each dialect, and what has no word there is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope.ops import convert

SCHEMA = {"type": "object", "properties": {"plot": {"type": "string"}}}
NAMES = ("sow", "mow", "farm.rest")
TOOLS = [{"type": "function", "function": {"name": name, "parameters": SCHEMA}} for name in NAMES]
GRAMMAR = {"type": "custom", "custom": {"name": "note", "format": {"type": "text"}}}


def named(name: str) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name}}


def allowed(mode: str, *names: str) -> dict[str, Any]:
    return {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": [named(name) for name in names]}}


def converted(value: Any, to: str, **params: Any) -> dict[str, Any]:
    documents = [{"name": "request.json", "text": json.dumps(value)}]
    return convert.run({"documents": documents, "to": to, **params})


def asked(choice: Any, **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [], "tools": TOOLS, "tool_choice": choice, **more}


def lost(result: dict[str, Any]) -> list[str]:
    return [one["params"]["what"] for one in result["losses"] if one["params"]["tool"] == "The request"]


SPELLED = {
    "openai-responses": [
        ({"tool_choice": "required"}, "required"),
        ({"tool_choice": {"type": "function", "name": "sow"}}, named("sow")),
    ],
    "openai-realtime": [({"tool_choice": {"type": "function", "name": "sow"}}, named("sow"))],
    "anthropic-messages": [
        ({"tool_choice": {"type": "any"}}, "required"),
        ({"tool_choice": {"type": "tool", "name": "sow"}}, named("sow")),
        ({"tool_choice": {"type": "none"}}, "none"),
    ],
    "gemini-generatecontent": [
        ({"toolConfig": {"functionCallingConfig": {"mode": "ANY"}}}, "required"),
        ({"toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["sow"]}}}, named("sow")),
        (
            {"toolConfig": {"functionCallingConfig": {"mode": "VALIDATED", "allowedFunctionNames": ["sow", "mow"]}}},
            allowed("auto", "sow", "mow"),
        ),
    ],
    "gemini-interactions": [
        ({"generation_config": {"tool_choice": {"allowed_tools": {"mode": "any", "tools": ["sow"]}}}}, named("sow")),
        ({"generation_config": {"tool_choice": "none"}}, "none"),
    ],
    "bedrock-converse": [
        ({"toolConfig": {"toolChoice": {"any": {}}}}, "required"),
        ({"toolConfig": {"toolChoice": {"tool": {"name": "sow"}}}}, named("sow")),
    ],
    "cohere-v2": [({"tool_choice": "REQUIRED"}, "required"), ({"tool_choice": "NONE"}, "none")],
}


def holds(whole: Any, part: Any) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and holds(whole[key], value) for key, value in part.items())
    return bool(whole == part)


@pytest.mark.parametrize(("to", "members", "choice"), [(to, *pair) for to, pairs in SPELLED.items() for pair in pairs])
def test_a_choice_is_spelled_as_the_target_spells_it_and_comes_back_as_it_was(
    to: str, members: Any, choice: Any
) -> None:
    there = converted(asked(choice), to)
    assert holds(json.loads(there["text"]), members)
    assert lost(there) == []
    back = converted(json.loads(there["text"]), "openai-chat")
    assert json.loads(back["text"])["tool_choice"] == choice


@pytest.mark.parametrize(
    ("to", "choice", "what"),
    [
        ("cohere-v2", named("sow"), "that it must be sow"),
        ("ollama", "required", "that some tool must be called"),
        ("bedrock-converse", "none", "that no tool is to be called (leave toolConfig out)"),
        ("anthropic-messages", allowed("required", "sow", "mow"), "that only sow, mow may be called"),
        ("openai-realtime", allowed("auto", "sow"), "that only sow may be called"),
    ],
)
def test_what_the_target_has_no_word_for_is_a_loss_that_says_so(to: str, choice: Any, what: str) -> None:
    assert lost(converted(asked(choice), to)) == [what]


def test_a_choice_that_stands_deeper_is_told_where_it_stands_and_only_where_it_changes() -> None:
    forced = {"toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["sow"]}}}
    request = {"contents": [], "tools": [{"functionDeclarations": [{"name": "sow", "parameters": SCHEMA}]}], **forced}
    pointers = {to: [one["pointer"] for one in converted(request, to)["changes"] if not one["tool"]] for to in SPELLED}
    assert pointers["gemini-generatecontent"] == []
    assert pointers["openai-responses"] == ["/toolConfig/functionCallingConfig"]


def test_a_renamed_tool_is_chosen_under_its_new_name() -> None:
    result = json.loads(converted(asked(named("farm.rest")), "anthropic-messages")["text"])
    assert result["tool_choice"]["name"] == result["tools"][2]["name"] == "farm_rest"


def test_one_call_at_a_time_is_said_where_it_can_be_and_told_as_lost_elsewhere() -> None:
    request = asked("auto", parallel_tool_calls=False)
    there = converted(request, "anthropic-messages")
    assert json.loads(there["text"])["tool_choice"] == {"type": "auto", "disable_parallel_tool_use": True}
    assert (
        json.loads(converted({"messages": [], **json.loads(there["text"])}, "openai-responses")["text"])[
            "parallel_tool_calls"
        ]
        is False
    )
    assert lost(converted(request, "gemini-generatecontent")) == ["that it calls one tool at a time"]


def test_a_free_text_tool_is_chosen_as_what_it_is() -> None:
    request = {**asked({"type": "custom", "custom": {"name": "note"}}), "tools": [*TOOLS, GRAMMAR]}
    assert json.loads(converted(request, "openai-responses")["text"])["tool_choice"] == {
        "type": "custom",
        "name": "note",
    }
    assert lost(converted(request, "anthropic-messages")) == ["that note may be called"]


def test_a_hosted_tool_is_chosen_at_home_and_lost_elsewhere() -> None:
    tools = [{"type": "function", "name": "sow", "parameters": SCHEMA}, {"type": "web_search"}]
    request = {"model": "m", "input": [], "tools": tools, "tool_choice": {"type": "web_search"}}
    assert json.loads(converted(request, "openai-responses")["text"])["tool_choice"] == {"type": "web_search"}
    elsewhere = converted(request, "openai-chat")
    assert "tool_choice" not in json.loads(elsewhere["text"])
    assert lost(elsewhere) == ["its choice of a tool that the provider runs"]


@pytest.mark.parametrize("to", ["mcp", "contract"])
def test_a_list_that_is_no_request_says_nothing_of_choices(to: str) -> None:
    result = converted(asked("required"), to)
    assert (list(json.loads(result["text"])), lost(result)) == (["tools"], [])


def test_one_tool_alone_comes_without_the_choice_among_all() -> None:
    assert list(json.loads(converted(asked("required"), "openai-responses", tool="sow")["text"])) == ["tools"]


def test_a_tool_is_chosen_by_the_name_under_which_its_server_s_contract_is_written() -> None:
    listed = {"tools": [{"name": "sow", "description": "Sow.", "inputSchema": SCHEMA}]}
    function = {"name": "mcp__farm__sow", "description": "Sow.", "parameters": SCHEMA}
    offered = {**asked(named("mcp__farm__sow")), "tools": [{"type": "function", "function": function}]}
    documents = [{"name": "server", "text": json.dumps(listed)}, {"name": "request", "text": json.dumps(offered)}]
    result = convert.run({"documents": documents, "to": "anthropic-messages"})
    assert json.loads(result["text"])["tool_choice"] == {"type": "tool", "name": "sow"}
    assert lost(result) == []


def test_of_several_requests_the_last_one_chooses() -> None:
    text = "\n".join(json.dumps(asked(choice)) for choice in ("required", "none"))
    result = convert.run({"documents": [{"name": "log", "text": text}], "to": "anthropic-messages"})
    assert json.loads(result["text"])["tool_choice"] == {"type": "none"}


@pytest.mark.parametrize(
    "request_",
    [
        {"model": "m", "input": "Sow.", "tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": TOOLS}},
        {"tool_choice": {"type": "allowed_tools", "mode": "auto", "tools": [{"type": "function", "name": "sow"}]}},
        {"settings": {"tool_choice": allowed("required", "sow")}},
        {"toolChoice": {"tools": [{"type": "function", "name": "sow"}]}},
    ],
)
def test_tools_that_a_choice_names_are_not_stated_by_it(request_: dict[str, Any]) -> None:
    assert json.loads(converted(request_, "anthropic-messages")["text"]) == {"tools": []}
