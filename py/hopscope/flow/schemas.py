"""A schema of the user's own: the one in a pasted document, and what it says where two readings of a text fit."""

from __future__ import annotations

from time import monotonic

from hopscope.contracts import KEYWORDS, Compiled
from hopscope.layers import Choose, Peeled
from hopscope.limits import CHECK_SECONDS
from hopscope.text.choosing import better
from hopscope.text.node import Node
from hopscope.text.reader import Reading

SOUND = ("complete", "normalised")
COUNTED = 50  # violations that are counted to tell two readings apart
_IN_TOOLS = (("inputSchema",), ("input_schema",), ("function", "parameters"), ("parameters",))


def schema_in(document: Peeled) -> Node | None:
    """The schema in a document: its value, or the input schema where it is the definition of a tool; None where it is broken.

    A tool definition would let everything pass if it were read as a schema itself.
    """
    root = next(document.values, None) if document.completeness in SOUND else None
    if root is None or not isinstance(root.value, dict) or _says_something(root):
        return root
    found = (root.get(*keys) for keys in _IN_TOOLS)
    return next((node for node in found if isinstance(node.value, dict)), root)


def _says_something(schema: Node) -> bool:
    """Whether any keyword of a schema stands there (`type: "function"` is none)."""
    keywords = schema.value.keys() & KEYWORDS
    return bool(keywords - {"type"}) or ("type" in keywords and schema.value["type"] != "function")


def chooser(compiled: Compiled) -> Choose:
    """Picks the reading that breaks a schema least."""

    def faults(reading: Reading) -> int:
        deadline = monotonic() + CHECK_SECONDS
        outcomes = (compiled.check(value, limit=COUNTED, deadline=deadline) for value in reading.values)
        return sum(len(outcome.violations) for outcome in outcomes)

    return lambda reading: better(reading, faults)
