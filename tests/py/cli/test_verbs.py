"""The engine's verbs in a terminal: exit codes, places that name files, and files that are written over or left alone."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

import hopscope as package
from terminal import EXAMPLES, Run, lines, listed, response, rpc, schema, tool

pytestmark = pytest.mark.native
ENGINE = Path(package.__file__).parents[1]


def test_a_mended_text_is_told_with_the_file_that_it_stands_in(hopscope: Run) -> None:
    Path("a.json").write_text('{\n "a": 1,\n}')
    done = hopscope("format", "a.json", "--indent", "0")
    assert (done.code, done.out) == (1, '{"a":1}\n') and "a.json:" in done.err and "text:" not in done.err
    assert "stdin:" in hopscope("format", "-", given='{"a": 1,}').err
    told = hopscope("format", "a.json", "--json").json
    assert {finding["at"]["document"] for finding in told["findings"]} == {"a.json"}


def test_json_alone_is_laid_out_in_place(hopscope: Run) -> None:
    Path("a.json").write_bytes('{"a":"é\\u00e9",\r\n"n":1.0}'.encode())
    Path("a.json").chmod(0o640)
    assert hopscope("format", "a.json", "--in-place").code == 0
    assert Path("a.json").read_bytes() == '{\n  "a": "é\\u00e9",\n  "n": 1.0\n}\n'.encode()
    assert Path("a.json").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in Path().iterdir()] == ["a.json"]


def test_a_link_to_a_file_stays_a_link_in_place(hopscope: Run) -> None:
    Path("real.json").write_text('{"a":1}')
    Path("link.json").symlink_to("real.json")
    assert hopscope("format", "link.json", "--in-place", "--indent", "0").code == 0
    assert Path("link.json").is_symlink() and Path("real.json").read_text() == '{"a":1}\n'


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("notes.md", b'# Notes\n\n```json\n{"a":1}\n```\n'),
        ("log.jsonl", b'{"a":1}\n{"b":2}\n'),
        ("stream.sse", b'data: {"a":1}\n\ndata: [DONE]\n\n'),
        ("agent.py", b"import os\n\nPAYLOAD = '''{\"a\": 1}'''\n"),
        ("bytes.json", b'{"a":"\xff"}'),
        ("wide.json", '{"a":1}'.encode("utf-16")),
        ("cut.json", b'{"a": {"b": 1'),
        ("said.json", b'{"a": 1 // why\n}'),
    ],
)
def test_what_is_more_than_json_is_left_alone_in_place(hopscope: Run, name: str, raw: bytes) -> None:
    Path(name).write_bytes(raw)
    done = hopscope("format", name, "--in-place")
    assert done.code == 2 and f"{name} was left alone" in done.err
    assert Path(name).read_bytes() == raw and len(list(Path().iterdir())) == 1


def payloads() -> None:
    Path("schema.json").write_text(json.dumps(schema("get_ticket", "input")))
    Path("good.json").write_text('{"ticketId": "T-1"}')
    Path("bad.json").write_text('{\n  "ticketId": 7\n}')


def test_payloads_are_held_against_a_schema(hopscope: Run) -> None:
    payloads()
    assert hopscope("validate", "schema.json", "good.json").code == 0
    done = hopscope("validate", "schema.json", "good.json", "bad.json")
    assert done.code == 1 and "good.json: valid" in done.out and "bad.json:2:15: error" in done.out


def test_results_of_several_files_are_a_line_each_with_its_file(hopscope: Run) -> None:
    payloads()
    assert hopscope("validate", "schema.json", "good.json", "--json").json["valid"] is True
    told = hopscope("validate", "schema.json", "good.json", "bad.json", "--json").lines
    assert [(one["file"], one["result"]["valid"]) for one in told] == [("good.json", True), ("bad.json", False)]
    (finding,) = told[1]["result"]["findings"]
    assert (finding["at"]["document"], finding["schema_at"]["document"]) == ("bad.json", "schema.json")


def test_two_files_differ_at_places_in_them(hopscope: Run) -> None:
    payloads()
    assert hopscope("diff", "good.json", "good.json").code == 0
    done = hopscope("diff", "good.json", "bad.json", "--as", "json")
    assert done.code == 1 and "bad.json:2:" in done.out
    patch = json.loads(hopscope("diff", "good.json", "bad.json", "--as", "json", "--patch").out)
    assert patch[-1] == {"op": "replace", "path": "/ticketId", "value": 7}


def test_tools_are_written_in_another_dialect(hopscope: Run) -> None:
    Path("tools.json").write_text(json.dumps({"tools": [tool()]}))
    done = hopscope("convert", "tools.json", "--to", "openai-chat", "--fail-on", "never")
    assert done.code == 0 and json.loads(done.out)["tools"][0]["function"]["name"] == "get_ticket"
    assert hopscope("convert", "tools.json", "--to", "no-such-dialect").code == 2


def test_tools_are_held_against_the_rules_of_providers(hopscope: Run) -> None:
    Path("tools.json").write_text(json.dumps({"tools": [tool("get_weather")]}))
    done = hopscope("lint", "tools.json", "-p", "openai-strict", "--notes")
    assert done.code == 1 and "tools.json:1:" in done.out and "openai-strict" in done.out
    assert hopscope("lint", "tools.json", "-p", "nobody").code == 2


def test_of_a_provider_that_published_no_rules_that_is_said_and_not_that_it_takes_the_tool(hopscope: Run) -> None:
    Path("tools.json").write_text(json.dumps({"tools": [tool("get_weather")]}))
    done = hopscope("lint", "tools.json", "-p", "mistral", "-p", "bedrock")
    assert "no rules published mistral" in done.out and "ok bedrock" in done.out and "ok mistral" not in done.out


@pytest.mark.parametrize("dialect", ["anthropic-messages", "bedrock-converse", "gemini-generatecontent", "contract"])
def test_calls_without_tools_are_not_converted_to_an_empty_list(hopscope: Run, dialect: str) -> None:
    Path("response.json").write_text(json.dumps(response('{"ticketId": "T-1"}')))
    done = hopscope("convert", "response.json", "--to", dialect)
    assert (done.code, done.out) == (2, "")
    assert "no tools here but 1 call" in done.err and "--calls" in done.err
    Path("tools.json").write_text(json.dumps({"tools": [tool()]}))
    assert "get_ticket" in hopscope("convert", "tools.json", "response.json", "--to", dialect).out
    assert hopscope("convert", "-", "--to", dialect, given='{"tools": []}').code == 0


def test_calls_beside_tools_are_not_left_out_in_silence(hopscope: Run) -> None:
    Path("log.jsonl").write_text(
        lines([*listed(), rpc(2, "get_ticket", {"ticketId": "T-1"}), rpc(3, "get_ticket", {"ticketId": "T-2"})])
    )
    done = hopscope("convert", "log.jsonl", "--to", "anthropic-messages", "--fail-on", "never")
    assert done.code == 0 and done.json["tools"]
    assert "Only the tools were converted, not 2 calls; --calls converts them." in done.err
    assert "T-1" in hopscope("convert", "log.jsonl", "--to", "anthropic-messages", "--calls").out
    assert "Only" not in hopscope("convert", "log.jsonl", "--to", "anthropic-messages", "--tool", "get_ticket").err
    Path("tools.json").write_text(json.dumps({"tools": [tool()]}))
    assert "Only" not in hopscope("convert", "tools.json", "--to", "anthropic-messages").err


def test_what_a_path_selects_is_printed_and_nothing_is_1(hopscope: Run) -> None:
    payloads()
    done = hopscope("query", "$.ticketId", "good.json")
    assert (done.code, done.out) == (0, '"T-1"\n')
    assert hopscope("query", "$.nothing", "good.json").code == 1
    assert hopscope("query", "$[", "good.json").code in (1, 2)


def test_a_contract_is_drawn_from_payloads(hopscope: Run) -> None:
    payloads()
    done = hopscope("propose", "good.json", "--name", "get_ticket")
    assert done.code == 0 and "ticketId" in done.out
    Path("words.txt").write_text("nothing to see")
    assert hopscope("propose", "words.txt").code == 1
    Path("cut.json").write_text(json.dumps(response('{"ticketId": "T-')))
    assert "get_ticket: left out 1 call " in hopscope("propose", "cut.json").err


def test_a_contract_in_a_folder_is_named_by_its_file(hopscope: Run) -> None:
    Path("answer.json").write_text(json.dumps(response('{"ticketid": "T-1"}')))
    shown = (
        hopscope("answer.json", "-c", EXAMPLES, "--sarif").out + hopscope("answer.json", "-c", EXAMPLES, "--json").out
    )
    assert "get_ticket/input.json" in shown and "get_ticket.input.json" not in shown


@pytest.mark.parametrize("form", ["--json", "--sarif", "--junit"])
def test_forms_that_are_one_document_are_not_printed_one_behind_another(hopscope: Run, form: str) -> None:
    payloads()
    done = hopscope("good.json", "bad.json", "--each", form)
    assert done.code == 2 and not done.out
    assert hopscope("good.json", "--each", form).code == 0


def test_names_cannot_forge_lines(hopscope: Run) -> None:
    name = "x\n::error::forged\u061c"
    Path("a.json").write_text(json.dumps(response("{}", name=name)))
    shown = hopscope("a.json").out + hopscope("validate", "a.json", "a.json").out
    assert "\n::error" not in shown and "\u061c" not in shown and "\\x0a::error" in shown


def broken(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("hopscope.cli.door.reply", fails)


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyError("x"), RecursionError("deep")])
def test_a_fault_of_the_command_is_one_sentence_and_never_findings(
    hopscope: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    payloads()
    broken(monkeypatch, error)
    done = hopscope("good.json")
    assert done.code == 2 and not done.out and len(done.err.splitlines()) == 1 and "Traceback" not in done.err
    monkeypatch.setenv("HOPSCOPE_DEBUG", "1")
    assert "Traceback" in hopscope("good.json").err


def test_a_reader_that_goes_away_does_not_make_findings_clean(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"a": ' * 3)
    command = [sys.executable, "-m", "hopscope", "format", str(tmp_path / "bad.json")]
    with subprocess.Popen(command, cwd=ENGINE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdout is not None
        child.stdout.close()
        assert child.wait() != 0


PACKED = {"gzip": gzip.compress(b"{}"), "bzip2": bz2.compress(b"{}"), "xz": lzma.compress(b"{}")}


@pytest.mark.parametrize("name", sorted(PACKED))
@pytest.mark.parametrize("command", [(), ("stats",), ("format",), ("link",), ("lint",)], ids=" ".join)
def test_a_packed_file_is_told_with_what_unpacks_it(hopscope: Run, command: tuple[str, ...], name: str) -> None:
    Path("log").write_bytes(PACKED[name])
    for done in (hopscope(*command, "log"), hopscope(*command, "-", given=PACKED[name])):
        assert done.code == 2 and f"{name} -dc" in done.err and not done.out


@pytest.mark.parametrize("words", ["BZh", "BZhang: ", "PK "])
def test_words_that_begin_like_a_packed_file_are_no_packed_file(hopscope: Run, words: str) -> None:
    Path("log").write_text(f'{words}{{"a": 1}}')
    done = hopscope("format", "log")
    assert done.code == 0 and json.loads(done.out) == {"a": 1}


@pytest.mark.parametrize(
    "raw",
    [
        bytes(range(256)) * 9,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\5\xa0\0\0\3\x84\x08\2",
        '{"a": "b"}'.encode("utf-16-le"),
    ],
)
def test_what_is_no_text_is_not_mended_to_json(hopscope: Run, raw: bytes) -> None:
    Path("some.bin").write_bytes(raw)
    for command in ((), ("format",), ("stats",)):
        done = hopscope(*command, "some.bin")
        assert done.code == 2 and "is no text" in done.err and not done.out


@pytest.mark.parametrize(
    "raw",
    [
        '{"name": "ünïcödé 票据 🎫"}'.encode(),
        b'{"name": "caf\xe9"}',
        b"\0" * 9000 + b'{"a": 1}\n',
        b'\x1b[31m{"a": "\x01"}\x1b[0m',
        '{"a": 1}'.encode("utf-16"),
        b"",
    ],
)
def test_damaged_text_is_still_text(hopscope: Run, raw: bytes) -> None:
    Path("a.log").write_bytes(raw)
    assert "is no text" not in hopscope("a.log").err


def test_an_argument_that_is_no_file_is_told_with_what_to_do_instead(hopscope: Run) -> None:
    Path("folder").mkdir()
    for command in ((), ("stats",), ("format",), ("baseline", "write")):
        told = {name: hopscope(*command, name) for name in ("https://x.example/a.json", "folder", "none*.json")}
        assert [done.code for done in told.values()] == [2, 2, 2]
        said = [done.err for done in told.values()]
        assert "curl" in said[0] and "hopscope check folder" in said[1] and "none*.json" in said[2]


def test_a_missing_baseline_and_files_without_tools_are_told_as_such(hopscope: Run) -> None:
    Path("tools.json").write_text('{"a": 1}')
    missing = hopscope("baseline", "check", "tools.json")
    assert missing.code == 2 and "baseline write" in missing.err
    assert "no tools" in hopscope("lint", "tools.json").err
