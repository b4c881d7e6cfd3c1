"""Options that several commands share, and how they print."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from hopscope.cli import files

Decorated = Callable[..., Any]

seconds = click.option("--seconds", type=click.FloatRange(min=0), help="How long one check against a schema may take.")
contracts = click.option(
    "-c", "--contract", "contracts", multiple=True, type=click.Path(exists=True),
    help="A contract, schema or list of tools to judge by; a folder of NAME/input.json and NAME/output.json.",
)  # fmt: skip
fail_on = click.option(
    "--fail-on", type=click.Choice(["error", "warning", "note", "never"]), default="warning", show_default=True,
    help="The least severity that makes the exit code 1.",
)  # fmt: skip
as_json = click.option("--json", "as_json", is_flag=True, help="The result as JSON, as the page's engine gives it.")
jobs = click.option("--jobs", type=click.IntRange(min=1), help="Processes for large logs; as many as there are cores.")


class Readable(click.Path):
    """A file that is there, or `-`; what is often given in its place is told with what to do instead."""

    def __init__(self) -> None:
        super().__init__(exists=True, dir_okay=False, allow_dash=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; fails for an address, a folder, a pattern of names."""
        instead = files.instead_of(str(value))
        if instead:
            self.fail(instead, param, ctx)
        return super().convert(value, param, ctx)


PATH = Readable()

paths = click.argument("paths", type=PATH, nargs=-1, required=True, metavar="FILE...")


def _piped(ctx: click.Context, param: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Standard input where no file is named and something is piped in."""
    if not given and sys.stdin.isatty() and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    return given or (files.STDIN,)


paths_or_piped = click.argument("paths", type=PATH, nargs=-1, callback=_piped, metavar="[FILE]...")


def path(name: str = "file") -> Decorated:
    """An argument that names one file, or `-` for standard input."""
    return click.argument(name, type=PATH)


def print_exact(text: str) -> None:
    """Writes text as UTF-8 whatever the terminal is, and bytes that were no text as they came."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogateescape"))


def flush() -> None:
    """Hands on what was printed."""
    sys.stdout.buffer.flush()
