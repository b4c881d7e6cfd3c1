"""The comparison itself: two values walked side by side, without recursion, within a budget of time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from hopscope.limits import DIFF_SECONDS, DIFF_STEPS
from hopscope.text.places import pointer
from hopscope.text.reader import read

from .arrays import Matching, match
from .change import NOTHING, Change, Key, Way
from .same import alike, respelled, same

_MOST_LAYERS = 8
_MOST_STEPS = 2_000_000  # moves × elements beyond which the patch replaces an array as a whole
_CONTAINERS = (dict, list)
Op = dict[str, Any]


@dataclass(slots=True)
class Budget:
    """Steps that a comparison may take, which are the same on every machine, and seconds in case that steps take unusually long.

    Past either containers are compared as a whole, which `coarse` tells.
    """

    seconds: float
    steps: int
    coarse: bool = False
    _start: float = field(default_factory=time.monotonic)

    def spend(self, steps: int) -> None:
        """Counts work that was done."""
        self.steps -= steps

    def over(self) -> bool:
        """Whether the steps or the time are used up; asking is a step."""
        self.steps -= 1
        if not self.coarse and (self.steps < 0 or time.monotonic() - self._start > self.seconds):
            self.coarse = True
        return self.coarse


@dataclass(frozen=True, slots=True)
class At:
    """Where the walk is on both sides; `key` is that of the nearest array matched by one.

    `patched` says that the patch has replaced a value round this one already.
    """

    left: Way
    right: Way
    key: str | None = None
    patched: bool = False

    def down(self, left: Key, right: Key, key: str | None = None) -> At:
        """One step into a member or an element."""
        return At(_further(self.left, left), _further(self.right, right), key or self.key)

    def open(self) -> At:
        """Into the JSON inside a string."""
        return At((*self.left, ()), (*self.right, ()), self.key, self.patched)

    @property
    def outside(self) -> bool:
        """Whether the walk is where a patch reaches: in no string, and in nothing that was replaced."""
        return len(self.right) == 1 and not self.patched


def _further(way: Way, *keys: Key) -> Way:
    return (*way[:-1], (*way[-1], *keys))


@dataclass(frozen=True, slots=True)
class Spelling:
    """Two equal numbers with other digits, and the way to each."""

    left: Way
    right: Way
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class Comparison:
    """All differences in document order, the RFC 6902 patch from left to right, respelled numbers, and whether time ran out.

    The patch is exact up to the spelling of equal numbers; where time ran out, large parts are replaced as a whole.
    """

    changes: tuple[Change, ...]
    patch: tuple[Op, ...]
    spellings: tuple[Spelling, ...]
    coarse: bool


Step = Change | Op | Spelling | Iterator[Any]


def compare(left: Any, right: Any, seconds: float = DIFF_SECONDS, steps: int = DIFF_STEPS) -> Comparison:
    """Compares two JSON values of at most 500 levels; never recurses, ends soon after so many steps or `seconds`."""
    budget = Budget(seconds, steps)
    found: dict[type, list[Any]] = {Change: [], dict: [], Spelling: []}
    stack: list[Iterator[Any]] = [_pair(left, right, At(((),), ((),)), budget)]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
        elif type(step) in found:
            found[type(step)].append(step)
        else:
            stack.append(step)
    return Comparison(tuple(found[Change]), tuple(found[dict]), tuple(found[Spelling]), budget.coarse)


def _pair(left: Any, right: Any, at: At, budget: Budget) -> Iterator[Step]:
    if same(left, right):
        yield from _spellings(left, right, at, budget)
    elif isinstance(left, dict) and isinstance(right, dict) and not budget.over():
        yield from _objects(left, right, at, budget)
    elif isinstance(left, list) and isinstance(right, list) and not budget.over():
        yield from _arrays(left, right, at, budget)
    else:
        if at.outside:
            yield {"op": "replace", "path": pointer(at.right[0]), "value": right}
        yield from _scalars(left, right, at, budget)


def _spellings(left: Any, right: Any, at: At, budget: Budget) -> Iterator[Spelling]:
    if alike(left, right) or budget.over():
        return
    for way, one, two in respelled(left, right):
        yield Spelling(_further(at.left, *way), _further(at.right, *way), one, two)


def _objects(left: dict[str, Any], right: dict[str, Any], at: At, budget: Budget) -> Iterator[Step]:
    budget.spend(len(left))
    for key in _member_order(left, right):
        here = at.down(key, key)
        if key not in right:
            if at.outside:
                yield {"op": "remove", "path": pointer(here.right[0])}
            yield Change("removed", here.left, None, left[key], NOTHING, at.key)
        elif key not in left:
            if at.outside:
                yield {"op": "add", "path": pointer(here.right[0]), "value": right[key]}
            yield Change("added", None, here.right, NOTHING, right[key], at.key)
        elif left[key] is not right[key]:
            yield _pair(left[key], right[key], here, budget)


def _member_order(left: dict[str, Any], right: dict[str, Any]) -> list[str]:
    """The members as the right object has them, removed ones before the member that followed them on the left."""
    if left.keys() == right.keys():
        return list(right)
    waiting: list[str] = []
    ahead: dict[str, list[str]] = {}
    for key in left:
        if key in right:
            ahead[key], waiting = waiting, []
        else:
            waiting.append(key)
    return [name for key in right for name in (*ahead.get(key, ()), key)] + waiting


def _arrays(left: list[Any], right: list[Any], at: At, budget: Budget) -> Iterator[Step]:
    found = match(left, right)
    budget.spend(found.effort)
    if at.outside and len(found.moved) * len(found.pairs) > _MOST_STEPS:
        yield {"op": "replace", "path": pointer(at.right[0]), "value": right}
        at = replace(at, patched=True)
    elif at.outside:
        yield from _array_ops(found, right, pointer(at.right[0]))
    partner = {j: i for i, j in found.pairs}
    removed = list(reversed(found.removed))
    for j, (value, ahead) in enumerate(zip(right, _anchors(found, len(right), len(left)), strict=True)):
        while removed and removed[-1] < ahead:
            yield _removed(left, removed.pop(), at, found)
        if j not in partner:
            yield Change("added", None, at.down(j, j).right, NOTHING, value, found.key)
            continue
        i = partner[j]
        here = at.down(i, j, found.key)
        if j in found.moved:
            yield Change("moved", here.left, here.right, left[i], value, found.key)
        if left[i] is not value:
            yield _pair(left[i], value, here, budget)
    for i in reversed(removed):
        yield _removed(left, i, at, found)


def _anchors(found: Matching, size: int, end: int) -> list[int]:
    """For each right position the left position of the next pair that kept its order: what was removed before it comes first."""
    kept = {j: i for i, j in found.pairs if j not in found.moved}
    out = [end] * size
    for j in reversed(range(size)):
        end = out[j] = kept.get(j, end)
    return out


def _removed(left: list[Any], i: int, at: At, found: Matching) -> Change:
    return Change("removed", at.down(i, i).left, None, left[i], NOTHING, found.key)


def _array_ops(found: Matching, right: list[Any], path: str) -> Iterator[Op]:
    """Removals from the end, then moves, then additions in order: afterwards each pair stands at its right position."""
    yield from ({"op": "remove", "path": f"{path}/{i}"} for i in reversed(found.removed))
    yield from _moves(found, path)
    yield from ({"op": "add", "path": f"{path}/{j}", "value": right[j]} for j in found.added)


def _moves(found: Matching, path: str) -> Iterator[Op]:
    if not found.moved:
        return
    current = [j for _, j in sorted(found.pairs)]
    before: int | None = None
    for _, j in found.pairs:
        if j in found.moved:
            source = current.index(j)
            del current[source]
            target = 0 if before is None else current.index(before) + 1
            current.insert(target, j)
            if source != target:
                yield {"op": "move", "from": f"{path}/{source}", "path": f"{path}/{target}"}
        before = j


def _scalars(left: Any, right: Any, at: At, budget: Budget) -> Iterator[Step]:
    """Two values of which at least one is no container of the other's type; strings are looked into."""
    if not isinstance(left, str) or not isinstance(right, str):
        yield Change("changed", at.left, at.right, left, right, at.key)
        return
    one, two = _inner(left, at, budget), _inner(right, at, budget)
    if one is NOTHING or two is NOTHING:
        yield Change("changed", at.left, at.right, left, right, at.key)
    elif same(one, two):
        yield Change("changed", at.left, at.right, left, right, at.key, "text-only")
        yield from _spellings(one, two, at.open(), budget)
    else:
        yield _pair(one, two, at.open(), budget)


def _inner(text: str, at: At, budget: Budget) -> Any:
    """The one container that is written in a string, or NOTHING."""
    if text.lstrip()[:1] not in ("{", "[") or len(at.right) >= _MOST_LAYERS or budget.over():
        return NOTHING
    values = read(text, repair=False).values
    return values[0] if len(values) == 1 and isinstance(values[0], _CONTAINERS) else NOTHING
