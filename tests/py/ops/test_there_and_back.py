"""The tool lists of public servers, there and back: each target takes what is written for it, and every difference was told.

A part of the lists is enough for every day; `python tests/tool_lists.py` takes them all, with a table.
"""

from __future__ import annotations

import json

import pytest

from hopscope.contracts import providers
from tool_lists import CORPORA, ToolList, linted, lists, targets, travelled

SAMPLED = 30  # every list of this number
pytestmark = pytest.mark.skipif(
    not CORPORA.is_dir(), reason="the collected tool lists of public servers (../shared/corpora) are not here"
)


@pytest.fixture(scope="module")
def some() -> list[ToolList]:
    found = lists()
    assert found
    return found[::SAMPLED]


@pytest.mark.parametrize(("to", "provider"), targets())
def test_each_target_takes_what_is_written_for_it_and_every_difference_was_told(
    to: str, provider: str, some: list[ToolList]
) -> None:
    for name, tools in some:
        journey = travelled(tools, to, provider)
        assert (name, journey.refused, journey.untold) == (name, [], [])


def test_every_tool_is_judged_by_every_provider_at_a_place_in_its_list(some: list[ToolList]) -> None:
    for name, tools in some:
        text = json.dumps({"tools": tools})
        result = linted(text, [])
        assert [one["name"] for one in result["contracts"]] == [tool["name"] for tool in tools], name
        assert {len(one["providers"]) for one in result["contracts"]} == {len(providers.every())}
        assert all(text[one["at"]["start"] : one["at"]["end"]].strip() for one in result["findings"])
