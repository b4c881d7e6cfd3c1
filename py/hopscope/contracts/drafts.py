"""The drafts of JSON Schema: how `$schema` names them, and a validator class for each with exact keywords."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from operator import methodcaller
from typing import Any
from urllib.parse import urlsplit

from jsonschema import validators as stock
from referencing import Specification
from referencing.jsonschema import DRAFT4, DRAFT6, DRAFT7, DRAFT201909, DRAFT202012

from hopscope.contracts import applicators, keywords, unevaluated
from hopscope.contracts._run import Miss, Plan, Settings, Unjudged, current
from hopscope.text import numbers

UNJUDGED = "\0unjudged"
"""A keyword of ours that stands where an invalid keyword was taken out of a schema."""

_ENTERING = frozenset({"$id", "id", "$schema"})


@dataclass(frozen=True, slots=True)
class Draft:
    """One draft: `uri` without an empty fragment, its name in sentences, its validator class and reference rules."""

    uri: str
    label: str
    validator: Any
    specification: Specification[Any]

    def over(self, schema: Any, resolver: Any) -> Any:
        """A validator of this draft for a schema; its field `format_checker` carries our settings."""
        return self.validator(schema, format_checker=Settings(), registry=None, _resolver=resolver)

    @property
    def metaschema(self) -> Mapping[str, Any]:
        """The draft's own schema."""
        return self.validator.META_SCHEMA


def _withheld(validator: Any, reasons: Any, instance: Any, schema: Any) -> Iterator[Any]:
    for reason in reasons:
        yield Unjudged(**reason)


_COMMON: dict[str, Any] = {
    "$ref": applicators.ref,
    "additionalProperties": applicators.additional_properties,
    "anyOf": applicators.any_of,
    "enum": keywords.enum,
    "format": keywords.format_,
    "maxItems": keywords.max_items,
    "maxLength": keywords.max_length,
    "maxProperties": keywords.max_properties,
    "maximum": keywords.maximum,
    "minItems": keywords.min_items,
    "minLength": keywords.min_length,
    "minProperties": keywords.min_properties,
    "minimum": keywords.minimum,
    "multipleOf": keywords.multiple_of,
    "not": applicators.not_,
    "oneOf": applicators.one_of,
    "pattern": keywords.pattern,
    "properties": applicators.properties,
    "patternProperties": applicators.pattern_properties,
    "required": keywords.required,
    "type": keywords.type_,
    "uniqueItems": keywords.unique_items,
    UNJUDGED: _withheld,
}
_LEGACY = {
    "additionalItems": applicators.additional_items,
    "dependencies": keywords.dependencies,
    "items": applicators.items_legacy,
}
_DRAFT4 = {**_COMMON, **_LEGACY, "minimum": keywords.minimum_draft4, "maximum": keywords.maximum_draft4}
_DRAFT4["format"] = keywords.old_format
_DRAFT6 = {
    **_COMMON,
    **_LEGACY,
    "const": keywords.const,
    "contains": applicators.contains,
    "exclusiveMaximum": keywords.exclusive_maximum,
    "exclusiveMinimum": keywords.exclusive_minimum,
    "format": keywords.old_format,
    "propertyNames": applicators.property_names,
}
_DRAFT7 = {**_DRAFT6, "format": keywords.format_, "if": applicators.if_}
_DRAFT201909 = {
    **_DRAFT7,
    "$recursiveRef": applicators.recursive_ref,
    "dependentRequired": keywords.dependent_required,
    "maxContains": applicators.ignored,
    "minContains": applicators.ignored,
    "unevaluatedItems": unevaluated.unevaluated_items,
    "unevaluatedProperties": unevaluated.unevaluated_properties,
}
_DRAFT202012 = {**_DRAFT201909, "$dynamicRef": applicators.ref, "items": applicators.items}


def _is_integer(checker: Any, value: object) -> bool:
    return numbers.is_number(value) and numbers.is_integer(value)


def _is_plain_integer(checker: Any, value: object) -> bool:
    """Draft 4 asks for a number written without fraction and exponent."""
    if isinstance(value, numbers.Number):
        return not set(value.text) & set(".eE")
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(checker: Any, value: object) -> bool:
    return numbers.is_number(value)


