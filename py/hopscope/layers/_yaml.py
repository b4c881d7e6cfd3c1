"""The part of YAML 1.1 that recorders of HTTP traffic write, read with the place of every scalar.

Block and flow collections, all five kinds of scalars, anchors, aliases, `!!binary`, comments, several documents. Tags of
Python objects are passed over and their content read as it stands; nothing is ever built from them. Anything else makes
`read` give nothing: a cassette is then no cassette.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hopscope.text.matching import sure

DEEPEST = 200
_BETWEEN = re.compile(r"(?:---|\.\.\.)(?=\s|\Z)|%[^\n]*")
_BLANK = re.compile(r"(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z(?<=.)))*[ \t]*")
_REST = re.compile(r"[ \t]*(?:#[^\n]*)?(?=\r?\n|\Z)")
_KEY = re.compile(
    r"(?:\?(?=\S)|:(?=\S)|-(?=\S)|[^\s#&*!|>'\"%@`\[\]{},?:-])(?:[^:\n#]|:(?=\S)|(?<=\S)#)*?(?=[ \t]*:(?:[ \t\r\n]|\Z))"
)
_QUOTED_KEY = re.compile(r"(?:'(?:[^'\n]|'')*'|\"(?:[^\"\\\n]|\\.)*\")(?=[ \t]*:(?:[ \t\r\n]|\Z))")
_PROPERTY = re.compile(r"(?:!(?P<tag>[^\s,\[\]{}]*)|&(?P<anchor>[^\s,\[\]{}]+))(?:[ \t]+|(?=\r?\n|\Z))")
_ALIAS = re.compile(r"\*([^\s,\[\]{}]+)")
_BLOCK = re.compile(r"([|>])([+-]?\d?[+-]?)[ \t]*(?:#[^\n]*)?(?:\r?\n|\Z)")
_SINGLE = re.compile(r"'(?:[^']|'')*'")
_DOUBLE = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_PLAIN = re.compile(r"(?:[^\s:#]|:(?=\S)|(?<=\S)#|[ \t]+(?![#\s]))+")
_FLOW_PLAIN = re.compile(r"(?:[^\s:#,\[\]{}]|:(?=[^\s,\[\]{}])|(?<=\S)#|[ \t]+(?![#\s:,\[\]{}]))+")
_FLOW_BLANK = re.compile(r"(?:\s|(?<=\s)#[^\n]*)*")


@dataclass(slots=True)
class Scalar:
    """A scalar: its slice with quotes or block header, its style (`plain`, `'`, `"`, `|`, `>`, `*`) and its tag."""

    start: int
    end: int
    style: str
    tag: str = ""
    indent: int = 0
    chomp: str = ""
    target: Node | None = None


@dataclass(slots=True)
class Map:
    """A mapping: its slice and its pairs in order."""

    start: int
    end: int
    pairs: list[tuple[Scalar, Node]] = field(default_factory=list)


@dataclass(slots=True)
class Seq:
    """A sequence: its slice and its items in order."""

    start: int
    end: int
    items: list[Node] = field(default_factory=list)


Node = Scalar | Map | Seq


class _Unreadable(ValueError):
    pass


def read(text: str) -> list[Node]:
    """All documents of a YAML text, or none where it is not of this part of YAML."""
    try:
        return list(_Reader(text).documents())
    except (_Unreadable, RecursionError):
        return []


class _Reader:
    """Reads nodes; `column` is the column of a token, `outer` that of the collection which a node belongs to."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.anchors: dict[str, Node] = {}
        self.level = 0

    def documents(self) -> Iterator[Node]:
        at = self.between(0)
        while at < len(self.text):
            self.anchors = {}
            node, end = self.node(at, -1)
            at = self.content(end)
            if at < len(self.text) and not self.text.startswith(("---", "..."), at):
                raise _Unreadable
            yield node
            at = self.between(at)

    def between(self, at: int) -> int:
        """The next document past the marks and directives before it."""
        at = self.content(at)
        while mark := _BETWEEN.match(self.text, at):
            at = self.content(mark.end())
        return at

    # ---- places

    def content(self, at: int) -> int:
        """The next token past blanks, comments and line ends."""
        return sure(_BLANK.match(self.text, at)).end()

    def column(self, at: int) -> int:
        return at - (self.text.rfind("\n", 0, at) + 1)

    def sign(self, at: int, length: int = 1) -> str:
        return self.text[at : at + length]

    def is_item(self, at: int) -> bool:
        return self.sign(at) == "-" and (self.sign(at + 1) in ("", " ", "\t", "\n", "\r"))

    def begins_key(self, at: int) -> re.Match[str] | None:
        return _KEY.match(self.text, at) or _QUOTED_KEY.match(self.text, at)

    # ---- nodes

    def node(self, at: int, outer: int) -> tuple[Node, int]:
        """The node that starts at a token; gives it and the place behind it."""
        self.level += 1
        if self.level > DEEPEST:
            raise _Unreadable
        try:
            return self._node(at, outer)
        finally:
            self.level -= 1

    def _node(self, at: int, outer: int) -> tuple[Node, int]:
        begin, tag, anchor, at = at, *self.properties(at)
        if at > begin and _REST.match(self.text, at):
            following = self.content(at)
            belongs = following < len(self.text) and self.column(following) > outer
            node, end = self.inner(following, outer) if belongs else (Scalar(at, at, "plain"), at)
        else:
            node, end = self.inner(at, outer)
        if isinstance(node, Scalar):
            node.tag = tag
        if anchor:
            self.anchors[anchor] = node
        return node, end

    def properties(self, at: int) -> tuple[str, str, int]:
        tag = anchor = ""
        while found := _PROPERTY.match(self.text, at):
            tag, anchor, at = found["tag"] or tag, found["anchor"] or anchor, found.end()
        return tag, anchor, at

    def inner(self, at: int, outer: int) -> tuple[Node, int]:
        """A node without its properties."""
        sign = self.sign(at)
        if self.is_item(at):
            return self.sequence(at)
        if self.begins_key(at):
            return self.mapping(at)
        if alias := _ALIAS.match(self.text, at):
            return Scalar(at, alias.end(), "*", target=self.anchored(alias[1])), alias.end()
        if block := _BLOCK.match(self.text, at):
            return self.block(at, block, outer)
        if sign in ("'", '"'):
            return self.quoted(at)
        if sign in ("[", "{"):
            return self.flow(at)
        return self.plain(at, outer)

    def anchored(self, name: str) -> Node:
        if name not in self.anchors:
            raise _Unreadable
        return self.anchors[name]

    # ---- block collections

    def sequence(self, at: int) -> tuple[Seq, int]:
        column, found, end = self.column(at), Seq(at, at), at
        while self.is_item(at) and self.column(at) == column:
            item, end = self.value(at + 1, column, column)
            found.items.append(item)
            at = self.content(end)
        found.end = end
        return found, end

    def mapping(self, at: int) -> tuple[Map, int]:
        column, found, end = self.column(at), Map(at, at), at
        while (key := self.begins_key(at)) and self.column(at) == column:
            name = Scalar(at, key.end(), key[0][0] if key[0][0] in "'\"" else "plain")
            colon = self.text.index(":", key.end())
            value, end = self.value(colon + 1, column, column - 1)
            found.pairs.append((name, value))
            at = self.content(end)
        found.end = end
        return found, end

    def value(self, at: int, outer: int, item_outer: int) -> tuple[Node, int]:
        """What stands behind a dash or a colon, on the line or below it; sequences may stand as far left as their key."""
        if not _REST.match(self.text, at):
            while self.sign(at) in (" ", "\t"):
                at += 1
            return self.node(at, outer)
        below = self.content(at)
        if below < len(self.text):
            column = self.column(below)
            if column > (item_outer if self.is_item(below) else outer):
                return self.node(below, outer)
        return Scalar(at, at, "plain"), at

    # ---- flow collections

    def flow(self, at: int) -> tuple[Node, int]:
        opening, begin = self.sign(at), at
        closing = "}" if opening == "{" else "]"
        found: Map | Seq = Map(at, at) if opening == "{" else Seq(at, at)
        at = self.flow_blank(at + 1)
        while self.sign(at) != closing:
            at = self.flow_member(found, at)
            at = self.flow_blank(at)
            if self.sign(at) == ",":
                at = self.flow_blank(at + 1)
            elif self.sign(at) != closing:
                raise _Unreadable
        found.start, found.end = begin, at + 1
        return found, at + 1

    def flow_blank(self, at: int) -> int:
        return sure(_FLOW_BLANK.match(self.text, at)).end()

    def flow_member(self, found: Map | Seq, at: int) -> int:
        node, end = self.flow_node(at)
        if isinstance(found, Seq):
            found.items.append(node)
            return end
        if not isinstance(node, Scalar):
            raise _Unreadable
        at = self.flow_blank(end)
        if self.sign(at) != ":":
            raise _Unreadable
        value, end = self.flow_node(self.flow_blank(at + 1))
        found.pairs.append((node, value))
        return end

    def flow_node(self, at: int) -> tuple[Node, int]:
        self.level += 1
        if self.level > DEEPEST:
            raise _Unreadable
        try:
            if self.sign(at) in ("[", "{"):
                return self.flow(at)
            if self.sign(at) in ("'", '"'):
                return self.quoted(at)
            plain = _FLOW_PLAIN.match(self.text, at)
            if not plain:
                raise _Unreadable
            return Scalar(at, plain.end(), "plain"), plain.end()
        finally:
            self.level -= 1

    # ---- scalars

    def quoted(self, at: int) -> tuple[Scalar, int]:
        style = self.sign(at)
        found = (_SINGLE if style == "'" else _DOUBLE).match(self.text, at)
        if not found:
            raise _Unreadable
        return Scalar(at, found.end(), style), found.end()

    def plain(self, at: int, outer: int) -> tuple[Scalar, int]:
        """A plain scalar with the lines that go on with it: those indented deeper than what it belongs to."""
        found = _PLAIN.match(self.text, at)
        if not found:
            raise _Unreadable
        end = found.end()
        while _REST.match(self.text, end) and "#" not in self.text[end : self.text.find("\n", end) + 1 or None]:
            following = self.content(end)
            goes_on = following < len(self.text) and self.column(following) > outer and following > end
            more = _PLAIN.match(self.text, following) if goes_on else None
            if not more or self.is_item(following) or self.begins_key(following):
                break
            end = more.end()
        return Scalar(at, end, "plain"), end

    def block(self, at: int, head: re.Match[str], outer: int) -> tuple[Scalar, int]:
        """A literal or folded block: every line deeper than what it belongs to."""
        given = next((int(sign) for sign in head[2] if sign.isdigit()), 0)
        chomp = next((sign for sign in head[2] if sign in "+-"), "")
        indent = outer + given if given and outer >= 0 else given
        end = line = head.end()
        while line < len(self.text):
            stop = self.text.find("\n", line) + 1 or len(self.text)
            content = self.text[line:stop].lstrip(" ")
            column = stop - line - len(content)
            if content.strip():
                indent = indent or column
                if column < indent or column <= outer:
                    break
                end = stop
            elif chomp == "+":
                end = stop
            line = stop
        return Scalar(at, max(end, head.end()), head[1], indent=indent, chomp=chomp), max(end, head.end())
