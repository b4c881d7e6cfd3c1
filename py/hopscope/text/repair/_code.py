"""Program code where a value belongs: a function, or a mark that a template puts a value in; both stay their own text."""

from __future__ import annotations

import re

from hopscope.text.repair._bodies import put_in_quotes
from hopscope.text.repair._mender import Mender

_ROUND = r"\([^()]{0,2000}(?:\([^()]{0,400}\)[^()]{0,2000}){0,20}\)"
_BODY = r"\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*+\})*+\})*+\})*+\}"
_PLAIN = r"[^,{}\[\]()\n]{0,400}"
_EXPRESSION = rf"{_PLAIN}(?:(?:{_ROUND}|\[[^\[\]]{{0,400}}\]){_PLAIN}){{0,20}}"
_FUNCTION = re.compile(
    rf"(?:async\s+)?(?:function\b[\s*]*[\w$]*\s*{_ROUND}\s*{_BODY}|(?:{_ROUND}|[A-Za-z_$][\w$]*)\s*=>\s*(?:{_BODY}|{_EXPRESSION}))"
)
_NAMED = r"\s*[A-Za-z_$.#][^{}\":\n]{0,200}"
_PLACE = rf"(?:\$?\{{\{{{_NAMED}\}}\}}|\$\{{{_NAMED}\}}|<%[^%\n]{{0,200}}%>)"
_TEMPLATE = re.compile(rf"[\w./@:-]{{0,200}}(?:{_PLACE}[\w./@:-]{{0,200}}){{1,20}}(?=\s*(?:[,\]}}]|\Z))")


def read_code(mender: Mender) -> bool:
    """Reads a function or a mark of a template inside a container as text; False where there is none."""
    found = _code(mender) if mender.stack else None
    if not found:
        return False
    rule, stop = found
    put_in_quotes(mender, mender.at, stop, rule)
    return True


def is_template(mender: Mender, at: int) -> bool:
    """Whether marks of a template, and nothing but such marks in a word, stand at a place."""
    return _TEMPLATE.match(mender.text, at, mender.end) is not None


def _code(mender: Mender) -> tuple[str, int] | None:
    """The rule by which code here is mended, and where it ends."""
    if mender.role == "member" and (found := mender.match(_FUNCTION)):
        return "call-text", found.start() + len(found[0].rstrip())
    found = mender.match(_TEMPLATE)
    return ("unquoted-string", found.end()) if found else None
