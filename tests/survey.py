"""Every recorded exchange beside the checkout held against a count of its own: `python tests/survey.py` prints a table a dialect.

The count knows no code of the engine's dialects: it takes bodies apart by the few members that name calls. Told of each dialect
are its files, exchanges and calls, and below the table every file whose calls (id, name, arguments), dialect or error findings
are not as counted, with the reason where one was found.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SHARED = ROOT.parent / "shared"
CAPTURES = SHARED / "captures"
EXCHANGES = SHARED / "corpora" / "provider-dialects"
TRACES = SHARED / "corpora" / "traces"
PATHS = {
    "/responses": "openai-responses", "/chat/completions": "openai-chat", "api.cohere.com": "cohere-v2",
    "api.anthropic.com": "anthropic-messages", "googleapis.com": "gemini-generatecontent", "bedrock-runtime": "bedrock-converse",
}  # fmt: skip
RECORDINGS = {"recordID", "method"}  # members of recordings by an SDK
BODIES = {"candidates", "contents", "messages", "stop_reason"}
ASKING = {"contents", "messages"}
ITEMS = {"function_call": "arguments", "custom_tool_call": "input"}
BLOCKS = ("tool_use", "server_tool_use", "mcp_tool_use")
# Why a file is not as counted: what it really holds, what this count does not know, or an id that the host changed.
_PARTIAL = "arguments come as partialArgs, which this count does not put together"
_STATE = "the items of a run state, which this count does not look into"
_REFUSED = "the provider's refusal is what was recorded"
_MODEL = "the provider refuses the model's call, and says so"
_RENAMED = "the host sends the call back under an id of its own"
NAMED = {
    "test_tool_search__test_tool_search_eval[anthropic]": "the model's arguments break the contract, and the host says so",
    "models__test_openai__test_multiple_agent_tool_calls": "another agent passes the first one's call on under a new id",
    "models__test_groq__test_tool_use_failed_error_streaming": _MODEL,
    "models__test_groq__test_tool_use_failed_error_streaming_with_text": _MODEL,
    "models__test_groq__test_tool_use_failed_error_with_text": _MODEL,
    "models__test_deepseek_responses__test_deepseek_responses_rejects_interleaved_function_calls": _REFUSED,
    "models__test_bedrock_mantle__test_reused_tool_call_ids[request]": _RENAMED,
    "models__test_bedrock_mantle__test_reused_tool_call_ids[stream]": _RENAMED,
    "models__test_openai_responses__test_openai_responses_stream": _RENAMED,
    "spliced-message-start.chunks.txt": "a second message begins inside the first one's block",
    "test_anthropic_count_tokens_error.yaml": _REFUSED,
    "test_bedrock_error.yaml": _REFUSED,
    "google-429-retry-info.json": _REFUSED,
    "google-stream-no-args-tool-call.chunks.txt": _PARTIAL,
    "google-stream-tool-call-arguments.chunks.txt": _PARTIAL,
    "google-stream-tool-call-array-arguments-missing-terminal-function-call.chunks.txt": _PARTIAL,
    "js-genai__vertex-stream-args.json": _PARTIAL,
    "js-genai__live.websocket.log": "frames of the Live API, which this count does not look into",
    "v1_13_programmatic_tool_calling.json": _STATE,
    "v1_5_tool_search_and_display_metadata.json": _STATE,
    "v1_9_custom_tool_call_and_tool_origin.json": _STATE,
    "reasoning-model-legacy-parameter-error.json": _REFUSED,
    "groq__tool_use_failed.yaml": _MODEL,
    "groq__tool_use_failed_text.yaml": _MODEL,
    "openrouter__errors.yaml": _REFUSED,
    "openrouter__stream_error.yaml": "the stream ends in the provider's error",
    "deepseek-responses__rejects_interleaved.yaml": _REFUSED,
    "openai-error.1.chunks.txt": "the stream ends in the provider's error",
    "openai-error.1.json": _REFUSED,
    "parallel-tool-call-wrapper.1.chunks.txt": "the recording ends inside its last event",
    "test_openai_responses_model_http_error.yaml": _REFUSED,
    "test_openai_responses_model_mcp_server_tool_with_connector.yaml": "the connector answers with an error",
}
Made = tuple[str | None, str, str]  # id, name, arguments


def dialect_of(uri: str) -> str | None:
    return next((id for part, id in PATHS.items() if part in uri), None)


def spelled(arguments: Any) -> str:
    """Arguments as one text, whatever white space a JSON text of them has; null and an empty text say nothing."""
    if arguments is None:
        return "{}"
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments or "{}")
        except ValueError:
            return arguments
    return json.dumps(arguments, sort_keys=True)


def events(stream: str) -> list[dict[str, Any]]:
    return [json.loads(line[5:]) for line in stream.splitlines() if line.startswith("data:") and "{" in line]


# What one body holds


def calls_of(body: Any) -> Iterator[Made]:
    """The calls in one body, whole or streamed."""
    if isinstance(body, str):
        yield from streamed(events(body))
    elif isinstance(body, dict):
        yield from (call for message in messages(body) for call in in_message(message))
        for items in (body.get("input"), body.get("output"), body.get("steps")):
            yield from (call for item in (items if isinstance(items, list) else []) for call in in_item(item))


def messages(body: dict[str, Any]) -> Iterator[Any]:
    yield from body.get("messages", body.get("contents", [])) or []
    yield from (choice["message"] for choice in body.get("choices") or [] if "message" in choice)
    yield from (one.get("content") for one in body.get("candidates") or [])
    output = body.get("output")
    yield output.get("message") if isinstance(output, dict) else None
    yield body.get("message")
    yield body if body.get("role") == "assistant" else None


def in_message(message: Any) -> Iterator[Made]:
    if not isinstance(message, dict):
        return
    for call in message.get("tool_calls") or []:
        yield call.get("id") or None, call["function"]["name"], spelled(call["function"].get("arguments"))
    content = message.get("content", message.get("parts"))
    for block in content if isinstance(content, list) else []:
        if isinstance(block, dict) and (found := in_block(block)):
            yield found


def in_block(block: dict[str, Any]) -> Made | None:
    """A call of Anthropic, Bedrock or Gemini."""
    if block.get("type") in BLOCKS:
        return block["id"], block["name"], spelled(block["input"])
    if use := block.get("toolUse"):
        return use["toolUseId"], use["name"], spelled(use["input"])
    call = block.get("functionCall", block.get("toolCall"))
    name = call.get("name") or call.get("toolType") or call.get("tool_type") if call else None
    return (call.get("id") or None, name, spelled(call.get("args", {}))) if name else None


def in_item(item: Any) -> Iterator[Made]:
    if isinstance(item, dict) and item.get("type") in ITEMS:
        yield item.get("call_id", item.get("id")), item["name"], spelled(item[ITEMS[item["type"]]])


def streamed(told: list[dict[str, Any]]) -> Iterator[Made]:
    """The calls of a stream: by index in Chat and Anthropic, as finished items in Responses, whole in Gemini."""
    chunks: dict[Any, list[str]] = {}
    for event in told:
        if "candidates" in event:
            yield from calls_of(event)
        if event.get("type") == "response.output_item.done":
            yield from in_item(event["item"])
        for choice in event.get("choices") or []:
            for piece in choice["delta"].get("tool_calls") or []:
                call = chunks.setdefault((choice["index"], piece.get("index", 0)), ["", "", ""])
                call[0] = call[0] or piece.get("id") or ""
                call[1] += piece["function"].get("name") or ""
                call[2] += piece["function"].get("arguments") or ""
    yield from ((id or None, name, spelled(arguments)) for id, name, arguments in chunks.values())
    yield from blocks(told)
    yield from numbered(told)


def blocks(told: list[dict[str, Any]]) -> Iterator[Made]:
    """The calls in Anthropic's blocks, which each message counts from 0."""
    begun: dict[Any, dict[str, Any]] = {}
    pieces: dict[Any, str] = {}
    message = 0
    for event in told:
        message += event.get("type") == "message_start"
        at = message, event.get("index")
        if event.get("type") == "content_block_start":
            begun[at] = event["content_block"]
        piece = event.get("delta", {}).get("partial_json") if isinstance(event.get("delta"), dict) else None
        pieces[at] = pieces.get(at, "") + (piece or "")
    for at, block in begun.items():
        if block["type"] in BLOCKS:
            yield block["id"], block["name"], spelled(pieces.get(at) or block["input"])


