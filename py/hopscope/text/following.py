"""A reading that goes on with its text while somebody types in it: the value that was typed in is read anew, and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hopscope import limits
from hopscope.text.depth import depth
from hopscope.text.facts import facts
from hopscope.text.reader import Reading, read
from hopscope.text.source import Root, Said

_Keys = tuple[str | int, ...]
_MUCH = 100_000  # characters of a value that can as well be read with all others


def follow(reading: Reading, text: str) -> bool:
    """Lets the reading of a whole document say what `text` says, where the two differ inside of one value below the root.

    Values elsewhere stay the same objects, and nodes lead to where they stand now: whoever goes on with a reading may hold
    nothing else that was made of the text before. False, and nothing is changed, where the text must be read as a whole.
    """
    root = reading.source
    if not isinstance(root, Root) or not reading.typed or len(text) > limits.TEXT_SIZE:
        return False
    change = _change(reading, root.text, text)
    if change is not None:
        _take(reading, root, text, change)
    return change is not None


class _Change(NamedTuple):
    """What a text says otherwise than the one before: the value at `keys`, which stood at `begin` to `end`.

    `start` and `stop` are the slice of the old text that another one stands for, `grown` by so many characters.
    """

    start: int
    stop: int
    grown: int
    keys: _Keys
    begin: int
    end: int
    now: Reading


def _change(reading: Reading, old: str, new: str) -> _Change | None:
    """What changed, as the innermost value that is strict JSON before and after."""
    start, stop = _differing(old, new)
    grown = len(new) - len(old)
    for keys, begin, end in _homes(reading, start, stop):
        now = read(new[begin : end + grown], repair=False)
        if now.ranges == ((0, end + grown - begin),) and depth(now.strict.text) + len(keys) <= limits.DEPTH:
            return _Change(start, stop, grown, keys, begin, end, now)
    return None


def _differing(old: str, new: str) -> tuple[int, int]:
    """The slice of the old text, as short as may be, that another one stands for in the new text."""
    most = min(len(old), len(new))
    start = _alike(most, lambda begin, end: old[begin:end] == new[begin:end])
    behind, behind_new = len(old), len(new)
    ends = _alike(
        most - start,
        lambda begin, end: old[behind - end : behind - begin] == new[behind_new - end : behind_new - begin],
    )
    return start, behind - ends


def _alike(most: int, equal: Callable[[int, int], bool]) -> int:
    """How many characters two texts share, of `most`; `equal` compares them from one number to another."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if equal(low, middle):
            low = middle
        else:
            high = middle - 1
    return low


def _homes(reading: Reading, start: int, stop: int) -> Iterator[tuple[_Keys, int, int]]:
    """The values below the root that begin before a slice of the text and end behind it, the innermost first; no long ones."""
    keys = reading.index.around(reading.starts[0], start, stop) or reading.way(start)[1]
    for size in range(len(keys), 0, -1):
        try:
            begin, end = reading.bounds(keys[:size])
        except LookupError:  # the way leads through the earlier one of two equal keys
            continue
        if begin < start and stop < end <= begin + _MUCH:
            yield keys[:size], begin, end


def _take(reading: Reading, root: Root, text: str, change: _Change) -> None:
    gone = read(root.text[change.begin : change.end], repair=False)
    ordinary = reading.memo.get("facts") == () and not facts(change.now)
    outline = reading.outline.with_value(text, change.begin, change.end, change.now.outline)
    index = reading.index.moved(outline, (change.begin, change.end), change.grown)
    _move_inner(reading, change.keys)
    root.say(text, change.start, change.stop)
    value = _replaced(reading.values[0], change.keys, change.now.values[0])
    reading.go_on(index, value, change.grown, change.now.members - gone.members)
    if ordinary:  # so is the whole then, which costs more to look at than the rest of all this
        reading.memo["facts"] = ()


def _replaced(value: Any, keys: _Keys, inner: Any) -> Any:
    """The value with another one at the end of a way; only what stands on the way is copied."""
    whole = home = value.copy()
    for key in keys[:-1]:
        home[key] = home[key].copy()
        home = home[key]
    home[keys[-1]] = inner
    return whole


def _move_inner(reading: Reading, keys: _Keys) -> None:
    """Lets go of what was read in strings at and below `keys`, and has all other strings look for their places again."""
    for key in [key for key in reading.inner_readings if key[1][: len(keys)] == keys]:
        del reading.inner_readings[key]
    pending = list(reading.inner_readings.values())
    for inner in pending:
        inner.memo.pop("edits", None)  # these are told with their places
        if isinstance(inner.source, Said):
            inner.source.move()
        pending.extend(inner.inner_readings.values())
