"""What curl and HTTP itself look like as text: a command with its data, `curl -v` output, raw requests and responses."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Direction, Piece, Where, Wrapping, harmless, plain_url
from hopscope.text.matching import sure
from hopscope.text.places import place
from hopscope.text.source import Edit, Edited, Slice, Source

NAME = "curl"
_COMMAND = re.compile(r"(?:^|[\n;&|$] ?)[ \t]*curl[ \t]", re.MULTILINE)
_DATA = re.compile(r"(?:--data(?:-raw|-binary|-ascii)?|--json|-d)(?:[ \t=]|\\\r?\n)*(?P<quote>\$?'|\")")
_ANSI_C = re.compile(r"(?:[^'\\]|\\.)*'", re.DOTALL)
_SINGLE = re.compile(r"(?:[^']|'\\''|'\"'\"')*'")
_DOUBLE = re.compile(r"(?:[^\"\\]|\\.)*\"", re.DOTALL)
_SHELL_LINE = re.compile(  # a command to the end of its last line
    r"\s*+(?:[^\n\\'\"$]|\\\r?\n|\\.|\$'(?:[^'\\]|\\[\s\S])*+'|\$|'[^']*+'|\"(?:[^\"\\]|\\[\s\S])*+\")*+\n"
)
_JSON = re.compile(r"^[ \t]*(?:[\[{]|data:|event:)", re.MULTILINE)
_CARETS = re.compile(r"\s*curl(?:\.exe)?\s+(?:[^\n^]{0,200}\s)?\^\"")
_CARET = re.compile(r"\^(\r?\n|.)")
_URL = re.compile(r"https?://[^\s'\"\\]+")
_METHOD = re.compile(r"(?:-X|--request)[ \t=]*['\"]?([A-Z]+)")
_HEADER = re.compile(r"(?:-H|--header)[ \t=]*(['\"])([\w-]+):[ \t]*(.*?)\1")
_START = re.compile(
    r"^(?P<mark>[<>] |)(?:(?P<method>[A-Z]{3,7}) (?P<path>\S+) HTTP/[\d.]+|HTTP/[\d.]+ (?P<status>\d{3})[^\r\n]*)\r?$",
    re.MULTILINE,
)
_HEAD_LINE = re.compile(r"[<>]?[ \t]*([\w-]+):[ \t]?([^\r\n]*)\r?\n?")
_NOISE = re.compile(
    r"(?:[*<>{}][ \t][^\r\n]*|[<>]|[ \t]*%[ \t]+Total[^\r\n]*|[ \t]*Dload[^\r\n]*|[ \t\d:.kMG-]*--:--[^\r\n]*)\r?(?:\n|\Z)"
)
_FENCED = re.compile(r"^[ \t>]*(?:`{3}|~{3})", re.MULTILINE)
_LAST_CHUNK = re.compile(r"\n0+\s*\Z")
_NEXT_REQUEST = re.compile(r"^(?:###|> ?\{%)", re.MULTILINE)  # in a file of requests, as editors send them
_LEFT_INTACT = re.compile(r"\* (?:Connection|Closing|Curl)\b[^\r\n]*\s*\Z")


def unwrap(source: Source) -> Wrapping | None:
    """The data of a command and the bodies of requests and responses, or one body in chunks; fences come off before."""
    source = _of_windows(source)
    text = source.text
    command = _COMMAND.search(text) if "curl" in text and not _FENCED.search(text) else None
    starts = list(_START.finditer(text)) if "HTTP/" in text else []
    if not command and not (starts and (starts[0]["mark"] or not text[: starts[0].start()].strip())):
        sizes = _sizes(text) if _LAST_CHUNK.search(text[-200:]) else []
        return Wrapping(NAME, (Piece(Edited(source, sizes)),)) if sizes else None
    pieces = [*(_commands(source, command.start(), starts) if command else ()), *_bodies(source, starts)]
    return Wrapping(NAME, tuple(pieces), None if len(pieces) == 1 else NAME) if pieces else None


# ---- the command


def commands(source: Source) -> bool:
    """Whether a text holds a command that sends data."""
    command = _COMMAND.search(source.text) if "curl" in source.text else None
    return bool(command and _DATA.search(source.text, command.start()))


def _of_windows(source: Source) -> Source:
    """A command as browsers copy it for Windows, without the carets that its shell wants."""
    if not _CARETS.match(source.text):
        return source
    return Edited(
        source, [Edit(*one.span(), one[0], one[1].strip("\r\n"), "shell") for one in _CARET.finditer(source.text)]
    )


def _commands(source: Source, start: int, starts: list[re.Match[str]]) -> Iterator[Piece]:
    """The data of each command, and what it printed below itself; a response with a head is found by that."""
    text, exchange = source.text, 0
    stop = starts[0].start() if starts else len(text)
    while start < stop and (begin := _COMMAND.search(text, start, stop)):
        line = _SHELL_LINE.match(text, begin.start(), stop)
        typed = line.end() if line else stop
        following = _COMMAND.search(text, typed, stop)
        start = following.start() if following else stop
        said = list(_command(source, begin.start(), typed, exchange))
        yield from said
        if said and not starts and _JSON.search(text, typed, start) and (printed := _body(source, typed, start)):
            yield Piece(printed, direction="response", exchange=exchange)
        exchange += bool(said)


def _command(source: Source, start: int, stop: int, exchange: int) -> Iterator[Piece]:
    text, at = source.text, start
    url = _URL.search(text, start, stop)
    method = _METHOD.search(text, start, stop)
    heads = list(_HEADER.finditer(text, start, stop))
    while data := _DATA.search(text, at, stop):
        pattern = {"'": _SINGLE, "$'": _ANSI_C, '"': _DOUBLE}[data["quote"]]
        body = pattern.match(text, data.end(), stop) or _rest(text, data.end(), stop)
        at = body.end()
        yield Piece(
            _unquoted(source, data["quote"], body.start(), body.end() - (text[body.end() - 1] == data["quote"][-1])),
            headers=harmless((found[2], found[3]) for found in heads),
            header_at=harmless((found[2], _where(source, found.start(3), found.end(3))) for found in heads),
            method=method[1] if method else "POST",
            url=plain_url(url[0]) if url else None,
            direction="request",
            exchange=exchange,
        )


def _where(source: Source, start: int, end: int) -> Where:
    """Finds the place of a header's value."""
    return lambda: place(source.spans(start, end)[0], ("",))


