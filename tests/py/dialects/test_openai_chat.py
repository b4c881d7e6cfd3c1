"""OpenAI Chat as its users meet it: bodies, streams, histories, errors, and the habits of servers that speak it."""

from __future__ import annotations

import json
from typing import Any

import pytest

import casebook
from dialect_reading import arguments, calls, read, recognised
from hopscope import dialects
from hopscope.dialects._chat_habits import HABITS

ID = "openai-chat"
FUNCTION = {"name": "book_berth", "parameters": {"type": "object", "properties": {"ship": {"type": "string"}}}}
TOOL = {"type": "function", "function": FUNCTION}
Json = dict[str, Any]


def call(number: int, **fields: Any) -> Json:
    written = json.dumps({"ship": f"S{number}"})
    return {
        "id": f"call_{number}",
        "type": "function",
        "function": {"name": "book_berth", "arguments": written},
    } | fields


def assistant(*made: Json, **fields: Any) -> Json:
    return {"role": "assistant", "content": None, "tool_calls": list(made)} | fields


def result(number: int, **fields: Any) -> Json:
    return {"role": "tool", "tool_call_id": f"call_{number}", "content": "booked"} | fields


def user(words: str = "A berth, please.") -> Json:
    return {"role": "user", "content": words}


def request(*messages: Json, **fields: Any) -> Json:
    return {"model": "m", "messages": list(messages), "tools": [TOOL]} | fields


def response(*made: Json, reason: str = "tool_calls", **fields: Any) -> Json:
    choice = {"index": 0, "message": assistant(*made, **fields), "finish_reason": reason}
    return {"id": "chatcmpl-1", "object": "chat.completion", "choices": [choice]}


def chunk(*pieces: Json, reason: str | None = None, **fields: Any) -> Json:
    choice = {"index": 0, "delta": {"tool_calls": list(pieces)} if pieces else {}, "finish_reason": reason}
    return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [choice]} | fields


def piece(text: str, **fields: Any) -> Json:
    name = fields.pop("name", None)
    return {"function": ({"name": name} if name is not None else {}) | {"arguments": text}} | fields


END = chunk(reason="tool_calls")


# What it is recognised by


@pytest.mark.parametrize(
    "value",
    [
        request(user()),
        {"model": "gpt-5.4", "messages": [user()]},
        {"messages": [user()], "functions": [FUNCTION]},
        response(call(1)),
        chunk(piece("{", index=0)),
        assistant(call(1)),
        [user(), assistant(call(1)), result(1)],
        [call(1), call(2)],
        call(1),
        TOOL,
        result(1),
        {"error": {"message": "No.", "type": "invalid_request_error", "param": "messages[1].role", "code": None}},
        {"object": "error", "message": "No.", "type": "BadRequestError", "code": 400},
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"readme": "Send messages with tool_calls; finish_reason is tool_calls and data: [DONE] ends it."},
        {"messages": [{"id": 1, "text": "hello"}]},
        {"choices": [{"label": "yes"}, {"label": "no"}]},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "No."}},
        {"error": {"code": 404, "message": "Not found.", "status": "NOT_FOUND"}},
        {"function": "a part of a body"},
    ],
)
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


# Requests and histories


def test_a_request_states_what_it_asks_for() -> None:
    form = {"type": "json_schema", "json_schema": {"name": "berth", "schema": {"type": "object"}}}
    forced = {"type": "function", "function": {"name": "book_berth"}}
    (asked,) = read(ID, request(user(), response_format=form, tool_choice=forced, max_completion_tokens=40)).requests
    assert (asked.forced, asked.limit, asked.answer.value) == ("book_berth", 40, {"type": "object"})


def test_tools_of_every_kind_are_mounted() -> None:
    tools = [TOOL, {"type": "custom", "custom": {"name": "note"}}]
    brought = {"role": "developer", "content": "", "tools": [{"type": "function", "function": {"name": "find_ship"}}]}
    mounts = read(ID, request(brought, tools=tools, functions=[{"name": "old"}])).mounts
    found = [(mount.name, mount.kind) for mount in mounts]
    assert found == [("book_berth", "function"), ("note", "custom"), ("old", "function"), ("find_ship", "function")]


def test_results_right_after_their_turn_are_in_their_place() -> None:
    turns = read(ID, request(user(), assistant(call(1), call(2)), result(2), result(1), user())).turns
    assert [(returned.id, returned.misplaced) for returned in turns[0].returns] == [("call_2", None), ("call_1", None)]
    assert turns[0].answered


