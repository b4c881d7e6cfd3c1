"""Common order of two sequences, in time that grows little faster than their length."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence

_MOST_MATCHES = 200_000


def longest_common(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of positions of a longest common subsequence; of very repetitive sequences, of a long one."""
    start, end = _common_ends(left, right)
    middle = [
        (start + i, start + j) for i, j in _middle(left[start : len(left) - end], right[start : len(right) - end])
    ]
    tail = [(len(left) - back, len(right) - back) for back in range(end, 0, -1)]
    return [(at, at) for at in range(start)] + middle + tail


def _common_ends(left: Sequence[Hashable], right: Sequence[Hashable]) -> tuple[int, int]:
    most = min(len(left), len(right))
    start = next((at for at in range(most) if left[at] != right[at]), most)
    end = next((at for at in range(most - start) if left[-1 - at] != right[-1 - at]), most - start)
    return start, end


def _middle(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    places: dict[Hashable, list[int]] = defaultdict(list)
    for j, item in enumerate(right):
        places[item].append(j)
    if sum(len(places[item]) for item in left if item in places) > _MOST_MATCHES:
        return _in_turn(left, places)
    matches = [(i, j) for i, item in enumerate(left) for j in reversed(places.get(item, ()))]
    return [matches[at] for at in increasing([j for _, j in matches])]


def _in_turn(left: Sequence[Hashable], places: dict[Hashable, list[int]]) -> list[tuple[int, int]]:
    """The n-th of equal items matched with the n-th on the other side, in common order."""
    turns = {item: iter(found) for item, found in places.items()}
    matches = [(i, j) for i, item in enumerate(left) if item in turns and (j := next(turns[item], None)) is not None]
    return [matches[at] for at in increasing([j for _, j in matches])]


def increasing(numbers: Sequence[int]) -> list[int]:
    """The positions of a longest strictly increasing subsequence."""
    ends: list[int] = []
    holders: list[int] = []
    before: list[int] = []
    for at, number in enumerate(numbers):
        slot = bisect_left(ends, number)
        before.append(holders[slot - 1] if slot else -1)
        ends[slot : slot + 1] = [number]
        holders[slot : slot + 1] = [at]
    out: list[int] = []
    at = holders[-1] if holders else -1
    while at >= 0:
        out.append(at)
        at = before[at]
    return out[::-1]
