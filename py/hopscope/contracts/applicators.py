"""Keywords that apply other schemas, with three outcomes: a branch passes, fails, or could not be judged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from referencing.jsonschema import lookup_recursive_ref

from hopscope.contracts import lookups as references
from hopscope.contracts import patterns
from hopscope.contracts._run import Miss, Unjudged, current

Misses = Iterator[Any]
State = Literal["passes", "fails", "unknown"]


def state_of(errors: Iterable[Any]) -> State:
    """What the misses of one schema come to; stops at the first certain one."""
    state: State = "passes"
    for error in errors:
        if not isinstance(error, Unjudged):
            return "fails"
        state = "unknown"
    return state


def judge(validator: Any, instance: Any, schema: Any) -> State:
    """The outcome of one schema on one instance."""
    return state_of(validator.descend(instance, schema))


def _unknown(branches: Iterable[list[Any]]) -> Iterator[Unjudged]:
    """The reasons of the branches that could not be judged."""
    for errors in branches:
        if state_of(errors) == "unknown":
            yield from errors


def _tried(validator: Any, schemas: Any, instance: Any) -> Iterator[list[Any]]:
    for index, schema in enumerate(schemas):
        yield list(validator.descend(instance, schema, schema_path=index))


def any_of(validator: Any, schemas: Any, instance: Any, schema: Any) -> Misses:
    """`anyOf`: one miss whose context holds the misses of every branch."""
    branches = []
    for errors in _tried(validator, schemas, instance):
        if not errors:
            return
        branches.append(errors)
    yield from _no_branch(validator, branches, schemas)


def _no_branch(validator: Any, branches: list[list[Any]], schemas: Any) -> Misses:
    unknown = list(_unknown(branches))
    if unknown:
        yield from unknown
    else:
        flat = [error for errors in branches for error in errors]
        yield Miss(context=flat, branches=branches, schemas=schemas, validator=validator)


def one_of(validator: Any, schemas: Any, instance: Any, schema: Any) -> Misses:
    """`oneOf`: as `anyOf` where no branch passes; `passing` names the branches where more than one does."""
    branches = list(_tried(validator, schemas, instance))
    passing = [index for index, errors in enumerate(branches) if not errors]
    if len(passing) > 1:
        yield Miss(passing=passing, schemas=schemas)
    elif passing:
        yield from _unknown(branches)
    else:
        yield from _no_branch(validator, branches, schemas)


def not_(validator: Any, refused: Any, instance: Any, schema: Any) -> Misses:
    """`not`."""
    errors = list(validator.descend(instance, refused))
    if not errors:
        yield Miss()
    else:
        yield from _unknown([errors])


def if_(validator: Any, condition: Any, instance: Any, schema: Any) -> Misses:
    """`if` with `then` and `else`."""
    if "then" not in schema and "else" not in schema:
        return
    errors = list(validator.descend(instance, condition))
    state = state_of(errors)
    if state == "unknown":
        yield from errors
        return
    branch = "then" if state == "passes" else "else"
    if branch in schema:
        yield from validator.descend(instance, schema[branch], schema_path=branch)


def contains(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`contains` with `minContains` and `maxContains` where the dialect has them."""
    if not isinstance(instance, list):
        return
    counted = "maxContains" in validator.VALIDATORS
    low, high = (schema.get("minContains", 1), schema.get("maxContains")) if counted else (1, None)
    tried = [list(validator.descend(item, wanted)) for item in instance]
    sure = sum(not errors for errors in tried)
    reasons = list(_unknown(tried))
    open_ = sum(state_of(errors) == "unknown" for errors in tried)
    if high is not None and high < sure:
        yield Miss(found=sure, most=high)
    elif low > sure + open_:
        yield Miss(found=sure, least=low)
    elif low > sure or (high is not None and high < sure + open_):
        yield from reasons


def ignored(validator: Any, value: Any, instance: Any, schema: Any) -> Misses:
    """A keyword that its neighbour reads (`minContains`, `maxContains`)."""
    return iter(())


