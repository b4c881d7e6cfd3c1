"""`--json` of each verb is what the page is told: the reply of the door itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import casebook
from hopscope import api
from terminal import Run, written

pytestmark = pytest.mark.native
VERBS = ("convert", "diff", "format", "lint", "propose", "query", "validate")
OWN = {name: case for name, case in casebook.read(casebook.OWN).items() if case["method"] in VERBS}
SHARED = {name: case for name, case in casebook.read(casebook.SHARED).items() if case["method"] in VERBS}
TEXTS = ("schema", "instance", "left", "right", "text")
OPTIONS = ("to", "as", "indent", "name", "provider")
SWITCHES = {
    ("repair", False): "--no-repair",
    ("formats", False): "--no-formats",
    ("unwrap", True): "--unwrap",
    ("sort_keys", True): "--sort-keys",
    ("strict", True): "--strict",
    ("what", "calls"): "--calls",
}


def command(case: dict[str, Any]) -> list[str]:
    """A case as a command; its texts become files."""
    params = case["params"]
    options = [flag for (name, value), flag in SWITCHES.items() if params.get(name) == value]
    options += [part for name in OPTIONS if name in params for part in (f"--{name}", str(params[name]))]
    options += [part for one in params.get("providers", ()) for part in ("--provider", one)]
    given = [name for name in TEXTS if name in params]
    for name in given:
        Path(name).write_bytes(params[name].encode())
    path = [params["path"]] if case["method"] == "query" else []
    return [case["method"], "--json", *options, *path, *given, *(written(case) if "documents" in params else [])]


def equals_the_door(case: dict[str, Any], run: Run) -> None:
    done = run(*command(case))
    request = {"id": 1, "method": case["method"], "params": case["params"]}
    told = json.loads(api.handle(json.dumps(request)))["result"]
    assert done.code in (0, 1) and done.json == told


@pytest.mark.parametrize("name", sorted(OWN))
def test_json_of_a_verb_is_what_the_page_is_told(hopscope: Run, name: str) -> None:
    equals_the_door(OWN[name], hopscope)


@pytest.mark.skipif(not SHARED, reason="the shared cases do not lie beside this checkout")
@pytest.mark.parametrize("name", sorted(SHARED))
def test_json_of_a_verb_is_what_the_page_is_told_of_a_shared_case(hopscope: Run, name: str) -> None:
    equals_the_door(SHARED[name], hopscope)