@pytest.mark.parametrize("between", [user(), {"role": "system", "content": "Be quick."}, assistant(call(2))])
def test_a_result_behind_anything_else_breaks_the_order(between: Json) -> None:
    turns = read(ID, request(user(), assistant(call(1)), between, user("?"), result(1))).turns
    late = [returned.misplaced for turn in turns for returned in turn.returns if returned.id == "call_1"]
    assert len(late) == 1
    assert "assistant message" in late[0]


def test_a_late_result_still_belongs_to_its_call() -> None:
    turns = read(ID, request(user(), assistant(call(1)), user(), assistant(call(2)), result(2), result(1))).turns
    assert [[returned.id for returned in turn.returns] for turn in turns] == [["call_1"], ["call_2"]]


def test_a_result_before_any_turn_stands_alone() -> None:
    assert [returned.id for returned in read(ID, request(result(1))).returns] == ["call_1"]


@pytest.mark.parametrize("content", [{"berth": 3}, 3, 1.5, True, None, ["booked"]])
def test_a_result_of_a_refused_kind_says_what_is_taken(content: Any) -> None:
    (turn,) = read(ID, request(user(), assistant(call(1)), result(1, content=content))).turns
    assert turn.returns[0].wanted


@pytest.mark.parametrize("content", ["booked", "", [{"type": "text", "text": "booked"}]])
def test_a_result_of_text_is_fine(content: Any) -> None:
    (turn,) = read(ID, request(user(), assistant(call(1)), result(1, content=content))).turns
    assert turn.returns[0].wanted is None


# Responses


def test_each_choice_is_a_turn_of_the_request_before_it() -> None:
    body = response(call(1))
    body["choices"].append({"index": 1, "message": assistant(call(2)), "finish_reason": "length"})
    capture = read(ID, request(user()), body)
    assert [(turn.stop.means, len(turn.calls)) for turn in capture.turns] == [("call", 1), ("length", 1)]
    assert all(turn.request is capture.requests[0] for turn in capture.turns)


def test_a_legacy_call_needs_no_id() -> None:
    legacy = {"function_call": {"name": "book_berth", "arguments": '{"ship":"S1"}'}, "tool_calls": None}
    (found,) = calls(read(ID, response(**legacy, reason="function_call")))
    assert (found.id, found.wants_id, arguments(found)) == (None, False, {"ship": "S1"})
    assert dialects.every()[ID].reply(found, "no")["role"] == "function"


def test_a_refusal_is_kept_apart_from_the_text() -> None:
    (turn,) = read(ID, response(refusal="I will not.", reason="stop")).turns
    assert turn.refusal.string == "I will not."


# Streams


def test_a_streamed_call_is_joined_from_its_pieces() -> None:
    first = piece("", index=0, id="call_1", type="function", name="book_berth")
    capture = read(ID, chunk(first), chunk(piece('{"sh', index=0)), chunk(piece('ip":"S1"}', index=0)), END)
    (found,) = calls(capture)
    assert (found.id, found.name, arguments(found)) == ("call_1", "book_berth", {"ship": "S1"})
    assert [fragment.text for fragment in found.fragments] == ["", '{"sh', 'ip":"S1"}']
    assert capture.said == ()


@pytest.mark.parametrize("blank", ["", None])
def test_blank_ids_and_names_mean_no_change(blank: str | None) -> None:
    first = piece('{"ship":', index=0, id="call_1", name="book_berth")
    (found,) = calls(read(ID, chunk(first), chunk(piece('"S1"}', index=0, id=blank, name=blank)), END))
    assert (found.id, arguments(found)) == ("call_1", {"ship": "S1"})


def test_two_ids_on_one_index_are_two_calls_and_a_conflict() -> None:
    capture = read(
        ID, *[chunk(piece(f'{{"ship":"S{n}"}}', index=0, id=f"call_{n}", name="book_berth")) for n in (1, 2)], END
    )
    assert [arguments(found) for found in calls(capture)] == [{"ship": "S1"}, {"ship": "S2"}]
    (told,) = capture.said
    assert (told.finding.code, told.finding.params["kind"]) == ("stream-index-conflict", "shared")
    assert told.finding.params["naive"] == '{"ship":"S1"}{"ship":"S2"}'


def test_a_second_whole_call_without_an_id_on_one_index_is_another_call() -> None:
    capture = read(ID, *[chunk(piece(f'{{"ship":"S{n}"}}', index=0, id="", name="book_berth")) for n in (1, 2)], END)
    assert [arguments(found) for found in calls(capture)] == [{"ship": "S1"}, {"ship": "S2"}]
    assert [told.finding.code for told in capture.said] == ["stream-index-conflict"]


