"""Results with a wrong id, however many there are."""

from __future__ import annotations

import json
from typing import Any

from hopscope.ops import trace


def talk(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """A history of calls and results, each pair the id of a call and the one its result names."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "go"}]
    for made, named in pairs:
        call = {"id": made, "type": "function", "function": {"name": "look", "arguments": "{}"}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": named, "content": "ok"})
    return trace.run({"documents": [{"name": "a", "text": json.dumps({"model": "m", "messages": messages})}]})


def test_each_result_with_a_slip_in_its_id_leads_to_the_call_it_was_meant_for() -> None:
    told = talk([(f"call_{n * 7919:08d}_ab", f"call_{n * 7919:08d}_ax") for n in range(300)])
    for call in told["calls"]:
        found = [told["findings"][at] for at in call["findings"]]
        near = [one["params"]["nearest"] for one in found if one["code"] == "return-unknown-id"]
        assert near == [f"; the call it seems to answer is {call['id']}"]


def test_a_result_that_comes_turns_later_is_told_as_late_and_no_other_is() -> None:
    told = talk([("first", "second"), ("third", "third"), ("second", "first")])
    codes = {call["id"]: {told["findings"][at]["code"] for at in call["findings"]} for call in told["calls"]}
    assert "return-order" in codes["first"] and "return-order" not in codes["third"]
