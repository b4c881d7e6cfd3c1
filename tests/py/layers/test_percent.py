"""Percent-encoded JSON says what its encoder was given, and an address in JSON that is valid stays an address."""

from __future__ import annotations

import json
from urllib.parse import quote, quote_plus

import pytest

from hopscope.layers import peel

VALUES: list[object] = [
    {"tel": "+43660", "sum": "1 + 1"},
    {"tel": "+43660"},
    {"q": "a&b=c#d;e", "to": "x@y.test/?z=$1,2"},
    {"C++": ["C++", "(a) it's [b] {c}"]},
    [["a&b"], "日本 é \U0001f600"],
    {"quoted": 'say "a&b" \\', "%22": "100%&%7B%22"},
    {"a&b": {}, "": []},
]


def as_address(text: str) -> str:
    return quote(text, safe=";,/?:@&=+$-_.!~*'()#")


def as_value(text: str) -> str:
    return quote(text, safe="-_.!~*'()")


def found(text: str) -> list[object]:
    return [node.value for node in peel("paste", text).values]


@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("value", VALUES, ids=[str(n) for n in range(len(VALUES))])
def test_what_encoders_of_addresses_values_and_forms_make_is_read_as_it_was(value: object, compact: bool) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":") if compact else None)
    for encode in (as_address, as_value, quote_plus):
        encoded = encode(text)
        for before, after in [("", ""), ("(", ")"), ("see <https://e.test/?s=", "> there"), ("?s=", "&t=1#end")]:
            assert found(before + encoded + after) == [value], (encode, before)
    assert found(as_value(as_address(text))) == [value]
    assert found("?s=" + as_address(as_value(text)) + "&t=1") == [value]


def test_each_value_of_a_query_ends_where_the_next_begins() -> None:
    both = "&b=".join(quote_plus(json.dumps(value)) for value in ({"x": "a+b & c"}, ["d e"]))
    assert found(f"https://e.test/?a={both}&c=1") == [{"x": "a+b & c"}, ["d e"]]


@pytest.mark.parametrize("mark", [":", "%3A"])
def test_a_value_that_was_cut_ends_before_the_next_name(mark: str) -> None:
    peeled = peel("paste", f"?a=%7B%22x%22{mark}%22one&c=1")
    assert [node.value for node in peeled.values] == [{"x": "one"}]
    assert peeled.completeness == "guessed"


def test_the_plus_of_an_exponent_is_no_blank() -> None:
    assert found("%7B%22n%22:1e+5%7D") == found('{"n": 1e+5}') != []


def test_a_link_of_markdown_gives_what_its_address_holds() -> None:
    assert found("[x](https://e.test/?s=%7B%22a%22%3A%22b%22%7D).") == [{"a": "b"}]


def test_a_character_that_was_cut_leaves_those_before_it_readable() -> None:
    assert found("%7B%22a%22%3A%22%E4%BD%A0%E4%BD%22%7D") == [{"a": "你%E4%BD"}]


@pytest.mark.parametrize(
    "said",
    [
        "%7B%22a%22%3A1%2C",
        "%7B%22a%22%3A1%2C%7D",
        "https://x.test/?q=%7B%22a%22",
        "see https://x.test/?q=%5B%22a%22 there",
        "{",
        "[",
        '{"a": [1',
        "[1, 2",
    ],
)
def test_a_string_that_is_valid_json_is_never_opened_into_what_must_be_guessed(said: str) -> None:
    peeled = peel("paste", json.dumps(said))
    assert [node.value for node in peeled.values] == [said]
    assert (peeled.layers, peeled.completeness) == ((), "complete")


def test_whole_json_in_the_address_of_a_string_is_still_read() -> None:
    peeled = peel("paste", '"https://x.test/?q=%7B%22a%22%3A1%7D"')
    assert peeled.layers == ("string", "escaped")
    assert [node.value for node in peeled.values] == [{"a": 1}]


@pytest.mark.parametrize("text", ["%7B%22&", "%5B%5B&", "%7B%22%5C", "(%7B", "%257B%2522a&", "%7B%22a%22:%22&"])
def test_many_beginnings_without_an_end_come_to_an_end(text: str) -> None:
    assert peel("paste", text * 3_000).completeness != "complete"
