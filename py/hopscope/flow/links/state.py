"""What a share link carries, and its layout as bytes: a line of JSON about the documents, then their texts as they are.

The line is an array: the name of each document, after all but the last the number of its characters, at the end an
object with the view and the options that differ from their defaults. Texts stand outside of JSON, so nothing of them is
escaped and the preset dictionary finds its wording.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hopscope import promises

_SCHEMA = promises.read("share/state.json")["properties"]
VIEWS: tuple[str, ...] = tuple(_SCHEMA["view"]["enum"])
DEFAULTS: Mapping[str, Any] = {name: told["default"] for name, told in _SCHEMA["options"]["properties"].items()}


def restore(state: Any) -> dict[str, Any]:
    """`state` as the page may rely on it: defaults filled in, unknown keys and values of the wrong type dropped."""
    state = state if isinstance(state, dict) else {}
    documents, options = state.get("documents"), state.get("options")
    return {
        "documents": [_document(one) for one in documents if _is_document(one)] if isinstance(documents, list) else [],
        "view": state["view"] if state.get("view") in VIEWS else VIEWS[0],
        "options": {**DEFAULTS, **_known(options if isinstance(options, dict) else {})},
    }


def _is_document(one: Any) -> bool:
    return isinstance(one, dict) and isinstance(one.get("text"), str)


def _document(one: dict[str, Any]) -> dict[str, str]:
    name = one.get("name")
    return {"name": name if isinstance(name, str) else "", "text": one["text"]}


def _known(options: dict[str, Any]) -> dict[str, Any]:
    return {key: options[key] for key, usual in DEFAULTS.items() if key in options and _alike(options[key], usual)}


def _alike(value: Any, usual: Any) -> bool:
    if isinstance(usual, list):
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return type(value) is type(usual)


def pack(state: dict[str, Any]) -> bytes:
    """The bytes of a restored state, what equals the default left out."""
    documents = state["documents"]
    line = [part for document in documents for part in (document["name"], len(document["text"]))][:-1]
    changed = {key: value for key, value in state["options"].items() if value != DEFAULTS[key]}
    rest = ({} if state["view"] == VIEWS[0] else {"view": state["view"]}) | ({"options": changed} if changed else {})
    head = json.dumps([*line, rest] if rest else line, ensure_ascii=False, separators=(",", ":"))
    return "\n".join([head, "".join(document["text"] for document in documents)]).encode("utf-8", "surrogatepass")


def unpack(content: bytes) -> dict[str, Any]:
    """The restored state of bytes written by `pack`; raises ValueError where they are none."""
    head, _, texts = content.decode("utf-8", "surrogatepass").partition("\n")
    line = json.loads(_shallow(head))
    if not isinstance(line, list):
        raise ValueError("the line about the documents is no list")
    rest = line.pop() if line and isinstance(line[-1], dict) else {}
    return restore({**rest, "documents": list(_documents(line, texts))})


_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"')
_DEPTH = 8


def _shallow(head: str) -> str:
    """The line itself; raises ValueError where it nests, which only a hostile one does and `json` may not survive."""
    if len(re.findall(r"[\[{]", _STRING.sub("", head))) > _DEPTH:
        raise ValueError("the line about the documents nests")
    return head


def _documents(line: list[Any], texts: str) -> Iterator[dict[str, str]]:
    start = 0
    for index in range(0, len(line), 2):
        length = line[index + 1] if index + 1 < len(line) else len(texts) - start
        if type(line[index]) is not str or type(length) is not int or not 0 <= length <= len(texts) - start:
            raise ValueError("names and lengths of the documents do not fit their texts")
        yield {"name": line[index], "text": texts[start : start + length]}
        start += length
