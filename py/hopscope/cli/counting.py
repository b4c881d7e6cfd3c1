"""`hopscope stats`: per tool how often it was called, where calls stop, which fields break, how long it took."""

from __future__ import annotations

from collections.abc import Iterator

import click

from hopscope.cli import door, files, options, people, stream
from hopscope.cli.entries import GATES, STOPS
from hopscope.cli.markdown import table
from hopscope.cli.statistics import Statistics, Tool
from hopscope.text.write import dumps

FIELDS = 5


@click.command()
@options.paths
@options.contracts
@options.as_json
@options.jobs
@options.seconds
def stats(
    paths: tuple[str, ...], contracts: tuple[str, ...], as_json: bool, jobs: int | None, seconds: float | None
) -> int:
    """Count the calls in LOG..., as Markdown or JSON. Each log is read by itself."""
    counted = Statistics()
    settings = stream.Options(tuple(files.contracts_of(contracts)), stream.jobs(jobs), seconds)
    for settled in stream.Waiting().settle(stream.portions(paths, settings), lambda _: None):
        counted.add(settled.item.entry, settled.late)
    options.print_exact(f"{dumps(counted.json(), indent=2)}\n" if as_json else "\n".join(as_markdown(counted)) + "\n")
    return door.CLEAN


def as_markdown(counted: Statistics) -> Iterator[str]:
    """Tools by the number of their calls, then what to look at first."""
    tools = counted.ordered()
    yield f"{people.counted(sum(tool.calls for tool in tools), 'call')} of {people.counted(len(tools), 'tool')}"
    if not tools:
        return
    yield ""
    stops = [stop for stop in STOPS if stop in GATES or any(tool.stopped[stop] for tool in tools)]
    head = (
        "Tool",
        "Calls",
        "Pass",
        *(f"Stopped at {stop}" for stop in stops),
        "Median",
        "p95",
        "Late",
        "Never answered",
    )
    yield from table(head, (_row(tool, stops) for tool in tools))
    yield from _codes(tools)
    yield from _fields(tools)
    if counted.parallel:
        yield from ("", f"{counted.parallel:,} calls wrote side by side with another (policy-parallel-write).")


def _row(tool: Tool, stops: list[str]) -> tuple[object, ...]:
    stopped = (_share(tool.stopped[stop], tool.calls) for stop in stops)
    times = (_seconds(tool.times.quantile(share)) for share in (0.5, 0.95))
    return tool.name, f"{tool.calls:,}", _share(tool.passed, tool.calls), *stopped, *times, tool.late, tool.never


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({100 * part / whole:.1f} %)" if part else "0"


def _seconds(value: float | None) -> str:
    return "" if value is None else f"{value:.2f} s" if value >= 1 else f"{value * 1000:.0f} ms"


def _codes(tools: list[Tool]) -> Iterator[str]:
    rows = [
        (tool.name, gate, code, _share(count, tool.calls))
        for tool in tools
        for (gate, code), count in tool.codes.most_common()
    ]
    if rows:
        yield from ("", "What stops them:", "", *table(("Tool", "Stopped at", "Code", "Calls"), rows))


def _fields(tools: list[Tool]) -> Iterator[str]:
    rows = [
        (tool.name, gate, field, code, f"{count:,}")
        for tool in tools
        for (gate, field, code), count in tool.fields.most_common(FIELDS)
    ]
    if rows:
        yield from ("", "Narrow the schema, or describe the field better, here:", "")
        yield from table(("Tool", "Gate", "Field", "Code", "Times"), rows)
