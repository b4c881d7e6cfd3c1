"""Messages as LangChain prints them (`pretty_print`), made the list of messages that they were; told as `prose`.

A title in a line of equals signs begins each; the calls of one stand behind its content, an argument on a line. What an argument
was is told by how it looks: a number, a word or a container of Python, else a string.

Source: langchain-ai/langchain `langchain_core/messages/base.py` and `ai.py` (`pretty_repr`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hopscope.layers._base import Piece, Wrapping
from hopscope.text.reader import read
from hopscope.text.repair import literal
from hopscope.text.source import Edit, Edited, Root, Source, apply
from hopscope.text.write import quote

NAME = "prose"
_TITLE = re.compile(
    r"^[ \t]*={8,} (?P<kind>Human|Ai|Aimessagechunk|System|Tool|Function|Chat|Developer) Message ={8,}[ \t\r]*$"
    r"(?:\r?\nName: (?P<name>[^\r\n]+))?",
    re.MULTILINE,
)
_KINDS = {"aimessagechunk": "AIMessageChunk"}
_CALLS = re.compile(r"^(?P<invalid>Invalid )?Tool Calls:[ \t\r]*\n(?=  \S)", re.MULTILINE)
_CALL = re.compile(
    r"^  (?P<name>\S[^\r\n]*?) \((?P<id>[^()\r\n]*)\)[ \t\r]*\n Call ID:[^\n]*\n"
    r"(?:  Error: (?P<error>[^\r\n]*)\r?\n)?  Args:[ \t\r]*(?:\n|\Z)",
    re.MULTILINE,
)
_ARGUMENT = re.compile(r"^    (?P<name>[A-Za-z_][\w.-]*): ?", re.MULTILINE)
_BEFORE = re.compile(r"[\[{]\s*[\"'\[{]|^[ \t>]*(?:```|~~~)", re.MULTILINE)
_ESCAPED = re.compile(r'["\\\x00-\x1f]')
_SIGNS = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_WORDS = {"True": "true", "False": "false", "None": "null"}
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")


def unwrap(source: Source) -> Wrapping | None:
    """The messages; None where a value stands before them, or a fence round them."""
    text = source.text
    titles = list(_TITLE.finditer(text)) if " Message ==" in text else []
    if not titles or _BEFORE.search(text, 0, titles[0].start()):
        return None
    writer = _Writer(text)
    for title, end in _up_to_next(titles, len(text)):
        writer.put("," if writer.edits else "[")
        _message(writer, title, end)
    writer.put("]")
    writer.leave_out(len(text))
    return Wrapping(NAME, (Piece(Edited(source, writer.edits)),))


def _up_to_next(found: list[re.Match[str]], end: int) -> Iterator[tuple[re.Match[str], int]]:
    """Each of some headings with the place where the next begins."""
    return zip(found, [*(one.start() for one in found[1:]), end], strict=False)


class _Writer:
    """Makes JSON of a text by edits; `at` is the place up to which all is written, `pending` what comes there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.pending = ""
        self.edits: list[Edit] = []
        self.called: list[tuple[str, str]] = []  # name and id of the calls so far

    def put(self, inserted: str) -> None:
        """Writes what does not stand in the text."""
        self.pending += inserted

    def leave_out(self, end: int) -> None:
        """Passes over what stands up to a place."""
        if self.pending or end > self.at:
            self.edits.append(Edit(self.at, end, self.text[self.at : end], self.pending, "transcript"))
        self.at, self.pending = end, ""

    def keep(self, start: int, end: int) -> None:
        """Writes a slice as it stands."""
        self.leave_out(start)
        self.at = end

    def string(self, start: int, end: int) -> None:
        """Writes a slice as a string, whose quotes stand where it begins and ends."""
        self.leave_out(start)
        self._quote(start)
        for sign in _ESCAPED.finditer(self.text, start, end):
            self.at = sign.start()
            self.put(_SIGNS.get(sign[0]) or f"\\u{ord(sign[0]):04x}")
            self.leave_out(sign.end())
        self._quote(end)

    def _quote(self, at: int) -> None:
        self.edits.append(Edit(at, at, "", '"', "transcript"))
        self.at = at

    def value(self, start: int, end: int) -> None:
        """Writes what Python printed: a number, a word, a container; all else as a string."""
        inside = self.text[start:end]
        if inside in _WORDS:
            self.put(_WORDS[inside])
            self.leave_out(end)
        elif _NUMBER.fullmatch(inside):
            self.keep(start, end)
        elif not self._container(start, end):
            self.string(start, end)

    def _container(self, start: int, end: int) -> bool:
        inside = self.text[start:end]
        mended = literal(inside, True) if inside[:1] in ("[", "{", "(") else None
        edits = mended.edits if mended else []
        if inside[:1] not in ("[", "{", "(") or len(read(Root("", apply(inside, edits)), repair=False).values) != 1:
            return False
        for edit in edits:
            self.keep(self.at if self.at > start else start, start + edit.start)
            self.put(edit.inserted)
            self.leave_out(start + edit.end)
        self.keep(max(self.at, start), end)
        return True


