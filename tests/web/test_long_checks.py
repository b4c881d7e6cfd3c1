"""A check that runs over its time is stopped and said; the page stays usable and judges what comes next."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

Ready = Callable[[Any], dict[str, Any]]
ASK = "([method, params, options]) => window.hopscope.request(method, params, options)"
# No analysis of ours reads a look-ahead, so only the engine itself can tell how long this takes.
ENDLESS = "^(?!(a+)+b)a+"
TRICKY = "a" * 40
TOWER = {
    "$defs": {f"d{n}": {"anyOf": 2 * [{"$ref": f"#/$defs/d{n + 1}"}]} for n in range(40)} | {"d40": {"type": "null"}}
}


def tool(schema: dict[str, Any], arguments: dict[str, Any]) -> dict[str, Any]:
    """Documents with a contract and one call of it."""
    contract = {"name": "find", "description": "Finds", "input_schema": {"type": "object", "properties": schema}}
    call = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": arguments}
    answer = {"type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [call]}
    texts = {"request": {"model": "claude-x", "tools": [contract], "messages": []}, "answer": answer}
    return {"documents": [{"name": name, "text": json.dumps(value)} for name, value in texts.items()]}


def validate(schema: Any, instance: Any) -> dict[str, str]:
    return {"schema": json.dumps(schema), "instance": json.dumps(instance)}


@pytest.fixture
def ask(page: Any, address: str, ready: Ready) -> Callable[..., Any]:
    page.goto(address)
    ready(page)
    return lambda method, params, options=None: page.evaluate(ASK, [method, params, options or {}])


def codes(told: dict[str, Any]) -> list[str]:
    return [finding["code"] for finding in told["findings"]]


def test_a_pattern_that_never_ends_is_stopped_and_the_rest_is_judged(ask: Callable[..., Any]) -> None:
    schema = {"properties": {"p": {"pattern": ENDLESS}, "n": {"type": "integer"}}}
    told = ask("validate", validate(schema, {"p": TRICKY, "n": 1}))
    assert told["valid"] is None
    (finding,) = told["findings"]
    assert finding["code"] == "check-stopped" and finding["at"]["path"] == ["/p"]
    assert ENDLESS in finding["message"] and "within 2 seconds" in finding["message"]
    assert ask("validate", validate(schema, {"p": TRICKY, "n": [1]}))["valid"] is False
    assert ask("validate", validate({"type": "string"}, "next"))["valid"] is True


def test_many_patterns_that_never_end_cost_no_more_than_a_few(ask: Callable[..., Any]) -> None:
    told = ask("validate", validate({"items": {"pattern": ENDLESS}}, [f"{TRICKY}{n}" for n in range(50)]))
    assert told["valid"] is None
    assert set(codes(told)) == {"check-stopped"}


def test_a_call_whose_check_never_ends_could_not_be_judged_and_never_passes(ask: Callable[..., Any]) -> None:
    told = ask("trace", tool({"p": {"type": "string", "pattern": ENDLESS}}, {"p": TRICKY}))
    call = told["calls"][0]
    assert call["verdict"]["status"] == told["verdict"]["status"] == "unchecked"
    assert call["verdict"]["code"] == "check-stopped" and "could not be judged" in call["verdict"]["message"]
    assert call["reply"] is None
    right = ask("trace", tool({"p": {"type": "string"}}, {"p": TRICKY}))
    assert right["verdict"]["status"] == "pass"


@pytest.mark.parametrize("method", ["validate", "trace"])
def test_a_schema_of_exponential_size_is_left_in_time(method: str, ask: Callable[..., Any]) -> None:
    schema = TOWER | {"$ref": "#/$defs/d0"}
    params = validate(schema, 1) if method == "validate" else tool({"p": schema}, {"p": 1})
    if method == "trace":
        params["documents"][0]["text"] = params["documents"][0]["text"].replace("#/$defs/", "#/properties/p/$defs/")
    told = ask(method, params)
    assert "check-stopped" in codes(told)
    assert told.get("valid") is None and told.get("verdict", {"status": "unchecked"})["status"] == "unchecked"


def test_a_path_whose_pattern_never_ends_finds_what_it_can_and_says_so(ask: Callable[..., Any]) -> None:
    text = json.dumps([{"p": "aab"}, {"p": "a" * 2_000}])
    told = ask("query", {"text": text, "path": "$[?search(@.p, 'a*a*a*a*a*a*b')]"})
    assert [match["value"] for match in told["matches"]] == [{"p": "aab"}]
    assert codes(told) == ["check-stopped"]


def test_other_verbs_answer_at_once_whatever_the_patterns_say(ask: Callable[..., Any]) -> None:
    contract = json.dumps(
        {"name": "f", "inputSchema": {"type": "object", "properties": {"p": {"pattern": ENDLESS, "default": TRICKY}}}}
    )
    other = contract.replace(TRICKY, TRICKY + "a")
    assert ask("format", {"text": contract})["completeness"] == "complete"
    assert ask("diff", {"left": contract, "right": other, "as": "contract"})["equal"] is False
    assert ask("lint", {"documents": [{"name": "a", "text": contract}]})["contracts"]


def test_nobody_waits_twice_for_the_same_match(page: Any, ask: Callable[..., Any]) -> None:
    params = validate({"pattern": ENDLESS}, TRICKY)
    ask("validate", params)
    page.evaluate("""() => {
        window.seen = [];
        const page = document.documentElement;
        const watch = new MutationObserver(() => window.seen.push(page.dataset.state));
        watch.observe(page, { attributes: true, attributeFilter: ["data-state"] });
    }""")
    assert codes(ask("validate", params)) == ["check-stopped"]
    assert "starting" not in page.evaluate("() => window.seen")


def test_the_page_says_what_was_stopped_offers_more_time_and_judges_the_next_text(
    page: Any, ask: Callable[..., Any]
) -> None:
    documents = tool({"p": {"type": "string", "pattern": ENDLESS}}, {"p": TRICKY})["documents"]
    page.evaluate("(list) => window.hopscope.open(list)", documents)
    verdict = page.get_by_test_id("verdict")
    assert (verdict.get_attribute("data-status"), verdict.get_attribute("data-code")) == ("unchecked", "check-stopped")
    page.locator("[data-testid=finding][data-code=check-stopped]").first.click()
    page.get_by_test_id("more-time").wait_for()
    documents[1]["text"] = documents[1]["text"].replace(TRICKY, "aa")
    page.evaluate("(list) => window.hopscope.open(list)", documents)
    assert verdict.get_attribute("data-status") == "pass"


def test_more_time_can_be_chosen_and_is_named(ask: Callable[..., Any]) -> None:
    told = ask("validate", validate({"pattern": ENDLESS}, TRICKY), {"seconds": 0.5})
    assert "within 0.5 seconds" in told["findings"][0]["message"]
