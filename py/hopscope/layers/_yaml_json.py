"""YAML nodes as JSON text whose every character leads back to the YAML it was made from."""

from __future__ import annotations

import base64
import binascii
import re
import zlib

from hopscope.layers._yaml import Map, Node, Scalar, Seq
from hopscope.text.source import Edit, Edited, Slice, Source
from hopscope.text.write import quote

LONGEST_COPY = 1_000_000  # characters that aliases may add to a document, and a packed body may unfold to
_LINE = re.compile(r"[ \t]*\r?\n[ \t]*")
_FOLD = r"[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*"
_SIGN = r'["\\\x00-\x1f]'
_IN_PLAIN = re.compile(rf"{_FOLD}|{_SIGN}")
_IN_SINGLE = re.compile(rf"''|{_FOLD}|{_SIGN}")
_IN_DOUBLE = re.compile(
    rf"\\\r?\n[ \t]*|\\x[0-9a-fA-F]{{2}}|\\u[0-9a-fA-F]{{4}}|\\U[0-9a-fA-F]{{8}}|\\.|{_FOLD}|[\x00-\x1f]", re.DOTALL
)
_ESCAPED = {
    "0": "\\u0000", "a": "\\u0007", "v": "\\u000b", "e": "\\u001b", " ": " ", "_": "\u00a0", "N": "\u0085",
    "L": "\u2028", "P": "\u2029", "\t": "\\t",
}  # fmt: skip
_KEPT = frozenset('"\\/bfnrt')
_WORDS = dict.fromkeys(("", "~", "null", "Null", "NULL"), "null")
_WORDS |= dict.fromkeys(("true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON"), "true")
_WORDS |= dict.fromkeys(("false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF"), "false")
_WORDS |= dict.fromkeys((".inf", "-.inf", "+.inf", ".Inf", "-.Inf", ".nan", ".NaN"), "null")
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][+-]\d+)?)?")
_INTEGER = re.compile(r"[-+]?(?:0x[0-9a-fA-F_]+|0b[01_]+|0[0-7_]+|(?:0|[1-9][\d_]*))")
_FLOAT = re.compile(r"([-+]?)(\d[\d_]*)?\.([\d_]*)((?:[eE][-+]\d+)?)")


def json_source(source: Source, node: Node) -> Source:
    """A node of a YAML text as strict JSON; raises ValueError where it cannot be written."""
    writer = _Writer(source.text, node.start)
    writer.write(node)
    edits = [
        Edit(one.start - node.start, one.end - node.start, one.removed, one.inserted, one.rule) for one in writer.edits
    ]
    return Edited(Slice(source, node.start, node.end), edits)


