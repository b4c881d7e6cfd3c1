"""Checks that the lock files fit what the project asks for, pin everything by hash and name no host."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "tools" / "requirements"
NODE_PACKAGES = (ROOT, ROOT / "tests" / "bench", ROOT / "tests" / "published")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)(.*(?:\n    --hash=.*)*)", re.MULTILINE)
# Which of the project's groups each lock answers for, and what it leaves to the stand-in or to the browser.
ANSWERS = {"dev": ["dev"], "browser": ["browser"], "browser-test": ["browser", "browser-test"]}
LEFT_OUT = {"browser": {"regress", "click"}, "browser-test": {"regress", "click"}}


def pins(lock: str) -> dict[str, str]:
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8")
    return {canonicalize_name(found[1]): found[2] for found in PINNED.finditer(text)}


def unhashed(lock: str) -> Iterator[str]:
    text = (LOCKS / f"{lock}.txt").read_text(encoding="utf-8")
    for found in PINNED.finditer(text):
        if "--hash=sha256:" not in found[3]:
            yield f"{lock}.txt: {found[1]} has no hash"


def asked(project: dict[str, Any], lock: str) -> Iterator[Requirement]:
    yield from map(Requirement, project["project"]["dependencies"])
    for group in ANSWERS[lock]:
        yield from map(Requirement, project["dependency-groups"][group])


def python_faults(project: dict[str, Any]) -> Iterator[str]:
    for lock in ANSWERS:
        have = pins(lock)
        yield from unhashed(lock)
        for requirement in asked(project, lock):
            name = canonicalize_name(requirement.name)
            if name in LEFT_OUT.get(lock, ()):
                continue
            if name not in have or not requirement.specifier.contains(have[name], prereleases=True):
                yield f"{lock}.txt has {name} {have.get(name, 'not at all')}, asked for is {requirement}"


def node_faults(folder: Path) -> Iterator[str]:
    shown = (folder / "package-lock.json").relative_to(ROOT)
    package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for group in ("dependencies", "devDependencies"):
        for name, version in package.get(group, {}).items():
            have = locked.get(f"node_modules/{name}", {}).get("version")
            if have != version:
                yield f"{shown} has {name} {have}, asked for is {version}"
    for path, entry in locked.items():
        if path and "integrity" not in entry:
            yield f"{shown}: {path} has no hash"
        if "resolved" in entry:
            yield f"{shown}: {path} names a host"


def hosts() -> Iterator[str]:
    node_locks = (folder / "package-lock.json" for folder in NODE_PACKAGES)
    for path in (*sorted(LOCKS.glob("*.txt")), *node_locks, ROOT / ".npmrc"):
        if re.search(
            r"registry\s*=|https?://[^\s\"]*(?:\.tgz|\.whl|/simple)|--(?:extra-)?index-url|--find-links",
            path.read_text(),
        ):
            yield f"{path.relative_to(ROOT)} names a host to download from"


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    faults = [*python_faults(project), *(fault for folder in NODE_PACKAGES for fault in node_faults(folder)), *hosts()]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
