"""What tests of layers ask of a text without its wrappers, and an archive (HAR) to take apart."""

from __future__ import annotations

import json

from hopscope.layers import Part, Peeled
from hopscope.text.node import Node


def values(peeled: Peeled) -> list[object]:
    return [node.value for node in peeled.values]


def node(part: Part) -> Node:
    assert part.node is not None
    return part.node


def slice_of(text: str, one: Node) -> str:
    at = one.place()
    return text.encode("utf-16-le", "surrogatepass")[2 * at.start : 2 * at.end].decode("utf-16-le")


def har(*bodies: tuple[str, str], **more: object) -> str:
    entries = [
        {
            "request": {
                "method": "POST", "url": "https://x.test/mcp?key=secret",
                "headers": [{"name": "Authorization", "value": "Bearer t"}, {"name": "Mcp-Method", "value": "tools/call"}],
                "cookies": [{"name": "s", "value": "c"}], "postData": {"text": sent},
            },
            "response": {"status": 200, "headers": [{"name": "Set-Cookie", "value": "c"}], "content": {"text": got, **more}},
        }
        for sent, got in bodies
    ]  # fmt: skip
    return json.dumps({"log": {"version": "1.2", "entries": entries}})
