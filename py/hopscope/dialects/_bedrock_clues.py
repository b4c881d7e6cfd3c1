"""By what shapes Bedrock Converse is recognised: bodies, blocks, tools and events.

Source: boto/botocore `bedrock-runtime/2023-09-30/service-2.json` at 0e6e2404b8.
"""

from __future__ import annotations

import re
from typing import Any

from hopscope.dialects._base import LOOKED_AT, Clue, clue

EXCEPTIONS = (
    "internalServerException",
    "modelStreamErrorException",
    "validationException",
    "throttlingException",
    "serviceUnavailableException",
)


def _is_block(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    blocks = [value.get("toolUse"), value.get("toolResult"), value if "type" not in value else None]
    return any(isinstance(block, dict) and "toolUseId" in block for block in blocks)


def _holds_blocks(value: Any) -> bool:
    content = value.get("content") if isinstance(value, dict) and "role" in value else None
    return isinstance(content, list) and any(map(_is_block, content[:LOOKED_AT]))


def _is_spec(value: Any) -> bool:
    spec = value.get("toolSpec") if isinstance(value, dict) else None
    return isinstance(spec, dict) and "name" in spec


def _is_text(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("text"), str) and "type" not in value


def _is_piece(value: Any) -> bool:
    """What is copied out of bodies, alone or in lists."""
    return _is_block(value) or _holds_blocks(value) or _is_spec(value) or _is_event(value)


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) > 2:
        return False
    start, delta, stop = (value.get(f"contentBlock{kind}") for kind in ("Start", "Delta", "Stop"))
    numbered = any(isinstance(event, dict) and "contentBlockIndex" in event for event in (start, delta, stop))
    return numbered or (isinstance(value.get("messageStop"), dict) and "stopReason" in value["messageStop"])


def _is_exception(value: Any) -> bool:
    return isinstance(value, dict) and any(
        isinstance(value.get(name), dict) and "message" in value[name] for name in EXCEPTIONS
    )


_MEMBERS = (
    "toolUse toolResult toolUseId content toolSpec contentBlockStart contentBlockDelta contentBlockStop messageStop"
)
# What AWS says only where a model is asked; every other service of theirs writes its errors alike.
_OF_MODELS = re.compile(
    r"toolUse|toolResult|toolConfig|toolSpec|toolChoice|inputSchema|Converse|InvokeModel|[Bb]edrock|inference profile"
    r"|[Mm]odel (?:ID|identifier|access|is|use|timeout)|model's|the model\b|on-demand throughput|[Tt]he model returned|input_schema"
)


def _is_error(value: Any) -> bool:
    """A lone error body: its message speaks of a model's request."""
    told = value["Error"] if isinstance(value.get("Error"), dict) else value  # as boto3 hands it over
    said = told.get("message", told.get("Message"))
    own = {"message", "Message", "__type", "originalMessage", "originalStatusCode", "resourceName"}
    bare = told.keys() <= (own if told is value else own | {"Code", "Type"})
    return bare and isinstance(said, str) and bool(_OF_MODELS.search(said))


CLUES: tuple[Clue, ...] = (
    clue(6, "toolConfig/tools/*", _is_spec, having="toolSpec"),
    clue(5, "toolConfig/tools/*/systemTool/name", str),
    clue(2, "toolConfig/toolChoice", dict),
    clue(2, "inferenceConfig", dict),
    clue(2, "messages/*/content/*", _is_text, having="text"),
    clue(4, "outputConfig/textFormat/structure", dict),
    clue(5, "messages/*", _holds_blocks, having="content"),
    clue(6, "output/message/content", list),
    clue(2, "stopReason", str),
    clue(6, "", _is_event, having="contentBlockStart contentBlockDelta contentBlockStop messageStop"),
    clue(3, "messageStart/role", str),
    clue(3, "metadata/usage/inputTokens", int),
    clue(5, "", _is_exception, having=" ".join(EXCEPTIONS)),
    clue(4, "", _is_error, having="message Message Error"),
    clue(5, "", _is_piece, having=_MEMBERS),
    clue(5, "[]", _is_piece, having=_MEMBERS),
)