def property_names(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`propertyNames`: one miss for each bad name."""
    if isinstance(instance, dict):
        for name in instance:
            errors = list(validator.descend(name, wanted))
            if state_of(errors) == "fails":
                yield Miss(context=errors, name=name)
            else:
                yield from errors


def pattern_properties(validator: Any, table: Any, instance: Any, schema: Any) -> Misses:
    """`patternProperties` by the ECMAScript engine."""
    if isinstance(instance, dict):
        for text, wanted in table.items():
            for name, value in instance.items():
                found = _found(text, name)
                if found:
                    yield from validator.descend(value, wanted, path=name, schema_path=text)
                elif found is None:
                    yield Unjudged(reason=_unfound(text), pattern=text)


def _found(pattern: str, name: str) -> bool | None:
    try:
        return patterns.compiled(pattern).matches(name)
    except (patterns.BadPattern, patterns.NoEngine, patterns.Skipped):
        return None


def _unfound(pattern: str) -> str:
    """Why nobody knows whether a name matches: the pattern is none, or was left out for its time."""
    return "schema-pattern" if patterns.fault_of(pattern) else "time"


def named_by(schema: Any, name: str) -> bool | None:
    """Whether `properties` or `patternProperties` beside a keyword speak of a property; None where that is unknown."""
    if name in schema.get("properties", ()):
        return True
    found = [_found(text, name) for text in schema.get("patternProperties", ())]
    return True if True in found else None if None in found else False


def properties(validator: Any, table: Any, instance: Any, schema: Any) -> Misses:
    """`properties`."""
    if isinstance(instance, dict):
        run = current()
        for name, wanted in table.items():
            if name in instance:
                run.tick()
                if not validator.settles(instance[name], wanted):
                    yield from validator.descend(instance[name], wanted, path=name, schema_path=name)


def additional_properties(validator: Any, wanted: Any, instance: Any, schema: Any) -> Iterable[Any]:
    """`additionalProperties`: where it is false, one miss with all the extra names."""
    if wanted is True or not isinstance(instance, dict):
        return ()
    if "patternProperties" in schema:
        return _additional(validator, wanted, instance, {name: named_by(schema, name) for name in instance})
    named = schema.get("properties", ())
    others = {name: False for name in instance if name not in named}
    return _additional(validator, wanted, instance, others) if others else ()


def _additional(validator: Any, wanted: Any, instance: Any, named: Mapping[str, bool | None]) -> Misses:
    if None in named.values():
        yield Unjudged(reason="schema-pattern", pattern=None)
    extra = [name for name, told in named.items() if told is False]
    if wanted is False and extra:
        yield Miss(extra=extra)
    elif wanted is not False:
        run = current()
        for name in extra:
            run.tick()
            if not validator.settles(instance[name], wanted):
                yield from validator.descend(instance[name], wanted, path=name)


def items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`items` of 2020-12: every item behind `prefixItems`."""
    if isinstance(instance, list):
        yield from _rest(validator, wanted, instance, len(schema.get("prefixItems", ())))


def items_legacy(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`items` up to 2019-09: one schema for all items, or one for each position."""
    if not isinstance(instance, list):
        return
    if isinstance(wanted, list):
        for index, (item, one) in enumerate(zip(instance, wanted, strict=False)):
            yield from validator.descend(item, one, path=index, schema_path=index)
    else:
        yield from _rest(validator, wanted, instance, 0)


def additional_items(validator: Any, wanted: Any, instance: Any, schema: Any) -> Misses:
    """`additionalItems`: the items behind those that an `items` list names."""
    if isinstance(instance, list) and isinstance(schema.get("items"), list):
        yield from _rest(validator, wanted, instance, len(schema["items"]))


def _rest(validator: Any, wanted: Any, instance: list[Any], start: int) -> Misses:
    if wanted is False and len(instance) > start:
        yield Miss(most=start, size=len(instance))
    elif wanted is not False:
        run = current()
        for index in range(start, len(instance)):
            run.tick()
            if validator.settles(instance[index], wanted):
                continue
            yield from validator.descend(instance[index], wanted, path=index)


def ref(validator: Any, target: Any, instance: Any, schema: Any) -> Misses:
    """`$ref` and `$dynamicRef`; a target that is not at hand, or no schema, leaves the place unjudged."""
    resolved = references.lookup(validator._resolver, target)
    if resolved is None:
        yield Unjudged(reason=references.code_of(validator._resolver, target), ref=target)
    elif not isinstance(resolved.contents, (dict, bool)):
        yield Unjudged(reason="schema-invalid")
    else:
        yield from validator.descend(instance, resolved.contents, resolver=resolved.resolver)


def recursive_ref(validator: Any, target: Any, instance: Any, schema: Any) -> Misses:
    """`$recursiveRef` of 2019-09."""
    resolved = lookup_recursive_ref(validator._resolver)
    yield from validator.descend(instance, resolved.contents, resolver=resolved.resolver)
