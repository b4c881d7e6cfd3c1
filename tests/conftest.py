"""What every test run shares: words for what a platform lacks, and a record of the outcomes that two runs can be compared by."""

from __future__ import annotations

import json
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

WASM = sys.platform == "emscripten"
NO_HYPOTHESIS = "Hypothesis has no WebAssembly build"


class Anything:
    """Stands for a strategy where there is no Hypothesis: the test that asked for it is skipped."""

    def __getattr__(self, name: str) -> Any:
        return Anything()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return arguments[0] if len(arguments) == 1 and callable(arguments[0]) and not options else Anything()

    def __or__(self, other: Any) -> Any:
        return Anything()


def skipping(*_: Any, **__: Any) -> Callable[[Any], Any]:
    def replace(test: Any) -> Any:
        @pytest.mark.skip(reason=NO_HYPOTHESIS)
        def skipped() -> None: ...

        return skipped

    return replace


def without_hypothesis() -> None:
    module, strategies = types.ModuleType("hypothesis"), types.ModuleType("hypothesis.strategies")
    anything = Anything()
    module.__getattr__ = lambda name: anything  # type: ignore[method-assign]
    strategies.__getattr__ = lambda name: anything  # type: ignore[method-assign]
    vars(module).update(given=skipping, strategies=strategies)
    sys.modules.update({"hypothesis": module, "hypothesis.strategies": strategies})


def steady_hypothesis() -> None:
    """The same examples at every run, however slow the machine: a red run is about the change, not about luck."""
    from hypothesis import settings

    settings.register_profile("steady", deadline=None, derandomize=True)
    settings.load_profile("steady")


if WASM:
    without_hypothesis()
else:
    steady_hypothesis()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--outcomes", help="write the outcome of each test to this file, as JSON")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items if WASM else ():
        if item.get_closest_marker("native"):
            item.add_marker(pytest.mark.skip(reason="needs what WebAssembly lacks"))


class Outcomes:
    """Remembers how each test ended: `passed`, `failed`, or `skipped: ` with the reason."""

    def __init__(self, target: Path) -> None:
        self.target, self.ended = target, dict[str, str]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or report.outcome != "passed":
            self.ended[report.nodeid] = told(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.outcome != "passed":
            self.ended[report.nodeid] = told(report)

    def pytest_sessionfinish(self) -> None:
        self.target.write_text(json.dumps(self.ended, indent=1, sort_keys=True), encoding="utf-8")


def told(report: pytest.TestReport | pytest.CollectReport) -> str:
    if not report.skipped:
        return str(report.outcome)
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return f"skipped: {reason.removeprefix('Skipped: ')}"


def pytest_configure(config: pytest.Config) -> None:
    target = config.getoption("--outcomes")
    if target and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Outcomes(Path(target)))
