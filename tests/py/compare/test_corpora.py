"""Patches and differences held against the public suites; facts that other tools find are found here too."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hopscope.compare import compare, same
from hopscope.compare.patch import PatchError, apply
from hopscope.text.reader import read

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"


def cases(*names: str) -> list[Any]:
    """The cases of corpus files, none where they are missing."""
    files = [CORPORA / name for name in names if (CORPORA / name).is_file()]
    return [case for path in files for case in json.loads(path.read_text("utf-8"))]


def exact(value: Any) -> Any:
    """A value as the engine reads it."""
    (out,) = read(json.dumps(value), repair=False).values
    return out


SUITE = cases("json-patch-tests/tests.json", "json-patch-tests/spec_tests.json")
# Those that the suite switched off count too, but for two that are about a text in which an operation has two members `op`.
PATCHES = [case for case in SUITE if not (case.get("disabled") and "error" in case)]
DELTAS = cases("diff-jsondiffpatch/delta_cases.json")
OPS = cases("diff-jsondiffpatch/jsonpatch_cases.json")


def name(case: Any) -> str:
    return (
        str(case.get("name") or case.get("comment") or case.get("title") or "")[:60] if isinstance(case, dict) else ""
    )


def test_the_suites_are_there():
    if not CORPORA.is_dir():
        pytest.skip("the public suites (../shared/corpora) are not there")
    assert len(PATCHES) >= 110 and len(DELTAS) >= 35 and len(OPS) >= 15


@pytest.mark.parametrize("case", PATCHES, ids=name)
def test_patches_are_applied_as_rfc_6902_says(case):
    patch = [exact(op) for op in case["patch"]]
    if "error" in case:
        with pytest.raises(PatchError):
            apply(exact(case["doc"]), patch)
    else:
        assert same(apply(exact(case["doc"]), patch), exact(case.get("expected", case["doc"])))


@pytest.mark.parametrize("case", [case for case in PATCHES if "expected" in case], ids=name)
def test_a_patch_is_made_for_every_pair_of_the_patch_suite(case):
    left, right = exact(case["doc"]), exact(case["expected"])
    assert same(apply(left, compare(left, right).patch), right)


@pytest.mark.parametrize("case", OPS, ids=name)
def test_no_more_operations_than_jsondiffpatch_makes(case):
    left, right = exact(case["left"]), exact(case["right"])
    found = compare(left, right)
    assert same(apply(left, found.patch), right)
    assert len(found.patch) <= len(case["ops"])


def facts(delta: Any, way: str = "") -> set[tuple[str, str]]:
    """What a delta of jsondiffpatch says, as (kind, pointer): in the right value, of what was removed in the left one."""
    if isinstance(delta, list):
        kind = (
            "added"
            if len(delta) == 1
            else "changed"
            if len(delta) == 2
            else {0: "removed", 2: "changed", 3: "moved"}[delta[2]]
        )
        return {(kind, way)}
    out = set()
    for key, below in delta.items():
        if key == "_t":
            continue
        plain = key.removeprefix("_") if delta.get("_t") == "a" else key
        moved = isinstance(below, list) and len(below) == 3 and below[2] == 3
        out |= facts(below, f"{way}/{below[1] if moved else plain}")
    return out


# What is not asked of us, with the reason.
ELSE = {"arrays#12": "jsondiffpatch was given a filter of properties"}
NO_JSON = "undefined, dates, regular expressions and functions are no JSON"


@pytest.mark.parametrize("case", DELTAS, ids=name)
def test_the_facts_of_jsondiffpatch_are_found(case):
    reason = ELSE.get(case["name"]) or (NO_JSON if not case["json_only"] else None)
    if reason:
        pytest.skip(reason)
    found = compare(exact(case["left"]), exact(case["right"]))
    assert same(apply(exact(case["left"]), found.patch), exact(case["right"]))
    ours = {(change.kind, change.pointers[-1]) for change in found.changes}
    theirs = facts(case["delta"]) if case["delta"] else set()
    if any(kind == "moved" for kind, _ in theirs):  # which of two swapped elements moved is a matter of taste
        assert len([one for one in ours if one[0] == "moved"]) <= len([one for one in theirs if one[0] == "moved"])
        ours, theirs = ({one for one in side if one[0] in ("added", "changed")} for side in (ours, theirs))
    assert ours == theirs


def recordings() -> list[tuple[Path, Path]]:
    """Neighbours among the recorded exchanges of one kind: texts of one form that differ as real ones do."""
    folders = [
        *sorted((CORPORA.parent / "captures").glob("*")),
        CORPORA / "provider-dialects",
        CORPORA / "mcp-github-toolsnaps",
    ]
    files = [sorted(one for one in folder.glob("*.json") if one.stat().st_size < 150_000) for folder in folders]
    return [pair for group in files for pair in pairwise(group)][::3]


@pytest.mark.parametrize("pair", recordings(), ids=lambda pair: pair[1].stem)
def test_the_patch_turns_one_recording_into_its_neighbour(pair):
    readings = [read(path.read_text("utf-8"), repair=False).values for path in pair]
    if not all(len(values) == 1 for values in readings):
        pytest.skip("one of the two is no single JSON value")
    (left,), (right,) = readings
    found = compare(left, right)
    assert same(apply(left, found.patch), right)
    assert bool(found.changes) != same(left, right)


TRACES = sorted((CORPORA / "traces" / "icip-cas__LiveMCPBench").glob("*.json"))


@pytest.mark.skipif(len(TRACES) != 2, reason="the recorded traces (../shared/corpora/traces) are not there")
def test_two_long_evaluations_differ_in_few_readable_places():
    left, right = (json.loads(path.read_text("utf-8")) for path in TRACES)
    found = compare(left, right, seconds=60)
    assert apply(left, found.patch) == right
    assert not found.coarse and 100 < len(found.changes) < 200
