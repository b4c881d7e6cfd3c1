"""Strings of JSON that Python prints among words: read without the escapes they were printed with."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

CALL = {"name": "f", "arguments": json.dumps({"city": "K\u00f6ln", "note": 'it\'s "so"'}, ensure_ascii=False), "n": [7]}
PRINTED: dict[str, Callable[[str], str]] = {
    "a text": repr,
    "bytes": lambda text: repr(text.encode()),
    "what was sent": lambda text: repr(f"POST /v1 HTTP/1.1\r\nHost: x.test\r\n\r\n{text}".encode()),
}
AMONG: dict[str, Callable[[str], str]] = {
    "words": "I got this body: {} and that's all.".format,
    "a log": "2026-03-01 10:00:00 DEBUG body: {}\n2026-03-01 10:00:01 DEBUG it's done\n".format,
    "a name": "body={}".format,
    "an error": "Traceback (most recent call last):\n  File 'a.py'\nValueError: no JSON: {} (char 3)".format,
    "a console": ">>> sent.text\n{}\n>>> ".format,
}


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("among", sorted(AMONG))
@pytest.mark.parametrize("printed", sorted(PRINTED))
def test_a_printed_string_is_read_without_its_escapes(printed: str, among: str, indent: int | None) -> None:
    text = AMONG[among](PRINTED[printed](json.dumps(CALL, indent=indent, ensure_ascii=False)))
    peeled = peel("paste", text)
    assert (values(peeled), peeled.completeness) == ([CALL], "normalised")
    assert "python" in peeled.layers
    assert not list(text_findings(peeled))
    assert slice_of(text, next(peeled.values).get("n", 0)) == "7"


def test_every_printed_string_of_a_text_is_read() -> None:
    one, other = repr('{"a": "it\'s"}'), repr(b'{"b": "\\"so\\""}')
    assert values(peel("paste", f"sent {one}, and got {other}")) == [{"a": "it's"}, {"b": '"so"'}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('echo \'{"a": "b\\nc"}\' | jq', {"a": "b\nc"}),
        ('Don\'t send \'{"a": "C:\\\\\\\\new"}\' there', {"a": "C:\\\\new"}),
        ("('f', '{\"a\": \"it\\'s\"}')", ["f", '{"a": "it\'s"}']),
        ("Call(name='f', arguments='{\"a\": \"it\\'s\"}')", {"name": "f", "arguments": '{"a": "it\'s"}'}),
        ("got {'a': '{\"b\": \"it\\'s\"}'} there", {"a": '{"b": "it\'s"}'}),
        ('it\'s {"a": "b\\\\nc"}, isn\'t it', {"a": "b\\nc"}),
    ],
)
def test_strings_of_a_shell_or_in_a_value_stay_as_they_are(text: str, found: object) -> None:
    assert values(peel("paste", text)) == [found]
