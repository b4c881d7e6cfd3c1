"""What is kept of each call of a capture, without its payload: for the audit, the statistics and large logs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from hopscope import secrets
from hopscope.cli import canonical
from hopscope.cli.reports import Case, place_of
from hopscope.cli.times import Clock, written

GATES = {"gate-in": ("call", "gate-in"), "gate-out": ("gate-out",)}
# Where a call can be stopped, in the order of its way; the hops between the gates stand for themselves.
STOPS = {
    "offer": ("offer",), "gate-in": GATES["gate-in"], "execute": ("execute",),
    "result": ("result",), "gate-out": GATES["gate-out"], "return": ("return",),
}  # fmt: skip
FAILED = {"result-error"}  # a warning, for the server did answer, but the call came to nothing
UNANSWERED = {"result-unanswered", "return-missing"}
LATE = {"return-order"}
_INDEX = re.compile(r"/\d+(?=/|$)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One call: where and when, what it is called, how it fared at the gates.

    `time` is ISO 8601, `seconds` the way from the call's execution to its result, both None where the log tells no times.
    `stopped` are (one of `STOPS`, code) and `fields` (gate, field, code), as told by the findings of severity error and a
    server's own failure; answers that are late or missing are told by `codes` alone.
    """

    document: str
    line: int | None
    time: str | None
    seconds: float | None
    tool: str
    id: str | None
    dialect: str
    arguments: str
    hops: dict[str, str]
    status: str
    code: str | None
    fault: str | None
    hop: str | None
    stopped: tuple[tuple[str, str], ...]
    fields: tuple[tuple[str, str, str], ...]
    codes: tuple[str, ...]

    @property
    def unanswered(self) -> bool:
        """Whether the log ends without this call's answer."""
        return not UNANSWERED.isdisjoint(self.codes)

    def json(self) -> dict[str, Any]:
        """One line of an audit: nothing of arguments or results but a hash, and no secret in a name."""
        told = asdict(self)
        del told["fields"]
        told["stopped"] = [f"{gate}: {code}" for gate, code in self.stopped]
        for name in ("document", "tool", "id"):
            told[name] = masked(told[name])
        return told


def masked(text: str | None) -> str | None:
    """A name with what looks like a secret masked."""
    for number, one in reversed(list(enumerate(secrets.find(text or ""), 1))):
        text = f"{(text or '')[: one.start]}masked{number}{(text or '')[one.end :]}"
    return text


def entries(case: Case, key: str = "") -> Iterator[Entry]:
    """The calls of a case; `key` makes the hashes of arguments ones that only its owner can compare with guesses."""
    clocks = {name: Clock(text) for name, text in case.texts.items()}
    for call in case.calls:
        yield _entry(call, case, clocks, key)


def _entry(call: Mapping[str, Any], case: Case, clocks: Mapping[str, Clock], key: str) -> Entry:
    at, verdict = place_of(call), call["verdict"]
    found = [case.findings[number] for number in call["findings"]]
    began, seconds = _duration(call, clocks)
    return Entry(
        document=at["document"] if at else "",
        line=at["line"] if at else None,
        time=written(began),
        seconds=seconds,
        tool=call["name"],
        id=call["id"] or _request_id(call, clocks),
        dialect=call["dialect"],
        arguments=_hash(call, key),
        hops={hop: told["status"] for hop, told in call["hops"].items()},
        status=verdict["status"],
        code=verdict["code"],
        fault=verdict["fault"],
        hop=verdict["hop"],
        stopped=tuple(dict.fromkeys(_stops(found))),
        fields=tuple(dict.fromkeys(_fields(found))),
        codes=tuple(dict.fromkeys(finding["code"] for finding in found)),
    )


def _request_id(call: Mapping[str, Any], clocks: Mapping[str, Clock]) -> str | None:
    """The id of the JSON-RPC request, for a call that has no other."""
    at = call["hops"]["execute"]["at"]
    request = clocks[at["document"]].piece(at) if at and at["document"] in clocks else None
    told = request.get("id") if isinstance(request, dict) else None
    return str(told) if isinstance(told, str | int) else None


def _hash(call: Mapping[str, Any], key: str) -> str:
    return f"sha256:{canonical.digest(call['arguments'] if call['value'] is None else call['value'], key)}"


def _duration(call: Mapping[str, Any], clocks: Mapping[str, Clock]) -> tuple[float | None, float | None]:
    """When the call was made or executed, and how long its answer took: on the server's side where the log has it."""
    told = {hop: _time(call["hops"][hop]["at"], clocks) for hop in ("call", "execute", "result", "return")}
    began = told["call"] if told["call"] is not None else told["execute"]
    for start, end in (("execute", "result"), ("call", "return")):
        first, last = told[start], told[end]
        if first is not None and last is not None and last >= first and _apart(call, start, end):
            return began, round(last - first, 6)
    return began, None


def _apart(call: Mapping[str, Any], start: str, end: str) -> bool:
    """Whether both stand for themselves: two things in one record share its time, which says nothing of how long it took."""
    one, two = call["hops"][start]["at"], call["hops"][end]["at"]
    return (one["document"], one["line"]) != (two["document"], two["line"])


def _time(at: Mapping[str, Any] | None, clocks: Mapping[str, Clock]) -> float | None:
    return clocks[at["document"]].at(at) if at and at["document"] in clocks else None


def _stops(found: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for stop, hops in STOPS.items():
        yield from ((stop, one["code"]) for one in found if one["hop"] in hops and _is_stop(one))


def _is_stop(one: Mapping[str, Any]) -> bool:
    late = one["code"] in UNANSWERED | LATE
    return one["code"] in FAILED or (one["severity"] == "error" and not late)


def _fields(found: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """The fields of arguments and results that broke a contract, by pointers whose indexes are left open."""
    for gate, hops in GATES.items():
        for one in found:
            if one["severity"] == "error" and one["hop"] in hops and "keyword" in one["params"]:
                yield from ((gate, field, one["code"]) for field in _pointers(one["params"]))


def _pointers(params: Mapping[str, Any]) -> Iterator[str]:
    """Where in the value a fault is; for members that are missing, where they should be."""
    home = "" if params["path"] == "/" else _INDEX.sub("/*", params["path"])
    missing = params["names"] if params["keyword"] == "required" else []
    yield from (f"{home}/{name}" for name in missing) if missing else [home or "/"]
