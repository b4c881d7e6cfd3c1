"""The terminal, above the door: `run` is the command `hopscope`; nothing here is part of the page."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Runs one command: 0 is clean, 1 is findings, 2 is a command that could not be served."""
    from hopscope.cli.commands import serve

    return serve(arguments)


def run() -> None:
    """The entry of the installed command."""
    sys.exit(main(sys.argv[1:]))
