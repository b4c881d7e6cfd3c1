"""Where code mounts tools: the literals of a Python file that state some, and captures as they are."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hopscope.cli.files import Document, text_of

SCHEMAS = {"parameters", "input_schema", "inputSchema"}


def documents(path: Path) -> Iterator[Document]:
    """The documents that a file holds: the tools in Python source, anything else as it stands."""
    if path.suffix == ".py":
        yield from _in_source(path)
    else:
        yield {"name": path.as_posix(), "text": text_of(path)}


def _in_source(path: Path) -> Iterator[Document]:
    try:
        tree = ast.parse(text_of(path))
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in _literals(tree):
        tools = [tool for tool in _listed(_value(node)) if _is_tool(tool)]
        if tools:
            yield {"name": f"{path.as_posix()}:{node.lineno}", "text": json.dumps({"tools": tools}, indent=2)}


def _literals(tree: ast.AST) -> Iterator[ast.Dict | ast.List]:
    """The outermost literals that have a value without running anything and hold tools."""
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Dict | ast.List) and any(map(_is_tool, _listed(_value(node)))):
            yield node
        else:
            todo += reversed(list(ast.iter_child_nodes(node)))


def _value(node: ast.AST) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _listed(value: Any) -> list[Any]:
    if isinstance(value, dict) and isinstance(value.get("tools"), list):
        return list(value["tools"])
    return value if isinstance(value, list) else [value]


def _is_tool(value: Any) -> bool:
    """Whether a literal names a tool and states its input, in the form of any provider."""
    if not isinstance(value, dict):
        return False
    told = value["function"] if isinstance(value.get("function"), dict) else value.get("toolSpec", value)
    return isinstance(told, dict) and isinstance(told.get("name"), str) and not SCHEMAS.isdisjoint(told)
