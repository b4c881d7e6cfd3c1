"""The preset dictionaries of share links, by number; the most frequent wording stands last, where it is cheapest."""

import json

from . import wording as w


def _indented(skeletons: str) -> str:
    return "".join(json.dumps(json.loads(line), indent=2) for line in skeletons.splitlines())


def _events(skeletons: str, named: bool) -> str:
    return "".join(_event(line, named) for line in skeletons.splitlines())


def _event(line: str, named: bool) -> str:
    name = f"event: {json.loads(line)['type']}\n" if named else ""
    return f"{name}data: {line}\n\n"


def _first() -> bytes:
    parts = (
        w.OTHERS,
        _indented(w.GEMINI),
        w.GEMINI,
        _indented(w.RESPONSES),
        w.RESPONSES_EVENTS,
        w.RESPONSES,
        _indented("\n".join(w.MCP.splitlines()[5:])),
        _indented(w.ANTHROPIC_REQUEST),
        _indented(w.ANTHROPIC_REPLY),
        w.ANTHROPIC_REPLY,
        w.ANTHROPIC_REQUEST,
        _events(w.ANTHROPIC_STREAM, named=True),
        _events(w.CHAT_STREAM, named=False),
        "data: [DONE]\n\n",
        w.MCP,
        w.CHAT_REQUEST,
        w.CHAT_REPLY,
        w.WORDS,
        w.QUOTED,
        _indented(w.CHAT_REQUEST),
        _indented(w.CHAT_REPLY),
        w.OPENINGS,
    )
    return "".join(parts).encode()


# Frozen: a better dictionary gets the next number, and links made with an older one stay readable.
DICTIONARIES = {1: _first()}
