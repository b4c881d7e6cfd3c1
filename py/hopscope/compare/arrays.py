"""Which element of one array has become which of another: by identity, by equality, then by likeness."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Any

from hopscope.text.numbers import is_number
from hopscope.text.write import dumps

from .identity import identity
from .order import increasing, longest_common
from .same import same

_COMMON = 40  # a feature of more elements than this says nothing about likeness
_LIKE = 0.34
_LIKENESS = 10  # steps that the search for a likeness costs
_LONG_STRING = 200
_SMALL_OBJECT = 3  # members: so few can all have changed


@dataclass(frozen=True, slots=True)
class Matching:
    """`pairs` of positions in the order of the right array; positions of `moved` pairs in the right array; what is left over.

    `effort` counts the elements that were looked at, those whose likeness was asked for many times over.
    """

    pairs: tuple[tuple[int, int], ...]
    moved: frozenset[int]
    removed: tuple[int, ...]
    added: tuple[int, ...]
    key: str | None = None
    effort: int = 0


def match(left: list[Any], right: list[Any]) -> Matching:
    """Matches the elements of two arrays; time grows with their content, not with its square."""
    found = identity(left, right)
    if found and not (None in found[1] or None in found[2]):
        return _matching(_by_name(found[1], found[2]), len(left), len(right), found[0], len(left) + len(right))
    start, end = _same_ends(left, right)
    if len(left) == len(right) == start + end + 1 and not found and type(left[start]) is type(right[start]):
        return _matching([(at, at) for at in range(len(left))], len(left), len(right), None)
    marks = [_marks(items, names) for items, names in ((left, found and found[1]), (right, found and found[2]))]
    ends = slice(start, len(left) - end), slice(start, len(right) - end)
    pairs, asked = _by_content(left[ends[0]], right[ends[1]], marks[0][ends[0]], marks[1][ends[1]], start, bool(found))
    pairs += [(at, at) for at in range(start)] + [(len(left) - back, len(right) - back) for back in range(1, end + 1)]
    middle = len(left) + len(right) - 2 * (start + end)
    effort = middle + _LIKENESS * (len(left) + len(right) - 2 * len(pairs) + 2 * asked)
    return _matching(sorted(pairs, key=_by_right), len(left), len(right), found[0] if found else None, effort)


def _by_right(pair: tuple[int, int]) -> int:
    return pair[1]


def _marks(items: list[Any], names: list[Hashable] | None) -> list[Hashable]:
    """What stands for each element: its name where it has one, else its content."""
    if names is None:
        return [mark(item) for item in items]
    return [mark(item) if name is None else ("named", name) for item, name in zip(items, names, strict=True)]


def _same_ends(left: list[Any], right: list[Any]) -> tuple[int, int]:
    most = min(len(left), len(right))
    start = next((at for at in range(most) if not same(left[at], right[at])), most)
    end = next((at for at in range(most - start) if not same(left[-1 - at], right[-1 - at])), most - start)
    return start, end


def _matching(pairs: list[tuple[int, int]], left: int, right: int, key: str | None, effort: int = 0) -> Matching:
    kept = set(increasing([i for i, _ in pairs]))
    moved = frozenset(j for at, (_, j) in enumerate(pairs) if at not in kept)
    mine, theirs = {i for i, _ in pairs}, {j for _, j in pairs}
    removed = tuple(i for i in range(left) if i not in mine)
    return Matching(tuple(pairs), moved, removed, tuple(j for j in range(right) if j not in theirs), key, effort)


def _by_name(names: list[Hashable], others: list[Hashable]) -> list[tuple[int, int]]:
    places = {name: i for i, name in enumerate(names)}
    return [(places[name], j) for j, name in enumerate(others) if name in places]


def _by_content(
    left: list[Any], right: list[Any], one: list[Hashable], two: list[Hashable], start: int, named: bool
) -> tuple[list[tuple[int, int]], int]:
    """The pairs, and how many of them are alike only."""
    pairs = longest_common(one, two)
    apart = _elsewhere(one, two, pairs)
    alike = _likely(left, right, pairs, apart, named)
    return [(i + start, j + start) for i, j in (*pairs, *alike, *apart)], len(alike)


def mark(item: Any) -> Hashable:
    """Something hashable that is equal for equal items (and, of containers, for nothing else but other spellings)."""
    if isinstance(item, (dict, list)):
        return dumps(item, sort_keys=True)
    return item if is_number(item) else (type(item) is bool, item is None, item)


def _elsewhere(one: list[Hashable], two: list[Hashable], pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Equal elements that are left over on both sides: they have moved."""
    mine, theirs = {i for i, _ in pairs}, {j for _, j in pairs}
    places: dict[Hashable, list[int]] = defaultdict(list)
    for i in reversed([i for i in range(len(one)) if i not in mine]):
        places[one[i]].append(i)
    return [(places[two[j]].pop(), j) for j in range(len(two)) if j not in theirs and places.get(two[j])]


