"""The verb `diff` at the door: one sentence, changes with both places, a patch, and honest words about what could not be done."""

import json
import random
from functools import partial

import pytest

from hopscope import api
from hopscope.compare import compare
from hopscope.flow import differences
from hopscope.text.write import dumps


def diff(left: str, right: str, **more: str) -> dict:
    reply = json.loads(api.handle(dumps({"id": 1, "method": "diff", "params": {"left": left, "right": right, **more}})))
    assert "result" in reply, reply
    return reply["result"]


def summary(left: object, right: object, **more: str) -> str:
    return diff(json.dumps(left), json.dumps(right), **more)["summary"]["text"]


def test_the_summary_is_one_sentence_about_fields():
    left = {f"f{n}": n for n in range(13)} | {"city": "Oslo"}
    right = {**left, "city": "Bergen", "unit": "celsius"}
    assert summary(left, right) == "2 of 15 fields differ: /city changed, /unit added."
    assert summary(left, left) == "No difference."
    assert summary({"a": 1, "b": {"c": 1, "d": 2}}, {"a": 1}) == "2 of 3 fields differ: /b removed."


def test_a_text_that_is_one_value_is_named_as_such_and_not_by_a_pointer():
    (change,) = diff("1", "2")["changes"]
    assert change["path"] == [""] and change["message"] == "the value went from 1 to 2"
    assert summary(1, 2).endswith(": the value changed.")


@pytest.mark.parametrize("limit", [{"seconds": -1}, {"steps": 100}])
def test_what_was_not_looked_at_closely_is_said_whichever_limit_was_met(limit, monkeypatch):
    monkeypatch.setattr(differences, "compare", partial(compare, **limit))
    left = [{"n": n, "v": [n, n + 1]} for n in range(300)]
    right = [{"n": -n - 1, "v": [n, -n]} for n in range(300)]
    assert "Large parts were compared as a whole" in summary(left, right)


def test_texts_too_long_to_look_for_calls_say_so():
    assert "more than 2,000,000 characters" in summary({"a": "x" * 1_200_000}, {"a": "y" * 1_200_000})


def test_each_change_leads_to_both_places_and_keeps_the_text_as_written():
    left, right = '{\n "a": 1.50,\n "b": "x"\n}', '{"b": "x", "a": 1.51, "😀": [1]}'
    result = diff(left, right)
    first, second = result["changes"]
    assert (first["path"], first["kind"], first["before_text"], first["after_text"]) == (
        ["/a"],
        "changed",
        "1.50",
        "1.51",
    )
    assert left[first["left"]["start"] : first["left"]["end"]] == "1.50"
    assert first["left"]["document"] == "left" and first["right"]["document"] == "right" and first["left"]["line"] == 2
    assert (
        second["left"] is None and second["before"] is None and second["after"] == [1] and second["after_text"] == "[1]"
    )


def test_digits_stand_exactly_in_the_texts_and_in_the_patch():
    result = diff('{"n":90071992547409931}', '{"n":90071992547409932.0}')
    assert result["changes"][0]["after_text"] == "90071992547409932.0"
    assert "90071992547409932.0" in result["patch_text"]


def test_a_change_in_json_in_a_string_is_shown_through_the_string():
    left = json.dumps({"arguments": json.dumps({"city": "Oslo", "days": [1, 2]})})
    right = json.dumps({"arguments": json.dumps({"city": "Oslo", "days": [1, 3]})})
    result = diff(left, right)
    (change,) = result["changes"]
    assert change["path"] == ["/arguments", "/days/1"]
    assert right[change["right"]["start"] : change["right"]["end"]] == "3"
    assert [op["path"] for op in result["patch"]] == ["/arguments"]
    assert "/arguments → /days/1 changed" in result["summary"]["text"]


def test_a_string_that_was_only_laid_out_anew_is_a_change_of_text_only():
    (change,) = diff('{"s":"{\\"a\\":1}"}', '{"s":"{ \\"a\\": 1 }"}')["changes"]
    assert change["class"] == "text-only" and change["path"] == ["/s"]


