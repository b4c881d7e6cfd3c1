"""The command `hopscope`: what it does with files unless a sub-command is named, and the sub-commands."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

import hopscope
from hopscope.cli import auditing, baselines, checking, counting, door, files, raw, sharing, tracing, verbs

DEFAULT = "trace"
COMPLETION = "_HOPSCOPE_COMPLETE"
DEBUG = "HOPSCOPE_DEBUG"  # set to anything, it shows where a fault of the command itself lies


class Files(click.Group):
    """A group whose first argument may be a file: then `trace` is meant. A file named as a command is reached as `./diff`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not sys.stdin.isatty() and not ctx.resilient_parsing:
            args = ["-"]
        named = args and (args[0] in self.commands or args[0] in ("--help", "-h", "--version"))
        if args and not named and not ctx.resilient_parsing:
            _expect_file(args[0])
        return super().parse_args(ctx, args if named or not args else [DEFAULT, *args])

    def invoke(self, ctx: click.Context) -> int:
        """The exit code; a command whose reader went away before its end was not served, whatever it found so far."""
        code = door.REFUSED
        try:
            told = super().invoke(ctx)
            code = told if isinstance(told, int) else door.CLEAN
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        return [*super().shell_complete(ctx, incomplete), CompletionItem(incomplete, type="file")]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, "[FILE]... [OPTIONS]")
        formatter.write_usage(ctx.command_path, "COMMAND [ARGS]...", prefix="       ")


def _expect_file(argument: str) -> None:
    """Raises Refused where the first argument is neither an option nor a file that could be read."""
    if argument.startswith("-"):
        return
    if instead := files.instead_of(argument):
        raise door.Refused(instead)
    if not os.path.lexists(argument):
        raise door.Refused(f"There is no file {argument}, and no command is called so; --help lists the commands.")


@click.group(cls=Files, no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(hopscope.__version__, prog_name="hopscope")
def app() -> None:
    """Shows where a tool call went wrong.

    FILE is any capture: a model's response, a stream, a request, an MCP log, a schema; - is standard input. Several files
    are one case: a request, its response, the server's log. Exit code 0 is clean, 1 is findings, 2 is a command that
    could not be served. `hopscope trace --help` lists the options for files.
    """


@app.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell, to be sourced by its start-up file."""
    found = get_completion_class(shell)
    if found is None:
        raise door.Refused(f"There is no completion for {shell}.")
    click.echo(found(app, {}, "hopscope", COMPLETION).source())


for command in (
    *(tracing.trace, *verbs.COMMANDS, *sharing.COMMANDS, raw.call),
    *(checking.check, baselines.baseline, auditing.audit, counting.stats),
):
    app.add_command(command)


def serve(arguments: Sequence[str]) -> int:
    """Runs one command and returns its exit code; whatever goes wrong is one sentence and the code 2, never that of findings."""
    settings: dict[str, Any] = {"color": False} if os.environ.get("NO_COLOR") else {}
    try:
        told = app.main(
            list(arguments), prog_name="hopscope", complete_var=COMPLETION, standalone_mode=False, **settings
        )
    except click.Abort:
        click.echo("stopped", err=True)
        return door.REFUSED
    except click.ClickException as error:
        error.show()
        return door.REFUSED
    except Exception as error:
        if os.environ.get(DEBUG):
            traceback.print_exc()
        door.Refused(_sentence(error)).show()
        return door.REFUSED
    return told if isinstance(told, int) else door.CLEAN


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'reading or writing failed'}: {error.strerror or error}"
    return f"This is a fault of Hopscope: {type(error).__name__}: {error} ({DEBUG}=1 shows where)."
