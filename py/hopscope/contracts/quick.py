"""A schema as a chain of plain functions that say "certainly valid" cheaply; whatever they do not say is left to the full check.

What most values of most contracts need is a table of properties and a handful of comparisons. Every keyword without a test of
its own here runs its full check, so that both ways agree by construction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import ge, le, pos
from typing import Any

from hopscope.contracts._run import current
from hopscope.contracts.lookups import is_nearly_full, lookup
from hopscope.text.numbers import Number

Test = Callable[[Any], bool]
_DEEPEST = 60  # levels of a schema; what nests deeper is left to the full check
_FEW = 20  # references within references in one test; with more the stack is looked at
_ROOM = 100  # frames that the tests between two references take, and the check of a keyword in them
_SCOPED = frozenset({"$dynamicRef", "$recursiveRef"})
"""What these mean hangs on the way that led to them."""
_OBJECT = ("properties", "required", "additionalProperties")


class _Strange(Exception):
    """Nothing quick can be made of the schema."""


def test_of(validator: Any, schema: Any) -> Test | None:
    """A test that is true only of values without any miss of the schema, or None where there is none."""
    try:
        return _Maker().test(validator, schema, 0)
    except _Strange:
        return None


def _anything(value: Any) -> bool:
    return True


def _nothing(value: Any) -> bool:
    return False


class _Maker:
    """Makes the tests of one schema document; `made` keeps those that references may come back to."""

    def __init__(self) -> None:
        self.made: dict[tuple[int, int], list[Test]] = {}

    def test(self, validator: Any, schema: Any, depth: int) -> Test:
        if not isinstance(schema, dict):
            return _anything if schema is True else _nothing
        if depth > _DEEPEST or not _SCOPED.isdisjoint(schema):
            raise _Strange
        inner = validator.within(schema)
        checks = {key: value for key, value in inner.APPLICABLE(schema) if key in inner.VALIDATORS}
        tests = self._object(inner, schema, checks, depth) if checks.keys() & set(_OBJECT) else []
        return _all([*(self._one(inner, schema, key, value, depth) for key, value in checks.items()), *tests])

    def _one(self, inner: Any, schema: Any, keyword: str, value: Any, depth: int) -> Test:
        maker = _MAKERS.get(keyword)
        return _full(inner, schema, keyword, value) if maker is None else maker(self, inner, schema, value, depth)

    def _object(self, inner: Any, schema: Any, checks: dict[str, Any], depth: int) -> list[Test]:
        """The keywords about the members of an object in one pass over them; they are taken out of `checks`."""
        if "patternProperties" in checks:
            return []
        named, required, rest = (checks.pop(key, None) for key in _OBJECT)
        table = {name: self.test(inner, part, depth + 1) for name, part in (named or {}).items()}
        others = _anything if rest is None else self.test(inner, rest, depth + 1)
        return [_members(table, tuple(required or ()), others)]

    def reference(self, inner: Any, schema: Any, target: Any, depth: int) -> Test:
        found = lookup(inner._resolver, target)
        if found is None or not isinstance(found.contents, dict):
            return _nothing
        key = (id(found.contents), hash(found.resolver._base_uri))
        if key not in self.made:
            self.made[key] = []
            self.made[key].append(self.test(inner.within(found.contents, found.resolver), found.contents, depth + 1))
        return _later(self.made[key])

    def union(self, inner: Any, schema: Any, parts: Any, depth: int) -> Test:
        tests = [self.test(inner, part, depth + 1) for part in parts]

        def test(value: Any) -> bool:
            current().tick()
            for one in tests:  # noqa: SIM110 - a generator would cost as much as the tests
                if one(value):
                    return True
            return False

        return test

    def items(self, inner: Any, schema: Any, part: Any, depth: int) -> Test:
        if isinstance(part, list) or "prefixItems" in schema:
            return _full(inner, schema, "items", part)
        each = self.test(inner, part, depth + 1)

        def test(value: Any) -> bool:
            if isinstance(value, list):
                run = current()
                for item in value:
                    run.tick()
                    if not each(item):
                        return False
            return True

        return test

    def every(self, inner: Any, schema: Any, parts: Any, depth: int) -> Test:
        return _all([self.test(inner, part, depth + 1) for part in parts])


def _full(inner: Any, schema: Any, keyword: str, wanted: Any) -> Test:
    """The check of the keyword itself."""
    check = inner.VALIDATORS[keyword]

    def test(value: Any) -> bool:
        for _ in check(inner, wanted, value, schema):
            return False
        return True

    return test


def _all(tests: Sequence[Test]) -> Test:
    if len(tests) < 2:
        return tests[0] if tests else _anything
    if len(tests) == 2:
        first, second = tests
        return lambda value: first(value) and second(value)

    def test(value: Any) -> bool:
        for one in tests:  # noqa: SIM110
            if not one(value):
                return False
        return True

    return test


def _later(made: list[Test]) -> Test:
    """A test that may still be in the making, for schemas that refer to themselves; raises RecursionError as `lookup` does."""

    def test(value: Any) -> bool:
        run = current()
        run.tick()
        if run.references > _FEW and is_nearly_full(_ROOM):
            raise RecursionError("references nest too deeply")
        run.references += 1
        passes = made[0](value)
        run.references -= 1  # what raises ends the whole test, and the run with it
        return passes

    return test


def _members(table: Mapping[str, Test], required: Sequence[str], others: Test) -> Test:
    def test(value: Any) -> bool:
        if not isinstance(value, dict):
            return True
        current().tick()
        for name in required:
            if name not in value:
                return False
        for name, member in value.items():  # noqa: SIM110
            if not table.get(name, others)(member):
                return False
        return True

    return test


def _type(maker: _Maker, inner: Any, schema: Any, wanted: Any, depth: int) -> Test:
    """`type`: by class where the class tells, else by the draft's own rule."""
    kinds = tuple(_CLASSES[name] for name in ([wanted] if isinstance(wanted, str) else wanted) if name in _CLASSES)
    full = _full(inner, schema, "type", wanted)
    classes = frozenset(one for kind in kinds for one in kind)
    return lambda value: type(value) in classes or full(value)


