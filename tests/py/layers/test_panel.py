"""Panels that a program draws in a terminal: values are read without the frame, and without the breaks that it made in them."""

from __future__ import annotations

import json

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

VALUE = {
    "name": "web_search",
    "arguments": {
        "query": 'it\'s a "long" one, and then it goes on and on',
        "at": "https://x.test/" + "a" * 90,
        "n": [7],
    },
    "inner": json.dumps({"city": "x y", "note": 'say "so" or not'}),
    "flags": [True, None, 2, -1],
}


def wrapped(text: str, width: int) -> list[str]:
    """Lines as a panel breaks them: between words, and within a word that is wider than the panel."""
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) + bool(lines[-1]) <= width:
            lines[-1] += f"{' ' if lines[-1] else ''}{word}"
            continue
        lines += [word[at : at + width] for at in range(0, max(1, len(word)), width)]
    return lines


def panel(text: str, width: int, signs: str = "─│╭╮╰╯", title: str = "") -> str:
    across, edge, *corners = signs
    rows = [f"{edge} {line.ljust(width)} {edge}" for one in text.split("\n") for line in wrapped(one, width)]
    top, bottom = f"{title:{across}^{width + 2}}", across * (width + 2)
    return "\n".join([f"{corners[0]}{top}{corners[1]}", *rows, f"{corners[2]}{bottom}{corners[3]}"])


@pytest.mark.parametrize("before", ["", "Calling tool: 'web_search' with arguments: "])
@pytest.mark.parametrize("width", [56, 76, 116])
@pytest.mark.parametrize("signs", ["─│╭╮╰╯", "━┃┏┓┗┛", "═║╔╗╚╝"])
def test_a_value_is_read_without_the_breaks_of_a_panel(signs: str, width: int, before: str) -> None:
    for printed in (json.dumps(VALUE), repr(VALUE)):
        for shift in range(8):  # so that breaks come anywhere
            text = f"Step 1\n{panel(f'{before}{chr(120) * shift} {printed}', width, signs, ' Call ')}\ndone"
            peeled = peel("paste", text)
            assert (values(peeled), peeled.completeness) == ([VALUE], "normalised")
            assert not list(text_findings(peeled))


def test_a_value_over_several_lines_of_a_panel_keeps_its_breaks_and_places() -> None:
    value = {"a": [7], "b": {"c": "x y"}}
    text = panel(json.dumps(value, indent=2), 40)
    (node,) = peel("paste", text).values
    assert (node.value, slice_of(text, node.get("a", 0))) == (value, "7")


def test_every_panel_is_read_by_its_own_width() -> None:
    text = f"{panel(repr(VALUE), 60)}\n{panel(json.dumps(VALUE), 90)}"
    assert values(peel("paste", text)) == [VALUE, VALUE]
