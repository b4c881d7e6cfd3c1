"""OpenAI Responses as its users meet it: bodies, streams of items, conversations, hosted calls, errors."""

from __future__ import annotations

from typing import Any

import pytest

from dialect_reading import calls, read, recognised
from hopscope import dialects
from responses_writing import ID, SOIL, TOOL, call, event, output, request, response, said, user

# What it is recognised by


@pytest.mark.parametrize(
    "value",
    [
        request(user()),
        request("only words", input="How is the soil?"),
        response(call(1)),
        call(1),
        [call(1), call(2)],
        [call(1), output(1)],
        output(1),
        TOOL,
        [TOOL, {"type": "web_search_preview"}],
        {"type": "mcp_call", "id": "mcp_1", "server_label": "garden", "name": "read_soil", "arguments": "{}"},
        event("created", response=response()),
        event("function_call_arguments.delta", item_id="fc_1", output_index=0, delta="{"),
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert ID in recognised(value)


@pytest.mark.parametrize(
    "value",
    [
        {"readme": "Call the Responses API: function_call and function_call_output, type response.completed."},
        {"input": "a line", "output": "another"},
        {"type": "program", "name": "Tuesday"},
        {"paths": {"/responses": {"post": {"requestBody": {"content": {"application/json": {}}}}}}},
        {"type": "function", "doc": "a kind of value"},
    ],
)
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_bare_call_with_an_object_may_be_of_interactions_as_well() -> None:
    assert recognised({"type": "function_call", "name": "read_soil", "arguments": {}}) == [
        "gemini-interactions",
        ID,
    ]


def test_an_error_that_names_a_parameter_of_its_own_is_its_own() -> None:
    plain = {"message": "Missing.", "type": "invalid_request_error", "code": None}
    assert recognised({"error": plain | {"param": "input[2].call_id"}}) == [ID]
    assert recognised({"error": plain | {"param": "messages[2].tool_call_id"}}) == ["openai-chat"]
    assert recognised({"error": plain | {"param": None}}) == ["openai-chat", ID]


# Requests and conversations


def test_a_request_states_what_it_asks_for() -> None:
    form = {"format": {"type": "json_schema", "name": "soil", "schema": SOIL}}
    asked = read(
        ID, request(user(), text=form, max_output_tokens=90, tool_choice={"type": "function", "name": "read_soil"})
    )
    (stated,) = asked.requests
    assert (stated.forced, stated.limit, stated.answer.value) == ("read_soil", 90, SOIL)
    (mount,) = asked.mounts
    assert (mount.name, mount.hop, mount.echo, mount.input.value) == ("read_soil", "offer", False, SOIL)


@pytest.mark.parametrize(
    ("choice", "forced"),
    [
        ("auto", None),
        ("required", "*"),
        ({"type": "allowed_tools", "mode": "required", "tools": []}, "*"),
        ({"type": "allowed_tools", "mode": "auto", "tools": []}, None),
        ({"type": "mcp", "server_label": "garden"}, "*"),
        ({"type": "custom", "name": "note"}, "note"),
    ],
)
def test_a_forced_tool_is_named(choice: Any, forced: str | None) -> None:
    assert read(ID, request(user(), tool_choice=choice)).requests[0].forced == forced


def test_tools_of_every_kind_are_mounted() -> None:
    tools = [
        {"type": "custom", "name": "note", "format": {"type": "text"}},
        {"type": "namespace", "name": "garden", "description": "", "tools": [TOOL]},
        {"type": "web_search_preview_2025_03_11"},
        {"type": "mcp", "server_label": "garden", "server_url": "https://mcp.example"},
    ]
    found = [(mount.name, mount.kind, mount.server) for mount in read(ID, request(user(), tools=tools)).mounts]
    assert found == [("note", "custom", None), ("read_soil", "function", "garden"), ("web_search", "hosted", None)]


def test_an_output_schema_belongs_to_the_contract() -> None:
    result = {"type": "object", "properties": {"moisture": {"type": "number"}}}
    (mount,) = read(ID, request(user(), tools=[TOOL | {"output_schema": result}])).mounts
    assert mount.output.value == result
    assert mount.carries_output


def test_tools_that_come_later_are_mounted_too() -> None:
    items = [
        {"type": "additional_tools", "role": "developer", "tools": [TOOL | {"name": "open_valve"}]},
        {"type": "tool_search_output", "execution": "server", "tools": [TOOL | {"name": "find_bed"}]},
        {"type": "mcp_list_tools", "server_label": "garden", "tools": [{"name": "list_beds", "input_schema": SOIL}]},
    ]
    mounts = read(ID, request(user(), *items)).mounts
    assert [(m.name, m.hop, m.server) for m in mounts] == [
        ("read_soil", "offer", None),
        ("open_valve", "offer", None),
        ("find_bed", "offer", None),
        ("list_beds", "discover", "garden"),
    ]


def test_a_conversation_is_read_in_turns() -> None:
    items = [user(), call(1), call(2), output(2), output(1), said(), user("And now?"), call(3)]
    turns = read(ID, request(*items)).turns
    assert [[c.id for c in turn.calls] for turn in turns] == [["call_1", "call_2"], [], ["call_3"]]
    assert [returned.id for returned in turns[0].returns] == ["call_2", "call_1"]
    assert [turn.answered for turn in turns] == [True, True, False]
    assert not any(returned.misplaced for returned in turns[0].returns)


def test_the_call_id_is_the_id_and_the_item_id_is_kept_beside_it() -> None:
    (found,) = calls(read(ID, request(user(), call(1))))
    assert (found.id, found.item) == ("call_1", "fc_1")


def test_a_result_before_its_call_is_misplaced() -> None:
    (turn,) = read(ID, request(user(), output(1), call(1))).turns
    assert turn.returns[0].misplaced


def test_a_result_of_an_earlier_response_stands_alone() -> None:
    read_ = read(ID, request(output(1), previous_response_id="resp_0"))
    assert [returned.id for returned in read_.returns] == ["call_1"]
    assert read_.turns == ()


@pytest.mark.parametrize("content", [{"moisture": 3}, 3, [{"type": "text", "text": "dry"}]])
def test_a_result_of_a_refused_kind_says_what_is_taken(content: Any) -> None:
    (turn,) = read(ID, request(user(), call(1), output(1, output=content))).turns
    assert "input_text" in turn.returns[0].wanted


@pytest.mark.parametrize("content", ["dry", "", [{"type": "input_text", "text": "dry"}]])
def test_a_result_of_text_is_fine(content: Any) -> None:
    (turn,) = read(ID, request(user(), call(1), output(1, output=content))).turns
    assert turn.returns[0].wanted is None


# Responses


def test_a_response_repeats_its_request_where_that_was_not_captured() -> None:
    alone = read(ID, response(call(1), max_output_tokens=70))
    assert [(mount.name, mount.echo) for mount in alone.mounts] == [("read_soil", True)]
    assert alone.turns[0].request.limit == 70
    both = read(ID, request(user()), response(call(1)))
    assert [(mount.name, mount.echo) for mount in both.mounts] == [("read_soil", False)]
    assert both.turns[0].request is both.requests[0]


@pytest.mark.parametrize(
    ("fields", "means"),
    [
        ({}, "end"),
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "length"),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, "filter"),
        ({"status": "failed"}, "error"),
    ],
)
def test_the_status_says_why_it_ended(fields: dict[str, Any], means: str) -> None:
    (turn,) = read(ID, response(call(1), **fields)).turns
    assert turn.stop.means == means


