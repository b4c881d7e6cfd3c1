"""Faults with a name of their own: the right value in another type, JSON in a string, null for a property left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from hopscope.contracts import words
from hopscope.contracts.merge import value_at
from hopscope.contracts.shapes import ABSENT, NOTHING, Kind, Path, Violation
from hopscope.contracts.walk import reached
from hopscope.text import numbers
from hopscope.text.reader import read
from hopscope.text.write import dumps

_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_WORDS = {"true": True, "false": False}
_UNIONS = frozenset({"anyOf", "oneOf"})
_MOST_LAYERS = 4
Check = Callable[[Any], Sequence[Violation] | None]


@dataclass(frozen=True, slots=True)
class Guess:
    """What a value may have been meant as: the kind and the value that would stand in its place."""

    path: Path
    kind: Kind | Literal["wrapped"]
    would: Any


def named(told: Sequence[Violation], instance: Any, check: Check) -> list[Violation]:
    """The violations, those of a special kind told as what they are.

    `check` gives the violations of the instance with all guesses put in, or None where it could not be judged.
    """
    guesses = {index: guess for index, one in enumerate(told) if (guess := _guess(one, instance)) is not None}
    if not guesses:
        return list(told)
    after = check(_mended(instance, guesses.values()))
    return [_as_guessed(one, guesses[i], after, told) if i in guesses else one for i, one in enumerate(told)]


def _guess(one: Violation, instance: Any) -> Guess | None:
    if one.at_key or not (one.types or one.choices):
        return None
    value = value_at(instance, one.path)
    if value is None:
        optional = one.path and isinstance(one.path[-1], str)
        return Guess(one.path, "null-optional", ABSENT) if optional else None
    return _nested(one, value) or _coerced(one, value) or _wrapped(one, value)


def _nested(one: Violation, value: Any) -> Guess | None:
    """JSON in a string where an object or an array is wanted."""
    if not isinstance(value, str) or not {"object", "array"} & set(one.types):
        return None
    for _ in range(_MOST_LAYERS):
        if value.lstrip()[:1] not in ("{", "[", '"'):
            return None
        reading = read(value)
        if len(reading.values) != 1 or reading.completeness not in ("complete", "normalised"):
            return None
        value = reading.values[0]
        if not isinstance(value, str):
            fits = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else ""
            return Guess(one.path, "nested-encoded", value) if fits in one.types else None
    return None


def _coerced(one: Violation, value: Any) -> Guess | None:
    """The same scalar in another type."""
    for would in _other_types(one, value):
        return Guess(one.path, "coercible", would)
    return None


def _other_types(one: Violation, value: Any) -> list[Any]:
    if isinstance(value, (dict, list)):
        return []
    spelled = value.strip() if isinstance(value, str) else dumps(value)
    found = [c for c in one.choices if type(c) is not type(value) and _spelling(c) == spelled]
    types = set(one.types)
    if types & {"integer", "number"} and isinstance(value, str) and _NUMBER.fullmatch(spelled):
        found.append(numbers.number(spelled))
    if types & {"integer", "number"} and isinstance(value, bool):
        found.append(int(value))
    if "boolean" in types and isinstance(value, str) and spelled.lower() in _WORDS:
        found.append(_WORDS[spelled.lower()])
    if "boolean" in types and numbers.is_number(value) and value in (0, 1):
        found.append(value == 1)
    if "null" in types and isinstance(value, str) and spelled in ("null", "None"):
        found.append(None)
    if "string" in types and not isinstance(value, str):
        found.append(spelled)
    return found


def _spelling(choice: Any) -> str:
    return choice if isinstance(choice, str) else dumps(choice)


def _wrapped(one: Violation, value: Any) -> Guess | None:
    """One item where a list of them is wanted."""
    return Guess(one.path, "wrapped", [value]) if "array" in one.types and not isinstance(value, list) else None


def _mended(instance: Any, guesses: Any) -> Any:
    """The instance with every guess in its place, as far as an earlier one left it; containers on the way are copied once."""
    copies: dict[Path, Any] = {}

    def copied(path: Path) -> Any:
        if path in copies:
            return copies[path]
        if not path:
            copies[path] = instance.copy()
        else:
            around = copied(path[:-1])
            around[path[-1]] = copies[path] = around[path[-1]].copy()
        return copies[path]

    for guess in guesses:
        if not guess.path:
            return guess.would
        if reached(copies.get((), instance), guess.path) is NOTHING:
            continue
        around = copied(guess.path[:-1])
        if guess.would is ABSENT:
            around.pop(guess.path[-1], None)
        else:
            around[guess.path[-1]] = guess.would
    return copies.get((), instance)


def _as_guessed(
    one: Violation, guess: Guess, after: Sequence[Violation] | None, before: Sequence[Violation]
) -> Violation:
    if after is None:
        return _nested_words(one, guess.would, None, ()) if guess.kind == "nested-encoded" else one
    left = [v for v in after if _concerns(v, guess, before)]
    if guess.kind == "nested-encoded":
        return _nested_words(one, guess.would, not left, left)
    if left:
        return one
    return _WORDING[guess.kind](one, guess.would)


def _concerns(after: Violation, guess: Guess, before: Sequence[Violation]) -> bool:
    """Whether a violation seen with the guesses put in says that this one does not pass."""
    if after.path[: len(guess.path)] == guess.path:
        return True
    if guess.would is ABSENT and after.path == guess.path[:-1] and guess.path[-1] in after.names:
        return True
    around = after.keyword in _UNIONS and guess.path[: len(after.path)] == after.path
    return around and all(after.message != one.message for one in before)


def _coercible_words(one: Violation, would: Any) -> Violation:
    message = f"{_start(one)}; {words.shown(would)} would pass."
    return replace(one, kind="coercible", would=would, would_pass=True, message=message)


def _null_words(one: Violation, would: Any) -> Violation:
    name = words.quoted(str(one.path[-1]))
    message = f"{_context(one)}{words.subject(one.path)} is null, but must be {one.expected} or be left out: {name} is optional."
    return replace(one, kind="null-optional", would=would, would_pass=True, message=message)


def _wrapped_words(one: Violation, would: Any) -> Violation:
    message = f"{_start(one)}; {words.shown(would)} would pass."
    return replace(one, would=would, would_pass=True, message=message)


_WORDING: dict[str, Callable[[Violation, Any], Violation]] = {
    "coercible": _coercible_words,
    "null-optional": _null_words,
    "wrapped": _wrapped_words,
}


def _nested_words(one: Violation, would: Any, passes: bool | None, left: Sequence[Violation]) -> Violation:
    holds = f"{_context(one)}{words.subject(one.path)} must be {one.expected}, but is a string with JSON in it"
    outcome = "whether that would pass could not be judged" if passes is None else "that would pass"
    if left:
        outcome = f"that would not pass either, for {_lowered(left[0].message).rstrip('.')}"
    message = f"{holds}; decoded it is {words.shown(would, 120)}, and {outcome}."
    return replace(one, kind="nested-encoded", would=would, would_pass=passes, message=message, folded=tuple(left))


def _lowered(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:] if sentence.startswith(("The ", "With ", "By ")) else sentence


def _start(one: Violation) -> str:
    return one.message.partition(" (did you mean")[0].rstrip(".")


def _context(one: Violation) -> str:
    """What stands before the subject of a sentence (the branch of a union)."""
    head = one.message.partition(words.subject(one.path))[0]
    return head if head.endswith(", ") else ""
