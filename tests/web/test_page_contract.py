"""Contract, as a person asks it: does this provider take my tool, and if not, what do I change?"""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand

SCHEMA = {
    "type": "object",
    "properties": {
        "plot": {"type": "string", "minLength": 2, "description": "Which plot"},
        "rows": {"type": "integer", "minimum": 1, "exclusiveMaximum": 90},
        "beds": {"type": "array", "items": {"$ref": "#/$defs/Bed"}},
        "mark": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    },
    "required": ["plot"],
    "additionalProperties": False,
    "$defs": {"Bed": {"type": "object", "properties": {"seeds": {"type": "number"}}}},
}
PLAIN = {"type": "object", "properties": {"days": {"type": "integer", "description": "How long"}}, "required": ["days"]}
TOOLS = {
    "tools": [
        {"name": "sow_plot", "description": "Sow a plot.", "inputSchema": SCHEMA},
        {"name": "rest_plot", "description": "Let a plot rest.", "inputSchema": PLAIN},
    ]
}


@pytest.fixture
def hand(new_page, address):
    return Hand(new_page(**CLIPBOARD), address).visit()


def contract_of(hand, value, indent=2):
    hand.open(tools__json=value if isinstance(value, str) else json.dumps(value, indent=indent))
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name="Contract").click()
    hand.checked()


def row(hand, provider):
    return hand.page.locator(f"[data-testid=provider][data-provider={provider}]")


def ask(hand, provider):
    row(hand, provider).get_by_role("button").first.click()
    hand.page.get_by_test_id("mend").get_by_text("this tool").first.wait_for()


def text(hand):
    (document,) = hand.page.evaluate("() => hopscope.documents()")
    return document["text"]


def tool_of(hand):
    return json.loads(text(hand))["tools"][0]["inputSchema"]


def test_gemini_refuses_a_schema_and_the_rewrite_applied_to_the_text_is_taken(hand):
    contract_of(hand, TOOLS)
    assert row(hand, "gemini").get_attribute("data-status") == "fail"
    assert "2026-" in row(hand, "gemini").inner_text()
    ask(hand, "gemini")
    shown = hand.page.get_by_test_id("rewrite").inner_text()
    assert '"$ref": "#/$defs/Bed"' in shown
    assert '"anyOf"' in shown
    expect(hand.page.get_by_test_id("mend")).to_contain_text("exclusiveMaximum stands only in the description")
    before = text(hand)
    hand.page.get_by_test_id("apply-rewrite").click()
    hand.page.locator("[data-testid=provider][data-provider=gemini][data-status=ok]").wait_for()
    hand.page.get_by_text("Gemini parameters takes this tool as it is.").wait_for()
    schema = tool_of(hand)
    assert schema["properties"]["beds"]["items"] == {"type": "object", "properties": {"seeds": {"type": "number"}}}
    assert "additionalProperties" not in schema
    # The other tool stands as it stood.
    assert text(hand).split('"name": "rest_plot"')[1] == before.split('"name": "rest_plot"')[1]


def test_a_tool_is_warned_of_where_its_own_provider_refuses_it_and_not_for_another_s_sake(hand):
    closed = {"name": "sow_plot", "description": "Sow a plot.", "parameters": {**PLAIN, "additionalProperties": False}}
    contract_of(hand, {"model": "m", "messages": [], "tools": [{"type": "function", "function": closed}]})
    assert row(hand, "gemini").get_by_text("Refused").is_visible()
    assert hand.told()["status"] == "pass"
    contract_of(hand, {"contents": [], "tools": [{"functionDeclarations": [closed]}]})
    assert hand.told()["status"] == "warning"


def test_one_place_alone_can_be_mended_and_undo_takes_it_back(hand):
    contract_of(hand, TOOLS)
    ask(hand, "gemini")
    before = text(hand)
    hand.linger()
    hand.page.get_by_test_id("fix").filter(has_text="Write anyOf for oneOf").click()
    hand.page.get_by_text("Fixed; undo takes it back").wait_for()
    hand.checked()
    assert tool_of(hand)["properties"]["mark"] == {"anyOf": SCHEMA["properties"]["mark"]["oneOf"]}
    assert row(hand, "gemini").get_attribute("data-status") == "fail"
    hand.page.keyboard.press("Control+K")
    hand.page.get_by_role("combobox", name="Commands").fill("undo")
    hand.page.keyboard.press("Enter")
    hand.page.wait_for_function("before => hopscope.documents()[0].text === before", arg=before)


def test_a_strict_mode_says_what_it_wants_and_gets_it(hand):
    contract_of(hand, TOOLS)
    ask(hand, "openai-strict")
    hand.page.get_by_test_id("apply-rewrite").click()
    hand.page.locator("[data-testid=provider][data-provider=openai-strict]:not([data-status=fail])").wait_for()
    schema = tool_of(hand)
    assert sorted(schema["required"]) == sorted(SCHEMA["properties"])
    assert schema["$defs"]["Bed"]["additionalProperties"] is False


