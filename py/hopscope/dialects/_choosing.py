"""What a request says of calling tools, and how each dialect writes it: `tool_choice` and its kin.

Sources: openai/openai-openapi (`ToolChoiceOption`, `ToolChoiceAllowed`, `parallel_tool_calls`), anthropic-sdk-python
(`ToolChoice*Param`), js-genai (`FunctionCallingConfig`), botocore (`ToolChoice`), Cohere's v2 chat reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hopscope.model import Choice, Mode
from hopscope.text.node import Node

MODES: Mapping[Any, Mode] = {"auto": "auto", "validated": "auto", "none": "none", "any": "any", "required": "any"}
WORDS: Mapping[Mode, str] = {"auto": "auto", "none": "none", "any": "required"}  # as OpenAI says it
ONE_AT_A_TIME = "that it calls one tool at a time"


def chosen(node: Node, mode: Any, names: Iterable[Node] = (), single: bool = False) -> Choice | None:
    """A choice as it was read; `mode` is the dialect's word in any case of letters. None where nothing is said."""
    known = MODES.get(mode.lower()) if isinstance(mode, str) else None
    if known is None and not single:
        return None
    named = tuple(name.value for name in names if isinstance(name.value, str))
    return Choice(node, known or "auto", named, single)


@dataclass(frozen=True, slots=True)
class Picked:
    """A choice to be written down, its tools under the names that they bear now; `custom` are those with free text as input."""

    mode: Mode
    names: tuple[str, ...] = ()
    single: bool = False
    custom: frozenset[str] = frozenset()

    @property
    def only(self) -> str:
        """The one tool that must be called, if there is one."""
        return self.names[0] if self.mode == "any" and len(self.names) == 1 else ""

    @property
    def few(self) -> list[str]:
        """In words that only some of the tools may be called, where one word for a tool to be called does not say it."""
        return [f"that only {', '.join(self.names)} may be called"] if self.names and not self.only else []

    @property
    def alone(self) -> list[str]:
        """In words that tools are called one at a time."""
        return [ONE_AT_A_TIME] if self.single else []


@dataclass(frozen=True, slots=True)
class Stated:
    """A choice as members of a request, and in words what of it they cannot say."""

    members: Mapping[str, Any]
    lost: tuple[str, ...] = ()


def openai(picked: Picked, *, nested: bool, lists: bool = True) -> Stated:
    """As OpenAI writes it, in Chat with the name a level deeper; `lists`: whether several tools can be allowed."""

    def named(name: str) -> dict[str, Any]:
        kind = "custom" if name in picked.custom else "function"
        return {"type": kind, kind: {"name": name}} if nested else {"type": kind, "name": name}

    said: Any = WORDS[picked.mode]
    if picked.only:
        said = named(picked.only)
    elif picked.names and lists:
        allowed = {"mode": said, "tools": [named(name) for name in picked.names]}
        said = {"type": "allowed_tools", **({"allowed_tools": allowed} if nested else allowed)}
    members = {"tool_choice": said} | ({"parallel_tool_calls": False} if picked.single and lists else {})
    return Stated(members, () if lists else (*picked.few, *picked.alone))
