"""Cases as data: what the engine must say of given input, and how its reply is held against that.

A case is `{name, ask, method, params, expect}`, told by `schemas/cases/case.json`. `differences` yields one sentence for each
point of `expect` that a reply misses; on objects only the given keys count, lists count element by element.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
OWN = HERE / "cases"
SHARED = HERE.parent.parent / "shared" / "cases"
ENTRY_FIELDS = ("code", "hop", "fault", "severity")


def read(folder: Path) -> dict[str, dict[str, Any]]:
    """The cases of a folder by name, sorted; none where there is no such folder."""
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files}


def differences(case: dict[str, Any], result: dict[str, Any]) -> Iterator[str]:
    """What a result lacks of the case's `expect`."""
    expect, said = case["expect"], _Said(case["params"], result)
    for entry in expect.get("codes", []):
        if not said.has(entry):
            yield f"no finding like {entry}"
    for entry in expect.get("absent", []):
        entry = {"code": entry} if isinstance(entry, str) else entry
        if said.has(entry):
            yield f"false alarm {entry}"
    calls = [
        {**call, "hops": {hop: told["status"] for hop, told in call["hops"].items()}}
        for call in result.get("calls", [])
    ]
    yield from _below(expect.get("verdict", {}), result.get("verdict", {}), "verdict")
    yield from _below(expect.get("calls", calls), calls, "calls")
    yield from _below(expect.get("result", {}), result, "result")
    yield from _patched(case, result)
    yield from _text(expect, result)
    for change in expect.get("changes", []):
        if not any(_is_change(change, told) for told in result.get("changes", [])):
            yield f"no change like {change}"


class _Said:
    """The findings of a result with what an entry may ask about each: its call, its slice of the text, its words."""

    def __init__(self, params: dict[str, Any], result: dict[str, Any]) -> None:
        self.findings = [*result.get("findings", []), *result.get("losses", [])]
        self.calls = [call["findings"] for call in result.get("calls", [])]
        named = {document["name"]: document["text"] for document in params.get("documents", [])}
        self.texts = {
            name: text.encode("utf-16-le", "surrogatepass")
            for name, text in (named | params).items()
            if isinstance(text, str)
        }

    def has(self, entry: dict[str, Any]) -> bool:
        return any(self._fits(entry, number, finding) for number, finding in enumerate(self.findings))

    def _fits(self, entry: dict[str, Any], number: int, finding: dict[str, Any]) -> bool:
        if any(entry[field] != finding[field] for field in ENTRY_FIELDS if field in entry):
            return False
        if "call" in entry and not (entry["call"] < len(self.calls) and number in self.calls[entry["call"]]):
            return False
        at = finding["at"]
        if "path_last" in entry and not (at and at["path"] and at["path"][-1] == entry["path_last"]):
            return False
        return self._reads(entry, at) and self._says(entry, finding)

    def _reads(self, entry: dict[str, Any], at: dict[str, Any] | None) -> bool:
        if "at_text" not in entry and "at_contains" not in entry:
            return True
        raw = self.texts.get(at["document"]) if at else None
        if raw is None:
            return False
        piece = raw[2 * at["start"] : 2 * at["end"]].decode("utf-16-le", "replace")
        return entry.get("at_text", piece) == piece and entry.get("at_contains", "") in piece

    def _says(self, entry: dict[str, Any], finding: dict[str, Any]) -> bool:
        words = (
            json.dumps([finding["message"], finding["advice"], finding["params"]], ensure_ascii=False)
            .replace('\\"', '"')
            .lower()
        )
        return all(str(word).lower() in words for word in entry.get("message_has", []))


def _below(expected: Any, got: Any, where: str) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key, value in expected.items():
            plain = "text" if key == "text_equals" else key
            if plain in got:
                yield from _below(value, got[plain], f"{where}.{plain}")
            else:
                yield f"{where}.{plain} is missing"
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for number, pair in enumerate(zip(expected, got, strict=True)):
            yield from _below(*pair, f"{where}[{number}]")
    elif expected != got or isinstance(expected, bool) != isinstance(got, bool):
        yield f"{where}: expected {expected!r:.120}, got {got!r:.120}"


def _patched(case: dict[str, Any], result: dict[str, Any]) -> Iterator[str]:
    expect, patch = case["expect"], result.get("patch", [])
    if len(patch) > expect.get("patch_max_ops", len(patch)):
        yield f"the patch has {len(patch)} operations"
    if expect.get("patch_applies"):
        left, right = (json.loads(case["params"][side]) for side in ("left", "right"))
        if apply(left, patch) != right:
            yield "the patch does not turn left into right"


def apply(value: Any, patch: list[dict[str, Any]]) -> Any:
    """A value with an RFC 6902 patch applied (add, remove, replace, move, copy); raises LookupError where it does not fit."""
    root = [value]
    for step in patch:
        moved = _take(root, step["from"], step["op"] == "move") if "from" in step else step.get("value")
        if step["op"] in ("remove", "replace"):
            _take(root, step["path"], remove=True)
        if step["op"] != "remove":
            _put(root, step["path"], json.loads(json.dumps(moved)))
    return root[0]


def _home(root: list[Any], pointer: str) -> tuple[Any, Any]:
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")]
    home: Any = root
    for step in ["0", *steps[1:-1]] if len(steps) > 1 else []:
        home = home[int(step)] if isinstance(home, list) else home[step]
    last: Any = steps[-1] if len(steps) > 1 else "0"
    return home, (len(home) if last == "-" else int(last)) if isinstance(home, list) else last


def _take(root: list[Any], pointer: str, remove: bool) -> Any:
    home, key = _home(root, pointer)
    return home.pop(key) if remove else home[key]


def _put(root: list[Any], pointer: str, value: Any) -> None:
    home, key = _home(root, pointer)
    home.insert(key, value) if isinstance(home, list) else home.__setitem__(key, value)


def _text(expect: dict[str, Any], result: dict[str, Any]) -> Iterator[str]:
    pieces, unwanted = expect.get("text_json_contains", []), expect.get("text_json_no_keys", [])
    nodes = list(_nodes(json.loads(result["text"]))) if pieces or unwanted else []
    for piece in pieces:
        if not any(not list(_below(piece, node, "")) for node in nodes):
            yield f"the text holds no {piece}"
    for key in unwanted:
        if any(isinstance(node, dict) and key in node for node in nodes):
            yield f"the text still has {key}"


def _nodes(value: Any) -> Iterator[Any]:
    yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _nodes(child)


def _is_change(wanted: dict[str, Any], told: dict[str, Any]) -> bool:
    plain = {key: value for key, value in wanted.items() if not key.startswith("path_")}
    path = told.get("path") or [""]
    fits = wanted.get("path_contains", "") in "".join(path) and wanted.get("path_last", path[-1]) == path[-1]
    return fits and not list(_below(plain, told, ""))
