"""Wrappers are taken off in any nesting, and the value inside keeps its exact place."""

from __future__ import annotations

import html
import json
import re

from hypothesis import given
from hypothesis import strategies as st

from hopscope.layers import peel
from peeling import har, slice_of

NUMBER = 70_707


def fenced(text: str) -> str:
    marks = "`" * (3 + max((len(found) for found in re.findall("`+", text)), default=0))
    return f"{marks}json\n{text}\n{marks}"


def recorded(text: str) -> str:
    answer = f"  response:\n    body:\n      string: {json.dumps(text, ensure_ascii=False)}\n"
    return f"interactions:\n- request:\n    method: GET\n    uri: https://x.test/mcp\n{answer}version: 1\n"


WRAPPERS = {
    "string": json.dumps,
    "fence": fenced,
    "sse": lambda text: "".join(f"data: {line}\n" for line in re.split(r"\r\n|\r|\n", text)) + "\n",
    "curl": lambda text: f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{text}",
    "har": lambda text: har(("", text)),
    "cassette": recorded,
    "csv": lambda text: 'id,body,at\n7,"' + text.replace('"', '""') + '",noon\n',
    "log": lambda text: f"2026-03-01T09:00:00.000Z INFO api: answered {text}\n2026-03-01T09:00:01.000Z DEBUG done\n",
    "prose": lambda text: "diff --git a/x b/x\n@@ -0,0 +1 @@\n" + "".join(f"+{line}\n" for line in text.split("\n")),
    "escaped": lambda text: html.escape(text).replace("\xe9", "&#233;"),
}
# What may stand inside those that hold no other layer as it is; a page's source is nothing that is wrapped.
INSIDE = {"csv": {"har"}, "log": {"har"}, "prose": {"cassette", "har"}, "escaped": {"har"}}


def nestings() -> st.SearchStrategy[list[str]]:
    """Up to eight wrappers; no message of HTTP is the body of another, unless it is in a string there."""
    some = st.lists(st.sampled_from(sorted(WRAPPERS)), max_size=8).map(pack=fitting)
    return some.filter(condition=lambda names: not re.search(r"curl (?:fence )*curl", " ".join(names)))


def fitting(names: list[str]) -> list[str]:
    """Some wrappers without those that cannot stand where they would."""
    kept: list[str] = []
    for name in names:
        outer = kept[-1] if kept else ""
        hidden = name == "csv" and outer == "fence"  # a table's own quotes are sign enough, in a fence as well
        if name in INSIDE.get(outer, WRAPPERS) and not hidden and not (kept and name == "escaped"):
            kept.append(name)
    return kept


@given(nestings())
def test_layers_in_any_nesting_keep_the_exact_place(names: list[str]) -> None:
    text = json.dumps({"k": ["é\U0001f6e2", NUMBER]}, indent=1, ensure_ascii=False)
    for name in reversed(names):
        text = WRAPPERS[name](text)
    peeled = peel("paste", text)
    assert peeled.layers == tuple(names)
    (found,) = list(peeled.values)
    assert slice_of(text, found.get("k", 1)) == str(NUMBER)
