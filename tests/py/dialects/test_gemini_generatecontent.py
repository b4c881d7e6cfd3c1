"""Gemini generateContent as its users meet it: both spellings, streams, partial arguments, histories, stop reasons."""

from __future__ import annotations

import json
from typing import Any

import pytest

from dialect_reading import CAPTURES, MISSING, alarms, arguments, calls, captured, read, recognised, trace
from hopscope import dialects
from hopscope.dialects._gemini_partial_args import steps_of
from hopscope.dialects._gemini_schema import json_schema

ID = "gemini-generatecontent"
OWN = {
    "type": "OBJECT",
    "properties": {"tower": {"type": "STRING"}, "turns": {"type": "INTEGER"}},
    "required": ["tower"],
}
DECLARATION = {"name": "wind", "parameters": OWN}


def call(tower: str = "west", **fields: Any) -> dict[str, Any]:
    return {"functionCall": {"name": "wind", "args": {"tower": tower}} | fields}


def result(**fields: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": "wind", "response": {"output": "wound"}} | fields}


def said(role: str, *parts: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "parts": list(parts)}


def request(*contents: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"contents": list(contents), "tools": [{"functionDeclarations": [DECLARATION]}]} | fields


def response(*parts: dict[str, Any], reason: str | None = "STOP", **candidate: Any) -> dict[str, Any]:
    stop = {"finishReason": reason} if reason else {}
    return {"candidates": [{"content": said("model", *parts), "index": 0} | stop | candidate], "responseId": "r1"}


def piece(*arguments: dict[str, Any], more: bool = True, **fields: Any) -> dict[str, Any]:
    function: dict[str, Any] = {"partialArgs": list(arguments)} if arguments else {}
    return {"functionCall": function | ({"willContinue": True} if more else {}) | fields}


def at(path: str, **value: Any) -> dict[str, Any]:
    return {"jsonPath": path, **value}


@pytest.mark.parametrize(
    "value",
    [
        request(said("user", {"text": "go"})),
        {"contents": [said("user", {"text": "go"})], "tools": [{"function_declarations": [DECLARATION]}]},
        response(call()),
        [response(call(), reason=None), response()],
        call(),
        {"function_call": {"name": "wind", "args": {}}},
        said("model", call()),
        [call(), call("east")],
        result(),
        {"functionDeclarations": [DECLARATION]},
        DECLARATION,
        {"error": {"code": 429, "message": "slow down", "status": "RESOURCE_EXHAUSTED"}},
    ],
    ids=[
        "request",
        "snake_case request",
        "response",
        "array of responses",
        "part",
        "snake_case part",
        "content",
        "parts",
        "result",
        "tools",
        "declaration",
        "error",
    ],
)
def test_it_is_recognised_by_its_shape(value: Any) -> None:
    assert recognised(value) == [ID]


@pytest.mark.parametrize(
    "value",
    [
        {"text": "functionCall, functionDeclarations, candidates, finishReason"},
        {"functionCall": "see below", "candidates": ["Ann", "Bob"]},
        {"name": "wind", "parameters": {"type": "object"}},
        {"error": {"code": 404, "message": "no"}},
        [{"role": "assistant", "content": None, "function_call": {"name": "wind", "arguments": "{}"}}],
    ],
)
def test_words_alone_are_no_evidence(value: Any) -> None:
    assert ID not in recognised(value)


def test_a_request_states_what_it_asks_for() -> None:
    config = {"responseSchema": OWN, "maxOutputTokens": 90}
    forcing = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["wind"]}}
    asked = read(ID, request(toolConfig=forcing, generationConfig=config)).requests[0]
    assert (asked.forced, asked.limit, asked.answer.value, asked.judged["type"]) == ("wind", 90, OWN, "object")


def test_its_own_schemas_are_judged_as_json_schema() -> None:
    mount = read(ID, request()).mounts[0]
    assert mount.input_dialect == "openapi"
    assert mount.judged == {
        "type": "object",
        "properties": {"tower": {"type": "string"}, "turns": {"type": "integer"}},
        "required": ["tower"],
    }


def test_json_schema_is_judged_as_it_stands() -> None:
    declaration = {
        "name": "wind",
        "parameters_json_schema": {"type": "object"},
        "response_json_schema": {"type": "string"},
    }
    mount = read(ID, {"contents": [], "tools": [{"function_declarations": [declaration]}]}).mounts[0]
    assert (mount.input.value, mount.output.value) == ({"type": "object"}, {"type": "string"})
    assert (mount.input_dialect, mount.judged) == (None, None)


