"""Literals as Python's `pprint` lays them out: every string is one again, whatever quotes and escapes its pieces have."""

from __future__ import annotations

import json
import pprint
from typing import Any

import pytest

from hopscope.layers import peel

LONG = {
    "apostrophes and quotes": "it's a \"long\" one, 'isn't it', and then it goes on and on and on",
    "line ends": "first line of it\nsecond line of it\n\n  and the last one, which is longer",
    "escapes": 'a tab\t a bell\a an escape\x1b a path C:\\new\\users and "\\" that ends here \\',
    "other letters": "ä 🌱 ﷽ and the half of a pair, written out again and again until it is full",
    "JSON": json.dumps({"path": "it's", "say": '"so"', "more": ["a", {"b": "c d e f g h"}]}),
    "like the end of a member": "', 'b': 1}, {'c': \"x\", and more of the same until the line is full",
}


@pytest.mark.parametrize("width", [24, 80])
@pytest.mark.parametrize("kind", sorted(LONG))
def test_a_string_in_pieces_is_read_as_the_one_it_was(kind: str, width: int) -> None:
    value = {"arguments": LONG[kind], "flags": [True, False, None, 1, -2.5], "pair": (1, "b"), "none": {}}
    (node,) = peel("printed", pprint.pformat(value, width=width)).values
    assert node.value["arguments"] == LONG[kind]
    assert node.value["flags"][:3] == [True, False, None]
    assert node.value["pair"][1] == "b"


def test_words_round_a_literal_in_pieces_are_prose() -> None:
    peeled = peel("printed", f"I got this:\n\n{pprint.pformat({'a': LONG['JSON']}, width=40)}\n\nWhat's wrong?")
    assert (peeled.layers, [node.value for node in peeled.values]) == (("prose", "python"), [{"a": LONG["JSON"]}])


@pytest.mark.parametrize("end", ["\n", "\r\n", "  \n", "\t \r\n"])
def test_words_round_a_literal_in_pieces_are_prose_however_its_lines_end(end: str) -> None:
    printed = pprint.pformat({"a": LONG["line ends"], "b": LONG["JSON"]}, width=40).replace("\n", end)
    peeled = peel("printed", f"I got this:\n\n{printed}\n\nWhat's wrong?")
    assert [node.value for node in peeled.values] == [{"a": LONG["line ends"], "b": LONG["JSON"]}]


def test_a_place_in_a_piece_is_that_of_the_text() -> None:
    text = "{'a': 'one and '\n      'two'}"
    (node,) = peel("printed", text).values
    at = node.get("a").place()
    assert text[at.start : at.end] == "'one and '\n      'two'"


def test_pieces_in_round_brackets_are_one_string_too() -> None:
    (node,) = peel("code", "{'a': (\n    'one,'\n    'two'\n), 'b': (1, 2)}").values
    assert (node.value["a"], len(node.value["b"])) == ("one,two", 2)


@pytest.mark.parametrize(
    ("text", "value"),
    [('["a"\n "b"]', ["a", "b"]), ('{"a": "x "\n "b": "y"}', {"a": "x ", "b": "y"}), ("['a'\n 'b']", ["a", "b"])],
)
def test_a_lost_comma_is_not_taken_for_pieces(text: str, value: Any) -> None:
    (node,) = peel("text", text).values
    assert node.value == value
