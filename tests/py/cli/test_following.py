"""`hopscope LOG --follow`: logs that grow, are cut, moved away and written anew."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import pytest

from hopscope.cli import following, stream, tracing
from hopscope.cli import lines as windows
from terminal import ENGINE, TICKET, answer, lines, listed, rpc

pytestmark = pytest.mark.native


def log(*more: object) -> str:
    return lines([*listed(), *more])


def next_line(told: IO[bytes]) -> bytes:
    """The next line of a child's unbuffered output; fails where none comes."""
    ready, _, _ = select.select([told], [], [], 60)
    assert ready, "nothing was told"
    return told.readline()


def test_a_log_that_grows_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log())
    command = [sys.executable, "-m", "hopscope", str(path), "--follow", "--jsonl"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": ENGINE}, bufsize=0
    ) as child:
        assert child.stdout is not None
        with path.open("a") as growing:
            growing.write(lines([rpc(2, "get_ticket", {"ticketId": "T-1"})]))
            growing.flush()
            growing.write(lines([answer(2, TICKET), rpc(3, "get_ticket", {})])[:-20])
            growing.flush()
            first = json.loads(next_line(child.stdout))
            time.sleep(0.1)
            growing.write(lines([rpc(3, "get_ticket", {})])[-20:] + lines([answer(3, TICKET)]))
        second = json.loads(next_line(child.stdout))
        child.terminate()
    assert (first["call"]["at"]["line"], first["call"]["verdict"]["status"]) == (3, "pass")
    assert (second["call"]["at"]["line"], second["call"]["verdict"]["code"]) == (5, "arguments-schema")


