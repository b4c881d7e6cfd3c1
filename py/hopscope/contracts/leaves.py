"""One miss of one keyword in words: what was expected, what was received, and one sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hopscope.contracts import words
from hopscope.contracts._run import Miss
from hopscope.contracts.merge import missing_words
from hopscope.contracts.near import nearest_name, nearest_value
from hopscope.contracts.shapes import NOTHING, Path, Violation
from hopscope.contracts.stopping import Stop, stop_of

FORMATS = {
    "date": "a date written YYYY-MM-DD",
    "date-time": "a date-time as 2026-01-31T12:00:00Z (RFC 3339)",
    "time": "a time as 12:00:00Z (RFC 3339)",
    "duration": "a duration as P3DT4H (ISO 8601)",
    "email": "an e-mail address",
    "idn-email": "an e-mail address",
    "hostname": "a host name",
    "idn-hostname": "a host name",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "uri": "an absolute URI",
    "uri-reference": "a URI or relative reference",
    "iri": "an absolute IRI",
    "iri-reference": "an IRI or relative reference",
    "uri-template": "a URI template (RFC 6570)",
    "json-pointer": "a JSON Pointer (RFC 6901)",
    "relative-json-pointer": "a relative JSON Pointer",
    "regex": "an ECMAScript regular expression",
    "uuid": "a UUID",
}

REFUSED = "false"
"""The keyword of a violation of the schema `false`."""

Maker = Callable[[Miss, Path], Violation]


def told(miss: Miss, path: Path, expected: str, **more: Any) -> Violation:
    """A violation of the usual form: the value must be something, but is something else."""
    got = words.received(miss.instance)
    sentence = f"{words.subject(path)} must be {expected}, but is {got}{more.pop('hint', '')}."
    return Violation(miss.facts["keyword"], path, sentence, expected, words.shown(miss.instance), **more)


def said(miss: Miss, path: Path, expected: str, rest: str, **more: Any) -> Violation:
    """A violation with a sentence of its own behind the subject."""
    sentence = f"{words.subject(path)} {rest}."
    return Violation(miss.facts["keyword"], path, sentence, expected, words.shown(miss.instance), **more)


def _type(miss: Miss, path: Path) -> Violation:
    types = (miss.validator_value,) if isinstance(miss.validator_value, str) else tuple(miss.validator_value)
    return told(miss, path, words.type_phrase(types), types=types)


def _enum(miss: Miss, path: Path) -> Violation:
    return chosen(miss, path, tuple(miss.validator_value))


def _const(miss: Miss, path: Path) -> Violation:
    return chosen(miss, path, (miss.validator_value,))


def chosen(miss: Miss, path: Path, choices: tuple[Any, ...], extra: str = "") -> Violation:
    """The value is none of the choices."""
    nearest = nearest_value(miss.instance, choices)
    hint = "" if nearest is NOTHING or len(choices) < 2 else f" (did you mean {words.shown(nearest)}?)"
    return told(miss, path, choice_phrase(choices) + extra, hint=hint, choices=choices, nearest=nearest)


def choice_phrase(choices: tuple[Any, ...]) -> str:
    """`one of "a", "b"`, or the only choice."""
    if not choices:
        return "one of no values at all"
    texts = [words.shown(choice, 60) for choice in choices]
    return texts[0] if len(texts) == 1 else f"one of {words.listed(texts, 'or', 12)}"


def _bound(phrase: str, open_phrase: str) -> Maker:
    def make(miss: Miss, path: Path) -> Violation:
        word = open_phrase if miss.facts.get("exclusive") else phrase
        return told(miss, path, f"{word} {words.shown(miss.validator_value)}")

    return make


def _multiple(miss: Miss, path: Path) -> Violation:
    return told(miss, path, f"a multiple of {words.shown(miss.validator_value)}")


def _length(phrase: str) -> Maker:
    def make(miss: Miss, path: Path) -> Violation:
        expected = f"{phrase} {words.counted(miss.validator_value, 'character')} long"
        size = miss.facts["size"]
        return told(miss, path, expected, hint=f" of {words.counted(size, 'character')}" if size else "")

    return make


def _size(phrase: str, kind: str, one: str, many: str) -> Maker:
    def make(miss: Miss, path: Path) -> Violation:
        wanted = f"{phrase} {words.counted(miss.validator_value, one, many)}"
        return said(miss, path, f"an {kind} with {wanted}", f"must have {wanted}, but has {miss.facts['size']:,}")

    return make


def _unique(miss: Miss, path: Path) -> Violation:
    first, second = miss.facts["first"], miss.facts["second"]
    item = words.shown(miss.instance[second])
    rest = f"must not hold equal items, but its items {first} and {second} are both {item}"
    return said(miss, path, "an array without equal items", rest)


def _contains(miss: Miss, path: Path) -> Violation:
    found, most = miss.facts["found"], miss.facts.get("most")
    wanted = schema_phrase(miss.validator_value)
    limit = f"at least {words.counted(miss.facts['least'], 'item')}" if most is None else f"at most {most} items"
    rest = f"must hold {limit} that {'is' if limit.endswith('1 item') else 'are'} {wanted}, but holds {found or 'none'}"
    return said(miss, path, f"an array with {limit}: {wanted}", rest)


def _required(miss: Miss, path: Path) -> Violation:
    missing = tuple(miss.facts["missing"])
    message, expected = missing_words(path, missing, miss.instance, because=miss.facts.get("because"))
    return Violation(miss.facts["keyword"], path, message, expected, words.shown(miss.instance), names=missing)


def _refused_name(miss: Miss, path: Path) -> Violation:
    """`propertyNames`: the name is at fault, for the reason that its schema gives."""
    name = miss.facts["name"]
    wanted = _wanted_of_name(miss.context[0])
    rest = f"has a property named {words.quoted(name)}, but a name there must be {wanted}"
    full = (*path, name)
    return Violation(
        "propertyNames", full, f"{words.subject(path)} {rest}.", wanted, words.quoted(name), at_key=True,
        names=(name,),
    )  # fmt: skip


def _wanted_of_name(miss: Any) -> str:
    """What a name must be; where the schema of names has branches, what any of them wants."""
    branches = [errors for errors in miss.facts.get("branches", ()) if errors]
    if branches:
        return " or ".join(dict.fromkeys(_wanted_of_name(errors[0]) for errors in branches))
    return make(miss, ()).expected


def extra_name(miss: Miss, path: Path, name: str, known: tuple[str, ...]) -> Violation:
    """One property that the schema does not allow, with the known name that was probably meant."""
    near = nearest_name(name, [other for other in known if other not in miss.instance])
    end = f"; did you mean {words.quoted(near)}?" if near else _allowed(known)
    sentence = f"{words.subject(path)} has the property {words.quoted(name)}, which is not allowed{end}"
    return Violation(
        miss.facts["keyword"], (*path, name), sentence, "absent", words.shown(miss.instance[name]), at_key=True,
        names=(name,), nearest=NOTHING if near is None else near,
    )  # fmt: skip


def _allowed(known: tuple[str, ...]) -> str:
    return f"; allowed are {words.names(known)}." if known else "; no properties are."


def _not(miss: Miss, path: Path) -> Violation:
    return told(miss, path, f"something else than {schema_phrase(miss.validator_value)}")


def _too_many(miss: Miss, path: Path) -> Violation:
    if "positions" in miss.facts:
        return said(miss, path, "an array without other items", _positions(miss))
    most = miss.facts["most"]
    rest = f"must have at most {words.counted(most, 'item')}, but has {miss.facts['size']:,}"
    return said(miss, path, f"an array with at most {words.counted(most, 'item')}", rest)


def _positions(miss: Miss) -> str:
    spots = words.listed([str(spot) for spot in miss.facts["positions"]])
    return f"has items that are not allowed, at position {spots}"


def _several(miss: Miss, path: Path) -> Violation:
    spots = words.listed([str(index + 1) for index in miss.facts["passing"]])
    count = len(miss.facts["schemas"])
    return told(
        miss, path, f"valid under exactly one of {count} alternatives", hint=f", which fits alternatives {spots}"
    )


def _refused(miss: Miss, path: Path) -> Violation:
    if path and isinstance(path[-1], str):
        inner = f"{words.subject(path[:-1])} must not have {words.quoted(path[-1])}"
    else:
        inner = f"{words.subject(path)} is not allowed"
    sentence = f"{inner}: the schema allows no value there."
    return Violation(REFUSED, path, sentence, "absent", words.shown(miss.instance))


def _pattern(miss: Miss, path: Path) -> Violation:
    stop = stop_of(miss.validator_value, miss.instance)
    expected = f"a string that matches {words.plain(miss.validator_value)}"
    return told(miss, path, expected, hint=_stopped(stop, miss.instance), position=None if stop is None else stop.at)


def _stopped(stop: Stop | None, text: str) -> str:
    if stop is None or not text:
        return ""
    if stop.early:
        return f", which ends too early, after character {stop.at}" if stop.at else ""
    return f", which stops fitting at character {stop.at + 1} ({words.quoted(text[stop.at])})"


def _format(miss: Miss, path: Path) -> Violation:
    name = miss.validator_value
    return told(miss, path, FORMATS.get(name, f"of the format {words.plain(str(name))}"))


_MAKERS: dict[str, Maker] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _bound("at least", "greater than"),
    "exclusiveMinimum": _bound("at least", "greater than"),
    "maximum": _bound("at most", "less than"),
    "exclusiveMaximum": _bound("at most", "less than"),
    "multipleOf": _multiple,
    "minLength": _length("at least"),
    "maxLength": _length("at most"),
    "pattern": _pattern,
    "format": _format,
    "minItems": _size("at least", "array", "item", "items"),
    "maxItems": _size("at most", "array", "item", "items"),
    "minProperties": _size("at least", "object", "property", "properties"),
    "maxProperties": _size("at most", "object", "property", "properties"),
    "uniqueItems": _unique,
    "contains": _contains,
    "required": _required,
    "dependentRequired": _required,
    "dependencies": _required,
    "propertyNames": _refused_name,
    "not": _not,
    "items": _too_many,
    "additionalItems": _too_many,
    "unevaluatedItems": _too_many,
    "oneOf": _several,
}


def make(miss: Miss, path: Path) -> Violation:
    """The violation that one miss tells, unions and extra names aside."""
    if miss.facts.get("refused"):
        return _refused(miss, path)
    maker = _MAKERS.get(miss.facts["keyword"])
    return maker(miss, path) if maker else told(miss, path, f"valid by {miss.facts['keyword']}")


def schema_phrase(schema: Any) -> str:
    """A schema in a few words, as it follows "is"."""
    if not isinstance(schema, dict) or not schema:
        return "anything" if schema else "nothing"
    texts = [phrase(schema[keyword]) for keyword, phrase in _PHRASES.items() if keyword in schema]
    return " and ".join(texts[:3]) or f"a match of {words.shown(schema)}"


_PHRASES: dict[str, Callable[[Any], str]] = {
    "const": lambda value: words.shown(value),
    "enum": lambda values: choice_phrase(tuple(values)),
    "type": lambda types: words.type_phrase((types,) if isinstance(types, str) else types),
    "required": lambda names: f"an object with {words.names(names)}",
    "minimum": lambda bound: f"at least {words.shown(bound)}",
    "exclusiveMinimum": lambda bound: f"greater than {words.shown(bound)}",
    "maximum": lambda bound: f"at most {words.shown(bound)}",
    "exclusiveMaximum": lambda bound: f"less than {words.shown(bound)}",
    "pattern": lambda text: f"a match of {words.plain(text)}",
    "format": lambda name: FORMATS.get(name, f"of the format {words.plain(str(name))}"),
}

__all__ = ["FORMATS", "choice_phrase", "chosen", "extra_name", "make", "said", "schema_phrase", "told"]