def _message(writer: _Writer, title: re.Match[str], end: int) -> None:
    """Writes one message: its type, its name, its content and its calls."""
    kind = title["kind"].lower()
    calls = _CALLS.search(writer.text, title.end(), end) if kind.startswith("ai") else None
    writer.put(f'{{"type":"{_KINDS.get(kind, kind)}"')
    if title["name"]:
        writer.put(',"name":')
        writer.string(*title.span("name"))
        _answered(writer, title["name"].strip())
    writer.put(',"content":')
    _content(writer, title.end(), calls.start() if calls else end)
    sections = list(_CALLS.finditer(writer.text, calls.start(), end)) if calls else []
    for section, stop in _up_to_next(sections, end):
        writer.put(f',"{"invalid_" if section["invalid"] else ""}tool_calls":')
        _calls(writer, section, stop)
    writer.put("}")


def _answered(writer: _Writer, name: str) -> None:
    """Writes the id of the call that a tool's message answers, where that is the only one of its name."""
    ids = [id for called, id in writer.called if called == name]
    if len(ids) == 1:
        writer.put(f',"tool_call_id":{quote(ids[0])}')
        writer.called.remove((name, ids[0]))


def _content(writer: _Writer, start: int, end: int) -> None:
    """Writes the content of a message without the lines round it; a list of blocks is one."""
    inside = writer.text[start:end]
    start, end = start + len(inside) - len(inside.lstrip()), start + len(inside.rstrip())
    if writer.text[start : start + 2] == "[{":
        writer.value(start, end)
    else:
        writer.string(min(start, end), end)


def _calls(writer: _Writer, section: re.Match[str], end: int) -> None:
    found = list(_CALL.finditer(writer.text, section.end(), end))
    writer.put("[")
    for n, (call, stop) in enumerate(_up_to_next(found, end)):
        writer.put(f'{"," if n else ""}{{"type":"{"invalid_" if section["invalid"] else ""}tool_call","name":')
        writer.string(*call.span("name"))
        writer.put(',"id":')
        writer.value(*call.span("id"))
        writer.called.append((call["name"], call["id"]))
        if call["error"]:
            writer.put(',"error":')
            writer.value(*call.span("error"))
        writer.put(',"args":')
        _arguments(writer, call.end(), stop)
        writer.put("}")
    writer.put("]")


def _arguments(writer: _Writer, start: int, end: int) -> None:
    """Writes the arguments by name, each up to the next; those of an invalid call are one string."""
    end = start + len(writer.text[start:end].rstrip())
    found = list(_ARGUMENT.finditer(writer.text, start, max(start, end)))
    if end > start and (not found or found[0].start() > start):
        return writer.string(start + 4, end)
    writer.put("{")
    for n, (one, stop) in enumerate(_up_to_next(found, end)):
        writer.put("," if n else "")
        writer.string(*one.span("name"))
        writer.put(":")
        writer.value(one.end(), one.end() + len(writer.text[one.end() : stop].rstrip("\r\n")))
    return writer.put("}")
