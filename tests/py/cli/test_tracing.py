"""`hopscope FILE…`: verdicts for people and for programs, and what the exit code says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import casebook
from hopscope import api
from terminal import ENGINE, EXAMPLES, TICKET, Run, answer, lines, listed, response, rpc, tool, written

pytestmark = pytest.mark.native
BAD = json.dumps(response('{"ticketid": "T-1"}', tools=[]))
TRACES = {name: case for name, case in casebook.read(casebook.OWN).items() if case["method"] == "trace"}
SHARED = {name: case for name, case in casebook.read(casebook.SHARED).items() if case["method"] == "trace"}


def log(*more: object) -> str:
    return lines([*listed(), *more])


def test_a_call_that_passes_is_clean(hopscope: Run) -> None:
    Path("log.jsonl").write_text(log(rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)))
    done = hopscope("log.jsonl")
    assert done.code == 0
    assert "pass" in done.out and "log.jsonl:3:" in done.out


def test_a_broken_argument_is_told_with_its_place_and_exit_code_1(hopscope: Run) -> None:
    Path("answer.json").write_text(BAD)
    done = hopscope("answer.json", "--contract", EXAMPLES)
    assert done.code == 1
    assert "answer.json:1:" in done.out and "[arguments-schema" in done.out and "fault model" in done.out
    assert "\x1b" not in done.out


def test_standard_input_is_read_where_no_file_is_named(hopscope: Run) -> None:
    assert "stdin:1:" in hopscope(given=BAD).out
    assert "stdin:1:" in hopscope("-", given=BAD).out


@pytest.mark.parametrize("arguments", [["--notes"], ["--json"], ["trace"], ["trace", "--reply"], ["-c", str(EXAMPLES)]])
def test_options_alone_read_what_is_piped_in(hopscope: Run, arguments: list[str]) -> None:
    done = hopscope(*arguments, given=BAD)
    assert "stdin" in done.out and done.code == hopscope("-", *arguments[arguments[0] == "trace" :], given=BAD).code


def test_an_interrupt_while_the_command_is_loaded_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    from hopscope import cli

    def interrupted(_: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "main", interrupted)
    with pytest.raises(SystemExit) as ended:
        cli.run()
    assert ended.value.code == 2


@pytest.mark.parametrize(
    "arguments", [["missing.json"], ["--no-such-option"], ["answer.json", "--fail-on", "x"], ["lint"]]
)
def test_a_command_that_cannot_be_served_ends_with_2(hopscope: Run, arguments: list[str]) -> None:
    Path("answer.json").write_text(BAD)
    done = hopscope(*arguments)
    assert done.code == 2 and done.err and not done.out


def test_the_least_severity_that_counts_can_be_chosen(hopscope: Run) -> None:
    Path("log.jsonl").write_text(log(rpc(2, "get_ticket", {"ticketId": "T-1"})))
    assert [hopscope("log.jsonl", "--fail-on", least).code for least in ("note", "warning", "error", "never")] == [
        1,
        1,
        0,
        0,
    ]


def test_several_files_are_one_case_unless_each_is_asked_for(hopscope: Run) -> None:
    Path("answer.json").write_text(BAD)
    Path("list.json").write_text(lines(listed()))
    assert hopscope("answer.json", "list.json").code == 1
    assert hopscope("answer.json", "list.json", "--each").code == 0


def test_what_controls_a_terminal_is_spelled_out(hopscope: Run) -> None:
    Path("a.json").write_text(json.dumps(response("{}", name="get\x1b]0;owned\x07\u202e_ticket")))
    done = hopscope("a.json", "--contract", EXAMPLES)
    assert "\x1b" not in done.out and "\x07" not in done.out and "\\x1b" in done.out
    assert "\u202e" not in done.out


def test_the_reply_to_the_model_is_printed_where_asked_for(hopscope: Run) -> None:
    Path("answer.json").write_text(BAD)
    assert "Send back:" in hopscope("answer.json", "-c", EXAMPLES, "--reply").out


def test_lines_of_json_tell_each_call_and_each_finding_of_none(hopscope: Run) -> None:
    Path("log.jsonl").write_text(log(rpc(2, "get_ticket", {}), answer(2, TICKET), answer(9, TICKET)))
    told = hopscope("log.jsonl", "--jsonl").lines
    assert [one["call"]["verdict"]["code"] for one in told if "call" in one] == ["arguments-schema"]
    assert "rpc-id-unmatched" in [one["finding"]["code"] for one in told if "finding" in one]


def equals_the_page(case: dict, run: Run) -> None:
    names = written(case)
    told = json.loads(api.handle(json.dumps({"id": 1, "method": "trace", "params": case["params"]})))["result"]
    done = run("trace", *names, "--json", "--fail-on", "never")
    read = any(document["text"].strip() for document in case["params"]["documents"])
    assert (done.code, done.json) == (0 if read else 2, told)


@pytest.mark.parametrize("name", TRACES)
def test_json_is_what_the_page_is_told(hopscope: Run, name: str) -> None:
    equals_the_page(TRACES[name], hopscope)


@pytest.mark.skipif(not SHARED, reason="the shared cases do not lie beside this checkout")
@pytest.mark.parametrize("name", SHARED)
def test_json_is_what_the_page_is_told_of_a_shared_case(hopscope: Run, name: str) -> None:
    equals_the_page(SHARED[name], hopscope)


def test_the_scripts_of_three_shells_complete_commands(hopscope: Run) -> None:
    assert all("_HOPSCOPE_COMPLETE" in hopscope("completion", shell).out for shell in ("bash", "zsh", "fish"))
    environment = {"_HOPSCOPE_COMPLETE": "zsh_complete", "COMP_WORDS": "hopscope li", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "hopscope"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": ENGINE, **environment},
    )
    assert {"lint", "link"} <= set(done.stdout.split()) and "file" in done.stdout.split()


def test_a_contract_folder_and_a_list_of_tools_judge_alike(hopscope: Run) -> None:
    Path("answer.json").write_text(BAD)
    Path("tools.json").write_text(json.dumps({"tools": [tool()]}))
    by_folder = hopscope("answer.json", "-c", EXAMPLES / "get_ticket", "--json").json["calls"][0]["verdict"]
    by_list = hopscope("answer.json", "-c", "tools.json", "--json").json["calls"][0]["verdict"]
    assert by_folder == by_list and by_list["code"] == "arguments-schema"


@pytest.mark.parametrize("form", [(), ("--json",), ("--sarif",), ("--junit",), ("--fail-on", "never")])
def test_empty_input_is_no_clean_capture(hopscope: Run, form: tuple[str, ...]) -> None:
    Path("a.json").write_text("")
    Path("b.json").write_text(" \n")
    for done in (hopscope("a.json", "b.json", *form), hopscope("-", *form, given="")):
        assert done.code == 2 and "Nothing was read" in done.err
        assert bool(done.out) == (form in [("--json",), ("--sarif",), ("--junit",)])


def test_an_empty_file_beside_others_does_not_stop_them(hopscope: Run) -> None:
    Path("a.json").write_text("")
    Path("b.json").write_text(json.dumps(response('{"ticketId": "T-1"}')))
    assert hopscope("a.json", "b.json").code == 0
    done = hopscope("a.json", "b.json", "--each")
    assert done.code == 2 and "a.json is empty" in done.err and "get_ticket" in done.out


def test_json_of_no_known_format_is_told_as_such(hopscope: Run) -> None:
    done = hopscope(given='{"a": 1}')
    assert done.code == 0 and "no format that Hopscope knows" in done.out
    assert "no format that Hopscope knows" not in hopscope(given=json.dumps(response("{}"))).out


def test_bare_arguments_beside_a_contract_are_sent_to_validate_which_holds_them_against_it(hopscope: Run) -> None:
    Path("arguments.json").write_text('{"ticketId": 7}')
    schema = EXAMPLES / "get_ticket" / "input.json"
    done = hopscope("arguments.json", "-c", EXAMPLES / "get_ticket")
    assert done.code == 0 and "hopscope validate SCHEMA FILE" in done.out
    assert hopscope("validate", schema, "arguments.json").code == 1
    assert "hopscope validate" not in hopscope("arguments.json").out


def test_a_lone_call_without_a_contract_is_told_once_and_with_a_next_step(hopscope: Run) -> None:
    done = hopscope(given=json.dumps(response('{"ticketId": "T-1"}')))
    assert done.code == 0 and done.out.count("No contract was given") == 1
    assert "--contract DIR" in done.out and "a tools/list" in done.out
    judged = hopscope("-", "-c", EXAMPLES / "get_ticket", given=json.dumps(response('{"ticketId": "T-1"}')))
    assert "--contract DIR" not in judged.out


def test_what_is_neither_a_file_nor_a_command_is_said_to_be_neither(hopscope: Run) -> None:
    Path("folder").mkdir()
    unknown, folder = hopscope("frob"), hopscope("folder")
    assert unknown.code == 2 and "no file frob" in unknown.err and "no command" in unknown.err
    assert folder.code == 2 and "hopscope check folder" in folder.err


def test_one_call_of_one_tool_is_counted_as_one(hopscope: Run) -> None:
    Path("log.jsonl").write_text(log(rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)))
    assert hopscope("stats", "log.jsonl").out.splitlines()[0] == "1 call of 1 tool"
