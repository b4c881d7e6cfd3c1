"""The choice of tools that a request makes (`tool_choice` and its kin), as another dialect says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hopscope.dialects._choosing import Picked, Stated
from hopscope.dialects._offers import Offering
from hopscope.model import Capture, Choice, Mount, Request


def made(captures: Sequence[Capture]) -> tuple[Choice, Request] | None:
    """The choice of the last request that says anything of it, and that request."""
    stated = [(request.choice, request) for one in captures for request in one.requests if request.choice]
    return stated[-1] if stated else None


def way(choice: Choice, request: Request) -> tuple[str | int, ...]:
    """The keys that lead from a request to its choice."""
    return choice.node.keys[len(request.node.keys) :]


def stated(choice: Choice, offering: Offering, names: Mapping[str, str], written: Sequence[Mount]) -> Stated:
    """The choice as a dialect writes it; `names` are those that the written tools bear now, by those they bore."""
    missing = [name for name in choice.names if name not in names]
    if offering.choice is None or choice.hosted or missing:
        what = f"that {', '.join(missing)} may be called" if missing else "its choice of a tool that the provider runs"
        return Stated({}, (what,) if offering.choice else ())
    custom = frozenset(names[mount.name] for mount in written if mount.kind == "custom" and mount.name in names)
    if choice.mode == "none":
        return offering.choice(Picked("none"))
    return offering.choice(Picked(choice.mode, tuple(names[name] for name in choice.names), choice.single, custom))


def joined(request: Any, members: Mapping[str, Any]) -> Any:
    """A request's tools with further members of the request, which may stand in the same objects."""
    out = dict(request)
    for key, value in members.items():
        both = isinstance(value, dict) and isinstance(out.get(key), dict)
        out[key] = joined(out[key], value) if both else value
    return out
