"""Runs every test and says in the last line how many passed; `build.py test` calls it when everything is built.

The engine's tests run under CPython and, beside them, inside Pyodide, where each must end the same way; then the page's
tests run in a browser. Paths below `tests` narrow that to them; everything else that is not an option here goes to pytest.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTHING_RAN = 5
IDS = "--verbosity=-1"  # makes pytest list tests by their ids, however quiet or wordy the run itself was asked to be
# Why a test that ran under CPython may be left out in WebAssembly.
LACKING = ("skipped: needs what WebAssembly lacks", "skipped: Hypothesis has no WebAssembly build")
TERMINAL = "tests/py/cli/"  # not even read in WebAssembly, which has no terminal and not its library


class Run:
    """One run of pytest in the background, its output and the outcomes it wrote."""

    def __init__(self, name: str, results: Path, command: list[str], shown: bool = False, **environment: str) -> None:
        self.name, self.outcomes, self.log = name, results / f"{name}.json", results / f"{name}.log"
        self.shown = shown
        out = None if shown else self.log.open("w")
        self.process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, **environment}, stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )

    def wait(self) -> Run:
        self.process.wait()
        if not self.shown:  # its output would otherwise run into that of the one beside it
            print(f"\n--- {self.name}\n{self.log.read_text(errors='replace')}", flush=True)
        return self

    def ended(self) -> dict[str, str]:
        return json.loads(self.outcomes.read_text(encoding="utf-8")) if self.outcomes.exists() else {}

    def fine(self) -> bool:
        return self.process.returncode in (0, NOTHING_RAN)


def cpython(name: str, results: Path, *options: str) -> Run:
    print(f"\n--- {name}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", f"--outcomes={results / name}.json", *options]
    return Run(name, results, command, shown=True)


def pyodide(results: Path, wheels: str, *options: str, **environment: str) -> Run:
    command = ["node", str(ROOT / "tools/test_engine.mjs"), wheels, str(results), "-q", *options]
    return Run(environment.get("HOPSCOPE_RUN", "pyodide"), results, command, **environment)


def by_place(arguments: list[str]) -> tuple[list[str], list[str]]:
    """What goes to pytest for the engine and for the page; nothing for one of them where only paths of the other were given."""
    paths = [one for one in arguments if one.startswith("tests/")]
    others = [one for one in arguments if one not in paths]
    of_page = [one for one in paths if one.startswith("tests/web")]
    of_engine = [one for one in paths if one not in of_page]
    return tuple(
        [*(own or [folder]), *others] if own or not paths else []
        for own, folder in ((of_engine, "tests/py"), (of_page, "tests/web"))
    )  # type: ignore[return-value]


def lonely(arguments: list[str]) -> list[str]:
    """The tests that may bring an interpreter down, by their ids."""
    asked = [sys.executable, "-m", "pytest", *arguments, "--collect-only", IDS, "-m", "alone and not native"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
    if done.returncode not in (0, NOTHING_RAN):
        raise SystemExit(f"the tests that run alone could not be listed:\n{done.stdout}{done.stderr}")
    return [line for line in done.stdout.splitlines() if "::" in line]


def engine(results: Path, options: argparse.Namespace, arguments: list[str]) -> list[Run]:
    runs = []
    if options.only in (None, "wasm"):
        runs.append(pyodide(results, options.test_wheels, *arguments))
    if options.only in (None, "engine"):
        runs.append(cpython("cpython", results, *arguments))
    for run in runs:
        run.wait()
    if options.only in (None, "wasm"):
        for number, test in enumerate(lonely(arguments)):
            runs.append(
                pyodide(results, options.test_wheels, HOPSCOPE_TEST_ALONE=test, HOPSCOPE_RUN=f"alone-{number}").wait()
            )
    return runs


def differences(runs: list[Run]) -> list[str]:
    """Tests that ended one way under CPython and another way inside Pyodide."""
    native = next((run.ended() for run in runs if run.name == "cpython"), {})
    wasm = {test: ended for run in runs if run.name != "cpython" for test, ended in run.ended().items()}
    if not native or not wasm:
        return []
    return [
        f"{test}: {ended} under CPython, {wasm.get(test, 'not run')} inside Pyodide"
        for test, ended in native.items()
        if not test.startswith(TERMINAL) and wasm.get(test) != ended and not wasm.get(test, "").startswith(LACKING)
    ]


def summary(runs: list[Run], seconds: float) -> tuple[str, bool]:
    counts = Counter(ended.split(":")[0] for run in runs for ended in run.ended().values())
    told = [f"{counts[word]} {word}" for word in ("failed", "passed", "skipped") if counts[word] or word == "passed"]
    fine = all(run.fine() for run in runs) and not counts["failed"] and counts["passed"] > 0
    return f"{', '.join(told)} in {seconds:.0f} s", fine


def main() -> int:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--test-wheels", required=True)
    parser.add_argument("--only", choices=("engine", "wasm", "page"))
    options, arguments = parser.parse_known_args()
    of_engine, of_page = by_place(arguments)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        runs = engine(Path(folder), options, of_engine) if of_engine and options.only != "page" else []
        different = [] if arguments else differences(runs)
        if of_page and options.only in (None, "page"):
            runs.append(cpython("page", Path(folder), *of_page).wait())
        for line in different:
            print(f"not the same: {line}")
        line, fine = summary(runs, time.monotonic() - began)
    print(f"\n{'' if fine and not different else 'FAILED: '}{line}", flush=True)
    return 0 if fine and not different else 1


if __name__ == "__main__":
    raise SystemExit(main())