def test_a_name_repeated_in_every_fragment_opens_no_new_call() -> None:
    pieces = [piece(text, index=0, id="call_1", name="book_berth") for text in ('{"ship"', ':"S1', '"}')]
    capture = read(ID, *map(chunk, pieces), END)
    assert [arguments(found) for found in calls(capture)] == [{"ship": "S1"}]
    assert capture.said == ()


def test_one_id_on_two_indexes_is_one_call_and_a_conflict() -> None:
    pieces = [piece(text, index=n, id="call_1", name="book_berth") for n, text in enumerate(('{"ship"', ':"S1"}'))]
    capture = read(ID, *map(chunk, pieces), END)
    assert [arguments(found) for found in calls(capture)] == [{"ship": "S1"}]
    assert [told.finding.params["kind"] for told in capture.said] == ["moved"]


def test_several_calls_without_an_index_are_kept_apart_and_told() -> None:
    both = chunk(*[piece(f'{{"ship":"S{n}"}}', id=f"call_{n}", name="book_berth") for n in (1, 2)])
    capture = read(ID, both, END)
    assert [(found.id, arguments(found)) for found in calls(capture)] == [
        ("call_1", {"ship": "S1"}),
        ("call_2", {"ship": "S2"}),
    ]
    assert [told.finding.params["kind"] for told in capture.said] == ["missing"]


def test_one_call_without_an_index_is_fine() -> None:
    capture = read(ID, chunk(piece('{"ship":', id="call_1", name="book_berth")), chunk(piece('"S1"}')), END)
    assert [arguments(found) for found in calls(capture)] == [{"ship": "S1"}]
    assert capture.said == ()


def test_arguments_may_come_as_an_object() -> None:
    made = {"index": 0, "id": "call_1", "function": {"name": "book_berth", "arguments": {"ship": "S1"}}}
    (found,) = calls(read(ID, chunk(made), END))
    assert (found.encoded, found.arguments.value) == (False, {"ship": "S1"})


def test_a_custom_call_is_streamed_as_free_text() -> None:
    pieces = [
        {"index": 0, "id": "call_1", "type": "custom", "custom": {"name": "note", "input": "low "}},
        {"index": 0, "custom": {"input": "tide"}},
    ]
    (found,) = calls(read(ID, *map(chunk, pieces), END))
    assert (found.custom, found.name, found.arguments.string) == (True, "note", "low tide")


def test_a_stream_without_its_end_is_incomplete_and_its_call_open() -> None:
    capture = read(ID, chunk(piece('{"sh', index=0, id="call_1", name="book_berth")))
    assert calls(capture)[0].part_of_stream_end
    assert [told.finding.code for told in capture.said] == ["stream-incomplete"]


def test_an_end_mark_ends_a_stream_whose_reason_never_came() -> None:
    first = json.dumps(chunk(piece("{}", index=0, id="call_1", name="book_berth")))
    assert read(ID, f"data: {first}\n\ndata: [DONE]\n\n").said == ()


@pytest.mark.parametrize(
    "shape", [{"error": {"code": 400, "message": "Cut."}}, chunk(error={"code": 400, "message": "Cut."})]
)
def test_an_error_inside_a_stream_ends_it(shape: Json) -> None:
    capture = read(ID, chunk(piece('{"sh', index=0, id="call_1", name="book_berth")), shape)
    assert [told.finding.code for told in capture.said] == ["stream-error"]


def test_chunks_of_another_response_are_another_turn() -> None:
    assert len(read(ID, END, chunk(reason="stop", id="chatcmpl-2")).turns) == 2


# Errors


def test_an_error_names_the_place_in_the_request() -> None:
    error = {"message": "Bad.", "type": "invalid_request_error", "param": "tools[0].function.parameters", "code": "x"}
    (told,) = read(ID, request(user()), {"error": error}).said
    assert (told.finding.params["pointer"], told.finding.params["tool"]) == (
        "/tools/0/function/parameters",
        "book_berth",
    )


def test_a_tool_named_in_an_error_is_told_without_its_request() -> None:
    error = {"message": "Invalid schema for function 'book_berth'.", "type": "x", "param": None, "code": "y"}
    (told,) = read(ID, {"error": error}).said
    assert told.finding.params["tool"] == "book_berth"


# Habits


@pytest.mark.parametrize("habit", HABITS, ids=lambda habit: habit.slug)
def test_each_habit_has_a_case(habit: Any) -> None:
    assert f"openai-chat-{habit.slug}" in casebook.read(casebook.OWN)
