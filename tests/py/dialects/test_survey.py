"""All recordings beside the checkout in one survey: only the files named here are not as an independent count has them."""

from __future__ import annotations

import pytest

import survey

MISSING = "the recorded exchanges are not beside this checkout (../shared/corpora/provider-dialects)"
CAPTURES = "the captured payloads are not beside this checkout (../shared/captures)"


@pytest.mark.skipif(not survey.EXCHANGES.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", sorted(survey.EXCHANGES.glob("*.json")), ids=lambda path: path.stem)
def test_a_recording_is_read_as_it_is_counted(path: survey.Path) -> None:
    tallies: dict[str, survey.Tally] = {}
    survey.look(path, tallies)
    (tally,) = tallies.values()
    assert bool(tally.odd) == (path.stem in survey.NAMED), tally.odd


@pytest.mark.skipif(not survey.CAPTURES.is_dir(), reason=CAPTURES)
@pytest.mark.parametrize("path", survey.captures(), ids=lambda path: path.name)
def test_a_capture_is_read_as_it_is_counted(path: survey.Path) -> None:
    tallies: dict[str, survey.Tally] = {}
    survey.look_at_capture(path, tallies)
    (tally,) = tallies.values()
    assert bool(tally.odd) == (path.name in survey.NAMED), tally.odd