def _likely(
    left: list[Any], right: list[Any], pairs: list[tuple[int, int]], apart: list[tuple[int, int]], named: bool
) -> list[tuple[int, int]]:
    """Elements of the gaps between equal ones that seem to be earlier and later forms of the same; objects with names are not."""
    out: list[tuple[int, int]] = []
    gone, come = {i for i, _ in apart}, {j for _, j in apart}
    for i, k, j, m in _gaps(pairs, len(left), len(right)):
        mine = [at for at in range(i, k) if at not in gone and not (named and isinstance(left[at], dict))]
        theirs = [at for at in range(j, m) if at not in come and not (named and isinstance(right[at], dict))]
        out += _alike(left, mine, right, theirs)
    return out


def _gaps(pairs: list[tuple[int, int]], left: int, right: int) -> Iterator[tuple[int, int, int, int]]:
    i = j = 0
    for a, b in [*pairs, (left, right)]:
        if a > i and b > j:
            yield i, a, j, b
        i, j = a + 1, b + 1


def _alike(left: list[Any], mine: list[int], right: list[Any], theirs: list[int]) -> list[tuple[int, int]]:
    pairs = _by_votes(left, mine, right, theirs)
    one, two = {i for i, _ in pairs}, {j for _, j in pairs}
    mine, theirs = [i for i in mine if i not in one], [j for j in theirs if j not in two]
    if len(mine) == len(theirs):
        return pairs + [(i, j) for i, j in zip(mine, theirs, strict=True) if _comparable(left[i], right[j])]
    return pairs + list(_kin(left, mine, right, theirs))


def _kin(left: list[Any], mine: list[int], right: list[Any], theirs: list[int]) -> Iterator[tuple[int, int]]:
    """Small objects that share a member's name, in order."""
    waiting = iter(theirs)
    for i in mine:
        j = next((at for at in waiting if _are_kin(left[i], right[at])), None)
        if j is None:
            return
        yield i, j


def _are_kin(one: Any, two: Any) -> bool:
    small = all(isinstance(item, dict) and len(item) <= _SMALL_OBJECT for item in (one, two))
    return small and not one.keys().isdisjoint(two)


def _comparable(one: Any, two: Any) -> bool:
    """Whether an element may be told as changed into another: scalars, small objects, other containers of one type."""
    if isinstance(one, dict) and isinstance(two, dict):
        return max(len(one), len(two)) <= _SMALL_OBJECT or not set(features(one)).isdisjoint(features(two))
    return type(one) is type(two) or not (isinstance(one, (dict, list)) or isinstance(two, (dict, list)))


def _by_votes(left: list[Any], mine: list[int], right: list[Any], theirs: list[int]) -> list[tuple[int, int]]:
    """Pairs by the number of features that two elements share, the best first."""
    holders: dict[Hashable, list[int]] = defaultdict(list)
    sizes = dict.fromkeys(mine, 0)
    for i in mine:
        for feature in features(left[i]):
            holders[feature].append(i)
            sizes[i] += 1
    scored = []
    for j in theirs:
        seen = list(features(right[j]))
        telling = (found for feature in seen if len(found := holders.get(feature, [])) <= _COMMON)
        votes = Counter(i for found in telling for i in found)
        scored += [(-2 * count / (sizes[i] + len(seen)), abs(i - j), i, j) for i, count in votes.most_common(5)]
    return _greedy(sorted(scored))


def _greedy(scored: list[tuple[float, int, int, int]]) -> list[tuple[int, int]]:
    mine: set[int] = set()
    theirs: set[int] = set()
    out = []
    for score, _, i, j in scored:
        if -score >= _LIKE and i not in mine and j not in theirs:
            mine.add(i)
            theirs.add(j)
            out.append((i, j))
    return out


def features(item: Any) -> Iterator[Hashable]:
    """What two forms of one element would share: members of objects, elements of lists, words of long strings."""
    if isinstance(item, dict):
        for key, value in item.items():
            yield key, mark(value)
            yield from ((key, word) for word in _words(value))
    elif isinstance(item, list):
        yield from (mark(value) for value in item)
    else:
        yield from _words(item)


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str) and " " in value:
        yield from value[: 10 * _LONG_STRING].split()[:_LONG_STRING]
