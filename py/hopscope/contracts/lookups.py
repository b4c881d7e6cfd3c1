"""Following one reference; nothing is ever fetched."""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urldefrag, urljoin

from referencing.exceptions import Unresolvable

Code = Literal["schema-ref-remote", "schema-ref-unresolved"]


def lookup(resolver: Any, ref: str) -> Any:
    """The target of a reference, or None where it cannot be had."""
    try:
        return resolver.lookup(ref)
    except (Unresolvable, ValueError, LookupError, TypeError, AttributeError):
        return None


def code_of(resolver: Any, ref: str) -> Code:
    """Whether a reference that cannot be followed leads out of the documents at hand, or nowhere in them."""
    try:
        uri = urldefrag(urljoin(resolver._base_uri, ref)).url
    except ValueError:
        return "schema-ref-unresolved"
    known = ref.startswith("#") or uri in resolver._registry
    return "schema-ref-unresolved" if known else "schema-ref-remote"
