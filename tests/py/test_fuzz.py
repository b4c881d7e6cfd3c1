"""Damaged inputs never end in an error: a few of every kind here, a million by `python3 build.py fuzz`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.material import gathered
from fuzz.running import failure, tried
from fuzz.targets import TARGETS

SEED = 20_260_101  # not that of the long run: these inputs are tried beside it
EACH = 40


@pytest.mark.parametrize("name", TARGETS)
def test_no_damaged_input_ends_in_an_error(name: str) -> None:
    assert [find for _, find in tried(SEED, range(EACH), name) if find] == []


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_that_hypothesis_draws_ends_in_an_error(name: str) -> None:
    @settings(max_examples=20)
    @given(st.randoms(use_true_random=False))
    def attempt(random):  # type: ignore[no-untyped-def]
        error = failure(TARGETS[name], TARGETS[name].make(random, gathered()))
        if error:
            raise error

    attempt()
