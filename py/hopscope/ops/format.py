"""`format`: any text laid out as JSON, nothing changed that need not be, every change told."""

from __future__ import annotations

from typing import Any

from hopscope.flow.texts import edits_json, text_findings
from hopscope.layers import Peeled, peel
from hopscope.text.layout import lay_out


def run(params: dict[str, Any]) -> dict[str, Any]:
    """The door's `format`; a text that cannot be read comes back as it was."""
    peeled = peel("text", params["text"], repair=params.get("repair", True))
    indent, sort_keys, unwrap = (params.get(name, usual) for name, usual in _USUAL.items())
    return {
        "text": _text(peeled, indent, sort_keys, unwrap),
        "completeness": peeled.completeness,
        "layers": list(peeled.layers),
        "edits": [edit for reading in peeled.readings for edit in edits_json(reading)],
        "findings": [finding.json() for finding in text_findings(peeled)],
    }


_USUAL: dict[str, Any] = {"indent": 2, "sort_keys": False, "unwrap": False}


def _text(peeled: Peeled, indent: int, sort_keys: bool, unwrap: bool) -> str:
    nodes = list(peeled.values)
    if not nodes:
        return peeled.document.text
    return "\n".join(lay_out(node.text, indent) for node in nodes)