class _Writer:
    """Turns YAML into JSON by edits; `at` is the place up to which all is written."""

    def __init__(self, text: str, at: int) -> None:
        self.text = text
        self.at = at
        self.edits: list[Edit] = []
        self.copied = 0

    def gap(self, end: int, inserted: str) -> None:
        """Writes something in place of all up to `end`."""
        removed = self.text[self.at : end]
        if removed != inserted:
            self.edits.append(Edit(self.at, end, removed, inserted, "yaml"))
        self.at = end

    def keep(self, end: int) -> None:
        """Keeps what stands up to `end`."""
        self.at = end

    def write(self, node: Node) -> None:
        """Writes a node."""
        if isinstance(node, Scalar):
            self.scalar(node)
        elif isinstance(node, Map):
            self.mapping(node)
        else:
            self.sequence(node)

    def mapping(self, node: Map) -> None:
        sign = "{"
        for key, value in node.pairs:
            self.gap(key.start, sign)
            self.name(key)
            self.gap(value.start, ":")
            self.write(value)
            sign = ","
        self.gap(node.end, "}" if node.pairs else "{}")

    def sequence(self, node: Seq) -> None:
        sign = "["
        for item in node.items:
            self.gap(item.start, sign)
            self.write(item)
            sign = ","
        self.gap(node.end, "]" if node.items else "[]")

    def name(self, key: Scalar) -> None:
        """A key is a string, whatever it looks like."""
        if key.style == "plain":
            self.body(key.start, key.end, _IN_PLAIN, 0)
        else:
            self.scalar(key)

    def scalar(self, node: Scalar) -> None:
        if node.style == "*":
            self.alias(node)
        elif node.tag == "!binary":
            self.gap(node.end, quote(binary(self.text[node.start : node.end])))
        elif node.style == "plain":
            self.plain(node)
        elif node.style in "|>":
            self.block(node)
        else:
            self.body(node.start, node.end, _IN_SINGLE if node.style == "'" else _IN_DOUBLE, 1)

    def alias(self, node: Scalar) -> None:
        target = node.target or node
        copy = _Writer(self.text, target.start)
        copy.copied = self.copied
        copy.write(target)
        whole = Edited(Slice(_Text(self.text), 0, target.end), copy.edits).text[target.start :]
        self.copied = copy.copied + len(whole)
        if self.copied > LONGEST_COPY:
            raise ValueError("aliases unfold to too much")
        self.gap(node.end, whole)

    def plain(self, node: Scalar) -> None:
        raw = self.text[node.start : node.end]
        value = raw if node.tag and node.tag != "!int" and node.tag != "!float" else _value(raw)
        if value is None or node.tag:
            self.body(node.start, node.end, _IN_PLAIN, 0)
        elif value == raw:
            self.keep(node.end)
        else:
            self.gap(node.end, value)

    def body(self, start: int, end: int, signs: re.Pattern[str], quotes: int) -> None:
        """A string on one line or folded over several."""
        self.gap(start + quotes, '"')
        for found in signs.finditer(self.text, start + quotes, end - quotes):
            written = _written(found[0])
            if written != found[0]:
                self.keep(found.start())
                self.gap(found.end(), written)
        self.keep(end - quotes)
        self.gap(end, '"')

    def block(self, node: Scalar) -> None:
        """A block scalar line by line."""
        line = self.text.find("\n", node.start) + 1 or node.end
        self.gap(min(line, node.end), '"')
        lines = list(re.compile(r"[^\n]*(?:\n|\Z)").finditer(self.text, self.at, node.end))
        lines = [one for one in lines if one[0]]
        for number, one in enumerate(lines):
            self.block_line(node, one, lines[number + 1] if number + 1 < len(lines) else None)
        self.gap(node.end, '"')

    def block_line(self, node: Scalar, line: re.Match[str], following: re.Match[str] | None) -> None:
        content = line.start() + min(node.indent, len(line[0]) - len(line[0].lstrip(" ")))
        stop = line.start() + len(line[0].rstrip("\r\n"))
        self.gap(min(content, stop), "")
        for found in re.compile(_SIGN).finditer(self.text, self.at, stop):
            self.keep(found.start())
            self.gap(found.end(), _written(found[0]))
        self.keep(stop)
        self.gap(line.end(), self.line_end(node, line, following))

    def line_end(self, node: Scalar, line: re.Match[str], following: re.Match[str] | None) -> str:
        if following is None:
            return "" if node.chomp == "-" else "\\n"
        if node.style == "|" or any(one[0][node.indent : node.indent + 1] in (" ", "\t") for one in (line, following)):
            return "\\n"
        if not following[0].strip():
            return "\\n"
        return " " if line[0].strip() else ""


class _Text:
    """A bare text in the place of a source."""

    def __init__(self, text: str) -> None:
        self.text = text

    def spans(self, start: int, end: int) -> list:
        return []


def _written(raw: str) -> str:
    """What stands in JSON for one thing found in a scalar."""
    if raw == "''":
        return "'"
    if "\n" in raw and raw[0] != "\\":
        breaks = len(_LINE.findall(raw)) if raw.count("\n") > 1 else 1
        return " " if breaks == 1 else "\\n" * (raw.count("\n") - 1)
    if len(raw) == 1:
        return {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}.get(raw) or f"\\u{ord(raw):04x}"
    if raw[1] in "\r\n":
        return ""
    if raw[1] in "xU":
        return quote(chr(int(raw[2:], 16)))[1:-1]
    if raw[1] in _KEPT or (raw[1] == "u" and len(raw) == 6):
        return raw
    if raw[1] not in _ESCAPED:
        raise ValueError(f"{raw} is no escape of YAML")
    return _ESCAPED[raw[1]]


def _value(raw: str) -> str | None:
    """A plain scalar that is no string, as JSON writes it."""
    if raw in _WORDS:
        return _WORDS[raw]
    if _JSON_NUMBER.fullmatch(raw):
        return raw
    if _INTEGER.fullmatch(raw) and len(raw) < 4_000:
        digits = raw.replace("_", "")
        octal = re.fullmatch(r"[-+]?0[0-7]+", digits)
        return str(int(digits, 8 if octal else 0))
    found = _FLOAT.fullmatch(raw)
    if found and (found[2] or found[3]):
        whole = (found[2] or "0").replace("_", "").lstrip("0") or "0"
        return found[1].strip("+") + whole + "." + (found[3].replace("_", "") or "0") + found[4]
    return None


def binary(raw: str) -> str:
    """The text in a Base64 scalar, unpacked where it is packed; raises ValueError where it is no text."""
    body = raw.partition("\n")[2] if raw[:1] in "|>" else raw.strip("'\"")
    try:
        packed = base64.b64decode("".join(body.split()))
    except binascii.Error as error:
        raise ValueError("no Base64") from error
    if packed[:2] == b"\x1f\x8b":
        try:
            packed = zlib.decompressobj(31).decompress(packed, LONGEST_COPY)
        except zlib.error as error:
            raise ValueError("no gzip") from error
    return packed.decode("utf-8")
