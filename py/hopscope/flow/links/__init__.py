"""Share links: the state of a case as a fragment, and back; versions once published are read for ever."""

from __future__ import annotations

from typing import Any

from hopscope.limits import LINK_ENCODED

from .codec import VERSION, Fault, decode, encode, hopeless
from .state import pack, restore, unpack

__all__ = ["VERSION", "Fault", "read", "restore", "write"]


def write(state: dict[str, Any]) -> str | Fault:
    """The fragment of a restored state, which `read` is seen to give back, or the fault that it is too large.

    Raises RuntimeError where the state is another after the round trip.
    """
    content = pack(state)
    if about := hopeless(content):
        return Fault("link-too-large", {"measured": about, "limit": LINK_ENCODED, "unit": "characters"})
    fragment = encode(content)
    if len(fragment) > LINK_ENCODED:
        return Fault("link-too-large", {"measured": len(fragment), "limit": LINK_ENCODED, "unit": "characters"})
    if read(fragment) != state:
        raise RuntimeError("the link does not read back as the state it was made of")
    return fragment


def read(fragment: str) -> dict[str, Any] | Fault:
    """The state of a fragment or of a whole address, or what is wrong with it; never raises."""
    content = decode(fragment)
    if isinstance(content, Fault):
        return content
    try:
        return unpack(content)
    except (ValueError, RecursionError):
        return Fault("link-damaged", {"why": "what it holds is not the state of a case"})
