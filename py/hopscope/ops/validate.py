"""`validate`: one value held against one schema of the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hopscope import limits
from hopscope.contracts import Compiled, Outcome, telling
from hopscope.contracts.providers import KNOWN
from hopscope.findings import Finding, make
from hopscope.flow import library
from hopscope.flow.schemas import SOUND, chooser, schema_in
from hopscope.flow.stopped import stopped
from hopscope.flow.texts import text_findings
from hopscope.layers import Part, Peeled, peel
from hopscope.text.node import Node
from hopscope.text.node import root as node_of

WHO = "The schema"
SHOWN = 6  # members named in a sentence
_OF_CONTAINERS = frozenset(
    {
        "properties", "required", "additionalProperties", "patternProperties", "minProperties", "maxProperties",
        "propertyNames", "items", "prefixItems", "minItems", "maxItems", "contains", "uniqueItems",
    }
)  # fmt: skip


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `validate`: `valid` is null where the texts, the schema or the time did not allow a verdict."""
    schema = peel("schema", params["schema"])
    with library.opened([schema], named=False):
        return _held_against(schema, params["instance"], params.get("formats", True))


def _held_against(schema: Peeled, text: str, formats: bool) -> dict[str, Any]:
    """The first value of the schema's text is the schema; it may refer to further ones by their ids.

    Where two readings of the instance fit, the schema picks the better.
    """
    root, valid, more = schema_in(schema), None, 0
    unfit = root is not None and isinstance(root.value, dict) and _is_no_schema(root.value)
    compiled = library.compiled(root.value) if root is not None and not unfit else None
    instance = peel("instance", text, choose=chooser(compiled) if compiled else None)
    instance = _as_meant(compiled, instance) if compiled else instance
    findings = [*text_findings(schema), *text_findings(instance)]
    if root is not None and unfit:
        findings.append(_no_schema(root))
    elif root is not None and compiled:
        findings += schema_findings(compiled, root)
        outcomes = list(_outcomes(compiled, instance, formats))
        findings += [found for node, outcome in outcomes for found in value_findings(outcome, node, root)]
        findings += _once(found for node, outcome in outcomes for found in stopped(outcome, node, WHO))
        valid, more = _verdict([outcome.valid for _, outcome in outcomes]), sum(outcome.more for _, outcome in outcomes)
    return {"valid": valid, "findings": [finding.json() for finding in findings], "more": more}


def _as_meant(compiled: Compiled, instance: Peeled) -> Peeled:
    """An instance that is one JSON string is opened only for a schema of objects or arrays, or one that takes no string."""
    if instance.layers[:1] != ("string",):
        return instance
    written = node_of(instance.readings[0])
    refused = any(one.types and not one.path for one in compiled.check(written.value).violations)
    if refused or (isinstance(compiled.schema, dict) and not _OF_CONTAINERS.isdisjoint(compiled.schema)):
        return instance
    return replace(instance, layers=(), framing="single", parts=(Part(written, 0),), readings=instance.readings[:1])


def _is_no_schema(value: dict[str, Any]) -> bool:
    """Whether an object has members, none of them a keyword, an annotation or a private one."""
    return bool(value) and value.keys().isdisjoint(KNOWN) and not any(name.startswith(("x-", "$")) for name in value)


def _no_schema(root: Node) -> Finding:
    """A document without a single keyword would let everything pass; taken for a schema it misleads."""
    members = ", ".join(list(root.value)[:SHOWN])
    sentence = f"this is no JSON Schema: none of its members ({members}) is a keyword of one."
    return make("schema-invalid", root.place(), schema_at=root.place(), tool=WHO, sentence=sentence)


def _outcomes(compiled: Compiled, instance: Peeled, formats: bool) -> Iterator[tuple[Node, Outcome]]:
    """Each value of the instance by itself; a text that had to be guessed at is not judged."""
    left = limits.FINDINGS
    if instance.completeness in SOUND:
        for node in instance.values:
            if left > 0:
                outcome = compiled.check(node.value, formats=formats, limit=left)
            else:
                outcome = compiled.counted(node.value, formats=formats)
            left -= len(outcome.violations)
            yield node, outcome


def _once(findings: Iterable[Finding]) -> Iterable[Finding]:
    """Of findings that say the same of several values the first."""
    return {finding.message: finding for finding in reversed(list(findings))}.values()


def _verdict(verdicts: list[bool | None]) -> bool | None:
    """False if one is certain, null if one is open or there is nothing to judge."""
    return False if False in verdicts else None if None in verdicts or not verdicts else True


def schema_findings(compiled: Compiled, root: Node) -> Iterator[Finding]:
    """What is wrong with the schema itself; a draft that is known and declared is what the user wants here."""
    for fault in compiled.faults:
        if fault.code == "schema-dialect" and fault.severity == "warning":
            continue
        at = telling.fault_place(root, fault)
        related = [place for path in fault.related if (place := telling.schema_place(root, path))]
        told = {"tool": WHO, **fault.params}
        yield make(fault.code, at, severity=fault.severity, schema_at=at, related=related, **told)


def value_findings(outcome: Outcome, node: Node, root: Node) -> Iterable[Finding]:
    """What is wrong with one value, one finding for each fault."""
    for one in outcome.violations:
        schema_at = library.place_of_rule(one, root)
        yield make("value-schema", telling.place_of(node, one), schema_at=schema_at, **telling.params_of(one))
