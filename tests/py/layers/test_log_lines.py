"""Logs: the margins of collectors, and values that are broken, beside brackets of the log's own."""

from __future__ import annotations

import pytest

from hopscope.layers import peel
from peeling import slice_of, values


@pytest.mark.parametrize(
    "margin",
    [
        "2026-01-02T03:04:05.123456789Z stdout F ",  # a container of Kubernetes
        "2026-01-02T03:04:05Z ",
        "2026-01-02T03:04:05+00:00 app[web.1]: ",  # Heroku
        "Jan  2 03:04:05 box app[12]: ",  # journald
        "Jan 12 03:04:05 box kernel: ",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_value_over_several_lines_is_read_without_what_a_collector_puts_before_them(margin: str, end: str) -> None:
    text = "".join(f"{margin}{line}{end}" for line in ("started", "{", '  "a": [', "    7", "  ]", "}", "ended"))
    peeled = peel("app.log", text)
    assert (values(peeled), peeled.layers[0]) == ([{"a": [7]}], "log")
    assert slice_of(text, next(peeled.values).get("a", 0)) == "7"


@pytest.mark.parametrize(
    "value",
    [
        '{\u201ca\u201d: 1, "b": {"c": 2}}',
        '{a: 1, b: {"c": 2}}',
        '{a": 1, "b": {"c": 2}}',
        '{,"a": 1, "b": {"c": 2}}',
        '{"a" 1, "b": {"c": 2}}',
        '{/* d */ "a": 1, "b": {"c": 2}}',
        '{:a => 1, "b" => {"c": 2}}',
        '{ a: 1, b: {"c": 2} } []',
    ],
)
def test_a_broken_value_in_a_log_is_read_whole_although_a_good_one_is_in_it(value: str) -> None:
    peeled = peel("app.log", f"10:00:01 [app] sent {value}\n10:00:02 [app] end")
    assert (values(peeled)[0], peeled.layers[0]) == ({"a": 1, "b": {"c": 2}}, "log")


@pytest.mark.parametrize("before", ["{id: 3}", "/x/{id}", "[1, 2]", "{ note: ", "{Name:x", '"{"', "[app {"])
def test_brackets_before_a_value_in_a_log_are_not_taken_for_its_own(before: str) -> None:
    peeled = peel("app.log", f'10:00:01 {before} {{"a": [7]}}\n10:00:02 end }}')
    assert values(peeled) == [{"a": [7]}]


@pytest.mark.parametrize("between", [" got ", " <- ", " response=", " and ", " took 3 ms, answer: "])
def test_every_value_of_a_line_is_read(between: str) -> None:
    sent, got = '{"id": 1, "method": "tools/call"}', '{"id": 1, "result": {"a": [7]}}'
    peeled = peel("app.log", f"10:00:01 sent {sent}{between}{got} []\n10:00:02 end {{}}")
    assert values(peeled)[:2] == [{"id": 1, "method": "tools/call"}, {"id": 1, "result": {"a": [7]}}]


def test_a_line_of_many_values_is_read_in_one_pass() -> None:
    peeled = peel("app.log", "10:00:01 " + 'a={"b": 1} then {"c": 2} ' * 20_000)
    assert len(peeled.parts) == 40_000


@pytest.mark.parametrize("line", ['{"a": 1, 5}', '{"a": "b', "{'a': 1}", '{"a": NaN}', '{"a" 1}'])
def test_a_line_that_breaks_off_hides_none_of_the_others(line: str) -> None:
    peeled = peel("app.log", f'10:00:01 sent {{"a": [7],\n "b": 1}}\n10:00:02 got {line}\n10:00:03 sent {{"a": [8]}}\n')
    assert [values(peeled)[0], values(peeled)[-1]] == [{"a": [7], "b": 1}, {"a": [8]}]


SCRIPT = "{\n  id: 'c1',\n  args: '{\"a\": \"it\\'s\"}',\n  say: `it's \"so\" {`,\n  list: [ { n: 7 }, null ]\n}"


@pytest.mark.parametrize("prefix", ["2026-01-02 03:04:05 INFO got ", "[10:00:01] sent: ", "INFO "])
@pytest.mark.parametrize("value", [SCRIPT, f"[\n{SCRIPT}\n]", "{ id: 'c1', list: [ { n: 7 } ] }"])
def test_an_object_as_javascript_prints_it_is_read_in_a_log(prefix: str, value: str) -> None:
    text = f"{prefix}{value}\n{prefix}nothing\n"
    peeled = peel("app.log", text)
    assert peeled.layers[0] == "log"
    assert values(peeled) == values(peel("alone", value))
    assert peeled.completeness == "normalised"


def test_what_a_log_prints_beside_its_json_is_no_value() -> None:
    lines = ["start { port: 8080 }", 'got {"a": [7]} { metadata: undefined }', "end { metadata: undefined }"]
    assert values(peel("app.log", "\n".join(f"10:00:01 [info] {line}" for line in lines))) == [{"a": [7]}]
