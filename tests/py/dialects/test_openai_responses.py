"""OpenAI Responses as its users meet it: bodies, streams of items, conversations, hosted calls, errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import arguments, calls, read, recognised
from hopscope import dialects

ID = "openai-responses"
SOIL = {"type": "object", "properties": {"bed": {"type": "integer"}}, "required": ["bed"]}
TOOL = {"type": "function", "name": "read_soil", "description": "Moisture of one bed.", "parameters": SOIL}


def call(number: int, **fields: Any) -> dict[str, Any]:
    plain = {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", "name": "read_soil"}
    return plain | {"arguments": json.dumps({"bed": number})} | fields


def output(number: int, **fields: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": f"call_{number}", "output": "dry"} | fields


def user(words: str = "How is the soil?") -> dict[str, Any]:
    return {"role": "user", "content": words}


def said(words: str = "Dry.") -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": words}]}


def request(*items: Any, **fields: Any) -> dict[str, Any]:
    return {"model": "m", "input": list(items), "tools": [TOOL]} | fields


def response(*items: Any, **fields: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "output": list(items),
        "tools": [TOOL],
    } | fields


def event(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{name}"} | fields


def streamed(*pieces: str, ids: tuple[str, ...] = (), closed: bool = True) -> list[dict[str, Any]]:
    """The stream of one call; `ids` are item ids that change from event to event."""
    names = iter(ids) if ids else iter(["fc_1"] * 99)
    started = response(status="in_progress", output=[])
    opened = [event("output_item.added", output_index=0, item=call(1, arguments="", id=next(names)))]
    deltas = [
        event("function_call_arguments.delta", item_id=next(names), output_index=0, delta=piece) for piece in pieces
    ]
    whole = "".join(pieces)
    end = [
        event("function_call_arguments.done", item_id=next(names, "fc_1"), output_index=0, arguments=whole),
        event("output_item.done", output_index=0, item=call(1, arguments=whole, id=next(names, "fc_1"))),
        event("completed", response=response(call(1, arguments=whole))),
    ]
    return [event("created", response=started), *opened, *deltas, *(end if closed else [])]


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
    assert (stated.forced, stated.limit, stated.tools, stated.answer.value) == ("read_soil", 90, 1, SOIL)
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


# Streams


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    (found,) = calls(read(ID, *streamed('{"be', 'd":1', "}")))
    assert (found.id, found.name, arguments(found)) == ("call_1", "read_soil", {"bed": 1})
    assert [fragment.text for fragment in found.fragments] == ["", '{"be', 'd":1', "}"]
    assert found.fragments[0].id == "call_1"


def test_a_place_in_a_streamed_argument_leads_to_its_fragment() -> None:
    text = "\n".join(map(json.dumps, streamed('{"be', 'd":77', "}")))
    (found,) = calls(read(ID, text))
    place = found.arguments.opened().get("bed").place()
    assert text[place.start : place.end] == "77"


def test_item_ids_that_change_with_every_event_do_no_harm() -> None:
    capture = read(ID, *streamed('{"be', 'd":1', "}", ids=tuple(f"rotating_{n}" for n in range(9))))
    (found,) = calls(capture)
    assert (found.id, arguments(found), capture.said) == ("call_1", {"bed": 1}, ())


def test_parallel_calls_are_kept_apart_by_item() -> None:
    events = [
        event("created", response=response(status="in_progress", output=[])),
        event("output_item.added", output_index=0, item=call(1, arguments="")),
        event("output_item.added", output_index=1, item=call(2, arguments="")),
        event("function_call_arguments.delta", item_id="fc_2", output_index=1, delta='{"bed":'),
        event("function_call_arguments.delta", item_id="fc_1", output_index=0, delta='{"bed":1}'),
        event("function_call_arguments.delta", item_id="fc_2", output_index=1, delta="2}"),
        event("completed", response=response(call(1), call(2))),
    ]
    assert [arguments(found) for found in calls(read(ID, *events))] == [{"bed": 1}, {"bed": 2}]


def test_two_calls_on_one_index_are_a_conflict_and_still_kept_apart() -> None:
    events = [
        event("created", response=response(status="in_progress", output=[])),
        event("output_item.added", output_index=0, item=call(1, arguments="")),
        event("function_call_arguments.delta", item_id="fc_1", output_index=0, delta='{"bed":1}'),
        event("output_item.added", output_index=0, item=call(2, arguments="")),
        event("function_call_arguments.delta", item_id="fc_2", output_index=0, delta='{"bed":2}'),
        event("completed", response=response(call(1), call(2))),
    ]
    capture = read(ID, *events)
    assert [arguments(found) for found in calls(capture)] == [{"bed": 1}, {"bed": 2}]
    (told,) = capture.said
    assert told.finding.code == "stream-index-conflict"
    assert "call_1" in told.finding.message and "call_2" in told.finding.message


def test_arguments_without_pieces_are_taken_from_the_event_that_ends_them() -> None:
    events = streamed('{"bed":1}')
    (found,) = calls(read(ID, *[one for one in events if not one["type"].endswith(".delta")]))
    assert arguments(found) == {"bed": 1}


def test_a_stream_without_its_end_is_incomplete_and_its_call_open() -> None:
    capture = read(ID, *streamed('{"be', closed=False))
    (found,) = calls(capture)
    assert found.part_of_stream_end
    assert [(told.finding.code, "read_soil" in told.finding.message) for told in capture.said] == [
        ("stream-incomplete", True)
    ]


def test_the_closing_event_alone_holds_the_whole_response() -> None:
    capture = read(ID, event("completed", response=response(call(1), said())))
    assert [found.id for found in calls(capture)] == ["call_1"]
    assert capture.said == ()


@pytest.mark.parametrize(
    "error",
    [
        {"type": "error", "code": "rate_limit_exceeded", "message": "Slow down.", "param": None},
        {"type": "error", "error": {"type": "tokens", "code": "rate_limit_exceeded", "message": "Slow down."}},
    ],
)
def test_an_error_event_is_told_once(error: dict[str, Any]) -> None:
    failed = event(
        "failed", response=response(status="failed", error={"code": "rate_limit_exceeded", "message": "Slow down."})
    )
    capture = read(ID, event("created", response=response(status="in_progress", output=[])), error, failed)
    assert [told.finding.code for told in capture.said] == ["stream-error"]
    assert "rate_limit_exceeded" in capture.said[0].finding.message


def test_two_streams_in_one_document_are_two_turns() -> None:
    assert len(read(ID, *streamed('{"bed":1}'), *streamed('{"bed":2}')).turns) == 2


def test_streamed_words_are_one_text() -> None:
    words = [
        event("output_text.delta", item_id="m", output_index=0, content_index=0, delta=word)
        for word in ("Very ", "dry.")
    ]
    capture = read(
        ID,
        event("created", response=response(output=[])),
        *words,
        event("completed", response=response(said("Very dry."))),
    )
    assert [text.string for text in capture.turns[0].texts] == ["Very dry."]


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
