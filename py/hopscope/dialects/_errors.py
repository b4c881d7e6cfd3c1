"""Errors: what a provider says when it refuses, and the tool or message of the request that it points at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hopscope.dialects._reading import given
from hopscope.findings import Finding, make
from hopscope.model import Request, Said, Turn
from hopscope.text.node import MISSING, Node
from hopscope.text.places import pointer

# Who must act, by what providers call their refusals; every other one is of the request.
_ACTING = tuple(
    (re.compile(kinds, re.IGNORECASE), advice)
    for kinds, advice in (
        (r"tool_use_failed", "The model wrote what the provider cannot take for a call: let it call again."),
        (
            r"rate.?limit|quota|exhausted|throttl|too.?many.?requests|\b429\b|billing|credit",
            "Whoever holds the account must act: wait, or have the limit raised; nothing says that the request is wrong.",
        ),
        (
            r"authenti|permission|forbidden|access.?denied|api.?key|unauthori|\b40[13]\b",
            "Whoever holds the account must act: the key or its rights are refused, and the request was not looked at.",
        ),
        (
            r"overload|unavailable|timeout|time[d-]?.?out|deadline|internal|server.?error|api_error|not.?ready|\b5\d\d\b",
            "The provider must act: send the same request again later; nothing says that it is wrong.",
        ),
    )
)
_ADVICE = "Whoever makes the request must act: the provider's own words name the place; mend the request there."
_STEP = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_TOLD = ("param", "type", "code", "status", "failed_generation")
# How OpenAI, Groq and their kin name a tool in prose.
_TOOL = re.compile(r"(?:function|tool) ['\"`]([\w.:-]+)['\"`]|parameters for tool ([\w.:-]+) ")


def error_body(node: Node, code: str = "provider-error", error: Node | None = None) -> Finding:
    """The finding for `{"error": {message, type, code, param}}` and its kin (`error` may be a string, fields may be missing)."""
    error = error or given(node.get("error")) or node
    if isinstance(error.value, str):
        return make(code, error.place(), kind="error", said=error.value, advice=_acting(error.value))
    values = (error.value_at(key) for key in ("code", "type", "status", "error_code", "status_code"))
    kinds = [str(value) for value in values if isinstance(value, (str, int)) and value != ""]
    kind = next(iter(kinds), "error")
    worded = (error.value_at(key) for key in ("message", "msg", "status_msg"))
    said = str(next(filter(None, worded), None) or error.text[:300])
    params = {key: value.value for key in _TOLD if (value := error.get(key)).value is not None}
    advice = _acting(" ".join(kinds) or said)
    return make(code, error.place(), kind=kind, said=said, advice=advice, **_about(error, said), error=params)


def _acting(kinds: str) -> str:
    """Who must act on a refusal, and how."""
    return next((advice for pattern, advice in _ACTING if pattern.search(kinds)), _ADVICE)


def _about(error: Node, said: str) -> dict[str, Any]:
    param, tool = error.value_at("param"), _TOOL.search(said)
    named: dict[str, Any] = {"param": param} if isinstance(param, str) else {}
    return named | ({"tool": tool.group(1) or tool.group(2)} if tool else {})


def openai_error(node: Node, request: Request | None, code: str = "provider-error") -> Finding:
    """As `error_body`, with the place in the request that OpenAI's `param` names (`tools[1].function.parameters`)."""
    error = given(node.get("error")) or node
    return aimed(error_body(node, code, error), steps(error.value_at("param")), request)


def steps(param: object) -> list[str | int]:
    """The keys of a path written as `tools[1].function.parameters`; none for anything but a text."""
    found = _STEP.finditer(param) if isinstance(param, str) else ()
    return [int(step[1]) if step[1] else step[2] for step in found]


def unreadable_call(turn: Turn) -> Iterator[Finding]:
    """The finding for a turn whose stop reason says that the provider could not read the model's call."""
    if turn.stop and turn.stop.means == "malformed":
        arrived = " ".join(text.string for text in turn.texts)[:400] or ", ".join(call.name for call in turn.calls)
        said = turn.stop.said or arrived or "it says no more"
        yield make("call-malformed", turn.stop.node.place(), reason=turn.stop.reason, said=said, arrived=arrived)


# The place in the request that an error names


def aimed(finding: Finding, keys: Sequence[str | int], request: Request | None) -> Finding:
    """The finding with the pointer it names and, where the request was captured, the place and the tool there."""
    if not keys:
        return finding
    target = _deepest(request.node, keys) if request else MISSING
    named: dict[str, str] = {"pointer": pointer(tuple(keys))}
    if tool := _tool(request.node, keys) if request else None:
        named["tool"] = tool
    return finding.but(params={**finding.params, **named}, related=(target.place(),) if target else ())


def said_of(tell: Callable[[Request | None], Finding], request: Request | None) -> Said:
    """An error of a provider, told with the request it answers, or later if that stands in another document."""
    return Said(tell(request), aimed=tell if request is None else None)


def _deepest(node: Node, keys: Sequence[str | int]) -> Node:
    """The value at the longest way that leads somewhere, at least the tool or message itself."""
    ends = (node.get(*keys[:end]) for end in range(len(keys), 1, -1))
    return next((found for found in ends if found), MISSING)


def _tool(node: Node, keys: Sequence[str | int]) -> str | None:
    """The name nearest to what is pointed at, going up."""
    for end in range(len(keys), 1, -1):
        name = node.value_at(*keys[:end], "name")
        if isinstance(name, str):
            return name
    return None
