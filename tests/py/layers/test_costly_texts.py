"""Texts made so that a pattern of a layer or of the repair would go over them again and again come to an end."""

from __future__ import annotations

import pytest

from hopscope.layers import peel

MANY = 100_000
COSTLY = {
    "words before a call": "let" * MANY + ")",
    "names before a call": "a=b " * MANY + ")",
    "names before a call, each on a line": "f(x)\n" + "a =\n" * MANY,
    "names with types": "".join(f'T{n}: dict = {{"a": 1}}\n' for n in range(50)) + "print(T1)",
    "blanks behind the colon of a name": "x = 1\na:" + " " * MANY,
    "blanks behind the colon of a name beside a call": "f(x)\na:" + " " * MANY,
    "brackets that stay open before strings in pieces": "[" * 50 + "'a '\n'b', " + "1, " * MANY,
    "brackets that stay open before strings in pieces and a word": "[" * 50 + "'a '\n'b', " + "1, " * MANY + "?",
    "a string that nothing ends behind a wide brace": '｛"a":"' + '\\"' * MANY,
    "a string cut in an escape behind a wide brace": '｛"a":"' + '\\"' * MANY + "\\",
    "empty lines before a wide brace": "\n" * MANY + "x ｛",
    "macros that nothing ends": '{code:a}"x" ' * (MANY // 10),
    "names of events alone": 'data: {"a": 1}\n' + "event: m\n" * MANY,
    "names of events in open data": "data: [1,\nevent: m\n" * MANY,
    "a string that nothing ends in a log": "2026-01-01T00:00:00 INFO {'a': '" + "\\'" * (MANY // 4) + "\n",
    "a string that nothing ends in a call": "create(model=`" + "\\`" * (MANY // 4) + ", messages=[1])\nf()",
    "a string that nothing ends in a program": "const a = [1, '" + "\\'" * (MANY // 4) + "\n]",
    "a string that nothing ends in pieces": "['a '\n 'b', '" + "\\'" * (MANY // 4),
    "blanks before strings that may be pieces": ("'x" + " " * (MANY // 50) + "\n'") * 50,
    "a string that nothing ends in an event": 'event: a\ndata: {"' + '\\"' * (MANY // 4),
    "many chunks": "HTTP/1.1 200 OK\r\n\r\n" + "1\r\na\r\n" * MANY,
    "chunks alone": "1\r\na\r\n" * MANY + "0\r\n\r\n",
    "half a character in a chunk": "HTTP/1.1 200 OK\r\n\r\n" + "3\r\n\ud800\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("kind", sorted(COSTLY))
def test_a_text_made_to_cost_without_end_or_to_break_a_layer_comes_to_an_end(kind: str) -> None:
    assert len(peel("paste", COSTLY[kind]).layers) <= 8
