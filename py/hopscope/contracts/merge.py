"""Several keywords that noticed the same fault become one violation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from hopscope.contracts import words
from hopscope.contracts.near import nearest_name
from hopscope.contracts.shapes import NOTHING, Path, Violation
from hopscope.contracts.walk import reached

_EXTRA = frozenset({"additionalProperties", "unevaluatedProperties"})


def merged(told: Sequence[Violation], instance: Any) -> list[Violation]:
    """One violation for each fault of the instance."""
    groups: dict[tuple[Path, bool], list[Violation]] = {}
    for one in told:
        groups.setdefault((one.path, one.at_key), []).append(one)
    out = [one for (path, at_key), group in groups.items() for one in _one_fault(group, at_key, instance, path)]
    return _renamed(out, instance)


def _one_fault(group: list[Violation], at_key: bool, instance: Any, path: Path) -> list[Violation]:
    if len(group) == 1:
        return group
    typed = next((one for one in group if one.types), None)
    if at_key or typed:
        return [_over(typed or group[0], group)]
    if isinstance(value_at(instance, path), (dict, list)):
        return list({(one.keyword, one.message): one for one in group}.values())
    return [_both(group, path)]


def _over(first: Violation, group: Iterable[Violation]) -> Violation:
    rest = [one for one in group if one is not first and one.message != first.message]
    return replace(first, folded=(*first.folded, *rest))


def _both(group: list[Violation], path: Path) -> Violation:
    """One scalar that breaks several rules: the rules in one sentence, where all are told in the usual form."""
    first = group[0]
    expected = list(dict.fromkeys(one.expected for one in group))
    start = f"{words.subject(path)} must be "
    if len(expected) == 1 or not all(one.message.startswith(start + one.expected) for one in group):
        return _over(first, group)
    rest = first.message.removeprefix(start + first.expected)
    both = words.listed(expected)
    return _over(replace(first, message=start + both + rest, expected=both), group)


def _renamed(told: list[Violation], instance: Any) -> list[Violation]:
    """A name that is not allowed and a close one that is missing are one fault: the name is misspelt."""
    wanted = {one.path: one for one in told if one.keyword == "required" and one.names}
    taken: dict[Path, set[str]] = {}
    out = []
    for one in told:
        missing = wanted.get(one.path[:-1]) if one.at_key and one.keyword in _EXTRA else None
        free = [name for name in missing.names if name not in taken.get(missing.path, ())] if missing else []
        near = nearest_name(one.names[0], free) if free else None
        if missing and near:
            taken.setdefault(missing.path, set()).add(near)
            one = _misspelt(one, near, missing)
        out.append(one)
    return [left for one in out if (left := _still_missing(one, taken.get(one.path), instance)) is not None]


def _misspelt(extra: Violation, near: str, missing: Violation) -> Violation:
    subject = words.subject(missing.path)
    sentence = f"{subject} has the property {words.quoted(extra.names[0])}, which is not allowed"
    message = extra.message.partition(sentence)[0] + f"{sentence}; {words.quoted(near)} is missing: did you mean that?"
    return replace(extra, message=message, nearest=near, expected=f"named {words.quoted(near)}", folded=(missing,))


def _still_missing(one: Violation, found: set[str] | None, instance: Any) -> Violation | None:
    if one.keyword != "required" or not found or one.at_key:
        return one
    names = tuple(name for name in one.names if name not in found)
    if not names:
        return None
    message, expected = missing_words(one.path, names, value_at(instance, one.path))
    return replace(one, names=names, message=message, expected=expected)


def missing_words(
    path: Path, names: Sequence[str], value: Any, *, because: str | None = None, detail: str = ""
) -> tuple[str, str]:
    """The sentence and the expectation of properties that are not there."""
    wanted = words.names(names) + detail
    which = "which is missing" if len(names) == 1 else "which are missing"
    if because is not None:
        told = f"{words.subject(path)} has {words.quoted(because)} and must then have {wanted}, {which}."
        return told, f"an object with {wanted}"
    had = f"it has {words.names(value)}" if value else "it is an empty object"
    return f"{words.subject(path)} must have {wanted}, {which}; {had}.", f"an object with {wanted}"


def value_at(instance: Any, path: Path) -> Any:
    """The value at a path of keys, or None where there is none."""
    found = reached(instance, path)
    return None if found is NOTHING else found


def in_order(told: Iterable[Violation], instance: Any) -> list[Violation]:
    """In the order of the instance's text: containers before what is in them."""
    ranks: dict[int, dict[str, int]] = {}

    def steps(path: Path) -> tuple[int, ...]:
        value, out = instance, []
        for key in path:
            if isinstance(key, int):
                out.append(key)
            else:
                names = value if isinstance(value, dict) else {}
                if id(value) not in ranks:
                    ranks[id(value)] = {name: rank for rank, name in enumerate(names)}
                order = ranks[id(value)]
                out.append(order.get(key, len(order)))
            value = value_at(value, (key,))
        return tuple(out)

    return sorted(told, key=lambda one: steps(one.path))
