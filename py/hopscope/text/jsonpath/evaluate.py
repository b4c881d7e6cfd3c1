"""Finding what a JSONPath selects; numbers compare exactly, nothing recurses into the value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from hopscope.text.jsonpath.functions import FUNCTIONS, NOTHING, Kind, Matcher
from hopscope.text.jsonpath.model import (
    AllOf,
    AnyOf,
    Call,
    Comparison,
    Condition,
    Filter,
    Index,
    Literal,
    Name,
    Not,
    Operand,
    Query,
    Segment,
    Selector,
    Slice,
    Test,
    Wildcard,
)
from hopscope.text.numbers import compare, equal, is_number

Keys = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A selected value and the keys that lead to it."""

    keys: Keys
    value: Any


def find(query: Query, value: Any, matcher: Matcher) -> Iterator[Match]:
    """What a query selects in a value, in the order of RFC 9535, members in document order."""
    run = _Run(value, matcher)
    return run.select(query, Match((), value))


@dataclass(frozen=True, slots=True)
class _Run:
    root: Any
    matcher: Matcher

    def select(self, query: Query, start: Match) -> Iterator[Match]:
        found: Iterable[Match] = [start]
        for segment in query.segments:
            found = self._apply(segment, found)
        return iter(found)

    def _apply(self, segment: Segment, nodes: Iterable[Match]) -> Iterator[Match]:
        for node in nodes:
            for one in _descendants(node) if segment.descends else (node,):
                for selector in segment.selectors:
                    yield from self._selected(selector, one)

    def _selected(self, selector: Selector, node: Match) -> Iterator[Match]:
        value = node.value
        match selector:
            case Name(name):
                if isinstance(value, dict) and name in value:
                    yield Match((*node.keys, name), value[name])
            case Index(number):
                if isinstance(value, list) and -len(value) <= number < len(value):
                    yield Match((*node.keys, number % len(value)), value[number])
            case Wildcard():
                yield from _children(node)
            case Slice(start, end, step):
                if isinstance(value, list) and step:
                    for at in range(*slice(start, end, step).indices(len(value))):
                        yield Match((*node.keys, at), value[at])
            case Filter(condition):
                yield from (one for one in _children(node) if self._holds(condition, one.value))

    def _holds(self, condition: Condition, value: Any) -> bool:
        match condition:
            case AllOf(conditions):
                return all(self._holds(one, value) for one in conditions)
            case AnyOf(conditions):
                return any(self._holds(one, value) for one in conditions)
            case Not(inner):
                return not self._holds(inner, value)
            case Comparison(left, sign, right):
                return _compared(self._value(left, value), sign, self._value(right, value))
            case Test(Query() as query):
                return next(self._nodes(query, value), None) is not None
            case Test(operand):
                return bool(self._called(operand, value)) if isinstance(operand, Call) else False

    def _nodes(self, query: Query, value: Any) -> Iterator[Match]:
        return self.select(query, Match((), self.root if query.from_root else value))

    def _value(self, operand: Operand | Condition, value: Any) -> Any:
        """The value of an operand, or NOTHING."""
        match operand:
            case Literal(literal):
                return literal
            case Query():
                found = next(self._nodes(operand, value), None)
                return NOTHING if found is None else found.value
            case Call():
                return self._called(operand, value)
        raise TypeError(operand)

    def _called(self, call: Call, value: Any) -> Any:
        function = FUNCTIONS[call.name]
        arguments = [
            [match.value for match in self._nodes(argument, value)]
            if kind is Kind.NODES and isinstance(argument, Query)
            else self._value(argument, value)
            for kind, argument in zip(function.takes, call.arguments, strict=True)
        ]
        return function.run(arguments, self.matcher)


def _children(node: Match) -> Iterator[Match]:
    if isinstance(node.value, dict):
        yield from (Match((*node.keys, key), value) for key, value in node.value.items())
    elif isinstance(node.value, list):
        yield from (Match((*node.keys, at), value) for at, value in enumerate(node.value))


def _descendants(node: Match) -> Iterator[Match]:
    """A node and all below it, each before what is in it."""
    pending = [node]
    while pending:
        one = pending.pop()
        yield one
        pending.extend(reversed([child for child in _children(one) if isinstance(child.value, dict | list)]))


def _compared(left: Any, sign: str, right: Any) -> bool:
    if sign == "==":
        return _same(left, right)
    if sign == "!=":
        return not _same(left, right)
    if sign in (">", ">="):
        left, right, sign = right, left, sign.replace(">", "<")
    return _less(left, right) or (sign == "<=" and _same(left, right))


def _same(left: Any, right: Any) -> bool:
    if left is NOTHING or right is NOTHING:
        return left is right
    return equal(left, right)


def _less(left: Any, right: Any) -> bool:
    if is_number(left) and is_number(right):
        return compare(left, right) < 0
    return isinstance(left, str) and isinstance(right, str) and left < right