def numbered(told: list[dict[str, Any]]) -> Iterator[Made]:
    """The calls in numbered blocks of Bedrock, Cohere and Gemini's Interactions."""
    calls: dict[Any, list[str]] = {}
    for event in told:
        start, delta = event.get("contentBlockStart", {}), event.get("contentBlockDelta", {})
        if use := start.get("start", {}).get("toolUse"):
            calls[start["contentBlockIndex"]] = [use["toolUseId"], use["name"], ""]
        if use := delta.get("delta", {}).get("toolUse"):
            calls[delta["contentBlockIndex"]][2] += use["input"]
        if event.get("type") in ("tool-call-start", "tool-call-delta"):
            made = event["delta"]["message"]["tool_calls"]
            call = calls.setdefault(event["index"], [made.get("id", ""), made["function"].get("name", ""), ""])
            call[2] += made["function"].get("arguments") or ""
        if event.get("event_type") == "step.start" and event["step"].get("type") == "function_call":
            calls[event["index"]] = [event["step"]["id"], event["step"]["name"], ""]
        if event.get("event_type") == "step.delta" and event["delta"].get("type") == "arguments_delta":
            calls[event["index"]][2] += event["delta"]["arguments"]
    yield from ((id, name, spelled(arguments)) for id, name, arguments in calls.values())


