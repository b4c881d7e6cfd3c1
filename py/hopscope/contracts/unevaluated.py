"""`unevaluatedProperties` and `unevaluatedItems`: the names and positions no neighbour of the keyword has spoken of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referencing.jsonschema import lookup_recursive_ref

from hopscope.contracts._run import Miss, Unjudged
from hopscope.contracts.applicators import judge, named_by
from hopscope.contracts.lookups import lookup

Misses = Iterator[Any]


class _Unknown(Exception):
    """Which places are evaluated hangs on something that could not be judged."""


def unevaluated_properties(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`unevaluatedProperties`: one miss with all the names that nothing evaluated and the keyword refuses."""
    if not isinstance(instance, dict):
        return
    try:
        seen = _names(validator, instance, schema, own=False)
    except _Unknown:
        yield Unjudged(reason="schema-invalid")
        return
    rest = [name for name in instance if name not in seen]
    if wanted is False and rest:
        yield Miss(extra=rest, known=_known(validator, schema))
    elif wanted is not False:
        for name in rest:
            yield from validator.descend(instance[name], wanted, path=name)


def unevaluated_items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`unevaluatedItems`: one miss that names the positions nothing evaluated and the keyword refuses."""
    if not isinstance(instance, list):
        return
    try:
        seen = _positions(validator, instance, schema, own=False)
    except _Unknown:
        yield Unjudged(reason="schema-invalid")
        return
    rest = [index for index in range(len(instance)) if index not in seen]
    if wanted is False and rest:
        yield Miss(positions=rest, size=len(instance))
    elif wanted is not False:
        for index in rest:
            yield from validator.descend(instance[index], wanted, path=index)


def _known(validator: Any, schema: Any, depth: int = 12) -> dict[str, None]:
    """The property names that a schema and all its branches speak of, whether they apply or not."""
    if not isinstance(schema, dict) or depth == 0:
        return {}
    names = dict.fromkeys(schema.get("properties", ()))
    for inner, part in _branches(validator, schema):
        names |= _known(inner, part, depth - 1)
    return names


def _branches(validator: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    parts = [part for keyword in ("allOf", "anyOf", "oneOf") for part in schema.get(keyword, ())]
    parts += [schema[keyword] for keyword in ("if", "then", "else") if keyword in schema]
    parts += schema.get("dependentSchemas", {}).values()
    for part in parts:
        yield validator.within(part), part
    found = lookup(validator._resolver, schema["$ref"]) if isinstance(schema.get("$ref"), str) else None
    if found is not None:
        yield validator.within(found.contents, found.resolver), found.contents


def _holds(validator: Any, instance: Any, schema: Any) -> bool:
    state = judge(validator, instance, schema)
    if state == "unknown":
        raise _Unknown
    return state == "passes"


def _names(validator: Any, instance: Any, schema: Any, own: bool = True) -> set[str]:
    if not isinstance(schema, dict):
        return set()
    seen = {name for name in instance if _named(schema, name)}
    closing = ("additionalProperties", "unevaluatedProperties") if own else ("additionalProperties",)
    if any(keyword in schema for keyword in closing):
        return set(instance)
    for inner, part in _in_place(validator, instance, schema):
        seen |= _names(inner, instance, part)
    return seen


def _named(schema: Any, name: str) -> bool:
    told = named_by(schema, name)
    if told is None:
        raise _Unknown
    return told


def _positions(validator: Any, instance: Any, schema: Any, own: bool = True) -> set[int]:
    if not isinstance(schema, dict):
        return set()
    if _all_items(validator, schema, own):
        return set(range(len(instance)))
    seen = set(range(len(schema.get(_prefix_keyword(validator), ()))))
    if "contains" in schema and "prefixItems" in validator.VALIDATORS:
        seen |= {index for index, item in enumerate(instance) if _holds(validator, item, schema["contains"])}
    for inner, part in _in_place(validator, instance, schema):
        seen |= _positions(inner, instance, part)
    return seen


def _prefix_keyword(validator: Any) -> str:
    return "prefixItems" if "prefixItems" in validator.VALIDATORS else "items"


def _all_items(validator: Any, schema: Any, own: bool) -> bool:
    if own and "unevaluatedItems" in schema:
        return True
    if _prefix_keyword(validator) == "prefixItems":
        return "items" in schema
    return "items" in schema and (not isinstance(schema["items"], list) or "additionalItems" in schema)


def _in_place(validator: Any, instance: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    """The schemas beside the keyword that apply to the same instance and that it passes, each with its validator."""
    yield from _referenced(validator, schema)
    for part in schema.get("allOf", ()):
        yield from _passing(validator, instance, part)
    for keyword in ("anyOf", "oneOf"):
        for part in schema.get(keyword, ()):
            yield from _passing(validator, instance, part)
    for name, part in schema.get("dependentSchemas", {}).items():
        if isinstance(instance, dict) and name in instance:
            yield validator.within(part), part
    if "if" in schema:
        yield from _conditional(validator, instance, schema)


def _passing(validator: Any, instance: Any, part: Any) -> Iterator[tuple[Any, Any]]:
    if _holds(validator, instance, part):
        yield validator.within(part), part


def _conditional(validator: Any, instance: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    holds = _holds(validator, instance, schema["if"])
    if holds:
        yield validator.within(schema["if"]), schema["if"]
    branch = "then" if holds else "else"
    if branch in schema:
        yield validator.within(schema[branch]), schema[branch]


def _referenced(validator: Any, schema: Any) -> Iterator[tuple[Any, Any]]:
    for keyword in ("$ref", "$dynamicRef"):
        if keyword in schema and keyword in validator.VALIDATORS:
            resolved = lookup(validator._resolver, schema[keyword])
            if resolved is None:
                raise _Unknown
            yield validator.within(resolved.contents, resolved.resolver), resolved.contents
    if "$recursiveRef" in schema and "$recursiveRef" in validator.VALIDATORS:
        resolved = lookup_recursive_ref(validator._resolver)
        yield validator.within(resolved.contents, resolved.resolver), resolved.contents
