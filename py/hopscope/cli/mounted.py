"""Where code mounts tools: the literals of a Python file that state some, and captures as they are."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hopscope.cli.files import Document, text_of

SCHEMAS = {"parameters", "input_schema", "inputSchema"}


@dataclass(frozen=True, slots=True)
class Mount:
    """Tools that a file mounts, as a document; `at` is where their literal stands, None where the document is the file."""

    document: Document
    at: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """The file, with the line where it holds more than this mount."""
        return f"{self.at['document']}:{self.at['line']}" if self.at else self.document["name"]

    def placed(self, value: Any) -> Any:
        """What was told of the document with its places as they are in the file: a literal's are all that of the literal."""
        if isinstance(value, list):
            return [self.placed(one) for one in value]
        if not isinstance(value, dict):
            return value
        if self.at and value.get("document") == self.document["name"]:
            return {**value, **self.at}
        return {key: self.placed(member) for key, member in value.items()}


def mounts(path: Path) -> Iterator[Mount]:
    """What a file mounts: the tools in Python source, anything else as it stands."""
    if path.suffix == ".py":
        yield from _in_source(path)
    else:
        yield Mount({"name": path.as_posix(), "text": text_of(path)})


def unread(path: Path) -> str:
    """Why a Python file may have tools that are not read from it: it is none, or decorators make them; else empty."""
    try:
        tree = ast.parse(text_of(path))
    except (SyntaxError, ValueError, RecursionError):
        return "it is no Python that can be read"
    made = any(_is_tool_maker(one) for node in ast.walk(tree) for one in getattr(node, "decorator_list", ()))
    return "its decorators make tools only when it runs" if made else ""


def _is_tool_maker(decorator: ast.expr) -> bool:
    """Whether a decorator is called `tool`, `server.tool`, `function_tool` and so on, with arguments or without."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""
    return name.rpartition("_")[2] == "tool"


def _in_source(path: Path) -> Iterator[Mount]:
    source = text_of(path)
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in _literals(tree):
        tools = [tool for tool in _listed(_value(node)) if _is_tool(tool)]
        document = {"name": f"{path.as_posix()}:{node.lineno}", "text": json.dumps({"tools": tools}, indent=2)}
        yield Mount(document, {"document": path.as_posix(), **_slice(node, source)})


def _slice(node: ast.Dict | ast.List, source: str) -> dict[str, int]:
    """A literal's place, as the door tells places: `start` and `end` in UTF-16 code units."""
    lines = source.encode().splitlines(keepends=True)
    before = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    start, column = _units(before), _units(lines[node.lineno - 1][: node.col_offset]) + 1
    length = _units((ast.get_source_segment(source, node) or "").encode())
    return {"start": start, "end": start + length, "line": node.lineno, "column": column}


def _units(raw: bytes) -> int:
    return len(raw.decode().encode("utf-16-le")) // 2


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
    """The value of a literal as JSON has it; None where it is no literal, or holds what JSON does not know, such as a set."""
    try:
        return json.loads(json.dumps(ast.literal_eval(node), allow_nan=False))
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
