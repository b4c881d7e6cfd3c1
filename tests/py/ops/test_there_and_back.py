"""The tool lists of public servers, there and back: each target takes what is written for it, and every difference was told.

A part of the lists is enough for every day; `HOPSCOPE_EVERY_TOOL=1` takes them all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hopscope import dialects
from hopscope.contracts import providers
from hopscope.ops import convert, lint

CORPORA = Path(__file__).parents[4] / "shared" / "corpora"
EVERY = bool(os.environ.get("HOPSCOPE_EVERY_TOOL"))
TARGETS = [
    (dialect, id)
    for id, provider in providers.every().items()
    for dialect in provider.table["dialects"]
    if dialect in dialects.offerings()
]


def lists() -> list[tuple[str, list[dict[str, Any]]]]:
    """The tool lists of all collections, each with where it was found."""
    files = sorted([*CORPORA.glob("mcp-*/**/*.json"), *CORPORA.glob("mcp-*/*.snap")])
    found = [(path.name, tools) for path in files for tools in _below(json.loads(path.read_text("utf-8")))]
    return found if EVERY else found[::30]


def _below(value: Any) -> Iterator[list[dict[str, Any]]]:
    if isinstance(value, dict) and "inputSchema" in value and "name" in value:
        yield [value]
    elif isinstance(value, list) and any(isinstance(one, dict) and "inputSchema" in one for one in value):
        yield [one for one in value if isinstance(one, dict) and "inputSchema" in one]
    else:
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from _below(inner)


def written(text: str, **params: Any) -> dict[str, Any]:
    return convert.run({"documents": [{"name": "list.json", "text": text}], **params})


def refused(result: dict[str, Any], provider: str) -> list[str]:
    """What the provider's own rules still refuse, but for limits, which `convert` has told."""
    found = lint.run({"documents": [{"name": "out.json", "text": result["text"]}], "providers": [provider]})["findings"]
    errors = [one for one in found if one["severity"] == "error"]
    judged = [one for one in errors if one["fault"] == "provider" or one["code"] == "schema-root"]
    over = [one["message"] for one in judged if one["code"] == "provider-limit"]
    assert not over or result["findings"], over
    return [one["message"] for one in judged if one["code"] != "provider-limit"]


def differences(before: Any, after: Any, at: str = "") -> Iterator[str]:
    """The pointers of what differs in value."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in before.keys() | after.keys():
            below = f"{at}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in before and key in after:
                yield from differences(before[key], after[key], below)
            else:
                yield below
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for number, pair in enumerate(zip(before, after, strict=True)):
            yield from differences(*pair, f"{at}/{number}")
    elif json.dumps(before) != json.dumps(after):
        yield at


def told_of(*results: dict[str, Any]) -> set[str]:
    """The pointers that changes and losses name."""
    changes = {str(change["pointer"]) for result in results for change in result["changes"]}
    return changes | {str(loss["params"].get("pointer")) for result in results for loss in result["losses"]}


def is_told(pointer: str, told: set[str]) -> bool:
    """Whether a difference was told: at its place, round it, or as a keyword of the same schema."""
    part = pointer.rpartition("/")[0]
    return any(
        pointer == one or pointer.startswith(f"{one}/") or one.rpartition("/")[0] == part for one in told if one
    ) or (any(one.startswith(f"{pointer}/") for one in told))


@pytest.mark.skipif(
    not CORPORA.is_dir(), reason="the collected tool lists of public servers (../shared/corpora) are not here"
)
@pytest.mark.parametrize(("to", "provider"), TARGETS)
def test_each_target_takes_what_is_written_for_it_and_every_difference_was_told(to: str, provider: str) -> None:
    found = lists()
    assert found
    for name, tools in found:
        by_name = {tool["name"]: tool for tool in tools}
        there = written(json.dumps({"tools": list(by_name.values())}), to=to, provider=provider)
        assert refused(there, provider) == [], name
        back = written(there["text"], to="mcp")
        returned = json.loads(back["text"])["tools"]
        assert len(returned) == len(by_name), name
        told = told_of(there, back)
        for before, after in zip(by_name.values(), returned, strict=True):
            untold = [at for at in differences(before["inputSchema"], after["inputSchema"]) if not is_told(at, told)]
            assert untold == [], f"{name}: {before['name']}"
