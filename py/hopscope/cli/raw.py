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
    params = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    params = params if params.strip() else "{}"
    told = _broken(params) or door.reply(method, params, seconds)
    options.print_exact(f"{told.text}\n")
    return door.CLEAN if told.error is None else door.REFUSED


def _broken(params: str) -> door.Reply | None:
    """The error of params that are no JSON by themselves, with the place in them, not in the request round them."""
    try:
        api.parsed(params, "standard input")
    except api.BadRequest as error:
        return door.Reply(None, {"code": error.code, "message": str(error), "data": error.data})
    return None
