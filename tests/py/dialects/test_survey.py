"""All recordings beside the checkout in one survey: only the files named here are not as an independent count has them."""

from __future__ import annotations

import pytest

import survey

MISSING = "the recorded exchanges are not beside this checkout (../shared/corpora/provider-dialects)"
# Why a file is not as counted: what its exchanges really hold, or a second agent that takes over with ids of its own.
NAMED = {
    "test_tool_search__test_tool_search_eval[anthropic]": "arguments that break the contract",
    "models__test_openai__test_multiple_agent_tool_calls": "another agent passes the first one's call on under a new id",
    "models__test_groq__test_tool_use_failed_error_streaming": "a call that the provider refused",
    "models__test_groq__test_tool_use_failed_error_streaming_with_text": "a call that the provider refused",
    "models__test_groq__test_tool_use_failed_error_with_text": "a call that the provider refused",
    "models__test_deepseek_responses__test_deepseek_responses_rejects_interleaved_function_calls": "a refused request",
}


@pytest.mark.skipif(not survey.EXCHANGES.is_dir(), reason=MISSING)
@pytest.mark.parametrize("path", sorted(survey.EXCHANGES.glob("*.json")), ids=lambda path: path.stem)
def test_a_recording_is_read_as_it_is_counted(path: survey.Path) -> None:
    tallies: dict[str, survey.Tally] = {}
    survey.look(path, tallies)
    (tally,) = tallies.values()
    assert bool(tally.odd) == (path.stem in NAMED), tally.odd