def _within(self: Any, schema: Any, resolver: Any = None) -> Any:
    """The validator for a part of the schema: the same one unless the part has an id, a dialect or was referred to."""
    entering = isinstance(schema, dict) and not _ENTERING.isdisjoint(schema) and _has_sound_ids(schema)
    if resolver is None:
        if not entering:
            return self
        resolver = self._resolver.in_subresource(self.SPECIFICATION.create_resource(schema))
    cls = _class_named(schema.get("$schema")) if entering else None
    return (cls or type(self))(schema, format_checker=self.format_checker, registry=self._registry, _resolver=resolver)


def _has_sound_ids(schema: Any) -> bool:
    """An id that is no string can stand where the draft itself sees no schema, and names nothing."""
    return all(is_address(schema.get(keyword, "")) for keyword in ("$id", "id"))


def is_address(value: Any) -> bool:
    """Whether a value can be taken for a URI reference at all."""
    try:
        urlsplit(value)
    except (ValueError, TypeError, AttributeError):
        return False
    return isinstance(value, str)


def _with_formats(self: Any) -> Any:
    """The same validator, but one that checks formats."""
    settings = Settings(True, self.format_checker.plans)
    return type(self)(self.schema, format_checker=settings, registry=self._registry, _resolver=self._resolver)


def _fresh(self: Any) -> Any:
    """The same validator with plans of its own, for schemas made up on the way that nobody should keep."""
    return type(self)(self.schema, format_checker=Settings(), registry=self._registry, _resolver=self._resolver)


def _class_named(uri: Any) -> Any:
    draft = BY_URI.get(uri.rstrip("#")) if isinstance(uri, str) else None
    return draft.validator if draft else None


def _descend(
    self: Any, instance: Any, schema: Any, path: Any = None, schema_path: Any = None, resolver: Any = None
) -> Iterator[Any]:
    """All misses of one schema on one instance, with the steps that led to it."""
    if schema is True:
        return
    current().tick()
    if not isinstance(schema, dict):
        yield _stepped(_no_object(schema, instance), path, schema_path)
        return
    inner = self.within(schema, resolver)
    for check, keyword, value in inner.plan(schema).checks:
        for error in check(inner, value, instance, schema):
            yield _stepped(_placed(error, keyword, value, instance, schema), path, schema_path)


def _settles(self: Any, instance: Any, schema: Any) -> bool:
    """Whether a schema of plain checks passes: most of what there is to check, at a third of the price of `descend`."""
    if not isinstance(schema, dict):
        return schema is True
    plan = self.plan(schema)
    if not plan.plain:
        return False
    for check, _, value in plan.checks:  # noqa: SIM110 - a generator would cost as much as the checks
        if check(self, value, instance, schema):
            return False
    return True


def _plan(self: Any, schema: Any) -> Plan:
    plans, table = self.format_checker.plans, self.VALIDATORS
    found = plans.get(id(schema))
    if found is None or found.schema is not schema or found.table is not table:
        checks = tuple((table[k], k, value) for k, value in self.APPLICABLE(schema) if k in table)
        plain = _ENTERING.isdisjoint(schema) and all(check in keywords.PLAIN for check, _, _ in checks)
        found = plans[id(schema)] = Plan(schema, table, checks, plain)
    return found


def _stepped(error: Miss, path: Any, schema_path: Any) -> Miss:
    if path is not None:
        error.path.appendleft(path)
    if schema_path is not None:
        error.schema_path.appendleft(schema_path)
    return error


def _no_object(schema: Any, instance: Any) -> Miss:
    """The schema `false`, or something that is no schema."""
    return _instance_of(Miss(refused=True), instance) if schema is False else Unjudged(reason="schema-invalid")


def _instance_of(error: Miss, instance: Any) -> Miss:
    error.instance = instance
    return error