def test_a_response_at_work_has_not_stopped() -> None:
    assert read(ID, response(status="in_progress")).turns[0].stop is None


def test_a_refusal_is_no_text() -> None:
    refused = {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "I will not."}]}
    (turn,) = read(ID, response(refused)).turns
    assert (turn.refusal.string, turn.texts) == ("I will not.", ())


def test_custom_input_is_free_text() -> None:
    custom = {"type": "custom_tool_call", "id": "ct_1", "call_id": "call_1", "name": "note", "input": "{ not JSON"}
    (found,) = calls(read(ID, response(custom)))
    assert (found.custom, found.arguments.string) == (True, "{ not JSON")


def test_a_hosted_call_carries_its_own_result() -> None:
    hosted = {
        "type": "mcp_call",
        "id": "mcp_1",
        "server_label": "garden",
        "name": "read_soil",
        "arguments": '{"bed":1}',
    }
    (found,) = calls(read(ID, response(hosted | {"output": "dry", "approval_request_id": "mcpr_1"})))
    assert (found.id, found.hosted, found.wants_id) == ("mcp_1", True, False)
    run = found.execution
    assert (run.server, run.approved, run.response.texts[0].string, run.response.failed) == (
        "garden",
        True,
        "dry",
        False,
    )


@pytest.mark.parametrize(
    ("error", "kind", "said_"),
    [
        ({"type": "mcp_tool_execution_error", "content": [{"type": "text", "text": "no bed"}]}, "result", "no bed"),
        ({"type": "mcp_protocol_error", "code": -32602, "message": "bad bed"}, "error", "bad bed"),
        ({"type": "http_error", "code": 502, "message": "gone"}, "error", "gone"),
        ("it broke", "error", "it broke"),
    ],
)
def test_a_hosted_call_says_how_it_failed(error: Any, kind: str, said_: str) -> None:
    hosted = {
        "type": "mcp_call",
        "id": "mcp_1",
        "server_label": "g",
        "name": "read_soil",
        "arguments": "{}",
        "error": error,
    }
    told = calls(read(ID, response(hosted)))[0].execution.response
    assert (told.kind, told.failed, told.said) == (kind, True, said_)


