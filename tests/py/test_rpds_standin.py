"""The stand-in for rpds-py in WebAssembly behaves as the real one does, for everything jsonschema and referencing ask of it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytestmark = pytest.mark.native  # the real one is compiled
STANDIN = Path(__file__).resolve().parents[2] / "tools" / "rpds" / "rpds.py"


@pytest.fixture(scope="module")
def both() -> tuple[ModuleType, ModuleType]:
    real = pytest.importorskip("rpds", reason="rpds-py is compiled")
    spec = importlib.util.spec_from_file_location("rpds_standin", STANDIN)
    assert spec and spec.loader
    standin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(standin)
    return real, standin


keys = st.text("abc", max_size=2)  # of one type: the real one breaks off when it compares keys of two
pairs = st.lists(st.tuples(keys, st.integers()), max_size=8)
steps = st.lists(
    st.tuples(
        st.sampled_from(["insert", "remove", "discard", "update", "back"]), keys, st.integers(), pairs
    ),
    max_size=12,
)  # fmt: skip


def outcome(work: Any) -> Any:
    try:
        return work()
    except Exception as error:
        return type(error)


def map_story(library: ModuleType, start: list[Any], story: list[Any]) -> list[Any]:
    """Every version that a story of changes makes, looked at only in the end: no change may touch an older version."""
    versions = [library.HashTrieMap(start)]
    refused = []
    for verb, key, value, more in story:
        now = versions[-1]
        work = {
            "insert": lambda now=now, key=key, value=value: now.insert(key, value),
            "remove": lambda now=now, key=key: now.remove(key),
            "discard": lambda now=now, key=key: now.discard(key),
            "update": lambda now=now, more=more: now.update(more),
            "back": lambda: versions[len(versions) // 2],
        }[verb]
        made = outcome(work)
        (refused if isinstance(made, type) else versions).append(made)
    return [[dict(each.items()), len(each), set(each), set(each.keys())] for each in versions] + refused


@given(start=pairs, story=steps)
def test_maps_tell_the_same_story(both: tuple[ModuleType, ModuleType], start: list[Any], story: list[Any]) -> None:
    real, standin = both
    assert map_story(standin, start, story) == map_story(real, start, story)


@given(start=pairs, key=keys)
def test_maps_answer_the_same_questions(both: tuple[ModuleType, ModuleType], start: list[Any], key: Any) -> None:
    answers = []
    for library in both:
        made = library.HashTrieMap(start)
        again = library.HashTrieMap.convert(dict(start))
        answers.append([outcome(lambda made=made: made[key]), made.get(key), made.get(key, 1), key in made, made == again,
                        made == library.HashTrieMap(), hash(made) == hash(again), library.HashTrieMap.convert(made) is made,
                        sorted(map(repr, made.values()))])  # fmt: skip
    assert answers[0] == answers[1]


def test_an_old_map_does_not_see_what_was_added_to_a_newer_one(both: tuple[ModuleType, ModuleType]) -> None:
    for library in both:
        old = library.HashTrieMap({"a": 1})
        new, other = old.insert("b", 2), old.insert("b", 3)
        assert ("b" in old, len(old), new["b"], other["b"]) == (False, 1, 2, 3)


def set_story(library: ModuleType, start: list[Any], story: list[Any]) -> list[Any]:
    versions = [library.HashTrieSet(key for key, _ in start)]
    refused = []
    for verb, key, _, more in story:
        now = versions[-1]
        work = {
            "insert": lambda now=now, key=key: now.insert(key),
            "remove": lambda now=now, key=key: now.remove(key),
            "discard": lambda now=now, key=key: now.discard(key),
            "update": lambda now=now, more=more: now.update([each for each, _ in more]),
            "back": lambda: versions[len(versions) // 2],
        }[verb]
        made = outcome(work)
        (refused if isinstance(made, type) else versions).append(made)
    return [[set(each), len(each), bool(each)] for each in versions] + refused


@given(start=pairs, story=steps)
def test_sets_tell_the_same_story(both: tuple[ModuleType, ModuleType], start: list[Any], story: list[Any]) -> None:
    real, standin = both
    assert set_story(standin, start, story) == set_story(real, start, story)


@given(start=st.lists(keys, max_size=6), more=st.lists(keys, max_size=6))
def test_lists_tell_the_same_story(both: tuple[ModuleType, ModuleType], start: list[Any], more: list[Any]) -> None:
    stories = []
    for library in both:
        versions = [library.List(start)]
        for value in more:
            versions.append(versions[-1].push_front(value))
        versions.append(versions[0].push_front(1).drop_first())
        stories.append([[list(each), len(each), outcome(lambda each=each: each.first), list(each.rest),
                         outcome(lambda each=each: list(each.drop_first())), each == versions[0]]
                        for each in versions])  # fmt: skip
    assert stories[0] == stories[1]