def test_equal_numbers_with_other_digits_are_told_apart_from_changes():
    result = diff('{"a":[1.0]}', '{"a":[1]}')
    assert result["equal"] and result["changes"] == [] and result["patch"] == []
    (finding,) = result["findings"]
    assert (
        finding["code"] == "diff-number-spelling"
        and finding["params"]["left"] == "1.0"
        and finding["at"]["document"] == "right"
    )


def test_long_texts_come_with_their_words():
    (change,) = diff(
        '{"t":"Please send the long report to Ann today"}', '{"t":"Please send the short report to Ann today"}'
    )["changes"]
    assert {"kind": "removed", "text": "long "} in change["params"]["words"]


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [("", "{}", "left"), ("{}", "prose", "right"), ("", "", "left and the right")],
)
def test_what_cannot_be_read_is_not_compared_and_said_so(left, right, said):
    result = diff(left, right)
    assert not result["equal"] and said in result["summary"]["text"] and result["changes"] == []
    assert {finding["code"] for finding in result["findings"]} <= {"text-empty", "text-unreadable"}


def test_json_lines_are_compared_value_by_value():
    result = diff('{"a":1}\n{"b":2}\n', '{"a":1}\n{"b":3}\n{"c":4}\n', **{"as": "json"})
    assert [(change["kind"], change["path"]) for change in result["changes"]] == [
        ("changed", ["/1/b"]),
        ("added", ["/2"]),
    ]
    alone = diff('{"a":1}', '{"a":1}\n{"b":3}\n', **{"as": "json"})
    assert [change["kind"] for change in alone["changes"]] == ["added"]


def chat(*calls: tuple[str, object], said: int = 40) -> str:
    made = [{"id": f"call_{random.Random(str(call)).random()}", "type": "function",
             "function": {"name": call[0], "arguments": json.dumps(call[1])}} for call in calls]  # fmt: skip
    message = {"role": "assistant", "content": None, "tool_calls": made}
    choices = [{"index": 0, "message": message, "finish_reason": "tool_calls"}]
    usage = {"prompt_tokens": 9, "completion_tokens": said, "total_tokens": 9 + said}
    return json.dumps(
        {"id": "chatcmpl-1", "object": "chat.completion", "model": "gpt-5", "choices": choices, "usage": usage},
        indent=1,
    )


def test_two_captures_are_told_call_by_call_first():
    left = chat(("get_weather", {"city": "Oslo", "unit": "c"}), ("get_time", {"zone": "CET"}))
    right = chat(("get_weather", {"city": "Bergen", "unit": "c"}), ("get_news", {"topic": "ski"}), said=44)
    result = diff(left, right)
    text = result["summary"]["text"]
    assert text.startswith("3 of 3 calls differ: ")
    assert "get_weather: /city changed" in text and "get_news is new" in text and "get_time is gone" in text
    (city,) = [change for change in result["changes"] if change["path"][-1] == "/city"]
    assert city["path"] == ["/choices/0/message/tool_calls/0/function/arguments", "/city"]
    assert city["before"] == "Oslo" and city["after"] == "Bergen"


def test_changes_of_captures_stand_in_document_order_and_each_difference_once():
    left = chat(("get_weather", {"city": "Oslo"}), ("get_time", {"zone": "CET"}), ("get_map", {"zoom": 3}))
    right = chat(("get_weather", {"city": "Bergen"}), ("get_news", {"topic": "ski"}), ("get_map", {"zoom": 4}), said=44)
    changes = diff(left, right)["changes"]
    starts = [change["right"]["start"] for change in changes if change["right"]]
    assert starts == sorted(starts)
    assert [change["kind"] for change in changes if "/usage" not in change["path"][0]] == [
        "changed", "changed", "removed", "added", "changed", "changed"
    ]  # fmt: skip
    assert len({(change["kind"], *change["path"]) for change in changes}) == len(changes)


