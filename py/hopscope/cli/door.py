"""What every command asks of the engine, and the one way in which a command gives up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from hopscope.cli import patience
from hopscope.cli.people import plain
from hopscope.text.reader import read
from hopscope.text.write import dumps

CLEAN, FOUND, REFUSED = 0, 1, 2
# One child for all requests of a command: contracts it has compiled stay compiled.
_LANE = patience.Lane(patience.whole)


class Refused(click.ClickException):
    """A command that cannot be served: one sentence for the person, exit code 2."""

    exit_code = REFUSED

    def __init__(self, message: str) -> None:
        super().__init__(plain(message))


@dataclass(frozen=True, slots=True)
class Reply:
    """The door's answer: `result` with every digit (None where it refused), or `error`."""

    result: dict[str, Any] | None
    error: dict[str, Any] | None

    @property
    def text(self) -> str:
        """What was answered, as exact JSON."""
        return dumps(self.error if self.result is None else self.result, indent=2)


def reply(method: str, params: Any, seconds: float | None = None) -> Reply:
    """The answer to a method's params, a value or JSON text; a match that comes to no end is stopped."""
    _LANE.send(patience.Asked({"id": 1, "method": method, "seconds": seconds}, params))
    told = read(_LANE.heard(), repair=False).values[0]
    return Reply(told.get("result"), told.get("error"))


def ask(method: str, params: Mapping[str, Any] | None = None, seconds: float | None = None) -> dict[str, Any]:
    """The result of a method, params that are None left out; raises Refused where the door does not serve the request."""
    given = {name: value for name, value in (params or {}).items() if value is not None}
    told = reply(method, given, seconds)
    if told.result is None:
        raise Refused(str((told.error or patience.LOST)["message"]))
    return told.result


def worst(findings: list[dict[str, Any]], fail_on: str = "warning") -> int:
    """The exit code that findings deserve: 1 where one is at least as severe as `fail_on` (`never` is none of them)."""
    order = ("error", "warning", "note")
    counted = order[: order.index(fail_on) + 1] if fail_on in order else ()
    return FOUND if any(finding["severity"] in counted for finding in findings) else CLEAN
