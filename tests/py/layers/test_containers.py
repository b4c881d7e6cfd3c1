"""Containers of Python's library as it prints them: each is read as the dictionary or the list that it is."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from peeling import slice_of, values

VALUE: dict[str, Any] = {
    "name": "run",
    "args": {"city": "it's", "say": "\"so\", ('x', 1)", "empty": {}},
    "list": [{"id": 1, "flags": [True, None]}, [], {"deep": {"x": "OrderedDict([('a', 1)])"}}],
}


def as_pairs(value: Any) -> str:
    """How Python printed an OrderedDict up to 3.11."""
    if isinstance(value, dict):
        pairs = ", ".join(f"({key!r}, {as_pairs(one)})" for key, one in value.items())
        return f"OrderedDict([{pairs}])" if value else "OrderedDict()"
    return f"[{', '.join(map(as_pairs, value))}]" if isinstance(value, list) else repr(value)


def as_members(value: Any) -> str:
    """How it prints one since 3.12."""
    if isinstance(value, dict):
        members = ", ".join(f"{key!r}: {as_members(one)}" for key, one in value.items())
        return f"OrderedDict({{{members}}})" if value else "OrderedDict()"
    return f"[{', '.join(map(as_members, value))}]" if isinstance(value, list) else repr(value)


def as_defaults(value: Any) -> str:
    if isinstance(value, dict):
        return repr(defaultdict(list, {})).replace(
            "{}", "{" + ", ".join(f"{k!r}: {as_defaults(v)}" for k, v in value.items()) + "}"
        )
    return f"[{', '.join(map(as_defaults, value))}]" if isinstance(value, list) else repr(value)


PRINTED: dict[str, Callable[[Any], str]] = {"pairs": as_pairs, "members": as_members, "defaults": as_defaults}
AMONG = [
    "{}",
    "I got this: {} and it's all.",
    "Result:\n{}\ndone",
    "2026-01-02 03:04:05 INFO got {}\n2026-01-02 03:04:06 INFO end",
    "x = {}",
    ">>> x\n{}\n>>> ",
]


@pytest.mark.parametrize("among", AMONG)
@pytest.mark.parametrize("printed", sorted(PRINTED))
def test_a_container_is_read_as_what_it_holds(printed: str, among: str) -> None:
    for value in (VALUE, [VALUE, {"a": 1}]):
        peeled = peel("paste", among.replace("{}", PRINTED[printed](value)))
        assert (values(peeled), peeled.completeness) == ([value], "normalised")
        assert "python" in peeled.layers
        assert not list(text_findings(peeled))


def test_what_stands_in_a_container_keeps_its_place() -> None:
    text = as_pairs(VALUE)
    assert slice_of(text, next(peel("paste", text).values).get("args", "city")) == '"it\'s"'


@pytest.mark.parametrize(
    ("value", "found"),
    [
        (deque([1, 2], maxlen=3), [1, 2]),
        (Counter({"a": 2}), {"a": 2}),
        (MappingProxyType({"a": [OrderedDict()]}), {"a": [{}]}),
        (defaultdict(None, {"a": frozenset()}), {"a": []}),
    ],
)
def test_other_containers_are_read_as_well(value: object, found: object) -> None:
    assert values(peel("paste", f"{{'x': {value!r}, 'y': 1}}")) == [{"x": found, "y": 1}]


def test_the_flags_of_an_array_library_are_flags() -> None:
    assert values(peel("paste", "{'a': np.True_, 'b': [numpy.False_], 'c': 'np.True_'}")) == [
        {"a": True, "b": [False], "c": "np.True_"}
    ]


def test_a_container_that_is_cut_is_told_as_cut() -> None:
    peeled = peel("paste", as_pairs(VALUE)[:60])
    assert peeled.completeness == "guessed"
    assert [finding.code for finding in text_findings(peeled)] == ["text-truncated"]
