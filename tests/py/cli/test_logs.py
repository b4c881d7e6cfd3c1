"""Audit, statistics, and logs that are too large to be read in one piece."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from terminal import EXAMPLES, TICKET, Run, answer, lines, listed, response, rpc, timed

pytestmark = pytest.mark.native


def calls(count: int, *, every: int = 10, start: int = 2) -> list[dict[str, Any]]:
    """Calls with their answers; each tenth breaks the contract."""
    out = []
    for number in range(start, start + count):
        arguments = {"ticketId": f"T-{number}"} if number % every else {"ticket": "é" * 5}
        out += [rpc(number, "get_ticket", arguments), answer(number, TICKET | {"title": f"Nr {number}"})]
    return out


@pytest.fixture
def small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows of some dozen lines, so that a short log has many."""
    from hopscope.cli import lines as windows

    for name, size in (("WHOLE", 0), ("PIECE", 0), ("MIDDLE", 4_000), ("SIDE", 1_500)):
        monkeypatch.setattr(windows, name, size)


def log(*messages: Any, name: str = "log.jsonl") -> None:
    Path(name).write_text(lines(messages))


def test_an_audit_tells_calls_without_payloads(hopscope: Run) -> None:
    log(*timed([*listed(), rpc(2, "get_ticket", {"ticketId": "T-77"}), answer(2, TICKET)], 0.25))
    done = hopscope("audit", "log.jsonl")
    (told,) = done.lines
    assert done.code == 0
    assert (told["tool"], told["id"], told["line"]) == ("get_ticket", "2", 3)
    assert (told["time"], told["seconds"]) == ("2023-11-14T22:13:20.500+00:00", 0.25)
    assert (told["hops"]["gate-in"], told["hops"]["gate-out"], told["status"]) == ("ok", "ok", "pass")
    assert "T-77" not in done.out and "Printer" not in done.out


def test_an_audit_hashes_values_and_not_spellings(hopscope: Run) -> None:
    spellings = ['{"a": 1.0, "b": [100]}', '{"b":[1e2],"a":1}', '{"a": 1.5, "b": [100]}']
    hashes = []
    for text in spellings:
        Path("a.json").write_text(json.dumps(response(text)))
        hashes += [
            hopscope("audit", "a.json").lines[0]["arguments"],
            hopscope("audit", "a.json", "--key", "k").lines[0]["arguments"],
        ]
    assert hashes[0] == hashes[2] != hashes[4] and hashes[1] == hashes[3] != hashes[5]
    assert hashes[0] != hashes[1]


def test_an_audit_masks_secrets_in_names(hopscope: Run) -> None:
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"
    Path("a.json").write_text(json.dumps(response("{}", name=secret)))
    done = hopscope("audit", "a.json")
    assert done.lines[0]["tool"] and secret not in done.out


def stopped(*told: tuple[str, int]) -> dict[str, int]:
    return dict.fromkeys(("offer", "gate-in", "execute", "result", "gate-out", "return"), 0) | dict(told)


def test_statistics_tell_where_calls_stop_and_which_fields_break(hopscope: Run) -> None:
    wrong = rpc(2, "get_ticket", {})
    log(
        *timed(
            [
                *listed(),
                wrong,
                answer(2, TICKET),
                rpc(3, "get_ticket", {"ticketId": "T-3"}),
                answer(3, TICKET | {"title": ""}),
            ]
        )
    )
    (told,) = hopscope("stats", "log.jsonl", "--json").json["tools"]
    assert (told["tool"], told["calls"], told["stopped"]) == ("get_ticket", 2, stopped(("gate-in", 1), ("gate-out", 1)))
    assert {(one["gate"], one["field"]) for one in told["fields"]} >= {("gate-in", "/ticketId"), ("gate-out", "/title")}
    assert told["seconds"] == {"known": 2, "median": 1, "p95": 1}
    shown = hopscope("stats", "log.jsonl").out
    assert "1 (50.0 %)" in shown and "/ticketId" in shown and "1.00 s" in shown


def test_statistics_tell_what_stops_a_call_outside_the_gates(hopscope: Run) -> None:
    failed = {"isError": True, "content": [{"type": "text", "text": "The printer is out"}]}
    log(
        *listed(),
        rpc(2, "get_ticket", {"ticketId": "T-1"}),
        {"jsonrpc": "2.0", "id": 2, "result": failed},
        rpc(3, "get_ticket", {"ticketId": "T-1"}),
        {"jsonrpc": "2.0", "id": 3, "error": {"code": -32603, "message": "no"}},
        rpc(4, "get_ticket", '{"ticketId": "T-1"}'),
        answer(4, TICKET),
        rpc(5, "get_ticket", {"ticketId": "T-1"}),
        answer(5, TICKET),
    )
    (told,) = hopscope("stats", "log.jsonl", "--json").json["tools"]
    assert told["stopped"] == stopped(("execute", 1), ("result", 2)) and told["statuses"]["pass"] == 1
    codes = {(one["gate"], one["code"]) for one in told["codes"]}
    assert codes == {
        ("execute", "execute-arguments-string"),
        ("result", "result-error"),
        ("result", "result-rpc-error"),
    }
    shown = hopscope("stats", "log.jsonl").out
    assert "Stopped at result" in shown and "2 (50.0 %)" in shown and "result-error" in shown
    assert "Stopped at return" not in shown


def test_statistics_tell_what_was_never_answered(hopscope: Run) -> None:
    log(
        *listed(),
        rpc(2, "get_ticket", {"ticketId": "T-1"}),
        rpc(3, "get_ticket", {"ticketId": "T-1"}),
        answer(3, TICKET),
    )
    (told,) = hopscope("stats", "log.jsonl", "--json").json["tools"]
    assert (told["calls"], told["never"], told["late"]) == (2, 1, 0)


