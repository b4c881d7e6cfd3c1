"""Elicitation: what a person answered, held against the schema of the form that the server asked to be filled in.

An accepted form's `content` must match `requestedSchema`. Source: modelcontextprotocol/modelcontextprotocol at b0f60ba540,
specification of client/elicitation.
"""

from __future__ import annotations

from collections.abc import Iterator

from hopscope import contracts
from hopscope.contracts.words import WHOLE
from hopscope.dialects._mcp_fields import Fault
from hopscope.text.node import Node

METHOD = "elicitation/create"
_CONTENT = "The content of the accepted form"


def faults(asked: Node, answer: Node) -> Iterator[Fault]:
    """What an answer breaks of the question's `params`; nothing where it was declined, or the form's schema is no schema."""
    schema, content = asked.get("requestedSchema"), answer.get("content")
    if answer.value_at("action") != "accept" or not isinstance(schema.value, dict):
        return
    outcome = contracts.compile(schema.value).check({} if content.missing else content.value)
    if outcome.valid is not False:
        return
    for violation in outcome.violations:
        found = content.get(*violation.path) or content or answer
        sentence = violation.about(WHOLE, _CONTENT).message
        yield Fault(found, sentence, "content", "form")