@pytest.mark.parametrize(
    ("own", "rewritten"),
    [
        ({"type": "STRING", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "STRING", "enum": ["a"], "nullable": True}, {"type": ["string", "null"], "enum": ["a", None]}),
        ({"any_of": [{"type": "NUMBER"}], "nullable": True}, {"anyOf": [{"type": "number"}, {"type": "null"}]}),
        ({"items": {"type": "NULL"}, "maxItems": "3"}, {"items": {"type": "null"}, "maxItems": 3}),
        ({"properties": {"type": {"type": "STRING"}}}, {"properties": {"type": {"type": "string"}}}),
        ({"type": "TYPE_UNSPECIFIED", "description": "any"}, {"description": "any"}),
    ],
)
def test_a_schema_of_its_own_is_rewritten(own: Any, rewritten: Any) -> None:
    assert json_schema(own) == rewritten


def test_a_schema_of_great_depth_is_rewritten_without_end() -> None:
    schema: dict[str, Any] = {"type": "STRING"}
    for _ in range(490):
        schema = {"type": "ARRAY", "items": schema}
    assert json_schema(schema)["items"]["items"]["type"] == "array"


def test_results_in_the_next_content_are_in_their_place() -> None:
    capture = read(ID, request(said("model", call(), call("east")), said("user", result(), result())))
    assert [returned.misplaced for returned in capture.turns[0].returns] == [None, None]


def test_results_split_over_two_contents_break_the_rule() -> None:
    history = request(said("model", call(), call("east")), said("user", result()), said("user", result()))
    assert [bool(returned.misplaced) for returned in read(ID, history).turns[0].returns] == [False, True]


def test_an_error_member_says_that_the_tool_failed() -> None:
    history = request(said("model", call()), said("user", result(response={"error": "jammed"})))
    assert read(ID, history).turns[0].returns[0].failed


def test_a_response_that_is_no_object_is_refused() -> None:
    history = request(said("model", call()), said("user", result(response="wound")))
    assert "object" in read(ID, history).turns[0].returns[0].wanted


def test_the_whole_responses_of_a_stream_are_one_turn() -> None:
    capture = read(ID, response(call(), reason=None), response(call("east"), reason=None), response({"text": ""}))
    assert [[arguments(one) for one in turn.calls] for turn in capture.turns] == [
        [{"tower": "west"}, {"tower": "east"}]
    ]
    assert [row.event for one in calls(capture) for row in one.fragments] == [0, 1]
    assert not capture.said


def test_responses_of_two_ids_are_two_turns() -> None:
    assert len(read(ID, response(call()), response(call("east")) | {"responseId": "r2"}).turns) == 2


def test_a_response_between_two_requests_answers_the_first() -> None:
    again = request(said("model", call()), said("user", result()))
    turns = read(ID, request(said("user", {"text": "go"})), response(call()), again).turns
    assert [turn.history for turn in turns] == [False, True]
    assert turns[0].request is not turns[1].request


def test_partial_arguments_become_the_object_they_mean() -> None:
    capture = read(
        ID,
        response(piece(name="wind"), reason=None),
        response(piece(at("$.tower", stringValue='we"s', willContinue=True)), reason=None),
        response(piece(at("$.tower", stringValue="t\n")), reason=None),
        response(
            piece(at("$.steps[0].turns", numberValue=1.5), at("$.steps[0]['at once']", boolValue=True)), reason=None
        ),
        response(piece(at("$.steps[1]", nullValue="NULL_VALUE")), reason=None),
        response(piece(more=False), reason=None),
        response({"text": ""}),
    )
    written = calls(capture)[0].arguments.string
    assert written == '{"tower":"we\\"st\\n","steps":[{"turns":1.5,"at once":true},null]}'


def test_a_place_in_partial_arguments_is_that_of_the_piece() -> None:
    chunks = [response(piece(name="wind"), reason=None), response(piece(at("$.tower", stringValue="wes"), more=False))]
    text = "\n".join(map(json.dumps, chunks))
    place = calls(read(ID, text))[0].arguments.opened().get("tower").place()
    assert text[place.start : place.end] == "wes"


def test_the_closing_piece_may_be_missing_where_the_turn_ended() -> None:
    capture = read(
        ID, response(piece(at("$.tower", stringValue="west"), name="wind"), reason=None), response({"text": ""})
    )
    assert arguments(calls(capture)[0]) == {"tower": "west"}


def test_arguments_behind_a_token_limit_stay_without_their_end() -> None:
    first = response(piece(at("$.tower", stringValue="wes", willContinue=True), name="wind"), reason=None)
    capture = read(ID, first, response(reason="MAX_TOKENS"))
    assert calls(capture)[0].arguments.string == '{"tower":"wes'


def test_a_stream_without_a_finish_reason_is_incomplete() -> None:
    capture = read(ID, response(call(), reason=None), response({"text": "and"}, reason=None))
    assert [one.finding.code for one in capture.said] == ["stream-incomplete"]


