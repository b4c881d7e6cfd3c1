"""How each dialect writes a tool definition, side by side: the same few fields under different words.

Sources are those of the dialects' own files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hopscope.dialects._gemini_schema import own_schema


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
    members beyond these that it shares with another dialect.
    """

    tool: Callable[[Tool], Any]
    input: str
    rules: str
    output: str = ""
    strict_rules: str = ""
    custom: Callable[[Tool], Any] | None = None
    kept: tuple[str, ...] = ()
    strict: bool = False  # whether it has a strict flag, with or without rules of its own
    others: Mapping[str, Offering] = field(
        default_factory=dict
    )  # other ways to write a tool, by the provider that wants them
    around: Callable[[Sequence[Any]], Any] = lambda tools: {"tools": list(tools)}


def stated(**fields: Any) -> dict[str, Any]:
    """An object of the fields that are not None, in this order."""
    return {key: value for key, value in fields.items() if value is not None}


EMPTY = {"type": "object", "properties": {}}


def _chat(tool: Tool) -> dict[str, Any]:
    inner = stated(name=tool.name, description=tool.description, parameters=tool.input, strict=tool.strict)
    return {"type": "function", "function": inner}


def _chat_custom(tool: Tool) -> dict[str, Any]:
    plain = tool.custom.get("type") != "grammar"
    grammar = {key: value for key, value in tool.custom.items() if key != "type"}
    format = tool.custom if plain else {"type": "grammar", "grammar": grammar}
    return {"type": "custom", "custom": stated(name=tool.name, description=tool.description, format=format)}


def _responses(tool: Tool) -> dict[str, Any]:
    return stated(
        type="function", name=tool.name, description=tool.description, parameters=tool.input, strict=tool.strict,
        output_schema=tool.output,
    )  # fmt: skip


def _responses_custom(tool: Tool) -> dict[str, Any]:
    return stated(type="custom", name=tool.name, description=tool.description, format=tool.custom)


def _anthropic(tool: Tool) -> dict[str, Any]:
    return stated(name=tool.name, description=tool.description, input_schema=tool.input, strict=tool.strict)


def _gemini(tool: Tool) -> dict[str, Any]:
    return stated(
        name=tool.name, description=tool.description, parametersJsonSchema=tool.input, responseJsonSchema=tool.output
    )  # fmt: skip


def _gemini_own(tool: Tool) -> dict[str, Any]:
    """With the schemas in Gemini's own language, whose types are written in capitals."""
    stating = stated(name=tool.name, description=tool.description, parameters=own_schema(tool.input))
    return stating if tool.output is None else {**stating, "responseJsonSchema": tool.output}


def _interactions(tool: Tool) -> dict[str, Any]:
    return stated(type="function", name=tool.name, description=tool.description, parameters=tool.input)


def _bedrock(tool: Tool) -> dict[str, Any]:
    schema = {"json": tool.input}
    return {"toolSpec": stated(name=tool.name, description=tool.description, inputSchema=schema, strict=tool.strict)}


def _mcp(tool: Tool) -> dict[str, Any]:
    return stated(name=tool.name, description=tool.description, inputSchema=tool.input, outputSchema=tool.output)


def _contract(tool: Tool) -> dict[str, Any]:
    return stated(name=tool.name, description=tool.description, input=tool.input, output=tool.output)


def _plain_chat(tool: Tool) -> dict[str, Any]:
    inner = stated(name=tool.name, description=tool.description, parameters=tool.input)
    return {"type": "function", "function": inner}


def _declared(tools: Sequence[Any]) -> dict[str, Any]:
    return {"tools": [{"functionDeclarations": list(tools)}]}


OFFERINGS: dict[str, Offering] = {
    "openai-chat": Offering(_chat, "parameters", "openai", strict_rules="openai-strict", custom=_chat_custom),
    "openai-responses": Offering(
        _responses, "parameters", "openai", "output_schema", "openai-strict", _responses_custom
    ),
    "openai-realtime": Offering(_interactions, "parameters", "openai"),
    "anthropic-messages": Offering(_anthropic, "input_schema", "anthropic", strict_rules="anthropic-strict"),
    "gemini-generatecontent": Offering(
        _gemini, "parametersJsonSchema", "gemini-json-schema", "responseJsonSchema",
        around=_declared,
        others={
            rules: Offering(_gemini_own, "parameters", rules, "responseJsonSchema", around=_declared)
            for rules in ("gemini", "vertex")
        },
    ),
    "gemini-interactions": Offering(_interactions, "parameters", "gemini-json-schema"),
    "bedrock-converse": Offering(
        _bedrock, "inputSchema", "bedrock", strict=True, around=lambda tools: {"toolConfig": {"tools": list(tools)}}
    ),
    "cohere-v2": Offering(_plain_chat, "parameters", "cohere"),
    "ollama": Offering(_plain_chat, "parameters", "ollama"),
    "mcp": Offering(_mcp, "inputSchema", "mcp", "outputSchema", kept=("title", "annotations")),
    "contract": Offering(_contract, "input", "mcp", "output", kept=("title", "annotations")),
}  # fmt: skip
