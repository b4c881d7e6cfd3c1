"""References: the registry they are looked up in, which is all there is, and those that lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from jsonschema_specifications import REGISTRY as SPECIFICATIONS  # type: ignore[import-untyped]
from referencing import Registry

from hopscope.contracts import drafts, words
from hopscope.contracts.lookups import Code, code_of, lookup
from hopscope.contracts.near import nearest_name
from hopscope.contracts.shapes import Path, SchemaFault
from hopscope.contracts.walk import NONE, Keywords, children


def resolver_of(schema: Any, draft: drafts.Draft, documents: Mapping[str, Any]) -> Any:
    """A resolver at the root of a schema; it knows the schema, the documents given and the drafts, and fetches nothing."""
    resources = [(uri, _resource(value, draft)) for uri, value in documents.items() if isinstance(value, dict)]
    root = draft.specification.create_resource(schema if isinstance(schema, dict) else {})
    base = root.id() or ""
    registry = SPECIFICATIONS.combine(Registry().with_resources([*resources, (base, root)]))
    return registry.crawl().resolver(base)


def _resource(value: dict[str, Any], default: drafts.Draft) -> Any:
    return (drafts.named(value.get("$schema")) or default).specification.create_resource(value)


def faults(schema: Any, validator: Any, foreign: Keywords = NONE) -> Iterator[SchemaFault]:
    """The references of a schema that cannot be followed, one fault for each target."""
    missing: dict[str, list[Path]] = {}
    ending: set[int] = set()
    codes: dict[str, Code] = {}
    for path, ref, resolver in _references(schema, validator, foreign):
        found = lookup(resolver, ref)
        if found is None:
            missing.setdefault(ref, []).append(path)
            codes[ref] = code_of(resolver, ref)
        elif not isinstance(found.contents, (dict, bool)):
            yield _dead_end(ref, path, "which is no schema")
        elif _only_itself(found, validator, ending):
            yield _dead_end(ref, path, "which leads only back to itself")
    for ref, paths in missing.items():
        yield _fault(codes[ref], ref, paths, schema)


def _references(schema: Any, validator: Any, foreign: Keywords) -> Iterator[tuple[Path, str, Any]]:
    pending: list[tuple[Path, Any, Any]] = [((), schema, validator)]
    while pending:
        path, part, around = pending.pop()
        inner = around.within(part)
        if isinstance(part, dict):
            for keyword in ("$ref", "$dynamicRef"):
                if isinstance(part.get(keyword), str) and keyword in inner.VALIDATORS:
                    yield (*path, keyword), part[keyword], inner._resolver
        pending.extend(reversed([((*path, *steps), one, inner) for steps, one in children(part, foreign)]))


def _only_itself(found: Any, validator: Any, ending: set[int]) -> bool:
    """Whether following references alone comes back to where it was; `ending` are the schemas known to lead to an end."""
    seen: set[int] = set()
    while isinstance(found.contents, dict) and isinstance(found.contents.get("$ref"), str):
        if id(found.contents) in seen:
            return True
        if id(found.contents) in ending:
            break
        seen.add(id(found.contents))
        found = lookup(validator.within(found.contents, found.resolver)._resolver, found.contents["$ref"])
        if found is None:
            break
    ending |= seen
    return False


def _dead_end(ref: str, path: Path, why: str) -> SchemaFault:
    sentence = f"{words.pointer(path)} refers to {words.quoted(ref)}, {why}."
    return SchemaFault("schema-ref-unresolved", path, sentence, {"ref": ref, "sentence": sentence})


def _fault(code: Code, ref: str, paths: list[Path], schema: Any) -> SchemaFault:
    at = words.pointer(paths[0])
    if code == "schema-ref-remote":
        rest = "which is another document: it is never fetched, paste it to have it used."
        near = None
    else:
        near = _nearest(ref, schema)
        rest = "which leads nowhere in this document" + (f"; did you mean {words.quoted(near)}?" if near else ".")
    sentence = f"{at} refers to {words.quoted(ref, 200)}, {rest}"
    params = {"ref": ref, "sentence": sentence, "count": len(paths), "nearest": near}
    return SchemaFault(code, paths[0], sentence, params, tuple(paths[1:]))


def target_path(ref: object) -> Path | None:
    """The keys of a reference that is a plain pointer into its own document, list positions as numbers."""
    if not isinstance(ref, str) or not ref.startswith("#/"):
        return None
    return tuple(_step(unquote(key).replace("~1", "/").replace("~0", "~")) for key in ref[2:].split("/"))


def _step(key: str) -> str | int:
    return int(key) if key.isdigit() and key.isascii() and len(key) < 9 else key


def _nearest(ref: str, schema: Any) -> str | None:
    """The pointer that was probably meant: the same way with another last name."""
    keys = [str(key) for key in target_path(ref) or ()]
    if not keys:
        return None
    for key in keys[:-1]:
        if not isinstance(schema, dict) or key not in schema:
            return None
        schema = schema[key]
    name = nearest_name(keys[-1], schema) if isinstance(schema, dict) else None
    return None if name is None else "#" + words.pointer((*keys[:-1], name))
