"""What stands inside a string, made fit for JSON: escapes, raw control characters, quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from hopscope.text.repair._mender import Mender

_TYPOGRAPHIC = "\u201c\u201d\u201e\u201f"
_SPECIAL = re.compile(r'["\\\x00-\x1f]')
_GOOD = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_HALF = r"\\u[dD][89abAB][0-9a-fA-F]{2}"
_PARTIAL = re.compile(rf"(?:{_HALF})?\\(?:u[0-9a-fA-F]{{0,3}}|x[0-9a-fA-F]?|U[0-9a-fA-F]{{0,7}})?\Z|{_HALF}\Z")
_PATH = re.compile(r"(?:^|[\s'(=,;])(?:[A-Za-z]:\\|\\\\)[\w.$]")
# A character as the bytes of Python show it; its strings show what can be printed as it is.
_NEXT = r"\\x[89abAB][0-9a-fA-F]"
UTF_8 = (
    rf"\\x(?:[cC][2-9a-fA-F]|[dD][0-9a-fA-F]){_NEXT}|\\x[eE](?:0\\x[abAB]|[1-9a-cA-Ce-fE-F]\\x[89abAB]|[dD]\\x[89])[0-9a-fA-F]{_NEXT}"
    rf"|\\x[fF](?:0\\x[9abAB]|[1-3]\\x[89abAB]|4\\x8)[0-9a-fA-F]{_NEXT}{_NEXT}"
)
_ESCAPES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\\(['`\u2018\u2019\u201c\u201d])"), lambda found: found[1]),
    (re.compile(UTF_8), lambda found: escapes(bytes.fromhex(found[0].replace("\\x", "")).decode())),
    (re.compile(r"\\x([0-9a-fA-F]{2})"), lambda found: f"\\u00{found[1]}"),
    (re.compile(r"\\u\{0*([0-9a-fA-F]{1,5}|10[0-9a-fA-F]{4})\}"), lambda found: _escape(int(found[1], 16))),
    (re.compile(r"\\U(000[0-9a-fA-F]{5}|0010[0-9a-fA-F]{4})"), lambda found: _escape(int(found[1], 16))),
    (re.compile(r"\\0(?!\d)"), lambda _: "\\u0000"),
    (re.compile(r"\\v"), lambda _: "\\u000b"),
)
_ONLY_PYTHON = (re.compile(r"\\a"), "\\u0007")
_LINE = re.compile(r"\\(\r\n|\r|\n)")


def escapes(text: str) -> str:
    """A text in the escapes of JSON."""
    return "".join(_escape(ord(sign)) for sign in text)


def _escape(point: int) -> str:
    return json.dumps(chr(point))[1:-1] if point > 0x7F else f"\\u{point:04x}"


def mend_body(
    mender: Mender, start: int, stop: int, quote: str, rule: str, raw: bool = False, cut: bool = False
) -> int:
    """Mends the content of a string; gives where it ends: before `stop` if it is cut inside an escape."""
    text = mender.text
    path = raw or _is_path(text[start:stop])
    at = start
    while found := _SPECIAL.search(text, at, stop):
        at = found.start()
        if text[at] == "\\" and cut and not path and (partial := _PARTIAL.match(text, at, stop)):
            mender.edit(at, partial.end(), "", "cut")
            return at
        at = _mend(mender, at, stop, quote, rule, path)
    return stop


def put_in_quotes(mender: Mender, start: int, stop: int, rule: str) -> None:
    """Puts quotes round a slice that stays as it stands, backslashes too, and goes behind it."""
    mender.edit(start, start, '"', rule)
    mend_body(mender, start, stop, '"', rule, raw=True)
    mender.edit(stop, stop, '"', rule)
    mender.at = mender.last_end = stop


def _mend(mender: Mender, at: int, stop: int, quote: str, rule: str, path: bool) -> int:
    """Mends one character or escape; gives where to go on."""
    sign = mender.text[at]
    if sign == '"':
        mender.edit(at, at, "\\", rule or "inner-quote")
        return at + 1
    if sign != "\\":
        mender.edit(at, at + 1, json.dumps(sign)[1:-1], "control-character")
        return at + 1
    if path:
        mender.edit(at, at, "\\", "windows-path")
        return at + 1
    if good := _GOOD.match(mender.text, at, stop):
        return good.end()
    return _mend_escape(mender, at, stop, quote)


def _mend_escape(mender: Mender, at: int, stop: int, quote: str) -> int:
    """Writes an escape of Python or JavaScript as JSON has it; keeps the backslash of what is no escape at all."""
    text = mender.text
    if quote in _TYPOGRAPHIC and text[at + 1 : stop][:1] in tuple(_TYPOGRAPHIC):  # all quotes were made so alike
        mender.edit(at, at + 2, '\\"', "typographic-quotes")
        return at + 2
    for pattern, written in _ESCAPES:
        if found := pattern.match(text, at, stop):
            mender.edit(at, found.end(), written(found), "bad-escape")
            return found.end()
    if found := _LINE.match(text, at, stop):
        mender.edit(at, found.end(), "\\n" if quote == '"' else "", "bad-escape")
        return found.end()
    if quote == "'" and _ONLY_PYTHON[0].match(text, at, stop):
        mender.edit(at, at + 2, _ONLY_PYTHON[1], "bad-escape")
        return at + 2
    mender.edit(at, at, "\\", "bad-escape")
    return at + 1


def _is_path(body: str) -> bool:
    """Whether every backslash is meant as one: a Windows path in which at least one makes no escape of JSON."""
    if "\\" not in body or not _PATH.search(body) or "\\\\" in body.lstrip("\\") or '\\"' in body:
        return False
    return "\\" in _GOOD.sub("", body)
