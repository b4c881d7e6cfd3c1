"""`hopscope check DIR`: contract tests in a terminal and in CI."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from hopscope.cli import configuration, door, files, junit, options, people, sarif, suite
from hopscope.cli.suite import Outcome


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False), required=False)
@click.option(
    "--record", is_flag=True, help="Write the neighbour file of each invalid payload that has none, as it fails now."
)
@click.option("--junit", "form", flag_value="junit", help="JUnit XML.")
@click.option("--sarif", "form", flag_value="sarif", help="Findings as SARIF 2.1.0.")
@click.option("-q", "--quiet", is_flag=True, help="Only what is wrong.")
def check(folder: str | None, record: bool, form: str | None, quiet: bool) -> int:
    """Check the contracts in DIR.

    DIR holds a folder NAME for each contract with input.json, output.json, valid/*.json and invalid/*.json; without DIR the
    nearest hopscope.toml says where it is, which providers' rules count, and which files mount the tools.
    """
    settings = configuration.found(Path(folder) if folder else Path())
    if folder:
        settings = configuration.about(settings, Path(folder))
    if record:
        for path in suite.record(settings):
            click.echo(f"written: {people.plain(str(path))}", err=True)
    outcomes = list(suite.run(settings))
    if form:
        options.print_exact(_junit(outcomes) if form == "junit" else _sarif(outcomes))
    else:
        _print(outcomes, quiet)
    return door.FOUND if any(outcome.problem for outcome in outcomes) else door.CLEAN


def _print(outcomes: Sequence[Outcome], quiet: bool) -> None:
    for outcome in outcomes:
        if outcome.problem:
            click.echo(f"{click.style('✗', fg='red')} {people.plain(f'{outcome.name}: {outcome.problem}')}")
        elif not quiet:
            click.echo(f"{click.style('✓', fg='green')} {people.plain(outcome.name)}")
        for finding in (*outcome.findings, *outcome.warnings):
            click.echo(f"    {people.finding_line(finding)}")
    failed = sum(outcome.problem is not None for outcome in outcomes)
    click.echo(f"{len(outcomes) - failed} passed, {failed} failed")


def _junit(outcomes: Sequence[Outcome]) -> str:
    return junit.document("contracts", map(_test, outcomes))


def _test(outcome: Outcome) -> junit.Test:
    lines = "\n".join(click.unstyle(people.finding_line(one)) for one in (*outcome.findings, *outcome.warnings))
    said = "" if outcome.problem else lines
    return junit.Test(outcome.name, outcome.path.parent.as_posix(), outcome.problem, lines, said=said)


def _sarif(outcomes: Sequence[Outcome]) -> str:
    findings = [one for outcome in outcomes for one in (*outcome.findings, *outcome.warnings)]
    names = {one["at"]["document"] for one in findings if one["at"]}
    return sarif.document(findings, {name: files.text_of(Path(name)) for name in names if Path(name).is_file()})
