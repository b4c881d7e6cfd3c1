"""`hopscope FILE…`: the way of every call, with its verdict, in the form that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
@options.paths_or_piped
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
    """Follow every tool call in FILE..., or in what is piped in, and say what is wrong, where, and whose fault it is."""
    if follow and (len(paths) != 1 or form not in (None, "jsonl")):
        raise click.UsageError("--follow takes one file, and prints for people or with --jsonl.")
    if follow or any(_is_long(path) for path in paths):
        _check_stream(form, reply)
        running = _Running(form == "jsonl", notes, fail_on, every=follow, names=files.behind_contracts(contracts))
        asked = _streaming(contracts, 1 if follow else stream.jobs(jobs), seconds)
        return _followed(paths[0], asked, running) if follow else _streamed(paths, asked, running, each)
    if each and len(paths) > 1 and form not in _JOINED:
        raise click.UsageError(
            f"--{form} is one document, and --each asks for one of each file; --jsonl tells them all."
        )
    cases = [[path] for path in paths] if each else [list(paths)]
    settings = {"notes": notes, "replies": reply}
    return max(_told(case, contracts, form, settings, fail_on, seconds) for case in cases)


_JOINED = (None, "jsonl", "markdown")  # forms that may stand one behind another


def _check_stream(form: str | None, reply: bool) -> None:
    """Raises UsageError for what needs the whole of a capture at once."""
    if form not in (None, "jsonl"):
        raise click.UsageError(f"A log of this size is told with --jsonl, by `stats` or by `audit`, not with --{form}.")
    if reply:
        raise click.UsageError("--reply needs a capture that is read as a whole, not a large or a growing log.")


def _told(
    paths: Sequence[str],
    contracts: Sequence[str],
    form: str | None,
    settings: dict[str, bool],
    fail_on: str,
    seconds: float | None,
) -> int:
    documents, names = files.documents(paths, contracts), files.behind_contracts(contracts)
    read = any(document["text"].strip() for document in documents[: len(paths)])
    result = reports.renamed(door.ask("trace", {"documents": documents}, seconds), names)
    result["documents"] = [{**one, "name": names.get(one["name"], one["name"])} for one in result["documents"]]
    case = Case(result, {names.get(one["name"], one["name"]): one["text"] for one in documents})
    if form:
        options.print_exact(FORMS[form](case))
    elif read:
        click.echo(people.told(case, **settings), nl=False)
    return door.worst(case.findings, fail_on) if read else _nothing_read(paths)


def _nothing_read(paths: Sequence[str]) -> int:
    """Says that captures are empty, which is no verdict: what was to write them may have failed."""
    named = ", ".join(map(files.name_of, paths))
    door.Refused(f"Nothing was read: {named} {'is' if len(paths) == 1 else 'are'} empty.").show()
    return door.REFUSED


def _is_long(path: str) -> bool:
    return path != files.STDIN and Path(path).stat().st_size > lines.WHOLE


def _streaming(contracts: Sequence[str], jobs: int, seconds: float | None) -> stream.Options:
    return stream.Options(tuple(files.contracts_of(contracts)), jobs, seconds, full=True)


def _streamed(paths: Sequence[str], settings: stream.Options, running: _Running, each: bool) -> int:
    """Large logs: each by itself, told while it is read."""
    if len(paths) > 1 and not each:
        click.echo("A large log is judged by itself, and so is each file beside it; -c names contracts.", err=True)
    for settled in stream.Waiting().settle(stream.portions(paths, settings), running.portion):
        running.call(settled.item.told or {})
    running.sum_up()
    return running.code


def _followed(path: str, settings: stream.Options, running: _Running) -> int:
    try:
        for one in following.follow(path, settings):
            running.call(one.told, one.before)
    except KeyboardInterrupt:
        pass
    running.sum_up()
    return running.code


@dataclass(slots=True)
class _Running:
    """Prints calls and findings as they come and remembers how bad they were; `names` are those of `reports.renamed`."""

    as_lines: bool
    notes: bool
    fail_on: str
    every: bool
    names: Mapping[str, str]
    code: int = door.CLEAN
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("pass", "warning", "fail", "unchecked"), 0))

    def portion(self, portion: stream.Portion) -> None:
        """The findings of no call."""
        findings = reports.renamed(list(portion.findings), self.names)
        self._count(findings)
        for finding in findings:
            if self.as_lines:
                options.print_exact(f"{dumps({'finding': finding})}\n")
            elif self.notes or finding["severity"] != "note":
                click.echo(people.finding_line(finding))

    def call(self, told: dict[str, Any], before: str | None = None) -> None:
        """One call that is settled; `before` is the status it was counted with, where it is told again."""
        told = {**told, "findings": reports.renamed(told["findings"], self.names)}
        self._count(told["findings"])
        self.counts[told["verdict"]["status"]] += 1
        if before:
            self.counts[before] -= 1
        if self.as_lines:
            options.print_exact(f"{dumps({'call': told})}\n")
            if self.every:
                options.flush()
        elif self.every or self._is_listed(told):
            click.echo("\n".join(people.call_lines(told, told["findings"], self.notes)))

    def _is_listed(self, told: dict[str, Any]) -> bool:
        return told["verdict"]["status"] in ("fail", "warning") or (self.notes and bool(told["findings"]))

    def sum_up(self) -> None:
        """How many calls there were, for people."""
        if not self.as_lines:
            told = ", ".join(f"{count:,} {status}" for status, count in self.counts.items() if count)
            click.echo(f"{people.counted(sum(self.counts.values()), 'call')}{': ' if told else ''}{told}")

    def _count(self, findings: list[dict[str, Any]]) -> None:
        self.code = max(self.code, door.worst(findings, self.fail_on))