def test_the_tool_is_copied_and_saved_in_the_provider_s_own_form(hand):
    contract_of(hand, TOOLS)
    ask(hand, "gemini")
    copied = hand.copied_by(hand.page.get_by_role("button", name="Copy for it"))
    (declared,) = json.loads(copied)["tools"][0]["functionDeclarations"]
    assert (declared["name"], declared["parameters"]["type"]) == ("sow_plot", "OBJECT")
    with hand.page.expect_download() as download:
        hand.page.get_by_role("button", name="Save all 2 tools for it").click()
    assert download.value.suggested_filename == "tools.gemini.json"
    saved = json.loads(download.value.path().read_text("utf-8"))
    assert [one["name"] for one in saved["tools"][0]["functionDeclarations"]] == ["sow_plot", "rest_plot"]


def test_where_nobody_published_rules_that_is_said_and_not_accepted(hand):
    contract_of(hand, TOOLS)
    assert "No rules published" in row(hand, "mistral").inner_text()
    assert "Accepted" in row(hand, "bedrock").inner_text()
    ask_text = row(hand, "mistral")
    ask_text.get_by_role("button").first.click()
    hand.page.get_by_test_id("mend").get_by_text("has published no rules").wait_for()


def test_a_tool_list_inside_a_string_is_mended_where_it_stands(hand):
    contract_of(hand, json.dumps({"log": json.dumps(TOOLS)}))
    ask(hand, "gemini")
    hand.page.get_by_test_id("apply-rewrite").click()
    hand.page.locator("[data-testid=provider][data-provider=gemini][data-status=ok]").wait_for()
    inner = json.loads(json.loads(text(hand))["log"])
    assert "oneOf" not in json.dumps(inner["tools"][0])


def test_a_text_that_had_to_be_mended_to_be_read_is_not_edited_in_place(hand):
    contract_of(hand, str(TOOLS))
    ask(hand, "gemini")
    hand.page.get_by_text("can’t be edited in place").wait_for()
    assert hand.page.get_by_test_id("apply-rewrite").count() == 0
    assert hand.copied_by(hand.page.get_by_role("button", name="Copy for it"))


def test_another_text_puts_the_old_rewrite_away(hand):
    contract_of(hand, TOOLS)
    ask(hand, "gemini")
    hand.page.get_by_test_id("rewrite").wait_for()
    other = {
        "tools": [
            {
                "name": "sow_plot",
                "description": "Sow.",
                "inputSchema": {"type": "object", "properties": {"a": {"const": 1}}},
            }
        ]
    }
    hand.open(tools__json=json.dumps(other))
    hand.page.get_by_test_id("rewrite").get_by_text('"const": 1').wait_for()
    assert "Bed" not in hand.page.get_by_test_id("rewrite").inner_text()


def test_an_openapi_operation_is_a_contract_with_its_sizes(hand):
    operation = {
        "operationId": "sowPlot", "description": "Sow.", "responses": {},
        "parameters": [{"name": "plot", "in": "query", "schema": {"type": "string", "maxLength": 4}}],
    }  # fmt: skip
    contract_of(hand, operation)
    assert "Properties: 1." in hand.page.get_by_test_id("sizes").inner_text()
    ask(hand, "anthropic-strict")
    expect(hand.page.get_by_test_id("mend")).to_contain_text("maxLength")


def test_references_with_keywords_beside_them_are_written_out_or_kept_alone(hand):
    schema = {
        "type": "object",
        "properties": {"bed": {"$ref": "#/$defs/Bed", "description": "The best bed"}},
        "required": ["bed"],
    }
    schema["$defs"] = {"Bed": {"type": "object", "properties": {"seeds": {"type": "number"}}, "required": ["seeds"]}}
    contract_of(hand, {"tools": [{"name": "sow_plot", "description": "Sow.", "inputSchema": schema}]})
    ask(hand, "openai-strict")
    assert '"seeds"' in hand.page.get_by_test_id("rewrite").inner_text()
    hand.page.get_by_role("button", name="Keep only the references").click()
    hand.page.get_by_text("has no home beside $ref there").wait_for()
    hand.page.get_by_test_id("apply-rewrite").click()
    hand.page.locator("[data-testid=provider][data-provider=openai-strict]:not([data-status=fail])").wait_for()
    assert tool_of(hand)["properties"]["bed"] == {"$ref": "#/$defs/Bed"}


def test_what_each_revision_of_mcp_knows_is_told(hand):
    contract_of(
        hand, {"tools": [{"name": "sow", "title": "Sow", "description": "Sow.", "inputSchema": {"type": "object"}}]}
    )
    ask(hand, "mcp")
    lines = hand.page.get_by_test_id("revisions").locator("li").all_inner_texts()
    assert [" ".join(line.split()) for line in lines] == [
        "2024-11-05 does not know, or refuses: title",
        "2025-03-26 does not know, or refuses: title",
        "2025-06-18 knows all of it",
        "2025-11-25 knows all of it",
        "2026-07-28 knows all of it",
    ]


