"""A schema rewritten so that a provider takes it: what its rules refuse is said another way, moved into words, or dropped.

Every step is told. What the provider would merely ignore stays, and is told as lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from hopscope.contracts.cycles import cyclic
from hopscope.contracts.providers import LEVELS, Provider, Ruling
from hopscope.contracts.shapes import Path
from hopscope.contracts.survey import is_object, listed
from hopscope.contracts.uses import undeclared, used
from hopscope.contracts.walk import at, children, walk
from hopscope.contracts.words import pointer
from hopscope.text.places import keys_of
from hopscope.text.reader import read
from hopscope.text.write import dumps

NULL = {"type": "null"}
TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One step: what stood at `path` before and after (None where nothing), and in words what is lost by it, if anything."""

    path: Path
    keyword: str
    kind: Literal["renamed", "moved", "rewritten", "dropped"]
    before: Any
    after: Any
    lost: str | None = None


def rewritten(schema: Any, provider: Provider, *, strip: bool = False) -> tuple[Any, list[Rewrite]]:
    """The schema in the provider's form, with the steps that led there, inner parts before outer ones.

    With `strip`, what stands beside a reference is left out where the provider wants it to stand alone; else the reference
    is written out, which keeps all that is said and makes the schema longer.
    """
    copy = read(dumps(schema)).values[0]
    steps = [*_lowered(copy)]
    if isinstance(copy, dict) and "$ref" not in copy:
        steps += _typed(copy)
    if strip:
        steps += _stripped(copy, provider)
    back = cyclic(copy)
    if not back:
        steps += _inlined(copy, provider)
    for path, part in reversed(list(walk(copy))):
        if isinstance(part, dict):
            steps += _part(part, path, provider, copy, path in back)
    if isinstance(copy, dict):
        steps += _root(copy, provider)
    return copy, steps


def remedy(schema: Any, ruling: Ruling, provider: Provider) -> tuple[Path, Any, str] | None:
    """What to write so that one ruling no longer holds: the path of a part, the part as it should be, and what that does.

    None where nothing keeps the meaning, or where more than the one place has to change.
    """
    if ruling.code not in ("provider-keyword", "provider-required"):
        return None
    path = ruling.path if ruling.code == "provider-required" else ruling.path[:-1]
    found = at(schema, path)
    if not isinstance(found, dict):
        return None
    part = (
        {**found, "properties": dict(found["properties"])} if isinstance(found.get("properties"), dict) else {**found}
    )
    done = _closed(part, path, provider) if ruling.code == "provider-required" else _remedied(part, ruling, schema)
    return (path, part, done) if done else None


def _closed(part: dict[str, Any], path: Path, provider: Provider) -> str:
    steps = [step.keyword for step in _strict(part, path, provider)]
    if "required" not in steps:
        return "Set additionalProperties to false" if steps else ""
    closing = ", and set additionalProperties to false" if "additionalProperties" in steps else ""
    return f"Make optional properties nullable and required{closing}"


def _remedied(part: dict[str, Any], ruling: Ruling, root: Any) -> str:
    word, how = str(ruling.path[-1]), ruling.params["rewrite"]
    if how is None or word not in part or word in DEFINITIONS:
        return ""
    change = _HOW.get(how)
    if change and change(part, word, root) is None:
        return ""
    if not change:
        _refused(part, word, ruling.path[:-1], how, root)
    return REMEDIES[how].format(word)


def rooted(schema: Any, provider: Provider) -> Any:
    """The schema with the root that a provider wants; None where it is no object of keywords, or stays as it was."""
    if not isinstance(schema, dict):
        return None
    copy = dict(schema)
    return copy if list(_root(copy, provider)) else None


DEFINITIONS = ("$defs", "definitions")
REMEDIES = {
    "describe": "Move {} into the description", "drop": "Drop {}", "nullable": "Write one {} with nullable: true",
    "any-of": "Write anyOf for {}", "inline": "Write what {} refers to in its place", "items": "State the items",
    "prefix-items": "Write prefixItems for {}", "enum-strings": "Write the values of {} as texts",
    "const-enum": "Write an enum of one value for {}", "properties": "State empty properties",
    "bound": "Write {} as the bound itself", "declared": "Require only what is declared",
}  # fmt: skip


