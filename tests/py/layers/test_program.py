"""Files of program code: the contracts and payloads they assign, and what to paste where a library makes the schema."""

from __future__ import annotations

from typing import Any

import pytest

from hopscope.flow.texts import text_findings
from hopscope.layers import peel
from hopscope.ops import format as formatting
from hopscope.text.node import Node

SCHEMA = """import { z } from "zod";

// Parameters of { the tool }
export const parameters = {
  type: 'object',
  properties: { city: { type: 'string', description: `It's "the" city` } }, // one
  required: ['city'],
} as const;

export type Parameters = typeof parameters;
export async function run({ city }: Parameters) {
  return { temperature: 3, city };
}
"""
TOOLS = '''"""Tools {of mine}."""
from typing import Any

TOOLS: list[dict[str, Any]] = [
    {"name": "weather", "parameters": {"type": "object"}, "strict": True},  # [one]
]
LIMITS = {"weather": 3}


def weather(city: str) -> dict[str, Any]:
    """Does {it}."""
    return {"city": city}
'''


def values(text: str) -> list[Any]:
    return [node.value for node in peel("code", text).values]


def spot(node: Node, text: str) -> str:
    at = node.place()
    return text[at.start : at.end]


def test_a_file_gives_what_it_assigns_and_no_object_of_its_functions() -> None:
    (found,) = values(SCHEMA)
    assert found["properties"]["city"]["description"] == 'It\'s "the" city'
    assert values(TOOLS) == [[{"name": "weather", "parameters": {"type": "object"}, "strict": True}], {"weather": 3}]


def test_what_a_file_assigns_keeps_its_place() -> None:
    schema, tools = (list(peel("code", text).values) for text in (SCHEMA, TOOLS))
    assert spot(schema[0].get("required", 0), SCHEMA) == "'city'"
    assert spot(tools[1].get("weather"), TOOLS) == "3"


def test_a_comprehension_is_no_payload() -> None:
    code = """import os
names = [name for name in os.listdir()]
sizes = {name: [1 for at in range(2)] for name, at in pairs}
USUAL = {"why": "waiting for rain in March", "for": [1]}
"""
    assert values(code) == [{"why": "waiting for rain in March", "for": [1]}]


@pytest.mark.parametrize(
    ("code", "library", "name"),
    [
        ('import { z } from "zod";\nexport const Trip = z.object({ to: z.enum(["a"]) });\n', "zod", "Trip"),
        (
            'server.tool("add", { a: z.number(), b: z.number() }, async ({ a }) => ({ content: [{ a }] }));',
            "zod",
            "schema",
        ),
        (
            'from pydantic import BaseModel\n\nclass Trip(BaseModel):\n    to: Literal["a", "b"] = "a"\n',
            "pydantic",
            "Trip",
        ),
        ("```ts\nconst Trip = z.object({ to: z.string() });\n```\n", "zod", "Trip"),
    ],
)
def test_code_whose_schema_a_library_makes_is_told_with_what_to_paste_instead(
    code: str, library: str, name: str
) -> None:
    result = formatting.run({"text": code})
    (finding,) = result["findings"]
    assert (result["text"], result["completeness"], finding["code"]) == (code, "unreadable", "text-unreadable")
    assert finding["params"]["library"] == library
    assert name in finding["params"]["instead"]


def test_what_a_file_assigns_is_read_although_a_library_makes_other_schemas_in_it() -> None:
    code = "import { z } from 'zod';\nconst A = z.object({ a: z.string() });\nexport const B = { type: 'string' };\n"
    assert values(code) == [{"type": "string"}]


@pytest.mark.parametrize(
    "text",
    [
        "{'role': 'assistant', 'content': 'const A = z.object({ a: z.string() });'}",
        "Reply(id='a', content='const A = z.object({ a: z.string() });', n=None)",
        'data: {"delta": "class A(BaseModel): z.object("}\n\n',
        'The schema is z.object({ a: z.string() }), as JSON {"type": "object"}.',
    ],
)
def test_code_that_somebody_talks_about_is_no_file_of_code(text: str) -> None:
    assert values(text)


def test_a_request_in_a_file_of_code_is_still_read() -> None:
    code = 'import openai\nMODEL = {"a": 1}\nclient.create(model="m", messages=[{"role": "user", "content": "hi"}])\n'
    assert {"model": "m", "messages": [{"role": "user", "content": "hi"}]} in values(code)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('tools = [ {"a": 1}, ]', set()),
        ("# ours\nTOOLS: list[dict] = [\n    {'a': 1,},\n]\n", set()),
        ("const tools = [{a: 1,},];", set()),
        ('args = {"a": 1,}', {"text-repaired"}),
        ('data={"a": 1,}', {"text-repaired"}),
        ('tools = [{"a": 1 "b": 2}]', {"text-repaired"}),
        ('tools = [{"a": 1},', {"text-truncated"}),
    ],
)
def test_what_alone_gets_a_name_may_be_written_as_its_language_allows(text: str, told: set[str]) -> None:
    assert {one.code for one in text_findings(peel("paste", text))} == told


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ('json.dumps({"a": 1}, indent=2)', {"a": 1}),
        ('client.call_tool("get", {"a": 1}, timeout=30)', {"a": 1}),
        ("deque([1, 2], maxlen=5)", [1, 2]),
        ('requests.post("https://x.test", json={"a": 1}, timeout=30)', {"json": {"a": 1}, "timeout": 30}),
        ('create([1], messages=[{"role": "user"}], stream=True)', {"messages": [{"role": "user"}], "stream": True}),
    ],
)
def test_a_call_tells_what_it_passes_and_not_how_to_treat_it(call: str, found: object) -> None:
    assert values(call) == [found]
