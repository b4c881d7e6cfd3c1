"""The one door: JSON text in, JSON text out.

A request names a method. An error is a bad request or a bug; faults in the user's documents are findings.
"""

from __future__ import annotations

import gc
import json
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Literal

from hopscope import contracts, limits, promises
from hopscope.contracts import allowance, watch
from hopscope.flow.offering import BadTarget
from hopscope.ops import calls, convert, describe, diff, format, lint, propose, query, share, trace, validate
from hopscope.text import recent
from hopscope.text.depth import depth
from hopscope.text.jsonpath import BadPath
from hopscope.text.numbers import is_number, number, text_of
from hopscope.text.outline import unescaped
from hopscope.text.write import dumps

BESIDE = 4096  # a string at least this long travels beside the envelope
PART = 200  # items of a list that stand in one text
_MARK = '{"$text":'
Ahead = Callable[[str, str, list[str]], object]
Method = Callable[[dict[str, Any]], dict[str, Any]]


class BadRequest(Exception):
    """A request that can't be served: `code`, one sentence, and what is wrong as data."""

    def __init__(self, code: str, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.data = code, data


METHODS: dict[str, Method] = {
    "calls": calls.run,
    "convert": convert.run,
    "describe": describe.run,
    "diff": diff.run,
    "format": format.run,
    "lint": lint.run,
    "propose": propose.run,
    "query": query.run,
    "share.read": share.read,
    "share.write": share.write,
    "trace": trace.run,
    "validate": validate.run,
}


def handle(request: str) -> str:
    """The reply to one request `{id, method, params}`: `{id, result}` or `{id, error: {code, message, data}}`; never raises."""
    with _serving():
        return dumps(_reply(request, ()))


def handle_texts(request: str, texts: Sequence[str], ahead: Ahead | None = None) -> tuple[str, list[str]]:
    """As `handle`, with long strings beside the envelope: `{"$text": 0}` in params or result stands for the first of them.

    `ahead` is given the long lists of the result, without their beginnings, in parts: the list's name, some of its items as
    JSON text, and the long strings that stand beside that.
    """
    with _serving():
        reply = _reply(request, texts)
        return _apart(reply if ahead is None else _without_ends(reply, ahead))


@contextmanager
def _serving() -> Iterator[None]:
    """Leaves the collector off while one request is served: it would go through ever more young objects that all live on.

    What is kept of texts is cut back behind it alone, so that no text of a request is read twice for it.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        recent.shrink()
        if on:
            gc.enable()


def _reply(request: str, texts: Sequence[str]) -> dict[str, Any]:
    number: Any = None
    try:
        asked = _parsed(request)
        number = asked.get("id")
        return {"id": number, "result": _served(asked, texts)}
    except BadRequest as error:
        return {"id": number, "error": {"code": error.code, "message": str(error), "data": error.data}}
    except Exception as error:
        recent.forget()  # a text may have been gone on with by halves
        where = traceback.format_exception(error)[-6:]
        return {
            "id": number,
            "error": {"code": "internal", "message": f"{type(error).__name__}: {error}", "data": where},
        }


def _parsed(request: str) -> dict[str, Any]:
    asked = parsed(request, "request")
    if not isinstance(asked, dict):
        raise BadRequest("bad-request", "The request is not an object.")
    return asked


def parsed(text: str, part: str) -> Any:
    """The value of a request's text or of one `part` of it, with every digit; raises BadRequest where it is no JSON."""
    if depth(text) > limits.DEPTH:
        raise BadRequest("bad-request", f"The {part} nests deeper than {limits.DEPTH} levels.")
    try:
        return json.loads(text, parse_float=number, parse_int=number, parse_constant=_refuse)
    except ValueError as error:
        raise BadRequest("bad-request", f"The {part} is not JSON: {error}.") from None


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON value")


def _served(asked: dict[str, Any], texts: Sequence[str]) -> dict[str, Any]:
    method, params = asked.get("method"), _put_back(asked.get("params", {}), texts)
    if not isinstance(method, str) or method not in METHODS:
        raise BadRequest("unknown-method", f"There is no method {dumps(method)}.", sorted(METHODS))
    _begin(asked)
    _hold(method, params)
    try:
        return METHODS[method](params)
    except BadTarget as error:
        raise BadRequest("bad-params", f"The params of convert are not right: {error}.") from None
    except BadPath as error:
        raise BadRequest("bad-params", f"The path is no JSONPath: {error}.", {"offset": error.offset}) from None


def _begin(asked: dict[str, Any]) -> None:
    """`skip` are the numbers of matches that ran too long before, `seconds` is the time that one check may take."""
    numbers, seconds = asked.get("skip", []), asked.get("seconds")
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise BadRequest("bad-request", "The member skip is no list of integers.")
    if seconds is not None and not is_number(seconds):
        raise BadRequest("bad-request", "The member seconds is no number.")
    watch.skip(numbers)
    allowance.begin(None if seconds is None else float(text_of(seconds)))


def _hold(method: str, params: Any) -> None:
    """Params that break the method's own schema are a bad request."""
    outcome = promise(method, "params").check(params)
    if outcome.valid is False:
        faults = [violation.message for violation in outcome.violations]
        raise BadRequest("bad-params", f"The params of {method} are not right: {faults[0]}", faults)


@cache
def promise(method: str, part: Literal["params", "result"]) -> contracts.Compiled:
    """What a method takes, or what it answers, ready to hold values against."""
    documents = {name: promises.read(name) for folder in ("api", "share") for name in promises.names(folder)}
    return contracts.compile({"$ref": f"api/{method}.json#/$defs/{part}"}, documents=documents)


def _put_back(value: Any, texts: Sequence[str]) -> Any:
    def change(member: Any) -> Any:
        if not isinstance(member, dict) or member.keys() != {"$text"}:
            return member
        mark = member["$text"]
        return {"$text": mark[0]} if isinstance(mark, list) and len(mark) == 1 else _beside(mark, texts)

    return _changed(value, change)


def _beside(number: Any, texts: Sequence[str]) -> str:
    if type(number) is not int or not 0 <= number < len(texts):
        raise BadRequest("bad-request", f"No text {dumps(number)} travels beside this request.")
    return texts[number]


def _without_ends(reply: dict[str, Any], ahead: Ahead) -> dict[str, Any]:
    """The reply with the beginnings of its long lists; no text holds the whole of one, nor does a reader have to."""
    result = reply.get("result", {})
    long = {name: items for name, items in result.items() if isinstance(items, list) and len(items) > PART}
    for name, items in long.items():
        for at in range(PART, len(items), PART):
            ahead(name, *_items_apart(items[at : at + PART]))
    return {**reply, "result": {**result, **{name: items[:PART] for name, items in long.items()}}} if long else reply


def _items_apart(items: list[Any]) -> tuple[str, list[str]]:
    beside: list[str] = []
    text = dumps(items)
    return (dumps(_set_apart(items, beside)) if _MARK in text else _lifted(text, beside)), beside


def _apart(reply: dict[str, Any]) -> tuple[str, list[str]]:
    """The reply's text without its long strings, and these: members of the result before it is written, all others behind.

    So no loop walks through a reply, unless a user's own value looks like the mark of a text.
    """
    beside: list[str] = []
    result = reply.get("result")
    short = reply if result is None else reply | {"result": {key: _mark(each, beside) for key, each in result.items()}}
    text = dumps(short)
    if text.count(_MARK) == len(beside):
        return _lifted(text, beside), beside
    beside.clear()
    return dumps(_set_apart(reply, beside)), beside


def _mark(value: Any, beside: list[str]) -> Any:
    """What stands for a long string, which goes beside; any other value as it is."""
    if not isinstance(value, str) or len(value) < BESIDE:
        return value
    beside.append(value)
    return {"$text": len(beside) - 1}


def _lifted(text: str, beside: list[str]) -> str:
    """JSON text without its long strings, which go beside; names of members stay."""
    plain = unescaped(text)
    out: list[str] = []
    done = seen = quotes = 0
    for start, end in _long_pieces(plain):
        quotes, seen = quotes + plain.count(b'"', seen, start), start
        if quotes % 2 and text[end + 1 : end + 2] != ":":
            out += text[done : start - 1], f"{_MARK}{len(beside)}}}"
            beside.append(json.loads(text[start - 1 : end + 1]))
            done = end + 1
    return "".join([*out, text[done:]]) if out else text


def _long_pieces(plain: bytes) -> Iterator[tuple[int, int]]:
    """Where at least `BESIDE` signs stand in a row without a quote; the last quote before that many tells where to go on."""
    start = 0
    while (least := start + BESIDE) <= len(plain):
        quote = plain.rfind(b'"', start, least)
        if quote < 0:
            quote = plain.find(b'"', least)
            yield start, quote if quote >= 0 else len(plain)
            if quote < 0:
                return
        start = quote + 1


def _set_apart(value: Any, beside: list[str]) -> Any:
    """Long strings go beside; a user's own `{"$text": …}` becomes `{"$text": […]}`, so that no mark is taken for another."""

    def change(member: Any) -> Any:
        own = isinstance(member, dict) and member.keys() == {"$text"}
        return {"$text": [member["$text"]]} if own else _mark(member, beside)

    return _changed(value, change)


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    """A copy with every member changed, the outer ones first; without recursion, as values nest up to the depth limit."""
    holder = [value]
    todo: list[Any] = [holder]
    while todo:
        home = todo.pop()
        for key, member in list(home.items() if isinstance(home, dict) else enumerate(home)):
            if isinstance(member, str | dict | list):
                made = change(member)
                if isinstance(made, dict | list):
                    made = made.copy()
                    todo.append(made)
                home[key] = made
    return holder[0]
