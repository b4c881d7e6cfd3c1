"""The codecs of share links: a content ↔ a shorter payload; every one that links were made with stays readable for ever.

By number: 0 raw deflate with a preset dictionary; 1 raw LZMA; 2 raw LZMA that begins with a preset dictionary, of which the
payload lacks the part of the stream that is the same for all; 3 bzip2 without the four bytes that all of its streams begin with.
"""

from __future__ import annotations

import bz2
import lzma
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from hopscope.compare.words import common_start

from .dictionary import DICTIONARIES
from .stems import STEMS

DEFLATE, LZMA, STEMMED, BZIP2 = range(4)
NEWEST = max(DICTIONARIES)
_LARGE = 1 << 20  # bytes of a content for which the first form that is short enough is taken
_WORTH = 3 << 16  # bytes of a payload beyond which no other codec makes a link of it
_LONGEST = 273  # the longest repetition that LZMA can tell at once; looking for it takes longer
_WIDEST = 1 << 24
_WINDOW = 1 << 22  # what a writer looks back to, so that its tables stay small in WebAssembly's memory
_BZIP2_MAGIC = b"BZh9"
Packed = tuple[int, int, bytes]


class Unknown(ValueError):
    """A codec or dictionary that only a later version knows."""


def pack(content: bytes, enough: int) -> Packed:
    """Codec, dictionary and payload of the shortest form; a large content is good enough at `enough` bytes."""
    best: Packed | None = None
    for form in _forms(content):
        best = form if best is None or len(form[2]) < len(best[2]) else best
        if len(best[2]) > _WORTH or (len(content) > _LARGE and len(best[2]) <= enough):
            break
    assert best is not None
    return best


def _forms(content: bytes) -> Iterator[Packed]:
    yield DEFLATE, NEWEST, _deflate(content)
    yield STEMMED, NEWEST, _stemmed(content)
    yield BZIP2, 0, bz2.compress(content, 9)[len(_BZIP2_MAGIC) :]


def unpack(codec: int, dictionary: int, payload: bytes, most: int) -> tuple[bytes, bool]:
    """At most `most` bytes of a content, and whether that is all; raises Unknown, or ValueError where it is none."""
    if codec not in _OPENERS or (codec in (DEFLATE, STEMMED) and dictionary not in DICTIONARIES):
        raise Unknown(codec, dictionary)
    try:
        return _OPENERS[codec](dictionary, payload, most)
    except (zlib.error, lzma.LZMAError, OSError, EOFError) as error:
        raise ValueError(str(error)) from None


def _deflate(content: bytes) -> bytes:
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=DICTIONARIES[NEWEST])
    return press.compress(content) + press.flush()


def _filters(size: int, longest: int = 0) -> list[dict[str, int]]:
    """Raw LZMA with a window of `size` bytes or more; a reader may take any that is not smaller than the writer's."""
    window = max(4096, 1 << (size - 1).bit_length())
    shape = {"id": lzma.FILTER_LZMA1, "preset": 9, "dict_size": window, "lc": 3, "lp": 0, "pb": 0}
    return [shape | ({"nice_len": longest} if longest else {})]


def _stemmed(content: bytes) -> bytes:
    text, stem = DICTIONARIES[NEWEST], STEMS[NEWEST]
    filters = _filters(min(_WINDOW, len(text) + len(content)), 0 if len(content) > _LARGE else _LONGEST)
    whole = lzma.compress(text + content, lzma.FORMAT_RAW, filters=filters)
    shared = common_start(stem, whole)
    return shared.to_bytes(2, "little") + whole[shared:]


def _open_deflate(dictionary: int, payload: bytes, most: int) -> tuple[bytes, bool]:
    press = zlib.decompressobj(-15, DICTIONARIES[dictionary])
    return press.decompress(payload, most), press.eof


def _open_lzma(_: int, payload: bytes, most: int) -> tuple[bytes, bool]:
    return _drained(lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=_filters(_WIDEST)), payload, most)


def _open_stemmed(dictionary: int, payload: bytes, most: int) -> tuple[bytes, bool]:
    text, shared = DICTIONARIES[dictionary], int.from_bytes(payload[:2], "little")
    whole, ended = _open_lzma(0, STEMS[dictionary][:shared] + payload[2:], len(text) + most)
    if not whole.startswith(text):
        raise ValueError("it does not begin with its dictionary")
    return whole[len(text) :], ended


def _open_bzip2(_: int, payload: bytes, most: int) -> tuple[bytes, bool]:
    return _drained(bz2.BZ2Decompressor(), _BZIP2_MAGIC + payload, most)


def _drained(press: Any, payload: bytes, most: int) -> tuple[bytes, bool]:
    return press.decompress(payload, most), press.eof


_OPENERS: dict[int, Callable[[int, bytes, int], tuple[bytes, bool]]] = {
    DEFLATE: _open_deflate,
    LZMA: _open_lzma,
    STEMMED: _open_stemmed,
    BZIP2: _open_bzip2,
}