def _placed(error: Miss, keyword: str, value: Any, instance: Any, schema: Any) -> Miss:
    """What the miss belongs to, unless a deeper schema has claimed it."""
    if "keyword" not in error.facts:
        error.facts["keyword"] = keyword
        error.facts["steps"] = (keyword, *error.schema_path)
        error._set(validator=keyword, validator_value=value, instance=instance, schema=schema, type_checker=None)
    error.schema_path.appendleft(keyword)
    return error


def _of_ref_only(schema: Any) -> Any:
    """Up to draft 7 the neighbours of `$ref` do nothing."""
    return [("$ref", schema["$ref"])] if "$ref" in schema else schema.items()


def build(base: Any, table: Mapping[str, Any], specification: Specification[Any], *, ref_alone: bool = False) -> Any:
    """A validator class of our own beside the stock one of the same draft, which stays as it is.

    jsonschema's own `evolve` would change to the stock class wherever `$schema` stands, so `descend` is ours.
    """
    plain = base is stock.Draft4Validator
    checker = base.TYPE_CHECKER.redefine_many(
        {"integer": _is_plain_integer if plain else _is_integer, "number": _is_number}
    )
    applicable = _of_ref_only if ref_alone else methodcaller("items")
    return _made(base, {**base.VALIDATORS, **table}, checker, applicable, specification)


def _made(base: Any, table: Mapping[str, Any], checker: Any, applicable: Any, specification: Specification[Any]) -> Any:
    cls = stock.create(
        meta_schema=base.META_SCHEMA,
        validators=table,
        type_checker=checker,
        id_of=base.ID_OF,
        applicable_validators=applicable,
    )
    cls.SPECIFICATION, cls.APPLICABLE = specification, staticmethod(applicable)
    cls.within, cls.descend, cls.with_formats = _within, _descend, _with_formats
    cls.plan, cls.settles, cls.fresh = _plan, _settles, _fresh
    return cls


@cache
def build_without(draft: Draft, dropped: frozenset[str]) -> Any:
    """The draft's validator class for which some keywords mean nothing."""
    base = draft.validator
    table = {keyword: check for keyword, check in base.VALIDATORS.items() if keyword not in dropped}
    return _made(base, table, base.TYPE_CHECKER, base.APPLICABLE, draft.specification)


def _draft(uri: str, label: str, base: Any, table: Any, specification: Any, ref_alone: bool = False) -> Draft:
    return Draft(uri, label, build(base, table, specification, ref_alone=ref_alone), specification)


DRAFTS: tuple[Draft, ...] = (
    _draft("http://json-schema.org/draft-04/schema", "draft-04", stock.Draft4Validator, _DRAFT4, DRAFT4, True),
    _draft("http://json-schema.org/draft-06/schema", "draft-06", stock.Draft6Validator, _DRAFT6, DRAFT6, True),
    _draft("http://json-schema.org/draft-07/schema", "draft-07", stock.Draft7Validator, _DRAFT7, DRAFT7, True),
    _draft(
        "https://json-schema.org/draft/2019-09/schema",
        "2019-09",
        stock.Draft201909Validator,
        _DRAFT201909,
        DRAFT201909,
    ),
    _draft(
        "https://json-schema.org/draft/2020-12/schema",
        "2020-12",
        stock.Draft202012Validator,
        _DRAFT202012,
        DRAFT202012,
    ),
)
BY_URI: Mapping[str, Draft] = {draft.uri: draft for draft in DRAFTS}
DEFAULT = DRAFTS[-1].uri
KEYWORDS = frozenset(
    {"$schema", "$id", "$defs", "definitions"}.union(*(draft.validator.VALIDATORS for draft in DRAFTS)) - {UNJUDGED}
)
"""The keywords of all drafts that say something of a value or of the schema itself."""


def named(uri: object) -> Draft | None:
    """The draft that a `$schema` value names (an empty fragment and http for https are let through), or None."""
    if not isinstance(uri, str):
        return None
    plain = uri[:-1] if uri.endswith("#") else uri
    scheme, _, rest = plain.partition("://")
    other = {"http": "https", "https": "http"}.get(scheme, scheme)
    return BY_URI.get(plain) or BY_URI.get(f"{other}://{rest}")
