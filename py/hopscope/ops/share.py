"""`share.write` and `share.read`: a case as a link, with its secrets masked, and a link as a case."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hopscope.findings import Finding, make
from hopscope.flow import links
from hopscope.flow.links.streamed import streamed
from hopscope.flow.links.whereabouts import Whereabouts
from hopscope.secrets import Secret, find, masked

_SHOWN = 72
_LISTED = 1000  # secrets told one by one; the rest are counted, and always masked
_WORD = re.compile(r"[\w.+/=~-]+")
_SEARCH_BUDGET = 200_000_000  # values × characters
_SEARCHED = 8  # a secret of this length is masked wherever its text stands, not only where it was recognised

Slice = tuple[int, int, int]  # the number of a document, start and end in code points


@dataclass(slots=True)
class Found:
    """One secret value: what it is, its masked form, and its slices by document; `pieces` is what a slice of a part shows."""

    kind: str
    shown: str
    places: list[Slice] = field(default_factory=list)
    pieces: dict[Slice, str] = field(default_factory=dict)


def write(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `share.write`: the link of `state` with all secrets masked but those whose index is in `keep`.

    `state` in the reply is what the link carries, masks and all. A link over the limit is not offered: `fragment` is
    empty, `length` tells how long it would be, and `state` can still go into a file.
    """
    state = links.restore(params["state"])
    texts = [document["text"] for document in state["documents"]]
    secrets = secrets_of(texts, [document["name"] for document in state["documents"]])
    kept = set(params.get("keep", ()))
    cleared = _cleared(texts, [one for at, one in enumerate(secrets) if at not in kept])
    for document, text in zip(state["documents"], cleared, strict=True):
        document["text"] = text
    link = links.write(state)
    told = [one.json() for one in _told(params["state"], secrets[:_LISTED])]
    rest = {"state": state, "secrets": told, "more": len(secrets) - len(told)}
    if isinstance(link, links.Fault):
        refused = make(link.code, **link.params)
        return {"fragment": "", "length": refused.params["measured"], **rest, "findings": [refused.json()]}
    return {"fragment": link, "length": len(link), **rest, "findings": []}


def secrets_of(texts: list[str], names: list[str]) -> list[Found]:
    """The distinct secret values of several texts, in the order in which they first occur."""
    found: dict[str, Found] = {}
    for number, text in enumerate(texts):
        joined = sorted(_note_streamed(found, number, names[number], text))
        for secret in find(text):
            at = bisect_right(joined, (secret.end,))
            if at == 0 or not joined[at - 1][0] <= secret.start < secret.end <= joined[at - 1][1]:
                _note(found, number, text, secret)
    _everywhere(found, texts)
    return list(found.values())


def _everywhere(found: dict[str, Found], texts: list[str]) -> None:
    """Adds the places at which a secret's text stands without having been recognised there."""
    values = {value for value in found if len(value) >= _SEARCHED}
    few = len(values) * sum(map(len, texts)) <= _SEARCH_BUDGET
    for number, text in enumerate(texts):
        for value, start in _literal(text, values) if few else _as_words(text, values):
            place = (number, start, start + len(value))
            found[value].places.append(place)
    for one in found.values():
        one.places = sorted(set(one.places))


def _literal(text: str, values: set[str]) -> Iterator[tuple[str, int]]:
    for value in values:
        at = text.find(value)
        while at >= 0:
            yield value, at
            at = text.find(value, at + len(value))


def _as_words(text: str, values: set[str]) -> Iterator[tuple[str, int]]:
    """The same for so many values that each cannot be searched by itself: only where they stand as a word."""
    return ((match[0], match.start()) for match in _WORD.finditer(text) if match[0] in values)


def _note(found: dict[str, Found], number: int, text: str, secret: Secret) -> None:
    _found(found, text, secret).places.append((number, secret.start, secret.end))


def _note_streamed(found: dict[str, Found], number: int, name: str, text: str) -> Iterator[tuple[int, int]]:
    """Notes the secrets of what a stream sent in pieces, which show no name, or no whole secret; their slices."""
    for source in streamed(name, text):
        for secret in find(source.text):
            slices = [(number, span.start, span.end) for span in source.spans(secret.start, secret.end)]
            one = _found(found, source.text, secret)
            one.pieces |= _pieces(one.shown, slices)
            one.places += slices
            yield from ((start, end) for _, start, end in slices)


def _pieces(shown: str, slices: list[Slice]) -> dict[Slice, str]:
    """A masked form shared out among the pieces of a text, each as long as before where the form is long enough."""
    shared, done = {}, 0
    for slice_ in slices:
        length = slice_[2] - slice_[1]
        shared[slice_] = shown[done : done + length] if slice_ is not slices[-1] else shown[done:]
        done += length
    return shared


def _found(found: dict[str, Found], text: str, secret: Secret) -> Found:
    value = text[secret.start : secret.end]
    if value not in found:
        found[value] = Found(secret.kind, masked(secret.kind, value, secret.keep, len(found) + 1))
    return found[value]


def _cleared(texts: list[str], secrets: list[Found]) -> list[str]:
    slices: dict[int, list[tuple[int, int, str]]] = {}
    for secret in secrets:
        for place in secret.places:
            number, start, end = place
            slices.setdefault(number, []).append((start, end, secret.pieces.get(place, secret.shown)))
    return [_replaced(text, sorted(slices.get(number, ()), key=_widest_first)) for number, text in enumerate(texts)]


def _widest_first(piece: tuple[int, int, str]) -> tuple[int, int]:
    return piece[0], -piece[1]


def _replaced(text: str, pieces: list[tuple[int, int, str]]) -> str:
    out, done = [], 0
    for start, end, shown in pieces:
        if start >= done:
            out += [text[done:start], shown]
        done = max(done, end)
    return "".join([*out, text[done:]])


def _told(state: dict[str, Any], secrets: list[Found]) -> list[Finding]:
    documents = links.restore(state)["documents"]
    maps = {number: Whereabouts(**documents[number]) for one in secrets for number, *_ in one.places}
    return [_finding(one, maps, documents) for one in secrets]


def _finding(one: Found, maps: dict[int, Whereabouts], documents: list[dict[str, str]]) -> Finding:
    at, *related = [maps[number].place(start, end) for number, start, end in one.places[:50]]
    kind = one.kind[0].upper() + one.kind[1:]
    shown = one.shown if len(one.shown) <= _SHOWN else one.shown[: _SHOWN - 1] + "…"
    told: dict[str, Any] = {"kind": kind, "document": at.document, "masked": shown, "count": len(one.places)}
    return make("link-secret", at, related=related, **told)


def read(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `share.read`: the state of a link with defaults filled in, or null and what is wrong with the link."""
    state = links.read(params["fragment"])
    if isinstance(state, links.Fault):
        return {"state": None, "findings": [make(state.code, **state.params).json()]}
    return {"state": state, "findings": []}
