"""The saved run state of the OpenAI Agents SDKs for Python and JavaScript: the items of a run, each wrapped with its agent.

Source: openai/openai-agents-python at 7f7a44f8dc06, `tests/fixtures/run_state`; the JavaScript SDK writes the same in camel case.
A call stands up to three times in a state: in its model response, in the last model response, and as a generated item.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hopscope.dialects import _openai_items as items
from hopscope.dialects._base import Clue, Dialect, Draft, Returns, clue
from hopscope.dialects._openai_history import history_of
from hopscope.dialects._reading import copied, count, word
from hopscope.layers import Part
from hopscope.model import Capture, Return, Turn
from hopscope.text.node import Node

ID = "openai-agents"
_LISTS = {"generated_items", "generatedItems", "model_responses", "modelResponses"}


def _state(value: Any) -> bool:
    return isinstance(value, dict) and "$schemaVersion" in value and bool(_LISTS & value.keys())


def _run_item(value: Any) -> bool:
    raw = value.get("raw_item", value.get("rawItem")) if isinstance(value, dict) else None
    return isinstance(raw, dict) and str(value.get("type", "")).endswith("_item")


CLUES: tuple[Clue, ...] = (
    clue(8, "", _state, having="$schemaVersion"),
    clue(4, "generated_items/*", _run_item),
    clue(4, "generatedItems/*", _run_item),
    clue(4, "new_items/*", _run_item),
    clue(4, "newItems/*", _run_item),
    clue(5, "[]", _run_item, having="raw_item rawItem"),
    clue(5, "", _run_item, having="raw_item rawItem"),
)


def read(parts: Sequence[Part], document: str) -> Capture:
    """The records of one document's run states."""
    draft = Draft(ID, document)
    for part in parts:
        if part.node:
            _run(draft, part.node)
    return draft.capture()


def _run(draft: Draft, node: Node) -> None:
    said = list(items.pick(node, "original_input").each())
    generated = list(_raw(node))
    draft.mounts.extend(mount for item in (*said, *generated) for mount in items.listed(item, ID))
    responses = list(items.pick(node, "model_responses").each()) or [
        last for last in [items.pick(node, "last_model_response")] if last.value_at("output")
    ]
    earlier = history_of(said, ID)
    own = list(_turns(responses, generated)) if responses else _untold(generated)
    draft.turns.extend([*earlier.turns, *own])
    known = {call.id for turn in draft.turns for call in turn.calls}
    results = [items.return_of(item) for item in generated if items.is_result(item)]
    draft.returns.extend([*earlier.loose, *(result for result in results if result.id not in known)])


def _raw(node: Node) -> Iterator[Node]:
    """The items themselves, out of their wrappers."""
    lists = [items.pick(node, name) for name in ("generated_items", "new_items")]
    wrapped = [one for found in lists for one in found.each()] or copied(node)
    return (raw for one in wrapped if (raw := items.pick(one, "raw_item")) and items.type_of(raw))


def _turns(responses: Sequence[Node], generated: Sequence[Node]) -> Iterator[Turn]:
    """One turn for each model response, its results taken from the generated items."""
    results: dict[str | None, list[Return]] = {}
    for item in generated:
        if items.is_result(item):
            results.setdefault(word(items.pick(item, "call_id")), []).append(items.return_of(item))
    known = items.known_of([*(item for response in responses for item in response.get("output").each()), *generated])
    for number, response in enumerate(responses, 1):
        output = list(response.get("output").each())
        calls = items.calls_of(output, ID, known)
        yield Turn(
            ID,
            response,
            calls,
            items.texts_of_items(output),
            tuple(returned for call in calls if call.id for returned in results.get(call.id, ())),
            answered=number < len(responses),
            refusal=items.refusal_of(output),
            tokens=count(items.pick(response.get("usage"), "output_tokens")),
            id=word(items.pick(response, "response_id")),
        )


def _untold(generated: Sequence[Node]) -> list[Turn]:
    """The turns of a state that kept no model responses."""
    return [replace(turn, history=False) for turn in history_of(generated, ID).turns]


DIALECT = Dialect(
    ID,
    "OpenAI Agents SDK run state",
    CLUES,
    read,
    items.answer,
    Returns(
        missing="Each function_call needs a function_call_output with its call_id before the next model response.",
        unknown="call_id must repeat the call_id of a function_call of this run.",
    ),
)
