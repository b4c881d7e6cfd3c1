"""How a dialect writes tool definitions: the same few fields under different words, which each dialect's own file says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.dialects._choosing import Picked, Stated


@dataclass(frozen=True, slots=True)
class Tool:
    """A contract to be written down: schemas are JSON Schema values, None where there is none."""

    name: str
    description: str | None = None
    input: Any = None
    output: Any = None
    strict: bool | None = None
    custom: Any = None  # the format of a free-text tool, in the flat form of Responses; None for a function


@dataclass(frozen=True, slots=True)
class Offering:
    """How a dialect writes tools: one of them, and all of them in the request's form.

    `input` and `output` are its words for the two schemas (`output` empty where it has none); `rules` and `strict_rules` are
    the providers whose rules the result must keep; `custom` writes a free-text tool where the dialect has them; `kept` are
    members beyond these that it shares with another dialect; `required` is the way to the input schema where each tool must
    state one.
    """

    tool: Callable[[Tool], Any]
    input: str
    rules: str
    output: str = ""
    strict_rules: str = ""
    custom: Callable[[Tool], Any] | None = None
    kept: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    strict: bool = False  # whether it has a strict flag, with or without rules of its own
    namespaces: bool = False  # whether its tools stand in namespaces, which other dialects do not have
    choice: Callable[[Picked], Stated] | None = None  # how its requests say which tools may be called, where they do
    # Other ways to write a tool, by the provider that wants them.
    others: Mapping[str, Offering] = field(default_factory=dict)
    around: Callable[[Sequence[Any]], Any] = lambda tools: {"tools": list(tools)}


def stated(**fields: Any) -> dict[str, Any]:
    """An object of the fields that are not None, in this order."""
    return {key: value for key, value in fields.items() if value is not None}


EMPTY = {"type": "object", "properties": {}}


def function(tool: Tool) -> dict[str, Any]:
    """A tool as OpenAI Chat and its kin write it, its contract in `function`; without a strict flag."""
    inner = stated(name=tool.name, description=tool.description, parameters=tool.input)
    return {"type": "function", "function": inner}


def flat_function(tool: Tool) -> dict[str, Any]:
    """A tool whose name and parameters stand beside its type."""
    return stated(type="function", name=tool.name, description=tool.description, parameters=tool.input)
