"""The terminal, above the door: `run` is the command `hopscope`; nothing here is part of the page."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str]) -> int:
    """Runs one command: 0 is clean, 1 is findings, 2 is a command that could not be served."""
    from hopscope.cli.commands import serve

    return serve(arguments)


def run() -> None:
    """The entry of the installed command; an interrupt while it is still being loaded ends it without a trace too."""
    try:
        code = main(sys.argv[1:])
    except KeyboardInterrupt:
        code = 2
    sys.exit(code)
