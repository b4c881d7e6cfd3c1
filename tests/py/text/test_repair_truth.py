"""The edits are the truth: made to the text, they give strict JSON that reads as the value; whatever the text."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from hopscope.text.numbers import equal
from hopscope.text.reader import Reading, read
from hopscope.text.source import apply
from hopscope.text.strict import strict_values

CAPTURES = Path(__file__).parents[4] / "shared" / "captures"
SCRAPS = [
    *"{}[]():,;'\"`\\/#.-+ \n\t0159eE", "...", "null", "True", "None", "//", "/*", "*/", '"a":', "\u201c", "\u2019", "\\u12",
    "\ud83d", "\x00", "\ufeff", "```json\n", "b'", "NaN", '"""', "{{", "}}", "ObjectId(", "datetime(1,2)", "...[truncated]",
    "undefined",
    ' + "x"', '\\"', "=>", "\U0001f6e2", "\r\n", "data: ", "(1,)", "key: ",
]  # fmt: skip
SEEDS = [
    '{"name": "ada", "tags": ["x", {"k": null}], "n": -1.5e3, "t": true}',
    "{'a': None, 'b': (1, 'x'), 'c': {'d': \"it's\"}}",
    '{\n  // c\n  key: "v",\n  list: [1, 2,],\n}\n',
    '[{"role": "user", "content": "say \\"hi\\"\\n{\\"a\\": [1]}"}, {"role": "tool"}]',
    'event: x\ndata: {"a": [1, 2]}\n\ndata: [DONE]\n\n',
]


def hold(text: str, reading: Reading) -> None:
    """What must be true of any reading."""
    done = 0
    for edit in reading.edits:
        assert done <= edit.start <= edit.end <= len(text)
        assert text[edit.start : edit.end] == edit.removed
        done = edit.end
    if reading.values:
        values, _, fault = strict_values(apply(text, reading.edits))
        assert fault is None
        assert equal(values, list(reading.values))
    assert (reading.completeness == "complete") == (bool(reading.values) and not reading.edits)


def mutated(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice([1, 1, 2, 3, 8])):
        at, kind = dice.randrange(len(text) + 1), dice.random()
        if kind < 0.4:
            text = text[:at] + text[at + dice.choice([1, 1, 2, 6]) :]
        elif kind < 0.85:
            text = text[:at] + dice.choice(SCRAPS) + text[at:]
        else:
            text = text[:at]
    return text


@given(st.lists(st.sampled_from(SCRAPS), max_size=25).map("".join))
def test_any_mixture_of_scraps(text: str) -> None:
    hold(text, read(text))


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    hold(text, read(text))


@pytest.mark.parametrize("seed", range(12))
def test_mutations_of_typical_texts(seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(60):
        text = mutated(dice.choice(SEEDS), dice)
        hold(text, read(text))


@pytest.mark.skipif(not CAPTURES.is_dir(), reason="the real captures (../shared/captures) are not there")
@pytest.mark.parametrize("seed", range(6))
def test_mutations_of_real_captures_and_their_findings(seed: int) -> None:
    dice = random.Random(seed)
    paths = [path for path in sorted(CAPTURES.rglob("*")) if path.suffix in (".json", ".sse", ".txt", ".yaml")]
    for path in dice.sample(paths, 25):
        text = mutated(path.read_text(encoding="utf-8")[:3000], dice)
        units = len(text.encode("utf-16-le", "surrogatepass")) // 2
        for finding in text_findings(peel("document", text)):
            for place in (finding.at, *finding.related):
                assert place is None or 0 <= place.start <= place.end <= units
        hold(text, read(text))


HOSTILE = {
    "quotes": '"' * 500, "strings never closed": '["a ' * 120, "keys never closed": '{"a' * 150,
    "stray words": "[" + '"x" oops ' * 60, "calls": "f(" * 250, "unclosed comments": "[/*" * 150,
    "escapes": '["' + "\\u12" * 120, "commas": "[" + "," * 500, "fences": "```" * 150, "raw lines": '["' + "\n" * 500,
    "empty members": "{" + '"a":,' * 100, "wrong brackets": '{"a":[}' * 70, "missing commas": "[" + "1 " * 250,
    "values without keys": '{"a":1' + ",[1]" * 150, "lines of a quote": "> {\n" * 150, "tuples": "x (1, 'a', " * 100,
    "glued": '{"a":1}' * 100 + "x", "leading zeros": "[" + "007," * 200, "half a fence": "```\n{" * 100,
}  # fmt: skip
GROWTH = 2.6  # of the calls made where the text is twice as long; work that grows with the square would give four


def calls_made(text: str) -> int:
    """How many functions, in Python or C, are called until a text is peeled and told."""
    count = 0

    def one_more(frame: FrameType, event: str, arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(one_more)
    try:
        list(text_findings(peel("document", text)))
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_work_on_hostile_text_grows_with_its_length(kind: str) -> None:
    single, double = HOSTILE[kind] * 2, HOSTILE[kind] * 4
    calls_made(single)
    assert calls_made(double) < GROWTH * calls_made(single) + 2_000


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_comes_to_an_end(kind: str) -> None:
    text = HOSTILE[kind] * 100
    hold(text, read(text))
