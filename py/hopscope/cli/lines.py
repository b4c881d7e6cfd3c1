"""A log of JSON Lines read in windows, so that its size costs time and no memory.

A window is a stretch of lines with some lines before and after it, which hold the answers and requests of calls near its
edges; each call is told by the one window in whose middle it stands. Lists of tools are remembered and given to every later window.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hopscope.cli.files import Document, text_of
from hopscope.text.reader import read
from hopscope.text.write import dumps

WHOLE = 16 * 1024 * 1024  # bytes up to which a log can be told as one case
PIECE = 2 * 1024 * 1024  # bytes up to which it is gone through in one piece where only calls are told
MIDDLE = 768 * 1024  # characters
SIDE = 64 * 1024  # characters before and after
HEAD = 1024 * 1024  # characters of tool lists that are remembered
LISTS = (
    '"inputSchema"',
    '\\"inputSchema\\"',
)  # how an MCP server's list is known; a model's request states its tools itself


@dataclass(frozen=True, slots=True)
class Window:
    """A piece of a log: `text` begins with line `first` (1 is the log's first), calls of lines `start` to `end - 1` are its own.

    `units` are the UTF-16 code units and `values` the lines that are not blank before it.
    """

    name: str
    text: str
    head: str
    first: int
    start: int
    end: int
    units: int
    values: int
    last: bool = False

    def documents(self, contracts: Iterable[Document]) -> list[Document]:
        """What is traced: the lines, the lists of tools before them, the contracts of one's own."""
        lists = [{"name": self.lists, "text": self.head}] if self.head else []
        return [*lists, {"name": self.name, "text": self.text}, *contracts]

    @property
    def lists(self) -> str:
        """The name of the document that holds what earlier lines said of the tools."""
        return f"{self.name} (earlier lists of tools)"

    def owns(self, at: dict[str, Any] | None) -> bool:
        """Whether a place of the window's own text lies in its middle."""
        return at is not None and at["document"] == self.name and self.start <= at["line"] + self.first - 1 < self.end

    def moved(self, value: Any) -> Any:
        """A part of a reply with its places as they are in the whole log."""
        if self.first == 1:
            return value
        if isinstance(value, list):
            return [self.moved(one) for one in value]
        if not isinstance(value, dict):
            return value
        told = {name: self.moved(member) for name, member in value.items()}
        return self._place(told) if is_place(told, self.name) else told

    def _place(self, at: dict[str, Any]) -> dict[str, Any]:
        moved = {key: at[key] + self.units for key in ("start", "end")}
        path = [self._way(at["path"][0]), *at["path"][1:]] if at["path"] else []
        return {**at, **moved, "line": at["line"] + self.first - 1, "path": path}

    def _way(self, pointer: str) -> str:
        """A pointer whose first step, the number of the line's value, counts from the log's first; one line has no such step."""
        number, slash, rest = pointer.removeprefix("/").partition("/")
        several = self.text.find("\n", self.text.find("\n") + 1) > 0
        return f"/{int(number) + self.values}{slash}{rest}" if several and number.isdecimal() else pointer


@dataclass(frozen=True, slots=True)
class Reach:
    """How much of a log lies behind a point: lines, UTF-16 code units, lines that are not blank."""

    lines: int
    units: int
    values: int

    def since(self, at: dict[str, Any]) -> dict[str, Any]:
        """A place behind the point, told as if the log began there."""
        number, slash, rest = at["path"][0].removeprefix("/").partition("/") if at["path"] else ("", "", "")
        counted = number.isdecimal() and int(number) >= self.values
        first = [f"/{int(number) - self.values}{slash}{rest}"] if counted else at["path"][:1]
        moved = {key: at[key] - self.units for key in ("start", "end")}
        return {**at, **moved, "line": at["line"] - self.lines, "path": [*first, *at["path"][1:]]}


_PLACE = {"document", "path", "start", "end", "line", "column"}


def is_place(value: dict[str, Any], document: str) -> bool:
    """Whether a part of a reply is a place in a document."""
    return value.keys() >= _PLACE and value["document"] == document


@dataclass(slots=True)
class _Line:
    text: str
    units: int
    filled: int


def pieces(path: Path, name: str) -> Iterator[Window]:
    """A log in windows, or in one piece where it is small or no JSON Lines; raises OSError where it cannot be read."""
    if path.stat().st_size <= PIECE or not _by_lines(path):
        yield whole(name, text_of(path))
    else:
        yield from windows(path, name)


def whole(name: str, text: str) -> Window:
    """A text in one piece."""
    return Window(name, text, "", 1, 1, sys.maxsize, 0, 0, last=True)


def _by_lines(path: Path) -> bool:
    with path.open(encoding="utf-8", errors="replace") as log:
        first = next((line.strip() for line in log if line.strip()), "")
    return "{" in first and first.endswith("}")


def windows(path: Path, name: str) -> Iterator[Window]:
    """The windows of a log; raises OSError where it cannot be read."""
    with path.open(encoding="utf-8", errors="replace", newline="") as log:
        yield from of_lines(log, name)


def of_lines(lines: Iterable[str], name: str) -> Iterator[Window]:
    """The windows of lines that end with their line breaks."""
    cutter = Cutter(name)
    for text in lines:
        cutter.take(text)
        if cutter.full():
            yield cutter.cut(last=False)
    if cutter.middle or cutter.after:
        yield cutter.cut(last=True)


def _lists(value: Any) -> Iterator[list[Any]]:
    """The lists of tools in a line's values, also in JSON in its strings."""
    todo = list(value)
    while todo:
        one = todo.pop()
        if isinstance(one, str) and "Schema" in one:
            todo += read(one, repair=False).values
        elif isinstance(one, list):
            todo += one
        elif isinstance(one, dict):
            tools = one.get("tools")
            if isinstance(tools, list) and all(isinstance(tool, dict) and "name" in tool for tool in tools):
                yield tools
            todo += (
                member for name, member in one.items() if name != "tools" and isinstance(member, str | list | dict)
            )


class Cutter:
    """Lines on their way through: those told already, the middle that is due, those that only help it."""

    def __init__(self, name: str) -> None:
        self.name, self.first, self.units, self.values = name, 1, 0, 0
        self.before: deque[_Line] = deque()
        self.middle: deque[_Line] = deque()
        self.after: deque[_Line] = deque()
        self.sizes = [0, 0, 0]
        self.head: dict[str, None] = {}

    def take(self, text: str) -> None:
        """One more line, with its break."""
        units = len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
        line = _Line(text, units, 1 if text.strip() else 0)
        into = 1 if self.sizes[1] < MIDDLE else 2
        (self.middle if into == 1 else self.after).append(line)
        self.sizes[into] += len(text)

    def full(self) -> bool:
        """Whether a window is due."""
        return self.sizes[1] >= MIDDLE and self.sizes[2] >= SIDE

    def cut(self, last: bool) -> Window:
        """The window that is due."""
        if last:
            self.middle.extend(self.after)
            self.after.clear()
        made = self._window(last)
        self.go_on()
        return made

    def seen(self) -> Window:
        """All lines that are held, as a window of their own."""
        told = self._window(last=False)
        return replace(told, start=self.first, end=sys.maxsize)

    def reach(self) -> Reach:
        """How far the lines go that were taken."""
        held = [line for part in (self.before, self.middle, self.after) for line in part]
        units, filled = sum(line.units for line in held), sum(line.filled for line in held)
        return Reach(self.first - 1 + len(held), self.units + units, self.values + filled)

    def go_on(self) -> None:
        """The middle becomes what stands before the next window."""
        for line in self.middle:
            self._remember(line.text)
        self.before.extend(self.middle)
        self.middle, self.after = self.after, deque()
        self.sizes = [self.sizes[0] + self.sizes[1], self.sizes[2], 0]
        self._forget()

    def _window(self, last: bool) -> Window:
        text = "".join(line.text for part in (self.before, self.middle, self.after) for line in part)
        start = self.first + len(self.before)
        head = "".join(self.head)
        whole = Window(
            self.name, text, head, self.first, start, start + len(self.middle), self.units, self.values, last
        )
        return whole if self.first > 1 else replace(whole, start=1)

    def _remember(self, text: str) -> None:
        """Keeps the newest lists of tools, each once."""
        if any(mark in text for mark in LISTS):
            for tools in _lists(read(text, repair=False).values):
                said = f"{dumps({'tools': tools})}\n"
                self.head.pop(said, None)
                self.head[said] = None
            while len(self.head) > 1 and sum(map(len, self.head)) > HEAD:
                del self.head[next(iter(self.head))]

    def _forget(self) -> None:
        while self.sizes[0] > SIDE:
            gone = self.before.popleft()
            self.first, self.units, self.values = self.first + 1, self.units + gone.units, self.values + gone.filled
            self.sizes[0] -= len(gone.text)
