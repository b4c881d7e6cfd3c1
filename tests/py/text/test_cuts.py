"""A text that ends at any of its characters says what stood before the cut, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from hopscope.layers import peel
from hopscope.text.write import dumps

VALUE = {
    "name": "write",
    "args": {
        "path": "C:\\new\\a.txt",
        "text": 'one\nsay "hi", it\'s {ok}: [1]\t\u00e9\U0001f600',
        "size": -12.5,
        "ok": True,
        "none": None,
        "list": [1, [2, {"deep": "x"}], "y"],
        "empty": {},
    },
    "z": "end",
}
PLAIN = json.dumps(VALUE)
FORMS = {
    "array": json.dumps([7, VALUE]),
    "cell": 'args\n"' + PLAIN.replace('"', '""') + '"',
    "escaped": json.dumps(json.dumps(VALUE, indent=1))[1:-1],
    "fence": f"Here:\n```json\n{json.dumps(VALUE, indent=2)}",
    "log": f"2026-01-02T03:04:05Z INFO sending {PLAIN}",
    "plain": PLAIN,
    "prose": f"Sure, I call it: {PLAIN}",
    "python": repr(VALUE),
    "second line": f'{{"first": 1}}\n{PLAIN}',
    "string": json.dumps(PLAIN),
    "string in a string": json.dumps(json.dumps(PLAIN)),
}
BEGINS = {name: max(3, text.index("name") - 1) for name, text in FORMS.items()}


def told(text: str, form: str) -> Iterator[Any]:
    """What a text says of the value, as Python has it."""
    for node in peel("text", text).values:
        found = json.loads(dumps(node.value))
        if found != {"first": 1}:
            yield found[1] if form == "array" and len(found) > 1 else {} if form == "array" else found


def begins(found: Any, whole: Any) -> bool:
    """Whether a value is what a text said of another up to a cut."""
    if found is None or isinstance(whole, (bool, float, int)):
        return not isinstance(found, (str, list, dict))
    if isinstance(whole, str):
        return isinstance(found, str) and whole.encode("utf-16-le").startswith(
            found.encode("utf-16-le", "surrogatepass")
        )
    if isinstance(whole, dict) and isinstance(found, dict):
        return _members_begin(list(found.items()), list(whole.items()))
    if isinstance(whole, list) and isinstance(found, list) and len(found) <= len(whole):
        return found[:-1] == whole[: len(found[:-1])] and (not found or begins(found[-1], whole[len(found) - 1]))
    return False


def _members_begin(found: list[tuple[str, Any]], whole: list[tuple[str, Any]]) -> bool:
    if not found:
        return True
    done, (key, value) = len(found) - 1, found[-1]
    if found[:done] != whole[:done] or done >= len(whole):
        return False
    name, wanted = whole[done]
    return (key == name and begins(value, wanted)) or (value is None and name.startswith(key))


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_text_cut_anywhere_says_what_stood_before(form: str) -> None:
    text = FORMS[form]
    wrong = [at for at in range(BEGINS[form], len(text)) if not _right(text[:at], form)]
    assert [text[:at][-40:] for at in wrong] == []


def _right(text: str, form: str) -> bool:
    found = list(told(text, form))
    return len(found) == 1 and begins(found[0], VALUE)


@pytest.mark.parametrize("form", sorted(FORMS))
def test_what_is_cut_is_never_called_whole(form: str) -> None:
    text = FORMS[form]
    places = range(BEGINS[form] + 2, len(text) - 3, 3)
    assert [at for at in places if peel("text", text[:at]).completeness != "guessed"] == []
