"""What is wrong with a schema itself, and the form of it that checks can use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hopscope.contracts import backtracking, drafts, references, soundness, unsatisfiable, words
from hopscope.contracts import patterns as expressions
from hopscope.contracts.shapes import Path, SchemaFault
from hopscope.contracts.walk import Keywords, at, replaced, walk


def of_dialect(schema: Any, used: drafts.Draft) -> Iterator[SchemaFault]:
    """Another dialect than the default, or one that is not known."""
    declared = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(declared, str) or declared.rstrip("#") == drafts.DEFAULT:
        return
    known = drafts.named(declared) is not None
    read = f"it is read as {used.label}"
    what = "another dialect than 2020-12" if known else "a dialect that is not known"
    sentence = f"The schema declares {words.quoted(declared)}, {what}; {read}."
    params = {"declared": declared, "used": used.uri, "sentence": sentence}
    yield SchemaFault("schema-dialect", ("$schema",), sentence, params, severity="warning" if known else "error")


def of_patterns(schema: Any, unknown: Keywords) -> Iterator[SchemaFault]:
    """Patterns that no ECMAScript engine takes, or that it may never come to an end with."""
    for path, part in walk(schema, foreign=unknown):
        for place, text in _patterns(part):
            reason = expressions.fault_of(text)
            if reason is not None:
                why = f"is no ECMAScript regular expression ({reason})"
                yield _bad_pattern((*path, *place), text, why)
            elif backtracking.is_exponential(text):
                yield _bad_pattern((*path, *place), text, _EXPONENTIAL)


def _patterns(schema: Any) -> Iterator[tuple[Path, str]]:
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("pattern"), str):
        yield ("pattern",), schema["pattern"]
    table = schema.get("patternProperties")
    if isinstance(table, dict):
        yield from ((("patternProperties", text), text) for text in table)


_EXPONENTIAL = "can take exponential time to fail: a repeated part of it can go over the same text in several ways"


def _bad_pattern(path: Path, text: str, why: str) -> SchemaFault:
    sentence = f"{words.pointer(path)}: the pattern {words.quoted(text)} {why}."
    params = {"pattern": text, "why": why, "sentence": sentence}
    at_key = path[-1] == text and path[-2:-1] == ("patternProperties",)
    return SchemaFault("schema-pattern", path, sentence, params, at_key=at_key)


def of_sound(schema: Any, validator: Any, draft: drafts.Draft) -> Iterator[SchemaFault]:
    """What can be wrong with a schema whose keywords are valid by themselves."""
    unknown = soundness.foreign(draft)
    yield from references.faults(schema, validator, unknown)
    yield from of_patterns(schema, unknown)
    yield from unsatisfiable.faults(schema, validator, unknown)


def of_validity(schema: Any, draft: drafts.Draft) -> tuple[Any, tuple[SchemaFault, ...]]:
    """The schema without its invalid keywords, and what is wrong with those."""
    told: list[SchemaFault] = []
    sound, unknown = schema, soundness.foreign(draft)
    for path in soundness.roots(schema, unknown):
        judged = soundness.judged(at(schema, path), draft)
        if judged.misses:
            told += soundness.faults(at(schema, path), judged.misses, path)
            sound = replaced(sound, {path: soundness.sound(at(sound, path), judged.misses, unknown)})
    for path, keyword in _bad_ids(sound, "id" if draft.label == "draft-04" else "$id", unknown):
        told.append(_bad_id((*path, keyword), at(sound, path)[keyword]))
        sound = replaced(sound, {path: {key: value for key, value in at(sound, path).items() if key != keyword}})
    return sound, tuple(told)


def _bad_ids(schema: Any, key: str, unknown: Keywords) -> list[tuple[Path, str]]:
    """The ids that are no URI, which a metaschema only says by `format`."""
    parts = [(path, part) for path, part in walk(schema, foreign=unknown) if isinstance(part, dict)]
    return [(path, key) for path, part in parts if not drafts.is_address(part.get(key, ""))]


def _bad_id(path: Path, value: Any) -> SchemaFault:
    sentence = f"{words.pointer(path)} must be a URI reference, but is {words.received(value)}."
    params = {"sentence": sentence, "keyword": path[-1], "path": words.pointer(path), "rule": "must be a URI reference"}
    return SchemaFault("schema-invalid", path, sentence, params)
