"""Version 1 of share links: bytes ↔ fragment.

A fragment is `1.` and base64url (no padding) of a header and a payload. The header is one byte of codec (high half) and
dictionary (low half), the payload's length as a base-128 number (low groups first), one check byte over both, and the
low three bytes of the payload's CRC-32, little endian. How many characters a link should have follows from the length, so
a link that a chat program cut is told from a damaged one.
"""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import dataclass
from typing import Any

from hopscope.limits import LINK_ENCODED, LINK_INFLATED

from .packing import Unknown, pack, unpack

VERSION = 1
_LARGE = 1 << 20
_PARTS = re.compile(r"([0-9]+)\.(.*)", re.DOTALL)
# What a sentence or a chat program puts behind a link, an ellipsis for the part it cut off among it.
_TAIL = re.compile(r"[.…)\]}>\"',;:!?»”’*]+\Z")
_ALPHABET = re.compile("[A-Za-z0-9_-]*")
_SHORTEST = len("1.") + 10
_ROOM = 16  # bytes of a full link that its version and header may take


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a fragment cannot be read: a finding's code and the params of its sentence."""

    code: str
    params: dict[str, Any]


def hopeless(content: bytes) -> int:
    """Of a large content about how many characters its link would have, if far too many; else 0. Much faster than `encode`."""
    if len(content) < _LARGE:
        return 0
    about = len(zlib.compress(content, 1)) * 4 // 3
    return about if about > 4 * LINK_ENCODED or len(content) > LINK_INFLATED else 0


def encode(content: bytes) -> str:
    """The fragment of `content`, without `#`; its length may be over `LINK_ENCODED`."""
    codec, dictionary, packed = pack(content, LINK_ENCODED * 3 // 4 - _ROOM)
    body = base64.urlsafe_b64encode(_header(codec << 4 | dictionary, packed) + packed)
    return f"{VERSION}.{body.decode().rstrip('=')}"


def _header(kind: int, packed: bytes) -> bytes:
    front = bytes([kind]) + _base128(len(packed))
    return front + _check(front) + zlib.crc32(packed).to_bytes(4, "little")[:3]


def _check(front: bytes) -> bytes:
    return bytes([zlib.crc32(front) & 0xFF])


def _base128(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def decode(fragment: str) -> bytes | Fault:
    """The content of a fragment or whole address, or what is wrong with it; never raises, inflates 16 MB at most."""
    if len(fragment) > LINK_ENCODED:
        return _too_large(len(fragment), LINK_ENCODED, "characters")
    fragment = "".join(fragment.split()).rpartition("#")[2]
    if fragment == str(VERSION):
        return _cut(len(fragment), f"at least {_SHORTEST}")
    fragment = _TAIL.sub("", fragment) if fragment != f"{VERSION}." else fragment
    parts = _PARTS.fullmatch(fragment)
    if not parts:
        return _damaged("it does not begin with a version and a dot")
    if parts[1] != str(VERSION):
        return _other_version(parts[1])
    return _first_version(parts[2])


def _other_version(digits: str) -> Fault:
    if digits.strip("0") and not digits.startswith("0"):
        return Fault("link-newer", {"version": digits[:20], "known": VERSION})
    return _damaged(f"there is no version {digits[:20]}")


def _too_large(measured: int | str, limit: int, unit: str) -> Fault:
    return Fault("link-too-large", {"measured": measured, "limit": limit, "unit": unit})


def _damaged(why: str) -> Fault:
    return Fault("link-damaged", {"why": why})


def _cut(arrived: int, expected: int | str) -> Fault:
    return Fault("link-cut", {"arrived": arrived, "expected": expected})


def _first_version(body: str) -> bytes | Fault:
    sound = _ALPHABET.match(body)[0]  # type: ignore[index]
    raw = _unbase64(sound)
    try:
        at, size = _length(raw)
    except IndexError:
        return _cut(2 + len(body), f"at least {_SHORTEST}") if sound == body else _stray(len(sound))
    if raw[at] != _check(raw[:at])[0] or not size:
        return _damaged("its header does not fit its check byte")
    packed = raw[at + 4 : at + 4 + size]
    if len(packed) < size:
        return _cut(2 + len(body), 2 + -(-4 * (at + 4 + size) // 3)) if sound == body else _stray(len(sound))
    if zlib.crc32(packed).to_bytes(4, "little")[:3] != raw[at + 1 : at + 4]:
        return _damaged("its checksum fails, so some characters are not the ones that were written")
    return _inflated(raw[0] >> 4, raw[0] & 15, packed)


def _stray(sound: int) -> Fault:
    return _damaged(f"character {sound + 3} is none that a link has")


def _unbase64(text: str) -> bytes:
    whole = text[: len(text) - 1] if len(text) % 4 == 1 else text
    return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))


def _length(raw: bytes) -> tuple[int, int]:
    """Where the check byte stands, and the payload's length; raises IndexError where the header is cut."""
    at, size = 1, raw[1] & 0x7F
    while raw[at] & 0x80 and at < 4:
        at += 1
        size |= (raw[at] & 0x7F) << 7 * (at - 1)
    raw[at + 4]
    return at + 1, size


def _inflated(codec: int, dictionary: int, packed: bytes) -> bytes | Fault:
    try:
        content, ended = unpack(codec, dictionary, packed, LINK_INFLATED + 1)
    except Unknown:
        return Fault("link-newer", {"version": f"{VERSION} (codec {codec}, dictionary {dictionary})", "known": VERSION})
    except ValueError:
        return _damaged("its payload cannot be inflated")
    if len(content) > LINK_INFLATED:
        return _too_large(f"more than {LINK_INFLATED}", LINK_INFLATED, "bytes")
    return content if ended else _damaged("its payload ends too early")
