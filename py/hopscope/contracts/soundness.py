"""Whether a schema is one: held against its draft's own schema, and without the keywords that are not valid in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Any
from urllib.parse import urljoin

from hopscope.contracts import drafts, explain, references, words
from hopscope.contracts._judge import Judged, judge
from hopscope.contracts._run import Miss
from hopscope.contracts.shapes import Path, SchemaFault
from hopscope.contracts.walk import MANY, NAMED, ONE, Keywords, at, replaced, walk

_MOST = 1_000


@cache
def _metavalidator(draft: drafts.Draft) -> Any:
    schema = _flat(draft)
    return draft.over(schema, references.resolver_of(schema, draft, {}))


def _flat(draft: drafts.Draft) -> dict[str, Any]:
    """The draft's own schema in one piece: the vocabularies of the newer drafts side by side, as they only add keywords.

    Held against them one after the other, a schema of six properties took seven times as long.
    """
    schema = dict(draft.metaschema)
    parts = [references.SPECIFICATIONS.contents(urljoin(draft.uri, part["$ref"])) for part in schema.get("allOf", ())]
    if not parts:
        return schema
    tables = [schema, *parts]
    flat: dict[str, dict[str, Any]] = {"properties": {}, "$defs": {}}
    for name, table in product(flat, tables):
        flat[name] |= table.get(name, {})
    return {"$schema": draft.uri, "type": ["object", "boolean"], **_closed(flat)}


def _closed(part: Any) -> Any:
    """With every reference to "this schema, extended" led back to the one piece."""
    if isinstance(part, list):
        return [_closed(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    if isinstance(part.get("$dynamicRef", part.get("$recursiveRef")), str):
        return {"$ref": "#"}
    return {key: _closed(value) for key, value in part.items()}


@cache
def foreign(draft: drafts.Draft) -> Keywords:
    """The keywords that hold schemas in other drafts and mean nothing in this one: what they hold is never looked at."""
    return frozenset((ONE | MANY | NAMED) - _metavalidator(draft).schema["properties"].keys())


def judged(schema: Any, draft: drafts.Draft) -> Judged:
    """The misses of a schema against its draft's own schema."""
    validator = _metavalidator(draft)
    return judge(validator, validator.schema, schema, _MOST, None)


def _nowhere(miss: Miss) -> tuple[str, Path]:
    return "", tuple(miss.facts["steps"])


def roots(schema: Any, unknown: Keywords) -> list[Path]:
    """Where schemas start: the whole, and what references lead to in places where no keyword of ours puts a schema."""
    found: list[Path] = []
    seen: set[Path] = set()
    pending: list[Path] = [()]
    while pending:
        root = pending.pop()
        if root in seen:
            continue
        found.append(root)
        parts = dict(walk(at(schema, root), root, unknown))
        seen |= parts.keys()
        targets = [references.target_path(part.get("$ref")) for part in parts.values() if isinstance(part, dict)]
        pending += [path for path in targets if path and not _round(path, seen) and _is_there(schema, path)]
    return found


def _round(path: Path, seen: set[Path]) -> bool:
    """Whether a place is a schema already, or holds schemas without being one."""
    return any(one[: len(path)] == path for one in seen)


def _is_there(schema: Any, path: Path) -> bool:
    try:
        return isinstance(at(schema, path), (dict, bool))
    except (LookupError, TypeError):
        return False


def faults(schema: Any, misses: Iterable[Miss], prefix: Path = ()) -> Iterator[SchemaFault]:
    """What a draft's own schema says against a schema, one fault for each keyword that is wrong."""
    for one in explain.explained(misses, schema, _nowhere):
        path = (*prefix, *one.path)
        keyword = next((step for step in reversed(path) if isinstance(step, str)), "")
        subject = words.pointer(path) or "The schema"
        message = one.message.replace(words.subject(one.path), subject, 1)
        rule = f"must be {one.expected}"
        params = {"sentence": message, "keyword": keyword, "path": words.pointer(path), "rule": rule}
        yield SchemaFault("schema-invalid", path, message, params, at_key=one.at_key)


def sound(schema: Any, misses: Iterable[Miss], unknown: Keywords) -> Any:
    """The schema without its invalid keywords; whoever comes by their place is told that it cannot be judged."""
    places = {path for path, _ in walk(schema, foreign=unknown)}
    withheld: dict[Path, set[Any]] = {}
    for path in (path for miss in misses for path in _innermost(miss, ())):
        here, keyword = _keyword(path, places)
        withheld.setdefault(here, set()).add(keyword)
    for path in sorted(withheld, key=len, reverse=True):
        schema = replaced(schema, {path: _without(at(schema, path), withheld[path])})
    return schema


def _innermost(miss: Miss, base: Path) -> Iterator[Path]:
    """Where a miss really stands: what may be a boolean or a schema, and is an object, is wrong by the schema's rules."""
    path = (*base, *miss.path)
    for errors in miss.facts.get("branches", ()):
        if not any(error.facts.get("keyword") == "type" and not error.path for error in errors):
            for error in errors:
                yield from _innermost(error, path)
            return
    yield path


def _keyword(path: Path, places: set[Path]) -> tuple[Path, Any]:
    """The innermost schema round a place, and the keyword of it that leads there (None: the schema itself)."""
    here = next(path[:size] for size in range(len(path), -1, -1) if path[:size] in places)
    return here, path[len(here)] if len(path) > len(here) else None


def _without(schema: Any, keywords: set[Any]) -> Any:
    kept = {k: v for k, v in schema.items() if k not in keywords} if isinstance(schema, dict) else {}
    return {**kept, drafts.UNJUDGED: [{"reason": "schema-invalid"}]}
