"""Every traced case carried another way (in a fence, a log, a HAR file …), which may change nothing: `python tests/transport.py`.

A transport turns a document's text into another one that holds the same, or says None where it does not apply. What is
told of the case must stay: codes, faults, hops, calls, verdict, and the slice of each place where the text inside is untouched.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "py"))

import casebook
from hopscope import api

Case = dict[str, Any]
Transport = Callable[[str], str | None]
OF_THE_WRAPPER = {"text-repaired", "text-several-values", "dialect-unknown"}
LONGEST = 60_000
# Cases that a transport does change, and why.
NAMED = {
    ("har", "mcp-lone-log-arguments-are-a-string"): "a recorded response cannot hold the client's requests",
    ("har", "trace-result-wrapped-by-the-host-bedrock"): "a recorded response cannot hold the client's requests",
    ("curl", "mcp-lone-log-arguments-are-a-string"): "a response cannot hold the client's requests",
    ("curl", "trace-result-wrapped-by-the-host-bedrock"): "a response cannot hold the client's requests",
    **{
        (record, case): f"{what} inside a record is none"
        for record in ("record", "record-of-text", "yaml")
        for case, what in {
            "c-mcp-header-and-body-differ": "a HAR file",
            "mcp-method-header-differs": "a HAR file",
            "contract-schema-file-named-like-its-tool": "a schema as a contract",
            "contract-tools-by-their-names": "a schema as a contract",
            "openai-chat-printed-by-python": "a schema as a contract",
        }.items()
    },
    **{
        (
            record,
            "provider-error-of-nobody-answers-the-request-beside-it",
        ): "inside a record it is any object with an error"
        for record in ("record", "record-of-text")
    },
    ("python", "trace-arguments-too-deep"): "the depth is measured over the whole text",
    ("escaped", "trace-arguments-too-deep"): "the depth is measured over the whole text",
    ("html", "trace-arguments-too-deep"): "the depth is measured over the whole text",
    ("byte-order-mark", "langchain-printed-by-python"): "the mark is an edit beside those of Python",
    ("fence", "a-text-empty"): "an empty fence is something",
    ("fence", "trace-cut-body-in-a-name-gemini"): "the fence's end says where the text ends",
    ("fence", "openai-chat-copied-out-of-a-page"): "a page's source is shown in a fence, not sent",
}


def value_of(text: str) -> Any:
    """The object or array that a text is, where writing it anew loses nothing; else None."""
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_float=_no, parse_constant=_no)
    except ValueError:
        return None
    return value if isinstance(value, (dict, list)) else None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(dict(pairs)) != len(pairs):
        raise ValueError("equal keys")
    return dict(pairs)


def _no(text: str) -> Any:
    raise ValueError(text)


def _lines(text: str, mark: str) -> str:
    return "\n".join(mark + line for line in text.rstrip().split("\n"))


def _laid(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _dense(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _numbered(value: Any) -> str:
    return "\n".join(f"{number:4d}  {line}" for number, line in enumerate(_laid(value).split("\n"), 1))


def _har(text: str, kind: str) -> str:
    answer = {"status": 200, "headers": [], "content": {"mimeType": kind, "size": len(text), "text": text}}
    asked = {"method": "POST", "url": "https://api.example/v1", "headers": []}
    entry = {"startedDateTime": "2026-11-30T09:00:00Z", "time": 12, "request": asked, "response": answer}
    return json.dumps({"log": {"version": "1.2", "entries": [entry]}})


CURL = (
    "* Connected to api.example (10.0.0.1) port 443\n> POST /v1 HTTP/2\n> Host: api.example\n>\n< HTTP/2 200\n"
    "< content-type: {kind}\n<\n{text}"
)
IS_STREAM = re.compile(r"^data:", re.MULTILINE)
_EVENT = re.compile(r"^data: ?(.*?)[ \t]*$", re.MULTILINE)


def _events(text: str) -> list[str] | None:
    """The JSON texts of a stream without an end mark."""
    found = [event.rstrip("\r") for event in _EVENT.findall(text)]
    return found if found and all(value_of(event) is not None for event in found) else None


def _of_json(write: Callable[[Any], str]) -> Transport:
    return lambda text: None if (value := value_of(text)) is None else write(value)


def _of_text(write: Callable[[str], str]) -> Transport:
    return lambda text: None if value_of(text) is None else write(text)


def _of_stream(write: Callable[[str], str]) -> Transport:
    return lambda text: write(text) if IS_STREAM.search(text) else None


def _of_events(write: Callable[[list[str]], str]) -> Transport:
    return lambda text: write(events) if (events := _events(text)) else None


def _of_both(write: Callable[[str, str], str]) -> Transport:
    def carry(text: str) -> str | None:
        kind = "text/event-stream" if IS_STREAM.search(text) else "application/json"
        return write(text, kind) if IS_STREAM.search(text) or value_of(text) is not None else None

    return carry


# The text itself stands in these as it was, so that every place must lead to the same slice.
UNTOUCHED: dict[str, Transport] = {
    "fence": lambda text: None if "```" in text else f"```json\n{text.rstrip()}\n```",
    "prose": _of_text(lambda text: f"The gateway logged this \U0001f642:\n\n{text.rstrip()}\n\nAny idea?\n"),
    "byte-order-mark": lambda text: None if text.startswith("\ufeff") else "\ufeff" + text,
    "assignment": _of_text(lambda text: f"const response = {text.rstrip()};\n"),
    "comments-of-a-stream": _of_stream(lambda text: ": working\n\n" + text.replace("\n\n", "\n\n: still\n\n", 1)),
    "stream-without-blanks": _of_stream(lambda text: re.sub(r"^data: ", "data:", text, flags=re.MULTILINE)),
    "curl": _of_both(lambda text, kind: CURL.format(text=text, kind=kind)),
}
REWRITTEN: dict[str, Transport] = {
    "dense": _of_json(_dense),
    "laid-out": _of_json(_laid),
    "ascii": _of_json(json.dumps),
    "crlf": lambda text: text.replace("\n", "\r\n") if "\n" in text and "\r" not in text else None,
    "string": _of_text(json.dumps),
    "string-in-a-string": _of_text(lambda text: json.dumps(json.dumps(text, ensure_ascii=False))),
    "escaped": _of_text(lambda text: json.dumps(text, ensure_ascii=False)[1:-1]),
    "html": _of_text(html.escape),
    "log": _of_json(lambda value: f"2026-11-30T09:00:00.123Z INFO  [gateway] payload={_dense(value)}\n"),
    "python": _of_json(repr),
    "record": _of_json(lambda value: json.dumps({"at": "2026-11-30T09:00:00Z", "attempt": 1, "payload": value})),
    "record-of-text": _of_text(lambda text: json.dumps({"at": "2026-11-30T09:00:00Z", "body": text})),
    "quote": _of_text(lambda text: _lines(text, "> ")),
    "indented": _of_text(lambda text: _lines(text, "    ")),
    "added-lines": _of_json(lambda value: _lines(_laid(value), "+")),
    "numbered": _of_json(_numbered),
    "yaml": _of_json(lambda value: "request:\n  body: |\n" + _lines(_laid(value), "    ") + "\n"),
    "padded-stream": _of_stream(
        lambda text: re.sub(r"^(data:[^\r\n]*)", r"\1   ", text, flags=re.MULTILINE).replace("\n", "\r\n")
    ),
    "events-as-lines": _of_events(lambda events: "\n".join(events) + "\n"),
    "events-as-a-list": _of_events(lambda events: f"[{','.join(events)}]"),
    "har": _of_both(_har),
}
TRANSPORTS = UNTOUCHED | REWRITTEN


def told(documents: list[dict[str, str]]) -> dict[str, Any]:
    """What `trace` says of some documents."""
    request = {"id": 1, "method": "trace", "params": {"documents": documents}}
    return json.loads(api.handle(json.dumps(request)))["result"]


def carried(case: Case, name: str) -> list[dict[str, str]] | None:
    """The case's documents by a transport; None where it changes none of them."""
    given = case["params"]["documents"]
    texts = [(old["text"], TRANSPORTS[name](old["text"])) for old in given]
    if all(new is None or new == old for old, new in texts):
        return None
    return [
        {"name": one["name"], "text": old if new is None else new} for one, (old, new) in zip(given, texts, strict=True)
    ]