def test_a_difference_behind_the_arguments_of_a_call_is_told_once():
    def last_id(id: str) -> str:
        call = {"function": {"name": "f", "arguments": '{"a":1}'}, "type": "function", "id": id}
        message = {"role": "assistant", "tool_calls": [call]}
        return json.dumps({"object": "chat.completion", "choices": [{"index": 0, "message": message}]})

    assert [change["path"][0][-3:] for change in diff(last_id("call_1"), last_id("call_2"))["changes"]] == ["/id"]


def test_a_call_made_earlier_than_before_is_moved_and_not_two_other_calls():
    calls = [("a", {"x": 1}), ("b", {"y": 1}), ("c", {})]
    result = diff(chat(*calls), chat(calls[1], calls[0], ("c", {"k": 1})))
    assert result["summary"]["text"].startswith("2 of 3 calls differ: b: moved; c: /k added")
    assert [change["kind"] for change in result["changes"] if change["path"][-1] != "/id"][:1] == ["moved"]
    assert not any(change["path"][0].endswith("/name") for change in result["changes"])


def test_a_model_that_calls_nothing_any_more_is_told_by_its_calls():
    answer = json.loads(chat(("get_time", {"zone": "CET"})))
    answer["choices"][0].update(message={"role": "assistant", "content": "It is noon."}, finish_reason="stop")
    result = diff(chat(("get_time", {"zone": "CET"})), json.dumps(answer))
    assert result["summary"]["text"].startswith("1 of 1 call differs: get_time is gone;")
    assert [change["kind"] for change in result["changes"]] == ["changed", "removed", "changed"]
    back = diff(json.dumps(answer), chat(("get_time", {"zone": "CET"})))
    assert back["summary"]["text"].startswith("1 of 1 call differs: get_time is new;")


def test_captures_that_differ_elsewhere_only_say_that_their_calls_are_the_same():
    left, right = chat(("get_time", {"zone": "CET"})), chat(("get_time", {"zone": "CET"}), said=99)
    assert summary(json.loads(left), json.loads(right)).startswith(
        "The arguments of 1 call are the same; 2 other differences"
    )


def stream(city: str, cut: int) -> str:
    """The same call streamed in two fragments, cut at some place."""
    text = json.dumps({"city": city, "unit": "c"})
    pieces = [("call_7", "get_weather", ""), (None, None, text[:cut]), (None, None, text[cut:])]
    chunks = []
    for id_, name, piece in pieces:
        call = {"index": 0, "function": {"arguments": piece} | ({"name": name} if name else {})} | (
            {"id": id_, "type": "function"} if id_ else {}
        )
        chunks.append(
            {
                "id": "chatcmpl-1",
                "object": "chat.completion.chunk",
                "choices": [{"index": 0, "delta": {"tool_calls": [call]}}],
            }
        )
    chunks.append(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}],
        }
    )
    return "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in chunks) + "data: [DONE]\n\n"


def test_streams_are_compared_by_what_their_fragments_say_together():
    result = diff(stream("Oslo", 5), stream("Bergen", 12))
    assert "get_weather: /city changed" in result["summary"]["text"]
    assert [change["path"][-1] for change in result["changes"]] == ["/city"]
    same = diff(stream("Oslo", 5), stream("Oslo", 12))
    assert "1 call are the same" in same["summary"]["text"] or same["summary"]["text"] == "No difference."


def mcp(*tools: dict) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": list(tools)}})


def tool(name: str = "open_lock", **more: object) -> dict:
    schema = {
        "type": "object",
        "properties": {"gate": {"type": "integer"}},
        "required": ["gate"],
        "additionalProperties": False,
    }
    return {"name": name, "description": "Open a lock.", "inputSchema": schema, **more}


def test_contracts_are_recognised_and_each_change_classed():
    wider = {
        "type": "object",
        "properties": {"gate": {"type": ["integer", "string"]}},
        "required": ["gate"],
        "additionalProperties": False,
    }
    result = diff(mcp(tool(), tool("old")), mcp(tool(inputSchema=wider, description="Open one lock."), tool("new")))
    classes = {(change["kind"], change["class"]) for change in result["changes"]}
    assert {
        ("changed", "compatible"),
        ("changed", "text-only"),
        ("removed", "breaking"),
        ("added", "compatible"),
    } <= classes
    assert "contracts" in result["summary"]["text"]


