"""Regular expressions as JSON Schema means them: the browser's own ECMAScript engine, or `regress` under CPython."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any

from hopscope.contracts import backtracking, watch

try:
    regress: Any = import_module("regress")
except ImportError:  # in the browser, whose own engine is installed
    regress = None

Search = Callable[[str], int]
Engine = Callable[[str, str], Search]
_SHORT = 16
"""Characters up to which even an exponential expression costs an engine nothing to speak of."""


class BadPattern(ValueError):
    """No ECMAScript regular expression, neither with the `u` flag nor without; the text is the engine's reason."""


class Skipped(RuntimeError):
    """A match that was to be left out: it ran too long before, or (`left`) others did."""

    def __init__(self, left: bool) -> None:
        super().__init__("a match was left out")
        self.left = left


class NoEngine(RuntimeError):
    """No ECMAScript engine was installed and none is there to import."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled expression: `exponential` says that engines may never end on it; on `safe` characters they end soon."""

    text: str
    search: Search
    exponential: bool
    safe: int

    def matches(self, text: str) -> bool:
        """Whether the expression is found anywhere in the text; raises Skipped."""
        if self.exponential and len(text) > _SHORT:
            return backtracking.matches(self.text, text)
        if len(text) <= self.safe:
            return self.search(text) >= 0
        if why := watch.skipped(self.text, text):
            raise Skipped(why == "left")
        return _found(self.text, text)

    def end(self, text: str) -> int | None:
        """Where the first match ends, in characters of the text, or None where there is none."""
        units = self.search(text)
        return None if units < 0 else _characters(text, units)


@lru_cache(maxsize=8)
def _found(pattern: str, text: str) -> bool:
    """A match that may run long, remembered: a value that fails is matched once more where the fault is explained."""
    with watch.announced(pattern, text):
        return compiled(pattern).search(text) >= 0


_engine: list[Engine] = []


def install(compile_fn: Engine) -> None:
    """Use another engine: `compile_fn(pattern, flags)` gives a function from a text to the end of its first match.

    The end counts UTF-16 code units, -1 means no match; a pattern the engine refuses makes `compile_fn` raise.
    """
    _engine[:] = [compile_fn]
    compiled.cache_clear()
    _found.cache_clear()


@lru_cache(maxsize=2_000)
def compiled(pattern: str) -> Pattern:
    """The expression, tried with the `u` flag and then without; raises BadPattern, NoEngine."""
    engine = _installed()
    try:
        return _made(pattern, "u", engine)
    except Exception as first:
        try:
            return _made(pattern, "", engine)
        except Exception:
            raise BadPattern(_reason(first)) from None


def _made(pattern: str, flags: str, engine: Engine) -> Pattern:
    search = engine(pattern, flags)
    safe = max(_SHORT, backtracking.safe_length(pattern))
    return Pattern(pattern, search, backtracking.is_exponential(pattern), safe)


def fault_of(pattern: str) -> str | None:
    """Why no ECMAScript engine takes the pattern, or None where one does."""
    try:
        compiled(pattern)
    except BadPattern as bad:
        return str(bad)
    except NoEngine:
        return None
    return None


def _installed() -> Engine:
    if not _engine:
        _engine.append(_regress())
    return _engine[0]


def _regress() -> Engine:
    if regress is None:
        raise NoEngine("no ECMAScript engine is installed")
    return lambda pattern, flags: _utf8_search(regress.Regex(pattern, flags))


def _utf8_search(regex: Any) -> Search:
    """The engine counts UTF-8 bytes and takes no lone surrogate."""

    def search(text: str) -> int:
        try:
            found = regex.find(text)
        except UnicodeEncodeError:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            found = regex.find(text)
        return -1 if found is None else _units(text, found.range().stop)

    return search


def _units(text: str, octets: int) -> int:
    if text.isascii():
        return octets
    return len(text.encode()[:octets].decode().encode("utf-16-le")) // 2


def _characters(text: str, units: int) -> int:
    if text.isascii():
        return units
    head = text.encode("utf-16-le", "surrogatepass")[: 2 * units]
    return len(head.decode("utf-16-le", "surrogatepass"))


def _reason(error: Exception) -> str:
    words = str(error).strip().splitlines()
    return words[0] if words else "the engine gave no reason"
