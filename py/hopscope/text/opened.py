"""A value with the JSON in its strings opened, and the way to what stands in there."""

from __future__ import annotations

from typing import Any

from hopscope.text.node import MISSING, Key, Node

DEEPEST = 200  # levels down to which strings are opened


def opened(node: Node, depth: int = 0) -> Any:
    """The value, each string that holds an array or object taken as that; the very same value where there is none."""
    if depth > DEEPEST:
        return node.value
    if isinstance(node.value, str):
        inner = _held(node)
        return opened(inner, depth + 1) if inner else node.value
    if isinstance(node.value, dict):
        members = {key: opened(member, depth + 1) for key, member in node.items()}
        return members if any(members[key] is not value for key, value in node.value.items()) else node.value
    if isinstance(node.value, list):
        elements = [opened(element, depth + 1) for element in node.each()]
        return elements if any(one is not two for one, two in zip(elements, node.value, strict=True)) else node.value
    return node.value


def _held(node: Node) -> Node:
    """The array or object that a string holds, whole but for commas and quotes; else a missing node."""
    if node.value.lstrip()[:1] not in ("{", "["):
        return MISSING
    inner = node.opened()
    sound = isinstance(inner.value, (dict, list)) and node.inner().completeness in ("complete", "normalised")
    return inner if sound else MISSING


def led(node: Node, keys: tuple[Key, ...]) -> Node:
    """The value at `keys` of the opened value, through the strings on the way; its path has one pointer a layer."""
    for key in keys:
        node = (node.opened() if isinstance(node.value, str) else node).get(key)
    return node