def test_an_output_schema_that_promises_less_is_breaking():
    narrow = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
    wide = {"type": "object", "properties": {"ok": {"type": "boolean"}}}
    result = diff(mcp(tool(outputSchema=narrow)), mcp(tool(outputSchema=wide)), **{"as": "contract"})
    assert [change["class"] for change in result["changes"]] == ["breaking"]
    (finding,) = result["findings"]
    assert finding["code"] == "contract-drift" and "breaking" in finding["message"]
    assert "between the two texts" in finding["message"] and "tools/list" not in finding["advice"]
    assert [(row["path"], row["after"]) for row in finding["params"]["diff"]] == [
        ("/result/tools/0/outputSchema/required", None)
    ]


def shape(required: list[str], closed: bool = True, **properties: object) -> dict:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": not closed}


INTEGER, STRING = {"type": "integer"}, {"type": "string"}
EITHER = {"type": ["integer", "string"]}
# From the first schema to the second: class of the change as input, then as output; the other way round both are the opposite.
TURNS = {
    "a value more": (shape([], a={"enum": ["x"]}), shape([], a={"enum": ["x", "y"]}), "/properties/a/enum", "compatible"),
    "a wider type": (shape([], a=INTEGER), shape([], a=EITHER), "/properties/a/type", "compatible"),
    "a lower bound": (shape([], a={"minimum": 5}), shape([], a={"minimum": 1}), "/properties/a/minimum", "compatible"),
    "a new duty": (shape(["a"], a=INTEGER, b=STRING), shape(["a", "b"], a=INTEGER, b=STRING), "/required", "breaking"),
    "a removed field": (shape(["a"], a=INTEGER, b=STRING), shape(["a"], a=INTEGER), "/properties/b", "breaking"),
    "a closed object": (shape([], closed=False, a=INTEGER), shape([], a=INTEGER), "/additionalProperties", "breaking"),
}  # fmt: skip
OPPOSITE = {"breaking": "compatible", "compatible": "breaking"}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)
@pytest.mark.parametrize("side", ["inputSchema", "outputSchema"])
@pytest.mark.parametrize("back", [False, True])
def test_what_breaks_for_arguments_is_compatible_for_results_and_the_other_way_round(turn, side, back):
    left, right, path, class_ = turn
    if back:
        left, right = right, left
    result = diff(mcp(tool(**{side: left})), mcp(tool(**{side: right})))
    told = {change["path"][0].partition(side)[2]: change["class"] for change in result["changes"]}
    assert told[path] == (class_ if (side == "inputSchema") != back else OPPOSITE[class_])


@pytest.mark.parametrize("side", ["inputSchema", "outputSchema"])
def test_a_renamed_field_and_another_type_break_either_way(side):
    for left, right in (
        (shape(["ticket_id"], ticket_id=STRING), shape(["ticketId"], ticketId=STRING)),
        (shape([], a=INTEGER), shape([], a=STRING)),
        (shape([], a={"enum": ["x", "y"]}), shape([], a={"enum": ["x", "z"]})),
    ):
        for pair in ((left, right), (right, left)):
            result = diff(*(mcp(tool(**{side: one})) for one in pair))
            assert "breaking" in {change["class"] for change in result["changes"]}


@pytest.mark.parametrize("side", ["inputSchema", "outputSchema"])
def test_words_and_lists_in_another_order_keep_their_meaning_whatever_the_side(side):
    left = shape(["a", "b"], a={**INTEGER, "description": "one"}, b={"enum": [1, 2]})
    words = shape(["a", "b"], a={**INTEGER, "description": "two"}, b={"enum": [1, 2]})
    order = shape(["b", "a"], a={**INTEGER, "description": "one"}, b={"enum": [2, 1]})
    for right, class_ in ((words, "text-only"), (order, "order-only")):
        result = diff(mcp(tool(**{side: left})), mcp(tool(**{side: right})))
        assert {change["class"] for change in result["changes"]} == {class_}