def _hears_interrupts() -> None:
    """In a child: what a shell starts in the background is deaf to interrupts, and its children are too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_ends_a_followed_log_without_a_trace_of_its_child(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log(rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)))
    command = [sys.executable, "-m", "hopscope", str(path), "--follow", "--jsonl"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": ENGINE},
        bufsize=0,
        start_new_session=True,
        preexec_fn=_hears_interrupts,
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        next_line(child.stdout)
        os.killpg(child.pid, signal.SIGINT)
        assert child.stderr.read() == b""
    assert child.returncode == 0


def followed(monkeypatch: pytest.MonkeyPatch, *chunks: str) -> list[dict[str, Any]]:
    """The calls that are told of chunks that are piped in one by one."""
    monkeypatch.setattr(following, "_standard_input", lambda: iter([chunk.encode() for chunk in chunks]))
    return [one.told for one in following.follow("-", stream.Options(full=True))]


@pytest.mark.parametrize("blank", ["\n", "\n\n", "\r\n"])
def test_blank_lines_of_a_followed_log_count_as_lines(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    call = lines([rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)])
    (told,) = followed(monkeypatch, log(), blank, call)
    assert told["at"]["line"] == 3 + blank.count("\n")


def test_alike_calls_of_one_line_are_each_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [{"functionCall": {"name": "get_ticket", "args": {"ticketId": "T-1"}}}] * 3
    line = lines([{"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}])
    assert len(followed(monkeypatch, line, lines([{"level": "info"}]))) == 3


@pytest.mark.parametrize(("late", "counted"), [(True, "2 calls: 2 pass"), (False, "2 calls: 1 pass, 1 warning")])
def test_a_call_whose_answer_comes_late_is_told_again_and_counted_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], late: bool, counted: str
) -> None:
    call = lines([rpc(2, "get_ticket", {"ticketId": "T-1"})])
    quiet = iter([0.0, 0.0, 9.0, 9.0, 9.0])
    monkeypatch.setattr(following, "time", SimpleNamespace(monotonic=lambda: next(quiet, 9.0)))
    chunks = [log() + call, "", lines([answer(2, TICKET)]) if late else "", pair(3)]
    monkeypatch.setattr(following, "_standard_input", lambda: iter([chunk.encode() for chunk in chunks]))
    tracing.trace.main(["-", "--follow"], standalone_mode=False)
    told = capsys.readouterr().out
    assert (told.count("result-unanswered"), told.splitlines()[-1]) == (1, counted)


def test_what_is_piped_in_is_followed_until_it_ends() -> None:
    given = log(rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET), rpc(3, "get_ticket", {"ticketId": "T-1"}))
    command = [sys.executable, "-m", "hopscope", "trace", "-", "--follow", "--jsonl"]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": ENGINE}
    )
    codes = [json.loads(line)["call"]["verdict"]["code"] for line in done.stdout.splitlines()]
    assert (done.returncode, codes) == (1, [None, "result-unanswered"])


def pair(number: int) -> str:
    """A call and its answer."""
    return lines([rpc(number, "get_ticket", {"ticketId": f"T-{number}"}), answer(number, TICKET)])


def truncated(path: Path) -> None:
    path.write_text("")


def moved(path: Path) -> None:
    path.rename(path.with_suffix(".1"))
    path.write_text("")


def replaced(path: Path) -> None:
    fresh = path.with_suffix(".new")
    fresh.write_text("")
    fresh.replace(path)


Step = Callable[[Path], object]


def adds(text: str | bytes) -> Step:
    """A step that adds to the log."""

    def add(path: Path) -> None:
        with path.open("ab") as growing:
            growing.write(text if isinstance(text, bytes) else text.encode())

    return add


def played(monkeypatch: pytest.MonkeyPatch, path: Path, *steps: Step) -> list[tuple[int, str, str | None]]:
    """Line, status and code of the calls that are told while a log goes through steps, one whenever nothing is new."""
    waiting = list(steps)

    def next_step(_: float) -> None:
        if not waiting:
            raise KeyboardInterrupt
        waiting.pop(0)(path)

    clock = SimpleNamespace(sleep=next_step, monotonic=time.monotonic)
    monkeypatch.setattr(following, "time", clock)
    told = []
    with pytest.raises(KeyboardInterrupt):
        for one in following.follow(str(path), stream.Options(full=True)):
            call = one.told
            told.append((call["at"]["line"], call["verdict"]["status"], call["verdict"]["code"]))
    return told


@pytest.mark.parametrize("rotate", [truncated, moved, replaced])
def test_a_rotated_log_is_followed_with_the_tools_it_listed_and_the_lines_of_the_new_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rotate: Step
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log())
    wrong = lines([rpc(4, "get_ticket", {}), answer(4, TICKET)])
    told = played(monkeypatch, path, adds(pair(2)), rotate, adds(pair(3)), adds(wrong), rotate, adds(pair(5)))
    assert told == [(3, "pass", None), (1, "pass", None), (3, "fail", "arguments-schema"), (1, "pass", None)]


@pytest.mark.parametrize("rotate", [truncated, moved, replaced])
def test_a_call_whose_answer_comes_after_the_rotation_is_told_where_it_stood(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rotate: Step
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log())
    call, told = lines([rpc(2, "get_ticket", {"ticketId": "T-2"})]), lines([answer(2, TICKET)])
    assert played(monkeypatch, path, adds(call), rotate, adds(told + pair(3))) == [(3, "pass", None), (2, "pass", None)]


def test_what_was_written_before_a_log_was_moved_away_is_read_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log())

    def last_words(path: Path) -> None:
        adds(pair(2)[:-1])(path)
        moved(path)
        adds(pair(3))(path)

    assert played(monkeypatch, path, last_words) == [(3, "pass", None), (1, "pass", None)]


def test_places_in_a_rotated_log_are_those_of_the_new_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log() + pair(2))
    wrong = lines([{"level": "über"}, rpc(4, "get_ticket", {"wrong": 1}), answer(4, TICKET)])
    steps = [moved, adds(wrong)]
    found: list[dict[str, Any]] = []
    clock = SimpleNamespace(sleep=lambda _: steps.pop(0)(path), monotonic=time.monotonic)
    monkeypatch.setattr(following, "time", clock)
    with pytest.raises(IndexError):
        found.extend(one.told for one in following.follow(str(path), stream.Options(full=True)))
    at = found[-1]["findings"][0]["at"]
    assert path.read_text()[at["start"] : at["end"]] == '{"wrong": 1}'
    assert (at["line"], at["path"][0]) == (2, "/1/params/arguments")


def test_a_line_that_comes_in_pieces_is_read_as_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log())
    whole = lines([rpc(2, "get_ticket", {"ticketId": "T-2"}), answer(2, TICKET | {"title": "für 票据"})])
    raw = json.dumps(json.loads(whole.splitlines()[1]), ensure_ascii=False).encode()
    text = whole.splitlines(keepends=True)[0].encode() + raw + b"\n"
    pieces = [text[at : at + 7] for at in range(0, len(text), 7)]
    assert played(monkeypatch, path, *map(adds, pieces)) == [(3, "pass", None)]


@pytest.mark.parametrize("damage", [b"\xff\xfe\x00\n", b'{"level": "caf\xe9"}\n', b"\0" * 50 + b"\n"])
def test_bytes_that_are_no_text_do_not_stop_what_is_followed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damage: bytes
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log())
    assert played(monkeypatch, path, adds(damage), adds(pair(2))) == [(4, "pass", None)]


def test_line_ends_of_windows_count_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log().replace("\n", "\r\n").encode())
    assert played(monkeypatch, path, adds(pair(2).replace("\n", "\r\n"))) == [(3, "pass", None)]


def test_every_call_of_a_long_log_is_told_without_waiting_for_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, size in (("MIDDLE", 4_000), ("SIDE", 1_500)):
        monkeypatch.setattr(windows, name, size)
    path = tmp_path / "log.jsonl"
    path.write_text(log())
    told = played(monkeypatch, path, *[adds(pair(number)) for number in range(2, 42)])
    assert told == [(2 * number - 1, "pass", None) for number in range(2, 42)]
