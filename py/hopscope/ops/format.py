"""`format`: any text laid out as JSON, nothing changed that need not be, every change told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hopscope import contracts
from hopscope.flow.schemas import chooser, schema_in
from hopscope.flow.texts import edits_json, text_findings
from hopscope.layers import Choose, Peeled, peel
from hopscope.text.arrange import Fold, arrange
from hopscope.text.layout import lay_out, on_one_line
from hopscope.text.node import At, Node
from hopscope.text.numbers import to_int
from hopscope.text.ruler import Ruler

Params = Mapping[str, Any]


def run(params: Params) -> dict[str, Any]:
    """The door's `format`; a text that cannot be read comes back as it was, and a schema picks among readings that fit.

    With `unwrap` the result has `unwrapped`, one entry for each string that was opened: its path, the slice of the new
    text that stands for it (UTF-16), and the literal that folds it back to what it was.
    """
    peeled = peel("text", params["text"], params.get("repair", True), _choose(params.get("schema", "")))
    text, folds = _laid_out(peeled, params)
    result = {
        "text": text,
        "completeness": peeled.completeness,
        "layers": list(peeled.layers),
        "edits": [edit for reading in peeled.readings for edit in edits_json(reading)],
        "findings": [finding.json() for finding in text_findings(peeled)],
    }
    return result | ({"unwrapped": folds} if params.get("unwrap") else {})


def _choose(schema: str) -> Choose | None:
    root = schema_in(peel("schema", schema)) if schema else None
    return chooser(contracts.compile(root.value)) if root is not None else None


def _laid_out(peeled: Peeled, params: Params) -> tuple[str, list[dict[str, Any]]]:
    """All values, a line break between them, and the strings that were opened."""
    nodes = list(peeled.values)
    if not nodes:
        return peeled.document.text, []
    pieces = [_value(node, params) for node in nodes]
    text = "\n".join(piece for piece, _ in pieces)
    return text, list(_folds(text, pieces)) if params.get("unwrap") else []


def _value(node: Node, params: Params) -> tuple[str, list[Fold]]:
    indent = to_int(params.get("indent", 2))  # 2.0 is an integer too
    sort_keys, unwrap = params.get("sort_keys", False), params.get("unwrap", False)
    site = node.site
    if not isinstance(site, At):
        return lay_out(node.text, indent), []
    if not (sort_keys or unwrap or indent):
        return on_one_line(site.reading.outline, *site.reading.bounds((), site.n)), []
    if not (sort_keys or unwrap):
        return lay_out(node.text, indent), []
    return arrange(site.reading.index, site.reading.starts[site.n], node.path, indent, sort_keys, unwrap)


def _folds(text: str, pieces: list[tuple[str, list[Fold]]]) -> Iterator[dict[str, Any]]:
    measure = Ruler(text)
    shift = 0
    for piece, folds in pieces:
        for fold in sorted(folds, key=lambda one: one.start):
            start, end = measure.offset(fold.start + shift), measure.offset(fold.end + shift)
            yield {"path": list(fold.path), "start": start, "end": end, "original": fold.original}
        shift += len(piece) + 1
