"""The grammar of RFC 9535: a JSONPath text as a `Query`."""

from __future__ import annotations

import json
import re
from typing import NoReturn

from hopscope.text.jsonpath.functions import FUNCTIONS, Kind
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
from hopscope.text.numbers import number

DEEPEST = 60  # brackets in brackets
_LARGEST = 2**53 - 1
_BLANK = re.compile(r"[ \t\n\r]*")
_NAME = re.compile(r"[A-Za-z_\u0080-\ud7ff\ue000-\U0010ffff][\w\u0080-\ud7ff\ue000-\U0010ffff]*", re.ASCII)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)(?![0-9])")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_FUNCTION = re.compile(r"([a-z][a-z_0-9]*)\(")
_SIGN = re.compile(r"==|!=|<=|>=|<|>")
_STRINGS = {
    "'": re.compile(r"'((?:[^'\\\x00-\x1f]|\\(?:['\\/bfnrt]|u[0-9a-fA-F]{4}))*)'"),
    '"': re.compile(r'"((?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"'),
}
_LITERALS = {"true": True, "false": False, "null": None}


class BadPath(ValueError):
    """A text that is no JSONPath: where, and what was expected there."""

    def __init__(self, offset: int, expected: str) -> None:
        super().__init__(f"expected {expected} at character {offset + 1}")
        self.offset = offset
        self.expected = expected


def parse(path: str) -> Query:
    """The query a path writes; raises BadPath."""
    parser = _Parser(path)
    parser.take("$", "$ at the beginning")
    query = Query(parser.segments())
    if parser.at < len(path):
        parser.fail("a segment or the end")
    return query


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.level = 0

    # ---- signs

    def fail(self, expected: str) -> NoReturn:
        raise BadPath(self.at, expected)

    def next(self, sign: str) -> bool:
        """Takes a sign if it is there."""
        found = self.text.startswith(sign, self.at)
        self.at += len(sign) if found else 0
        return found

    def take(self, sign: str, expected: str) -> None:
        if not self.next(sign):
            self.fail(expected)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def blank(self) -> None:
        self.match(_BLANK)

    # ---- segments and selectors

    def segments(self) -> tuple[Segment, ...]:
        found: list[Segment] = []
        while True:
            before = self.at
            self.blank()
            segment = self._segment()
            if segment is None:
                self.at = before
                return tuple(found)
            found.append(segment)

    def _segment(self) -> Segment | None:
        if self.next(".."):
            return Segment(self._bracketed() if self.next("[") else (self._short(),), True)
        if self.next("["):
            return Segment(self._bracketed(), False)
        return Segment((self._short(),), False) if self.next(".") else None

    def _short(self) -> Selector:
        if self.next("*"):
            return Wildcard()
        found = self.match(_NAME)
        if not found:
            self.fail("a name or *")
        return Name(found[0])

    def _bracketed(self) -> tuple[Selector, ...]:
        self.level += 1
        if self.level > DEEPEST:
            self.fail(f"no more than {DEEPEST} brackets in brackets")
        found = []
        while True:
            self.blank()
            found.append(self._selector())
            self.blank()
            if not self.next(","):
                break
        self.take("]", ", or ]")
        self.level -= 1
        return tuple(found)

    def _selector(self) -> Selector:
        if self.next("*"):
            return Wildcard()
        if self.next("?"):
            self.blank()
            return Filter(self._any())
        if self.text[self.at : self.at + 1] in _STRINGS and self.at < len(self.text):
            return Name(self._string())
        return self._index_or_slice()

    def _index_or_slice(self) -> Selector:
        start = self._integer()
        before = self.at
        self.blank()
        if not self.next(":"):
            self.at = before
            if start is None:
                self.fail("a selector")
            return Index(start)
        self.blank()
        end = self._integer()
        before = self.at
        self.blank()
        if not self.next(":"):
            self.at = before
            return Slice(start, end, 1)
        self.blank()
        step = self._integer()
        return Slice(start, end, 1 if step is None else step)

    def _integer(self) -> int | None:
        begin = self.at
        found = self.match(_INTEGER)
        if not found:
            return None
        if found[0] == "-0" or len(found[0]) > 17 or abs(int(found[0])) > _LARGEST:
            self.at = begin
            self.fail("an integer between -(2**53)+1 and 2**53-1")
        return int(found[0])

    def _string(self) -> str:
        quote = self.text[self.at]
        found = self.match(_STRINGS[quote])
        if not found:
            self.fail("a string")
        body = found[1]
        if quote == "'":
            body = body.replace("\\'", "'").replace('"', '\\"')
        text = json.loads(f'"{body}"')
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            self.fail("whole characters, no half of a surrogate pair")
        return text

    # ---- conditions

    def _any(self) -> Condition:
        found = [self._all()]
        while self._joined("||"):
            found.append(self._all())
        return found[0] if len(found) == 1 else AnyOf(tuple(found))

    def _all(self) -> Condition:
        found = [self._one()]
        while self._joined("&&"):
            found.append(self._one())
        return found[0] if len(found) == 1 else AllOf(tuple(found))

    def _joined(self, sign: str) -> bool:
        before = self.at
        self.blank()
        if self.next(sign):
            self.blank()
            return True
        self.at = before
        return False

    def _one(self) -> Condition:
        if self.text.startswith("!", self.at) and not self.text.startswith("!=", self.at):
            self.at += 1
            self.blank()
            return Not(self._group() if self.text.startswith("(", self.at) else self._test(self._operand()))
        if self.text.startswith("(", self.at):
            return self._group()
        return self._comparison_or_test()

    def _group(self) -> Condition:
        self.level += 1
        if self.level > DEEPEST:
            self.fail(f"no more than {DEEPEST} brackets in brackets")
        self.at += 1
        self.blank()
        found = self._any()
        self.blank()
        self.take(")", ")")
        self.level -= 1
        return found

    def _comparison_or_test(self) -> Condition:
        left = self._operand()
        before = self.at
        self.blank()
        sign = self.match(_SIGN)
        if not sign:
            self.at = before
            return self._test(left)
        self.blank()
        right = self._operand()
        for one in (left, right):
            self._comparable(one)
        return Comparison(left, sign[0], right)

    def _test(self, operand: Operand) -> Condition:
        if isinstance(operand, Literal):
            self.fail("a comparison, as a literal alone says nothing")
        if isinstance(operand, Call) and FUNCTIONS[operand.name].gives is Kind.VALUE:
            self.fail(f"a comparison, as {operand.name}() gives a value")
        return Test(operand)

    def _comparable(self, operand: Operand) -> None:
        if isinstance(operand, Query) and not operand.singular:
            self.fail("a query that selects one node at most")
        if isinstance(operand, Call) and FUNCTIONS[operand.name].gives is not Kind.VALUE:
            self.fail(f"a value, which {operand.name}() does not give")

    def _operand(self) -> Operand:
        if self.next("$"):
            return Query(self.segments())
        if self.next("@"):
            return Query(self.segments(), from_root=False)
        if function := self.match(_FUNCTION):
            return self._call(function[1])
        return self._literal()

    def _literal(self) -> Literal:
        if self.text[self.at : self.at + 1] in ("'", '"'):
            return Literal(self._string())
        for name, value in _LITERALS.items():
            if self.text.startswith(name, self.at) and not _NAME.match(self.text, self.at + len(name)):
                self.at += len(name)
                return Literal(value)
        found = self.match(_NUMBER)
        if not found:
            self.fail("a query, a literal or a function")
        return Literal(number(found[0]))

    # ---- functions

    def _call(self, name: str) -> Call:
        if name not in FUNCTIONS:
            self.fail("one of the functions " + ", ".join(FUNCTIONS))
        takes = FUNCTIONS[name].takes
        arguments: list[Operand | Condition] = []
        for position, kind in enumerate(takes):
            self.blank()
            if position:
                self.take(",", f"argument {position + 1} of {name}()")
                self.blank()
            arguments.append(self._argument(kind))
        self.blank()
        self.take(")", ")")
        return Call(name, tuple(arguments))

    def _argument(self, kind: Kind) -> Operand | Condition:
        operand = self._operand()
        if kind is Kind.VALUE:
            self._comparable(operand)
        elif not isinstance(operand, Query):
            self.fail("a query")
        return operand