def test_statistics_of_unjudged_calls_need_no_contract(hopscope: Run) -> None:
    Path("a.json").write_text(json.dumps(response("{}")))
    assert hopscope("stats", "a.json", "--json").json["tools"][0]["statuses"] == {"unchecked": 1}
    told = hopscope("stats", "a.json", "--json", "-c", EXAMPLES).json["tools"][0]
    assert told["statuses"] == {"fail": 1} and told["fields"][0]["field"] == "/ticketId"


def test_windows_tell_the_same_calls_as_the_whole(hopscope: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    log(*timed([*listed(), *calls(120)]))
    kept = ("line", "time", "seconds", "tool", "id", "arguments", "hops", "status", "code", "stopped")
    whole = [{key: one[key] for key in kept} for one in hopscope("audit", "log.jsonl").lines]
    statistics = hopscope("stats", "log.jsonl", "--json").json
    from hopscope.cli import lines as windows

    for name, size in (("WHOLE", 0), ("PIECE", 0), ("MIDDLE", 4_000), ("SIDE", 1_500)):
        monkeypatch.setattr(windows, name, size)
    for jobs in ("1", "3"):
        parts = [{key: one[key] for key in kept} for one in hopscope("audit", "log.jsonl", "--jobs", jobs).lines]
        assert parts == whole and len(whole) == 120
    assert hopscope("stats", "log.jsonl", "--json").json == statistics


def test_places_in_windows_are_those_of_the_whole_log(
    hopscope: Run, monkeypatch: pytest.MonkeyPatch, small_windows: None
) -> None:
    log(*timed([*listed(), *calls(90)]))
    done = hopscope("log.jsonl", "--jsonl")
    raw = Path("log.jsonl").read_text().encode("utf-16-le")
    found = [one["call"] for one in done.lines if "call" in one]
    assert done.code == 1 and len(found) == 90
    broken = [
        (call, finding) for call in found for finding in call["findings"] if finding["code"] == "arguments-schema"
    ]
    assert len(broken) >= 9
    for call, finding in broken:
        at = finding["at"]
        before = raw[: 2 * at["start"]].decode("utf-16-le")
        assert before.count("\n") + 1 == at["line"] == call["at"]["line"]
        assert at["path"][0].startswith(f"/{at['line'] - 1}/message/params/arguments")


def test_an_answer_windows_away_makes_its_call_late_and_not_lost(hopscope: Run, small_windows: None) -> None:
    slow = rpc(5000, "get_ticket", {"ticketId": "T-1"})
    lost = rpc(6000, "get_ticket", {"ticketId": "T-1"})
    log(*listed(), slow, lost, *calls(150, every=1_000_000), answer(5000, TICKET))
    told = hopscope("stats", "log.jsonl", "--json").json["tools"][0]
    assert (told["calls"], told["late"], told["never"]) == (152, 1, 1)
    codes = [
        finding["code"]
        for one in hopscope("log.jsonl", "--jsonl").lines
        if "finding" in one
        for finding in [one["finding"]]
    ]
    assert "rpc-id-unmatched" not in codes


def test_a_large_log_is_told_for_people_and_refused_as_one_document(hopscope: Run, small_windows: None) -> None:
    log(*listed(), *calls(60))
    done = hopscope("log.jsonl")
    assert done.code == 1 and done.out.splitlines()[-1] == "60 calls: 54 pass, 6 fail"
    assert hopscope("log.jsonl", "--sarif").code == 2


def test_what_a_large_log_cannot_be_asked_is_refused_and_not_left_out(hopscope: Run, small_windows: None) -> None:
    log(*listed(), *calls(60))
    assert hopscope("log.jsonl", "--reply").code == 2
    log(answer(99, TICKET), name="more.jsonl")
    beside = hopscope("log.jsonl", "more.jsonl")
    assert (
        "judged by itself" in beside.err and "judged by itself" not in hopscope("log.jsonl", "more.jsonl", "--each").err
    )


def test_contracts_of_ones_own_judge_every_window(hopscope: Run, small_windows: None) -> None:
    log(*calls(60))
    told = hopscope("stats", "log.jsonl", "--json", "-c", EXAMPLES).json["tools"][0]
    assert told["statuses"] == {"pass": 54, "fail": 6}


@pytest.mark.parametrize(
    ("first", "second", "seconds"),
    [
        ("2026-01-02T03:04:05.250Z {}", "2026-01-02T03:04:06Z {}", 0.75),
        ("[2026-01-02 03:04:05,250] {}", "[2026-01-02 03:04:05,750] {}", 0.5),
        (
            '{{"timestamp": "2026-01-02T03:04:05+01:00", "m": {}}}',
            '{{"timestamp": "2026-01-02T02:04:07Z", "m": {}}}',
            2,
        ),
        ('{{"time": 1767323045250, "m": {}}}', '{{"time": 1767323045300, "m": {}}}', 0.05),
        ("{}", "{}", None),
        ('{{"timestamp": "soon", "m": {}}}', '{{"timestamp": "later", "m": {}}}', None),
    ],
)
def test_times_are_read_from_many_kinds_of_logs(hopscope: Run, first: str, second: str, seconds: float | None) -> None:
    messages = [rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)]
    texts = [form.format(json.dumps(one)) for form, one in zip((first, second), messages, strict=True)]
    Path("log.txt").write_text("\n".join(texts) + "\n")
    (told,) = hopscope("audit", "log.txt").lines
    assert told["seconds"] == seconds and (told["time"] is None) == (seconds is None)
