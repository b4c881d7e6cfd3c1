"""I-Regexp (RFC 9485) as the ECMAScript pattern that means the same."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?P<set>\[\^?-?(?:[^\\\[\]-]|\\[-nrt(-+.?\[-^{|}]|\\[pP]\{[A-Z][a-z]?\}|(?<!\[)-(?=\]))"
    r"(?:[^\\\[\]-]|\\[-nrt(-+.?\[-^{|}]|\\[pP]\{[A-Z][a-z]?\}|-(?!-))*\])"
    r"|(?P<escape>\\[-nrt(-+.?\[-^{|}]|\\[pP]\{[A-Z][a-z]?\})"
    r"|(?P<many>[*+?]|\{\d+(?:,\d*)?\})|(?P<any>\.)|(?P<group>[()|])|(?P<plain>[^\\\[\](){}*+?|.])"
)


def ecmascript(pattern: str, whole: bool) -> str | None:
    """The pattern for a `u` engine, for the whole text or anywhere in it; None where it is no I-Regexp."""
    out, at, atom = [], 0, False
    while at < len(pattern):
        found = _TOKEN.match(pattern, at)
        if not found or (found.lastgroup == "many" and not atom):
            return None
        atom = found.lastgroup != "many" and found[0] not in ("(", "|")
        out.append(_written(found))
        at = found.end()
    body = "".join(out)
    return f"^(?:{body})$" if whole else body


def _written(found: re.Match[str]) -> str:
    token = found[0]
    if found.lastgroup == "any":
        return r"[^\n\r]"
    if token == "/":
        return "\\" + token
    return token
