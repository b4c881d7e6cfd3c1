"""Where a provider's error points: the tool or message of the request that it names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hopscope.findings import Finding
from hopscope.model import Request, Said
from hopscope.text.node import MISSING, Node
from hopscope.text.places import pointer


def aimed(finding: Finding, keys: Sequence[str | int], request: Request | None) -> Finding:
    """The finding with the pointer it names and, where the request was captured, the place and the tool there."""
    if not keys:
        return finding
    target = _deepest(request.node, keys) if request else MISSING
    named: dict[str, str] = {"pointer": pointer(tuple(keys))}
    if tool := _tool(request.node, keys) if request else None:
        named["tool"] = tool
    return finding.but(params={**finding.params, **named}, related=(target.place(),) if target else ())


def said_of(tell: Callable[[Request | None], Finding], request: Request | None) -> Said:
    """An error of a provider, told with the request it answers, or later if that stands in another document."""
    return Said(tell(request), aimed=tell if request is None else None)


def _deepest(node: Node, keys: Sequence[str | int]) -> Node:
    """The value at the longest way that leads somewhere, at least the tool or message itself."""
    ends = (node.get(*keys[:end]) for end in range(len(keys), 1, -1))
    return next((found for found in ends if found), MISSING)


def _tool(node: Node, keys: Sequence[str | int]) -> str | None:
    """The name nearest to what is pointed at, going up."""
    for end in range(len(keys), 1, -1):
        name = node.get(*keys[:end], "name").value
        if isinstance(name, str):
            return name
    return None
