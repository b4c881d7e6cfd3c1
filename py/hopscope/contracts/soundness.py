"""Whether a schema is one: held against its draft's own schema, and without the keywords that are not valid in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from hopscope.contracts import drafts, explain, references, words
from hopscope.contracts._judge import Judged, judge
from hopscope.contracts._run import Miss
from hopscope.contracts.shapes import Path, SchemaFault, Violation
from hopscope.contracts.walk import at, replaced, walk

_MOST = 1_000


@cache
def _metavalidator(draft: drafts.Draft) -> Any:
    schema = draft.metaschema
    return draft.validator(schema, registry=None, _resolver=references.resolver_of(dict(schema), draft, {}))


def judged(schema: Any, draft: drafts.Draft) -> Judged:
    """The misses of a schema against its draft's own schema."""
    validator = _metavalidator(draft)
    return judge(validator, validator.schema, schema, _MOST, None)


def _nowhere(miss: Miss) -> tuple[str, Path]:
    return "", tuple(miss.facts["steps"])


def faults(schema: Any, misses: Iterable[Miss], document: str = "") -> Iterator[SchemaFault]:
    """What a draft's own schema says against a schema, one fault for each keyword that is wrong."""
    for one in explain.explained(misses, schema, _nowhere):
        path = one.path
        keyword = next((step for step in reversed(path) if isinstance(step, str)), "")
        message = re.sub(r"\bThe value\b", "The schema", one.message, count=1)
        params = {"sentence": message, "keyword": keyword, "path": words.pointer(path), "rule": _rule(one)}
        yield SchemaFault("schema-invalid", path, message, params, document=document, at_key=one.at_key)


def _rule(violation: Violation) -> str:
    return f"must be {violation.expected}"


def sound(schema: Any, misses: Iterable[Miss]) -> Any:
    """The schema without its invalid keywords; whoever comes by their place is told that it cannot be judged."""
    places = {path for path, _ in walk(schema)}
    withheld: dict[Path, set[Any]] = {}
    for miss in misses:
        here, keyword = _keyword(tuple(miss.path), places)
        withheld.setdefault(here, set()).add(keyword)
    for path in sorted(withheld, key=len, reverse=True):
        schema = replaced(schema, {path: _without(at(schema, path), withheld[path])})
    return schema


def _keyword(path: Path, places: set[Path]) -> tuple[Path, Any]:
    """The innermost schema round a place, and the keyword of it that leads there (None: the schema itself)."""
    here = next(path[:size] for size in range(len(path), -1, -1) if path[:size] in places)
    return here, path[len(here)] if len(path) > len(here) else None


def _without(schema: Any, keywords: set[Any]) -> Any:
    kept = {k: v for k, v in schema.items() if k not in keywords} if isinstance(schema, dict) else {}
    return {**kept, drafts.UNJUDGED: [{"reason": "schema-invalid"}]}
