"""Every value leads back to its place in the pasted text, in UTF-16 units, through any number of layers."""

from __future__ import annotations

import pytest

from hopscope.text.node import node_of_fragments, root
from hopscope.text.reader import read
from hopscope.text.source import Root


def place_text(text: str, start: int, end: int) -> str:
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le")


def test_offsets_count_utf16_units_and_lines_end_at_crlf_lf_or_cr() -> None:
    text = '{"🛢": [1,\r\n "é",\r 2.50]}'
    node = root(read(text)).get("🛢", 2)
    at = node.place()
    assert place_text(text, at.start, at.end) == "2.50"
    assert (at.line, at.column) == (3, 2)


def test_a_place_inside_a_string_points_into_the_escaped_text() -> None:
    text = r'{"args": "{\"city\": \"K\u00f6ln \ud83d\ude42\", \"n\": [10, 20]}"}'
    inner = root(read(text)).get("args").opened()
    city, second = inner.get("city").place(), inner.get("n", 1).place()
    assert place_text(text, city.start, city.end) == r"\"K\u00f6ln \ud83d\ude42\""
    assert place_text(text, second.start, second.end) == "20"
    assert second.path == ("/args", "/n/1")


def test_three_layers_of_strings_are_followed() -> None:
    text = r'"{\"a\": \"[\\\"x\\\", 7]\"}"'
    node = root(read(text)).opened().get("a").opened().get(1)
    at = node.place()
    assert place_text(text, at.start, at.end) == "7"
    assert at.path == ("", "/a", "/1")


def test_a_value_over_stream_fragments_stands_in_the_one_it_begins_in() -> None:
    document = Root("stream", r'["{\"a\": 1", "05, \"b\"", ": 2}"]')
    pieces = node_of_fragments(list(root(read(document)).each()))
    whole = pieces.opened()
    assert whole.value == {"a": 105, "b": 2}
    at, related = whole.get("a").place(), whole.get("a").related()
    assert document.text[at.start : at.end] == "1"
    assert [document.text[one.start : one.end] for one in related] == ["05"]
    second = whole.get("b").place()
    assert document.text[second.start : second.end] == "2"


def test_of_equal_keys_the_last_one_is_the_place() -> None:
    text = '{"a": 1, "a": 22}'
    at = root(read(text)).get("a").place()
    assert text[at.start : at.end] == "22"


def test_a_member_name_has_a_place_of_its_own() -> None:
    text = "{'ship': 3}"
    at = root(read(text)).get("ship").key_place()
    assert text[at.start : at.end] == "'ship'"


def test_a_missing_value_is_falsy_and_null_is_not() -> None:
    node = root(read('{"a": null}'))
    assert node.get("a")
    assert not node.get("b")
    assert node.get("b", "c").missing


@pytest.mark.parametrize(
    "way", [("a", 0), ("a", "x"), ("b", "c"), ("b", 0), ("list", "0"), ("list", 2), ("none",), (0,)]
)
def test_a_way_that_leads_to_nothing_has_neither_value_nor_place(way: tuple[str | int, ...]) -> None:
    reading = read('{"a": "text", "b": 1, "list": [1, 2]}')
    for asked in (reading.value, reading.bounds, reading.key_bounds):
        with pytest.raises(LookupError):
            asked(way)
