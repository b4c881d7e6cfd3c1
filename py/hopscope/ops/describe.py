"""The verb `describe`: what this engine is and knows."""

from __future__ import annotations

from typing import Any

from hopscope import __version__, dialects, limits
from hopscope.codes import CODES
from hopscope.contracts import providers
from hopscope.findings import described


def run(params: dict[str, Any]) -> dict[str, Any]:
    """Version, dialects, finding codes, providers and limits."""
    return {
        "version": __version__,
        "dialects": [dialect.told() for dialect in dialects.every().values()],
        "findings": [described(code) for code in CODES.values()],
        "providers": [provider.told() for provider in providers.every().values()],
        "limits": limits.told(),
    }
