"""The page for everyone: keyboard alone, small screens, themes, and the rules that axe knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from hand import CLIPBOARD, Hand, chat

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AUDIT = """async rules => (await axe.run(document, {runOnly: rules})).violations
  .map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).slice(0, 3)}`)"""


def audit(page) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci brings it")
    page.evaluate(AXE.read_text())
    return page.evaluate(AUDIT, RULES)


def view(hand, name):
    hand.page.get_by_role("navigation", name="Views").get_by_role("button", name=name).click()


def first_visit(hand):
    pass


def a_failing_trace(hand):
    hand.story("Three calls, one refused")


def a_healthy_trace(hand):
    hand.story("All nine hops, healthy")


def no_tool_call(hand):
    hand.open(plain__json='{"name": "Ada"}')


def share_dialog(hand):
    hand.story("A call without a contract")
    hand.link()
    hand.page.get_by_role("button", name="Show as QR code").click()


def kept_texts(hand):
    hand.open(a__json='{"a": 1}')
    hand.page.get_by_role("button", name="Texts stay in this browser").click()
    hand.page.get_by_role("button", name="Delete all").wait_for()


def annotated_reply(hand):
    hand.open(call__json=chat('{"city": 7}'))
    hand.page.get_by_role("button", name="Copy annotated").wait_for()


def keys_dialog(hand):
    hand.page.get_by_role("button", name="Help and keys").click()


def fragments(hand):
    hand.story("Three calls, one refused")
    hand.page.get_by_role("tab", name="Fragments").click()


def json_in_a_string(hand):
    hand.story("The unit that is not in the enum")
    hand.page.get_by_role("button", name="Open the JSON in this string").click()
    hand.page.get_by_role("group", name="JSON in a string of line 16").wait_for()


def format_view(hand):
    hand.open(call__json=chat('{"city": 7}'))
    view(hand, "Format")
    hand.checked()


def validate_view(hand):
    hand.open(schema__json='{"type": "object", "required": ["a"]}', value__json="{}")
    view(hand, "Validate")
    hand.checked()


def diff_view(hand):
    hand.open(a__json='{"a": 1, "b": "x"}', b__json='{"a": 2, "c": "x"}')
    view(hand, "Diff")
    hand.checked()
    hand.page.keyboard.press("F8")


def contract_view(hand):
    hand.story("Three calls, one refused")
    view(hand, "Contract")
    hand.checked()
    hand.page.locator("[data-testid=provider][data-provider=gemini] button").first.click()
    hand.page.get_by_test_id("rewrite").wait_for()


def tools_in_another_form(hand):
    hand.story("Three calls, one refused")
    view(hand, "Contract")
    hand.checked()
    hand.page.locator("[data-testid=provider][data-provider=mcp] button").first.click()
    hand.page.get_by_test_id("form").select_option("bedrock-converse")
    hand.page.get_by_test_id("form-save").and_(hand.page.locator(":enabled")).wait_for()


def call_in_another_form(hand):
    hand.story("Three calls, one refused")
    hand.page.locator("[data-tab=replay]").click()
    hand.page.get_by_test_id("replay").wait_for()


def explained_finding(hand):
    hand.story("The write that stopped halfway")
    hand.page.locator(".finding").get_by_role("button", name="Explain").click()
    hand.page.get_by_role("dialog").get_by_text("Arguments are cut").wait_for()


def every_code(hand):
    explained_finding(hand)
    hand.page.get_by_role("searchbox", name="Filter the codes").fill("")


def hops_and_gates(hand):
    explained_finding(hand)
    hand.page.get_by_role("dialog").get_by_role("button", name="Hops and gates").click()


def palette(hand):
    hand.page.keyboard.press("Control+K")


SCENES = [
    first_visit,
    a_failing_trace,
    a_healthy_trace,
    no_tool_call,
    share_dialog,
    kept_texts,
    annotated_reply,
    keys_dialog,
    fragments,
    json_in_a_string,
    format_view,
    validate_view,
    diff_view,
    contract_view,
    tools_in_another_form,
    call_in_another_form,
    explained_finding,
    every_code,
    hops_and_gates,
    palette,
]
LOOKS = [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}]


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(look.values()))
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_axe_finds_nothing(new_page, address, scene, look):
    hand = Hand(new_page(**look), address).visit()
    scene(hand)
    assert audit(hand.page) == []


@pytest.mark.parametrize(
    "size", [(1440, 900), (900, 700), (720, 450), (390, 844), (320, 640)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_nothing_but_code_scrolls_sideways(new_page, address, size):
    hand = Hand(new_page(viewport={"width": size[0], "height": size[1]}), address).visit()
    for scene in (first_visit, a_failing_trace):
        scene(hand)
        assert hand.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_phone_reads_a_case_and_comes_back_from_its_place(new_page, address):
    hand = Hand(new_page(viewport={"width": 390, "height": 844}), address).visit()
    hand.story("The unit that is not in the enum")
    expect(hand.hop("gate-in")).to_be_visible()
    expect(hand.editor).to_be_hidden()
    hand.finding("arguments-schema").click()
    hand.page.locator("#editor .lens").wait_for()
    expect(hand.hop("gate-in")).to_be_hidden()
    hand.page.get_by_role("button", name="Result", exact=True).click()
    expect(hand.hop("gate-in")).to_be_visible()


def test_the_keyboard_alone_leads_from_the_story_to_the_copied_reply(new_page, address):
    hand = Hand(new_page(**CLIPBOARD), address).visit()
    hand.page.get_by_role("button", name="Three calls, one refused").focus()
    hand.page.keyboard.press("Enter")
    hand.checked()
    hand.page.keyboard.press("F6")
    for _ in range(5):
        if hand.page.evaluate("() => document.activeElement.dataset.testid") == "call":
            break
        hand.page.keyboard.press("F6")
    hand.page.keyboard.press("ArrowUp")
    hand.page.wait_for_function("() => document.querySelector('tr[aria-current]').innerText.includes('get_weather')")
    hand.page.keyboard.press("ArrowDown")
    hand.page.keyboard.press("3")
    hand.page.wait_for_function(
        "() => document.querySelector('[data-hop=call]').getAttribute('aria-current') === 'true'"
    )
    assert "toolu_01VdB7xk" in hand.copied_after(lambda: hand.page.keyboard.press("c"))


def test_escape_leaves_the_editor_and_tab_leads_on(new_page, address):
    hand = Hand(new_page(viewport={"width": 1440, "height": 900}), address).visit()
    hand.open(call__json=chat('{"city": 7}'))
    hand.editor.click()
    hand.page.keyboard.press("Escape")
    seen = []
    while "splitter" not in seen and len(seen) < 5:
        hand.page.keyboard.press("Tab")
        seen.append(hand.page.evaluate("() => document.activeElement.id"))
    assert "splitter" in seen
    assert "editor" not in seen


@pytest.mark.parametrize("width", [390, 900])
def test_the_tab_of_the_shown_document_is_in_sight_among_many(new_page, address, width):
    hand = Hand(new_page(viewport={"width": 1440, "height": 700}), address).visit()
    hand.open(**{f"document_number_{number}__json": "{}" for number in range(6)})
    hand.page.get_by_role("tab", name="document_number_5.json").click()
    hand.page.set_viewport_size({"width": width, "height": 700})
    if width < 880:
        hand.page.get_by_role("button", name="Text", exact=True).click()
    hand.page.wait_for_function(
        """() => {
          const [list, tab] = [".docs", ".docs [aria-selected=true]"].map((each) => document.querySelector(each));
          const [around, inside] = [list, tab].map((each) => each.getBoundingClientRect());
          return around.width > 0 && inside.left >= around.left - 1 && inside.left < around.right - 40;
        }"""
    )


RINGED = """([selector, rings]) => [...document.querySelector(selector).shadowRoot.querySelectorAll('.cm-editor')].every(
  (each, at) => (getComputedStyle(each, '::after').outlineStyle === 'solid') === rings[at])"""


def test_the_editor_and_each_side_of_a_comparison_show_that_they_have_the_focus(new_page, address):
    hand = Hand(new_page(viewport={"width": 1440, "height": 900}), address).visit()
    hand.open(one__json='{"a": 1}', two__json='{"a": 2}')
    assert hand.page.evaluate(RINGED, ["#editor", [False]])
    hand.editor.focus()
    hand.page.wait_for_function(RINGED, arg=["#editor", [True]])
    view(hand, "Diff")
    contents = hand.page.locator("#sides .cm-content")
    for side, rings in enumerate(([True, False], [False, True])):
        contents.nth(side).focus()
        hand.page.wait_for_function(RINGED, arg=["#sides", rings])


def test_the_theme_button_goes_round_and_is_remembered(new_page, address):
    hand = Hand(new_page(color_scheme="light"), address).visit()
    ground = "() => getComputedStyle(document.body).backgroundColor"
    light = hand.page.evaluate(ground)
    for _ in range(2):
        hand.page.get_by_role("button", name="Theme").click()
    hand.page.wait_for_function(f"light => ({ground})() !== light", arg=light)
    dark = hand.page.evaluate(ground)
    hand.visit()
    hand.page.wait_for_function(f"dark => ({ground})() === dark", arg=dark)


def test_the_splitter_moves_with_the_arrow_keys(new_page, address):
    hand = Hand(new_page(viewport={"width": 1440, "height": 900}), address).visit()
    width = "() => document.querySelector('#text').offsetWidth"
    before = hand.page.evaluate(width)
    hand.page.get_by_role("separator").focus()
    hand.page.keyboard.press("ArrowRight")
    hand.page.wait_for_function(f"before => ({width})() > before", arg=before)


def test_with_reduced_motion_nothing_turns(new_page, address):
    hand = Hand(new_page(reduced_motion="reduce"), address).visit()
    hand.page.evaluate(
        "() => { const ring = document.createElement('i'); ring.className = 'spin'; document.body.append(ring); }"
    )
    assert hand.page.evaluate("() => getComputedStyle(document.querySelector('.spin')).animationName") == "none"


def test_what_is_printed_is_the_verdict_the_way_and_the_findings_and_no_controls(new_page, address):
    hand = Hand(new_page(viewport={"width": 800, "height": 1100}), address).visit()
    hand.story("Three calls, one refused")
    hand.page.emulate_media(media="print")
    for shown in (hand.verdict, hand.hop("gate-in"), hand.finding("contract-drift")):
        expect(shown).to_be_visible()
    for left_out in (hand.editor, hand.page.get_by_test_id("share")):
        expect(left_out).to_be_hidden()
    assert hand.page.evaluate("() => getComputedStyle(document.querySelector('.pane.result')).overflowY") == "visible"


@pytest.mark.parametrize("tag", ["zh-Hant", "zh-Hans", "ko"])
def test_axe_finds_nothing_in_any_language(new_page, address, tag):
    hand = Hand(new_page(locale=tag), address).visit()
    assert audit(hand.page) == []
    hand.open(call__json=chat('{"city": 7}'))
    assert audit(hand.page) == []


def jsonpath_line(hand):
    hand.open(call__json=chat('{"city": 7}'))
    hand.page.get_by_role("button", name="Select by JSONPath").click()
    hand.page.keyboard.type("$..city")
    hand.page.get_by_text("2 matches", exact=True).wait_for()


def test_axe_finds_nothing_in_the_jsonpath_line(new_page, address):
    hand = Hand(new_page(), address).visit()
    jsonpath_line(hand)
    assert audit(hand.page) == []