def test_an_approval_that_was_used_is_not_counted_beside_its_call() -> None:
    asked = {
        "type": "mcp_approval_request",
        "id": "mcpr_1",
        "server_label": "g",
        "name": "read_soil",
        "arguments": "{}",
    }
    ran = {"type": "mcp_call", "id": "mcp_1", "server_label": "g", "name": "read_soil", "arguments": "{}"}
    assert len(calls(read(ID, response(asked)))) == 1
    assert [c.id for c in calls(read(ID, response(asked, ran | {"approval_request_id": "mcpr_1"})))] == ["mcp_1"]


def test_a_program_and_the_calls_it_makes_are_told_apart() -> None:
    program = {"type": "program", "id": "cm_1", "call_id": "call_p", "code": "await tools.read_soil({bed: 1})"}
    made = call(1, caller={"type": "program", "caller_id": "call_p"}, status="in_progress")
    ended = {"type": "program_output", "call_id": "call_p", "result": "dry", "status": "completed"}
    found = calls(read(ID, response(program, made, ended)))
    assert [(c.name, c.hosted, c.custom) for c in found] == [("program", True, True), ("read_soil", False, False)]
    assert found[0].execution.response.texts[0].string == "dry"


def test_a_tool_search_of_the_client_wants_an_answer() -> None:
    search = {
        "type": "tool_search_call",
        "id": "tsc_1",
        "call_id": "call_s",
        "execution": "client",
        "arguments": {"goal": "x"},
    }
    (found,) = calls(read(ID, response(search)))
    assert (found.id, found.hosted, found.builtin, found.arguments.value) == ("call_s", False, True, {"goal": "x"})


# Errors and replies


def test_an_error_names_the_place_in_the_request() -> None:
    error = {
        "message": "Expected a string.",
        "type": "invalid_request_error",
        "param": "tools[0].name",
        "code": "invalid_type",
    }
    (told,) = read(ID, request(user()), {"error": error}).said
    assert (told.finding.code, told.finding.params["pointer"]) == ("provider-error", "/tools/0/name")
    assert told.finding.params["tool"] == "read_soil"
    assert told.finding.related


def test_the_reply_repeats_the_call_id() -> None:
    (found,) = calls(read(ID, response(call(1))))
    assert dialects.every()[ID].reply(found, "no bed") == {
        "type": "function_call_output",
        "call_id": "call_1",
        "output": "no bed",
    }


def test_a_hosted_call_gets_no_reply_but_an_approval_is_refused() -> None:
    hosted = {"id": "x_1", "server_label": "g", "name": "read_soil", "arguments": "{}"}
    (ran,) = calls(read(ID, response(hosted | {"type": "mcp_call"})))
    (asked,) = calls(read(ID, response(hosted | {"type": "mcp_approval_request"})))
    assert dialects.every()[ID].reply(ran, "no") is None
    assert dialects.every()[ID].reply(asked, "no")["approve"] is False
