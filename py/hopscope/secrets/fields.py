"""Secrets known by the name in front of them: fields, headers, cookies, flags, query parameters, passwords in URLs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .values import is_basic, is_key, is_mnemonic, is_password, is_placeholder

Hit = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Name:
    """A telling name: where `core` stands inside a name whose rest is allowed, `quoted` and `bare` judge the value."""

    label: str
    core: str
    quoted: Callable[[str], bool]
    bare: Callable[[str], bool]


def _bare_password(value: str) -> bool:
    return len(value) >= 6 and is_password(value) and any(map(str.isdigit, value)) and not value.isdigit()


def _bare_key(value: str) -> bool:
    return is_key(value, 2.6)


def _secret(value: str) -> bool:
    return is_key(value) or (is_password(value) and any(map(str.isdigit, value)) and not value.isdigit())


def _token(value: str) -> bool:
    return len(value) >= 12 and is_key(value, 2.6)


_KEY_NAMES = """
api_key api-key apikey access_key access-key accesskey private_key privatekey account_key accountkey auth_key authkey signing_key
signingkey encryption_key encryption-key encryptionkey client-key-data subscription-key subscription_key license_key app_key appkey
master_key functions-key
"""
_KEYS = tuple(_KEY_NAMES.split())
_PASSWORDS = ("password", "passwd", "passwort", "pwd", "passphrase", "passcode", "_pass", "-pass")
NAMES = (
    *(Name("password", core, is_password, _bare_password) for core in _PASSWORDS),
    *(Name("API key", core, is_key, _bare_key) for core in _KEYS),
    Name("secret", "secret", _secret, _bare_key),
    Name("secret", "credential", is_key, _bare_key),
    Name("token", "token", _token, _token),
    Name("credentials", "auth", is_basic, is_basic),
    Name("seed phrase", "mnemonic", is_mnemonic, is_mnemonic),
    Name("seed phrase", "seed_phrase", is_mnemonic, is_mnemonic),
)
_NO_LEFT = re.compile(
    r"(?:\A|[-_.]|(?<=[a-z0-9])(?=[A-Z]))(?i:page|next|prev|previous|continuation|progress|cursor|sync|resume|max|min|num|count|prompt|completion|total|input|output|"
    r"cached?|reasoning|audio|stop|eos|bos|pad|unk|sep|cls|special|primary|foreign|partition|sort|idempotency|public|publishable|"
    r"translation|object|row|start|end|first|last|no|has|is|use|with|per|new|forgot|reset|show|hide|lint|amz|goog)[-_.]?\Z"
)
_RIGHT = re.compile(
    r"(?i)(?:[-_.]?(?:key|value|secret|token|string|base64|b64|id(?=[-_]?key)|[0-9]{1,2}|prod|production|dev|test|staging|live)){0,8}"
)
_SLASHES = r"\\{0,64}"  # of six layers of quoting; a run without a bound would be looked at again and again
_GAP = r"(?:\s|\\{1,64}[nrt])"
_JOIN = re.compile(
    rf"""(?x) (?P<shut>{_SLASHES}["'`])? (?: {_GAP}{{0,4}} (?: :=? | =>? ) {_GAP}{{0,40}} (?:-[ ]{{1,4}})?
    | {_GAP}{{0,4}} , {_GAP}{{0,60}} {_SLASHES}["']value{_SLASHES}["'] {_GAP}{{0,4}} : {_GAP}{{0,4}} )
    (?:[bru]?(?P<open>{_SLASHES}["'`]))?"""
)
_FLAG = re.compile(rf"""(?:{_SLASHES}["'],\s{{0,40}}|[ =])(?P<open>{_SLASHES}["'`])?""")
_BARE = re.compile(r"""[^\s"'`,;&<>(){}\[\]\\|=]{4,512}={0,2}""")
_LINE = re.compile(r"""[^\n\r"'\\]{4,8192}""")
_NAME_CHAR = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.")
_LONGEST_NAME = 48
_LONGEST_VALUE = 8192


def lowered(text: str) -> str:
    """`text` with its ASCII letters in lower case, every character still at its place."""
    if text.isascii():
        return text.lower()
    return re.sub("[A-Z]+", lambda match: match[0].lower(), text)


def places(text: str, needle: str) -> Iterator[int]:
    """Every place of `needle`, from left to right."""
    at = text.find(needle)
    while at >= 0:
        yield at
        at = text.find(needle, at + len(needle))


def named_values(text: str, low: str) -> Iterator[Hit]:
    """Values under telling names, in JSON at any depth of quoting, in code, YAML, env files, query strings and flags."""
    for name in NAMES:
        for at in places(low, name.core):
            yield from _named(text, at, name)


def _named(text: str, at: int, name: Name) -> Iterator[Hit]:
    right = _RIGHT.match(text, at + len(name.core))
    end = right.end() if right else at + len(name.core)
    join = _JOIN.match(text, end)
    if not join and text[at - 1 : at] in "-_" and "--" in (left := _left(text, at)):
        join = _FLAG.match(text, end) if left.startswith("--") else None
    if join and not _NO_LEFT.search(_left(text, at)):
        yield from _judged(text, join, name)


def _left(text: str, at: int) -> str:
    start = at
    while start > 0 and at - start < _LONGEST_NAME and text[start - 1] in _NAME_CHAR:
        start -= 1
    return text[start:at]


def _judged(text: str, join: re.Match[str], name: Name) -> Iterator[Hit]:
    if join["open"]:
        span, judge = quoted(text, join.end(), join["open"]), name.quoted
    else:
        bare = _BARE.match(text, join.end())
        span, judge = (bare.span() if bare else None), name.bare
    if span and judge(text[span[0] : span[1]]):
        yield name.label, *span


def quoted(text: str, start: int, mark: str) -> tuple[int, int] | None:
    """The content of a string opened by `mark` (a quote with its backslashes) that begins at `start`."""
    depth, quote = len(mark) - 1, mark[-1]
    at = text.find(quote, start, start + _LONGEST_VALUE)
    while at >= 0:
        slashes = at
        while slashes > start and text[slashes - 1] == "\\":
            slashes -= 1
        if at - slashes <= depth and (depth or (at - slashes) % 2 == 0):
            return start, slashes if depth else at
        at = text.find(quote, at + 1, start + _LONGEST_VALUE)
    return None


_SCHEME = re.compile(
    r"(?:(Bearer|Basic|Token|Digest|Negotiate)(?:\s|%20){1,3}|[A-Z][\w-]{1,20}\s)?(.{1,8192})",
    re.DOTALL | re.IGNORECASE,
)
_BEARER = re.compile(r"""(?:\s|%20|\\{1,64}t){1,3}([\w.~+/=%-]{16,8192})""", re.ASCII)
_COOKIE = re.compile(r"[\w!#$%&*+.^|~-]{1,128}=[^;\s]{6,8192}")
_HAR_VALUE = re.compile(r"""(\\{0,64})"value\1"\s{0,4}:\s{0,4}\1"([^"\\]{8,4096})""")


def headers(text: str, low: str) -> Iterator[Hit]:
    """Credentials of Authorization headers, `Bearer` tokens wherever they stand, and cookies."""
    yield from _headers(text, low, "authorization", _authorization)
    yield from _headers(text, low, "cookie", _cookie)
    for at in places(low, "cookies"):
        yield from _har_cookies(text, at)
    for at in places(low, "bearer"):
        token = _BEARER.match(text, at + len("bearer"))
        if token and is_key(token[1], 2.5):
            yield "Bearer token", *token.span(1)


def _headers(text: str, low: str, name: str, judge: Callable[[str, int, int], Iterator[Hit]]) -> Iterator[Hit]:
    done = 0
    for at in places(low, name):
        join = _JOIN.match(text, at + len(name)) if at >= done else None
        if join:
            span, done = _header_value(text, join)
            yield from judge(text, *span)


def _header_value(text: str, join: re.Match[str]) -> tuple[tuple[int, int], int]:
    """Where the value stands, and from where the same name may lead to another one."""
    start = join.end()
    if join["open"]:
        return quoted(text, start, join["open"]) or (start, start), start
    line = _LINE.match(text, start)
    return (line.span() if line else (start, start)), line.end() if line else start


def _authorization(text: str, start: int, end: int) -> Iterator[Hit]:
    match = _SCHEME.match(text, start, end)
    if match and (is_key(match[2]) or (match[1] and len(match[2]) >= 6 and not is_placeholder(match[2]))):
        yield "Authorization header", *match.span(2)


def _cookie(text: str, start: int, end: int) -> Iterator[Hit]:
    pair = _COOKIE.search(text, start, min(end, start + _LONGEST_VALUE))
    if pair and not is_placeholder(pair[0].partition("=")[2]):
        yield "cookie", start, end


def _har_cookies(text: str, at: int) -> Iterator[Hit]:
    opening = re.compile(r"""cookies\\*"\s{0,4}:\s{0,4}\[""", re.IGNORECASE).match(text, at)
    if opening:
        close = text.find("]", opening.end(), opening.end() + 4 * _LONGEST_VALUE)
        for value in _HAR_VALUE.finditer(text, opening.end(), max(close, opening.end())):
            if is_key(value[2]):
                yield "cookie", *value.span(2)


_USERINFO = re.compile(r"""://([^\s/?#"'<>\\@:]{0,128}):([^\s/?#"'<>\\]{1,256})@(?=[\w\[.-])""")
_QUERY = re.compile(
    r"""(?i)[?&;](sig|signature|x-amz-signature|x-goog-signature|key|code|auth|hmac|apikey)=([\w%+/=.~-]{16,1024})"""
)
_CURL_USER = re.compile(
    rf"""(?:-u|--user)(?:{_SLASHES}["'],)?[ =]{{0,2}}{_SLASHES}["']?([^\s"':\\]{{1,128}}):([^\s"'\\]{{3,256}})"""
)


def addresses(text: str, low: str) -> Iterator[Hit]:
    """Passwords and signatures inside URLs, and the user of a curl command."""
    for at in places(text, "://"):
        match = _USERINFO.match(text, at)
        if match and not is_placeholder(match[2]):
            yield "password in a URL", *match.span(2)
    for match in _QUERY.finditer(text) if "=" in low else ():
        if is_key(match[2], 3.0):
            yield "key in a URL", *match.span(2)
    if "curl" in low:
        for match in _CURL_USER.finditer(text):
            if not is_placeholder(match[2]) and not match[2].startswith("//"):
                yield "password", *match.span(2)
