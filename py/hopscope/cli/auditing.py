"""`hopscope audit`: what was called, when, and how it fared, as lines that hold no payload and no secret."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import click

from hopscope.cli import door, files, lines, options, stream
from hopscope.text.write import dumps


@click.command()
@options.paths
@options.contracts
@click.option(
    "--key",
    envvar="HOPSCOPE_AUDIT_KEY",
    default="",
    help="Hash arguments with this key (also HOPSCOPE_AUDIT_KEY), so that short ones cannot be guessed.",
)
@options.jobs
@options.seconds
def audit(paths: tuple[str, ...], contracts: tuple[str, ...], key: str, jobs: int | None, seconds: float | None) -> int:
    """Print a line of JSON for each call in LOG...: time, tool, id, hash of the arguments, both gates, duration.

    Arguments and results are never printed. Exit code 0 also where calls fail: an audit is a record, not a judgement.
    """
    settings = stream.Options(tuple(files.contracts_of(contracts)), stream.jobs(jobs), seconds, key)
    portions = stream.portions(paths, settings)
    for settled in stream.Waiting().settle(portions, lambda _: None):
        options.print_exact(f"{dumps(_told(settled))}\n")
    return door.CLEAN


def _told(settled: stream.Settled) -> dict[str, Any]:
    return settled.item.entry.json() | ({"late": True} if settled.late else {})


def calls(name: str, text: str, settings: stream.Options | None = None) -> Iterator[dict[str, Any]]:
    """What an audit tells of each call in a log's text; for engines that map a function over logs."""
    windows = lines.of_lines(io.StringIO(text, newline=""), name)
    for settled in stream.Waiting().settle(stream.judged(windows, settings or stream.Options()), lambda _: None):
        yield _told(settled)
