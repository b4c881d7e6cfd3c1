"""Whether the text under a telling name is a secret, or a placeholder, a word of code, a type name."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections import Counter

_PLACEHOLDER = re.compile(
    r"""(?ix) \W* | [x*•.#\-_]+ | \d{0,3} | <.*> | \[.*\] | \(.*\) | \{.*\} | %[A-Z_]+% | \$(?:[A-Z_]+|[{(].*) | .*\.\.\.
    | .*\*{3,}.* | masked[0-9]+.* | .*\b(?:redacted|masked|scrubbed|filtered|placeholder|omitted|hidden|removed)\b.*
    | (?:your|my|the|some|insert|enter|put|add)[-_ .] .* (?:key|token|secret|password|pass|credential|value|id|here)s?
    | (?:change|replace)[-_ ]?me.*
    | (?:null|none|nil|undefined|true|false|string|str|text|number|integer|int|boolean|bool|object|array|any|bytes|secretstr
    |optional|required|password|passwd|pass|pwd|secret|token|bearer|basic|api[-_]?key|test|dummy|fake|example|foo|bar|value
    |default|auto|unknown|n/a|empty|todo) (?:[-_ ]?(?:password|secret|token|api[-_]?key|key|value|here))?
    """
)
_CODE = re.compile(
    r"[A-Za-z_][\w]*(?:(?:\.|::|->)[A-Za-z_]\w*)+(?:[(\[].*)?|[A-Za-z_]\w*[(\[].*|(?:process\.)?env[.\[].*", re.DOTALL
)
_ID = re.compile(
    r"(?:call|toolu|tooluse|srvtoolu|mcptoolu|fc|msg|resp|rs|chatcmpl|run|thread|asst|file|batch|req)[-_].*", re.DOTALL
)
_PHRASE = re.compile(r"[A-Za-z]{3,12}(?: [A-Za-z]{3,12}){3,7}")
_GRAMMAR = frozenset(
    {
        "the", "must", "should", "your", "you", "user", "password", "for", "with", "and", "not", "are", "has", "have",
        "this", "that",
    }
)  # fmt: skip
_WORDS = re.compile(r"[A-Za-z]+(?:[-_. /][A-Za-z]+)*")


def is_placeholder(value: str) -> bool:
    """Whether `value` stands for a secret without being one (`<key>`, `${KEY}`, `***`, `your-api-key`, `masked1xx`)."""
    return bool(_PLACEHOLDER.fullmatch(value[:200]))


def entropy(value: str) -> float:
    """Shannon entropy of the characters, in bits a character."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values()) if size else 0.0


def is_password(value: str) -> bool:
    """Whether a quoted value under a name like `password` is one: any word that is no placeholder, or a few odd words."""
    if not 4 <= len(value) <= 256 or is_placeholder(value) or _CODE.fullmatch(value):
        return False
    is_phrase = bool(_PHRASE.fullmatch(value)) and _GRAMMAR.isdisjoint(value.lower().split())
    return is_phrase or not re.search(r"\s", value)


def is_basic(value: str) -> bool:
    """Whether a value is the base64 of `user:password`."""
    if not 8 <= len(value) <= 400 or len(value) % 4:
        return False
    try:
        pair = base64.b64decode(value, validate=True).decode("ascii")
    except ValueError:
        return False
    return bool(re.fullmatch(r"[\w.@+-]{1,64}:[!-~]{3,200}", pair))


def is_key(value: str, floor: float = 2.5) -> bool:
    """Whether a value under a name like `api_key` is one: long, without blanks, too mixed for a word."""
    if not 8 <= len(value) <= 4096 or re.search(r"[\s,<>{}]", value) or is_placeholder(value):
        return False
    if _ID.fullmatch(value) or _CODE.fullmatch(value) or value.startswith(("http://", "https://", "/", "./", "#/")):
        return False
    plain = _WORDS.fullmatch(value[:200]) or not any(map(str.isdigit, value))
    return _is_mixed(value) if plain else entropy(value[:200]) >= floor


def _is_mixed(value: str) -> bool:
    """Letters alone, but so mixed in case and kind that no one wrote them as words."""
    turns = len(re.findall(r"[a-z][A-Z]", value[:200]))
    return len(value) >= 16 and turns >= len(value[:200]) / 8 and entropy(value[:200]) >= 3.5


def is_mnemonic(value: str) -> bool:
    """Whether a value is a list of 12 to 24 short words, as wallets write their seeds."""
    words = value.split()
    return 12 <= len(words) <= 24 and all(re.fullmatch("[a-z]{3,8}", word) for word in words)


def is_jwt(value: str) -> bool:
    """Whether the first part of a dotted value is a JOSE header (RFC 7515, RFC 7516)."""
    head = value.partition(".")[0][:512]
    try:
        told = base64.urlsafe_b64decode(head[: len(head) & ~3])
    except (binascii.Error, ValueError):
        return False
    return any(name in told for name in (b'"alg"', b'"typ"', b'"enc"', b'"kid"'))