def test_all_tools_are_written_for_any_dialect_and_what_is_lost_is_told_at_its_place(hand):
    contract_of(hand, {"tools": [{**TOOLS["tools"][1], "outputSchema": {"type": "object"}}]})
    for dialect in ("contract", "openai-realtime", "gemini-interactions"):
        hand.page.get_by_test_id("form").select_option(dialect)
        hand.page.get_by_test_id("form-save").and_(hand.page.locator(":enabled")).wait_for()
        with hand.page.expect_download() as download:
            hand.page.get_by_test_id("form-save").click()
        assert download.value.suggested_filename == f"tools.{dialect}.json"
        (saved,) = json.loads(download.value.path().read_text("utf-8"))["tools"]
        assert saved["name"] == "rest_plot"
    hand.page.get_by_text("1 tool; this does not survive:").wait_for()
    lost = hand.page.get_by_test_id("lost")
    assert "outputSchema, the schema of its results" in lost.inner_text()
    lost.get_by_role("button").first.click()
    assert hand.selected("{").startswith("{")


CHAT = {
    "model": "m",
    "messages": [
        {"role": "user", "content": "Sow."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "sow", "arguments": '{"plot": "A1", "rows": 4}'},
                }
            ],
        },
        {"role": "tool", "tool_call_id": "call_1", "content": '{"ok": true}'},
    ],
}


def test_a_call_with_its_result_is_written_as_another_dialect_tells_it(hand):
    hand.open(log__json=json.dumps(CHAT))
    hand.page.locator("[data-tab=replay]").click()
    hand.page.get_by_test_id("replay-to").select_option("bedrock-converse")
    hand.page.get_by_test_id("replay").get_by_text("toolUseId").first.wait_for()
    copied = hand.copied_by(hand.page.get_by_role("button", name="Copy", exact=True))
    call, result = json.loads(copied)["messages"]
    assert call["content"][0]["toolUse"] == {"toolUseId": "call_1", "name": "sow", "input": {"plot": "A1", "rows": 4}}
    assert result["content"][0]["toolResult"]["toolUseId"] == "call_1"


def test_a_contract_is_proposed_from_calls_and_then_judges_them(hand):
    hand.open(log__json=json.dumps(CHAT))
    assert hand.told()["status"] == "unchecked"
    hand.page.get_by_role("button", name="Propose a contract").click()
    hand.page.locator("[data-testid=verdict][data-status=pass]").wait_for()
    assert [one["name"] for one in hand.page.evaluate("() => hopscope.documents()")] == [
        "log.json",
        "proposed.contract.json",
    ]


def test_a_contract_is_proposed_from_a_bare_payload(hand):
    contract_of(hand, {"plot": "A1", "rows": 4})
    hand.page.get_by_role("button", name="Propose a contract").click()
    hand.page.locator("[data-testid=provider]").first.wait_for()
    assert "proposed.contract.json" in [one["name"] for one in hand.page.evaluate("() => hopscope.documents()")]


def test_a_long_list_tells_the_reasons_of_the_tool_that_is_shown(hand):
    tools = [
        {**TOOLS["tools"][0], "name": f"sow_{number}", "description": f"Sow plot {number}."} for number in range(200)
    ]
    contract_of(hand, {"tools": tools})
    assert row(hand, "gemini").get_attribute("data-status") == "fail"
    row(hand, "gemini").get_by_text("refuses additionalProperties").wait_for()
    hand.page.get_by_role("button", name="sow_150").click()
    row(hand, "gemini").get_by_text("refuses additionalProperties").wait_for()
    row(hand, "gemini").get_by_role("button", name="/additionalProperties").click()
    assert hand.selected("false") == "false"
    ask(hand, "gemini")
    hand.page.get_by_test_id("apply-rewrite").click()
    hand.page.locator("[data-testid=provider][data-provider=gemini][data-status=ok]").wait_for()
    schemas = [tool["inputSchema"] for tool in json.loads(text(hand))["tools"]]
    assert [number for number, schema in enumerate(schemas) if "additionalProperties" not in schema] == [150]


def test_a_call_without_tools_is_told_what_belongs_here_and_where_it_is_written_for_others(hand):
    contract_of(
        hand,
        {
            "role": "assistant",
            "tool_calls": [{"id": "a", "type": "function", "function": {"name": "rest_plot", "arguments": "{}"}}],
        },
    )
    shown = hand.page.get_by_role("region", name="Contract")
    assert "Convert" in shown.inner_text()
    shown.get_by_role("button", name="Add a document").click()
    expect(hand.page.locator("#tabs").get_by_role("tab")).to_have_count(2)
