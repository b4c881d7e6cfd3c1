"""A schema rewritten so that a provider takes it: what its rules refuse is said another way, moved into words, or dropped.

Every step is told. What the provider would merely ignore stays, and is told as lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from hopscope.contracts.providers import Provider, uses
from hopscope.contracts.shapes import Path
from hopscope.contracts.walk import at, walk
from hopscope.contracts.words import pointer
from hopscope.text.reader import read
from hopscope.text.write import dumps

NULL = {"type": "null"}


@dataclass(frozen=True, slots=True)
class Rewrite:
    """One step: what stood at `path` before and after (None where nothing), and in words what is lost by it, if anything."""

    path: Path
    keyword: str
    kind: Literal["renamed", "moved", "rewritten", "dropped"]
    before: Any
    after: Any
    lost: str | None = None


def rewritten(schema: Any, provider: Provider) -> tuple[Any, list[Rewrite]]:
    """The schema in the provider's form, with the steps that led there, inner parts before outer ones."""
    copy = read(dumps(schema)).values[0]
    steps: list[Rewrite] = []
    for path, part in reversed(list(walk(copy))):
        if isinstance(part, dict):
            steps += _part(part, path, provider, copy)
    if isinstance(copy, dict):
        steps += _root(copy, provider)
    return copy, steps


def _part(part: dict[str, Any], path: Path, provider: Provider, root: Any) -> Iterator[Rewrite]:
    for inner, keyword, use in [one for one in uses(part) if len(one[0]) == 1]:
        rule = provider.rule(keyword, use)
        word = str(inner[-1])
        if word not in part or rule is None:
            continue
        if rule["is"] == "rejected":
            yield _refused(part, word, path, rule.get("rewrite", "drop"), root)
        elif rule["is"] == "ignored" and word not in SILENT:
            yield Rewrite((*path, word), word, "rewritten", part[word], part[word], "is accepted and ignored there")
    yield from _strict(part, path, provider)


SILENT = frozenset({"title", "$schema", "$id", "$comment", "$anchor", "examples", "example", "deprecated", "default"})


def _refused(part: dict[str, Any], word: str, path: Path, how: str, root: Any) -> Rewrite:
    before = part[word]
    change = _HOW.get(how)
    after = change(part, word, root) if change else None
    if after is not None:
        return Rewrite((*path, word), word, "rewritten", before, after)
    part.pop(word, None)
    if how == "describe":
        note = f"{{{word}: {dumps(before)}}}"
        part["description"] = f"{part['description']} {note}" if isinstance(part.get("description"), str) else note
        return Rewrite((*path, word), word, "moved", before, note, "stands only in the description there")
    return Rewrite((*path, word), word, "dropped", before, None, None if word in SILENT else "has no home there")


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
    part["enum"] = [part.pop(word)]
    return {"enum": part["enum"]}


def _items(part: dict[str, Any], word: str, root: Any) -> Any:
    part["items"] = {}
    return {"items": {}}


def _prefix_items(part: dict[str, Any], word: str, root: Any) -> Any:
    part["prefixItems"] = part.pop(word)
    if "additionalItems" in part:
        part["items"] = part.pop("additionalItems")
    return {"prefixItems": part["prefixItems"]}


def _inline(part: dict[str, Any], word: str, root: Any) -> Any:
    """The referenced schema in place of the reference; one that contains itself can't be written out."""
    target = _target(root, part[word])
    if not isinstance(target, dict) or f'"{part[word]}"' in dumps(target):
        return None
    part.pop(word)
    for key, value in read(dumps(target)).values[0].items():
        part.setdefault(key, value)
    return {key: part[key] for key in target}


def _target(root: Any, ref: Any) -> Any:
    if not isinstance(ref, str) or not ref.startswith("#/"):
        return None
    steps = [step.replace("~1", "/").replace("~0", "~") for step in ref[2:].split("/")]
    try:
        return at(root, tuple(steps))
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
}


def _strict(part: dict[str, Any], path: Path, provider: Provider) -> Iterator[Rewrite]:
    """In strict modes: every property required (optional ones become nullable), every object closed."""
    properties = part.get("properties")
    if not isinstance(properties, dict) and part.get("type") != "object":
        return
    if provider.table.get("required") == "all" and isinstance(properties, dict):
        required = part.get("required") if isinstance(part.get("required"), list) else []
        optional = [name for name in properties if name not in required]
        for name in optional:
            before = properties[name]
            properties[name] = or_null(before)
            yield Rewrite((*path, "properties", name), "required", "rewritten", before, properties[name])
        if optional:
            part["required"] = list(properties)
            yield Rewrite((*path, "required"), "required", "rewritten", required, part["required"])
    if provider.table.get("closed") and part.get("additionalProperties") is not False:
        before = part.get("additionalProperties")
        part["additionalProperties"] = False
        lost = "no longer lets other properties in" if before not in (None, True) or not properties else None
        yield Rewrite((*path, "additionalProperties"), "additionalProperties", "rewritten", before, False, lost)


def or_null(schema: Any) -> Any:
    """The schema that also takes null."""
    if not isinstance(schema, dict) or schema.keys() & {"$ref", "oneOf", "allOf", "const", "not"}:
        return {"anyOf": [schema, NULL]}
    out = dict(schema)
    if "anyOf" in out:
        out["anyOf"] = [*out["anyOf"], NULL]
    elif "type" in out:
        kinds = out["type"] if isinstance(out["type"], list) else [out["type"]]
        out["type"] = [*kinds, *(["null"] if "null" not in kinds else [])]
    if isinstance(out.get("enum"), list) and None not in out["enum"]:
        out["enum"] = [*out["enum"], None]
    return out


def _root(schema: dict[str, Any], provider: Provider) -> Iterator[Rewrite]:
    """The root as the provider wants it: an object without the combinators it refuses there."""
    if schema.get("type") is None:
        schema["type"] = "object"
        yield Rewrite(("type",), "type", "rewritten", None, "object")
    for word in provider.table["root"]["refuses"]:
        if word in schema:
            yield _refused(schema, word, (), "describe", schema)


def told(step: Rewrite) -> dict[str, Any]:
    """The step in the shape of a change of `convert`, but for document and tool."""
    return {
        "pointer": pointer(step.path), "keyword": step.keyword, "kind": step.kind, "before": step.before, "after": step.after,
    }  # fmt: skip
