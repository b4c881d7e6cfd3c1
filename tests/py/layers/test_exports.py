"""What exports, browsers and copying make of logs: values in cells among words, below their line, behind lost colours."""

from __future__ import annotations

import html
import json
import re

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

VALUE = {"a": [7], "args": json.dumps({"city": "it's"}), "say": 'one; "two", [3]', "none": None}
FORMS = [json.dumps(VALUE), json.dumps(VALUE, indent=2)]


def read_alone(text: str) -> bool:
    peeled = peel("paste", text)
    assert (values(peeled), peeled.completeness) == ([VALUE], "normalised"), text
    assert slice_of(text, next(peeled.values).get("a", 0)) == "7"
    return not list(text_findings(peeled))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("words", ["got {}", "2026-01-02T03:04:05.123Z\tabc\tINFO\tgot {}\n", "INFO body={} in 3 ms"])
@pytest.mark.parametrize(
    "table", ['timestamp,message\n1,"{}"\n', '"_raw","_time"\n"{}","2026"\n', 'id;body;at\n1;"{}";2\n2;"end";3\n']
)
def test_a_value_among_the_words_of_a_cell_is_read(table: str, words: str, form: str) -> None:
    assert read_alone(table.replace("{}", words.replace("{}", form).replace('"', '""')))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "begin", ["[2026-01-02 03:04:05.123 +0000] INFO (app/1 on box): ", "[10:03] ", "ERROR ", "03:04:05 "]
)
def test_a_value_in_the_lines_below_one_of_a_log_is_read(begin: str, form: str) -> None:
    assert read_alone(f"{begin}got\n    req: {form.replace(chr(10), chr(10) + '    ')}\n    in 3 ms\n{begin}end\n")


@pytest.mark.parametrize("text", ["[10:03] see (a.py [3])\n  x {y}\n  {}\n[10:04] end", ">>> x\nOrderedDict()\n>>> {}"])
def test_brackets_of_words_below_a_line_of_a_log_hold_no_value(text: str) -> None:
    assert not any(value for value in values(peel("paste", text)) if isinstance(value, dict))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", ["[2m10:00:05[0m [32m INFO[0m got {}", "[1;31mgot[0m: {}", "{}"])
def test_what_copying_leaves_of_colours_is_left_out(text: str, form: str) -> None:
    coloured = re.sub(r'("\w+"):', r"[34;1m\1[0m:", form)
    assert read_alone(text.replace("{}", coloured))


@pytest.mark.parametrize(
    "text", ['10:00:01 {"a": "\\u001b[32mgreen\\u001b[0m"}', '10:00:01 [mail] {"a": "[m] [1] [0]"}']
)
def test_colours_in_a_string_and_other_words_in_brackets_stay(text: str) -> None:
    assert values(peel("paste", text)) == [json.loads(text[text.index("{") :])]


@pytest.mark.parametrize("form", FORMS)
def test_what_a_browser_shows_behind_a_frame_is_no_part_of_it(form: str) -> None:
    peeled = peel("paste", f"\u2b06{form}\t112\n14:03:22.123\n\u2b07{form}\t98\n14:03:22.456\n")
    assert (values(peeled), peeled.completeness) == ([VALUE, VALUE], "normalised")
    assert [part.direction for part in peeled.parts] == ["request", "response"]


@pytest.mark.parametrize("form", FORMS)
def test_a_section_of_xml_that_is_not_escaped_is_read(form: str) -> None:
    assert read_alone(f'<?xml version="1.0"?>\n<call id="1"><args><![CDATA[{form}]]></args></call>')


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("times", [1, 2, 3])
def test_what_was_escaped_for_a_page_again_is_read(times: int, form: str) -> None:
    for _ in range(times):
        form = html.escape(form)
    for text in (f"<pre>{form}</pre>", f'<a data-x="{form}">it</a>'):
        peeled = peel("paste", text)
        assert (values(peeled), peeled.completeness) == ([VALUE], "normalised")


@pytest.mark.parametrize("form", FORMS)
def test_what_has_backslashes_and_was_escaped_for_a_page_is_read(form: str) -> None:
    peeled = peel("paste", f"<td>{html.escape(json.dumps(form)[1:-1])}</td>")
    assert (values(peeled), peeled.completeness) == ([VALUE], "normalised")


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("between", ["\n\n###\n\n", "\n\n### next\n", "\n\n> {% client.test() %}\n\n###\n"])
def test_the_requests_of_an_editors_file_are_told_apart(between: str, form: str) -> None:
    request = f"POST https://x.test/v1 HTTP/1.1\nContent-Type: application/json\n\n{form}"
    peeled = peel("calls.http", f"{request}{between}{request}{between}")
    assert (values(peeled), [part.method for part in peeled.parts]) == ([VALUE, VALUE], ["POST", "POST"])
    assert not list(text_findings(peeled))
