"""`anyOf` and `oneOf` that no branch fits: which branch was meant, and what is wrong by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from hopscope.contracts import words
from hopscope.contracts._run import Miss
from hopscope.contracts.leaves import REFUSED, choice_phrase
from hopscope.contracts.lookups import lookup
from hopscope.contracts.merge import missing_words
from hopscope.contracts.near import nearest_value
from hopscope.contracts.shapes import NOTHING, Path, Violation
from hopscope.text import numbers

_FOLDED = 20
_SHAPE = frozenset({"required", "additionalProperties", "unevaluatedProperties", "dependentRequired"})
_VALUE = frozenset(
    {
        "type", "const", "enum", "anyOf", "oneOf", "not", "format", "pattern", "minLength", "maxLength", "minimum",
        "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    }
)  # fmt: skip
"""Keywords whose violation says what the value itself must be."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One branch: its number, its schema with references followed, and its violations."""

    index: int
    schemas: tuple[dict[str, Any], ...]
    told: tuple[Violation, ...]
    type_fits: bool

    def properties(self) -> dict[str, Any]:
        """All properties that the branch names."""
        return {name: part for schema in self.schemas for name, part in _table(schema, "properties").items()}

    def requires(self, name: str) -> bool:
        """Whether the branch wants the property."""
        return any(name in schema.get("required", ()) for schema in self.schemas)


def _table(schema: dict[str, Any], keyword: str) -> dict[str, Any]:
    found = schema.get(keyword)
    return found if isinstance(found, dict) else {}


def branches_of(miss: Miss, told: Sequence[Sequence[Violation]]) -> list[Branch]:
    """The branches of a union's miss, each with the violations told of it."""
    out = []
    for index, violations in enumerate(told):
        schemas = tuple(resolved(miss.facts["validator"], miss.facts["schemas"][index]))
        errors = miss.facts["branches"][index]
        fits = not any(error.facts.get("keyword") == "type" and not error.path for error in errors)
        out.append(Branch(index, schemas, tuple(violations), fits))
    return out


def resolved(validator: Any, schema: Any, depth: int = 8) -> Iterable[dict[str, Any]]:
    """A schema and what it takes in by `$ref` and `allOf`."""
    if not isinstance(schema, dict) or depth == 0:
        return
    yield schema
    for keyword in ("$ref", "$dynamicRef"):
        if isinstance(schema.get(keyword), str):
            found = lookup(validator._resolver, schema[keyword])
            if found is None:
                continue
            yield from resolved(validator.within(found.contents, found.resolver), found.contents, depth - 1)
    for part in schema.get("allOf", ()):
        yield from resolved(validator, part, depth - 1)


def explain(miss: Miss, path: Path, told: Sequence[Sequence[Violation]]) -> list[Violation]:
    """What is wrong by the branch that was meant; the other branches' violations are folded under the first one."""
    branches = branches_of(miss, told)
    branches = [branch for branch in branches if not _refusing(branch, path)] or branches
    fitting = [branch for branch in branches if branch.type_fits]
    if not fitting or all(_by_value(branch, path) for branch in branches):
        return [_of_value(miss, path, branches)]
    found = _by_tag(miss, path, fitting) or _by_faults(miss, path, fitting, len(branches))
    return _folded(found, branches)


def _refusing(branch: Branch, path: Path) -> bool:
    """Whether the branch is the schema `false`."""
    return any(one.keyword == REFUSED and one.path == path for one in branch.told)


def _by_value(branch: Branch, path: Path) -> bool:
    return all(one.path == path and one.keyword in _VALUE and not one.at_key for one in branch.told)


def _of_value(miss: Miss, path: Path, branches: list[Branch]) -> Violation:
    """No branch takes the value: what they want, in one list, those first that take values of its type."""
    ordered = sorted(branches, key=lambda branch: not branch.type_fits)
    here = [one for branch in ordered for one in branch.told if one.path == path]
    choices = tuple(choice for one in here for choice in one.choices)
    expected = _wanted(here, choices)
    nearest = nearest_value(miss.instance, choices)
    hint = "" if nearest is NOTHING or len(choices) < 2 else f" (did you mean {words.shown(nearest)}?)"
    sentence = f"{words.subject(path)} must be {expected}, but is {words.received(miss.instance)}{hint}."
    fitting = [branch.told[0] for branch in branches if branch.type_fits and branch.told]
    found = Violation(
        miss.facts["keyword"], path, sentence, expected, words.shown(miss.instance),
        types=tuple(dict.fromkeys(name for one in here for name in one.types)),
        choices=choices, nearest=nearest, folded=_all_told(branches),
    )  # fmt: skip
    if len(fitting) != 1:
        return found
    return replace(found, schema_path=fitting[0].schema_path, schema_document=fitting[0].schema_document)


def _wanted(here: list[Violation], choices: tuple[Any, ...]) -> str:
    """The expectations of all branches, the listed values of several together."""
    phrases: dict[str, None] = {}
    for one in here:
        phrase = choice_phrase(choices) if one.choices else one.expected
        phrases.setdefault(phrase)
    return (", or " if len(choices) > 1 else " or ").join(phrases)


def _all_told(branches: Iterable[Branch]) -> tuple[Violation, ...]:
    return tuple(one for branch in branches for one in branch.told)[:_FOLDED]


