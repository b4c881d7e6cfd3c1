"""A sample of what `tests/transport.py` does whole: how a capture was carried changes nothing of what is said of it."""

from __future__ import annotations

import pytest

import transport

STEP = 29
CASES = transport.cases()
NAMES = list(transport.TRANSPORTS)
SAMPLE = [
    (name, case)
    for at, name in enumerate(NAMES)
    for case in [one for one in CASES if transport.carried(CASES[one], name)][at % STEP :: STEP]
    if (name, case) not in transport.NAMED
]


@pytest.mark.parametrize(("name", "case"), SAMPLE)
def test_the_same_is_said_of_a_capture_however_it_was_carried(name: str, case: str) -> None:
    assert list(transport.differences(CASES[case], name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_each_way_of_carrying_is_tried(name: str) -> None:
    assert any(name == one for one, _ in SAMPLE)