# A whole recording


@dataclass
class Tally:
    """What was met of one dialect; `odd` names each file that is not as counted."""

    files: int = 0
    exchanges: int = 0
    calls: int = 0
    disagreements: int = 0
    errors: int = 0
    odd: list[str] = field(default_factory=list)


def recorded(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["interactions"]


def expected(exchanges: Iterable[dict[str, Any]]) -> Counter[Made]:
    """Each call once: what the responses hold, and what only a history holds."""
    answers: Counter[Made] = Counter()
    past: Counter[Made] = Counter()
    for exchange in exchanges:
        past |= Counter(calls_of(exchange["request"]))
        answers += Counter(calls_of(exchange["response"]))
    return answers + Counter(dict(_only_past(past - answers, answers)))


def _only_past(past: Counter[Made], answers: Counter[Made]) -> Iterator[tuple[Made, int]]:
    """The calls of histories that no response holds, be it without an id, which the host then made up."""
    nameless = {made: count for made, count in answers.items() if made[0] is None}
    for made, count in past.items():
        known = min(count, nameless.get((None, *made[1:]), 0))
        if known:
            nameless[None, *made[1:]] -= known
        yield made, count - known


def traced(text: str) -> dict[str, Any]:
    from hopscope import api  # after main() has put the engine on the path

    params = {"documents": [{"name": "capture", "text": text}]}
    return json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": params})))["result"]


def own_calls(result: dict[str, Any], text: str) -> Counter[Made]:
    """The calls of a trace without those that a hosted tool of OpenAI's is, as their slice of the text says."""
    raw = text.encode("utf-16-le", "surrogatepass")
    found: Counter[Made] = Counter()
    for call in result["calls"]:
        at = call["hops"]["call"]["at"]
        slice_ = raw[2 * at["start"] : 2 * at["end"]].decode("utf-16-le", "replace")
        hosted = call["dialect"] == "openai-responses" and not any(kind in slice_ for kind in ITEMS)
        if not hosted:
            found[call["id"], call["name"], spelled(call["arguments"])] += 1
    return found


def captured(path: Path) -> str:
    """The dialect of a capture, by its folder and name."""
    if path.parent.name == "openai-compatible":
        return "openai-responses" if "responses__" in path.name else "openai-chat"
    return "openai-agents" if path.name.startswith("v1_") else path.parent.name


def nested(value: Any) -> Iterator[tuple[str | None, Any]]:
    """A body, or those somewhere inside a recording of an SDK, with the side that their shape is of."""
    first = value[0] if isinstance(value, list) and value else value
    keys = first.keys() if isinstance(first, dict) else set()
    if not RECORDINGS & keys and not {"request", "response"} <= keys:
        yield None, value
        return
    waiting = [value]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, dict) and BODIES & one.keys():
            yield ("request" if ASKING & one.keys() else "response"), one
        elif isinstance(one, (dict, list)):
            waiting = [*(one.values() if isinstance(one, dict) else one), *waiting]