def _folded(found: list[Violation], branches: list[Branch]) -> list[Violation]:
    """The others under the first, except what is told already."""
    messages = {one.message for one in found}
    rest = tuple(one for one in _all_told(branches) if one.message not in messages)
    return [replace(found[0], folded=(*found[0].folded, *rest)[:_FOLDED]), *found[1:]]


def _by_tag(miss: Miss, path: Path, branches: list[Branch]) -> list[Violation]:
    """By a property whose constants tell the branches apart."""
    if not isinstance(miss.instance, dict):
        return []
    for name, table in _tags(branches).items():
        found = _tagged(miss, path, name, table, branches) if name in miss.instance else []
        if not found and name not in miss.instance and all(branch.requires(name) for branch in branches):
            found = [_untagged(miss, path, name, table)]
        if found:
            return found
    return []


def _untagged(miss: Miss, path: Path, name: str, table: dict[int, tuple[Any, ...]]) -> Violation:
    """The property that would tell which branch is meant is not there."""
    choices = tuple(choice for values in table.values() for choice in values)
    message, expected = missing_words(path, (name,), miss.instance, detail=f" ({choice_phrase(choices)})")
    got = words.shown(miss.instance)
    return Violation(miss.facts["keyword"], path, message, expected, got, choices=choices, names=(name,))


def _tags(branches: list[Branch]) -> dict[str, dict[int, tuple[Any, ...]]]:
    """Property → branch number → its constants, for properties whose constants differ between the branches."""
    tables: dict[str, dict[int, tuple[Any, ...]]] = {}
    for branch in branches:
        for name, part in branch.properties().items():
            values = _constants(part)
            if values:
                tables.setdefault(name, {})[branch.index] = values
    return {name: table for name, table in tables.items() if len(table) > 1 and _apart(table.values())}


def _constants(schema: Any) -> tuple[Any, ...]:
    if not isinstance(schema, dict):
        return ()
    if "const" in schema:
        return (schema["const"],)
    return tuple(schema["enum"]) if isinstance(schema.get("enum"), list) else ()


def _apart(values: Iterable[tuple[Any, ...]]) -> bool:
    return not any(numbers.equal(one, two) for left, right in combinations(values, 2) for one in left for two in right)


def _tagged(
    miss: Miss, path: Path, name: str, table: dict[int, tuple[Any, ...]], branches: list[Branch]
) -> list[Violation]:
    value = miss.instance[name]
    meant = [b for b in branches if b.index in table and any(numbers.equal(one, value) for one in table[b.index])]
    if meant:
        context = f"with {name} = {words.shown(value)}"
        return [_within(one, context) for one in meant[0].told]
    if len(table) < len(branches):
        return []
    choices = tuple(choice for values in table.values() for choice in values)
    nearest = nearest_value(value, choices)
    hint = "" if nearest is NOTHING else f" (did you mean {words.shown(nearest)}?)"
    expected, at = choice_phrase(choices), (*path, name)
    sentence = f"{words.subject(at)} must be {expected}, but is {words.received(value)}{hint}."
    return [
        Violation(miss.facts["keyword"], at, sentence, expected, words.shown(value), choices=choices, nearest=nearest)
    ]


def _within(violation: Violation, context: str) -> Violation:
    message = violation.message
    message = message[0].lower() + message[1:] if message.startswith(("The value", "With ", "By ")) else message
    return replace(violation, message=f"{context[0].upper()}{context[1:]}, {message}")


def _rank(branch: Branch, instance: Any) -> tuple[int, int, int, int]:
    """Fewest names missing or refused, most names known, fewest faults, deepest faults."""
    shape = sum(len(one.names) or 1 for one in branch.told if one.keyword in _SHAPE)
    known = sum(name in branch.properties() for name in instance) if isinstance(instance, dict) else 0
    depth = max((len(one.path) for one in branch.told), default=0)
    return (shape, -known, len(branch.told), -depth)


def _by_faults(miss: Miss, path: Path, branches: list[Branch], count: int) -> list[Violation]:
    """By the faults that would have to be mended."""
    ranked = sorted(branches, key=lambda branch: _rank(branch, miss.instance))
    best = _rank(ranked[0], miss.instance)
    tied = [branch for branch in ranked if _rank(branch, miss.instance) == best]
    if len(branches) == 1 or _same(tied):
        return list(tied[0].told)
    if len(tied) == 1:
        return [_within(one, f"by the nearest of {count} alternatives") for one in tied[0].told]
    return [_undecided(miss, path, tied, count)]


def _same(branches: list[Branch]) -> bool:
    """Whether several branches say the same."""
    return len(branches) > 1 and len({tuple((one.path, one.message) for one in b.told) for b in branches}) == 1


def _undecided(miss: Miss, path: Path, tied: list[Branch], count: int) -> Violation:
    """Nothing tells which branch was meant: the ways out, in one sentence."""
    firsts = [branch.told[0] for branch in tied]
    if all(one.keyword == "required" and one.path == path for one in firsts):
        wanted = words.listed([words.names(one.names) for one in firsts], "or")
        rest = f"must have {wanted}, but has none of them"
        names = tuple(name for one in firsts for name in one.names)
        return Violation(
            miss.facts["keyword"], path, f"{words.subject(path)} {rest}.", f"an object with {wanted}",
            words.shown(miss.instance), names=names,
        )  # fmt: skip
    ways = words.listed([one.message.rstrip(".") for one in firsts], "or", 3)
    sentence = f"{words.subject(path)} fits none of {count} alternatives: {ways}."
    return Violation(miss.facts["keyword"], path, sentence, "one of the alternatives", words.shown(miss.instance))
