"""The tool lists of public servers beside the checkout, to every target and back: `python tests/tool_lists.py` prints a table.

Told of each provider are the tools it refuses as they stand, what its own rules still refuse of what is written for it, and what
came back otherwise than it went without a word about it. Any number but 0 in the last two columns is a fault, named below.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CORPORA = ROOT.parent / "shared" / "corpora"
ToolList = tuple[str, list[dict[str, Any]]]


def lists() -> list[ToolList]:
    """The tool lists of all collections, each with the name of its file."""
    files = sorted([*CORPORA.glob("mcp-*/**/*.json"), *CORPORA.glob("mcp-*/*.snap")])
    return [(path.name, tools) for path in files for tools in _below(json.loads(path.read_text("utf-8")))]


def _below(value: Any) -> Iterator[list[dict[str, Any]]]:
    if isinstance(value, dict) and "inputSchema" in value and "name" in value:
        yield [value]
    elif isinstance(value, list) and any(isinstance(one, dict) and "inputSchema" in one for one in value):
        named = {one["name"]: one for one in value if isinstance(one, dict) and "inputSchema" in one}
        yield list(named.values())
    else:
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from _below(inner)


def targets() -> list[tuple[str, str]]:
    """Every dialect that writes tools, with each provider that reads it."""
    from hopscope import dialects  # after main() has put the engine on the path
    from hopscope.contracts import providers

    offered = dialects.offerings()
    return [(to, id) for id, one in providers.every().items() for to in one.table["dialects"] if to in offered]


# There and back


@dataclass
class Journey:
    """One list converted and back: what the target's rules still refuse, and the places that differ without a word about it."""

    there: dict[str, Any]
    refused: list[str]
    untold: list[str]


def travelled(tools: list[dict[str, Any]], to: str, provider: str) -> Journey:
    there = written(json.dumps({"tools": tools}), to=to, provider=provider)
    back = written(there["text"], to="mcp")
    returned, told = json.loads(back["text"])["tools"], told_of(there, back)
    untold = [] if len(returned) == len(tools) else [f"{len(returned)} tools came back of {len(tools)}"]
    for before, after in zip(tools, returned, strict=False):
        places = differences(before["inputSchema"], after["inputSchema"])
        untold += [f"{before['name']} {at}" for at in places if not is_told(at, told)]
    return Journey(there, refused(there, provider), untold)


def written(text: str, **params: Any) -> dict[str, Any]:
    from hopscope.ops import convert

    return convert.run({"documents": [{"name": "list.json", "text": text}], **params})


def linted(text: str, providers: list[str]) -> dict[str, Any]:
    from hopscope.ops import lint

    return lint.run({"documents": [{"name": "list.json", "text": text}], "providers": providers})


def refused(result: dict[str, Any], provider: str) -> list[str]:
    """What the provider's own rules still refuse, but for limits that `convert` has told."""
    found = linted(result["text"], [provider])["findings"]
    errors = [one for one in found if one["severity"] == "error"]
    judged = [one for one in errors if one["fault"] == "provider" or one["code"] == "schema-root"]
    told = {one["code"] for one in result["findings"]}
    return [one["message"] for one in judged if one["code"] != "provider-limit" or one["code"] not in told]


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


# The whole


@dataclass
class Tally:
    """What all lists came to with one target."""

    refused: int = 0
    losses: int = 0
    changes: int = 0
    broken: list[str] = field(default_factory=list)
    untold: list[str] = field(default_factory=list)


def standing(found: list[ToolList]) -> Iterator[str]:
    """How the tools stand with each provider, as they are."""
    counts: dict[str, dict[str, int]] = {}
    findings, tools = 0, 0
    for _, listed in found:
        result = linted(json.dumps({"tools": listed}), [])
        findings, tools = findings + len(result["findings"]), tools + len(result["contracts"])
        for contract in result["contracts"]:
            for id, status in contract["providers"].items():
                counts.setdefault(id, dict.fromkeys(("ok", "warning", "fail"), 0))[status] += 1
    yield f"{tools} tools in {len(found)} lists, {findings} findings"
    yield f"{'provider':22} accepted  in part  refused"
    for id, one in counts.items():
        yield f"{id:22} {one['ok']:8} {one['warning']:8} {one['fail']:8}  {one['fail'] / tools:.0%}"


def all_travelled(found: list[ToolList]) -> Iterator[str]:
    tallies = {target: Tally() for target in targets()}
    for name, tools in found:
        for (to, provider), tally in tallies.items():
            journey = travelled(tools, to, provider)
            tally.losses += len(journey.there["losses"])
            tally.changes += len(journey.there["changes"])
            tally.broken += [f"{name}: {message}" for message in journey.refused]
            tally.untold += [f"{name}: {place}" for place in journey.untold]
    yield f"\n{'written for':46} changes   losses  refused  untold"
    for (to, provider), one in tallies.items():
        label = f"{to}, {provider}"
        yield f"{label:46} {one.changes:7} {one.losses:8} {len(one.broken):8} {len(one.untold):7}"
    for target, one in tallies.items():
        yield from (f"  {', '.join(target)}: {line}" for line in [*one.broken, *one.untold])


def main() -> None:
    sys.path.insert(0, str(ROOT / "py"))
    began, found = time.process_time(), lists()
    sys.stdout.write("\n".join([*standing(found), *all_travelled(found)]))
    sys.stdout.write(f"\n{time.process_time() - began:.0f} s\n")


if __name__ == "__main__":
    main()
