"""`hopscope call`: the door itself."""

from __future__ import annotations

import sys

import click

from hopscope import api
from hopscope.cli import door, options


@click.command()
@click.argument("method", type=click.Choice(sorted(api.METHODS)))
@options.seconds
def call(method: str, seconds: float | None) -> int:
    """Send params (JSON on standard input) through the door and print the result.

    An error is printed in its place and told by exit code 2; findings do not change the exit code. The folder `schemas/api` states
    params and result of each method.
    """
    params = sys.stdin.buffer.read().decode("utf-8", "surrogateescape").strip() or "{}"
    told = door.reply(method, params, seconds)
    options.print_exact(f"{told.text}\n")
    return door.CLEAN if told.error is None else door.REFUSED
