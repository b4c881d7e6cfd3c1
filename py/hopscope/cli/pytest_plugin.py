"""Makes each payload of a folder of contracts a pytest test: `hopscope_contracts = contracts` in the configuration turns it on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

OPTION = "hopscope_contracts"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the setting and the option that names the folders."""
    told = "folders of contracts whose payloads are tests, relative to the root folder"
    parser.addini(OPTION, told, type="args", default=[])
    parser.getgroup("hopscope").addoption("--hopscope", action="append", default=[], metavar="DIR", help=told)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A payload, or the first schema of a contract, is a file with one test."""
    if file_path.suffix != ".json" or not _is_ours(file_path, parent.config):
        return None
    from hopscope.cli import files, suite

    payload = suite.is_payload(file_path) and bool(files.schemas(file_path.parents[1]))
    contract = file_path.stem == next(iter(files.schemas(file_path.parent)), None)
    return ContractFile.from_parent(parent, path=file_path) if payload or contract else None


def _is_ours(path: Path, config: pytest.Config) -> bool:
    named = [*config.getini(OPTION), *config.getoption("--hopscope")]
    return any(path.is_relative_to((config.rootpath / folder).resolve()) for folder in named)


class ContractFile(pytest.File):
    """A JSON file below a folder of contracts."""

    def collect(self) -> Iterator[pytest.Item]:
        """The one test of the file."""
        from hopscope.cli import suite

        in_contract = self.path.parent.name not in suite.KINDS
        yield ContractItem.from_parent(self, name="contract" if in_contract else self.path.parent.name)


class Broken(Exception):
    """A test of a contract that did not pass."""


class ContractItem(pytest.Item):
    """One payload held against its contract, or one contract held against the rules."""

    def runtest(self) -> None:
        """Raises Broken with what was found."""
        from hopscope.cli import configuration, suite

        settings = configuration.found(self.path.parent)
        contract = self.name == "contract"
        outcome = suite.of_contract(self.path.parent, settings) if contract else suite.of_payload(self.path, settings)
        if outcome.problem:
            raise Broken(outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was found, line by line."""
        if not isinstance(excinfo.value, Broken):
            return super().repr_failure(excinfo, style)
        import click

        from hopscope.cli.people import finding_line

        outcome = excinfo.value.args[0]
        lines = (click.unstyle(finding_line(finding)) for finding in outcome.findings)
        return "\n".join([f"{outcome.name}: {outcome.problem}", *lines])

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the test stands."""
        return self.path, 0, f"{self.path.parents[1].name}/{self.path.parent.name}/{self.path.name}"