def _stripped(root: Any, provider: Provider) -> Iterator[Rewrite]:
    """What stands beside a reference that the provider wants alone, left out."""
    rule = provider.rule("$ref", "siblings") or {}
    if rule.get("is") not in LEVELS:
        return
    for path, part in list(walk(root)):
        if path and isinstance(part, dict) and "$ref" in part and "siblings" in used("$ref", part):
            for word in [word for word in part if not word.startswith("$") and word != "definitions"]:
                yield Rewrite((*path, word), word, "dropped", part.pop(word), None, "has no home beside $ref there")


def _inlined(root: Any, provider: Provider) -> Iterator[Rewrite]:
    """References that the provider has no use for, written out outer before inner, so that what is written in is visited too."""
    pending: list[Path] = [()]
    left = INLINED
    while pending and left > 0:
        path = pending.pop()
        part = at(root, path)
        if not isinstance(part, dict):
            continue
        for use in used("$ref", part) if "$ref" in part else ():
            rule = provider.rule("$ref", use) or {}
            if rule.get("is") in LEVELS and rule.get("rewrite") == "inline" and "$ref" in part:
                before = part["$ref"]
                after = _inline(part, "$ref", root)
                if after is not None:
                    left -= len(dumps(after))
                    yield Rewrite((*path, "$ref"), "$ref", "rewritten", before, after)
        pending.extend((*path, *steps) for steps, _ in children(part))
    if left < INLINED and not any("$ref" in part for _, part in walk(root) if isinstance(part, dict)):
        for word in DEFINITIONS:
            if word in root:
                yield Rewrite((word,), word, "rewritten", root.pop(word), None)


def _part(part: dict[str, Any], path: Path, provider: Provider, root: Any, back: bool) -> Iterator[Rewrite]:
    for word, keyword, use in _uses(part, path, back):
        rule = provider.rule(keyword, use)
        if word == "pattern" and rule and rule["is"] not in LEVELS:
            rule = provider.pattern_rule(part.get(word)) or rule
        if word not in part or rule is None:
            continue
        if rule["is"] == "rejected" or (rule["is"] == "unclear" and rule.get("rewrite") == "any-of"):
            yield _refused(part, word, path, rule.get("rewrite", "drop"), root)
        elif rule["is"] == "ignored" and word not in SILENT:
            yield Rewrite((*path, word), word, "rewritten", part[word], part[word], "is accepted and ignored there")
    yield from _strict(part, path, provider)


def _uses(part: dict[str, Any], path: Path, back: bool) -> list[tuple[str, str, str]]:
    """The keywords of one part as (word, keyword, use), those that only the place of the part tells included."""
    found = [(word, word, use) for word in part for use in used(word, part)]
    if part.get("type") == "array" and not part.keys() & {"items", "prefixItems"}:
        found.append(("type", "", "array-without-items"))
    if back:
        found.append(("$ref", "", "recursion"))
    if not path and part.get("type") == "object" and "properties" not in part:
        found.append(("type", "", "root-without-properties"))
    return found


SILENT = frozenset({"title", "$schema", "$id", "$comment", "$anchor"})  # words without a meaning for model and server
DESCRIBED = 20_000  # characters that move into a description at most: one in another doubles its escapes at every level
INLINED = 200_000  # characters of definitions written out at most: few that use each other twice can grow without end


def _refused(part: dict[str, Any], word: str, path: Path, how: str, root: Any) -> Rewrite:
    before = part[word]
    change = _HOW.get(how)
    after = change(part, word, root) if change else _merged(part, word)
    if after is not None:
        lost = _lost(how, before)
        return Rewrite((*path, word), word, "rewritten", before, after, lost)
    part.pop(word, None)
    if how == "describe" and len(said := dumps(before)) <= DESCRIBED:
        note = f"{{{word}: {said}}}"
        part["description"] = f"{part['description']} {note}" if isinstance(part.get("description"), str) else note
        return Rewrite((*path, word), word, "moved", before, note, "stands only in the description there")
    return Rewrite((*path, word), word, "dropped", before, None, "has no home there")


