"""Diffs of JSON: the text behind the change is read, without the lines that were taken out."""

from __future__ import annotations

import difflib
import json

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

OLD = {"name": "f", "n": 1, "gone": [1, 2], "list": [{"id": 1}, {"id": 2}], "end": 5}
NEW = {"name": "g", "list": [{"id": 1}, {"id": 7, "new": "- it's"}], "n": 2, "end": 5}


def diff(old: object, new: object, context: int = 99) -> str:
    sides = (json.dumps(side, indent=2).splitlines() for side in (old, new))
    lines = difflib.unified_diff(*sides, "a/x.json", "b/x.json", n=context, lineterm="")
    return "\n".join(["diff --git a/x.json b/x.json", "index 1..2 100644", *lines])


@pytest.mark.parametrize("end", ["", "\n", "\n\\ No newline at end of file\n"])
def test_the_new_side_of_a_change_is_read(end: str) -> None:
    text = diff(OLD, NEW) + end
    peeled = peel("paste", text)
    assert (values(peeled), peeled.completeness) == ([NEW], "normalised")
    assert not list(text_findings(peeled))
    assert slice_of(text, next(peeled.values).get("list", 1, "id")) == "7"


def test_the_new_sides_of_several_files_are_read() -> None:
    assert values(peel("paste", f"{diff(OLD, NEW)}\n{diff(NEW, OLD)}\n")) == [NEW, OLD]


def test_a_file_that_is_new_is_read() -> None:
    lines = "\n".join(f"+{line}" for line in json.dumps(NEW, indent=2).splitlines())
    text = f"diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,9 @@\n{lines}\n"
    assert values(peel("paste", text)) == [NEW]
