"""Recognising: the clues of all dialects as one tree of paths, so that a value is walked once, however many dialects there are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue
from hopscope.text.kept import Kept

Scores = dict[str, int]
_Asked = tuple[Callable[[Any], bool], int]
_MANY = 20  # values in a list that is worth being remembered
_PLANS = 1_000  # sets of members that are remembered for one path


@dataclass(slots=True, eq=False)
class _Step:
    """What is asked of the value at one path: words and tests, with the numbers of the clues that ask."""

    words: dict[str, list[int]] = field(default_factory=dict)
    tests: list[_Asked] = field(default_factory=list)
    of_objects: dict[str, list[_Asked]] = field(default_factory=dict)  # by a member that must be there
    below: dict[str, _Step] = field(default_factory=dict)
    each: _Step | None = None
    elements: _Step | None = None
    kinds: tuple[type, ...] = (dict,)  # the types of which anything is asked
    plans: dict[tuple[str, ...], _Plan] = field(default_factory=dict)

    def at(self, path: Iterable[str]) -> _Step:
        """The step at a path, made where it is not there yet."""
        step = self
        for key in path:
            if key == "*":
                step.each = step.each or _Step()
                step._take(list)
                step = step.each
            elif key == "[]":
                step.elements = step.elements or _Step()
                step._take(list)
                step = step.elements
            else:
                step = step.below.setdefault(key, _Step())
        return step

    def ask(self, clue: Clue, number: int) -> None:
        """Adds what one clue wants here."""
        self._take(dict if clue.having else object)
        if isinstance(clue.test, str):
            self.words.setdefault(clue.test, []).append(number)
            return
        asked = (_instance_of(clue.test) if isinstance(clue.test, type) else clue.test, number)
        for key in clue.having:
            self.of_objects.setdefault(key, []).append(asked)
        if not clue.having:
            self.tests.append(asked)

    def _take(self, kind: type) -> None:
        if kind not in self.kinds:
            self.kinds = (*self.kinds, kind)

    def walk(self, value: Any, held: _Held) -> None:
        """Adds the numbers of the clues that hold for `value` and what is below it."""
        if self.tests:
            _hold(self.tests, value, held)
        if isinstance(value, dict):
            self._walk_object(value, held)
        elif isinstance(value, list):
            if self.elements:
                _walk_all(self.elements, value, held)
            if self.each:
                _walk_all(self.each, value, held)
        elif self.words and isinstance(value, str):
            held.update(self.words.get(value, ()))

    def _walk_object(self, value: dict[str, Any], held: _Held) -> None:
        names = tuple(value)
        asked, below = self.plans.get(names) or self._plan(names)
        if asked:
            _hold(asked, value, held)
        for key, step in below:
            child = value[key]
            if isinstance(child, step.kinds):
                step.walk(child, held)
        if self.each:
            _walk_all(self.each, value.values(), held)

    def _plan(self, names: tuple[str, ...]) -> _Plan:
        """What is asked of an object with such members; the objects of a log have few sets of them."""
        asked = [one for name in names for one in self.of_objects.get(name, ())]
        plan = asked, [(name, self.below[name]) for name in names if name in self.below]
        if len(self.plans) < _PLANS:
            self.plans[names] = plan
        return plan


class _Held(set[int]):
    """The numbers of the clues that hold, as far as a value was walked; `kept` remembers what long lists held."""

    def __init__(self, kept: Kept | None) -> None:
        super().__init__()
        self.kept = kept


@dataclass(slots=True, eq=False)
class _Walked:
    """A long list that was walked: what held before, and by the number of which of its values each further clue came to hold."""

    values: list[Any]
    before: frozenset[int]
    by: dict[int, int] = field(default_factory=dict)

    def changed(self, values: list[Any], held: set[int]) -> list[int] | None:
        """The numbers of the values that are others now; None where all must be walked to know what holds."""
        if len(values) != len(self.values) or not self.before <= held:
            return None
        pairs = enumerate(zip(values, self.values, strict=True))
        changed = [at for at, (now, then) in pairs if now is not then]
        return None if set(changed).intersection(self.by.values()) else changed

    def walk(self, step: _Step, numbers: Iterable[int], held: _Held) -> None:
        """Adds what holds for the values of such numbers."""
        held.update(self.by)
        seen = frozenset(held)
        for at in numbers:
            if isinstance(self.values[at], step.kinds):
                step.walk(self.values[at], held)
            if len(held) != len(seen):
                self.by |= dict.fromkeys(held - seen, at)
                seen = frozenset(held)


def _walk_all(step: _Step, children: Collection[Any], held: _Held) -> None:
    some = children if len(children) <= LOOKED_AT else list(islice(children, LOOKED_AT))
    if held.kept is not None and isinstance(some, list) and len(some) > _MANY:
        _walk_again(step, some, held, held.kept)
        return
    for child in some:
        if isinstance(child, step.kinds):
            step.walk(child, held)


def _walk_again(step: _Step, values: list[Any], held: _Held, kept: Kept) -> None:
    """Walks a long list of a document that may be typed in: what stands there as before is not walked again."""
    known: _Walked | None = kept.get(step, step)
    changed = known.changed(values, held) if known else None
    # Whatever holds by now is taken as given: of a value that is walked now, `by` says only what it adds to that.
    walked = _Walked(values, frozenset(held))
    if known and changed is not None:
        walked.by.update(known.by)
    walked.walk(step, range(len(values)) if changed is None else changed, held)
    kept.keep(step, step, walked)


def _hold(asked: list[_Asked], value: Any, held: _Held) -> None:
    for test, number in asked:
        if number not in held and test(value):
            held.add(number)


def _instance_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, kind)


_Plan = tuple[list[_Asked], list[tuple[str, _Step]]]


class Tree:
    """The clues of some dialects, ready to be held against values."""

    def __init__(self, clues: Mapping[str, Iterable[Clue]]) -> None:
        self._root = _Step()
        self._owners: list[tuple[str, int]] = []
        self._scores: dict[frozenset[int], Scores] = {}
        for id, own in clues.items():
            for clue in own:
                self._root.at(clue.path).ask(clue, len(self._owners))
                self._owners.append((id, clue.weight))

    @property
    def members(self) -> frozenset[str]:
        """The members that clues begin with: an object without any of them can only be known as a whole."""
        return frozenset(self._root.below)

    def scores(self, value: Any, kept: Kept | None = None) -> Scores:
        """The weights of the clues that hold, added up for each dialect that sees anything; equal ones are one object.

        `kept` is that of the document that the value stands in, where somebody may be typing in it.
        """
        held = _Held(kept)
        self._root.walk(value, held)
        known = frozenset(held)
        if known not in self._scores:
            self._scores[known] = self._added(known)
        return self._scores[known]

    def _added(self, held: Iterable[int]) -> Scores:
        scores: Scores = {}
        for number in held:
            id, weight = self._owners[number]
            scores[id] = scores.get(id, 0) + weight
        return {id: scores[id] for id in sorted(scores)}
