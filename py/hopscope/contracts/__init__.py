"""Contracts: a schema compiled once, instances held against it, and every fault told in one sentence."""

from hopscope.contracts.compiled import DEFAULT_DIALECT, Compiled, compile  # noqa: A004
from hopscope.contracts.drafts import KEYWORDS
from hopscope.contracts.shapes import ABSENT, NOTHING, Open, Outcome, SchemaFault, Violation

__all__ = [
    "ABSENT",
    "DEFAULT_DIALECT",
    "KEYWORDS",
    "NOTHING",
    "Compiled",
    "Open",
    "Outcome",
    "SchemaFault",
    "Violation",
    "compile",
]
