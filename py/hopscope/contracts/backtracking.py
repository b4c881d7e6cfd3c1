"""Expressions that backtracking engines may need exponential time for, told only where that is certain.

An expression is exponential if some position can be come back to by two different ways over the same text, and the whole can
still fail behind it (the criterion of exponential degree of ambiguity of nondeterministic automata).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from hopscope.contracts import regex
from hopscope.contracts._run import current
from hopscope.contracts.regex import Ranges

_MOST_POSITIONS = 60
_MOST_COPIES = 3
_SOON = 10_000_000
"""Steps that an engine takes in no time to speak of."""
_FEW = 4
_MOST_KNOWN = 10_000


@dataclass(slots=True)
class _Ends:
    """What a part can begin and end with, each position as often as there are ways."""

    empty: bool
    first: Counter[int] = field(default_factory=Counter)
    last: Counter[int] = field(default_factory=Counter)


class Automaton:
    """The positions of an expression and the ways from each to the next (Glushkov's construction)."""

    def __init__(self, pattern: str) -> None:
        self.sets: list[Ranges] = []
        self.follow: list[Counter[int]] = []
        shape = regex.parse(pattern)
        self.from_start, self.to_end, shape = _anchors(shape)
        self.ends = self._ends(shape)

    def _ends(self, part: regex.Part) -> _Ends:
        match part:
            case regex.Chars():
                return self._position(part.ranges)
            case regex.Group():
                return self._ends(part.inner)
            case regex.Sequence():
                return self._sequence([self._ends(inner) for inner in part.parts])
            case regex.Choice():
                ends = [self._ends(option) for option in part.options]
                both = _Ends(any(one.empty for one in ends))
                for one in ends:
                    both.first += one.first
                    both.last += one.last
                return both
            case regex.Repeat():
                return self._repeat(part)
        raise regex.Unread("something that matches by other rules")

    def _position(self, ranges: Ranges) -> _Ends:
        if len(self.sets) >= _MOST_POSITIONS:
            raise regex.Unread("too large to tell")
        self.sets.append(ranges)
        self.follow.append(Counter())
        here = len(self.sets) - 1
        return _Ends(False, Counter([here]), Counter([here]))

    def _sequence(self, ends: list[_Ends]) -> _Ends:
        out = _Ends(True)
        for one in ends:
            self._link(out.last, one.first)
            out = _Ends(
                out.empty and one.empty,
                out.first + one.first if out.empty else out.first,
                one.last + out.last if one.empty else one.last,
            )
        return out

    def _link(self, before: Counter[int], after: Counter[int]) -> None:
        for one, ways in before.items():
            for two, more in after.items():
                self.follow[one][two] += ways * more

    def _repeat(self, part: regex.Repeat) -> _Ends:
        """As many copies as are needed to see how repetitions meet; a loop where there is no upper end."""
        if part.high == 0:
            return _Ends(True)
        needed = min(part.low, _MOST_COPIES)
        copies = [self._ends(part.inner) for _ in range(max(needed, 1))]
        if part.high is None:
            self._link(copies[-1].last, copies[-1].first)
        elif part.high > part.low:
            copies += [
                _optional(self._ends(part.inner)) for _ in range(min(part.high - max(part.low, 1), _MOST_COPIES))
            ]
        if part.low == 0:
            copies[0] = _optional(copies[0])
        return self._sequence(copies)


def _optional(ends: _Ends) -> _Ends:
    return _Ends(True, ends.first, ends.last)


def _anchors(shape: regex.Part) -> tuple[bool, bool, regex.Part]:
    """Whether the expression is tied to the start and to the end of the text, and the rest of it."""
    if isinstance(shape, regex.Group):
        return _anchors(shape.inner)
    if not isinstance(shape, regex.Sequence):
        return False, False, shape
    parts = list(shape.parts)
    start = bool(parts) and isinstance(parts[0], regex.Anchor) and parts[0].sign == "^"
    end = len(parts) > start and isinstance(parts[-1], regex.Anchor) and parts[-1].sign == "$"
    rest = tuple(parts[start : len(parts) - end])
    return start, end, regex.Sequence(shape.start, shape.end, rest)


@lru_cache(maxsize=1_000)
def safe_length(pattern: str) -> int:
    """The most characters of a text on which a backtracking engine certainly ends soon; 0 where nothing is certain.

    Each repetition may try all the ends that the one before it leaves, and the whole may start anywhere.
    """
    try:
        shape = regex.parse(pattern)
        if _loops_within(shape):
            Automaton(pattern)
        if _has_rules_of_its_own(shape) or is_exponential(pattern):
            return 0
        return int(_SOON ** (1 / (1 + _repetitions(shape))))
    except (regex.Unread, RecursionError):
        return 0


def _repetitions(part: regex.Part) -> int:
    """How many parts can take texts of many lengths."""
    match part:
        case regex.Repeat():
            return int(part.high is None or part.high - part.low > _FEW) + _repetitions(part.inner)
        case regex.Choice():
            return sum(map(_repetitions, part.options))
        case regex.Sequence():
            return sum(map(_repetitions, part.parts))
        case regex.Group():
            return _repetitions(part.inner)
    return 0


@lru_cache(maxsize=1_000)
def is_exponential(pattern: str) -> bool:
    """Whether it is certain that a backtracking engine can need exponential time."""
    try:
        if not _loops_within(regex.parse(pattern)):
            return False
        automaton = Automaton(pattern)
    except (regex.Unread, RecursionError):
        return False
    risky = _twofold(automaton)
    return any(_can_fail_after(automaton, position) for position in risky)


def _loops_within(part: regex.Part, looping: bool = False) -> bool:
    """Whether anything inside an endless repetition can go more than one way: nothing else is worth a closer look."""
    match part:
        case regex.Repeat():
            loops = looping and part.low != part.high
            return loops or _loops_within(part.inner, looping or part.high is None)
        case regex.Choice():
            return looping or any(_loops_within(option, looping) for option in part.options)
        case regex.Sequence():
            return any(_loops_within(inner, looping) for inner in part.parts)
        case regex.Group():
            return _loops_within(part.inner, looping)
    return False


def _has_rules_of_its_own(part: regex.Part) -> bool:
    """Whether a look-around, a back reference or the like is anywhere in it."""
    match part:
        case regex.Opaque():
            return True
        case regex.Choice():
            return any(_has_rules_of_its_own(option) for option in part.options)
        case regex.Sequence():
            return any(_has_rules_of_its_own(inner) for inner in part.parts)
        case regex.Group() | regex.Repeat():
            return _has_rules_of_its_own(part.inner)
    return False


def _twofold(automaton: Automaton) -> set[int]:
    """The positions with two ways back to themselves over the same text."""
    pairs: dict[tuple[int, int], list[tuple[int, int]]] = {}
    pending = [(position, position) for position in range(len(automaton.sets))]
    while pending:
        pair = pending.pop()
        if pair not in pairs:
            pairs[pair] = list(_next_pairs(automaton, pair))
            pending += pairs[pair]
    found: set[int] = set()
    for component in _components(pairs):
        equal = {one for one, two in component if one == two}
        if equal and (len(equal) < len(component) or _double(automaton, equal, len(component))):
            found |= equal
    return found


def _double(automaton: Automaton, positions: set[int], size: int) -> bool:
    """Whether two ways lead straight from one of the positions to another."""
    return any(automaton.follow[one][two] > 1 for one in positions for two in positions if size > 1 or one == two)


def _next_pairs(automaton: Automaton, pair: tuple[int, int]) -> Iterator[tuple[int, int]]:
    for one in automaton.follow[pair[0]]:
        for two in automaton.follow[pair[1]]:
            if meet(automaton.sets[one], automaton.sets[two]):
                yield one, two


def meet(left: Ranges, right: Ranges) -> bool:
    """Whether two sets have a character in common."""
    return any(a <= d and c <= b for a, b in left for c, d in right)


def _components(graph: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterator[set[tuple[int, int]]]:
    """The strongly connected components that hold a cycle (Tarjan's algorithm, without recursion)."""
    order: dict[tuple[int, int], int] = {}
    low: dict[tuple[int, int], int] = {}
    stack: list[tuple[int, int]] = []
    on_stack: set[tuple[int, int]] = set()
    for root in graph:
        work = [(root, iter(graph[root]))] if root not in order else []
        while work:
            node, edges = work[-1]
            if node not in order:
                order[node] = low[node] = len(order)
                stack.append(node)
                on_stack.add(node)
            following = next((n for n in edges if n not in order or n in on_stack), None)
            if following is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    yield from _popped(node, stack, on_stack, graph)
            elif following in order:
                low[node] = min(low[node], order[following])
            else:
                work.append((following, iter(graph[following])))


def _popped(
    node: tuple[int, int],
    stack: list[tuple[int, int]],
    on_stack: set[tuple[int, int]],
    graph: dict[tuple[int, int], list[tuple[int, int]]],
) -> Iterator[set[tuple[int, int]]]:
    component = set()
    while True:
        member = stack.pop()
        on_stack.discard(member)
        component.add(member)
        if member == node:
            break
    if len(component) > 1 or node in graph[node]:
        yield component


def _can_fail_after(automaton: Automaton, position: int) -> bool:
    """Whether a text that goes round this position can still fail as a whole."""
    ends_here = automaton.ends.last[position] > 0
    if ends_here and not automaton.to_end:
        return False
    onward = regex.union(one for following in automaton.follow[position] for one in automaton.sets[following])
    return not ends_here or bool(regex.complement(onward))


def matches(pattern: str, text: str) -> bool:
    """Whether an exponential expression is found in a text, in time that grows with the text alone."""
    automaton = _automaton(pattern)
    ends = automaton.ends
    if ends.empty and not (automaton.from_start and automaton.to_end and text):
        return True
    fresh = frozenset(ends.first.keys())
    again = frozenset() if automaton.from_start else fresh
    states: frozenset[int] = frozenset()
    known: dict[tuple[frozenset[int], str], frozenset[int]] = {}
    run = current()
    for index, char in enumerate(text):
        run.tick()
        found = known.get((states, char)) if index else None
        if found is None:
            found = _reached(automaton, states, again if index else fresh, ord(char))
            if index and len(known) < _MOST_KNOWN:
                known[states, char] = found
        states = found
        if not automaton.to_end and any(ends.last[state] for state in states):
            return True
    return any(ends.last[state] for state in states)


def _reached(automaton: Automaton, states: frozenset[int], begun: frozenset[int], code: int) -> frozenset[int]:
    """The positions that a character leads to, from those reached before or from a start at it."""
    reach = begun.union(*(automaton.follow[state] for state in states))
    return frozenset(state for state in reach if any(low <= code <= high for low, high in automaton.sets[state]))


@lru_cache(maxsize=200)
def _automaton(pattern: str) -> Automaton:
    return Automaton(pattern)