@pytest.mark.parametrize("path", ["$.a..", "a.b", "$[?(@.x)]", "$.a[*]", "$" + ".a" * 500, None])
def test_a_path_that_is_no_way_of_names_and_indexes_leads_nowhere(path: Any) -> None:
    assert steps_of(path) == []


@pytest.mark.parametrize("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"])
def test_a_malformed_call_is_told_in_the_providers_words(reason: str) -> None:
    finding = read(ID, response(reason=reason, finishMessage="print(default_api.wind(")).said[0].finding
    assert finding.code == "call-malformed"
    assert "default_api.wind" in finding.message


def test_a_call_with_its_result_beside_it_was_run_by_the_provider() -> None:
    inner = {"content": [{"type": "text", "text": "jammed"}], "isError": True}
    ran = result(response={"call_tool_result_json": json.dumps(inner)})
    made = calls(read(ID, response(call(), ran, {"text": "It jams."})))[0]
    assert (made.hosted, made.execution.response.failed, made.execution.response.said) == (True, True, "jammed")


def test_a_built_in_tool_carries_its_own_result() -> None:
    asked = {"toolCall": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "args": {"queries": ["x"]}}}
    told = {"toolResponse": {"id": "t1", "toolType": "GOOGLE_SEARCH_WEB", "response": {"found": 3}}}
    made = calls(read(ID, response(asked, told, call())))
    assert [(one.name, one.hosted) for one in made] == [("GOOGLE_SEARCH_WEB", True), ("wind", False)]
    assert made[0].execution.response.node.get("response").value == {"found": 3}


def test_an_error_names_the_property_that_it_counts() -> None:
    message = (
        "Unknown name \"x\" at 'tools[0].function_declarations[0].parameters.properties[1].value': Cannot find field."
    )
    error = {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}}
    finding = read(ID, request(), error).said[0].finding
    assert finding.params["pointer"] == "/tools/0/functionDeclarations/0/parameters/properties/turns"
    assert finding.params["tool"] == "wind"
    assert "400 INVALID_ARGUMENT" in finding.message


def test_an_error_that_names_several_places_tells_all_of_them() -> None:
    at = "tools[0].function_declarations[0].parameters.properties[{}].value"
    said_of = [f"Unknown name \"x\" at '{at.format(number)}': Cannot find field." for number in (0, 1)]
    error = {"error": {"code": 400, "message": "\n".join(said_of), "status": "INVALID_ARGUMENT"}}
    finding = read(ID, request(), error).said[0].finding
    names = [one["pointer"].rsplit("/", 1)[-1] for one in finding.params["places"]]
    assert names == list(DECLARATION["parameters"]["properties"])[:2]
    assert len(finding.related) == 2


def test_the_reply_is_a_function_response_with_an_error() -> None:
    made = calls(read(ID, response(call(id="c1"))))[0]
    assert dialects.every()[ID].reply(made, "no") == said("user", result(id="c1", response={"error": "no"}))


@pytest.mark.skipif(not CAPTURES.is_dir(), reason=MISSING)
class TestRealCaptures:
    TOLD = ("provider-error", "schema-dialect", "return-missing")  # what these captures really hold

    @pytest.mark.parametrize("path", captured("gemini-generatecontent"), ids=lambda path: path.name)
    def test_each_is_recognised_and_raises_no_false_alarm(self, path: Any) -> None:
        told = trace(path.read_text(encoding="utf-8"))
        expected = "gemini-live" if "live" in path.name else ID
        assert [document["dialect"] for document in told["documents"]] == [expected]
        assert [alarm for alarm in alarms(told) if alarm[0] not in self.TOLD] == []

    @pytest.mark.parametrize(
        ("name", "expected"),
        [
            ("google-tool-call-gemini3.json", [("weather", {"location": "San Francisco"})]),
            (
                "google-stream-tool-call-arguments.chunks.txt",
                [("getWeather", {"location": "Boston"}), ("getWeather", {"location": "San Francisco"})],
            ),
            (
                "google-stream-no-args-tool-call.chunks.txt",
                [("read_theme", {}), *(("read_screen", {"id": name}) for name in "ABC")],
            ),
            (
                "js-genai__parameters.json",
                [("concatStringFunction", {"firstString": "hello", "secondString": "world"})],
            ),
            ("js-genai__live.websocket.log", [("get_current_weather", {"location": "Redmond, WA"})]),
            (
                "test_google_tool_config_any_with_tool_without_args.yaml",
                [("bar", {}), ("final_result", {"bar": "hello"})],
            ),
        ],
    )
    def test_its_calls_are_read(self, name: str, expected: list[tuple[str, Any]]) -> None:
        told = trace((CAPTURES / "gemini-generatecontent" / name).read_text(encoding="utf-8"))
        assert [(made["name"], made["value"]) for made in told["calls"]] == expected
