"""Habits of the servers that speak OpenAI Chat: what each does otherwise, as data. Each habit has a case under its slug.

A habit that only leaves things out (ids, indexes, types) needs no data: the rule for fragments stands for it. Sources name a
repository with its commit, or the vendor's documents; the cases are `tests/cases/openai-chat-<slug>.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hopscope.dialects._reading import stop_for, word
from hopscope.model import Stop, Stopped
from hopscope.text.node import Node

STOPS: dict[str, Stopped] = {
    "stop": "end",
    "length": "length",
    "tool_calls": "call",
    "function_call": "call",
    "content_filter": "filter",
}


@dataclass(frozen=True, slots=True)
class Habit:
    """One server's habit: further stop reasons, words that force a call, where the answer's schema stands, texts that are no id."""

    slug: str
    what: str
    source: str
    stops: Mapping[str, Stopped] = field(default_factory=dict)
    forcing: tuple[str, ...] = ()
    schemas: tuple[tuple[str, ...], ...] = ()
    no_ids: tuple[str, ...] = ()


HABITS: tuple[Habit, ...] = (
    Habit(
        "azure", "the first chunk has no choices and tells the prompt's filter", "vercel/ai ed857f50f1, azure fixtures"
    ),
    Habit(
        "anthropic",
        "the index of a call counts content blocks, so it begins at 1 after a text",
        "its OpenAI SDK compatibility",
    ),
    Habit(
        "deepseek",
        "calls carry an index outside of streams, ids begin with call_00_",
        "DeepSeek's API documents",
        stops={"insufficient_system_resource": "error"},
    ),
    Habit(
        "gemini",
        "an id may be the empty text, and a call that could not be read is told in the stop reason",
        "pydantic/pydantic-ai 4fda38988f, cassettes of /v1beta/openai",
        stops={
            "function_call_filter: MALFORMED_FUNCTION_CALL": "malformed",
            "function_call_filter: UNEXPECTED_TOOL_CALL": "malformed",
            "MALFORMED_FUNCTION_CALL": "malformed",
            "malformed_function_call": "malformed",
        },
    ),
    Habit(
        "groq",
        "a call comes whole in one chunk; one that breaks its schema is refused with `failed_generation`",
        "pydantic-ai",
    ),
    Habit(
        "llama-cpp",
        "calls may be flat, without `function` and id, the stop reason `tool`; the answer's schema may stand right in the format",
        "ggml-org/llama.cpp 25aff712, docs/function-calling.md",
        stops={"tool": "call"},
        schemas=(("response_format", "schema"),),
    ),
    Habit(
        "mistral",
        "`any` forces a call; the text null may stand for no id; a call comes whole, without index or type",
        "mistralai/client-python 05629d237b",
        stops={"model_length": "length", "error": "error"},
        forcing=("any",),
        no_ids=("null",),
    ),
    Habit(
        "ollama",
        "a whole call a chunk, with `reasoning` beside the content",
        "ollama/ollama fb30760996, openai/openai.go",
    ),
    Habit(
        "openrouter", "an error may come inside a chunk of a stream that began well", "pydantic/pydantic-ai 4fda38988f"
    ),
    Habit(
        "qwen", "fragments that go on with a call have the empty text as id", "vercel/ai ed857f50f1, alibaba fixtures"
    ),
    Habit(
        "snowflake", "every member is written, the empty text for what is not there", "pydantic/pydantic-ai 4fda38988f"
    ),
    Habit(
        "vllm",
        "the code of an error is a number; the answer's schema may stand in members of its own",
        "vllm-project/vllm 001eadcf",
        schemas=(("structured_outputs", "json"), ("guided_json",)),
    ),
    Habit("xai", "chunks leave the stop reason out until a closing one", "vercel/ai ed857f50f1, xai fixtures"),
)

ALL_STOPS: dict[str, Stopped] = STOPS | {reason: means for habit in HABITS for reason, means in habit.stops.items()}
FORCING = {"required", *(word for habit in HABITS for word in habit.forcing)}
SCHEMAS = (("response_format", "json_schema", "schema"), *(path for habit in HABITS for path in habit.schemas))
NO_IDS = {"", *(text for habit in HABITS for text in habit.no_ids)}


def filled(text: Node) -> Node | None:
    """A text that says something; servers that write every member write the empty text for none."""
    return text if text.value and isinstance(text.value, str) else None


def id_of(call: Node) -> str | None:
    """The id of a call, None for what only stands for one."""
    id = word(call, "id")
    return None if id in NO_IDS else id


def stop_of(choice: Node) -> Stop | None:
    """Why a choice stopped."""
    return stop_for(choice.get("finish_reason"), ALL_STOPS)