def test_a_drift_carries_fingerprints_that_no_order_of_members_changes():
    prints = []
    for right in (tool(description="x"), dict(reversed(tool(description="x").items()))):
        (finding,) = diff(mcp(tool()), mcp(right))["findings"]
        prints.append(finding["params"]["fingerprints"])
    assert prints[0] == prints[1] and prints[0][0] != prints[0][1]


def test_the_first_byte_that_a_prompt_cache_misses_is_told_with_its_tool():
    (finding,) = diff(mcp(tool("a"), tool("b"), tool("c")), mcp(tool("a"), tool("c"), tool("b")))["findings"]
    same = json.dumps([tool("a"), tool("c")], separators=(",", ":")).index('"c"') + 1
    assert f"tool 2 (c) is the first to differ, from byte {same} on" in finding["message"]
    assert "prompt cache" in finding["advice"]


def test_tools_in_another_order_are_a_note_about_order_only():
    result = diff(mcp(tool("a"), tool("b")), mcp(tool("b"), tool("a")))
    assert {change["class"] for change in result["changes"]} == {"order-only"}
    assert not any(finding["severity"] == "error" for finding in result["findings"])


def test_the_same_tool_in_other_bytes_is_told_with_the_first_of_them():
    turned = dict(reversed(tool().items()))
    result = diff(mcp(tool()), mcp(turned))
    assert result["equal"] and [change["class"] for change in result["changes"]] == ["order-only"]
    assert "from byte 2 on" in result["changes"][0]["message"]
    assert [finding["code"] for finding in result["findings"]] == ["contract-drift-text"]


def test_numbers_in_other_digits_are_not_called_another_order():
    whole, parted = (tool(inputSchema=shape([], a={"type": "number", "minimum": number})) for number in (1, 1.0))
    both = {**parted, "inputSchema": dict(reversed(parted["inputSchema"].items()))}
    for right, said in ((parted, "writes its numbers otherwise"), (both, "has its members in another order")):
        result = diff(mcp(whole), mcp(right))
        assert [change["class"] for change in result["changes"]] == ["order-only"]
        assert said in result["changes"][0]["message"]


def test_what_differs_beside_the_same_tools_is_told_too():
    left, right = (json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool()], "ttlMs": ms}}) for ms in (5, 9))
    result = diff(left, right)
    assert (
        result["summary"]["text"] == "The contracts are the same; 1 difference outside of them: /result/ttlMs changed."
    )
    assert [change["path"] for change in result["changes"]] == [["/result/ttlMs"]]
    assert diff(left, right, **{"as": "contract"})["changes"] == []


def test_schemas_by_themselves_are_compared_as_contracts_when_asked():
    left = json.dumps({"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}})
    right = json.dumps({"type": "object", "properties": {"a": {"type": "integer", "minimum": 5}}})
    result = diff(left, right, **{"as": "contract"})
    assert [change["class"] for change in result["changes"]] == ["breaking"]
    assert right[result["changes"][0]["right"]["start"] :].startswith("5")


@pytest.mark.parametrize(
    "text", ["[" * 600 + "]" * 600, "{" * 10_000, '{"a":"' + "x" * 100_000, "\ud83d", "1 2 3", "NaN"]
)
def test_hostile_texts_are_answered(text):
    for way in ("auto", "json", "contract"):
        result = diff(text, '{"a":1}', **{"as": way})
        assert result["summary"]["text"]
        diff('{"a":1}', text, **{"as": way})
        diff(text, text, **{"as": way})


def test_names_that_a_page_might_trip_over_are_only_names():
    result = diff(
        '{"__proto__":1,"constructor":{"x":1}}',
        '{"__proto__":2,"constructor":{"x":1},"<img src=x onerror=alert(1)>":3}',
    )
    assert [change["path"] for change in result["changes"]] == [["/__proto__"], ["/<img src=x onerror=alert(1)>"]]