_CLASSES: Mapping[str, tuple[type, ...]] = {
    "array": (list,), "boolean": (bool,), "integer": (int,), "null": (type(None),), "number": (int, Number),
    "object": (dict,), "string": (str,),
}  # fmt: skip


def _enum(maker: _Maker, inner: Any, schema: Any, wanted: Any, depth: int) -> Test:
    strings = frozenset(one for one in wanted if isinstance(one, str))
    full = _full(inner, schema, "enum", wanted)
    return lambda value: value in strings if isinstance(value, str) else full(value)


def _measured(keyword: str, kind: type[Any], measure: Callable[[Any], int], fits: Callable[[int, int], bool]) -> Any:
    """A keyword that holds values of one class against a whole number; everything else is left to its own check."""

    def make(maker: _Maker, inner: Any, schema: Any, wanted: Any, depth: int) -> Test:
        full = _full(inner, schema, keyword, wanted)
        if type(wanted) is not int or schema.get(_EXCLUSIVE.get(keyword)) is True:
            return full
        return lambda value: fits(measure(value), wanted) if type(value) is kind else full(value)

    return make


_EXCLUSIVE = {"minimum": "exclusiveMinimum", "maximum": "exclusiveMaximum"}
"""Draft 4 says by a second member that the bound itself does not pass."""
_MAKERS: Mapping[str, Callable[[_Maker, Any, Any, Any, int], Test]] = {
    "$ref": _Maker.reference,
    "allOf": _Maker.every,
    "anyOf": _Maker.union,
    "enum": _enum,
    "items": _Maker.items,
    "maxItems": _measured("maxItems", list, len, le),
    "maxLength": _measured("maxLength", str, len, le),
    "maximum": _measured("maximum", int, pos, le),
    "minItems": _measured("minItems", list, len, ge),
    "minLength": _measured("minLength", str, len, ge),
    "minimum": _measured("minimum", int, pos, ge),
    "type": _type,
}
