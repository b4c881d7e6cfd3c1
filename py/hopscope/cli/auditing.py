"""`hopscope audit`: what was called, when, and how it fared, as lines that hold no payload and no secret."""

from __future__ import annotations

import click

from hopscope.cli import door, files, options, stream
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
        told = settled.item.entry.json() | ({"late": True} if settled.late else {})
        options.print_exact(f"{dumps(told)}\n")
    return door.CLEAN
