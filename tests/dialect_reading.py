"""What the tests of dialects share: reading a text with one dialect, and the real captures beside the checkout."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hopscope import api, dialects
from hopscope.dialects._base import STRONG
from hopscope.layers import peel
from hopscope.model import Call, Capture

CAPTURES = Path(__file__).parent.parent.parent / "shared" / "captures"
MISSING = "the real captures are not beside this checkout (../shared/captures)"


def read(dialect: str, *values: Any) -> Capture:
    """The capture of a document: one text as it stands, else each value on a line of its own."""
    text = values[0] if len(values) == 1 and isinstance(values[0], str) else "\n".join(map(json.dumps, values))
    return dialects.every()[dialect].read(peel("document", text).parts, "document")


def calls(capture: Capture) -> list[Call]:
    return [call for turn in capture.turns for call in turn.calls]


def arguments(call: Call) -> Any:
    """What the arguments say, through the text where the wire carries one."""
    if call.arguments is None:
        return None
    return call.arguments.opened().value if call.encoded else call.arguments.value


def recognised(value: Any) -> list[str]:
    """The dialects that see strong evidence in a value, the best first."""
    scores = dialects.recognition().scores(value)
    best = max(scores.values(), default=0)
    return sorted(name for name, score in scores.items() if score == best and score >= STRONG)


def trace(*texts: str) -> dict[str, Any]:
    documents = [{"name": f"document {n}", "text": text} for n, text in enumerate(texts, 1)]
    reply = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": {"documents": documents}})))
    assert "result" in reply, reply["error"]
    return reply["result"]


def captured(folder: str) -> list[Path]:
    """The files of a capture folder, none where it is missing."""
    found = CAPTURES / folder
    return sorted(path for path in found.iterdir() if path.name != "INDEX.tsv") if found.is_dir() else []


def alarms(result: dict[str, Any]) -> list[tuple[str, str]]:
    """The errors and warnings of a trace, as code and sentence."""
    return [(one["code"], one["message"]) for one in result["findings"] if one["severity"] != "note"]