def _rest(text: str, start: int, stop: int) -> re.Match[str]:
    return sure(re.compile(r"[\s\S]*").match(text, start, stop))


def _unquoted(source: Source, quote: str, start: int, end: int) -> Source:
    """Data without the escapes of the shell."""
    inside = Slice(source, start, end)
    pattern = {"'": r"'\\''|'\"'\"'", '"': r"\\([\"\\$`]|\r?\n)", "$'": r"\\(['\"\\])"}[quote]
    found = list(re.finditer(pattern, inside.text))
    edits = [Edit(*one.span(), one[0], "'" if quote == "'" else one[1].strip("\r\n"), "shell") for one in found]
    return Edited(inside, edits) if edits else inside


# ---- heads and bodies


def _bodies(source: Source, starts: list[re.Match[str]]) -> Iterator[Piece]:
    text, exchange, method, url = source.text, -1, None, None
    waiting = False
    for start, stop in zip(starts, [*(one.start() for one in starts[1:]), len(text)], strict=False):
        direction: Direction = "request" if start["method"] else "response"
        exchange += direction == "request" or not waiting
        head, where, at = _head(source, start.end(), stop)
        if direction == "request":
            method, url = start["method"], _url(head.get("host", ""), start["path"])
        waiting = direction == "request" or (start["status"] or "").startswith("1")
        if body := _body(source, at, stop):
            yield Piece(
                body, headers=head, method=method, url=url, direction=direction, exchange=exchange, header_at=where,
            )  # fmt: skip


def _url(host: str, path: str) -> str | None:
    return plain_url(f"https://{host}{path}" if host and path.startswith("/") else path)


def _head(source: Source, at: int, stop: int) -> tuple[dict[str, str], dict[str, Where], int]:
    """The header lines behind a first line, their places, and where they end."""
    text = source.text
    at += text.startswith("\r\n", at) + text.startswith(("\n", "\r"), at)
    pairs, places = [], []
    while found := _HEAD_LINE.match(text, at, stop):
        pairs.append((found[1], found[2].strip()))
        places.append((found[1], _where(source, found.start(2), found.start(2) + len(found[2].rstrip()))))
        at = found.end()
    return harmless(pairs), harmless(places), at


_SIZE = re.compile(r"([0-9a-fA-F]{1,7})(?:;[^\r\n]*)?(?:\r?\n|\Z)")
_LINE_END = re.compile(r"\r?\n")


def _sizes(body: str) -> list[Edit]:
    """The lines that say how long the chunks of a body are (RFC 9112), if they all do; none where it is no such body."""
    edits: list[Edit] = []
    at = len(body) - len(body.lstrip("\r\n"))
    while size := _SIZE.match(body, at):
        edits.append(Edit(at, size.end(), body[at : size.end()], "", NAME))
        length = int(size[1], 16)
        if not length:
            rest = Edit(size.end(), len(body), body[size.end() :], "", NAME)
            return [*edits, rest] if len(edits) > 1 and not rest.removed.strip() else []
        at = size.end() + _characters(body[size.end() : size.end() + length], length)
        ended = _LINE_END.match(body, at)
        if not ended:
            return []
        edits.append(Edit(at, ended.end(), ended[0], "", NAME))
        at = ended.end()
    return []


def _characters(text: str, size: int) -> int:
    """How many characters of `text` are `size` bytes in UTF-8; half a character counts as the one byte of its stand-in."""
    return len(text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore"))


def _body(source: Source, start: int, stop: int) -> Source | None:
    """What follows the head without curl's own lines."""
    text, at = source.text, start
    while at < stop and (found := _NOISE.match(text, at, stop)):
        at = found.end()
    body = text[at:stop]
    ended = _LEFT_INTACT.search(body) or _NEXT_REQUEST.search(body)
    body = body[: ended.start()] if ended else body
    if not body.strip():
        return None
    inside = Slice(source, at, at + len(body))
    if sizes := _sizes(body):
        return Edited(inside, sizes)
    noise = [one for one in re.finditer(rf"(?m)^{_NOISE.pattern}", body) if one[0].strip() and one[0][0] not in "{}"]
    edits = [Edit(*one.span(), one[0], "", "curl") for one in noise]
    return Edited(inside, edits) if edits else inside
