"""Which of several readings of one text is the better, by whatever measure the caller has; knows nothing of schemas."""

from __future__ import annotations

from collections.abc import Callable

from hopscope.text.reader import RANK, Reading, turned

MOST = 8  # doubts that are tried the other way
LONGEST = 500_000  # characters of a text that is read again


def better(reading: Reading, faults: Callable[[Reading], int]) -> Reading:
    """The reading with the fewest faults: each doubt in its turn is read the other way, and stays so where that is better.

    Of two equal readings the usual one stays, none is taken that invents more than the usual one, and several values become
    one only where nothing is wrong with it then.
    """
    if len(reading.source.text) > LONGEST or not _open(reading):
        return reading
    best, fewest = reading, faults(reading)
    for number in range(MOST):
        if not fewest or number >= max(1, len(best.doubts)):
            break
        other = turned(reading, best.turned | {number})
        if other and RANK[other.completeness] <= max(RANK[reading.completeness], 1):
            left, alike = faults(other), len(other.values) == len(best.values)
            if left < (fewest if alike else 1):
                best, fewest = other, left
    return best


def _open(reading: Reading) -> bool:
    """Whether any other reading may fit: there are doubts, or values that touch."""
    return bool(reading.doubts) or len(reading.values) > 1
