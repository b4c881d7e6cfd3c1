"""Fixes: what a contract needs for one provider, as edits on the text the user gave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hopscope.contracts import rewriting
from hopscope.contracts.providers import Provider, Ruling
from hopscope.contracts.rewriting import Rewrite
from hopscope.contracts.shapes import Path
from hopscope.contracts.walk import at
from hopscope.findings import Fix
from hopscope.flow.contracts import schema_of
from hopscope.model import Mount
from hopscope.text.amend import amended
from hopscope.text.node import Node
from hopscope.text.numbers import equal
from hopscope.text.write import dumps


def of_ruling(mount: Mount, ruling: Ruling, provider: Provider) -> Fix | None:
    """The edits that mend one place of a mount for a provider; None where no single rewrite keeps the meaning."""
    schema = mount.input if mount.composed else written(mount, provider)
    remedy = rewriting.remedy(schema.value, ruling, provider) if schema else None
    if schema is None or remedy is None:
        return None
    path, part, title = remedy
    edits = _apart(schema, path, part) if mount.composed else amended(schema.get(*path), part)
    return _fix(title, edits)


def _apart(schema: Node, path: Path, part: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The edits for a part whose keywords may stand in several objects of the text: a parameter and its schema, say.

    None where a keyword that changes is not said in the text as it is in the schema that was put together.
    """
    before, stated = at(schema.value, path), dict(schema.get(*path).items())
    changed = [key for key in (*before, *part) if before.get(key) != part.get(key) or (key in before) != (key in part)]
    homes = [stated[key].around for key in changed if key in before and key in stated]
    if not homes or not all(
        key in stated and equal(stated[key].value, before[key]) for key in changed if key in before
    ):
        return None
    wanted: list[tuple[Node, dict[str, Any]]] = []
    for key in dict.fromkeys(changed):
        home = stated[key].around if key in before else homes[0]
        known = next((value for node, value in wanted if node.site == home.site), None)
        if known is None:
            known = dict(home.value) if isinstance(home.value, dict) else {}
            wanted.append((home, known))
        if key in part:
            known[key] = part[key]
        else:
            known.pop(key, None)
    edits = [amended(home, value) for home, value in wanted if home]
    found = [edit for one in edits for edit in one or ()]
    return found if all(edits) and len(edits) == len(wanted) else None


def of_name(name: Node, ruling: Ruling) -> Fix | None:
    """The edit that gives a tool a name that the provider takes; None where another tool has that name."""
    free = isinstance(name.value, str) and not ruling.params["collision"]
    return _fix(f"Rename it to {ruling.params['safe']}", amended(name, ruling.params["safe"])) if free else None


def of_root(mount: Mount, provider: Provider) -> Fix | None:
    """The edits that give a schema the root that a provider wants."""
    schema = written(mount, provider)
    root = rewriting.rooted(schema.value, provider) if schema else None
    return _fix("Write a root that it takes", amended(schema, root)) if schema and root is not None else None


def closing(mount: Mount, path: Path) -> Fix | None:
    """The edit that closes an object."""
    schema = written(mount, None)
    part = schema.get(*path) if schema else None
    closed = {**part.value, "additionalProperties": False} if part and isinstance(part.value, dict) else None
    return _fix("Set additionalProperties to false", amended(part, closed)) if part and closed else None


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A mount's whole input schema in a provider's form: the edits on the text, each step, and the schema itself."""

    fix: Fix | None
    steps: tuple[Rewrite, ...]
    before: Any
    schema: Any


def whole(mount: Mount, provider: Provider, *, strip: bool = False) -> Rewritten | None:
    """The rewrite of a mount's input schema for a provider; None where it has none, or nothing has to change."""
    if mount.input is None or mount.kind != "function":
        return None
    node = written(mount, provider)
    before = node.value if node else schema_of(mount)
    schema, steps = rewriting.rewritten(before, provider, strip=strip)
    if not any(step.after is not step.before for step in steps):
        return None
    title = f"Rewrite it for {provider.label}"
    return Rewritten(_fix(title, amended(node, schema)) if node else None, tuple(steps), before, schema)


def told(mount: Mount, provider: Provider) -> dict[str, Any] | None:
    """The rewrite as `lint` tells it, with the schema before and after as text."""
    found = whole(mount, provider)
    if found is None:
        return None
    other = whole(mount, provider, strip=True)
    shorter = other and other.schema != found.schema
    return {**_told(found), "stripped": _told(other) if other and shorter else None}


def _told(found: Rewritten) -> dict[str, Any]:
    return {
        "fix": found.fix.json() if found.fix else None,
        "changes": [{**rewriting.told(step), "lost": step.lost} for step in found.steps],
        "before_text": dumps(found.before, indent=2),
        "after_text": dumps(found.schema, indent=2),
    }


def written(mount: Mount, provider: Provider | None) -> Node | None:
    """The input schema where it stands in the text in a language that the provider reads, so that it can be edited there."""
    if mount.input is None or mount.composed or (mount.judged is not None and not in_own_language(mount, provider)):
        return None
    return mount.input


def in_own_language(mount: Mount, provider: Provider | None) -> bool:
    """Whether a schema is written in Gemini's own language, and for a provider that reads it."""
    return mount.input_dialect == "openapi" and provider is not None and provider.table.get("field") == "parameters"


def _fix(title: str, edits: Sequence[Mapping[str, Any]] | None) -> Fix | None:
    return Fix(title, tuple(edits)) if edits else None
