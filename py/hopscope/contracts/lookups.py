"""Following one reference; nothing is ever fetched."""

from __future__ import annotations

import sys
from typing import Any, Literal
from urllib.parse import urldefrag, urljoin

from referencing.exceptions import Unresolvable

_ROOM = 500 if sys.platform == "emscripten" else 100
"""Frames that following one reference takes at most, and a caller that gives up; WebAssembly's own stack ends far sooner."""
Code = Literal["schema-ref-remote", "schema-ref-unresolved"]


def lookup(resolver: Any, ref: str) -> Any:
    """The target of a reference, or None where it cannot be had; raises RecursionError while there is room to say so.

    Where the interpreter finds it out inside the resolver's compiled tables, they panic, and nothing catches that.
    """
    if is_nearly_full():
        raise RecursionError("references nest too deeply")
    try:
        return resolver.lookup(ref)
    except (Unresolvable, ValueError, LookupError, TypeError, AttributeError):
        return None


def is_nearly_full(room: int = _ROOM) -> bool:
    """Whether the stack ends within this many frames."""
    try:
        sys._getframe(sys.getrecursionlimit() - room)
    except ValueError:
        return False
    return True


def code_of(resolver: Any, ref: str) -> Code:
    """Whether a reference that cannot be followed leads out of the documents at hand, or nowhere in them."""
    try:
        uri = urldefrag(urljoin(resolver._base_uri, ref)).url
    except ValueError:
        return "schema-ref-unresolved"
    known = ref.startswith("#") or uri in resolver._registry
    return "schema-ref-unresolved" if known else "schema-ref-remote"
