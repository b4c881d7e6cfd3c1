"""`hopscope FILE…`: verdicts for people and for programs, and what the exit code says."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as tree
from pathlib import Path
from typing import IO, Any

import pytest

import casebook
from hopscope import api, contracts
from terminal import EXAMPLES, TICKET, Run, answer, lines, listed, response, rpc, tool

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


def test_junit_counts_calls_and_tells_why_one_fails(hopscope: Run) -> None:
    Path("log.jsonl").write_text(
        log(rpc(2, "get_ticket", {}), answer(2, TICKET), rpc(3, "get_ticket", {"ticketId": "T-2\x01"}))
    )
    root = tree.fromstring(hopscope("log.jsonl", "--junit").out)
    suite = root.find("testsuite")
    assert root.tag == "testsuites" and suite is not None
    cases = suite.findall("testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    assert suite.get("tests") == str(len(cases)) == "2" and suite.get("failures") == str(len(failed))
    assert "ticketId" in (failed[0].find("failure").get("message") or "")  # type: ignore[union-attr]
    assert {case.get("classname") for case in cases} == {"log.jsonl"}


_REGION = ("startLine", "startColumn", "endLine", "endColumn")
# What SARIF 2.1.0 demands of the members that are written here; the published schema is not shipped.
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "additionalProperties": False,
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name"],
                                "properties": {"rules": {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/rule"}}},
                            }
                        },
                    },
                    "results": {"type": "array", "items": {"$ref": "#/$defs/result"}},
                },
            },
        },
    },
    "$defs": {
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
        "rule": {
            "type": "object",
            "required": ["id"],
            "additionalProperties": False,
            "properties": {
                "id": {"type": "string"},
                "shortDescription": {"$ref": "#/$defs/message"},
                "help": {"$ref": "#/$defs/message"},
                "defaultConfiguration": {"properties": {"level": {"$ref": "#/$defs/level"}}, "additionalProperties": False},
            },
        },
        "result": {
            "type": "object",
            "required": ["message"],
            "additionalProperties": False,
            "properties": {
                "ruleId": {"type": "string"},
                "ruleIndex": {"type": "integer", "minimum": -1},
                "level": {"$ref": "#/$defs/level"},
                "message": {"$ref": "#/$defs/message"},
                "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
                "relatedLocations": {"type": "array", "uniqueItems": True, "items": {"$ref": "#/$defs/location"}},
                "properties": {"type": "object"},
            },
        },
        "location": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "id": {"type": "integer", "minimum": -1},
                "logicalLocations": {"type": "array", "uniqueItems": True, "items": {"type": "object"}},
                "physicalLocation": {
                    "type": "object",
                    "properties": {
                        "artifactLocation": {"properties": {"uri": {"type": "string", "format": "uri-reference"}}},
                        "region": {
                            "additionalProperties": False,
                            "properties": {
                                **{key: {"type": "integer", "minimum": 1} for key in _REGION},
                                **{key: {"type": "integer", "minimum": 0} for key in ("charOffset", "charLength")},
                            },
                        },
                    },
                    "required": ["artifactLocation"],
                },
            },
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("name", [*list(TRACES)[::12]])
def test_sarif_keeps_to_the_rules_of_its_schema(hopscope: Run, name: str) -> None:
    paths = written(TRACES[name])
    told = hopscope(*paths, "--sarif").json
    outcome = contracts.compile(SARIF).check(told)
    assert [violation.message for violation in outcome.violations] == []
    run = told["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


def test_sarif_names_the_very_slice_also_over_lines_and_wide_characters(hopscope: Run) -> None:
    Path("über uns.json").write_text('{"name": "😀",\r\n "arguments": {"a": "x\r\n', newline="")
    places = [
        place["physicalLocation"]
        for result in hopscope("über uns.json", "--sarif", "--fail-on", "never").json["runs"][0]["results"]
        for place in result.get("locations", [])
    ]
    assert places and {place["artifactLocation"]["uri"] for place in places} == {"%C3%BCber%20uns.json"}
    text = Path("über uns.json").read_bytes().decode().encode("utf-16-le")
    for region in (place["region"] for place in places):
        before = text[: 2 * (region["charOffset"] + region["charLength"])].decode("utf-16-le")
        column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2 + 1
        assert (region["endLine"], region["endColumn"]) == (before.count("\n") + 1, column)


def test_markdown_shows_text_and_never_markup(hopscope: Run) -> None:
    Path("a.json").write_text(json.dumps(response("{}", name="a|b <img> [x](http://x) @all")))
    told = hopscope("a.json", "--markdown").out
    assert "a\\|b" in told and not re.search(r"(?<!\\)[<>\[\]@]", told)


@pytest.mark.parametrize("address", ["http://x.example", "www.x.example", "WWW.x.example", "a@x.example"])
def test_markdown_makes_no_link_of_an_address(hopscope: Run, address: str) -> None:
    Path("a.json").write_text(json.dumps(response("{}", name=f"see {address}")))
    told = hopscope("a.json", "--markdown").out
    assert address not in told and "x.example" in told


def written(case: dict) -> list[str]:
    """The documents of a case as files under their own names; skips where a name or text is none for a file."""
    documents = case["params"]["documents"]
    names = [document["name"] for document in documents]
    if len(set(names)) < len(names) or any("/" in name or name.startswith("-") or not name for name in names):
        pytest.skip("these documents have no names that files could have")
    for document in documents:
        try:
            Path(document["name"]).write_bytes(document["text"].encode())
        except UnicodeEncodeError:
            pytest.skip("this text is no UTF-8")
    return names


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
        command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": engine()}, bufsize=0
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


def test_an_interrupt_ends_a_followed_log_without_a_trace_of_its_child(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(log(rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)))
    command = [sys.executable, "-m", "hopscope", str(path), "--follow", "--jsonl"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": engine()},
        bufsize=0,
        start_new_session=True,
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        next_line(child.stdout)
        os.killpg(child.pid, signal.SIGINT)
        assert child.stderr.read() == b""
    assert child.returncode == 0


def followed(monkeypatch: pytest.MonkeyPatch, *chunks: str) -> list[dict[str, Any]]:
    """The calls that are told of chunks that are piped in one by one."""
    from hopscope.cli import following, stream

    monkeypatch.setattr(following, "_standard_input", lambda: iter([chunk.encode() for chunk in chunks]))
    return list(following.follow("-", stream.Options(full=True)))


@pytest.mark.parametrize("blank", ["\n", "\n\n", "\r\n"])
def test_blank_lines_of_a_followed_log_count_as_lines(monkeypatch: pytest.MonkeyPatch, blank: str) -> None:
    call = lines([rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET)])
    (told,) = followed(monkeypatch, log(), blank, call)
    assert told["at"]["line"] == 3 + blank.count("\n")


def test_alike_calls_of_one_line_are_each_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [{"functionCall": {"name": "get_ticket", "args": {"ticketId": "T-1"}}}] * 3
    line = lines([{"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}])
    assert len(followed(monkeypatch, line, lines([{"level": "info"}]))) == 3


def test_what_is_piped_in_is_followed_until_it_ends() -> None:
    given = log(rpc(2, "get_ticket", {"ticketId": "T-1"}), answer(2, TICKET), rpc(3, "get_ticket", {"ticketId": "T-1"}))
    command = [sys.executable, "-m", "hopscope", "trace", "-", "--follow", "--jsonl"]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": engine()}
    )
    codes = [json.loads(line)["call"]["verdict"]["code"] for line in done.stdout.splitlines()]
    assert (done.returncode, codes) == (1, [None, "result-unanswered"])


def engine() -> str:
    import hopscope

    return str(Path(hopscope.__file__).parents[1])


def test_the_scripts_of_three_shells_complete_commands(hopscope: Run) -> None:
    assert all("_HOPSCOPE_COMPLETE" in hopscope("completion", shell).out for shell in ("bash", "zsh", "fish"))
    environment = {"_HOPSCOPE_COMPLETE": "zsh_complete", "COMP_WORDS": "hopscope li", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "hopscope"],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": engine(), **environment},
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
