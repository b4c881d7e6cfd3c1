"""What `pretty_print` of LangChain shows: the messages, their calls with all arguments, and which answer belongs to which call."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hopscope import api
from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

ARGS: dict[str, Any] = {
    "city": "Paris",
    "days": 3,
    "exact": True,
    "unit": None,
    "at": {"lat": 48, "tags": ["it's", '"so"']},
    "ids": [1, 2],
    "text": 'He said: "go"\n\nand: {went',
    "empty": "",
}


def title(kind: str) -> str:
    """A title as LangChain lays it out, 80 signs wide."""
    padded = f" {kind} Message "
    sign = "=" * ((80 - len(padded)) // 2)
    return f"{sign}{padded}{sign}{'=' if len(padded) % 2 else ''}"


def message(kind: str, content: Any, name: str | None = None, calls: tuple[tuple[str, str, Any], ...] = ()) -> str:
    """One message as `pretty_repr` writes it."""
    lines = ["Tool Calls:"] if calls else []
    for tool, id, args in calls:
        lines += [f"  {tool} ({id})", f" Call ID: {id}", "  Args:"]
        lines += [f"    {key}: {value}" for key, value in args.items()]
    named = f"\nName: {name}" if name else ""
    base = f"{title(kind)}{named}\n\n{content}"
    return f"{base.strip()}\n{chr(10).join(lines)}".strip() if kind == "Ai" else base


def printed() -> str:
    calls = (("weather", "call_1", ARGS), ("time", "call_2", {"zone": "Europe/Paris"}), ("now", "call_3", {}))
    return "\n".join(
        [
            message("System", "Be brief."),
            message("Human", [{"type": "text", "text": "What's up?"}]),
            message("Ai", "Let me look:\n\nfirst", calls=calls),
            message("Tool", json.dumps({"temp": 21}), name="weather"),
            message("Tool", "12:00", name="time"),
            message("Tool", "", name="now"),
            message("Ai", "It's 21°C"),
        ]
    )


def call(name: str, id: str, args: dict[str, Any]) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, "id": id, "args": args}


@pytest.mark.parametrize("around", ["{}", "$ python agent.py\n{}\n", "```\n{}\n```"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_printed_messages_are_read_whole(around: str, end: str) -> None:
    peeled = peel("paste", around.replace("{}", printed()).replace("\n", end))
    (found,) = json.loads(json.dumps(values(peeled)).replace("\\r\\n", "\\n"))
    calls = [
        call("weather", "call_1", ARGS),
        call("time", "call_2", {"zone": "Europe/Paris"}),
        call("now", "call_3", {}),
    ]
    assert found == [
        {"type": "system", "content": "Be brief."},
        {"type": "human", "content": [{"type": "text", "text": "What's up?"}]},
        {"type": "ai", "content": "Let me look:\n\nfirst", "tool_calls": calls},
        {"type": "tool", "name": "weather", "tool_call_id": "call_1", "content": '{"temp": 21}'},
        {"type": "tool", "name": "time", "tool_call_id": "call_2", "content": "12:00"},
        {"type": "tool", "name": "now", "tool_call_id": "call_3", "content": ""},
        {"type": "ai", "content": "It's 21°C"},
    ]
    assert not list(text_findings(peeled))


def test_what_a_printed_call_passes_keeps_its_place() -> None:
    text = printed()
    args = next(peel("paste", text).values).get(2, "tool_calls", 0, "args")
    assert [slice_of(text, args.get(key)) for key in ("city", "days", "ids")] == ["Paris", "3", "[1, 2]"]


def test_calls_of_printed_messages_are_told_with_their_answers() -> None:
    asked = {"id": 1, "method": "trace", "params": {"documents": [{"name": "run", "text": printed()}]}}
    told = json.loads(api.handle(json.dumps(asked)))["result"]
    assert told["documents"][0]["dialect"] == "langchain"
    assert [(one["name"], one["hops"]["return"]["status"]) for one in told["calls"]] == [
        ("weather", "ok"),
        ("time", "ok"),
        ("now", "ok"),
    ]
    assert json.loads(told["calls"][0]["arguments"]) == ARGS


@pytest.mark.parametrize("text", [f'{{"a": 1}}\n{title("Ai")}\n\nhi', f"{title('Ai')[:8]} Ai Message =="])
def test_titles_beside_json_or_without_their_line_begin_no_message(text: str) -> None:
    assert "ai" not in str(values(peel("paste", text)))
