"""`validate`: one value held against one schema of the user's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hopscope import contracts, limits
from hopscope.contracts import Compiled, Outcome, telling
from hopscope.contracts.providers import KNOWN
from hopscope.findings import Finding, make
from hopscope.flow import library
from hopscope.flow.stopped import stopped
from hopscope.flow.texts import text_findings
from hopscope.layers import Peeled, peel
from hopscope.text.node import Node

WHO = "The schema"
SHOWN = 6  # members named in a sentence
_SOUND = ("complete", "normalised")
_IN_TOOLS = (("inputSchema",), ("input_schema",), ("function", "parameters"), ("parameters",))


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `validate`: `valid` is null where the texts, the schema or the time did not allow a verdict."""
    schema, instance = peel("schema", params["schema"]), peel("instance", params["instance"])
    with library.opened([schema]):
        return _held_against(schema, instance, params.get("formats", True))


def _held_against(schema: Peeled, instance: Peeled, formats: bool) -> dict[str, Any]:
    """The first value of the schema's text is the schema; it may refer to further ones by their ids."""
    findings = [*text_findings(schema), *text_findings(instance)]
    root = _schema_in(next(schema.values, None)) if schema.completeness in _SOUND else None
    valid = None
    if root is not None and isinstance(root.value, dict) and _is_no_schema(root.value):
        findings.append(_no_schema(root))
    elif root is not None:
        compiled = library.compiled(root.value)
        findings += schema_findings(compiled, root)
        outcomes = list(_outcomes(compiled, instance, formats))
        findings += [found for node, outcome in outcomes for found in value_findings(outcome, node, root)]
        findings += _once(found for node, outcome in outcomes for found in stopped(outcome, node, WHO))
        valid = _verdict([outcome.valid for _, outcome in outcomes])
    return {"valid": valid, "findings": [finding.json() for finding in findings]}


def _schema_in(root: Node | None) -> Node | None:
    """The schema of a pasted tool definition, which would let everything pass if it were read as a schema; else the root."""
    if root is None or not isinstance(root.value, dict) or _says_something(root.value):
        return root
    found = (root.get(*keys) for keys in _IN_TOOLS)
    return next((node for node in found if isinstance(node.value, dict)), root)


def _is_no_schema(value: dict[str, Any]) -> bool:
    """Whether an object has members, none of them a keyword, an annotation or a private one."""
    return bool(value) and value.keys().isdisjoint(KNOWN) and not any(name.startswith(("x-", "$")) for name in value)


def _no_schema(root: Node) -> Finding:
    """A document without a single keyword would let everything pass; taken for a schema it misleads."""
    members = ", ".join(list(root.value)[:SHOWN])
    sentence = f"this is no JSON Schema: none of its members ({members}) is a keyword of one."
    return make("schema-invalid", root.place(), schema_at=root.place(), tool=WHO, sentence=sentence)


def _says_something(schema: dict[str, Any]) -> bool:
    """Whether any keyword of a schema stands there (`type: "function"` is none)."""
    keywords = schema.keys() & contracts.KEYWORDS
    return bool(keywords - {"type"}) or ("type" in keywords and schema["type"] != "function")


def _outcomes(compiled: Compiled, instance: Peeled, formats: bool) -> Iterator[tuple[Node, Outcome]]:
    """Each value of the instance by itself; a text that had to be guessed at is not judged."""
    left = limits.FINDINGS
    if instance.completeness in _SOUND:
        for node in instance.values:
            if left > 0:
                outcome = compiled.check(node.value, formats=formats, limit=left)
            else:
                outcome = Outcome(compiled.passes(node.value, formats=formats))
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
