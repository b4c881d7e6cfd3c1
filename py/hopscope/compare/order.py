"""Common order of two sequences, in time that grows little faster than their length."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence

_MOST_MATCHES = 50_000
_MOST_EDITS = 300


def longest_common(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Pairs of positions of a longest common subsequence; of very repetitive sequences, of a long one."""
    start, end = common_ends(left, right)
    within = _middle(left[start : len(left) - end], right[start : len(right) - end])
    middle = [(start + i, start + j) for i, j in within]
    tail = [(len(left) - back, len(right) - back) for back in range(end, 0, -1)]
    return [(at, at) for at in range(start)] + middle + tail


def common_ends(left: Sequence[Hashable], right: Sequence[Hashable]) -> tuple[int, int]:
    """How many items two sequences share at the beginning, and how many of the rest at the end."""
    most = min(len(left), len(right))
    start = next((at for at in range(most) if left[at] != right[at]), most)
    end = next((at for at in range(most - start) if left[-1 - at] != right[-1 - at]), most - start)
    return start, end


def _middle(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    places: dict[Hashable, list[int]] = defaultdict(list)
    for j, item in enumerate(right):
        places[item].append(j)
    if sum(len(places[item]) for item in left if item in places) > _MOST_MATCHES:
        return _few_edits(left, right) or _in_turn(left, places)
    matches = [(i, j) for i, item in enumerate(left) for j in reversed(places.get(item, ()))]
    return [matches[at] for at in increasing([j for _, j in matches])]


def _few_edits(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """A longest common subsequence by Myers' greedy method (1986), if few insertions and deletions part the two; else none."""
    ends: dict[int, int] = {1: 0}
    history: list[dict[int, int]] = []
    for edits in range(_MOST_EDITS):
        history.append(dict(ends))
        for line in range(-edits, edits + 1, 2):
            down = line == -edits or (line != edits and ends[line - 1] < ends[line + 1])
            i = ends[line + 1] if down else ends[line - 1] + 1
            while i < len(left) and i - line < len(right) and left[i] == right[i - line]:
                i += 1
            ends[line] = i
            if i >= len(left) and i - line >= len(right):
                return _traced(history, len(left), len(right))
    return []


def _traced(history: list[dict[int, int]], i: int, j: int) -> list[tuple[int, int]]:
    """The diagonal steps of the way that `history` leads back."""
    out: list[tuple[int, int]] = []
    for edits in reversed(range(len(history))):
        ends, line = history[edits], i - j
        down = line == -edits or (line != edits and ends[line - 1] < ends[line + 1])
        before = line + 1 if down else line - 1
        start = ends[before] if down else ends[before] + 1
        while edits and i > start and j > start - line:
            i, j = i - 1, j - 1
            out.append((i, j))
        if edits:
            i, j = ends[before], ends[before] - before
    out += [(at, at) for at in reversed(range(min(i, j)))]
    return out[::-1]


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
