"""Dialects of one's own: a pasted metaschema whose `$vocabulary` leaves some keywords of its draft without meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hopscope.contracts.drafts import Draft, build_without, named

_APPLICATORS = (
    "additionalProperties allOf anyOf contains dependentSchemas else if items not oneOf patternProperties prefixItems "
    "properties propertyNames then additionalItems"
)
_VALIDATION = (
    "const dependentRequired enum exclusiveMaximum exclusiveMinimum maxContains maxItems maxLength maxProperties maximum "
    "minContains minItems minLength minProperties minimum multipleOf pattern required type uniqueItems"
)
_KEYWORDS: dict[str, dict[str, str]] = {
    "https://json-schema.org/draft/2019-09/schema": {
        "applicator": f"{_APPLICATORS} unevaluatedItems unevaluatedProperties",
        "validation": _VALIDATION,
    },
    "https://json-schema.org/draft/2020-12/schema": {
        "applicator": _APPLICATORS,
        "unevaluated": "unevaluatedItems unevaluatedProperties",
        "validation": _VALIDATION,
    },
}


def own_dialect(uri: object, documents: Mapping[str, Any], depth: int = 4) -> Draft | None:
    """The draft under a `$schema` that names a pasted metaschema, less the vocabularies it does not list, or None."""
    metaschema = documents.get(uri.rstrip("#")) if isinstance(uri, str) else None
    if not isinstance(metaschema, dict) or depth == 0:
        return None
    declared = metaschema.get("$schema")
    base = named(declared) or own_dialect(declared, documents, depth - 1)
    return _restricted(base, metaschema.get("$vocabulary")) if base else None


def _restricted(base: Draft, vocabulary: object) -> Draft:
    tables = _KEYWORDS.get(base.uri, {})
    if not isinstance(vocabulary, dict) or not tables:
        return base
    root = base.uri.removesuffix("schema") + "vocab/"
    dropped = {key for name, keys in tables.items() if root + name not in vocabulary for key in keys.split()}
    return replace(base, validator=build_without(base, frozenset(dropped))) if dropped else base
