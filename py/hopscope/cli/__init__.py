"""The terminal, above the door: `call METHOD` reads params as JSON from standard input and prints the result."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from hopscope import api
from hopscope.cli import patience
from hopscope.text.reader import read
from hopscope.text.write import dumps

ERROR = 2  # the exit code of a refused request


def main(arguments: Sequence[str]) -> int:
    """Runs one command; returns 0, or 2 where the door answered with an error (then printed instead of a result)."""
    asked = _parser().parse_args(arguments)
    return _call(asked.method, asked.seconds, sys.stdin.buffer.read().decode("utf-8", "surrogateescape"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hopscope", description="Shows where a tool call went wrong.")
    commands = parser.add_subparsers(dest="command", required=True)
    call = commands.add_parser("call", help="send params from standard input through the door and print the result")
    call.add_argument("method", choices=sorted(api.METHODS))
    call.add_argument("--seconds", type=float, help="how long one check against a schema may take")
    return parser


def _call(method: str, seconds: float | None, params: str) -> int:
    head = {"id": 1, "method": method, "seconds": seconds}
    reply = read(patience.answer(head, params.strip() or "{}"), repair=False).values[0]
    shown = reply.get("result", reply.get("error"))
    sys.stdout.buffer.write(f"{dumps(shown, indent=2)}\n".encode("utf-8", "surrogateescape"))
    return ERROR if "error" in reply else 0
