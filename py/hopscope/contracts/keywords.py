"""The assertions of JSON Schema on exact values: each yields a `Miss` with facts, words come later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from hopscope.contracts import formats, patterns
from hopscope.contracts._run import Miss, Unjudged, current
from hopscope.text import numbers

Misses = Sequence[Miss]
NONE: Misses = ()
"""What most checks find; keywords that look at one value give a tuple, as a generator for each would double the time."""
is_number = numbers.is_number


def type_(validator: Any, types: Any, instance: Any, schema: Any) -> Misses:
    """`type`: one name or several."""
    if isinstance(types, str):
        fits = validator.is_type(instance, types)
    else:
        fits = any(validator.is_type(instance, name) for name in types)
    return NONE if fits else (Miss(),)


def enum(validator: Any, values: Any, instance: Any, schema: Any) -> Misses:
    """`enum`: equality by exact number."""
    if isinstance(instance, str):
        return NONE if instance in values else (Miss(),)
    run = current()
    for value in values:
        run.tick()
        if numbers.equal(value, instance):
            return NONE
    return (Miss(),)


def const(validator: Any, value: Any, instance: Any, schema: Any) -> Misses:
    """`const`: equality by exact number."""
    return NONE if numbers.equal(value, instance) else (Miss(),)


def multiple_of(validator: Any, divisor: Any, instance: Any, schema: Any) -> Misses:
    """`multipleOf` on the digits as written."""
    return (Miss(),) if is_number(instance) and not numbers.multiple_of(instance, divisor) else NONE


def minimum(validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    """`minimum`."""
    return (Miss(),) if is_number(instance) and instance < bound else NONE


def maximum(validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    """`maximum`."""
    return (Miss(),) if is_number(instance) and instance > bound else NONE


def exclusive_minimum(validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    """`exclusiveMinimum` as a number (draft 6 and later)."""
    return (Miss(exclusive=True),) if is_number(instance) and instance <= bound else NONE


def exclusive_maximum(validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    """`exclusiveMaximum` as a number (draft 6 and later)."""
    return (Miss(exclusive=True),) if is_number(instance) and instance >= bound else NONE


def minimum_draft4(validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    """`minimum` with its boolean neighbour `exclusiveMinimum` (draft 4)."""
    open_ = schema.get("exclusiveMinimum") is True
    return (exclusive_minimum if open_ else minimum)(validator, bound, instance, schema)


def maximum_draft4(validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    """`maximum` with its boolean neighbour `exclusiveMaximum` (draft 4)."""
    open_ = schema.get("exclusiveMaximum") is True
    return (exclusive_maximum if open_ else maximum)(validator, bound, instance, schema)


def _at_least(kind: type[Any], validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    return (Miss(size=len(instance)),) if isinstance(instance, kind) and bound > len(instance) else NONE


def _at_most(kind: type[Any], validator: Any, bound: Any, instance: Any, schema: Any) -> Misses:
    return (Miss(size=len(instance)),) if isinstance(instance, kind) and bound < len(instance) else NONE


min_length, max_length = partial(_at_least, str), partial(_at_most, str)
min_items, max_items = partial(_at_least, list), partial(_at_most, list)
min_properties, max_properties = partial(_at_least, dict), partial(_at_most, dict)


def unique_items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`uniqueItems` in one pass: `first` and `second` are the positions of the earliest pair of equals."""
    seen: dict[Any, int] = {}
    for position, item in enumerate(instance if wanted is True and isinstance(instance, list) else ()):
        first = seen.setdefault(_hashable(item), position)
        if first != position:
            return (Miss(first=first, second=position),)
    return NONE


def _hashable(value: Any) -> Any:
    if isinstance(value, bool) or value is None:
        return (type(value), value)
    if isinstance(value, list):
        return (list, *[_hashable(item) for item in value])
    if isinstance(value, dict):
        return (dict, frozenset([(key, _hashable(item)) for key, item in value.items()]))
    return value


def required(validator: Any, names: Any, instance: Any, schema: Any) -> Misses:
    """`required`: all the missing names in one miss."""
    missing = [name for name in names if name not in instance] if isinstance(instance, dict) else ()
    return (Miss(missing=missing),) if missing else NONE


def dependent_required(validator: Any, table: Any, instance: Any, schema: Any) -> Iterator[Miss]:
    """`dependentRequired`: one miss for each property that asks for others."""
    if isinstance(instance, dict):
        for name, wanted in table.items():
            missing = [other for other in wanted if other not in instance] if name in instance else []
            if missing:
                yield Miss(missing=missing, because=name)


def dependencies(validator: Any, table: Any, instance: Any, schema: Any) -> Iterator[Miss]:
    """`dependencies` of drafts 4 to 7: names or a schema."""
    if isinstance(instance, dict):
        for name, wanted in table.items():
            if isinstance(wanted, list):
                yield from dependent_required(validator, {name: wanted}, instance, schema)
            elif name in instance:
                yield from validator.descend(instance, wanted, schema_path=name)


def pattern(validator: Any, text: Any, instance: Any, schema: Any) -> Misses:
    """`pattern` by the ECMAScript engine."""
    if not isinstance(instance, str):
        return NONE
    try:
        return NONE if patterns.compiled(text).matches(instance) else (Miss(),)
    except patterns.Skipped as skipped:
        return (Unjudged(reason="time", pattern=text, left=skipped.left),)
    except (patterns.BadPattern, patterns.NoEngine):
        return (Unjudged(reason="schema-pattern", pattern=text),)


def format_(validator: Any, name: Any, instance: Any, schema: Any) -> Misses:
    """`format`, where the check asks for formats and the name is a known one."""
    asked = validator.format_checker.formats and isinstance(instance, str)
    return NONE if not asked or formats.holds(name, instance) else (Miss(),)


def old_format(validator: Any, name: Any, instance: Any, schema: Any) -> Misses:
    """`format` as drafts 4 and 6 have it."""
    asked = validator.format_checker.formats and isinstance(instance, str)
    return NONE if not asked or formats.holds(name, instance, formats.OLD_FORMATS) else (Miss(),)


PLAIN = frozenset(
    {
        const, enum, exclusive_maximum, exclusive_minimum, format_, max_items, max_length, max_properties, maximum,
        maximum_draft4, min_items, min_length, min_properties, minimum, minimum_draft4, multiple_of, old_format,
        pattern, required, type_, unique_items,
    }
)  # fmt: skip
"""The checks that apply no other schema."""