def in_capture(text: str) -> Counter[Made]:
    """The calls of a capture, whose wrappers alone are taken off by the engine."""
    from hopscope.layers import peel  # after main() has put the engine on the path

    sides: dict[Any, list[Any]] = {}
    for number, part in enumerate(peel("capture", text).parts):
        for at, (side, body) in enumerate(nested(json.loads(part.node.text)) if part.node else ()):
            key = ((number, at), side) if side else (part.exchange, part.direction or "response")
            sides.setdefault(key, []).append(body)
    exchanges: dict[Any, dict[str, Any]] = {}
    for (exchange, direction), values in sides.items():
        stream = len(values) > 1 and all(isinstance(value, dict) for value in values)
        body = "\n".join(f"data: {json.dumps(value)}" for value in values) if stream else values[0]
        exchanges.setdefault(exchange, {"request": None, "response": None})[direction] = body
    return expected(exchanges.values())


def captures() -> list[Path]:
    """The captures of model APIs; MCP has calls of other kinds."""
    return [path for path in sorted(CAPTURES.glob("[!m]*/*.*")) if path.suffix != ".tsv"]


def look_at_capture(path: Path, tallies: dict[str, Tally]) -> None:
    """Adds one capture to the tally of its dialect."""
    text = path.read_bytes().decode("utf-8")
    result = traced(text)
    tally = tallies.setdefault(f"captures of {captured(path)}", Tally())
    add(tally, path.name, [captured(path)], in_capture(text), own_calls(result, text), result)


def look(path: Path, tallies: dict[str, Tally]) -> None:
    """Adds one recording to the tallies of its dialects."""
    exchanges, text = recorded(path), path.read_text(encoding="utf-8")
    dialects = sorted({str(dialect_of(one["uri"])) for one in exchanges})
    result = traced(text)
    counted, told = expected(exchanges), own_calls(result, text)
    tally = tallies.setdefault(" + ".join(dialects), Tally())
    tally.exchanges += len(exchanges)
    add(tally, path.stem, dialects, counted, told, result)


def add(
    tally: Tally, name: str, dialects: list[str], counted: Counter[Made], told: Counter[Made], result: dict[str, Any]
) -> None:
    """Adds one trace, and its name where it is not as counted."""
    tally.files += 1
    tally.calls += counted.total()
    wrong = counted.total() + told.total() - 2 * (counted & told).total()
    tally.disagreements += wrong
    errors = [finding["code"] for finding in result["findings"] if finding["severity"] == "error"]
    tally.errors += len(errors)
    (document,) = result["documents"]
    seen = sorted({part["dialect"] for part in document.get("parts", [document])})
    if wrong or errors or seen != dialects:
        more = f"+{dict(told - counted)} -{dict(counted - told)}" if wrong else ""
        tally.odd.append(f"{name}: {', '.join(seen)} {sorted(set(errors))} {more}")


def table(tallies: dict[str, Tally]) -> Iterator[str]:
    yield f"{'dialect':48} files exchanges calls disagreements errors"
    for name, one in sorted(tallies.items()):
        yield f"{name:48} {one.files:5} {one.exchanges:9} {one.calls:5} {one.disagreements:13} {one.errors:6}"
    for name, one in sorted(tallies.items()):
        yield from (f"  {name}: {odd} {NAMED.get(odd.partition(': ')[0], 'NOT EXPLAINED')}" for odd in one.odd)


def timed(path: Path) -> str:
    """One long trace, with its time and the peak memory of this process."""
    import resource  # not there in WebAssembly, where the tests use the rest of this file

    text = path.read_bytes().decode("utf-8")
    began = time.process_time()
    result = traced(text)
    taken, peak = time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    codes = Counter(f"{one['severity']} {one['code']}" for one in result["findings"])
    dialect, calls = result["documents"][0]["dialect"], len(result["calls"])
    return f"{path.name[:60]:60} {len(text):8} {dialect!s:22} {calls:5} {taken:5.2f} s {peak:4} MB {dict(codes) or ''}"


def main() -> None:
    sys.path.insert(0, str(ROOT / "py"))
    tallies: dict[str, Tally] = {}
    for path in sorted(EXCHANGES.glob("*.json")):
        look(path, tallies)
    for path in captures():
        look_at_capture(path, tallies)
    long = [
        path for path in sorted(TRACES.rglob("*.*")) if path.is_file() and path.stat().st_size and path.suffix != ".txt"
    ]
    sys.stdout.write("\n".join([*table(tallies), *map(timed, long), ""]))


if __name__ == "__main__":
    main()