def _lost(how: str, before: Any) -> str | None:
    """What a rewrite takes from the meaning."""
    if how == "declared":
        return "names only what is declared there"
    return "has only texts as values there" if _became_texts(how, before) else None


def _became_texts(how: str, before: Any) -> bool:
    values = before if how == "enum-strings" else [before] if how == "const-enum" else []
    return any(not isinstance(value, str) for value in values)


def _merged(part: dict[str, Any], word: str) -> Any:
    """A single schema in `allOf` is said beside it, where no keyword stands in both."""
    only = part[word][0] if word == "allOf" and isinstance(part[word], list) and len(part[word]) == 1 else None
    if not isinstance(only, dict) or "$ref" in only or only.keys() & (part.keys() - {word}):
        return None
    part.pop(word)
    part.update(only)
    return only


def _any_of(part: dict[str, Any], word: str, root: Any) -> Any:
    if "anyOf" in part:
        return None
    part["anyOf"] = part.pop(word)
    return {"anyOf": part["anyOf"]}


def _nullable(part: dict[str, Any], word: str, root: Any) -> Any:
    kinds = [kind for kind in part[word] if kind != "null"]
    if len(kinds) != 1:
        return None
    part[word], part["nullable"] = kinds[0], True
    return {"type": kinds[0], "nullable": True}


def _enum_strings(part: dict[str, Any], word: str, root: Any) -> Any:
    part[word] = [value if isinstance(value, str) else dumps(value) for value in part[word]]
    part["type"] = "string"
    return part[word]


def _const_enum(part: dict[str, Any], word: str, root: Any) -> Any:
    """An enum of one value; the language that has no `const` has enums of texts only."""
    part["enum"] = [part.pop(word)]
    if not isinstance(part["enum"][0], str):
        _enum_strings(part, "enum", root)
    return {"enum": part["enum"]}


def _items(part: dict[str, Any], word: str, root: Any) -> Any:
    part["items"] = {}
    return {"items": {}}


def _properties(part: dict[str, Any], word: str, root: Any) -> Any:
    part["properties"] = {}
    return {"properties": {}}


def _bound(part: dict[str, Any], word: str, root: Any) -> Any:
    """The boolean form of draft 4, in which another keyword holds the bound."""
    plain = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}[word]
    if part.get(word) is not True or plain not in part:
        return None
    part[word] = part.pop(plain)
    return {word: part[word]}


def _declared(part: dict[str, Any], word: str, root: Any) -> Any:
    missing = undeclared(part)
    part["required"] = [name for name in part["required"] if name not in missing]
    return {"required": part["required"]}


def _prefix_items(part: dict[str, Any], word: str, root: Any) -> Any:
    part["prefixItems"] = part.pop(word)
    if "additionalItems" in part:
        part["items"] = part.pop("additionalItems")
    return {"prefixItems": part["prefixItems"]}


def _inline(part: dict[str, Any], word: str, root: Any) -> Any:
    """The referenced schema in place of the reference; one that contains itself can't be written out."""
    target = _target(root, part[word])
    text = dumps(target)
    if not isinstance(target, dict) or len(text) > INLINED or f'"{part[word]}"' in text:
        return None
    part.pop(word)
    for key, value in read(text).values[0].items():
        part.setdefault(key, value)
    return {key: part[key] for key in target}


def _target(root: Any, ref: Any) -> Any:
    if not isinstance(ref, str) or not ref.startswith("#/"):
        return None
    try:
        return at(root, keys_of(ref[1:]))
    except (LookupError, TypeError):
        return None


_HOW = {
    "any-of": _any_of,
    "nullable": _nullable,
    "enum-strings": _enum_strings,
    "const-enum": _const_enum,
    "items": _items,
    "prefix-items": _prefix_items,
    "inline": _inline,
    "properties": _properties,
    "bound": _bound,
    "declared": _declared,
}


