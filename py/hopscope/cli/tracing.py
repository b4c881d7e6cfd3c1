"""`hopscope FILE…`: the way of every call, with its verdict, in the form that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from hopscope.cli import door, files, following, junit, lines, markdown, options, people, reports, sarif, stream
from hopscope.cli.reports import Case
from hopscope.text.write import dumps

FORMS: dict[str, reports.Form] = {
    "json": reports.as_json,
    "jsonl": reports.as_lines,
    "sarif": sarif.told,
    "junit": junit.told,
    "markdown": markdown.told,
}
HELP = {
    "json": "The result as JSON, as the page's engine gives it.",
    "jsonl": "A line of JSON for each call, then for each finding of no call.",
    "sarif": "Findings as SARIF 2.1.0.",
    "junit": "Calls as test cases of JUnit XML.",
    "markdown": "Verdict, calls and findings as Markdown.",
}


def _forms(command: Callable[..., Any]) -> Callable[..., Any]:
    for form in reversed(FORMS):
        command = click.option(f"--{form}", "form", flag_value=form, help=HELP[form])(command)
    return command


@click.command()
@options.paths
@options.contracts
@_forms
@click.option("--each", is_flag=True, help="Judge each file by itself; without it all files are one case.")
@click.option(
    "--follow", is_flag=True, help="Go on reading a log that grows, and tell each call when its answer is there."
)
@click.option("--notes", is_flag=True, help="List notes too.")
@click.option("--reply", is_flag=True, help="Print what to send back to the model where a gate stops a call.")
@options.fail_on
@options.jobs
@options.seconds
def trace(
    paths: tuple[str, ...], contracts: tuple[str, ...], form: str | None, each: bool, follow: bool, notes: bool,
    reply: bool, fail_on: str, jobs: int | None, seconds: float | None,
) -> int:  # fmt: skip
    """Follow every tool call in FILE... and say what is wrong, where, and whose fault it is."""
    settings = {"notes": notes, "replies": reply}
    if follow:
        if len(paths) != 1 or form not in (None, "jsonl"):
            raise click.UsageError("--follow takes one file, and prints for people or with --jsonl.")
        return _followed(paths[0], _streaming(contracts, 1, seconds), form, fail_on)
    if any(_is_long(path) for path in paths):
        return _streamed(paths, _streaming(contracts, stream.jobs(jobs), seconds), form, fail_on)
    cases = [[path] for path in paths] if each else [list(paths)]
    return max(_told(case, contracts, form, settings, fail_on, seconds) for case in cases)


def _told(
    paths: Sequence[str],
    contracts: Sequence[str],
    form: str | None,
    settings: dict[str, bool],
    fail_on: str,
    seconds: float | None,
) -> int:
    documents = files.documents(paths, contracts)
    result = door.ask("trace", {"documents": documents}, seconds)
    case = Case(result, {document["name"]: document["text"] for document in documents})
    if form:
        options.print_exact(FORMS[form](case))
    else:
        click.echo(people.told(case, **settings), nl=False)
    return door.worst(case.findings, fail_on)


def _is_long(path: str) -> bool:
    return path != files.STDIN and Path(path).stat().st_size > lines.WHOLE


def _streaming(contracts: Sequence[str], jobs: int, seconds: float | None) -> stream.Options:
    return stream.Options(tuple(files.contracts_of(contracts)), jobs, seconds, full=True)


def _streamed(paths: Sequence[str], settings: stream.Options, form: str | None, fail_on: str) -> int:
    """Large logs: each by itself, told while it is read."""
    if form not in (None, "jsonl"):
        raise click.UsageError(f"A log of this size is told with --jsonl, by `stats` or by `audit`, not with --{form}.")
    worst = _Worst(fail_on, form == "jsonl")
    for settled in stream.Waiting().settle(stream.portions(paths, settings), worst.portion):
        worst.call(settled.item.told or {})
    worst.sum_up()
    return worst.code


def _followed(path: str, settings: stream.Options, form: str | None, fail_on: str) -> int:
    worst = _Worst(fail_on, form == "jsonl", every=True)
    try:
        for told in following.follow(path, settings):
            worst.call(told)
    except KeyboardInterrupt:
        pass
    worst.sum_up()
    return worst.code


class _Worst:
    """Prints calls and findings as they come and remembers how bad they were."""

    def __init__(self, fail_on: str, as_lines: bool, every: bool = False) -> None:
        self.fail_on, self.as_lines, self.every = fail_on, as_lines, every
        self.code, self.counts = door.CLEAN, dict.fromkeys(("pass", "warning", "fail", "unchecked"), 0)

    def portion(self, portion: stream.Portion) -> None:
        self._count(list(portion.findings))
        for finding in portion.findings:
            if self.as_lines:
                options.print_exact(f"{dumps({'finding': finding})}\n")
            elif finding["severity"] != "note":
                click.echo(people.finding_line(finding))

    def call(self, told: dict[str, Any]) -> None:
        self._count(told["findings"])
        self.counts[told["verdict"]["status"]] += 1
        if self.as_lines:
            options.print_exact(f"{dumps({'call': told})}\n")
            if self.every:
                options.flush()
        elif self.every or told["verdict"]["status"] in ("fail", "warning"):
            click.echo("\n".join(people.call_lines(told, told["findings"])))

    def sum_up(self) -> None:
        if not self.as_lines:
            told = ", ".join(f"{count:,} {status}" for status, count in self.counts.items() if count)
            click.echo(f"{sum(self.counts.values()):,} calls{': ' if told else ''}{told}")

    def _count(self, findings: list[dict[str, Any]]) -> None:
        self.code = max(self.code, door.worst(findings, self.fail_on))