def differences(case: Case, name: str) -> Iterator[str]:
    """What is said otherwise of a case that was carried by a transport."""
    if documents := carried(case, name):
        before, after = (_summary(one, name in UNTOUCHED) for one in (case["params"]["documents"], documents))
        yield from (f"no longer {one}" for one in (before[0] - after[0]).elements())
        yield from (f"newly {one}" for one in (after[0] - before[0]).elements())
        yield from (f"{was} became {now}" for was, now in zip(before[1:], after[1:], strict=True) if was != now)


def _summary(documents: list[dict[str, str]], slices: bool) -> tuple[Any, ...]:
    result = told(documents)
    texts = {one["name"]: one["text"].encode("utf-16-le", "surrogatepass") for one in documents}
    owners: dict[int, list[int]] = {}
    for number, call in enumerate(result["calls"]):
        for finding in call["findings"]:
            owners.setdefault(finding, []).append(number)
    findings: Counter[tuple[Any, ...]] = Counter()
    for number, finding in enumerate(result["findings"]):
        if finding["code"] not in OF_THE_WRAPPER:
            at = finding["at"] if slices else None
            piece = texts[at["document"]][2 * at["start"] : 2 * at["end"]] if at else b""
            said = tuple(finding[field] for field in casebook.ENTRY_FIELDS)
            findings[(*said, tuple(owners.get(number, ())), piece.decode("utf-16-le", "replace"))] += 1
    calls = [
        (
            call["id"],
            call["name"],
            call["value"],
            [hop["status"] for hop in call["hops"].values()],
            call["verdict"]["code"],
        )
        for call in result["calls"]
    ]
    verdict = {key: value for key, value in result["verdict"].items() if key != "message"}
    return findings, calls, verdict


def cases() -> dict[str, Case]:
    """All traced cases, ours and those beside the checkout, but for long ones."""
    every = casebook.read(casebook.SHARED) | casebook.read(casebook.OWN)
    short = {name: case for name, case in every.items() if len(json.dumps(case)) < LONGEST}
    return {name: case for name, case in short.items() if case["method"] == "trace"}


def main() -> int:
    """Writes every difference that has no reason; 1 if there is any."""
    tried = failed = 0
    for transport in TRANSPORTS:
        for name, case in cases().items():
            found = [] if (transport, name) in NAMED else list(differences(case, transport))
            tried, failed = tried + bool(carried(case, transport)), failed + bool(found)
            for one in found:
                sys.stdout.write(f"{transport}  {name}: {one}\n")
    sys.stdout.write(f"{tried} carried, {failed} told otherwise; {len(NAMED)} named with their reasons\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