def _strict(part: dict[str, Any], path: Path, provider: Provider) -> Iterator[Rewrite]:
    """In strict modes: every property required (optional ones become nullable), every object closed."""
    properties = part.get("properties")
    if not is_object(part):
        return
    if provider.table.get("closed") and isinstance(properties, dict):
        yield from _undescribed(part, path, properties)
    if provider.table.get("required") == "all" and isinstance(properties, dict):
        required = listed(part, "required")
        optional = [name for name in properties if name not in required]
        for name in optional:
            before = properties[name]
            properties[name] = or_null(before)
            if properties[name] != before:
                yield Rewrite((*path, "properties", name), "required", "rewritten", before, properties[name])
        if optional:
            part["required"] = list(properties)
            yield Rewrite((*path, "required"), "required", "rewritten", required, part["required"])
    if provider.table.get("closed") and part.get("additionalProperties") is not False:
        before = part.get("additionalProperties")
        part["additionalProperties"] = False
        free = before is not None or (path and not properties)  # an empty root is a tool without arguments
        lost = "no longer lets other properties in" if free else None
        yield Rewrite((*path, "additionalProperties"), "additionalProperties", "rewritten", before, False, lost)


def _undescribed(part: dict[str, Any], path: Path, properties: Mapping[str, Any]) -> Iterator[Rewrite]:
    """Required names that no property describes: a closed object could never hold them."""
    before = listed(part, "required")
    known = [name for name in before if isinstance(name, str) and name in properties]
    if len(known) != len(before):
        part["required"] = known
        yield Rewrite(
            (*path, "required"), "required", "rewritten", before, known, "no longer asks for what no property describes"
        )


def or_null(schema: Any) -> Any:
    """The schema that also takes null."""
    if not isinstance(schema, dict) or schema.keys() & {"$ref", "oneOf", "allOf", "const", "not"}:
        return {"anyOf": [schema, NULL]}
    out = dict(schema)
    if "anyOf" in out:
        out["anyOf"] = [*listed(out, "anyOf"), NULL]
    elif "type" in out:
        kinds = out["type"] if isinstance(out["type"], list) else [out["type"]]
        out["type"] = [*kinds, *(["null"] if "null" not in kinds else [])]
    if isinstance(out.get("enum"), list) and None not in out["enum"]:
        out["enum"] = [*out["enum"], None]
    return out


def _root(schema: dict[str, Any], provider: Provider) -> Iterator[Rewrite]:
    """The root as the provider wants it: an object without the combinators it refuses there."""
    for word in provider.table["root"]["refuses"]:
        if word in schema:
            yield _refused(schema, word, (), "inline" if word == "$ref" else "describe", schema)
    yield from _typed(schema)


def _typed(schema: dict[str, Any]) -> Iterator[Rewrite]:
    """A root that says it is an object: arguments are nothing else, whatever else it lets through."""
    before = schema.get("type")
    if before is None or (isinstance(before, list) and "object" in before):
        schema["type"] = "object"
        lost = "no longer lets anything but an object through" if before and len(before) > 1 else None
        yield Rewrite(("type",), "type", "rewritten", before, "object", lost)


def _lowered(root: Any) -> Iterator[Rewrite]:
    """Types in capitals, as Gemini's own language has them, in the letters of JSON Schema."""
    for path, part in walk(root):
        kind = part.get("type") if isinstance(part, dict) else None
        if isinstance(kind, str) and kind not in TYPES and kind.lower() in TYPES:
            part["type"] = kind.lower()
            yield Rewrite((*path, "type"), "type", "rewritten", kind, part["type"])


def told(step: Rewrite) -> dict[str, Any]:
    """The step in the shape of a change of `convert`, but for document and tool."""
    return {
        "pointer": pointer(step.path), "keyword": step.keyword, "kind": step.kind, "before": step.before, "after": step.after,
    }  # fmt: skip
