"""A schema made ready: its dialect, its references, its own faults, and checks against it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hopscope.contracts import allowance, drafts, explain, faults, kinds, merge, references, words
from hopscope.contracts._judge import PASSED, Judged, judge
from hopscope.contracts._run import Miss, TimeUp, running
from hopscope.contracts.shapes import Open, Outcome, Path, SchemaFault, Violation
from hopscope.contracts.vocabularies import own_dialect
from hopscope.limits import FINDINGS
from hopscope.text.write import dumps

DEFAULT_DIALECT = drafts.DEFAULT
_KEPT = 256
_VALID = Outcome(True)


class Compiled:
    """A schema ready for checks; made by `compile`, never changed.

    `sound` is the schema without its invalid keywords, `validator` jsonschema's validator for it.
    """

    def __init__(self, schema: Any, default_dialect: str, documents: Mapping[str, Any]) -> None:
        self.schema = schema
        self.draft = _draft_of(schema, default_dialect, documents)
        self.documents = dict(documents)
        self.sound, invalid = faults.of_validity(schema, self.draft)
        others = {uri: _sound_document(value, self.draft) for uri, value in documents.items()}
        self.validator = _validator(self.sound, self.draft, others)
        self._with_formats = self.validator.with_formats()
        self._places = _places({"": self.sound, **others})
        sound = _in_time(faults.of_sound(self.sound, self.validator, self.draft), self.sound)
        self.faults: tuple[SchemaFault, ...] = (*faults.of_dialect(schema, self.draft), *invalid, *sound)

    def check(
        self,
        instance: Any,
        *,
        formats: bool = True,
        limit: int = FINDINGS,
        deadline: float | None = None,
        whole: str = words.WHOLE,
    ) -> Outcome:
        """Hold an instance against the schema.

        `limit` is the most violations told, the rest is counted; `deadline` is a time of `time.monotonic()` past which
        the check stops and leaves open what it has not seen (as long as one check may take where none is given);
        `whole` is what sentences call the whole instance.
        """
        judged = self._judged(instance, formats, limit, deadline)
        if judged is PASSED:
            return _VALID
        if not judged.misses:
            return Outcome(judged.valid, open=_open(judged.reasons))
        told = explain.explained(judged.misses, instance, self.where)

        def again(mended: Any) -> list[Violation] | None:
            second = self._judged(mended, formats, limit, deadline)
            stopped = any(facts["reason"] in ("time", "depth") for facts in second.reasons)
            return None if stopped else explain.explained(second.misses, mended, self.where)

        told = merge.in_order(kinds.named(told, instance, again), instance)
        told = [one.about(words.WHOLE, whole) for one in told] if whole != words.WHOLE else told
        return Outcome(judged.valid, tuple(told[:limit]), judged.more + len(told[limit:]), _open(judged.reasons))

    def counted(self, instance: Any, *, formats: bool = True) -> Outcome:
        """As `check`, but every violation is counted and none is told."""
        judged = self._judged(instance, formats, 1, None)
        return Outcome(judged.valid, more=len(judged.misses) + judged.more, open=_open(judged.reasons))

    def passes(self, instance: Any, *, formats: bool = True, deadline: float | None = None) -> bool | None:
        """Whether an instance is valid, without words; None where that stayed open."""
        return self._judged(instance, formats, 1, deadline).valid

    def _judged(self, instance: Any, formats: bool, limit: int, deadline: float | None) -> Judged:
        validator = self._with_formats if formats else self.validator
        return judge(validator, self.sound, instance, limit, deadline)

    def where(self, miss: Miss) -> tuple[str, Path]:
        """The document and path of the keyword that a miss comes from."""
        document, path = self._places.get(id(miss.schema), ("", ()))
        return document, (*path, *miss.facts.get("steps", ()))


def _in_time(found: Iterable[SchemaFault], schema: Any) -> Iterator[SchemaFault]:
    """What is found before the time of one check is over."""
    with running(allowance.deadline(schema)):
        try:
            yield from found
        except TimeUp:
            return


def _open(reasons: Iterable[Mapping[str, Any]]) -> tuple[Open, ...]:
    """Each reason once."""
    first: dict[tuple[str, str | None], Mapping[str, Any]] = {}
    for one in reasons:
        first.setdefault((one["reason"], one.get("pattern")), one)
    return tuple(Open(one["reason"], _named(one), tuple(one.get("path", ()))) for one in first.values())


def _named(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: facts[name] for name in ("ref", "pattern", "left") if facts.get(name) is not None}


def _draft_of(schema: Any, default: str, documents: Mapping[str, Any]) -> drafts.Draft:
    declared = schema.get("$schema") if isinstance(schema, dict) else None
    own = drafts.named(declared) or own_dialect(declared, documents)
    return own or drafts.named(default) or drafts.BY_URI[drafts.DEFAULT]


def _sound_document(value: Any, around: drafts.Draft) -> Any:
    """A pasted schema without its invalid keywords; what is wrong with it is told where it is judged by itself."""
    return compile(value, around.uri).sound


def _validator(schema: Any, draft: drafts.Draft, documents: Mapping[str, Any]) -> Any:
    root = schema if isinstance(schema, dict) else {}
    return draft.over(root, references.resolver_of(root, draft, documents))


def _places(documents: Mapping[str, Any]) -> dict[int, tuple[str, Path]]:
    """Where each object of the schema documents stands, by identity."""
    found: dict[int, tuple[str, Path]] = {}
    pending: list[tuple[Any, str, Path]] = [(value, name, ()) for name, value in documents.items()]
    while pending:
        value, name, path = pending.pop()
        if isinstance(value, dict):
            found.setdefault(id(value), (name, path))
            pending.extend((part, name, (*path, key)) for key, part in value.items())
        elif isinstance(value, list):
            pending.extend((part, name, (*path, index)) for index, part in enumerate(value))
    return found


_ALONE: Mapping[str, Any] = {}
_held: OrderedDict[int, tuple[Any, str, Mapping[str, Any], Compiled]] = OrderedDict()
"""The last schemas by identity: writing a schema out to look it up by content costs as much as a small check."""
_memo: OrderedDict[tuple[str, str, tuple[tuple[str, str], ...]], Compiled] = OrderedDict()


def compile(  # noqa: A001
    schema: Any, default_dialect: str = DEFAULT_DIALECT, documents: Mapping[str, Any] | None = None
) -> Compiled:
    """A schema ready for checks, from a memo where the same content was compiled before.

    `documents` are further schemas by URI that references may lead to; nothing is ever fetched.
    """
    documents = documents or _ALONE
    held = _held.get(id(schema))
    if held is not None and held[0] is schema and held[1] == default_dialect and held[2] is documents:
        return held[3]
    compiled = _by_content(schema, default_dialect, documents)
    if isinstance(schema, dict):
        _held[id(schema)] = (schema, default_dialect, documents, compiled)
        while len(_held) > _KEPT:
            _held.popitem(last=False)
    return compiled


def _by_content(schema: Any, default_dialect: str, documents: Mapping[str, Any]) -> Compiled:
    key = (dumps(schema), default_dialect, tuple((uri, dumps(value)) for uri, value in documents.items()))
    compiled = _memo.pop(key, None) or Compiled(schema, default_dialect, documents)
    _memo[key] = compiled
    while len(_memo) > _KEPT:
        _memo.popitem(last=False)
    return compiled
