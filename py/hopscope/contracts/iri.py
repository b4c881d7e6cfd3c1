"""URIs and IRIs: the grammars of RFC 3986 and RFC 3987 as one expression for each."""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv6Address

_WIDE = (
    "\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef"
    "\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd\U00040000-\U0004fffd\U00050000-\U0005fffd"
    "\U00060000-\U0006fffd\U00070000-\U0007fffd\U00080000-\U0008fffd\U00090000-\U0009fffd\U000a0000-\U000afffd"
    "\U000b0000-\U000bfffd\U000c0000-\U000cfffd\U000d0000-\U000dfffd\U000e1000-\U000efffd"
)
_PRIVATE = "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


def _grammar(wide: str, private: str) -> re.Pattern[str]:
    plain = rf"A-Za-z0-9\-._~!$&'()*+,;={wide}"
    one = rf"(?:[{plain}:@]|%[0-9A-Fa-f]{{2}})"
    loose = rf"(?:[{plain}:@/?]|%[0-9A-Fa-f]{{2}})*"
    query = rf"(?:[{plain}:@/?{private}]|%[0-9A-Fa-f]{{2}})*"
    name = rf"(?:[{plain}]|%[0-9A-Fa-f]{{2}})*"
    user = rf"(?:[{plain}:]|%[0-9A-Fa-f]{{2}})*"
    authority = rf"(?:{user}@)?(?:\[(?P<literal>[^\[\]/?#@]*)\]|{name})(?::[0-9]*)?"
    rootless = rf"{one}+(?:/{one}*)*"
    no_colon = rf"(?:[{plain}@]|%[0-9A-Fa-f]{{2}})+(?:/{one}*)*"
    head = r"(?:(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]*):)?"
    path = rf"(?://{authority}(?:/{one}*)*|/(?:{rootless})?|(?(scheme){rootless}|{no_colon})|)"
    return re.compile(rf"{head}{path}(?:\?{query})?(?:#{loose})?")


_URI = _grammar("", "")
_IRI = _grammar(_WIDE, _PRIVATE)
_FUTURE = re.compile(r"v[0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+", re.IGNORECASE)


def _parsed(grammar: re.Pattern[str], text: str) -> re.Match[str] | None:
    found = grammar.fullmatch(text)
    return found if found and _is_literal(found["literal"]) else None


def _is_literal(text: str | None) -> bool:
    if text is None or _FUTURE.fullmatch(text):
        return True
    try:
        IPv6Address(text)
    except AddressValueError:
        return False
    return "%" not in text


def is_uri(text: str) -> bool:
    """RFC 3986, with a scheme."""
    found = _parsed(_URI, text)
    return bool(found and found["scheme"])


def is_uri_reference(text: str) -> bool:
    """RFC 3986, with or without a scheme."""
    return bool(_parsed(_URI, text))


def is_iri(text: str) -> bool:
    """RFC 3987, with a scheme."""
    found = _parsed(_IRI, text)
    return bool(found and found["scheme"])


def is_iri_reference(text: str) -> bool:
    """RFC 3987, with or without a scheme."""
    return bool(_parsed(_IRI, text))
