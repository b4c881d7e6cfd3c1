"""Lists what the project depends on with each licence, and asks whether advisories are known about any of it.

Licences come from the packages' own metadata. Ends with 1 where a licence is missing, where what is handed on has one that it may
not have, or where an advisory is known; with 3 where nobody could be asked for advisories: that is not as if there were none.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from importlib import metadata
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "tools" / "requirements"
WHEELS = ROOT / "build" / "downloaded"
PERMITTED = {"MIT", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "PSF-2.0", "MPL-2.0", "ISC", "0BSD"}
CLASSIFIERS = {
    "MIT License": "MIT", "Apache Software License": "Apache-2.0", "BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0", "Python Software Foundation License": "PSF-2.0",
}  # fmt: skip
TERMINAL = {"click", "colorama", "regress", "rpds-py"}  # what the command needs beside what the page carries
NOT_ASKED = 3
PATIENCE = 60  # seconds for a service to answer


@dataclass(frozen=True, slots=True)
class Dependency:
    """A pinned package: `place` says where it goes: "page", "terminal" or "work" (building and testing only)."""

    name: str
    version: str
    licence: str | None
    place: str

    @property
    def fault(self) -> str | None:
        """Why this licence is not in order."""
        if not self.licence:
            return f"{self.name} {self.version} states no licence"
        known = [part.strip() in PERMITTED for part in re.split(r" AND | OR ", self.licence.strip("()"))]
        fits = any(known) if " OR " in self.licence else all(known)
        return None if fits or self.place == "work" else f"{self.name} {self.version} is under {self.licence}"


def licence_of(told: Message) -> str | None:
    """The licence in the metadata of a Python package."""
    if expression := told.get("License-Expression"):
        return str(expression)
    for classifier in told.get_all("Classifier", []):
        if found := CLASSIFIERS.get(classifier.split(" :: ")[-1]):
            return found
    return (told.get("License") or "").split("\n")[0] or None


def pinned(lock: str) -> set[str]:
    found = re.findall(r"^([A-Za-z0-9._-]+)==", (LOCKS / f"{lock}.txt").read_text(encoding="utf-8"), re.MULTILINE)
    return set(map(canonicalize_name, found))


def of_python() -> Iterator[Dependency]:
    page = pinned("browser")
    told = {canonicalize_name(each.metadata["Name"]): each.metadata for each in metadata.distributions()}
    told |= {canonicalize_name(each["Name"]): each for each in map(in_wheel, sorted(WHEELS.glob("*.whl")))}
    for name in sorted(page | pinned("dev")):
        if name in told:  # the others are for other systems
            place = "page" if name in page else "terminal" if name in TERMINAL else "work"
            yield Dependency(name, told[name]["Version"], licence_of(told[name]), place)


def in_wheel(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as opened:
        (name,) = (each for each in opened.namelist() if each.endswith(".dist-info/METADATA"))
        return Parser().parsestr(opened.read(name).decode())


def of_node() -> Iterator[Dependency]:
    """The packages of the page's own lock that are installed here; the lock repeats what each states of itself."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, entry in sorted(packages.items()):
        stated = ROOT / path / "package.json"
        if path and stated.exists():
            told = json.loads(stated.read_text(encoding="utf-8"))
            yield Dependency(told["name"], told["version"], told.get("license"), "work" if entry.get("dev") else "page")


def table(dependencies: Iterable[Dependency]) -> Iterator[str]:
    for each in sorted(dependencies, key=lambda one: (one.place, one.name)):
        yield f"  {each.place:9} {each.name:28} {each.version:16} {each.licence or '-'}"


class Unanswered(Exception):
    """Nobody could be asked, and why."""


def answer(*command: str) -> dict[str, object]:
    program = shutil.which(command[0])
    if not program:
        raise Unanswered(f"{command[0]} is not installed")
    try:
        done = subprocess.run([program, *command[1:]], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise Unanswered(f"{command[0]} gave no answer in {PATIENCE} seconds") from None
    try:
        told = json.loads(done.stdout)
    except ValueError:
        raise Unanswered((done.stderr.strip() or "no answer").splitlines()[-1][:200]) from None
    return told if isinstance(told, dict) else {}


def node_advisories() -> list[str]:
    told = answer("npm", "audit", "--json")
    if not isinstance(found := told.get("vulnerabilities"), dict):
        raise Unanswered(re.sub(r"https?://\S+", "the registry", str(told.get("message", "no answer"))))
    return [f"{name}: {entry['severity']}" for name, entry in found.items()]


def python_advisories() -> list[str]:
    told = answer("pip-audit", "--format", "json", "--disable-pip", "--require-hashes", "-r", str(LOCKS / "dev.txt"))
    if not isinstance(found := told.get("dependencies"), list):
        raise Unanswered("no answer")
    return [f"{each['name']}: {fault['id']}" for each in found for fault in each.get("vulns", [])]


def main() -> int:
    dependencies = [*of_python(), *of_node()]
    print(*table(dependencies), sep="\n")
    faults, unasked = [fault for each in dependencies if (fault := each.fault)], False
    for kind, ask in (("Python", python_advisories), ("Node", node_advisories)):
        try:
            found = ask()
        except Unanswered as reason:
            unasked = True
            print(f"NOT CHECKED: advisories about {kind} packages ({reason})")
        else:
            print(f"{len(found)} advisories about {kind} packages")
            faults += found
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else NOT_ASKED if unasked else 0


if __name__ == "__main__":
    sys.exit(main())
